//! All placements of so many kings on a board, and where one of them leads when a king leaves or comes.

use damier_rules::Bits;

use crate::index::{BINOMIAL, rank};

/// The sets of `size` squares of a board, numbered from White's chair.
#[derive(Debug)]
pub(crate) struct Combos<B> {
    size: usize,
    pub sets: Vec<B>,
    /// The sets in the order of Black's chair.
    pub turned: Vec<u32>,
    /// The set of one square less, for each set and each of its squares, lowest first.
    remove: Vec<u32>,
    /// The set of this size, for each set of one square less and each bit.
    insert: Vec<u32>,
    width: usize,
}

impl<B: Bits> Combos<B> {
    pub fn new(board: B, size: usize) -> Combos<B> {
        let squares: Vec<u8> = board.each().collect();
        let count = BINOMIAL[squares.len()][size] as usize;
        let mut sets = vec![B::EMPTY; count];
        subsets(&squares, size, &mut |set| {
            sets[rank::<B, true>(set, board) as usize] = set;
        });
        let mut turned = vec![0; count];
        for (place, &set) in sets.iter().enumerate() {
            turned[rank::<B, false>(set, board) as usize] = place as u32;
        }
        let width = usize::from(board.last()) + 1;
        let (mut remove, mut insert) = (vec![0; count * size], Vec::new());
        if size > 0 {
            insert = vec![0; BINOMIAL[squares.len()][size - 1] as usize * width];
            for (place, &set) in sets.iter().enumerate() {
                for (nth, bit) in set.each().enumerate() {
                    let rest = rank::<B, true>(set & !B::of(bit), board) as usize;
                    remove[place * size + nth] = rest as u32;
                    insert[rest * width + usize::from(bit)] = place as u32;
                }
            }
        }
        Combos {
            size,
            sets,
            turned,
            remove,
            insert,
            width,
        }
    }

    #[inline(always)]
    pub fn len(&self) -> usize {
        self.sets.len()
    }

    #[inline(always)]
    pub fn without(&self, place: usize, nth: usize) -> usize {
        self.remove[place * self.size + nth] as usize
    }

    #[inline(always)]
    pub fn with(&self, rest: usize, bit: u8) -> usize {
        self.insert[rest * self.width + usize::from(bit)] as usize
    }
}

fn subsets<B: Bits>(squares: &[u8], size: usize, visit: &mut impl FnMut(B)) {
    fn go<B: Bits>(squares: &[u8], size: usize, set: B, visit: &mut impl FnMut(B)) {
        if size == 0 {
            return visit(set);
        }
        for (place, &bit) in squares.iter().enumerate() {
            go(&squares[place + 1..], size - 1, set | B::of(bit), visit);
        }
    }
    go(squares, size, B::EMPTY, visit);
}
