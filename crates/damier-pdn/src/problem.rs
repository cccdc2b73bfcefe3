//! What is wrong with a game, as data.

use std::fmt;

use damier_rules::saying::Saying;

/// What kind of problem.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Kind {
    /// A move that the rules forbid.
    Illegal,
    /// Several captures fit, and nothing that follows tells which was played.
    Ambiguous,
    /// A text that is no move.
    Unreadable,
    /// `- -`: the moves are not known.
    Unknown,
    /// The squares named on the way are not those of the only capture between these ends.
    Inexact,
    /// A set-up that is no position.
    Fen,
    /// The tags ask for a game that damier does not know, or that the moves are not of.
    GameType,
    /// Parentheses or braces without their partner.
    Structure,
    /// Something is too long to be kept.
    Limit,
    /// The result at the end contradicts the tag.
    Result,
}

impl Kind {
    pub const ALL: [Kind; 10] = [
        Kind::Illegal,
        Kind::Ambiguous,
        Kind::Unreadable,
        Kind::Unknown,
        Kind::Inexact,
        Kind::Fen,
        Kind::GameType,
        Kind::Structure,
        Kind::Limit,
        Kind::Result,
    ];

    pub const fn name(self) -> &'static str {
        match self {
            Kind::Illegal => "illegal",
            Kind::Ambiguous => "ambiguous",
            Kind::Unreadable => "unreadable",
            Kind::Unknown => "unknown",
            Kind::Inexact => "inexact",
            Kind::Fen => "fen",
            Kind::GameType => "gametype",
            Kind::Structure => "structure",
            Kind::Limit => "limit",
            Kind::Result => "result",
        }
    }

    /// Was something in the game not understood? Otherwise it is worth a remark only.
    pub const fn is_fault(self) -> bool {
        matches!(self, Kind::Illegal | Kind::Unreadable | Kind::Fen | Kind::Limit)
    }
}

/// Something wrong with a game of a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Problem {
    pub kind: Kind,
    /// Number of the game in its file, from 1.
    pub game: u64,
    /// Line of the file, from 1.
    pub line: u64,
    /// Plies of the main line before it; `None` where it is not about the main line.
    pub ply: Option<u32>,
    /// What is written there.
    pub text: String,
    pub reason: Saying,
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "game {}, line {}", self.game, self.line)?;
        if let Some(ply) = self.ply {
            write!(f, ", ply {}", ply + 1)?;
        }
        write!(f, ": {}", self.reason)
    }
}
