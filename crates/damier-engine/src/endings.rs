//! Endings that need no search.

use std::fmt::Debug;

use damier_rules::draws::DrawRule;
use damier_rules::{Bits, Board, Move, Variant};
use damier_tables::probe::Quiet;
use damier_tables::{AnySet, Horizon, Set, Verdict, Wdl};

use crate::score::Score;
use crate::searchable::Searchable;

/// What is known of a position, for the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Known {
    Draw,
    /// In so many plies.
    Win(u32),
    Loss(u32),
    /// In nobody knows how many plies.
    Won,
    Lost,
}

/// Tables, as a search sees them.
pub trait Endings<P: Searchable>: Debug + Sync {
    /// Of a position in which nothing can be captured.
    fn quiet(&self, position: &P) -> Option<Known>;

    /// Every legal move with its score, the best first; `None` where one of them is not known with its distance.
    fn moves(&self, position: &P) -> Option<Vec<(P::Move, Score)>>;

    /// How many men are on the board.
    fn men(&self, position: &P) -> u32;

    /// How far their wins may be away under drawing rules, in the game of a position.
    fn horizon(&self, position: &P, draws: &[DrawRule]) -> Horizon;
}

impl<V, B> Endings<Board<V>> for Set<B>
where
    V: Variant<Word = B>,
    B: Bits,
{
    fn quiet(&self, position: &Board<V>) -> Option<Known> {
        if position.occupied().count() > u32::from(self.pieces()) {
            return None;
        }
        Some(match self.quiet_dtw(position)? {
            Quiet::Known(verdict) => match verdict.wdl() {
                Wdl::Draw => Known::Draw,
                Wdl::Win => Known::Win(verdict.plies().into()),
                Wdl::Loss => Known::Loss(verdict.plies().into()),
            },
            Quiet::Without(Wdl::Win) => Known::Won,
            Quiet::Without(_) => Known::Lost,
        })
    }

    fn moves(&self, position: &Board<V>) -> Option<Vec<(Move<B>, Score)>> {
        if position.occupied().count() > u32::from(self.pieces()) {
            return None;
        }
        let moves = Set::moves(self, position).ok()?;
        Some(moves.into_iter().map(|(m, verdict)| (m, score(verdict))).collect())
    }

    fn men(&self, position: &Board<V>) -> u32 {
        (position.occupied() & !position.kings).count()
    }

    fn horizon(&self, position: &Board<V>, draws: &[DrawRule]) -> Horizon {
        Horizon::of(position.variant, self, draws)
    }
}

/// The tables of a game chosen at run time, as a search of it sees them.
pub fn of<V: Variant>(tables: &AnySet) -> Option<&dyn Endings<Board<V>>> {
    let set = tables.of::<V::Word>()?;
    Some(set)
}

fn score(verdict: Verdict) -> Score {
    match verdict.wdl() {
        Wdl::Draw => Score::DRAW,
        Wdl::Win => Score::win_in(verdict.plies().into()),
        Wdl::Loss => Score::loss_in(verdict.plies().into()),
    }
}
