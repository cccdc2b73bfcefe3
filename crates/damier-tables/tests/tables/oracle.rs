//! The tables against a search that knows nothing of them: every position of some pieces, looked at again and again until
//! nothing changes.

use std::collections::HashMap;

use damier_rules::{Bits, Board, Color, Position, Variant};
use damier_tables::{Material, Plan, Verdict, Wdl};

use crate::common::{custom, shelf, with_custom};

/// Every position of so many pieces or fewer, both sides to move, in which neither side has a man on its king row.
fn positions<V: Variant>(variant: V, pieces: u32) -> Vec<Board<V>> {
    fn put<V: Variant>(board: Board<V>, from: usize, left: u32, squares: &[u8], found: &mut Vec<Board<V>>) {
        if !board.own().is_empty()
            && !board.enemy().is_empty()
            && Material::of(&board).is_possible(board.variant.rules())
        {
            found.push(board);
        }
        if left == 0 {
            return;
        }
        for (place, &bit) in squares.iter().enumerate().skip(from) {
            for color in Color::BOTH {
                for king in [false, true] {
                    let row = board.variant.tables().king_row[color.index()];
                    if !king && row.has(bit) {
                        continue;
                    }
                    let mut with = board;
                    with.pieces[color.index()] |= V::Word::of(bit);
                    if king {
                        with.kings |= V::Word::of(bit);
                    }
                    put(with, place + 1, left - 1, squares, found);
                }
            }
        }
    }
    let squares: Vec<u8> = variant.tables().board.each().collect();
    let mut found = Vec::new();
    for turn in Color::BOTH {
        let empty = Board {
            variant,
            pieces: [V::Word::EMPTY; 2],
            kings: V::Word::EMPTY,
            turn,
            runs: Default::default(),
        };
        put(empty, 0, pieces, &squares, &mut found);
    }
    found
}

/// Plies to the end of the game, for every position that is won or lost.
fn solve<V: Variant>(all: &[Board<V>]) -> HashMap<Board<V>, (Wdl, u16)> {
    let mut known: HashMap<Board<V>, (Wdl, u16)> = HashMap::new();
    let mut scratch = Vec::new();
    for plies in 0.. {
        let mut fresh = Vec::new();
        for board in all {
            if known.contains_key(board) {
                continue;
            }
            if let Some((_, winner)) = board.end() {
                if plies == 0 {
                    fresh.push((*board, (if winner == board.turn { Wdl::Win } else { Wdl::Loss }, 0)));
                }
                continue;
            }
            let (mut wins, mut open) = (false, false);
            board.each_after(&mut scratch, |after| {
                match value(after, &known).filter(|&(_, far)| far < plies) {
                    Some((Wdl::Loss, _)) => wins = true,
                    Some((Wdl::Win, _)) => (),
                    _ => open = true,
                }
            });
            if wins || !open {
                fresh.push((*board, (if wins { Wdl::Win } else { Wdl::Loss }, plies)));
            }
        }
        // Ends that lie outside, such as a side without pieces, are seen from the first ply on.
        if fresh.is_empty() && plies > 1 {
            return known;
        }
        known.extend(fresh);
    }
    known
}

fn value<V: Variant>(board: &Board<V>, known: &HashMap<Board<V>, (Wdl, u16)>) -> Option<(Wdl, u16)> {
    match board.end() {
        Some((_, winner)) => Some((if winner == board.turn { Wdl::Win } else { Wdl::Loss }, 0)),
        None => known.get(board).copied(),
    }
}

fn compare<V: Variant>(variant: V, pieces: u8) {
    let id = variant.rules().id;
    let shelf = shelf(variant, pieces, Plan::distances(1));
    let all = positions(variant, pieces.into());
    let known = solve(&all);
    for board in &all {
        let slice = shelf
            .get(Material::of(board))
            .unwrap_or_else(|| panic!("{id}: {}", Material::of(board)));
        let verdict = slice.verdict(slice.index().of(board));
        let expected = match known.get(board) {
            Some(&(Wdl::Win, plies)) => Verdict::win(plies),
            Some(&(_, plies)) => Verdict::loss(plies),
            None => Verdict::DRAW,
        };
        let (pieces, kings) = (board.pieces, board.kings);
        assert_eq!(verdict, expected, "{id}: {pieces:?} {kings:?} {:?}", board.turn);
    }
}

/// Rules of every game on a small board: all surfaces, steps, jumps, ranges, promotions and goals.
#[test]
fn every_game_on_a_small_board() {
    for rules in damier_rules::games::ALL {
        let small = custom(rules.id, |rules| {
            (rules.files, rules.ranks) = if rules.squares() == 64 { (4, 4) } else { (4, 6) };
            (rules.rows_of_men, rules.rows_behind) = (1, 0);
        });
        with_custom(small, |game| compare(game, 3), |game| compare(game, 3));
    }
}

#[test]
#[ignore = "takes a minute"]
fn four_pieces_on_a_small_board() {
    for id in ["international", "russian", "italian", "turkish", "poddavki", "killer"] {
        let small = custom(id, |rules| {
            (rules.files, rules.ranks) = if rules.squares() == 64 { (4, 4) } else { (4, 6) };
            (rules.rows_of_men, rules.rows_behind) = (1, 0);
        });
        with_custom(small, |game| compare(game, 4), |game| compare(game, 4));
    }
}

/// Men that may step back, and kings that may not.
#[test]
fn a_game_of_ones_own() {
    use damier_rules::rules::Directions;
    let odd = custom("international", |rules| {
        (rules.files, rules.ranks, rules.rows_of_men) = (6, 4, 1);
        rules.man_steps = Directions::DIAGONALS;
    });
    with_custom(odd, |game| compare(game, 3), |game| compare(game, 3));
    let forward = custom("international", |rules| {
        (rules.files, rules.ranks, rules.rows_of_men) = (6, 6, 1);
        rules.king_steps = Directions::FORWARD;
    });
    with_custom(forward, |game| compare(game, 3), |game| compare(game, 3));
}
