//! Learning for a game chosen at run time.

use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use damier_engine::sample::{Form, Kept, Sample};
use damier_engine::selfplay::{Opening, Plan};
use damier_engine::{Brought, Judge, TowerJudge, endings};
use damier_rules::{AnyBoard, AnyGame, with_board};
use damier_tables::AnySet;

use crate::cases::{Cases, Counts};
use crate::problem::Problem;
use crate::record::Progress;
use crate::{net, patterns, record, shuffle};

const TWO_GAMES: &str = "two games at once are judged by what was learned of one of them: choose that game";
const NET_ALONE: &str = "only a net sees what lies below the tops of towers: choose kind net";

/// Does somebody know how to learn this game? The error says why not.
pub fn check(game: AnyGame) -> Result<(), String> {
    let rules = game.rules();
    if game.is_custom() {
        return Err(format!(
            "{}: a game of one's own has no file of its own to learn from",
            rules.id
        ));
    }
    if rules.is_twin() {
        return Err(format!("{}: {TWO_GAMES}", rules.id));
    }
    Ok(())
}

/// A position that games may begin from, after so many plies. The error says why they may not.
pub fn opening(game: AnyGame, board: &AnyBoard, ply: u16) -> Result<Sample, String> {
    fn kept<P: Kept>(position: &P) -> Result<Sample, String> {
        match position.end() {
            None => Ok(position.kept()),
            Some(_) => Err("the game is over there".to_owned()),
        }
    }
    if board.game() != game {
        return Err(format!("it is one of {}, not of {}", board.rules().id, game.rules().id));
    }
    let sample = with_board!(board, board => kept(board), towers => kept(towers), _pair => Err(TWO_GAMES.to_owned()))?;
    Ok(Sample { ply, ..sample })
}

/// The openings, or the start of the game where there are none.
fn begin<P: Kept>(variant: P::Variant, start: &P, openings: &[Sample]) -> Vec<Opening<P>> {
    if openings.is_empty() {
        return vec![start.clone().into()];
    }
    let opening = |sample: &Sample| Opening {
        position: P::of(variant, sample),
        ply: sample.ply.into(),
    };
    openings.iter().map(opening).collect()
}

/// See [`record::record`]. The plan has a seed and nodes; the rest is what suits the game. Where there are `openings`,
/// each an [`opening`] of this game, the games begin from them.
pub fn record(
    game: AnyGame,
    path: &Path,
    ((seed, nodes), openings): ((u64, u64), &[Sample]),
    (games, threads): (u32, usize),
    (brought, tables): (Option<&Brought>, Option<&AnySet>),
    stop: &AtomicBool,
    report: &mut dyn FnMut(Progress),
) -> Result<Progress, String> {
    check(game)?;
    let plan = Plan::of(game.rules(), seed, nodes);
    let plan = if openings.is_empty() {
        plan
    } else {
        plan.from_openings()
    };
    if let Some(brought) = brought.filter(|brought| !brought.is_for(game.rules())) {
        let (own, id) = (brought.rules().id, game.rules().id);
        return Err(format!("this evaluation is one of {own}, and the game is {id}"));
    }
    if let Some(tables) = tables.filter(|tables| tables.game() != game) {
        let (other, id) = (tables.rules().id, game.rules().id);
        return Err(format!("these tables are of {other}, and the game is {id}"));
    }
    with_board!(&AnyBoard::start(game),
        board => {
            let own = brought.and_then(|brought| brought.judge(board.variant));
            let judge = own.unwrap_or_else(|| Judge::of(board.variant));
            let endings = tables.and_then(endings::of);
            let begin = begin(board.variant, board, openings);
            record::record(board.variant, &begin, (&judge, endings), path, (&plan, games, threads), stop, report)
        },
        towers => {
            let variant = towers.tops.variant;
            let own = brought.and_then(|brought| brought.tower_judge(variant));
            let judge = own.unwrap_or_else(|| TowerJudge::of(variant));
            let begin = begin(variant, towers, openings);
            record::record(variant, &begin, (&judge, None), path, (&plan, games, threads), stop, report)
        },
        _pair => Err(TWO_GAMES.to_owned())
    )
}

/// See [`shuffle::shuffle`]. The game is one that can be learned: see [`check`].
pub fn shuffle(
    game: AnyGame,
    files: &[PathBuf],
    to: &Path,
    options: &shuffle::Options,
    stop: &AtomicBool,
    report: &mut dyn FnMut(f64),
) -> Result<Counts, Problem> {
    with_board!(&AnyBoard::start(game),
        board => shuffle::shuffle(board.variant, files, to, options, stop, report),
        towers => shuffle::shuffle(towers.tops.variant, files, to, options, stop, report),
        _pair => Err(Problem::content(to)(TWO_GAMES.to_owned()))
    )
}

/// Positions of one game.
#[derive(Clone, Debug)]
pub struct AnyCases {
    pub game: AnyGame,
    pub cases: Cases,
}

impl AnyCases {
    pub fn new(game: AnyGame) -> Result<AnyCases, String> {
        check(game)?;
        let form = with_board!(&AnyBoard::start(game),
            board => Form::of(board.variant),
            towers => Form::of(towers.tops.variant),
            _pair => return Err(TWO_GAMES.to_owned())
        );
        Ok(AnyCases {
            game,
            cases: Cases::new(form),
        })
    }

    /// See [`Cases::add`].
    pub fn add(&mut self, path: &Path, least: u32) -> Result<(), Problem> {
        with_board!(&AnyBoard::start(self.game),
            board => self.cases.add(board.variant, path, least),
            towers => self.cases.add(towers.tops.variant, path, least),
            _pair => Err(Problem::content(path)(TWO_GAMES.to_owned()))
        )
    }

    /// See [`net::fit`].
    pub fn fit_net(
        &self,
        options: &net::Options,
        stop: &AtomicBool,
        report: &mut dyn FnMut(net::Progress),
    ) -> Result<Option<net::Learned>, String> {
        with_board!(&AnyBoard::start(self.game),
            board => net::fit(board.variant, &self.cases, options, stop, report),
            towers => net::fit(towers.tops.variant, &self.cases, options, stop, report),
            _pair => Err(TWO_GAMES.to_owned())
        )
    }

    /// See [`patterns::fit`].
    pub fn fit_patterns(
        &self,
        options: &patterns::Options,
        stop: &AtomicBool,
        report: &mut dyn FnMut(u32),
    ) -> Result<Option<patterns::Learned>, String> {
        with_board!(&AnyBoard::start(self.game),
            board => patterns::fit(board.variant, &self.cases, options, stop, report),
            _towers => Err(format!("{}: {NET_ALONE}", self.game.rules().id)),
            _pair => Err(TWO_GAMES.to_owned())
        )
    }
}
