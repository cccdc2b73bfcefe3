//! What a search must get right whatever its strength: proven scores, draws, limits, legal lines.

use std::time::{Duration, Instant};

use crate::common::{Chance, place, scatter};
use damier_engine::limit::MAX_DEPTH;
use damier_engine::{Handmade, Limit, Line, Root, Score, Search, Searchable};
use damier_rules::draws::{self, DrawRule};
use damier_rules::{Board, Position, Variant, for_each_game, games};

type Lines<V> = Vec<Line<<Board<V> as Position>::Move>>;

fn search<V: Variant>(root: &Root<Board<V>>, limit: &Limit, lines: usize) -> Lines<V> {
    Search::new(8).run(root, &Handmade::new(root.position.variant), limit, lines)
}

/// Without drawing rules.
fn analyse<V: Variant>(variant: V, fen: &str, depth: u32) -> Line<<Board<V> as Position>::Move> {
    search(&Root::new(place(variant, fen), &[]), &Limit::depth(depth), 1).remove(0)
}

/// Every line of play so many plies long; what is not over by then is a draw.
fn brute_force<P: Position>(position: &P, ply: u32, depth: u32) -> Score {
    if let Some((_, winner)) = position.end() {
        return if winner == position.turn() {
            Score::win_in(ply)
        } else {
            Score::loss_in(ply)
        };
    }
    if depth == 0 {
        return Score::DRAW;
    }
    let mut moves = Vec::new();
    position.legal_moves(&mut moves);
    let scores = moves
        .iter()
        .map(|&m| -brute_force(&position.play(m), ply + 1, depth - 1));
    scores.max().expect("a position that is not over has moves")
}

fn assert_legal<P: Searchable>(position: &P, line: &Line<P::Move>) {
    let (mut position, mut moves) = (position.clone(), Vec::new());
    assert!(!line.pv.is_empty());
    for &m in &line.pv {
        position.legal_moves(&mut moves);
        assert!(moves.contains(&m), "{m:?} is not legal in {position:?}");
        position = position.play(m);
    }
    if let Some(plies) = line.score.plies_to_end() {
        assert!(line.pv.len() <= plies as usize, "{line:?} goes on beyond the end");
    }
}

/// In positions by chance with so many men and kings of White and of Black.
fn distances_to_the_end_are_exact<V: Variant>(variant: V, forces: [(usize, usize); 2], plies: u32) {
    let mut chance = Chance::new(u64::from(plies));
    let mut decided = 0;
    for _ in 0..60 {
        let board = scatter(variant, forces, &mut chance);
        let truth = brute_force(&board, 0, plies);
        let found = search(&Root::new(board, &[]), &Limit::depth(plies + 7), 1);
        let Some(line) = found.first() else {
            assert!(board.end().is_some());
            continue;
        };
        assert_legal(&board, line);
        if truth.is_decisive() {
            decided += 1;
            assert_eq!(line.score, truth, "{board:?}");
        } else {
            assert!(
                line.score.plies_to_end().is_none_or(|end| end > plies),
                "{board:?} {line:?}"
            );
        }
    }
    assert!(decided >= 5, "only {decided} positions say anything");
}

#[test]
fn distances_to_the_end_are_exact_with_flying_kings() {
    distances_to_the_end_are_exact(games::Russian, [(1, 1); 2], 5);
    distances_to_the_end_are_exact(games::International, [(2, 0); 2], 7);
    distances_to_the_end_are_exact(games::Frisian, [(0, 1); 2], 5);
    distances_to_the_end_are_exact(games::Thai, [(1, 1); 2], 5);
}

#[test]
fn distances_to_the_end_are_exact_with_short_kings() {
    distances_to_the_end_are_exact(games::English, [(0, 2), (1, 0)], 7);
    distances_to_the_end_are_exact(games::Italian, [(1, 1), (1, 0)], 7);
}

#[test]
fn distances_to_the_end_are_exact_on_all_squares() {
    distances_to_the_end_are_exact(games::Turkish, [(1, 1); 2], 4);
}

#[test]
fn distances_to_the_end_are_exact_for_other_goals() {
    distances_to_the_end_are_exact(games::Poddavki, [(1, 1); 2], 5);
    distances_to_the_end_are_exact(games::Antidraughts, [(2, 0); 2], 7);
    distances_to_the_end_are_exact(games::Breakthrough, [(4, 0); 2], 7);
}

/// Woldouby, 1910: who must move loses a man, but not soon.
const WOLDOUBY: &str = "W:W25,27,28,30,32,33,34,35,37,38:B12,13,14,16,18,19,21,23,24,26";

#[test]
fn deep_losses_of_a_man_are_seen() {
    let score = |depth| analyse(games::International, WOLDOUBY, depth).score;
    assert!(score(5) > Score::hundredths(-50));
    assert!(score(17) < Score::hundredths(-80));
}

