//! Every rule that differs between draughts games, as data. A game is one value of [`Rules`] (see [`crate::games`]).

use crate::draws::Profile;
use crate::piece::Color;

/// A set of the eight compass directions, seen from the moving side: `N` is forward.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Directions(pub u8);

/// Index of a direction: clockwise from straight ahead.
pub mod compass {
    pub const N: usize = 0;
    pub const NE: usize = 1;
    pub const E: usize = 2;
    pub const SE: usize = 3;
    pub const S: usize = 4;
    pub const SW: usize = 5;
    pub const W: usize = 6;
    pub const NW: usize = 7;

    pub const fn opposite(direction: usize) -> usize {
        (direction + 4) % 8
    }
}

impl Directions {
    /// Diagonally forward.
    pub const FORWARD: Directions = Directions(1 << compass::NE | 1 << compass::NW);
    pub const DIAGONALS: Directions =
        Directions(1 << compass::NE | 1 << compass::SE | 1 << compass::SW | 1 << compass::NW);
    pub const ORTHOGONALS: Directions =
        Directions(1 << compass::N | 1 << compass::E | 1 << compass::S | 1 << compass::W);
    pub const ALL: Directions = Directions(0xff);
    /// Straight ahead and sideways.
    pub const AHEAD_AND_SIDEWAYS: Directions = Directions(1 << compass::N | 1 << compass::E | 1 << compass::W);

    pub const fn or(self, other: Directions) -> Directions {
        Directions(self.0 | other.0)
    }

    /// Is the absolute direction (White's view) in the set, for a side?
    #[inline(always)]
    pub const fn has(self, direction: usize, color: Color) -> bool {
        let own = match color {
            Color::White => direction,
            Color::Black => compass::opposite(direction),
        };
        self.0 >> own & 1 != 0
    }
}

/// Which squares are played on.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Surface {
    /// One colour of square.
    Diagonal,
    /// Light and dark squares (Turkish and kin).
    All,
}

/// Where square 1 is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Numbering {
    /// Top left, row by row downward.
    Standard,
    /// The same from Black's chair: bottom right, row by row upward.
    Rotated,
}

impl Numbering {
    pub const fn name(self) -> &'static str {
        match self {
            Numbering::Standard => "standard",
            Numbering::Rotated => "rotated",
        }
    }
}

/// How far a king goes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum KingRange {
    /// Any distance over empty squares ("flying").
    Long,
    /// One step; jumps adjacent pieces.
    Short,
}

/// Where a flying king may land behind the piece that it jumps.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Landing {
    /// On any empty square up to the next piece.
    Any,
    /// Right behind (Thai).
    Next,
    /// Anywhere, but right behind where the last piece captured is a king (Killer).
    NextAfterKing,
}

/// When jumped pieces leave the board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Removal {
    /// When the capture is over: they still block, and none is jumped twice (the Turkish strike).
    AtEnd,
    /// One by one: squares open up in mid-capture; `reversal` says whether the piece may turn back by 180 degrees.
    AtOnce { reversal: bool },
}

/// When a man becomes a king.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Promotion {
    /// Only where it comes to rest; touching the king row in mid-capture does nothing.
    AtRest,
    /// On touching the king row, going on as a king.
    InPassing,
    /// On touching the king row, which ends the move.
    EndsMove,
}

/// One step of the ladder that decides which captures are compulsory; the first that differs decides.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Criterion {
    /// Most pieces.
    Quantity,
    /// With a king rather than with a man.
    WithKing,
    /// Most kings among the captured.
    Kings,
    /// A king earliest among the captured.
    KingsEarly,
    /// Highest value: a king is worth just less than two men.
    FrisianValue,
}

impl Criterion {
    pub const fn name(self) -> &'static str {
        match self {
            Criterion::Quantity => "quantity",
            Criterion::WithKing => "with_king",
            Criterion::Kings => "kings",
            Criterion::KingsEarly => "kings_early",
            Criterion::FrisianValue => "frisian_value",
        }
    }
}

/// What becomes of a jumped piece where nothing leaves the board: the top of the jumped tower goes under the captor's.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Stacking {
    /// May a tower be jumped again in the same turn, if it is still the other side's?
    pub rejump: bool,
}

