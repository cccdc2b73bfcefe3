//! What must hold of every table.

use damier_rules::games::{International, Russian, Turkish};
use damier_rules::{Bits, Board, Color, Position, Variant};
use damier_tables::{Index, Kind, Material, Plan, Set, Shelf, Verdict, Wdl, make};

use crate::common::{Folder, order, shelf};

fn index_round_trip<V: Variant>(variant: V, step: u64) {
    for material in (2..=4).flat_map(|pieces| Material::all(variant.rules(), pieces)) {
        let index = Index::new(variant.tables(), material);
        for number in (0..index.len()).step_by(step as usize) {
            let board = index.position(number).board(variant);
            assert_eq!(Material::of(&board), material);
            assert_eq!(index.of(&board), number, "{material} {board:?}");
            assert_eq!(index.of(&turned(&board)), number, "{material} {board:?}");
            let row = variant.tables().king_row;
            assert!(!board.men(Color::White).meets(row[0]) && !board.men(Color::Black).meets(row[1]));
        }
    }
}

/// Colours swapped and the board turned by 180 degrees.
fn turned<V: Variant>(board: &Board<V>) -> Board<V> {
    let last = board.variant.rules().bits() as u8 - 1;
    let turn = |set: V::Word| {
        set.each()
            .fold(V::Word::EMPTY, |turned, bit| turned | V::Word::of(last - bit))
    };
    Board {
        pieces: [turn(board.pieces[1]), turn(board.pieces[0])],
        kings: turn(board.kings),
        turn: board.turn.opposite(),
        ..*board
    }
}

#[test]
fn every_number_is_a_position_and_back() {
    index_round_trip(International, 997);
    index_round_trip(Russian, 97);
    index_round_trip(Turkish, 4_999);
}

/// The value of a position is that of its best move, by the move generator and a look into the shelf alone.
fn value_is_best_child<V: Variant>(variant: V, shelf: &Shelf<V::Word>, pieces: u8, step: usize) {
    let look = |board: &Board<V>| -> Verdict {
        if let Some((_, winner)) = board.end() {
            return if winner == board.turn {
                Verdict::win(0)
            } else {
                Verdict::loss(0)
            };
        }
        let slice = shelf.get(Material::of(board)).expect("a slice");
        slice.verdict(slice.index().of(board))
    };
    let mut scratch = Vec::new();
    for material in (2..=pieces).flat_map(|pieces| Material::all(variant.rules(), pieces)) {
        let slice = shelf.get(material).expect("a slice");
        for number in (0..slice.index().len()).step_by(step) {
            let board = slice.index().position(number).board(variant);
            let (mut win, mut draw, mut loss) = (None::<u16>, false, 0);
            board.each_after(&mut scratch, |after| {
                let verdict = look(after);
                match verdict.wdl() {
                    Wdl::Loss => win = Some(win.map_or(verdict.plies() + 1, |plies| plies.min(verdict.plies() + 1))),
                    Wdl::Draw => draw = true,
                    Wdl::Win => loss = loss.max(verdict.plies() + 1),
                }
            });
            let expected = match (win, draw) {
                (Some(plies), _) => Verdict::win(plies),
                (None, true) => Verdict::DRAW,
                (None, false) => Verdict::loss(loss),
            };
            assert_eq!(slice.verdict(number), expected, "{material} {board:?}");
        }
    }
}

#[test]
fn table_value_is_best_child() {
    let plan = Plan::distances(2);
    value_is_best_child(International, &shelf(International, 3, plan), 3, 1);
    value_is_best_child(Russian, &shelf(Russian, 4, plan), 4, 29);
}

#[test]
#[ignore = "takes a minute"]
fn table_value_is_best_child_everywhere() {
    let plan = Plan::distances(2);
    value_is_best_child(International, &shelf(International, 4, plan), 4, 1);
    value_is_best_child(Russian, &shelf(Russian, 4, plan), 4, 1);
    value_is_best_child(Russian, &shelf(Russian, 5, plan), 5, 101);
}

