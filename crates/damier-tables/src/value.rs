//! What a position is worth when both sides play their best.

use damier_rules::rules::{Goal, Rules};

/// Win, draw or loss for the side to move.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(i8)]
pub enum Wdl {
    Loss = -1,
    Draw = 0,
    Win = 1,
}

impl Wdl {
    /// For the other side.
    #[must_use]
    pub const fn flip(self) -> Wdl {
        match self {
            Wdl::Loss => Wdl::Win,
            Wdl::Draw => Wdl::Draw,
            Wdl::Win => Wdl::Loss,
        }
    }
}

/// A value with its distance in plies: up to the end of the game (DTW) or up to the next conversion (DTC).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Verdict(u16);

const LOST: u16 = 1 << 15;
/// The longest distance that a verdict holds.
pub const LONGEST: u16 = LOST - 3;

impl Verdict {
    pub const DRAW: Verdict = Verdict(0);
    /// Not known yet, in a build.
    pub(crate) const UNKNOWN: Verdict = Verdict(LOST - 1);

    #[inline(always)]
    pub const fn win(plies: u16) -> Verdict {
        Verdict(plies + 1)
    }

    #[inline(always)]
    pub const fn loss(plies: u16) -> Verdict {
        Verdict((plies + 1) | LOST)
    }

    /// The side to move cannot move.
    #[inline(always)]
    pub const fn stuck(rules: &Rules) -> Verdict {
        match rules.goal {
            Goal::Misere => Verdict::win(0),
            Goal::Block | Goal::FirstKing => Verdict::loss(0),
        }
    }

    #[inline(always)]
    pub const fn is_draw(self) -> bool {
        self.0 == 0
    }

    #[inline(always)]
    pub const fn is_loss(self) -> bool {
        self.0 & LOST != 0
    }

    #[inline(always)]
    pub const fn is_win(self) -> bool {
        !self.is_draw() && !self.is_loss()
    }

    /// Of a win or a loss.
    #[inline(always)]
    pub const fn plies(self) -> u16 {
        (self.0 & !LOST).saturating_sub(1)
    }

    #[inline(always)]
    pub const fn wdl(self) -> Wdl {
        if self.is_draw() {
            Wdl::Draw
        } else if self.is_loss() {
            Wdl::Loss
        } else {
            Wdl::Win
        }
    }

    /// Positive for a win, negative for a loss, 0 for a draw; a side that is stuck and has lost has -0, so that plies are
    /// told one too many by those who must tell it apart. See [`Verdict::wdl`].
    pub const fn signed(self) -> i32 {
        let plies = self.plies() as i32;
        if self.is_loss() { -plies } else { plies }
    }

    #[inline(always)]
    pub(crate) const fn raw(self) -> u16 {
        self.0
    }

    /// Plies plus one whoever wins, 0 for a draw.
    #[inline(always)]
    pub(crate) const fn code(self) -> u16 {
        self.0 & !LOST
    }

    /// What was never found out is a draw.
    #[inline(always)]
    pub(crate) const fn or_draw(self) -> Verdict {
        if self.0 == Verdict::UNKNOWN.0 {
            Verdict::DRAW
        } else {
            self
        }
    }

    #[inline(always)]
    pub(crate) const fn from_raw(raw: u16) -> Verdict {
        Verdict(raw)
    }

    /// From a count of plies whose parity tells who has won: the winner makes the last ply before the end, or the end is a
    /// side that is stuck and has won.
    #[inline(always)]
    pub(crate) const fn from_parity(plies: u16, odd_wins: bool) -> Verdict {
        if (plies % 2 == 1) == odd_wins {
            Verdict::win(plies)
        } else {
            Verdict::loss(plies)
        }
    }
}

/// Does an odd number of plies mean a win for the side to move?
pub(crate) const fn odd_wins(rules: &Rules) -> bool {
    !matches!(rules.goal, Goal::Misere)
}

/// The best of what moves lead to, as the mover sees it: a short win before a long one, a long loss before a short one.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Best {
    /// Plies of the shortest win.
    pub win: u16,
    pub draw: bool,
    /// Plies of the longest loss, 0 where there is none.
    pub loss: u16,
}

impl Best {
    pub const NOTHING: Best = Best {
        win: u16::MAX,
        draw: false,
        loss: 0,
    };

    /// A move leads to a position that is worth so much to the other side. Where only the next conversion counts the move
    /// is one itself.
    #[inline(always)]
    pub fn add(&mut self, after: Verdict, conversion: bool) {
        if after.is_draw() {
            self.draw = true;
        } else {
            let plies = if conversion { 1 } else { after.plies() + 1 };
            if after.is_loss() {
                self.win = self.win.min(plies);
            } else {
                self.loss = self.loss.max(plies);
            }
        }
    }

    #[inline(always)]
    pub fn is_won(&self) -> bool {
        self.win != u16::MAX
    }

    /// `None` where there was no move.
    #[inline(always)]
    pub fn verdict(&self) -> Option<Verdict> {
        if self.is_won() {
            Some(Verdict::win(self.win))
        } else if self.draw {
            Some(Verdict::DRAW)
        } else if self.loss > 0 {
            Some(Verdict::loss(self.loss))
        } else {
            None
        }
    }
}