/// What a player does when it is his turn.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Turn {
    /// One move.
    OneMove,
    /// Two games are played at once, on the dark and on the light squares: one move in each that goes on.
    OneInEach,
    /// Two games at once: two moves, in whichever; who cannot make the second loses both.
    TwoMoves,
}

/// What the players want.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Goal {
    /// The side to move that has no legal move loses.
    Block,
    /// The side to move that has no legal move wins.
    Misere,
    /// The first side to have a king wins; a side without a legal move loses.
    FirstKing,
}

/// How results are written.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Score {
    /// `2-0 1-1 0-2`
    TwoPoints,
    /// `1-0 1/2-1/2 0-1`
    OnePoint,
    /// `4-0 3-1 2-2 1-3 0-4`: two games at once, two points each.
    FourPoints,
}

/// Where each rule stands in its rulebook; the best source known where there is none.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Clauses {
    pub board: &'static str,
    pub first: &'static str,
    pub man_move: &'static str,
    pub man_capture: &'static str,
    pub king_move: &'static str,
    pub king_capture: &'static str,
    pub compulsory: &'static str,
    pub continuation: &'static str,
    pub precedence: &'static str,
    pub removal: &'static str,
    pub promotion: &'static str,
    pub king_limit: &'static str,
    pub goal: &'static str,
    pub stacking: &'static str,
    pub turn: &'static str,
}

/// The rules of one game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rules {
    /// Lower-case name by which programs know the game.
    pub id: &'static str,
    pub name: &'static str,
    pub aliases: &'static [&'static str],
    /// PDN GameType, `None` where none is registered.
    pub game_type: Option<&'static str>,

    pub files: u8,
    pub ranks: u8,
    pub surface: Surface,
    /// The corner at White's lower left is not played on.
    pub mirrored: bool,
    /// Rows of men of each side at the start.
    pub rows_of_men: u8,
    /// Empty rows behind them.
    pub rows_behind: u8,
    pub first: Color,

    pub man_steps: Directions,
    pub man_jumps: Directions,
    pub men_take_kings: bool,
    pub king_steps: Directions,
    pub king_jumps: Directions,
    pub king_range: KingRange,
    pub landing: Landing,
    pub removal: Removal,
    pub promotion: Promotion,
    pub precedence: &'static [Criterion],
    /// Successive quiet moves that a side with men may make with one king; `None` where there is no such limit.
    pub king_limit: Option<u8>,
    pub goal: Goal,
    /// `None` where captured pieces leave the board.
    pub stacking: Option<Stacking>,
    pub turn: Turn,

    pub numbering: Numbering,
    /// Names of the files from the left.
    pub file_letters: &'static str,
    /// Moves are written `c3-d4` rather than `22-18`.
    pub algebraic: bool,
    /// What stands between the squares of a capture: `x`, `:` or `-`.
    pub capture_sign: char,
    pub score: Score,
    /// Drawing rules; the first profile is the default.
    pub profiles: &'static [Profile],
    pub clauses: &'static Clauses,
}

impl Rules {
    /// How many squares are played on.
    pub const fn squares(&self) -> usize {
        let all = self.files as usize * self.ranks as usize;
        match self.surface {
            Surface::Diagonal => all.div_ceil(2),
            Surface::All => all,
        }
    }

    /// How many bits the layout of [`crate::geometry`] takes.
    pub const fn bits(&self) -> usize {
        let (files, ranks) = (self.files as usize, self.ranks as usize);
        match self.surface {
            Surface::Diagonal => ranks.div_ceil(2) * (files.next_multiple_of(2) + 1) - 1,
            Surface::All => ranks * (files + 1) - 1,
        }
    }

    /// Are two games played at once?
    pub const fn is_twin(&self) -> bool {
        !matches!(self.turn, Turn::OneMove)
    }

    /// The rank (0 at White's side) on which the men of a side are promoted.
    pub const fn king_row(&self, color: Color) -> u8 {
        match color {
            Color::White => self.ranks - 1,
            Color::Black => 0,
        }
    }
}