/// Win, draw and loss are the same whether distances are counted to the end, to the next conversion or not at all; and a
/// conversion is never farther away than the end.
#[test]
fn kinds_agree() {
    let end = shelf(
        Russian,
        3,
        Plan {
            dtc: true,
            ..Plan::distances(2)
        },
    );
    let none = shelf(
        Russian,
        3,
        Plan {
            dtw: false,
            ..Plan::distances(2)
        },
    );
    for slice in end.iter() {
        let other = none.get(slice.material()).expect("a slice");
        for number in 0..slice.index().len() {
            let (dtw, dtc) = (slice.verdict(number), slice.conversion(number).expect("built"));
            assert_eq!(dtw.wdl(), other.verdict(number).wdl());
            assert_eq!(dtw.wdl(), dtc.wdl());
            assert!(dtc.plies() <= dtw.plies());
        }
        assert_eq!(
            [slice.counts.wins, slice.counts.losses, slice.counts.draws],
            [other.counts.wins, other.counts.losses, other.counts.draws]
        );
    }
}

/// A conversion that wins is one ply away, or the best king move leads one ply nearer to it.
#[test]
fn conversion_is_best_child() {
    let shelf = shelf(
        Russian,
        3,
        Plan {
            dtc: true,
            ..Plan::distances(2)
        },
    );
    for slice in shelf.iter() {
        for number in 0..slice.index().len() {
            let board = slice.index().position(number).board(Russian);
            let (mut win, mut draw, mut loss) = (u16::MAX, false, 0);
            let mut moves = Vec::new();
            board.legal_moves(&mut moves);
            for &m in &moves {
                let after = board.play(m);
                let verdict = match after.end() {
                    Some((_, winner)) if winner == after.turn => Verdict::win(0),
                    Some(_) => Verdict::loss(0),
                    None => {
                        let slice = shelf.get(Material::of(&after)).expect("a slice");
                        slice.conversion(slice.index().of(&after)).expect("built")
                    }
                };
                let plies = if board.is_conversion(m) { 1 } else { verdict.plies() + 1 };
                match verdict.wdl() {
                    Wdl::Loss => win = win.min(plies),
                    Wdl::Draw => draw = true,
                    Wdl::Win => loss = loss.max(plies),
                }
            }
            let expected = if win < u16::MAX {
                Verdict::win(win)
            } else if draw {
                Verdict::DRAW
            } else {
                Verdict::loss(loss)
            };
            assert_eq!(slice.conversion(number), Some(expected), "{board:?}");
        }
    }
}

/// The prober says of every position what the build found.
#[test]
fn probes_are_what_was_built() {
    let folder = Folder::new();
    let plan = Plan {
        dtc: true,
        ..Plan::distances(2)
    };
    let order = damier_tables::Order {
        plan,
        ..order(&folder.0, 3)
    };
    make(Russian, &order, &Default::default(), &mut |_| ()).expect("tables");
    let (set, problems) = Set::open(Russian, std::slice::from_ref(&folder.0));
    assert!(problems.is_empty(), "{problems:?}");
    let shelf = shelf(Russian, 3, plan);
    for slice in shelf.iter() {
        for number in 0..slice.index().len() {
            let board = slice.index().position(number).board(Russian);
            for board in [board, turned(&board)] {
                let verdict = slice.verdict(number);
                assert_eq!(set.wdl(&board).expect("known"), verdict.wdl());
                assert_eq!(set.dtw(&board).expect("known"), verdict);
                assert_eq!(Some(set.dtc(&board).expect("known")), slice.conversion(number));
                if !board.can_capture(board.turn) {
                    assert_eq!(set.quiet(&board), Some(verdict.wdl()));
                }
            }
        }
    }
    assert!(set.has("KKvM".parse().expect("a slice"), Kind::Dtc));
    assert!(!set.has("KKvMM".parse().expect("a slice"), Kind::Wdl));
}
