//! Many positions at once have the values that each of them has alone.

use damier_rules::rules::Numbering;
use damier_rules::variant::Custom;
use damier_rules::{Bits, Board, Color, Variant};
use damier_tables::batch::many;
use damier_tables::{Index, Kind, Material, Order, Plan, ProbeError, Row, RowError, Set, Watch, make};

use crate::common::{Folder, custom, order, with_custom};

/// Some positions of every table, either side to move, with their rows.
fn positions<V: Variant>(variant: V, pieces: u8, step: usize) -> Vec<(Board<V>, Row, u8)> {
    let (rules, geometry) = (variant.rules(), &variant.tables().geometry);
    let set = |squares: V::Word| -> u64 {
        let number =
            |bit| (1..=rules.squares() as u32).find(|&n| geometry.bit(rules, Numbering::Standard, n) == Some(bit));
        squares
            .each()
            .map(|bit| 1 << (number(bit).expect("a square") - 1))
            .sum()
    };
    let mut found = Vec::new();
    for material in (2..=pieces).flat_map(|pieces| Material::all(rules, pieces)) {
        let index = Index::new(variant.tables(), material);
        for number in (0..index.len()).step_by(step) {
            let board = index.position(number).board(variant);
            let rotated = Board {
                turn: Color::Black,
                ..board
            };
            for (board, turn) in [(board, 0), (rotated, 1)] {
                let men = |color: Color| board.pieces[color.index()] & !board.kings;
                let kings = |color: Color| board.pieces[color.index()] & board.kings;
                let (white, black) = (Color::White, Color::Black);
                found.push((
                    board,
                    [men(white), kings(white), men(black), kings(black)].map(set),
                    turn,
                ));
            }
        }
    }
    found
}

fn compare(variant: Custom<u64>) {
    let folder = Folder::new();
    let plan = Plan {
        dtc: true,
        ..Plan::distances(2)
    };
    let order = Order {
        plan,
        ..order(&folder.0, 5)
    };
    make(variant, &order, &Watch::default(), &mut |_| ()).expect("tables");
    let (set, problems) = Set::open(variant, std::slice::from_ref(&folder.0));
    assert!(problems.is_empty(), "{problems:?}");
    let mut positions = positions(variant, 5, 7);
    // Not in the order of the tables.
    positions.sort_by_key(|(_, row, _)| {
        row.iter()
            .fold(0_u64, |sum, set| sum.wrapping_mul(31).wrapping_add(*set))
            % 1009
    });
    let rows: Vec<Row> = positions.iter().map(|position| position.1).collect();
    let turns: Vec<u8> = positions.iter().map(|position| position.2).collect();
    assert!(rows.len() > 20_000, "{}", rows.len());
    for kind in Kind::ALL {
        let alone: Vec<i16> = positions
            .iter()
            .map(|(board, ..)| match kind {
                Kind::Wdl => set.wdl(board).expect("known") as i16,
                Kind::Dtw => set.dtw(board).expect("known").signed() as i16,
                Kind::Dtc => set.dtc(board).expect("known").signed() as i16,
            })
            .collect();
        for threads in [1, 3] {
            let together = many(variant, &set, kind, &rows, &turns, threads).expect("known");
            assert!(together == alone, "{kind:?} on {threads} threads");
        }
    }
    // The first that has no value is named, however many threads look.
    let mut wrong = rows.clone();
    for number in [rows.len() - 1, 9_000, 5_001] {
        wrong[number] = [0, u64::MAX >> 56, 0, 1 << 9];
        let (found, error) = many(variant, &set, Kind::Wdl, &wrong, &turns, 3).expect_err("nine pieces");
        assert_eq!(found, number);
        assert!(matches!(error, RowError::Probe(ProbeError::Missing(..))), "{error:?}");
    }
    wrong[77] = [1 << 5, 0, 1 << 5, 0];
    let (found, error) = many(variant, &set, Kind::Wdl, &wrong, &turns, 2).expect_err("two on a square");
    assert_eq!(found, 77);
    assert!(matches!(error, RowError::Impossible(_)), "{error:?}");
}

#[test]
fn many_positions_are_worth_what_each_is() {
    for id in ["international", "russian", "poddavki"] {
        let small = custom(id, |rules| {
            (rules.files, rules.ranks) = (4, 6);
            (rules.rows_of_men, rules.rows_behind) = (1, 0);
        });
        with_custom(small, compare, |_| panic!("a small board fits 64 bits"));
    }
}
