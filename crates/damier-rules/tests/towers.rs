//! Games with towers: every reading of their rules, and the laws that hold whatever is played.

use std::sync::atomic::AtomicBool;

use damier_rules::any::{AnyBoard, AnyGame};
use damier_rules::fen::{read_fen, write_fen};
use damier_rules::rules::{Removal, Stacking};
use damier_rules::setup::{Problem, Setup};
use damier_rules::zobrist::mix;
use damier_rules::{Position, Rules};

const TOWERS: [AnyGame; 2] = [AnyGame::Bashni, AnyGame::Lasca];

/// Black or White to move, and the counts from depth 1 on, picked up at once; then with towers that may be jumped
/// again; then with squares that are empty only when the capture is over.
const POSITIONS: [(&str, [[u64; 6]; 3]); 3] = [
    (
        "B:Wd2,e1,Ke5,f2,g1,g3,Kh8[Wbbbbb]:Bb8,e7[bw],h4[bbbbw],Kh6[Bwww]",
        [
            [1, 15, 82, 769, 5009, 42368],
            [1, 15, 82, 766, 4979, 42427],
            [1, 15, 82, 781, 4689, 39553],
        ],
    ),
    (
        "B:WKg7:BKb2[Bw],b4[bwwww],b6[bb],c5[bw],c7,d4,d8,f2[bwww],Kg1[Bbw],g5[bw]",
        [
            [15, 36, 253, 609, 4056, 18293],
            [15, 37, 256, 647, 4558, 20751],
            [15, 35, 252, 598, 3984, 17622],
        ],
    ),
    (
        "W:Wa1,a3,a5[wb],Kb8[Wb],Kd8[Wwbbbbb],f2,f6[wbBbb],h2:Bd2[bwww]",
        [
            [17, 33, 550, 2061, 15815, 80116],
            [17, 33, 550, 2093, 16458, 85065],
            [17, 33, 550, 2059, 15819, 79919],
        ],
    ),
];

fn custom(id: &'static str, change: impl Fn(Rules) -> Rules) -> AnyGame {
    let rules = Rules {
        id,
        ..*AnyGame::Bashni.rules()
    };
    AnyGame::custom(AnyGame::Bashni, change(rules)).expect("rules within bounds")
}

/// The three readings in the order of [`POSITIONS`].
fn readings() -> [AnyGame; 3] {
    let again = custom("again", |rules| Rules {
        stacking: Some(Stacking { rejump: true }),
        ..rules
    });
    let at_end = custom("at end", |rules| Rules {
        removal: Removal::AtEnd,
        ..rules
    });
    [AnyGame::Bashni, again, at_end]
}

fn board(game: AnyGame, fen: &str) -> AnyBoard {
    let setup = read_fen(fen, game, None).expect("a readable position");
    setup.position(game).expect("a sound position")
}

fn perft(board: &AnyBoard, depth: u32) -> u64 {
    board
        .perft(depth, false, 1, &AtomicBool::new(false))
        .expect("nobody stops it")
}

/// Random games of some games, the same at each run.
fn wander(games: &[AnyGame], rounds: u64, mut check: impl FnMut(&AnyBoard)) {
    for (index, &game) in games.iter().enumerate() {
        for round in 0..rounds {
            let mut board = AnyBoard::start(game);
            let mut moves = Vec::new();
            for ply in 0..150 {
                check(&board);
                board.legal_moves(&mut moves);
                if moves.is_empty() {
                    break;
                }
                let random = mix(((index as u64) << 40) + (round << 20) + ply);
                board = board.play(moves[(random % moves.len() as u64) as usize]);
            }
        }
    }
}

#[test]
fn every_reading_has_its_counts() {
    for (fen, counts) in POSITIONS {
        for (game, counts) in readings().into_iter().zip(counts) {
            let board = board(game, fen);
            for (depth, count) in (1..=5).zip(counts) {
                assert_eq!(perft(&board, depth), count, "{} {fen}", game.rules().id);
            }
        }
    }
}

#[test]
fn readings_differ_late_from_the_start() {
    let [_, again, at_end] = readings();
    assert_eq!(perft(&AnyBoard::start(again), 7), 189_912);
    assert_eq!(perft(&AnyBoard::start(at_end), 8), 925_862);
}

#[test]
fn nothing_leaves_the_board() {
    wander(&TOWERS, 60, |board| {
        let all: usize = board.setup().towers().iter().map(|(_, tower)| tower.len()).sum();
        assert_eq!(all as u32, 2 * board.geometry().start[0].count_ones(), "{board:?}");
    });
}

#[test]
fn a_tower_changes_colour_once_at_most() {
    wander(&TOWERS, 60, |board| {
        assert_eq!(board.setup().problems(board.game()), [], "{board:?}");
    });
}

