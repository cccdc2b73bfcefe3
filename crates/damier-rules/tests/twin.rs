//! Two games at once.

use std::sync::atomic::AtomicBool;

use damier_rules::any::{AnyBoard, AnyGame};
use damier_rules::board::Board;
use damier_rules::fen::{read_fen, write_fen};
use damier_rules::games;
use damier_rules::history::{Draws, History};
use damier_rules::notation::{MoveError, parse_hub, parse_pdn, write_hub, write_pdn};
use damier_rules::rules::Turn;
use damier_rules::twin::{Twin, Verdict};
use damier_rules::zobrist::mix;
use damier_rules::{Color, Position, Rules};

fn two_moves() -> AnyGame {
    let rules = Rules {
        id: "two moves",
        turn: Turn::TwoMoves,
        ..*AnyGame::Vigman.rules()
    };
    AnyGame::custom(AnyGame::Vigman, rules).expect("rules within bounds")
}

fn perft(board: &AnyBoard, depth: u32) -> u64 {
    board
        .perft(depth, false, 1, &AtomicBool::new(false))
        .expect("nobody stops it")
}

fn board(game: AnyGame, fen: &str) -> AnyBoard {
    let setup = read_fen(fen, game, None).expect("a readable position");
    setup.position(game).expect("a sound position")
}

/// Random games, the same at each run.
fn wander(game: AnyGame, rounds: u64, mut check: impl FnMut(&History)) {
    for round in 0..rounds {
        let mut history = History::new(AnyBoard::start(game), Draws::default_of(game));
        let mut moves = Vec::new();
        for ply in 0..400 {
            check(&history);
            history.board().legal_moves(&mut moves);
            if moves.is_empty() {
                break;
            }
            let random = mix((round << 20) + ply);
            history.push(moves[(random % moves.len() as u64) as usize]);
        }
    }
}

#[test]
fn counts_are_the_squares_of_one_game() {
    let start = AnyBoard::start(AnyGame::Vigman);
    for (depth, count) in (1..).zip([7_u64, 49, 302, 1469]) {
        assert_eq!(perft(&start, depth), count * count);
    }
}

#[test]
fn the_turn_changes_when_both_games_have_had_their_move() {
    let one = Board::start(games::Russian);
    let start = Twin::new([one, one], Color::White, Turn::OneInEach, [None; 2]);
    let mut halves = Vec::new();
    start.legal_moves(&mut halves);
    assert_eq!(halves.len(), 7);
    let half = start.play(halves[0]);
    assert_eq!((half.turn(), half.boards[0].turn), (Color::White, Color::Black));
    half.legal_moves(&mut halves);
    assert_eq!(half.play(halves[0]).turn(), Color::Black);
}

#[test]
fn a_game_that_is_over_is_played_no_more() {
    // White's only dark man is blocked: that game is lost at once, and the other goes on alone.
    let board = board(AnyGame::Vigman, "W:Wa3,b1:Bb4,c5,b7");
    assert_eq!(board.verdicts(), Some([Some(Verdict::Won(Color::Black)), None]));
    let m = parse_pdn(&board, "b1-c2").expect("a move on the light squares is a whole turn");
    assert_eq!(write_pdn(&board, m, false, None), "b1-c2");
    assert!(parse_pdn(&board, ".../b1-a2").is_ok());
    let fen = write_fen(&board.play(m).setup(), AnyGame::Vigman, None, false);
    assert_eq!(fen, "B:Wa3,c2:Bb7,c5,b4:GB*");
    assert_eq!(self::board(AnyGame::Vigman, &fen), board.play(m));
}

#[test]
fn the_sum_decides() {
    let mut totals = std::collections::BTreeMap::new();
    wander(AnyGame::Vigman, 40, |history| {
        let Some(points) = history.points() else {
            assert_eq!(history.outcome(true), None);
            return;
        };
        let outcome = history.outcome(false).expect("both games are over");
        assert_eq!(points[0] + points[1], 4);
        assert_eq!(outcome.winner == Some(Color::White), points[0] > 2);
        assert_eq!(outcome.winner.is_none(), points[0] == 2);
        *totals.entry(points[0]).or_insert(0) += 1;
    });
    assert!(totals.len() > 2, "{totals:?}");
    assert!(totals.values().sum::<u32>() >= 35, "{totals:?}");
}

