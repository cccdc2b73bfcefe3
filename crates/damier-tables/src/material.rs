//! What stands on the board, and which endings a table of it needs.

use std::fmt;
use std::str::FromStr;

use damier_rules::rules::{Goal, Rules};
use damier_rules::{Board, Variant};

use crate::index::Sets;

/// The most pieces that a table can have.
pub const MOST_PIECES: u8 = 8;

/// Men and kings of one side.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Force {
    pub men: u8,
    pub kings: u8,
}

impl Force {
    pub const fn pieces(self) -> u8 {
        self.men + self.kings
    }
}

/// The side to move against the other one: the positions of one slice. Written `KKvM`, kings first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Material {
    pub own: Force,
    pub other: Force,
}

impl Material {
    pub const fn new(own: Force, other: Force) -> Material {
        Material { own, other }
    }

    pub const fn pieces(self) -> u8 {
        self.own.pieces() + self.other.pieces()
    }

    pub const fn men(self) -> u8 {
        self.own.men + self.other.men
    }

    /// Seen by the other side.
    #[must_use]
    pub const fn flip(self) -> Material {
        Material {
            own: self.other,
            other: self.own,
        }
    }

    /// The slice that a position belongs to.
    #[inline(always)]
    pub fn of<V: Variant>(board: &Board<V>) -> Material {
        Sets::of(board).material()
    }

    /// A number below [`Material::CODES`], another one for every slice.
    #[inline(always)]
    pub const fn code(self) -> usize {
        (self.own.men as usize) << 9
            | (self.own.kings as usize) << 6
            | (self.other.men as usize) << 3
            | self.other.kings as usize
    }

    pub const CODES: usize = 1 << 12;

    /// The slices of so many pieces that a game has tables for, each before those that need it: fewer men first. A slice
    /// and its flip stand together.
    pub fn all(rules: &Rules, pieces: u8) -> Vec<Material> {
        let mut all = Vec::new();
        for men in 0..=pieces {
            let mut forces = Vec::new();
            for own in 1..pieces {
                for own_men in 0..=own.min(men) {
                    let other_men = men - own_men;
                    if other_men <= pieces - own {
                        let own = Force {
                            men: own_men,
                            kings: own - own_men,
                        };
                        let other = Force {
                            men: other_men,
                            kings: pieces - own.pieces() - other_men,
                        };
                        forces.push(Material::new(own, other));
                    }
                }
            }
            for &material in &forces {
                if material.own >= material.other && material.is_possible(rules) {
                    all.push(material);
                    if material != material.flip() {
                        all.push(material.flip());
                    }
                }
            }
        }
        all
    }

    /// Does the position alone decide what may be played and who has won? A limit of king moves counts moves that the
    /// position does not tell, once a side has men beside a king; a game that the first king wins knows no ending with
    /// kings.
    pub fn is_possible(self, rules: &Rules) -> bool {
        let zone = rules.squares() - usize::from(rules.files) / if self.is_on_all(rules) { 1 } else { 2 };
        let fits = |force: Force| usize::from(force.men) <= zone && force.pieces() > 0 && force.pieces() < MOST_PIECES;
        let free = |force: Force| force.men == 0 || force.pieces() == 1;
        fits(self.own)
            && fits(self.other)
            && self.pieces() <= MOST_PIECES
            && usize::from(self.pieces()) <= rules.squares()
            && (rules.king_limit.is_none() || free(self.own) && free(self.other))
            && (rules.goal != Goal::FirstKing || self.own.kings + self.other.kings == 0)
    }

    fn is_on_all(self, rules: &Rules) -> bool {
        rules.surface == damier_rules::rules::Surface::All
    }

    /// One step from which other slices are reached: every slice that a move of the side to move can lead to, seen by the
    /// side that is then to move. The slice's own flip is not among them.
    pub fn successors(self, rules: &Rules) -> Vec<Material> {
        let mut found = Vec::new();
        for men in 0..=self.other.men {
            for kings in 0..=self.other.kings {
                for promoted in 0..=self.own.men.min(1) {
                    let next = Material {
                        own: Force { men, kings },
                        other: Force {
                            men: self.own.men - promoted,
                            kings: self.own.kings + promoted,
                        },
                    };
                    if next != self.flip() && next.own.pieces() > 0 && next.is_possible(rules) {
                        found.push(next);
                    }
                }
            }
        }
        found
    }
}

impl fmt::Display for Material {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let side = |force: Force| "K".repeat(force.kings.into()) + &"M".repeat(force.men.into());
        write!(f, "{}v{}", side(self.own), side(self.other))
    }
}

impl FromStr for Material {
    type Err = String;

    /// In any order of the letters.
    fn from_str(text: &str) -> Result<Material, String> {
        let wrong = || format!("{text:?} names no ending: write kings and men of both sides, as in KKvM");
        let (own, other) = text.split_once(['v', 'V']).ok_or_else(wrong)?;
        let force = |letters: &str| {
            let mut force = Force::default();
            for letter in letters.chars() {
                match letter {
                    'K' | 'k' => force.kings += 1,
                    'M' | 'm' => force.men += 1,
                    _ => return Err(wrong()),
                }
                if force.pieces() >= MOST_PIECES {
                    return Err(format!("{text:?}: tables go up to {MOST_PIECES} pieces"));
                }
            }
            if force.pieces() == 0 { Err(wrong()) } else { Ok(force) }
        };
        let material = Material::new(force(own)?, force(other)?);
        if material.pieces() > MOST_PIECES {
            return Err(format!("{text:?}: tables go up to {MOST_PIECES} pieces"));
        }
        Ok(material)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use damier_rules::AnyGame;

    fn rules(id: &str) -> &'static Rules {
        AnyGame::find(id).expect("a game").rules()
    }

    #[test]
    fn as_many_slices_as_there_are_forces() {
        for (pieces, count) in [(2, 4), (3, 12), (4, 25), (5, 44), (6, 70), (7, 104)] {
            let all = Material::all(rules("international"), pieces);
            assert_eq!(all.len(), count);
            for (place, material) in all.iter().enumerate() {
                assert_eq!(material.to_string().parse(), Ok(*material));
                for next in material.successors(rules("international")) {
                    assert!(
                        next.pieces() < pieces || all[..place].contains(&next),
                        "{material} needs {next}"
                    );
                }
            }
        }
    }

    #[test]
    fn only_what_the_position_decides() {
        let frisian: Vec<String> = Material::all(rules("frisian"), 3)
            .iter()
            .map(Material::to_string)
            .collect();
        assert_eq!(frisian, ["KKvK", "KvKK", "MvKK", "KKvM"].map(String::from));
        let breakthrough: Vec<String> = Material::all(rules("breakthrough"), 3)
            .iter()
            .map(Material::to_string)
            .collect();
        assert_eq!(breakthrough, ["MMvM", "MvMM"].map(String::from));
    }

    #[test]
    fn names_that_say_nothing_are_refused() {
        for name in ["", "K", "Kv", "vK", "KxK", "KvKvK", "KKKKKKKKvK", "KKKKvKKKKK"] {
            assert!(name.parse::<Material>().is_err(), "{name}");
        }
    }
}
