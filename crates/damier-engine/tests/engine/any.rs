//! Games chosen at run time, from their history.

use damier_engine::{AnySearch, Limit, Line, Score};
use damier_rules::fen::read_fen;
use damier_rules::history::Draws;
use damier_rules::{AnyBoard, AnyGame, History, Move, Position, Rules};

fn search(game: &History, depth: u32) -> Vec<Line<Move<u128>>> {
    AnySearch::new(1).run(game, &Limit::depth(depth), &[], 2, &mut |_| {})
}

#[test]
fn every_game_can_be_searched() {
    let mut search = AnySearch::new(1);
    for &id in AnyGame::ALL {
        let mut game = History::new(AnyBoard::start(id), Draws::default_of(id));
        let mut reports = 0;
        for _ in 0..4 {
            let lines = search.run(&game, &Limit::depth(4), &[], 2, &mut |lines| reports += lines.len());
            let mut moves = Vec::new();
            game.board().legal_moves(&mut moves);
            assert!(moves.contains(&lines[0].pv[0]));
            game.push(lines[0].pv[0]);
        }
        assert!(reports >= 16);
    }
}

#[test]
fn a_game_made_at_run_time_is_searched_like_its_constant() {
    for base in [
        AnyGame::Russian,
        AnyGame::Canadian,
        AnyGame::Frisian,
        AnyGame::Breakthrough,
    ] {
        let rules = Rules {
            name: "made at run time",
            ..*base.rules()
        };
        let custom = AnyGame::custom(base, rules).expect("the rules of a game of the list");
        let scores = [base, custom].map(|id| {
            let game = History::new(AnyBoard::start(id), Draws::default_of(id));
            search(&game, 6)
                .into_iter()
                .map(|line| (line.pv, line.score, line.nodes))
                .collect::<Vec<_>>()
        });
        assert_eq!(scores[0], scores[1]);
    }
}

#[test]
fn the_past_of_a_game_counts() {
    // English kings one step from home and back, twice over: the next return is the third.
    let id = AnyGame::English;
    let draws = Draws::default_of(id);
    let setup = read_fen("B:WK1:BK30,K31,K32", id, None).expect("a FEN");
    let board = setup.position(id).expect("a position");
    let mut game = History::new(board, draws);
    let mut moves = Vec::new();
    for (from, to) in [(32, 28), (1, 6), (28, 32), (6, 1), (32, 28), (1, 6), (28, 32)] {
        game.board().legal_moves(&mut moves);
        let bit = |number: usize| game.board().geometry().bit_of[number];
        let m = *moves
            .iter()
            .find(|m| (m.from, m.to) == (bit(from), bit(to)))
            .expect("a legal move");
        game.push(m);
    }
    assert_eq!(search(&game, 9)[0].score, Score::DRAW);
    assert!(search(&game.without_past(), 9)[0].score < Score::DRAW);
}
