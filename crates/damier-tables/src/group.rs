//! The positions that are solved together: those that can turn into each other, whoever is to move.

use std::collections::HashMap;
use std::sync::Arc;

use damier_rules::geometry::Tables;
use damier_rules::rules::{Rules, compass};
use damier_rules::{Bits, Color, Variant};

use crate::combos::Combos;
use crate::material::Material;
use crate::slice::{Shelf, Slice};

/// What a distance counts up to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Goal {
    End,
    Conversion,
}

/// Which steps of men stay in their group.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Stays {
    /// Men always go forward, or there are none.
    Never,
    /// They go sideways too.
    OnItsRow,
    /// They can come back from anywhere.
    Always,
}

impl Stays {
    pub fn of(rules: &Rules, material: Material) -> Stays {
        let has = |direction| rules.man_steps.has(direction, Color::White);
        if material.men() == 0 {
            Stays::Never
        } else if has(compass::SE) || has(compass::S) || has(compass::SW) {
            Stays::Always
        } else if has(compass::E) || has(compass::W) {
            Stays::OnItsRow
        } else {
            Stays::Never
        }
    }
}

/// The slices that are being built: White to move, Black to move. The same one twice where the sides have equal forces.
pub(crate) struct Pair<B> {
    pub slices: [Arc<Slice<B>>; 2],
}

impl<B: Bits> Pair<B> {
    pub fn is_symmetric(&self) -> bool {
        Arc::ptr_eq(&self.slices[0], &self.slices[1])
    }
}

/// Positions with the men in some places and the kings anywhere.
pub(crate) struct Group<'a, V: Variant> {
    pub variant: V,
    pub shelf: &'a Shelf<V::Word>,
    pub pair: &'a Pair<V::Word>,
    pub kings: [&'a Combos<V::Word>; 2],
    pub goal: Goal,
    pub stays: Stays,
    /// White's men and Black's men.
    pub placements: Vec<[V::Word; 2]>,
    /// Where there is more than one placement: which one it is.
    numbers: HashMap<[V::Word; 2], usize>,
}

impl<'a, V: Variant> Group<'a, V> {
    pub fn new(
        variant: V,
        shelf: &'a Shelf<V::Word>,
        pair: &'a Pair<V::Word>,
        kings: [&'a Combos<V::Word>; 2],
        goal: Goal,
    ) -> Self {
        Group {
            variant,
            shelf,
            pair,
            kings,
            goal,
            stays: Stays::of(variant.rules(), pair.slices[0].material()),
            placements: Vec::new(),
            numbers: HashMap::new(),
        }
    }

    pub fn tables(&self) -> &'static Tables<V::Word> {
        self.variant.tables()
    }

    /// Takes other placements.
    pub fn begin(&mut self, placements: &[[V::Word; 2]]) {
        self.placements.clear();
        self.placements.extend_from_slice(placements);
        self.numbers.clear();
        if placements.len() > 1 {
            self.numbers
                .extend(placements.iter().enumerate().map(|(number, &men)| (men, number)));
        }
    }

    /// Do all men stay where they are? Then nothing is left to do where there are no kings.
    #[inline(always)]
    pub fn men_stay(&self) -> bool {
        self.stays == Stays::Never
    }

    /// Positions with the men of one placement and either side to move, those included in which pieces stand on each other.
    pub fn block(&self) -> usize {
        self.kings[0].len() * self.kings[1].len()
    }

    /// The placement with these men, if it is one of the others.
    pub fn number(&self, men: [V::Word; 2]) -> Option<usize> {
        self.numbers.get(&men).copied()
    }

    /// Are Black's positions of a placement those of White to move in this group, turned?
    pub fn is_image(&self, number: usize) -> bool {
        let index = &self.pair.slices[0].index;
        let [white, black] = self.placements[number];
        self.pair.is_symmetric()
            && (!self.men_stay() || index.placement::<true>(white, black) == index.placement::<false>(black, white))
    }
}