const REPETITION: &[DrawRule] = &[draws::repetition(3, "")];

/// Plays moves given by their squares.
fn follow<V: Variant>(root: &mut Root<Board<V>>, moves: &[(u8, u8)]) {
    let geometry = &root.position.variant.tables().geometry;
    let mut legal = Vec::new();
    for &(from, to) in moves {
        let (from, to) = (geometry.bit_of[usize::from(from)], geometry.bit_of[usize::from(to)]);
        root.position.legal_moves(&mut legal);
        let m = legal.iter().find(|m| (m.from, m.to) == (from, to));
        root.push(*m.expect("a legal move"));
    }
}

#[test]
fn a_third_repetition_is_a_draw() {
    let shuffle = [(32, 28), (1, 6), (28, 32), (6, 1), (32, 28), (1, 6), (28, 32)];
    let start = place(games::English, "B:WK1:BK32,K31,K30");
    for (draws, saved) in [(REPETITION, true), (&[][..], false)] {
        let mut root = Root::new(start, draws);
        follow(&mut root, &shuffle);
        let best = search(&root, &Limit::depth(9), 1).remove(0);
        assert_eq!(best.score == Score::DRAW, saved, "{best:?}");
        assert!(best.score <= Score::DRAW);
    }
    // One repetition less, and Black is not held to it.
    let mut root = Root::new(start, REPETITION);
    follow(&mut root, &shuffle[..3]);
    assert!(search(&root, &Limit::depth(9), 1)[0].score < Score::DRAW);
}

#[test]
fn a_conversion_ends_what_can_be_repeated() {
    let mut root = Root::new(place(games::English, "B:WK1:BK32,K31,K30,12"), REPETITION);
    follow(&mut root, &[(32, 28), (1, 6), (28, 32), (6, 1)]);
    assert_eq!(root.earlier.len(), 4);
    follow(&mut root, &[(12, 16)]);
    assert_eq!(root.earlier.len(), 0);
}

#[test]
fn draw_clocks_run_in_the_search() {
    const FOUR: &[DrawRule] = &[draws::king_moves("four", 4, "", "")];
    // Three kings need more than four plies to catch one.
    let root = Root::new(place(games::Russian, "W:WK1,K2,K3:BK25"), &[]);
    assert!(search(&root, &Limit::depth(8), 1)[0].score > Score::DRAW);
    let root = Root::new(root.position, FOUR);
    assert_eq!(search(&root, &Limit::depth(8), 1)[0].score, Score::DRAW);
    // What wins on the last ply of the clock wins.
    let mut root = Root::new(place(games::English, "W:WK1:BK14,K32"), FOUR);
    follow(&mut root, &[(1, 6), (14, 17), (6, 1), (32, 28)]);
    assert!(root.clocks.is_drawn(0, &FOUR[0]));
    let mut root = Root::new(place(games::English, "W:WK6:BK20"), FOUR);
    root.clocks.set_quiet_plies(FOUR, 3);
    assert_eq!(search(&root, &Limit::depth(8), 1)[0].score, Score::DRAW);
    let mut root = Root::new(place(games::English, "W:WK6:BK10"), FOUR);
    root.clocks.set_quiet_plies(FOUR, 3);
    assert_eq!(search(&root, &Limit::depth(8), 1)[0].score, Score::win_in(1));
}

#[test]
fn a_draw_by_material_needs_no_count() {
    const AT_ONCE: &[DrawRule] = &[draws::material("at_once", draws::KING_AGAINST_KING, 0, "", "")];
    // The capture leaves one king against one.
    let root = Root::new(place(games::International, "W:WK46:BK28,K5"), AT_ONCE);
    assert_eq!(search(&root, &Limit::depth(6), 1)[0].score, Score::DRAW);
}

#[test]
fn losing_games_are_played_to_lose() {
    // The one man left can be given away at once.
    let line = analyse(games::Poddavki, "W:W22:B14,6", 6);
    assert_eq!(line.score, Score::win_in(2), "{line:?}");
    // In the game that is won by capturing, the same move is the worst.
    let line = analyse(games::Russian, "W:W22,32:B14,6", 6);
    assert!(line.score > Score::loss_in(2), "{line:?}");
}

#[test]
fn the_first_king_wins() {
    let line = analyse(games::Breakthrough, "W:W12,40:B35,36", 3);
    assert_eq!(line.score, Score::win_in(3), "{line:?}");
    let line = analyse(games::International, "W:W12,40:B35,36", 3);
    assert!(!line.score.is_decisive(), "{line:?}");
}

