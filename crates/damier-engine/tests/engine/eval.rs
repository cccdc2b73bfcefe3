//! Evaluations.

use crate::common::{Chance, empty, mirrored, positions, put};
use damier_engine::eval::endings::Fortress;
use damier_engine::eval::terms::{FULL, MAN_AT, TERMS, Tally, Terms};
use damier_engine::eval::weights::{UNITS, Weights};
use damier_engine::eval::windows::{CONTENTS, Facing, HEIGHT, Windows, digit, turned};
use damier_engine::{Evaluate, Handmade, Judge, Learned};
use damier_rules::{Bits, Color, Variant, for_each_game, games};

/// Weights by chance.
fn weights(windows: &Windows, chance: &mut Chance) -> Weights {
    let mut pair = |bound: usize| [0; 2].map(|_: i16| chance.below(2 * bound + 1) as i16 - bound as i16);
    Weights {
        terms: (0..TERMS)
            .map(|term| pair(if term < MAN_AT { 2000 } else { 200 }))
            .collect(),
        tables: (0..windows.tables())
            .map(|_| (0..CONTENTS).map(|_| pair(30)).collect())
            .collect(),
    }
}

/// Adds weights up as they are on file.
struct Plain<'w> {
    windows: Windows,
    weights: &'w Weights,
    sums: [i32; 2],
}

impl Plain<'_> {
    fn add(&mut self, pair: [i16; 2], count: i32) {
        self.sums = [0, 1].map(|phase| self.sums[phase] + count * i32::from(pair[phase]));
    }
}

impl Tally for Plain<'_> {
    const SQUARES: bool = true;

    fn window(&mut self, window: usize, content: usize, turned: usize) {
        let (table, place, facing) = self.windows.place(window, content, turned);
        let count = match facing {
            Facing::Same => 1,
            Facing::Turned => -1,
            Facing::Both => 0,
        };
        self.add(self.weights.tables[table][place], count);
    }

    fn term(&mut self, term: usize, count: i32) {
        self.add(self.weights.terms[term], count);
    }
}

fn learned_is_what_its_weights_say<V: Variant>(variant: V) {
    let (rules, mut chance) = (variant.rules(), Chance::new(3));
    let (windows, terms, fortress) = (Windows::of(rules), Terms::of(variant), Fortress::of(rules));
    let weights = weights(&windows, &mut chance);
    let learned = Learned::read(variant, &weights.write(rules.id)).expect("weights for this game");
    for board in positions(variant, 200, &mut chance) {
        let mut plain = Plain {
            windows,
            weights: &weights,
            sums: [0; 2],
        };
        let phase = terms.see(&board, &mut plain);
        let [first, last] = plain.sums;
        let score = (first * phase + last * (FULL - phase)) / (FULL * UNITS);
        let score = score / fortress.divisor(&board, if score > 0 { Color::White } else { Color::Black });
        let score = if board.turn == Color::White { score } else { -score };
        assert_eq!(learned.judge(&board).to_hundredths(), score, "{board:?}");
    }
}

fn colours_make_no_difference<V: Variant>(variant: V) {
    let mut chance = Chance::new(4);
    let windows = Windows::of(variant.rules());
    let bytes = weights(&windows, &mut chance).write(variant.rules().id);
    let by_chance = Judge::Learned(Learned::read(variant, &bytes).expect("weights for this game"));
    for judge in [Judge::of(variant), Judge::Handmade(Handmade::new(variant)), by_chance] {
        for board in positions(variant, 200, &mut chance) {
            let (score, other) = (judge.judge(&board), judge.judge(&mirrored(&board)));
            assert_eq!(score, other, "{board:?}");
            assert!(!score.is_decisive(), "{board:?}");
        }
    }
}

/// Windows hold what a look at the board by rows and columns finds, and their images the reverse.
fn windows_hold_the_men<V: Variant>(variant: V) {
    let windows = Windows::of(variant.rules());
    let squares: Vec<_> = variant
        .tables()
        .board
        .each()
        .map(|bit| (bit, windows.at(bit)))
        .collect();
    let columns = squares.len() / usize::from(variant.rules().ranks);
    let across = columns - 1;
    for board in positions(variant, 50, &mut Chance::new(5)) {
        let mut seen = vec![0; windows.count()];
        windows.each(&board, |window, content, image| {
            seen[window] = content;
            assert_eq!(image, turned(content));
        });
        let mut turned_board = vec![0; windows.count()];
        windows.each(&mirrored(&board), |window, content, _| turned_board[window] = content);
        for (window, &content) in seen.iter().enumerate() {
            let (top, left) = (window / across, window % across);
            for square in 0..2 * HEIGHT {
                let wanted = Some((top + square / 2, left + square % 2));
                let (bit, _) = squares.iter().find(|(_, at)| *at == wanted).expect("a square");
                let man = [Color::White, Color::Black].map(|color| board.men(color).has(*bit));
                let expected = usize::from(man[0]) + 2 * usize::from(man[1]);
                // The tests put no two pieces on one square.
                assert_eq!(digit(content, square), expected, "{board:?} window {window}");
            }
            assert_eq!(turned_board[windows.count() - 1 - window], turned(content));
            assert_eq!(turned(turned(content)), content);
        }
    }
}

