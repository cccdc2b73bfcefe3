//! How a game ended: by which rule, and for whom.

use crate::draws::{DrawRule, Kind};
use crate::piece::Color;
use crate::position::End;

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
}

impl Termination {
    pub const ALL: [Termination; 11] = [
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
        }
    }
}

impl From<End> for Termination {
    fn from(end: End) -> Termination {
        match end {
            End::NoPieces => Termination::NoPieces,
            End::NoMoves => Termination::NoMoves,
            End::FirstKing => Termination::FirstKing,
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
    pub reason: String,
}

impl Outcome {
    pub fn draw(rule: &DrawRule) -> Outcome {
        Outcome {
            termination: rule.kind.into(),
            winner: None,
            rule: rule.id,
            clause: rule.clause,
            reason: format!("draw: {}", rule.text),
        }
    }
}
