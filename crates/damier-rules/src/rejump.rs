//! Captures that may jump the same tower again: each jump is played out, since what it uncovers decides the next.
//!
//! This is the plain way to do it, for a rule that few play by; [`crate::captures`] is the fast one.

use std::collections::HashMap;

use crate::bits::Bits;
use crate::board::Board;
use crate::moves::Move;
use crate::piece::{Color, Piece};
use crate::routes::{Route, Via};
use crate::rules::{KingRange, Promotion, Removal, Rules};
use crate::stack::Stack;
use crate::towers::Towers;
use crate::variant::Variant;

/// More ways than this to make the captures of one piece are not told apart.
const MOST_ROUTES: usize = 20_000;

/// A capture that is played to its end.
#[derive(Clone, Debug)]
pub(crate) struct Chain<V: Variant> {
    pub m: Move<V::Word>,
    pub route: Route,
    pub after: Towers<V>,
}

/// A capture under way: the tower that moves is lifted off the board.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Stage<V: Variant> {
    at: u8,
    king: bool,
    own: Stack,
    jumped: V::Word,
    /// Jumped squares that are empty but still block.
    ghosts: V::Word,
    towers: Towers<V>,
}

struct Search<V: Variant> {
    from: u8,
    with_king: bool,
    /// Stages walked, and whether they could go on; not used where every route is wanted.
    seen: Option<HashMap<Stage<V>, bool>>,
    route: Route,
    chains: Vec<Chain<V>>,
}

/// The captures of one tower, each once.
pub(crate) fn chains<V: Variant>(towers: &Towers<V>, from: u8) -> Vec<Chain<V>> {
    numbered(search(towers, from, Some(HashMap::new())), true)
}

/// Every route of every capture of one tower, up to a bound.
pub(crate) fn every_chain<V: Variant>(towers: &Towers<V>, from: u8) -> Vec<Chain<V>> {
    numbered(search(towers, from, None), false)
}

/// Numbers captures with the same squares by what they lead to, in the order in which they are found.
fn numbered<V: Variant>(found: Vec<Chain<V>>, once: bool) -> Vec<Chain<V>> {
    let mut chains: Vec<Chain<V>> = Vec::new();
    for mut chain in found {
        let alike = |other: &&Chain<V>| (other.m.to, other.m.captured) == (chain.m.to, chain.m.captured);
        if let Some(same) = chains.iter().filter(alike).find(|other| other.after == chain.after) {
            chain.m.detail = same.m.detail;
            if once {
                continue;
            }
        } else {
            let next = chains.iter().filter(alike).map(|other| other.m.detail + 1).max();
            chain.m.detail = next.unwrap_or(0);
        }
        chains.push(chain);
    }
    chains
}

fn search<V: Variant>(towers: &Towers<V>, from: u8, seen: Option<HashMap<Stage<V>, bool>>) -> Vec<Chain<V>> {
    let mut lifted = *towers;
    let king = towers.tops.kings.has(from);
    for pieces in &mut lifted.tops.pieces {
        *pieces &= !V::Word::of(from);
    }
    lifted.tops.kings &= !V::Word::of(from);
    lifted.set_below(from, Stack::EMPTY);
    let mut search = Search {
        from,
        with_king: king,
        seen,
        route: Route {
            squares: vec![from],
            victims: Vec::new(),
        },
        chains: Vec::new(),
    };
    search.jump(&Stage {
        at: from,
        king,
        own: towers.below(from),
        jumped: V::Word::EMPTY,
        ghosts: V::Word::EMPTY,
        towers: lifted,
    });
    search.chains
}

impl<V: Variant> Search<V> {
    /// Follows every jump from here. Says whether there is one.
    fn jump(&mut self, stage: &Stage<V>) -> bool {
        if let Some(&can) = self.seen.as_ref().and_then(|seen| seen.get(stage)) {
            return can;
        }
        let rules = stage.towers.tops.variant.rules();
        let color = stage.towers.tops.turn;
        let jumps = if stage.king { rules.king_jumps } else { rules.man_jumps };
        let mut can = false;
        for direction in (0..8).filter(|&direction| jumps.has(direction, color)) {
            can |= self.over(stage, direction);
        }
        if let Some(seen) = &mut self.seen {
            seen.insert(*stage, can);
        }
        can
    }

    fn over(&mut self, stage: &Stage<V>, direction: usize) -> bool {
        let Some((victim, landings)) = target(stage, direction) else {
            return false;
        };
        let after = taken(stage, victim);
        // Where it may go on from some landing square, it must.
        let mut on = false;
        for landing in landings.each() {
            on |= self.land(&after, victim, landing, true);
        }
        if !on {
            for landing in landings.each() {
                self.land(&after, victim, landing, false);
            }
        }
        true
    }