macro_rules! tests {
    ($($game:ident, $rules:path, $word:ty;)*) => {
        #[test]
        fn every_game_is_learned_as_its_weights_say() {
            $(learned_is_what_its_weights_say(games::$game);)*
        }

        #[test]
        fn colours_make_no_difference_in_any_game() {
            $(colours_make_no_difference(games::$game);)*
        }

        #[test]
        fn windows_hold_the_men_of_every_game() {
            $(windows_hold_the_men(games::$game);)*
        }
    };
}

for_each_game!(tests);

/// On a board of odd width: every square is seen, a window holds the men on the squares that it shows, and the turned
/// board holds the turned contents in the reverse order.
#[test]
fn windows_of_an_odd_board_hold_its_men() {
    let variant = games::Lasca;
    let (windows, board) = (Windows::of(variant.rules()), variant.tables().board);
    let squares: Vec<u8> = board.each().collect();
    assert!(windows.fit());
    assert_eq!((windows.count(), windows.tables()), (12, 6));
    for (place, &bit) in squares.iter().enumerate() {
        assert_eq!(windows.order(bit), Some(place));
        assert!(windows.of_place(place).count() > 0, "square {place}");
        assert_eq!(windows.showing(bit), windows.of_place(place).last());
    }
    let geometry = &variant.tables().geometry;
    for window in 0..windows.count() {
        for square in 0..2 * HEIGHT {
            let shown = windows.shows(window, square);
            let image = windows.shows(windows.count() - 1 - window, 7 - square);
            assert_eq!(shown.map(|place| 24 - place), image);
            let right = windows.shows(window, square | 1);
            if let (0, Some(left), Some(right)) = (square % 2, shown, right) {
                let file = |place: usize| geometry.file_of[usize::from(squares[place])];
                assert_eq!(file(right), file(left) + 2);
            }
        }
    }
    for board in positions(variant, 50, &mut Chance::new(5)) {
        let mut seen = vec![0; windows.count()];
        windows.each(&board, |window, content, image| {
            seen[window] = content;
            assert_eq!(image, turned(content));
            for square in 0..2 * HEIGHT {
                let man = |color: Color| {
                    let place = windows.shows(window, square);
                    place.is_some_and(|place| board.men(color).has(squares[place]))
                };
                let expected = usize::from(man(Color::White)) + 2 * usize::from(man(Color::Black));
                assert_eq!(
                    digit(content, square),
                    expected,
                    "{board:?} window {window} square {square}"
                );
            }
        });
        windows.each(&mirrored(&board), |window, content, _| {
            assert_eq!(content, turned(seen[windows.count() - 1 - window]));
        });
    }
}

#[test]
fn weights_of_another_game_are_refused() {
    let windows = Windows::of(games::International.rules());
    let bytes = weights(&windows, &mut Chance::new(6)).write("international");
    assert!(Learned::read(games::International, &bytes).is_ok());
    assert_eq!(
        Learned::read(games::Killer, &bytes).err(),
        Some("not the weights of killer that this program can use".to_owned())
    );
}

#[test]
fn an_ending_that_more_pieces_do_not_win_counts_for_less() {
    // Three kings against one on the main road.
    let mut board = empty(games::International);
    let bit = |number: usize| games::International.tables().geometry.bit_of[number];
    for number in [1, 2, 3] {
        put(&mut board, bit(number), Color::White, true);
    }
    put(&mut board, bit(46), Color::Black, true);
    let mut off_the_road = board;
    off_the_road.pieces[1] = Bits::of(bit(47));
    off_the_road.kings = off_the_road.pieces[0] | off_the_road.pieces[1];
    put(&mut off_the_road, bit(4), Color::White, true);
    for judge in [
        Judge::of(games::International),
        Judge::Handmade(Handmade::new(games::International)),
    ] {
        let (held, lost) = (judge.judge(&board), judge.judge(&off_the_road));
        assert!(held.to_hundredths() * 4 < lost.to_hundredths(), "{held:?} {lost:?}");
    }
}
