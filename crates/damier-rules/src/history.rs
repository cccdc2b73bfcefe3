//! A game in progress: positions, the moves between them, and every count that the drawing rules need.

use std::borrow::Cow;
use std::cmp::Ordering;

use crate::any::{AnyBoard, AnyGame};
use crate::draws::{Clocks, DrawRule, Kind, MAX_RULES, Profile};
use crate::explain::{ended, side};
use crate::moves::Move;
use crate::outcome::{Outcome, Termination};
use crate::piece::Color;
use crate::position::Position;
use crate::say;
use crate::saying::Saying;
use crate::twin::Verdict;

/// The drawing rules in force.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Draws {
    /// `None` where the rules were chosen one by one.
    pub profile: Option<&'static Profile>,
    pub rules: Cow<'static, [DrawRule]>,
}

impl Draws {
    /// The game's default profile.
    pub fn default_of(game: AnyGame) -> Draws {
        match game.rules().profiles.first() {
            Some(profile) => Draws {
                profile: Some(profile),
                rules: Cow::Borrowed(profile.rules),
            },
            None => Draws {
                profile: None,
                rules: Cow::Borrowed(&[]),
            },
        }
    }

    /// A profile by its id. The error lists those there are.
    pub fn profile(game: AnyGame, id: &str) -> Result<Draws, String> {
        let profiles = game.rules().profiles;
        match profiles.iter().find(|profile| profile.id == id) {
            Some(profile) => Ok(Draws {
                profile: Some(profile),
                rules: Cow::Borrowed(profile.rules),
            }),
            None => {
                let ids: Vec<&str> = profiles.iter().map(|profile| profile.id).collect();
                Err(format!(
                    "{} has no profile of drawing rules {id:?}: choose from {}",
                    game.rules().id,
                    ids.join(", ")
                ))
            }
        }
    }

    /// Rules by their names, from any profile of the game; the first profile that has a name defines it.
    pub fn chosen<'a>(game: AnyGame, ids: impl IntoIterator<Item = &'a str>) -> Result<Draws, String> {
        let all = || game.rules().profiles.iter().flat_map(|profile| profile.rules);
        let mut rules: Vec<DrawRule> = Vec::new();
        for id in ids {
            let Some(rule) = all().find(|rule| rule.id == id) else {
                let mut ids: Vec<&str> = all().map(|rule| rule.id).collect();
                ids.sort_unstable();
                ids.dedup();
                let there_are = if ids.is_empty() {
                    "it has none".to_owned()
                } else {
                    format!("choose from {}", ids.join(", "))
                };
                return Err(format!("{} has no drawing rule {id:?}: {there_are}", game.rules().id));
            };
            if rules.iter().all(|chosen| chosen.id != rule.id) {
                rules.push(*rule);
            }
        }
        if rules.len() > MAX_RULES {
            return Err(format!("at most {MAX_RULES} drawing rules can be in force at once"));
        }
        Ok(Draws {
            profile: None,
            rules: Cow::Owned(rules),
        })
    }
}

/// One position of a game and how it came about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct State {
    pub board: AnyBoard,
    pub hash: u64,
    pub clocks: Clocks,
    /// Plies since the last move after which nothing before it can come again.
    pub quiet_plies: u16,
    /// The move that led here.
    pub last: Option<Move<u128>>,
}

/// A game from its root to the present.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct History {
    draws: Draws,
    /// Never empty: the root is the first.
    states: Vec<State>,
    root_full_move: u32,
    /// By claim, agreement, resignation or time; taken back with the move after which it came.
    ended: Option<Outcome>,
    /// Two games that are played at once, each with its own counts.
    halves: Option<Box<[History; 2]>>,
}

impl History {
    pub fn new(board: AnyBoard, draws: Draws) -> History {
        let clocks = board.clocks(&draws.rules);
        let halves = board
            .halves()
            .map(|halves| Box::new(halves.map(|half| History::new(half, draws.clone()))));
        let root = State {
            board,
            hash: board.hash(),
            clocks,
            quiet_plies: 0,
            last: None,
        };
        History {
            draws,
            states: vec![root],
            root_full_move: 1,
            ended: None,
            halves,
        }
    }

    /// Counters that a FEN gave.
    pub fn set_counters(&mut self, quiet_plies: Option<u16>, full_move: Option<u32>) {
        let root = &mut self.states[0];
        root.quiet_plies = quiet_plies.unwrap_or(0);
        root.clocks.set_quiet_plies(&self.draws.rules, root.quiet_plies);
        self.root_full_move = full_move.unwrap_or(1);
    }

    pub fn draws(&self) -> &Draws {
        &self.draws
    }