#[test]
fn a_stop_ends_the_search() {
    let root = Root::new(Board::start(games::International), &[]);
    let mut search = Search::new(1);
    let control = search.control();
    let lines = std::thread::scope(|scope| {
        let running = scope.spawn(|| search.run(&root, &Handmade::new(games::International), &Limit::default(), 1));
        std::thread::sleep(Duration::from_millis(30));
        control.stop();
        running.join().expect("no panic")
    });
    assert_legal(&root.position, &lines[0]);
    // Before it begins, it still leaves a move.
    let lines = search.run(&root, &Handmade::new(games::International), &Limit::default(), 3);
    assert_eq!(lines.len(), 3);
    lines.iter().for_each(|line| assert_legal(&root.position, line));
}

#[test]
fn limits_are_kept() {
    let root = Root::new(Board::start(games::Russian), &[]);
    for nodes in [0, 1, 2, 100, 12_345] {
        let lines = search(&root, &Limit::nodes(nodes), 2);
        assert_eq!(lines.len(), 2);
        assert!(lines[0].nodes <= nodes);
    }
    assert_eq!(search(&root, &Limit::depth(5), 1)[0].depth, 5);
    assert_eq!(search(&root, &Limit::depth(0), 1)[0].depth, 1);
    let limit = Limit {
        depth: Some(u32::MAX),
        nodes: Some(1_000),
        time: Some(Duration::MAX),
        clock: None,
    };
    assert!(search(&root, &limit, usize::MAX)[0].depth <= MAX_DEPTH);
    let begun = Instant::now();
    search(&root, &Limit::time(Duration::from_millis(20)), 1);
    assert!(begun.elapsed() < Duration::from_secs(5));
    // No end to the search by itself: a forced win is not looked for any longer than needed.
    assert_eq!(analyse(games::Russian, "W:W22:B18", MAX_DEPTH).score, Score::win_in(1));
}

#[test]
fn the_same_search_gives_the_same_lines() {
    let root = Root::new(Board::start(games::Frisian), &[]);
    let once = || search(&root, &Limit::nodes(50_000), 3);
    let same =
        |(a, b): (&Line<_>, &Line<_>)| a.pv == b.pv && (a.score, a.depth, a.nodes) == (b.score, b.depth, b.nodes);
    assert!(once().iter().zip(&once()).all(same));
}

#[test]
fn several_lines_come_best_first() {
    for fen in [WOLDOUBY, "W:W31,K3,40:B7,13,K36"] {
        let root = Root::new(place(games::International, fen), &[]);
        let mut moves = Vec::new();
        root.position.legal_moves(&mut moves);
        for count in [0, 1, 3, usize::MAX] {
            let lines = search(&root, &Limit::depth(6), count);
            assert_eq!(lines.len(), count.clamp(1, moves.len()));
            assert!(lines.is_sorted_by(|a, b| a.score >= b.score));
            for (index, line) in lines.iter().enumerate() {
                assert_legal(&root.position, line);
                assert!(lines[..index].iter().all(|other| other.pv[0] != line.pv[0]));
            }
        }
    }
}

#[test]
fn reports_go_deeper_one_by_one() {
    let root = Root::new(Board::start(games::Turkish), &[]);
    let mut depths = Vec::new();
    let report = &mut |lines: &[Line<_>]| depths.push(lines[0].depth);
    Search::new(1).run_with(&root, &Handmade::new(games::Turkish), &Limit::depth(5), 2, report);
    assert_eq!(depths, [1, 2, 3, 4, 5]);
}

#[test]
fn a_finished_game_has_no_lines() {
    assert!(search(&Root::new(place(games::Russian, "W:W:B1"), &[]), &Limit::default(), 1).is_empty());
    assert!(
        search(
            &Root::new(place(games::Breakthrough, "W:WK1:B40"), &[]),
            &Limit::default(),
            1
        )
        .is_empty()
    );
}

#[test]
fn more_rules_than_can_count_do_no_harm() {
    let draws = vec![draws::repetition(3, ""); 40];
    let root = Root::new(Board::start(games::Russian), &draws);
    assert_eq!(search(&root, &Limit::depth(3), 1).len(), 1);
}

fn lines_are_legal<V: Variant>(variant: V) {
    let mut chance = Chance::new(7);
    let mut searcher = Search::new(1);
    let draws = variant
        .rules()
        .profiles
        .first()
        .map_or(&[][..], |profile| profile.rules);
    for _ in 0..40 {
        let forces = [(); 2].map(|()| (chance.below(7), 1 + chance.below(3)));
        let mut root = Root::new(scatter(variant, forces, &mut chance), draws);
        for _ in 0..6 {
            let limit = Limit::nodes(chance.below(3_000) as u64);
            let lines = searcher.run(&root, &Handmade::new(variant), &limit, 1 + chance.below(3));
            lines.iter().for_each(|line| assert_legal(&root.position, line));
            let Some(line) = lines.first() else { break };
            root.push(line.pv[0]);
        }
    }
}

macro_rules! legal {
    ($($game:ident, $rules:path, $word:ty;)*) => {
        #[test]
        fn lines_are_legal_in_every_game() {
            $(lines_are_legal(games::$game);)*
        }
    };
}

for_each_game!(legal);
