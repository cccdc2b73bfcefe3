//! Searches with endgame tables: exact at the root, cut off in the tree, and never beyond what the drawing rules leave.

use std::path::PathBuf;
use std::sync::{Arc, LazyLock};

use damier_engine::{AnySearch, Limit, Line, Score};
use damier_rules::fen::read_fen;
use damier_rules::history::Draws;
use damier_rules::{AnyBoard, AnyGame, History, Move, Position};
use damier_tables::AnySet;

/// The tables that come with the package.
fn tables(game: AnyGame) -> Arc<AnySet> {
    static SETS: LazyLock<[Arc<AnySet>; 2]> = LazyLock::new(|| {
        [AnyGame::International, AnyGame::Russian].map(|game| {
            let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR"))
                .join("../../python/damier/data/tables")
                .join(game.rules().id);
            let (set, problems) = AnySet::open(game, &[folder]).expect("a game that can have tables");
            assert!(problems.is_empty() && set.pieces() == 4, "{problems:?}");
            Arc::new(set)
        })
    });
    Arc::clone(&SETS[usize::from(game == AnyGame::Russian)])
}

fn at(game: AnyGame, fen: &str) -> History {
    let setup = read_fen(fen, game, None).expect("a FEN");
    History::new(setup.position(game).expect("a position"), Draws::default_of(game))
}

fn search(history: &History, limit: &Limit, lines: usize) -> Vec<Line<Move<u128>>> {
    let game = history.board().game();
    let mut search = AnySearch::new(1);
    search.set_tables(tables(game));
    search.run(history, limit, &[], lines, &mut |_| {})
}

#[test]
fn a_won_ending_is_played_out_at_once() {
    for (game, fen, plies) in [
        (AnyGame::Russian, "W:WK4,K7,K11:BK21", 25),
        (AnyGame::International, "W:WK1,K7,K18:BK35", 15),
    ] {
        let mut history = at(game, fen);
        let line = search(&history, &Limit::depth(1), 1).remove(0);
        assert_eq!(line.score, Score::win_in(plies));
        assert_eq!(line.pv.len(), plies as usize);
        for &m in &line.pv {
            history.push(m);
        }
        assert!(history.board().end().is_some());
        // The other side, one move on, holds out as long as it can.
        let mut history = at(game, fen);
        history.push(line.pv[0]);
        assert_eq!(
            search(&history, &Limit::depth(1), 1)[0].score,
            Score::loss_in(plies - 1)
        );
    }
}

#[test]
fn every_line_has_its_own_value() {
    let history = at(AnyGame::Russian, "W:W17,K32:B4");
    let lines = search(&history, &Limit::depth(1), 64);
    let mut legal = Vec::new();
    history.board().legal_moves(&mut legal);
    assert_eq!(lines.len(), legal.len());
    assert!(lines.windows(2).all(|pair| pair[0].score >= pair[1].score));
}

/// A search that reaches the tables finds in a few plies what lies far beyond its horizon.
#[test]
fn the_tree_ends_where_the_tables_begin() {
    // Five pieces: the capture leads to three kings against one, which takes 25 plies more at the most.
    let history = at(AnyGame::Russian, "W:WK4,K7,K11,27:BK21,23");
    let lines = search(&history, &Limit::depth(6), 1);
    let without = AnySearch::new(1).run(&history, &Limit::depth(6), &[], 1, &mut |_| {});
    assert!(lines[0].nodes <= without[0].nodes || lines[0].score.is_decisive());
    assert!(lines[0].score >= without[0].score || lines[0].score.is_decisive());
}

/// What is a draw in the tables is a draw in the search, whatever the evaluation thinks of two kings against one.
#[test]
fn a_drawn_ending_is_a_draw() {
    let history = at(AnyGame::International, "W:WK6,K7:BK46");
    let value = tables(AnyGame::International).wdl(history.board()).expect("known");
    let line = search(&history, &Limit::depth(4), 1).remove(0);
    assert_eq!(value, damier_tables::Wdl::Draw);
    assert_eq!(line.score, Score::DRAW);
}

/// A win that does not fit what the counter of moves leaves is not a win.
#[test]
fn a_win_that_comes_too_late_is_not_claimed() {
    let game = AnyGame::International;
    let set = tables(game);
    let mut history = at(game, "W:WK1,K7,K18:BK35");
    let plies = set.settled(&history).expect("settled").plies();
    assert_eq!(plies, 15);
    // Kings go to and fro, keeping the value, until the counter leaves too little.
    while set.settled(&history).is_some() {
        let moves = set.moves(history.board()).expect("known");
        let value = moves[0].1.wdl();
        // The winner dawdles, the loser holds out: of equal values both take the longest.
        let equal = moves.iter().filter(|(_, verdict)| verdict.wdl() == value);
        let last = equal.max_by_key(|(_, verdict)| verdict.plies()).expect("a move");
        history.push(last.0);
        assert!(history.ply() < 40, "the counter never ran out");
    }
    let line = search(&history, &Limit::depth(4), 1).remove(0);
    assert!(
        line.score
            .plies_to_end()
            .is_none_or(|plies| plies <= 32 - history.ply() as u32)
    );
}

/// Without tables nothing has changed, and tables of another game are not looked at.
#[test]
fn other_games_are_searched_as_before() {
    let game = AnyGame::Brazilian;
    let history = History::new(AnyBoard::start(game), Draws::default_of(game));
    let mut with = AnySearch::new(1);
    with.set_tables(tables(AnyGame::Russian));
    let mut without = AnySearch::new(1);
    let limit = Limit::depth(5);
    let lines = [&mut with, &mut without].map(|search| {
        let lines = search.run(&history, &limit, &[], 3, &mut |_| {});
        lines
            .into_iter()
            .map(|line| (line.pv, line.score, line.nodes))
            .collect::<Vec<_>>()
    });
    assert_eq!(lines[0], lines[1]);
}
