//! Drawing rules as data: what must hold, what is counted, what starts the count afresh, and where it is written.

use crate::bits::Bits;
use crate::board::Board;
use crate::moves::Move;
use crate::piece::Color;
use crate::variant::Variant;

/// Kings and men of one side, each between two bounds.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Force {
    pub kings: (u8, u8),
    pub men: (u8, u8),
}

impl Force {
    /// Exactly so many kings and men.
    pub const fn exactly(kings: u8, men: u8) -> Force {
        Force {
            kings: (kings, kings),
            men: (men, men),
        }
    }

    /// So many kings or more, and no man.
    pub const fn kings_from(kings: u8) -> Force {
        Force {
            kings: (kings, u8::MAX),
            men: (0, 0),
        }
    }

    const fn fits(&self, kings: u8, men: u8) -> bool {
        self.kings.0 <= kings && kings <= self.kings.1 && self.men.0 <= men && men <= self.men.1
    }
}

/// One side's force against the other's, whichever colours they have.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Balance(pub Force, pub Force);

/// What must hold for a rule's count to run.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Condition {
    /// The position has occurred before: the count is of occurrences, not of plies.
    Repetition,
    /// Nothing.
    Always,
    /// The forces are among these.
    Material(&'static [Balance]),
    /// As `Material`, counting only while the weaker side's lone king stands alone on the main road.
    MainRoad(&'static [Balance]),
    /// Both sides have kings, and so many pieces in all are on the board.
    BothHaveKings { pieces: (u8, u8) },
    /// The opposite of `BothHaveKings`.
    Unless { pieces: (u8, u8) },
}

/// What starts a count afresh, besides its condition ceasing to hold.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Reset {
    pub capture: bool,
    pub man_move: bool,
    pub promotion: bool,
}

impl Reset {
    pub const NEVER: Reset = Reset {
        capture: false,
        man_move: false,
        promotion: false,
    };
    /// A capture or a man's move.
    pub const CONVERSION: Reset = Reset {
        capture: true,
        man_move: true,
        promotion: true,
    };
    /// A capture or a promotion.
    pub const BALANCE: Reset = Reset {
        capture: true,
        man_move: false,
        promotion: true,
    };
}

/// The kind of a drawing rule, for [`crate::outcome`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Kind {
    Repetition,
    KingMoves,
    Material,
    Balance,
    MainRoad,
}

/// One drawing rule.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DrawRule {
    pub id: &'static str,
    pub kind: Kind,
    pub clause: &'static str,
    /// For people: completes "draw: …".
    pub text: &'static str,
    pub condition: Condition,
    pub reset: Reset,
    /// Plies, or occurrences of the position; 0 where the condition alone is a draw.
    pub limit: u16,
    /// Needs no claim.
    pub automatic: bool,
}

impl DrawRule {
    /// The same rule, drawn without a claim.
    pub const fn automatic(self) -> DrawRule {
        DrawRule {
            automatic: true,
            ..self
        }
    }
}

/// A named choice of drawing rules.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Profile {
    pub id: &'static str,
    pub rules: &'static [DrawRule],
    /// Moves that each side must have made before a draw may be offered, with the clause; 0 where none.
    pub offer_after: u16,
    pub offer_clause: &'static str,
}

impl Profile {
    /// Drawing rules and nothing about offers.
    pub const fn of(id: &'static str, rules: &'static [DrawRule]) -> Profile {
        Profile {
            id,
            rules,
            offer_after: 0,
            offer_clause: "",
        }
    }
}

/// The most rules that count at once.
pub const MAX_RULES: usize = 8;

/// Where each rule's count stands, in the order of the rules in force.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Clocks {
    counts: [u16; MAX_RULES],
    active: u8,
}

impl Clocks {
    /// At the root: conditions are looked at, nothing is counted yet.
    pub fn at<V: Variant>(rules: &[DrawRule], board: &Board<V>) -> Clocks {
        let mut clocks = Clocks::default();
        for (index, rule) in rules.iter().enumerate() {
            clocks.active |= u8::from(holds(rule.condition, board)) << index;
        }
        clocks
    }

    /// After any man's move or capture that leaves no king on the board, where the rules allow to say so at once: no
    /// count runs without a king but those that such a move starts afresh.
    pub fn without_kings(rules: &[DrawRule]) -> Option<Clocks> {
        let mut clocks = Clocks::default();
        for (index, rule) in rules.iter().enumerate() {
            let needs_king = |Balance(one, other): &Balance| one.kings.0 > 0 || other.kings.0 > 0;
            match rule.condition {
                Condition::Repetition | Condition::BothHaveKings { .. } => (),
                Condition::Material(balances) | Condition::MainRoad(balances) if balances.iter().all(needs_king) => (),
                Condition::Always | Condition::Unless { .. } if rule.reset == Reset::CONVERSION && rule.limit > 0 => {
                    clocks.active |= 1 << index;
                }
                _ => return None,
            }
        }
        Some(clocks)
    }

    /// After a move from `before` to `after`.
    pub fn after<V: Variant>(
        &self,
        rules: &[DrawRule],
        before: &Board<V>,
        m: Move<V::Word>,
        after: &Board<V>,
    ) -> Clocks {
        let mut clocks = Clocks::default();
        let man = before.moves_man(m);
        for (index, rule) in rules.iter().enumerate() {
            if !holds(rule.condition, after) {
                continue;
            }
            clocks.active |= 1 << index;
            let reset = rule.reset;
            let afresh = reset.capture && m.is_capture() || reset.man_move && man || reset.promotion && m.promotes;
            // The ply that brings the condition about is not counted.
            if afresh || !self.is_active(index) {
                continue;
            }
            let counts = match rule.condition {
                Condition::MainRoad(_) => is_on_main_road(after),
                _ => true,
            };
            clocks.counts[index] = self.counts[index].saturating_add(u16::from(counts));
        }
        clocks
    }

