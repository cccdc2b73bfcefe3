//! What the tests share: positions from text, positions and moves by chance.

use damier_rules::board::KingRun;
use damier_rules::rules::{Goal, Numbering};
use damier_rules::stack::{Pack, Stack};
use damier_rules::zobrist::mix;
use damier_rules::{Bits, Board, Color, Piece, Position, Towers, Variant};

/// A position in the letters of FEN, without ranges: `W:W31,K32:B1`, standard numbers.
pub fn place<V: Variant>(variant: V, fen: &str) -> Board<V> {
    let mut board = empty(variant);
    let mut fields = fen.split(':');
    board.turn = color(fields.next().expect("a side to move"));
    for field in fields {
        let side = color(field);
        for square in field[1..].split(',').filter(|square| !square.is_empty()) {
            let (king, number) = square
                .strip_prefix('K')
                .map_or((false, square), |number| (true, number));
            let number = number.parse().expect("a square number");
            let geometry = &variant.tables().geometry;
            let bit = geometry
                .bit(variant.rules(), Numbering::Standard, number)
                .expect("a square of the board");
            put(&mut board, bit, side, king);
        }
    }
    board
}

pub fn empty<V: Variant>(variant: V) -> Board<V> {
    let none = V::Word::EMPTY;
    Board {
        variant,
        pieces: [none; 2],
        kings: none,
        turn: Color::White,
        runs: [KingRun::default(); 2],
    }
}

pub fn put<V: Variant>(board: &mut Board<V>, bit: u8, color: Color, king: bool) {
    let square = V::Word::of(bit);
    board.pieces[color.index()] |= square;
    if king {
        board.kings |= square;
    }
}

fn color(field: &str) -> Color {
    if field.starts_with('W') {
        Color::White
    } else {
        Color::Black
    }
}

/// Numbers by chance, the same in every run.
pub struct Chance(u64);

impl Chance {
    pub fn new(seed: u64) -> Chance {
        Chance(mix(seed + 1))
    }

    pub fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(1);
        (mix(self.0) % bound as u64) as usize
    }

    pub fn choose<T: Copy>(&mut self, among: &[T]) -> T {
        among[self.below(among.len())]
    }
}

/// So many men and kings of White and of Black on squares by chance, no man on its king row.
pub fn scatter<V: Variant>(variant: V, forces: [(usize, usize); 2], chance: &mut Chance) -> Board<V> {
    let mut board = empty(variant);
    for (side, (men, kings)) in Color::BOTH.into_iter().zip(forces) {
        for piece in 0..men + kings {
            let king = piece >= men;
            loop {
                let squares: Vec<u8> = board.empty().each().collect();
                let bit = chance.choose(&squares);
                if king || !variant.tables().king_row[side.index()].has(bit) {
                    put(&mut board, bit, side, king);
                    break;
                }
            }
        }
    }
    board.turn = chance.choose(&Color::BOTH);
    board
}

/// Positions of all kinds, legal or hardly so.
pub fn positions<V: Variant>(variant: V, count: usize, chance: &mut Chance) -> Vec<Board<V>> {
    let rules = variant.rules();
    let most = rules.squares() / 4;
    let kings = |chance: &mut Chance| match rules.goal {
        Goal::FirstKing => 0,
        _ => chance.below(2) * chance.below(most),
    };
    let mut boards: Vec<Board<V>> = (0..count)
        .map(|_| {
            let forces = [0; 2].map(|_: usize| (chance.below(most + 1), kings(chance)));
            scatter(variant, forces, chance)
        })
        .collect();
    boards.push(Board::start(variant));
    boards.push(empty(variant));
    // A board full of one kind of piece.
    for (color, king) in [
        (Color::White, false),
        (Color::White, true),
        (Color::Black, false),
        (Color::Black, true),
    ] {
        let mut board = empty(variant);
        for bit in variant.tables().board.each() {
            put(&mut board, bit, color, king);
        }
        boards.push(board);
    }
    boards
}

/// Colours swapped and the board turned by 180 degrees.
pub fn mirrored<V: Variant>(board: &Board<V>) -> Board<V> {
    let (rules, geometry) = (board.variant.rules(), &board.variant.tables().geometry);
    let turn = |bit: u8| geometry.bit_of[rules.squares() + 1 - usize::from(geometry.number_of[usize::from(bit)])];
    let turned = |set: V::Word| set.each().fold(V::Word::EMPTY, |all, bit| all | V::Word::of(turn(bit)));
    Board {
        pieces: [turned(board.pieces[1]), turned(board.pieces[0])],
        kings: turned(board.kings),
        turn: board.turn.opposite(),
        ..*board
    }
}

/// The positions of so many games with towers, by chance.
pub fn walks<V: Variant>(variant: V, games: usize, chance: &mut Chance) -> Vec<Towers<V>> {
    let (mut all, mut moves) = (Vec::new(), Vec::new());
    for _ in 0..games {
        let mut towers = Towers::start(variant);
        for _ in 0..80 {
            all.push(towers);
            towers.legal_moves(&mut moves);
            if moves.is_empty() {
                break;
            }
            towers = towers.play(chance.choose(&moves));
        }
    }
    all
}

/// Colours swapped and the board turned by 180 degrees, with all that lies below.
pub fn turned_towers<V: Variant>(towers: &Towers<V>) -> Towers<V> {
    let tops = mirrored(&towers.tops);
    let (rules, geometry) = (tops.variant.rules(), &tops.variant.tables().geometry);
    let swapped = |piece: Piece| Piece {
        color: piece.color.opposite(),
        ..piece
    };
    let squares = tops.occupied();
    let pack = Pack::of(squares, |bit| {
        let from = geometry.bit_of[rules.squares() + 1 - usize::from(geometry.number_of[usize::from(bit)])];
        let top = towers.tops.piece_at(from).expect("an occupied square");
        let below = Stack::of(towers.below(from).each().map(swapped)).expect("room");
        (swapped(top), below)
    });
    Towers::of(tops.variant, squares, pack, tops.turn)
}
