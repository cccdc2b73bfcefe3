//! How good a position is for the side to move.

use std::ops::Neg;

/// The score of a game that is won now; every ply before the win takes one off.
const WON: i32 = 30_000;
/// More plies than a search goes deep, so that no evaluation looks like a win.
const MOST_PLIES: i32 = 1_000;

/// Hundredths of a man, or a win or a loss in so many plies, for the side to move.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Score(i32);

impl Score {
    pub const DRAW: Score = Score(0);
    /// Above every score; its negative is below every score.
    pub const INFINITE: Score = Score(WON + 1);

    /// The side to move has won when so many plies have been played.
    pub const fn win_in(plies: u32) -> Score {
        let plies = if plies < MOST_PLIES as u32 {
            plies as i32
        } else {
            MOST_PLIES
        };
        Score(WON - plies)
    }

    /// The side to move has lost when so many plies have been played.
    pub const fn loss_in(plies: u32) -> Score {
        Score(-Score::win_in(plies).0)
    }

    /// An estimate, kept clear of the scores that prove something.
    pub const fn hundredths(hundredths: i32) -> Score {
        let most = WON - MOST_PLIES - 1;
        if hundredths > most {
            Score(most)
        } else if hundredths < -most {
            Score(-most)
        } else {
            Score(hundredths)
        }
    }

    /// The number itself: wins and losses lie beyond every estimate.
    pub const fn to_hundredths(self) -> i32 {
        self.0
    }

    pub const fn is_win(self) -> bool {
        self.0 >= WON - MOST_PLIES
    }

    pub const fn is_loss(self) -> bool {
        self.0 <= MOST_PLIES - WON
    }

    /// A proven win or loss.
    pub const fn is_decisive(self) -> bool {
        self.is_win() || self.is_loss()
    }

    /// Plies until the game is over, where the score is a proven win or loss.
    pub const fn plies_to_end(self) -> Option<u32> {
        if self.is_decisive() {
            Some((WON - self.0.abs()).unsigned_abs())
        } else {
            None
        }
    }

    /// So much better, for windows around a score.
    #[must_use]
    pub(crate) const fn plus(self, hundredths: i32) -> Score {
        let sum = self.0.saturating_add(hundredths);
        let most = Score::INFINITE.0;
        Score(if sum > most {
            most
        } else if sum < -most {
            -most
        } else {
            sum
        })
    }

    /// A win so many plies from the root, as seen from a node that many plies on: what the table keeps.
    #[must_use]
    pub(crate) const fn at_node(self, ply: usize) -> Score {
        if self.is_win() {
            Score(self.0 + ply as i32)
        } else if self.is_loss() {
            Score(self.0 - ply as i32)
        } else {
            self
        }
    }

    /// Every score fits sixteen bits.
    pub(crate) const fn to_stored(self) -> i16 {
        self.0 as i16
    }

    pub(crate) const fn from_stored(stored: i16) -> Score {
        Score(stored as i32)
    }

    /// The reverse of [`Score::at_node`].
    #[must_use]
    pub(crate) const fn at_root(self, ply: usize) -> Score {
        if self.is_win() {
            Score(self.0 - ply as i32)
        } else if self.is_loss() {
            Score(self.0 + ply as i32)
        } else {
            self
        }
    }
}

impl Neg for Score {
    type Output = Score;

    #[inline(always)]
    fn neg(self) -> Score {
        Score(-self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nearer_wins_are_better_and_farther_losses_too() {
        assert!(Score::win_in(3) > Score::win_in(5));
        assert!(Score::loss_in(5) > Score::loss_in(3));
        assert!(Score::win_in(u32::MAX) > Score::hundredths(i32::MAX));
        assert!(Score::hundredths(i32::MIN) > Score::loss_in(u32::MAX));
        assert!(Score::INFINITE > Score::win_in(0));
        assert_eq!(-Score::win_in(4), Score::loss_in(4));
        assert_eq!(Score::win_in(7).plies_to_end(), Some(7));
        assert_eq!(Score::loss_in(8).plies_to_end(), Some(8));
        assert_eq!(Score::DRAW.plies_to_end(), None);
    }

    #[test]
    fn the_table_keeps_distances_from_its_node() {
        for score in [Score::win_in(9), Score::loss_in(9), Score::hundredths(42)] {
            assert_eq!(score.at_node(4).at_root(4), score);
        }
        assert_eq!(Score::win_in(9).at_node(4), Score::win_in(5));
        assert_eq!(Score::loss_in(9).at_node(4), Score::loss_in(5));
    }
}