    pub fn count(&self, rule: usize) -> u16 {
        self.counts[rule]
    }

    pub fn is_active(&self, rule: usize) -> bool {
        self.active >> rule & 1 != 0
    }

    /// Starts the counts of moves without progress at so many plies, as a FEN may give them.
    pub fn set_quiet_plies(&mut self, rules: &[DrawRule], plies: u16) {
        for (index, rule) in rules.iter().enumerate() {
            if rule.kind == Kind::KingMoves && self.is_active(index) {
                self.counts[index] = plies;
            }
        }
    }

    /// Has a rule that counts plies run out?
    pub fn is_drawn(&self, index: usize, rule: &DrawRule) -> bool {
        rule.kind != Kind::Repetition && self.is_active(index) && self.counts[index] >= rule.limit
    }
}

fn force<V: Variant>(board: &Board<V>, color: Color) -> (u8, u8) {
    (board.kings_of(color).count() as u8, board.men(color).count() as u8)
}

fn holds<V: Variant>(condition: Condition, board: &Board<V>) -> bool {
    let (white, black) = (force(board, Color::White), force(board, Color::Black));
    let is_among = |balances: &[Balance]| {
        balances.iter().any(|Balance(strong, weak)| {
            strong.fits(white.0, white.1) && weak.fits(black.0, black.1)
                || strong.fits(black.0, black.1) && weak.fits(white.0, white.1)
        })
    };
    let both_have_kings = |(fewest, most): (u8, u8)| {
        let pieces = white.0 + white.1 + black.0 + black.1;
        white.0 > 0 && black.0 > 0 && fewest <= pieces && pieces <= most
    };
    match condition {
        Condition::Repetition => false,
        Condition::Always => true,
        Condition::Material(balances) | Condition::MainRoad(balances) => is_among(balances),
        Condition::BothHaveKings { pieces } => both_have_kings(pieces),
        Condition::Unless { pieces } => !both_have_kings(pieces),
    }
}

/// Does a lone king stand on the long diagonal, with nothing else on it?
fn is_on_main_road<V: Variant>(board: &Board<V>) -> bool {
    let road = V::Word::narrow(board.variant.tables().geometry.main_road);
    Color::BOTH.into_iter().any(|color| {
        let own = board.pieces[color.index()];
        own.count() == 1 && own == board.kings_of(color) && own == board.occupied() & road
    })
}

// Rules that several games share.

/// The same position with the same side to move.
pub const fn repetition(times: u16, clause: &'static str) -> DrawRule {
    DrawRule {
        id: "repetition",
        kind: Kind::Repetition,
        clause,
        text: match times {
            3 => "the same position for the third time with the same side to move",
            4 => "the same position for the fourth time with the same side to move",
            _ => panic!("a rule for another number of times needs its own words"),
        },
        condition: Condition::Repetition,
        reset: Reset::NEVER,
        limit: times,
        automatic: true,
    }
}

/// So many plies in which only kings moved and nothing was captured.
pub const fn king_moves(id: &'static str, plies: u16, text: &'static str, clause: &'static str) -> DrawRule {
    DrawRule {
        id,
        kind: Kind::KingMoves,
        clause,
        text,
        condition: Condition::Always,
        reset: Reset::CONVERSION,
        limit: plies,
        automatic: true,
    }
}

/// So many plies since forces stand against each other.
pub const fn material(
    id: &'static str,
    balances: &'static [Balance],
    plies: u16,
    text: &'static str,
    clause: &'static str,
) -> DrawRule {
    DrawRule {
        id,
        kind: Kind::Material,
        clause,
        text,
        condition: Condition::Material(balances),
        reset: Reset::NEVER,
        limit: plies,
        automatic: true,
    }
}

/// 3 kings, 2 kings and a man, or a king and 2 men, against a king.
pub const THREE_AGAINST_KING: &[Balance] = &[
    Balance(Force::exactly(3, 0), Force::exactly(1, 0)),
    Balance(Force::exactly(2, 1), Force::exactly(1, 0)),
    Balance(Force::exactly(1, 2), Force::exactly(1, 0)),
];
/// 2 kings, a king and a man, or a king, against a king.
pub const TWO_AGAINST_KING: &[Balance] = &[
    Balance(Force::exactly(2, 0), Force::exactly(1, 0)),
    Balance(Force::exactly(1, 1), Force::exactly(1, 0)),
    Balance(Force::exactly(1, 0), Force::exactly(1, 0)),
];
/// 2 kings against a king.
pub const TWO_KINGS_AGAINST_KING: &[Balance] = &[Balance(Force::exactly(2, 0), Force::exactly(1, 0))];
/// King against king.
pub const KING_AGAINST_KING: &[Balance] = &[Balance(Force::exactly(1, 0), Force::exactly(1, 0))];
/// 3 kings against a king.
pub const THREE_KINGS_AGAINST_KING: &[Balance] = &[Balance(Force::exactly(3, 0), Force::exactly(1, 0))];
/// 3 kings or more against a king.
pub const KINGS_AGAINST_KING: &[Balance] = &[Balance(Force::kings_from(3), Force::exactly(1, 0))];
