//! Nets.

use crate::common::{Chance, mirrored, positions, turned_towers, walks};
use damier_engine::eval::net::{Notes, head_of, rows};
use damier_engine::eval::parameters::{HEADS, Head, LINE_ONE, ONE, Parameters, SQUARE_ONE, Shape, Sight, WIDTHS};
use damier_engine::eval::terms::Terms;
use damier_engine::eval::{Brought, Net, Sums, endings::Fortress, shipped};
use damier_engine::{Evaluate, HandmadeTowers, Judge, TowerJudge};
use damier_rules::stack::{Pack, Stack};
use damier_rules::{Bits, Board, Color, Towers, Variant, for_each_game, for_each_tower_game, games};

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
    let mut notes = Notes::default();
    notes.take(&Terms::of(board.variant), board, parameters.shape.sight, false);
    let output = output(board, &notes, parameters);
    let ahead = if output > 0.0 {
        board.turn
    } else {
        board.turn.opposite()
    };
    output / f64::from(Fortress::of(board.variant.rules()).divisor(board, ahead))
}

/// What the numbers of a net make of notes, in hundredths.
fn output<V: Variant>(board: &Board<V>, notes: &Notes, parameters: &Parameters) -> f64 {
    let (rules, width) = (board.variant.rules(), parameters.shape.width);
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
    f64::from(parameters.unit) * output
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

/// The same of towers, whatever was judged before.
fn a_net_says_of_towers_what_its_numbers_say<V: Variant>(variant: V) {
    for (parameters, net) in nets(variant) {
        let mut memory = Sums::default();
        let mut tall = 0;
        for towers in walks(variant, 12, &mut Chance::new(13)) {
            let alone = net.judge(&towers);
            assert_eq!(net.evaluate(&towers, &mut memory), alone, "{towers:?}");
            assert_eq!(net.judge(&turned_towers(&towers)), alone, "{towers:?}");
            let mut notes = Notes::default();
            notes.take_towers(&Terms::of(variant), &towers, parameters.shape.sight, false);
            let plain = output(&towers.tops, &notes, &parameters).clamp(-9000.0, 9000.0);
            let apart = plain - f64::from(alone.to_hundredths());
            assert!(
                apart.abs() <= 1.0 + plain.abs() / 1000.0,
                "{towers:?}: {plain} and {alone:?}"
            );
            // Flat notes are not all: what lies below is seen.
            tall += usize::from(towers.tall.count() > 0 && net.judge(&flattened(&towers)) != alone);
        }
        assert!(tall > 100, "{tall} positions with towers");
    }
    let hand = HandmadeTowers::new(variant);
    for towers in walks(variant, 4, &mut Chance::new(14)) {
        assert_eq!(hand.judge(&turned_towers(&towers)), hand.judge(&towers), "{towers:?}");
    }
}

/// The tops alone.
fn flattened<V: Variant>(towers: &Towers<V>) -> Towers<V> {
    let tops = &towers.tops;
    let alone = |bit: u8| (tops.piece_at(bit).expect("an occupied square"), Stack::EMPTY);
    let squares = tops.occupied();
    Towers::of(tops.variant, squares, Pack::of(squares, alone), tops.turn)
}

#[test]
fn nets_say_of_towers_what_their_numbers_say() {
    macro_rules! check {
        ($($game:ident, $rules:path, $word:ty;)*) => {
            $(a_net_says_of_towers_what_its_numbers_say(games::$game);)*
        };
    }
    for_each_tower_game!(check);
}

#[test]
fn a_net_for_towers_judges_its_own_game_alone() {
    let parameters = parameters(games::Bashni, Sight::Squares, 16, &mut Chance::new(4));
    let bytes = parameters.write("bashni").expect("memory");
    let brought = Brought::read(&bytes).expect("a net");
    let judge = brought.tower_judge(games::Bashni).expect("a net for this game");
    let start = Towers::start(games::Bashni);
    assert_eq!(judge.judge(&start), Net::of(games::Bashni, &parameters).judge(&start));
    assert!(brought.tower_judge(games::Lasca).is_none());
    assert!(brought.judge(games::Russian).is_none());
    for at in (0..bytes.len()).step_by(97) {
        let mut damaged = bytes.clone();
        damaged[at] ^= 1;
        assert!(Brought::read(&damaged).is_err(), "byte {at}");
        assert!(Brought::read(&bytes[..at]).is_err(), "{at} bytes");
    }
    // A net of the flat game with as many squares has other rows.
    assert!(Net::<u64>::read(games::Russian, &bytes).is_err());
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

/// No game is judged by hand.
#[test]
fn every_game_has_learned() {
    macro_rules! flat {
        ($($game:ident, $rules:path, $word:ty;)*) => {
            $(assert!(matches!(Judge::of(games::$game), Judge::Net(_)), "{}", $rules.id);)*
        };
    }
    macro_rules! towers {
        ($($game:ident, $rules:path, $word:ty;)*) => {
            $(assert!(matches!(TowerJudge::of(games::$game), TowerJudge::Net(_)), "{}", $rules.id);)*
        };
    }
    for_each_game!(flat);
    for_each_tower_game!(towers);
    let halves = damier_rules::AnyGame::Vigman.halves().expect("two games");
    for half in halves {
        damier_rules::with_board!(&damier_rules::AnyBoard::start(half),
            board => assert!(matches!(Judge::of(board.variant), Judge::Net(_)), "{}", half.rules().id),
            _towers => panic!("no game with towers"),
            _pair => panic!("no two games")
        );
    }
}