    #[inline]
    pub fn now(&self) -> &State {
        &self.states[self.states.len() - 1]
    }

    #[inline]
    pub fn board(&self) -> &AnyBoard {
        &self.now().board
    }

    pub fn states(&self) -> &[State] {
        &self.states
    }

    /// Plies played since the root.
    pub fn ply(&self) -> usize {
        self.states.len() - 1
    }

    /// 1 at the start, one more after each move of the side that did not begin.
    pub fn full_move(&self) -> u32 {
        let begins = self.board().rules().first;
        let root_is_second = u32::from(self.states[0].board.turn() != begins);
        self.root_full_move + (self.ply() as u32 + root_is_second) / 2
    }

    /// Plays a legal move.
    #[inline]
    pub fn push(&mut self, m: Move<u128>) {
        let now = self.now();
        let (board, hash, clocks) = now.board.advance(m, now.hash, &now.clocks, &self.draws.rules);
        let quiet_plies = if now.board.is_conversion(m) {
            0
        } else {
            now.quiet_plies.saturating_add(1)
        };
        self.ended = None;
        if self.halves.is_some() {
            self.push_halves(m, board);
            return;
        }
        self.states.push(State {
            board,
            hash,
            clocks,
            quiet_plies,
            last: Some(m),
        });
    }

    /// Plays a turn of two games, in each of them; what a drawing rule ends there is over.
    fn push_halves(&mut self, m: Move<u128>, after: AnyBoard) {
        let before = *self.now();
        let (parts, mut board) = (before.board.parts(&m), after);
        if let Some(halves) = &mut self.halves {
            for (index, part) in parts {
                halves[index].push_as(part, before.board.turn());
            }
            for (index, half) in halves.iter().enumerate() {
                if half.drawn(false).is_some() {
                    board = board.half_ended(index, Verdict::Drawn);
                }
            }
        }
        self.states.push(State {
            board,
            hash: board.hash(),
            clocks: before.clocks,
            quiet_plies: if before.board.is_conversion(m) {
                0
            } else {
                before.quiet_plies.saturating_add(1)
            },
            last: Some(m),
        });
    }

    /// Plays a move of a side, whoever's turn the position says it is.
    fn push_as(&mut self, m: Move<u128>, color: Color) {
        let now = *self.now();
        let board = if now.board.turn() == color {
            now.board
        } else {
            now.board.game().board(&now.board.setup(), color)
        };
        let (after, hash, clocks) = board.advance(m, board.hash(), &now.clocks, &self.draws.rules);
        let quiet_plies = if board.is_conversion(m) {
            0
        } else {
            now.quiet_plies.saturating_add(1)
        };
        self.states.push(State {
            board: after,
            hash,
            clocks,
            quiet_plies,
            last: Some(m),
        });
    }

    /// The two games that are played at once, each from the common root on; `None` where one game is played.
    pub fn halves(&self) -> Option<&[History; 2]> {
        self.halves.as_deref()
    }

    /// Takes the last move back; `None` at the root.
    #[inline]
    pub fn pop(&mut self) -> Option<Move<u128>> {
        if self.states.len() == 1 {
            return None;
        }
        self.ended = None;
        let last = self.states.pop()?.last;
        if let (Some(m), Some(halves)) = (last, &mut self.halves) {
            let board = &self.states[self.states.len() - 1].board;
            for (index, _) in board.parts(&m) {
                halves[index].pop();
            }
        }
        last
    }

    /// The root without what followed.
    pub fn root(&self) -> History {
        History {
            draws: self.draws.clone(),
            states: vec![self.states[0]],
            root_full_move: self.root_full_move,
            ended: None,
            halves: self
                .halves
                .as_ref()
                .map(|halves| Box::new(halves.each_ref().map(History::root))),
        }
    }

    /// The present position as a root of its own, its counts kept.
    pub fn without_past(&self) -> History {
        let now = State {
            last: None,
            ..*self.now()
        };
        History {
            draws: self.draws.clone(),
            states: vec![now],
            root_full_move: self.full_move(),
            ended: self.ended.clone(),
            halves: self
                .halves
                .as_ref()
                .map(|halves| Box::new(halves.each_ref().map(History::without_past))),
        }
    }

    /// How often the present position has occurred, this time counted.
    pub fn occurrences(&self) -> u16 {
        let now = self.now();
        let back = usize::from(now.quiet_plies).min(self.ply());
        let past = self.states[self.states.len() - 1 - back..self.states.len() - 1]
            .iter()
            .rev()
            .skip(1)
            .step_by(2);
        1 + past.filter(|state| state.board.is_repeated_by(&now.board)).count() as u16
    }

