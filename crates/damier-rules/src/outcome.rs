//! How a game ended: by which rule, and for whom.

use crate::draws::{DrawRule, Kind};
use crate::explain::ended;
use crate::piece::Color;
use crate::position::End;
use crate::say;
use crate::saying::Saying;
use crate::twin::Verdict;

/// What ended a game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Termination {
    NoPieces,
    NoMoves,
    FirstKing,
    Repetition,
    KingMoves,
    Material,
    Balance,
    MainRoad,
    Agreement,
    Resignation,
    Time,
    /// Two games at once: the sum of both.
    Total,
}

impl Termination {
    pub const ALL: [Termination; 12] = [
        Termination::NoPieces,
        Termination::NoMoves,
        Termination::FirstKing,
        Termination::Repetition,
        Termination::KingMoves,
        Termination::Material,
        Termination::Balance,
        Termination::MainRoad,
        Termination::Agreement,
        Termination::Resignation,
        Termination::Time,
        Termination::Total,
    ];

    pub const fn name(self) -> &'static str {
        match self {
            Termination::NoPieces => "no_pieces",
            Termination::NoMoves => "no_moves",
            Termination::FirstKing => "first_king",
            Termination::Repetition => "repetition",
            Termination::KingMoves => "king_moves",
            Termination::Material => "material",
            Termination::Balance => "balance",
            Termination::MainRoad => "main_road",
            Termination::Agreement => "agreement",
            Termination::Resignation => "resignation",
            Termination::Time => "time",
            Termination::Total => "total",
        }
    }
}

impl From<End> for Termination {
    fn from(end: End) -> Termination {
        match end {
            End::NoPieces => Termination::NoPieces,
            End::NoMoves => Termination::NoMoves,
            End::FirstKing => Termination::FirstKing,
            End::Total => Termination::Total,
        }
    }
}

impl From<Kind> for Termination {
    fn from(kind: Kind) -> Termination {
        match kind {
            Kind::Repetition => Termination::Repetition,
            Kind::KingMoves => Termination::KingMoves,
            Kind::Material => Termination::Material,
            Kind::Balance => Termination::Balance,
            Kind::MainRoad => Termination::MainRoad,
        }
    }
}

/// How a game ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Outcome {
    pub termination: Termination,
    /// `None` for a draw.
    pub winner: Option<Color>,
    pub rule: &'static str,
    pub clause: &'static str,
    pub reason: Saying,
}

impl Outcome {
    /// Of one of two games at once.
    pub fn of_verdict(verdict: Verdict, clause: &'static str) -> Outcome {
        let (winner, reason) = match verdict {
            Verdict::Won(winner) => (Some(winner), ended(End::NoMoves, winner)),
            Verdict::Drawn => (None, say!("draw: this game ended before the other")),
        };
        Outcome {
            termination: match verdict {
                Verdict::Won(_) => Termination::NoMoves,
                Verdict::Drawn => Termination::Agreement,
            },
            winner,
            rule: "game_over",
            clause,
            reason,
        }
    }

    pub fn draw(rule: &DrawRule) -> Outcome {
        Outcome {
            termination: rule.kind.into(),
            winner: None,
            rule: rule.id,
            clause: rule.clause,
            reason: say!("draw: {rule}", rule = Saying::plain(rule.text)),
        }
    }
}