#[test]
fn each_game_is_drawn_by_its_own_rules() {
    // Kings go to and fro on the dark squares, while on the light ones men walk.
    let mut history = History::new(
        board(AnyGame::Vigman, "W:WKa1,h1:BKb8,a8"),
        Draws::default_of(AnyGame::Vigman),
    );
    let turns = "a1-b2/h1-g2 b8-a7/a8-b7 b2-a1/g2-h3 a7-b8/b7-a6 a1-b2/h3-g4 b8-a7/a6-b5 b2-a1/g4-h5 a7-b8/b5-a4";
    for text in turns.split(' ') {
        assert_eq!(history.board().verdicts(), Some([None, None]), "{text}");
        let m = parse_pdn(history.board(), text).expect(text);
        history.push(m);
    }
    assert_eq!(history.board().verdicts(), Some([Some(Verdict::Drawn), None]));
    assert_eq!(history.outcome(true), None);
    let m = parse_pdn(history.board(), "h5-g6").expect("the light squares go on");
    history.push(m);
    assert_eq!(history.board().verdicts(), Some([Some(Verdict::Drawn), None]));
    history.pop();
    history.pop();
    assert_eq!(history.board().verdicts(), Some([None, None]));
}

#[test]
fn what_was_played_is_taken_back() {
    wander(AnyGame::Vigman, 6, |history| {
        let mut moves = Vec::new();
        history.board().legal_moves(&mut moves);
        for &m in moves.iter().take(5) {
            let mut after = history.clone();
            after.push(m);
            assert_eq!(after.now().hash, after.board().hash());
            assert_eq!(after.pop(), Some(m));
            assert_eq!(after, *history);
        }
    });
}

#[test]
fn text_round_trips() {
    for game in [AnyGame::Vigman, two_moves()] {
        wander(game, 2, |history| {
            let board = history.board();
            let fen = write_fen(&board.setup(), game, None, false);
            assert_eq!(self::board(game, &fen), *board, "{fen}");
            if history.ply() % 5 != 0 {
                return;
            }
            let mut moves = Vec::new();
            board.legal_moves(&mut moves);
            for &m in moves.iter().step_by(moves.len() / 4 + 1) {
                let after = Ok(board.play(m));
                let text = write_pdn(board, m, false, None);
                assert_eq!(
                    parse_pdn(board, &text).map(|read| board.play(read)),
                    after,
                    "{fen} {text}"
                );
                let text = write_hub(game, m);
                assert_eq!(
                    parse_hub(board, &text).map(|read| board.play(read)),
                    after,
                    "{fen} {text}"
                );
            }
        });
    }
}

#[test]
fn two_moves_may_be_made_in_one_game() {
    let start = AnyBoard::start(two_moves());
    assert!(parse_pdn(&start, "c3-d4/d4-c5").is_ok());
    assert!(parse_pdn(&start, "c3-d4/b3-c4").is_ok());
    assert!(parse_pdn(&start, "b3-c4/d3-e4").is_ok());
    // Two on either board, or one on each.
    let mut moves = Vec::new();
    start.legal_moves(&mut moves);
    for m in &moves {
        assert_eq!(start.play(*m).turn(), Color::Black);
    }
}

#[test]
fn half_a_turn_is_refused() {
    let start = AnyBoard::start(AnyGame::Vigman);
    for (text, reason) in [
        (
            "c3-d4",
            "illegal move c3-d4: the move on the light squares is missing: a turn is one move in each game that goes \
             on (Vigman)",
        ),
        (
            "b3-c4",
            "illegal move b3-c4: the move on the dark squares is missing: a turn is one move in each game that goes on \
             (Vigman)",
        ),
        (
            "c3-d4/e3-f4",
            "illegal move c3-d4/e3-f4: both moves are on the dark squares (Vigman)",
        ),
        (
            "c3-d4-d5",
            "\"c3-d4-d5\" is not a move: c3 is on the dark squares, and d5 is not (a turn of two moves has a slash \
             between them)",
        ),
    ] {
        let (Err(MoveError::Illegal(refused)) | Err(MoveError::Invalid(refused)) | Err(MoveError::Ambiguous(refused))) =
            parse_pdn(&start, text)
        else {
            panic!("{text} is no turn");
        };
        assert_eq!(refused.to_string(), reason);
    }
    let crowded = "W:Wa1,c1,e1,g1,b2,d2,f2,h2,a3,c3,e3,g3,b4:Bb8";
    let setup = read_fen(crowded, AnyGame::Vigman, None).expect("a readable position");
    let problems = setup.position(AnyGame::Vigman).expect_err("13 men on the dark squares");
    assert_eq!(
        problems[0].to_string(),
        "White has 13 pieces on the dark squares, and the game begins with 12 there"
    );
}
