//! Every position of a slice, in the order of its index.

use damier_rules::{Bits, Board, Variant};

use crate::combos::Combos;
use crate::index::{Index, Sets};

/// Walks over the positions of a slice, seen by the side to move, placement by placement of its men.
pub(crate) struct Walk<'a, V: Variant> {
    variant: V,
    index: &'a Index<V::Word>,
    own: Combos<V::Word>,
    other: Combos<V::Word>,
}

impl<'a, V: Variant> Walk<'a, V> {
    pub fn new(variant: V, index: &'a Index<V::Word>) -> Self {
        let board = variant.tables().board;
        let material = index.material();
        Walk {
            variant,
            index,
            own: Combos::new(board, material.own.kings.into()),
            other: Combos::new(board, material.other.kings.into()),
        }
    }

    /// Calls a function with each position of a placement of men and its number, White to move.
    pub fn placement(&self, placement: u64, mut visit: impl FnMut(u64, &Board<V>)) {
        let [own_men, other_men] = self.index.men(placement);
        let men = own_men | other_men;
        let mut at = placement * self.index.block();
        for &own_kings in &self.own.sets {
            if own_kings.meets(men) {
                continue;
            }
            for &other_kings in &self.other.sets {
                if other_kings.meets(men | own_kings) {
                    continue;
                }
                let sets = Sets {
                    own_men,
                    own_kings,
                    other_men,
                    other_kings,
                };
                visit(at, &sets.board(self.variant));
                at += 1;
            }
        }
    }
}