#[test]
fn fast_captures_are_the_plain_ones() {
    // With jumping again allowed every jump is played out; where no tower is jumped twice both walks must agree.
    let [plain, again, _] = readings();
    let mut alike = 0;
    wander(&[plain], 80, |board| {
        let other = again.board(&board.setup(), board.turn());
        let after = |board: &AnyBoard| {
            let mut moves = Vec::new();
            board.legal_moves(&mut moves);
            let jumps_twice = moves
                .iter()
                .any(|&m| board.route(m).victims.len() > m.captured.count_ones() as usize);
            let mut all: Vec<String> = moves
                .iter()
                .map(|&m| write_fen(&board.play(m).setup(), plain, None, false))
                .collect();
            all.sort_unstable();
            (!jumps_twice).then_some(all)
        };
        if let Some(all) = after(&other) {
            assert_eq!(after(board), Some(all), "{board:?}");
            alike += 1;
        }
    });
    assert!(alike > 4_000, "only {alike} positions were compared");
}

#[test]
fn no_two_moves_lead_to_the_same_position() {
    wander(&TOWERS, 200, |board| {
        let mut moves = Vec::new();
        board.legal_moves(&mut moves);
        for (index, m) in moves.iter().enumerate() {
            for other in &moves[..index] {
                assert!(!m.is_same(other), "{board:?}");
                assert_ne!(board.play(*m), board.play(*other), "{board:?}");
            }
        }
    });
}

#[test]
fn incremental_hash_is_fresh_hash() {
    let [plain, again, at_end] = readings();
    wander(&[plain, AnyGame::Lasca, again, at_end], 12, |board| {
        let mut moves = Vec::new();
        board.legal_moves(&mut moves);
        for m in moves {
            assert_eq!(
                board.hash_after(board.hash(), m),
                board.play(m).hash(),
                "{board:?} {m:?}"
            );
        }
    });
}

#[test]
fn colour_flip_symmetry() {
    wander(&TOWERS, 10, |board| {
        assert_eq!(perft(board, 2), perft(&board.mirror(), 2), "{board:?}");
        assert_eq!(board.mirror().mirror(), *board);
    });
}

#[test]
fn fen_round_trip() {
    wander(&TOWERS, 20, |board| {
        let fen = write_fen(&board.setup(), board.game(), None, false);
        assert_eq!(self::board(board.game(), &fen), *board, "{fen}");
    });
}

#[test]
fn bad_towers_are_refused() {
    let problems = |fen: &str| {
        let setup = read_fen(fen, AnyGame::Bashni, None).expect("a readable position");
        let problems = setup.position(AnyGame::Bashni).expect_err("not sound");
        problems.iter().map(Problem::to_string).collect::<Vec<_>>().join("; ")
    };
    assert_eq!(
        problems("W:Wa1[wbw]:Bb8"),
        "the tower on a1 changes colour more than once from top to bottom: no capture builds such a tower (column \
         draughts, custom)"
    );
    assert!(problems("W:Wa1[wwwwwwwwwwwww]:Bb8").starts_with("White has 13 pieces"));
    for (fen, reason) in [
        (
            "W:Wa1[bw]:Bb8",
            "the tower on a1 has a black piece on top, and is listed with White's (at character 4)",
        ),
        (
            "W:WKa1[wb]:Bb8",
            "the tower on a1 has a man on top, and is marked as a king's (at character 4)",
        ),
        (
            "W:Wa1[Wb]:Bb8",
            "the tower on a1 has a king on top: write Ka1[Wb] (at character 4)",
        ),
        ("W:Wa1[]:Bb8", "the tower on a1 has no pieces (at character 6)"),
        (
            "W:Wa1[wq]:Bb8",
            "the tower on a1 holds 'q': expected letters w b W B, from top to bottom (at character 8)",
        ),
        (
            "W:Wa1[wb:Bb8",
            "the tower on a1 holds ':': expected letters w b W B, from top to bottom (at character 9)",
        ),
        (
            "W:Wa1-c1[wb]:Bb8",
            "a tower stands on one square, not on a range (at character 4)",
        ),
    ] {
        let error = read_fen(fen, AnyGame::Bashni, None).expect_err(fen);
        assert_eq!(error.to_string(), reason, "{fen}");
    }
    let error = read_fen("W:W31[wb]:B1", AnyGame::International, None).expect_err("a flat game");
    assert_eq!(
        error.to_string(),
        "in this game no piece stands on another (at character 4)"
    );
}

#[test]
fn a_start_has_single_pieces() {
    for game in TOWERS {
        let start = Setup::start(game);
        assert_eq!(read_fen(&write_fen(&start, game, None, false), game, None), Ok(start));
    }
}