    /// Lands and goes on, or stops. Says whether it could go on.
    fn land(&mut self, stage: &Stage<V>, victim: u8, landing: u8, goes_on: bool) -> bool {
        if self.chains.len() >= MOST_ROUTES {
            return false;
        }
        let tables = stage.towers.tops.variant.tables();
        let rules = stage.towers.tops.variant.rules();
        let crowned = !stage.king && tables.king_row[stage.towers.tops.turn.index()].has(landing);
        let king = stage.king || crowned && rules.promotion == Promotion::InPassing;
        let stage = Stage {
            at: landing,
            king,
            ..*stage
        };
        self.route.squares.push(landing);
        self.route.victims.push(victim);
        let can = if !goes_on {
            self.stop(&stage, crowned);
            false
        } else if crowned && rules.promotion == Promotion::EndsMove {
            false
        } else {
            self.jump(&stage)
        };
        self.route.squares.pop();
        self.route.victims.pop();
        can
    }

    fn stop(&mut self, stage: &Stage<V>, crowned: bool) {
        let mut after = stage.towers;
        let color = after.tops.turn;
        let king = stage.king || crowned;
        after.set_top(stage.at, Piece { color, king });
        after.set_below(stage.at, stage.own);
        after.tops.turn = color.opposite();
        self.chains.push(Chain {
            m: Move {
                captured: stage.jumped,
                from: self.from,
                to: stage.at,
                promotes: king && !self.with_king,
                detail: 0,
            },
            route: self.route.clone(),
            after,
        });
    }
}

/// What can be jumped in a direction, and where the piece may land.
fn target<V: Variant>(stage: &Stage<V>, direction: usize) -> Option<(u8, V::Word)> {
    let board = &stage.towers.tops;
    let (rules, tables): (&Rules, _) = (board.variant.rules(), board.variant.tables());
    let blockers = board.occupied() | stage.ghosts;
    let again = rules.stacking.is_some_and(|stacking| stacking.rejump);
    let spent = if again { stage.ghosts } else { stage.jumped };
    let enemy = board.pieces[board.turn.opposite().index()] & !spent;
    let prey = if stage.king || rules.men_take_kings {
        enemy
    } else {
        enemy & !board.kings
    };
    let flies = stage.king && rules.king_range == KingRange::Long;
    let victim = if flies {
        tables.first_on_ray(stage.at, direction, blockers)
    } else {
        tables.step(V::Word::of(stage.at), direction) & blockers
    } & prey;
    let behind = tables.step(victim, direction) & tables.board & !blockers;
    if behind.is_empty() {
        return None;
    }
    let landings = if flies {
        tables.reach(victim.first(), direction, blockers)
    } else {
        behind
    };
    Some((victim.first(), landings))
}

/// The stage after the top of a tower was taken.
fn taken<V: Variant>(stage: &Stage<V>, victim: u8) -> Stage<V> {
    let mut after = *stage;
    let square = V::Word::of(victim);
    let color: Color = stage.towers.tops.turn.opposite();
    let king = stage.towers.tops.kings.has(victim);
    after.own = stage.own.under(Piece { color, king });
    after.jumped |= square;
    after.towers.tops.pieces[color.index()] &= !square;
    after.towers.tops.kings &= !square;
    after.towers.uncover(square);
    let stays = stage.towers.tops.variant.rules().removal == Removal::AtEnd;
    if stays && !after.towers.tops.occupied().has(victim) {
        after.ghosts |= square;
    }
    after
}

/// Does a route go by some squares between its ends?
pub(crate) fn goes_by<V: Variant>(board: &Board<V>, route: &Route, squares: &[u8], via: Via) -> bool {
    let inner = &route.squares[1..route.squares.len() - 1];
    let in_order = |touched: &[u8]| {
        let mut wanted = squares.iter().peekable();
        for bit in touched {
            wanted.next_if_eq(&bit);
        }
        wanted.peek().is_none()
    };
    match via {
        Via::Exactly => inner == squares,
        Via::Landing => in_order(inner),
        Via::Touching => {
            let (next, rays) = (&board.variant.tables().geometry.next, &board.variant.tables().rays);
            let mut touched = Vec::new();
            for leg in route.squares.windows(2) {
                let Some(direction) = (0..8).find(|&d| rays[d][leg[0] as usize].has(leg[1])) else {
                    continue;
                };
                let mut at = leg[0];
                while at != leg[1] {
                    at = next[direction][at as usize];
                    touched.push(at);
                }
            }
            in_order(&touched)
        }
    }
}
