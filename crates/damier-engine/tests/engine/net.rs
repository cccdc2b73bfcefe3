//! Nets.

use crate::common::{Chance, mirrored, positions};
use damier_engine::eval::net::{Notes, head_of, rows};
use damier_engine::eval::parameters::{HEADS, Head, LINE_ONE, ONE, Parameters, SQUARE_ONE, Shape, Sight, WIDTHS};
use damier_engine::eval::terms::Terms;
use damier_engine::eval::{Brought, Net, Sums, endings::Fortress, shipped};
use damier_engine::{Evaluate, Judge};
use damier_rules::{Bits, Board, Color, Variant, for_each_game, games};

/// Numbers by chance.
fn parameters<V: Variant>(variant: V, sight: Sight, width: usize, chance: &mut Chance) -> Parameters {
    let mut some = |count: usize, bound: usize| -> Vec<i16> {
        (0..count)
            .map(|_| chance.below(2 * bound + 1) as i16 - bound as i16)
            .collect()
    };
    let rows = rows(variant.rules(), sight);
    Parameters {
        shape: Shape { sight, width, rows },
        unit: 80.0,
        data: 7,
        bias: some(width, 200),
        rows: some(2 * width * rows, 40),
        heads: (0..HEADS)
            .map(|head| Head {
                squares: some(2 * width, 60),
                lines: some(2 * width, 300),
                bias: 1000 * head as i32,
            })
            .collect(),
    }
}

/// What a net says of a position, reckoned from its numbers without haste.
fn plainly<V: Variant>(board: &Board<V>, parameters: &Parameters) -> f64 {
    let Shape { sight, width, .. } = parameters.shape;
    let (rules, mut notes) = (board.variant.rules(), Notes::default());
    notes.take(&Terms::of(board.variant), board, sight, false);
    let number = |row: u32, index: usize| f64::from(parameters.rows[2 * width * row as usize + index]);
    let sum = |color: Color, index: usize| {
        let own = color == Color::White;
        let mut sum = f64::from(parameters.bias[index]);
        for (rows, mine) in [(&notes.same, own), (&notes.turned, !own), (&notes.both, true)] {
            for &row in &**rows {
                sum += number(row, if mine { index } else { width + index });
            }
        }
        for &(row, count) in &*notes.terms {
            sum += f64::from(count) * number(row, index) * if own { 1.0 } else { -1.0 };
        }
        sum / f64::from(ONE)
    };
    let head = &parameters.heads[head_of(rules, board.occupied().count())];
    let mut output = f64::from(head.bias) / f64::from(ONE * ONE * SQUARE_ONE);
    for (side, color) in [board.turn, board.turn.opposite()].into_iter().enumerate() {
        for index in 0..width {
            let (sum, place) = (sum(color, index), side * width + index);
            output += sum.clamp(0.0, 1.0).powi(2) * f64::from(head.squares[place]) / f64::from(SQUARE_ONE);
            output += sum * f64::from(head.lines[place]) / f64::from(LINE_ONE);
        }
    }
    let ahead = if output > 0.0 {
        board.turn
    } else {
        board.turn.opposite()
    };
    f64::from(parameters.unit) * output / f64::from(Fortress::of(rules).divisor(board, ahead))
}

fn nets<V: Variant>(variant: V) -> Vec<(Parameters, Net<V::Word>)> {
    let mut chance = Chance::new(11);
    let shapes = [(Sight::Squares, 64), (Sight::Patterns, 16), (Sight::Patterns, 32)];
    shapes
        .into_iter()
        .map(|(sight, width)| {
            let parameters = parameters(variant, sight, width, &mut chance);
            let net = Net::of(variant, &parameters);
            (parameters, net)
        })
        .collect()
}

/// Sums that follow from those of the position before are those of the position alone; what is seen twice over, with
/// the colours swapped, is worth the same; and the score is what the numbers say.
fn a_net_says_what_its_numbers_say<V: Variant>(variant: V) {
    for (parameters, net) in nets(variant) {
        let mut memory = Sums::default();
        for board in positions(variant, 60, &mut Chance::new(12)) {
            let alone = net.judge(&board);
            assert_eq!(
                net.evaluate(&board, &mut memory),
                alone,
                "incremental equals refresh: {board:?}"
            );
            assert_eq!(net.judge(&mirrored(&board)), alone, "{board:?}");
            let plain = plainly(&board, &parameters).clamp(-9000.0, 9000.0);
            let apart = plain - f64::from(alone.to_hundredths());
            assert!(
                apart.abs() <= 1.0 + plain.abs() / 1000.0,
                "{board:?}: {plain} and {alone:?}"
            );
        }
    }
}

#[test]
fn nets_of_every_game_say_what_their_numbers_say() {
    macro_rules! check {
        ($($game:ident, $rules:path, $word:ty;)*) => {
            $(a_net_says_what_its_numbers_say(games::$game);)*
        };
    }
    for_each_game!(check);
}

#[test]
fn a_net_comes_back_from_its_file_and_damage_is_noticed() {
    let parameters = parameters(games::Russian, Sight::Squares, WIDTHS[0], &mut Chance::new(3));
    let bytes = parameters.write("russian").expect("memory");
    let rows = |sight| rows(games::Russian.rules(), sight);
    assert_eq!(Parameters::read(&bytes, "russian", rows), Ok(parameters));
    for at in (0..bytes.len()).step_by(7) {
        let mut damaged = bytes.clone();
        damaged[at] ^= 1;
        assert!(Parameters::read(&damaged, "russian", rows).is_err(), "byte {at}");
        assert!(Parameters::read(&bytes[..at], "russian", rows).is_err(), "{at} bytes");
        assert!(Brought::read(&bytes[..at]).is_err(), "{at} bytes");
    }
    assert_eq!(
        Parameters::read(&bytes, "poddavki", rows).err(),
        Some("not a net for poddavki that this program can use".to_owned())
    );
}

#[test]
fn a_net_that_is_brought_judges_its_own_game_alone() {
    let parameters = parameters(games::Russian, Sight::Squares, 64, &mut Chance::new(4));
    let bytes = parameters.write("russian").expect("memory");
    let brought = Brought::read(&bytes).expect("a net");
    let judge = brought.judge(games::Russian).expect("a net for this game");
    let board = Board::start(games::Russian);
    assert_eq!(judge.judge(&board), Net::of(games::Russian, &parameters).judge(&board));
    assert!(brought.judge(games::Poddavki).is_none());
}

#[test]
fn every_net_that_is_shipped_is_whole() {
    macro_rules! check {
        ($($game:ident, $rules:path, $word:ty;)*) => {
            for (id, bytes) in shipped::nets() {
                $(
                    if id == $rules.id {
                        let net = Net::<$word>::read(games::$game, bytes);
                        assert!(net.is_ok(), "{id}: {:?}", net.err());
                        assert!(matches!(Judge::of(games::$game), Judge::Net(_)), "{id}");
                    }
                )*
                assert!(games::ALL.iter().any(|rules| rules.id == id), "{id}");
            }
        };
    }
    for_each_game!(check);
}
