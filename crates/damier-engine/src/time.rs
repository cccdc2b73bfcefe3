//! How much of a game clock one move is worth.

use std::time::Duration;

use crate::limit::{Clock, Limit};

/// Moves that a game is taken to last from any position on: the share of a move never falls below one in so many.
const MOVES_AHEAD: u32 = 32;
/// What a reply may take on its way through pipes, sockets and schedulers.
const LAG: Duration = Duration::from_millis(15);
/// A search in trouble may take so many shares.
const MOST_SHARES: u32 = 4;

/// What a search may spend on a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Budget {
    /// No iteration begins after this, more or less: a search that is sure of its move stops sooner, one whose score
    /// has fallen later.
    pub aim: Duration,
    /// The search is cut off here.
    pub most: Duration,
}

impl Budget {
    /// `None` where time does not matter.
    pub fn of(limit: &Limit) -> Option<Budget> {
        let clock = limit.clock.map(share);
        match (clock, limit.time) {
            (None, None) => None,
            (Some(budget), None) => Some(budget),
            (None, Some(time)) => Some(Budget { aim: time, most: time }),
            (Some(budget), Some(time)) => Some(Budget {
                aim: budget.aim.min(time),
                most: budget.most.min(time),
            }),
        }
    }

    /// When no further iteration should begin: `calm` iterations have kept the same move, and the score fell by so
    /// many hundredths of a man since the last one.
    pub fn enough(&self, calm: u32, fall: i32) -> Duration {
        if self.aim == self.most {
            return self.most;
        }
        let steadiness = match calm {
            0 => 1.5,
            1 => 1.1,
            2..=4 => 0.85,
            _ => 0.65,
        };
        let trouble = 1.0 + f64::from(fall.clamp(0, 60)) / 40.0;
        self.aim.mul_f64(steadiness * trouble).min(self.most)
    }
}

fn share(clock: Clock) -> Budget {
    let reserve = (LAG + clock.left / 50).min(clock.left / 2);
    let usable = clock.left - reserve;
    let moves = clock.moves.map_or(MOVES_AHEAD, |moves| moves.clamp(1, MOVES_AHEAD));
    if moves == 1 {
        return Budget {
            aim: usable,
            most: usable,
        };
    }
    // The increments of the moves to come are part of what can be shared, all but a little of each.
    let share = (usable / moves).saturating_add(clock.increment / 5 * 4);
    Budget {
        aim: share.min(usable),
        most: share
            .saturating_mul(MOST_SHARES)
            .min(usable / 2 + clock.increment / 2)
            .min(usable),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn clock(left: u64, increment: u64, moves: Option<u32>) -> Budget {
        let clock = Clock {
            left: Duration::from_millis(left),
            increment: Duration::from_millis(increment),
            moves,
        };
        Budget::of(&Limit::clock(clock)).expect("a clock is a limit of time")
    }

    #[test]
    fn no_clock_is_overrun() {
        for left in [0, 1, 10, 50, 1_000, 60_000, 36_000_000] {
            for increment in [0, 10, 5_000, u64::from(u32::MAX)] {
                for moves in [None, Some(0), Some(1), Some(2), Some(40), Some(u32::MAX)] {
                    let budget = clock(left, increment, moves);
                    assert!(
                        budget.most <= Duration::from_millis(left),
                        "{left} {increment} {moves:?}"
                    );
                    assert!(budget.enough(0, 1_000) <= budget.most);
                }
            }
        }
    }

    #[test]
    fn a_clock_outlasts_the_game() {
        let mut left = Duration::from_secs(60);
        for _ in 0..200 {
            let budget = share(Clock {
                left,
                ..Clock::default()
            });
            left -= budget.enough(1, 0);
            assert!(left > Duration::from_millis(30));
        }
    }

    #[test]
    fn a_fixed_time_is_used_up() {
        let time = Duration::from_secs(2);
        let budget = Budget::of(&Limit::time(time)).expect("a limit of time");
        assert_eq!(budget.enough(9, 0), time);
        assert_eq!(Budget::of(&Limit::depth(9)), None);
    }

    #[test]
    fn sure_moves_come_sooner_than_troubled_ones() {
        let budget = clock(60_000, 0, None);
        assert!(budget.enough(9, 0) < budget.enough(0, 0));
        assert!(budget.enough(0, 0) < budget.enough(0, 50));
    }
}
