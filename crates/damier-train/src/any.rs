//! Learning for a game chosen at run time.

use std::path::Path;
use std::sync::atomic::AtomicBool;

use damier_engine::selfplay::Plan;
use damier_engine::{Brought, Judge};
use damier_rules::{AnyBoard, AnyGame, with_board};

use crate::cases::Cases;
use crate::record::Progress;
use crate::{net, patterns, record};

const NO_FLAT_GAME: &str = "towers and two boards at once are not learned: choose a game of single pieces on one board";

/// Does somebody know how to learn this game? The error says why not.
pub fn check(game: AnyGame) -> Result<(), String> {
    let rules = game.rules();
    if game.is_custom() {
        return Err(format!(
            "{}: a game of one's own has no file of its own to learn from",
            rules.id
        ));
    }
    if rules.is_twin() || rules.stacking.is_some() {
        return Err(format!("{}: {NO_FLAT_GAME}", rules.id));
    }
    Ok(())
}

/// See [`record::record`]. The plan has a seed and nodes; the rest is what suits the game.
pub fn record(
    game: AnyGame,
    path: &Path,
    (seed, nodes): (u64, u64),
    (games, threads): (u32, usize),
    brought: Option<&Brought>,
    stop: &AtomicBool,
    report: &mut dyn FnMut(Progress),
) -> Result<Progress, String> {
    check(game)?;
    with_board!(&AnyBoard::start(game),
        board => {
            let judge = match brought {
                Some(brought) => brought.judge(board.variant).ok_or_else(|| {
                    format!("this evaluation is one of {}, and the game is {}", brought.rules().id, game.rules().id)
                })?,
                None => Judge::of(board.variant),
            };
            let plan = Plan::of(game.rules(), seed, nodes);
            record::record(board.variant, &judge, path, (&plan, games, threads), stop, report)
        },
        _towers => Err(NO_FLAT_GAME.to_owned()),
        _pair => Err(NO_FLAT_GAME.to_owned())
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
        Ok(AnyCases {
            game,
            cases: Cases::default(),
        })
    }

    /// See [`Cases::add`].
    pub fn add(&mut self, bytes: &[u8], known: u32) -> Result<(), String> {
        with_board!(&AnyBoard::start(self.game),
            board => self.cases.add(board.variant, bytes, known),
            _towers => Err(NO_FLAT_GAME.to_owned()),
            _pair => Err(NO_FLAT_GAME.to_owned())
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
            _towers => Err(NO_FLAT_GAME.to_owned()),
            _pair => Err(NO_FLAT_GAME.to_owned())
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
            _towers => Err(NO_FLAT_GAME.to_owned()),
            _pair => Err(NO_FLAT_GAME.to_owned())
        )
    }
}
