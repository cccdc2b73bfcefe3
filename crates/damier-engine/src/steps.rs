//! The steps of the search that can be left out, so that what each of them brings can be measured again at any time.

/// A step beyond plain principal variation search with an evaluation by hand.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
pub enum Step {
    /// Moves that were good elsewhere are tried sooner: killers, replies, history.
    History,
    /// History of a move in the light of the two moves before it.
    Continuation,
    /// The static evaluation is corrected by what searches of similar positions found.
    Correction,
    /// A quiet node whose evaluation is far above the window is taken to be as good as that.
    Futility,
    /// A quiet move that seems hopeless near the horizon is left out.
    FutileMoves,
    /// Late quiet moves near the horizon are left out.
    LateMoves,
    /// Late moves are looked at less deeply first.
    Reductions,
    /// What a shallow search finds far above the window is believed.
    ProbCut,
    /// A node without a move from the table is looked at less deeply.
    InternalReduction,
    /// A move that is better than all others together is looked at more deeply.
    Singular,
    /// A single legal move costs no depth.
    SingleReply,
    /// At the horizon a threatened capture is looked at for one ply more.
    Threats,
    /// Positions are judged by what was learned, where something was; else by hand.
    Learned,
}

/// A set of steps.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Steps(u32);

impl Step {
    pub const ALL: [Step; 13] = [
        Step::History,
        Step::Continuation,
        Step::Correction,
        Step::Futility,
        Step::FutileMoves,
        Step::LateMoves,
        Step::Reductions,
        Step::ProbCut,
        Step::InternalReduction,
        Step::Singular,
        Step::SingleReply,
        Step::Threats,
        Step::Learned,
    ];

    pub const fn name(self) -> &'static str {
        match self {
            Step::History => "history",
            Step::Continuation => "continuation",
            Step::Correction => "correction",
            Step::Futility => "futility",
            Step::FutileMoves => "futile-moves",
            Step::LateMoves => "late-moves",
            Step::Reductions => "reductions",
            Step::ProbCut => "probcut",
            Step::InternalReduction => "internal-reduction",
            Step::Singular => "singular",
            Step::SingleReply => "single-reply",
            Step::Threats => "threats",
            Step::Learned => "learned",
        }
    }

    pub fn named(name: &str) -> Option<Step> {
        Step::ALL.into_iter().find(|step| step.name() == name)
    }
}

impl Steps {
    pub const ALL: Steps = Steps(u32::MAX);

    #[must_use]
    pub const fn without(self, step: Step) -> Steps {
        Steps(self.0 & !(1 << step as u8))
    }

    #[inline(always)]
    pub const fn has(self, step: Step) -> bool {
        self.0 >> step as u8 & 1 != 0
    }
}

impl Default for Steps {
    fn default() -> Self {
        Steps::ALL
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_are_left_out_one_by_one() {
        for step in Step::ALL {
            assert_eq!(Step::named(step.name()), Some(step));
            let rest = Steps::ALL.without(step);
            assert!(Step::ALL.iter().all(|&other| rest.has(other) == (other != step)));
        }
        assert_eq!(Step::named("null-move"), None);
    }
}
