//! Laws that hold for every game, along random games.

use damier_rules::any::{AnyBoard, AnyGame};
use damier_rules::fen::{read_fen, read_hub, write_fen, write_hub};
use damier_rules::geometry::NONE;
use damier_rules::history::{Draws, History};
use damier_rules::notation::{parse_hub, parse_pdn, write_hub_on as hub_text, write_pdn};
use damier_rules::zobrist::mix;
use damier_rules::{Move, Position, Rules};

/// Random games of every game, the same at each run; `check` sees each position and its legal moves.
fn wander(seed: u64, games: u64, mut check: impl FnMut(&AnyBoard, &[Move<u128>])) {
    for (index, &game) in AnyGame::ALL.iter().enumerate() {
        for round in 0..games {
            let mut board = AnyBoard::start(game);
            let mut moves = Vec::new();
            for ply in 0..120 {
                board.legal_moves(&mut moves);
                check(&board, &moves);
                if moves.is_empty() {
                    break;
                }
                let random = mix(seed + ((index as u64) << 40) + (round << 20) + ply);
                board = board.play(moves[(random % moves.len() as u64) as usize]);
            }
        }
    }
}

#[test]
fn a_step_is_one_shift() {
    for &game in AnyGame::ALL {
        let geometry = game.geometry();
        for direction in 0..8 {
            for bit in 0..game.rules().bits() {
                let next = geometry.next[direction][bit];
                if next != NONE {
                    assert_eq!(
                        i16::from(next),
                        bit as i16 + i16::from(geometry.delta[direction]),
                        "{game:?}"
                    );
                }
            }
        }
        let squares = (1..=game.rules().squares()).filter(|&number| geometry.board >> geometry.bit_of[number] & 1 != 0);
        assert_eq!(squares.count(), game.rules().squares(), "{game:?}");
    }
}

#[test]
fn incremental_hash_is_fresh_hash() {
    wander(1, 6, |board, moves| {
        for &m in moves {
            let after = board.play(m);
            assert_eq!(board.hash_after(board.hash(), m), after.hash(), "{board:?} {m:?}");
        }
    });
}

#[test]
fn counting_agrees_with_listing() {
    wander(2, 10, |board, moves| {
        assert_eq!(board.count_moves(&mut Vec::new()), moves.len() as u64, "{board:?}");
        assert_eq!(board.has_moves(), !moves.is_empty(), "{board:?}");
        for (index, m) in moves.iter().enumerate() {
            assert!(!moves[..index].contains(m), "{m:?} is listed twice in {board:?}");
            assert!(board.orders(*m) >= 1, "{board:?} {m:?}");
        }
    });
}

#[test]
fn colour_flip_symmetry() {
    wander(3, 4, |board, moves| {
        let turned = board.mirror();
        let mut other = Vec::new();
        turned.legal_moves(&mut other);
        assert_eq!(moves.len(), other.len(), "{board:?}");
        assert_eq!(turned.mirror(), *board);
    });
}

#[test]
fn constant_rules_equal_run_time_rules() {
    for &game in AnyGame::ALL {
        let rules = Rules {
            id: "same",
            ..*game.rules()
        };
        let same = AnyGame::custom(game, rules).expect("the rules of a game are within bounds");
        assert_ne!(same, game);
        let (mut moves, mut others) = (Vec::new(), Vec::new());
        let (mut board, mut other) = (AnyBoard::start(game), AnyBoard::start(same));
        for ply in 0..200 {
            board.legal_moves(&mut moves);
            other.legal_moves(&mut others);
            assert_eq!(moves, others, "{board:?}");
            if moves.is_empty() {
                break;
            }
            let m = moves[(mix(ply) % moves.len() as u64) as usize];
            (board, other) = (board.play(m), other.play(m));
        }
    }
}

#[test]
fn text_round_trips() {
    wander(4, 3, |board, moves| {
        let game = board.game();
        let setup = board.setup();
        for counters in [false, true] {
            let read = read_fen(&write_fen(&setup, game, None, counters), game, None).expect("what was written");
            assert_eq!(
                (read.pieces, read.kings, read.turn),
                (setup.pieces, setup.kings, setup.turn)
            );
        }
        // Hub has a letter for each square.
        if setup.is_flat() {
            let read = read_hub(&write_hub(&setup, game), game).expect("what was written");
            assert_eq!(
                (read.pieces, read.kings, read.turn),
                (setup.pieces, setup.kings, setup.turn)
            );
        }
        for &m in moves.iter().step_by(1 + moves.len() / 40) {
            for long in [false, true] {
                assert_eq!(parse_pdn(board, &write_pdn(board, m, long, None)), Ok(m), "{board:?}");
            }
            assert_eq!(
                parse_pdn(board, &write_pdn(board, m, false, Some(true))),
                Ok(m),
                "{board:?}"
            );
            assert_eq!(parse_hub(board, &hub_text(board, m)), Ok(m), "{board:?}");
        }
    });
}

#[test]
fn pop_undoes_push() {
    for &game in AnyGame::ALL {
        let mut history = History::new(AnyBoard::start(game), Draws::default_of(game));
        let mut moves = Vec::new();
        for ply in 0..150 {
            history.board().legal_moves(&mut moves);
            let before = history.clone();
            for &m in moves.iter().step_by(1 + moves.len() / 40) {
                history.push(m);
                assert_eq!(history.pop(), Some(m));
                assert_eq!(history, before);
            }
            if moves.is_empty() {
                break;
            }
            history.push(moves[(mix(ply + 7) % moves.len() as u64) as usize]);
        }
    }
}

#[test]
fn no_text_panics() {
    let letters: Vec<char> = "WBKGPHFwbkx:,-.+?_/[]*= 0123456789acdeij\u{0}é\u{2013}"
        .chars()
        .collect();
    for &game in AnyGame::ALL {
        let board = AnyBoard::start(game);
        for round in 0..3000_u64 {
            let length = mix(round) % 24;
            let text: String = (0..length)
                .map(|at| letters[(mix(round << 8 | at) % letters.len() as u64) as usize])
                .collect();
            let _ = read_fen(&text, game, None).map(|setup| setup.problems(game));
            let _ = read_hub(&text, game);
            let _ = parse_pdn(&board, &text);
            let _ = parse_hub(&board, &text);
        }
    }
}