    /// The count of a drawing rule, and whether its condition holds.
    pub fn count(&self, index: usize) -> (u16, bool) {
        match self.draws.rules[index].kind {
            Kind::Repetition => (self.occurrences(), true),
            _ => (self.now().clocks.count(index), self.now().clocks.is_active(index)),
        }
    }

    fn drawn(&self, claims: bool) -> Option<Outcome> {
        let rules = self
            .draws
            .rules
            .iter()
            .enumerate()
            .filter(|(_, rule)| rule.automatic || claims);
        rules
            .filter(|&(index, rule)| match rule.kind {
                Kind::Repetition => self.occurrences() >= rule.limit,
                _ => self.now().clocks.is_drawn(index, rule),
            })
            .map(|(_, rule)| Outcome::draw(rule))
            .next()
    }

    /// How the game ended, `None` while it goes on; with `claims`, draws count that a player must claim.
    pub fn outcome(&self, claims: bool) -> Option<Outcome> {
        if self.ended.is_some() {
            return self.ended.clone();
        }
        if let Some(verdicts) = self.board().verdicts() {
            return self.total(verdicts);
        }
        if let Some((end, winner)) = self.board().end() {
            let termination = Termination::from(end);
            return Some(Outcome {
                termination,
                winner: Some(winner),
                rule: termination.name(),
                clause: self.board().rules().clauses.goal,
                reason: ended(end, winner),
            });
        }
        self.drawn(claims)
    }

    /// The sum of two games, once both are over.
    fn total(&self, verdicts: [Option<Verdict>; 2]) -> Option<Outcome> {
        let [white, black] = self.board().points()?;
        let winner = match white.cmp(&black) {
            Ordering::Greater => Some(Color::White),
            Ordering::Less => Some(Color::Black),
            Ordering::Equal => None,
        };
        let how = |verdict: Option<Verdict>| match verdict {
            Some(Verdict::Won(color)) => say!("{side} wins", side = side(color)),
            _ => say!("draw"),
        };
        let sum = match winner {
            Some(winner) => say!(
                "{side} wins {points}",
                side = side(winner),
                points = format!("{}-{}", white.max(black), white.min(black))
            ),
            None => say!("draw {points}", points = format!("{white}-{black}")),
        };
        Some(Outcome {
            termination: Termination::Total,
            winner,
            rule: Termination::Total.name(),
            clause: self.board().rules().clauses.goal,
            reason: say!(
                "{sum}: {dark} on the dark squares, {light} on the light squares",
                sum = sum,
                dark = how(verdicts[0]),
                light = how(verdicts[1])
            ),
        })
    }

    /// The points that the players have of two games, `None` while it goes on and where one game is played. What a
    /// player gives up he loses, and what is agreed to be a draw is one; what was over before stays as it was.
    pub fn points(&self) -> Option<[u8; 2]> {
        let verdicts = self.board().verdicts()?;
        let rest = match &self.ended {
            None => return self.board().points(),
            Some(Outcome {
                winner: Some(winner), ..
            }) => Verdict::Won(*winner),
            Some(_) => Verdict::Drawn,
        };
        let [dark, light] = verdicts.map(|verdict| verdict.unwrap_or(rest).points());
        Some([dark[0] + light[0], dark[1] + light[1]])
    }

    /// The draw that may be claimed now.
    pub fn claim(&self) -> Option<Outcome> {
        if self.ended.is_some() || self.halves.is_some() || self.board().end().is_some() {
            // Of two games at once each is drawn on its own.
            None
        } else {
            self.drawn(true)
        }
    }

    /// Ends the game by something that is not on the board.
    pub fn end(&mut self, outcome: Outcome) {
        self.ended = Some(outcome);
    }

    /// Moves that each side has made, the root's move number included.
    pub fn moves_made(&self, color: Color) -> u32 {
        let finished = self.full_move() - 1;
        let begins = self.board().rules().first;
        if color == begins && self.board().turn() != begins {
            finished + 1
        } else {
            finished
        }
    }

    /// Has it been ended by something that is not on the board?
    pub fn is_ended(&self) -> bool {
        self.ended.is_some()
    }

    /// Why a draw may not be offered yet, `None` where it may.
    pub fn offer_refused(&self) -> Option<Saying> {
        let profile = self.draws.profile?;
        let color = Color::BOTH
            .into_iter()
            .find(|&color| self.moves_made(color) < u32::from(profile.offer_after))?;
        Some(say!(
            "a draw may be offered once each side has made {moves} moves, and {side} has made {made} ({clause})",
            moves = profile.offer_after,
            side = side(color),
            made = self.moves_made(color),
            clause = profile.offer_clause
        ))
    }
}
