//! Tables of a game chosen at run time.

use std::any::Any;
use std::path::PathBuf;

use damier_rules::any::{AnyBoard, AnyGame};
use damier_rules::games::{International, Russian};
use damier_rules::rules::Rules;
use damier_rules::variant::Custom;
use damier_rules::{Bits, Board, Color, History, Move, Position, Variant, with_board};

use crate::batch::{self, BatchError, Row};
use crate::build::Watch;
use crate::file::{FileError, Kind, TableFile};
use crate::horizon::Horizon;
use crate::index::Index;
use crate::material::Material;
use crate::probe::{ProbeError, Set};
use crate::value::{Verdict, Wdl};
use crate::workshop::{self, Event, Order, WorkError};

/// The tables of a game. The rules are looked up at run time: a probe makes few moves.
#[derive(Debug)]
pub struct AnySet {
    game: AnyGame,
    set: Inner,
}

#[derive(Debug)]
enum Inner {
    Narrow(Custom<u64>, Set<u64>),
    Wide(Custom<u128>, Set<u128>),
}

/// The game of the list as one made at run time, which has the same rules. The error says why it can have no tables.
fn at_run_time(game: AnyGame) -> Result<AnyGame, String> {
    if !is_flat(game.rules()) {
        Err(format!(
            "{}: there are endgame tables only where captured pieces leave the board, and of one game at a time",
            game.rules().id
        ))
    } else if game.is_custom() {
        Ok(game)
    } else {
        AnyGame::custom(game, *game.rules())
    }
}

fn is_flat(rules: &Rules) -> bool {
    rules.stacking.is_none() && !rules.is_twin()
}

/// The same position with rules looked up at run time; an empty board, which is in no table, where it is not flat.
fn custom_board<B: Bits>(variant: Custom<B>, board: &AnyBoard) -> Board<Custom<B>> {
    let empty = Board {
        variant,
        pieces: [B::EMPTY; 2],
        kings: B::EMPTY,
        turn: board.turn(),
        runs: Default::default(),
    };
    with_board!(board,
        board => Board {
            pieces: board.pieces.map(|set| B::narrow(set.wide())),
            kings: B::narrow(board.kings.wide()),
            runs: board.runs,
            ..empty
        },
        _towers => empty,
        _pair => empty
    )
}

macro_rules! with_set {
    ($self:expr, $board:expr, ($set:ident, $own:ident) => $body:expr) => {
        match &$self.set {
            Inner::Narrow(variant, $set) => {
                let $own = custom_board(*variant, $board);
                $body
            }
            Inner::Wide(variant, $set) => {
                let $own = custom_board(*variant, $board);
                $body
            }
        }
    };
}

impl AnySet {
    /// See [`Set::open`]. The error says why the game can have no tables.
    pub fn open(game: AnyGame, folders: &[PathBuf]) -> Result<(AnySet, Vec<FileError>), String> {
        let (set, problems) = match at_run_time(game)? {
            AnyGame::Custom64(custom) => {
                let (set, problems) = Set::open(custom, folders);
                (Inner::Narrow(custom, set), problems)
            }
            AnyGame::Custom128(custom) => {
                let (set, problems) = Set::open(custom, folders);
                (Inner::Wide(custom, set), problems)
            }
            listed => return Err(format!("{} cannot be made at run time", listed.rules().id)),
        };
        Ok((AnySet { game, set }, problems))
    }

    pub fn game(&self) -> AnyGame {
        self.game
    }

    pub fn rules(&self) -> &'static Rules {
        self.game.rules()
    }

    /// The set itself, where its boards have this word.
    pub fn of<B: Bits>(&self) -> Option<&Set<B>> {
        let set: &dyn Any = match &self.set {
            Inner::Narrow(_, set) => set,
            Inner::Wide(_, set) => set,
        };
        set.downcast_ref()
    }

    pub fn pieces(&self) -> u8 {
        match &self.set {
            Inner::Narrow(_, set) => set.pieces(),
            Inner::Wide(_, set) => set.pieces(),
        }
    }

    pub fn has(&self, material: Material, kind: Kind) -> bool {
        match &self.set {
            Inner::Narrow(_, set) => set.has(material, kind),
            Inner::Wide(_, set) => set.has(material, kind),
        }
    }

    /// Every file of every slice.
    pub fn files(&self) -> Vec<(Material, Vec<&TableFile>)> {
        match &self.set {
            Inner::Narrow(_, set) => set
                .slices()
                .map(|(material, files)| (material, files.collect()))
                .collect(),
            Inner::Wide(_, set) => set
                .slices()
                .map(|(material, files)| (material, files.collect()))
                .collect(),
        }
    }

    pub fn wdl(&self, board: &AnyBoard) -> Result<Wdl, ProbeError> {
        with_set!(self, board, (set, own) => set.wdl(&own))
    }

    pub fn dtw(&self, board: &AnyBoard) -> Result<Verdict, ProbeError> {
        with_set!(self, board, (set, own) => set.dtw(&own))
    }

    pub fn dtc(&self, board: &AnyBoard) -> Result<Verdict, ProbeError> {
        with_set!(self, board, (set, own) => set.dtc(&own))
    }

    /// See [`Set::moves`].
    pub fn moves(&self, board: &AnyBoard) -> Result<Vec<(Move<u128>, Verdict)>, ProbeError> {
        with_set!(self, board, (set, own) => {
            Ok(set.moves(&own)?.into_iter().map(|(m, verdict)| (m.wide(), verdict)).collect())
        })
    }

    /// See [`batch::many`]. The rules of international and Russian draughts are constants.
    pub fn many(&self, kind: Kind, rows: &[Row], turns: &[u8], threads: usize) -> Result<Vec<i16>, BatchError> {
        match (&self.set, self.game) {
            (Inner::Narrow(_, set), AnyGame::International) => {
                batch::many(International, set, kind, rows, turns, threads)
            }
            (Inner::Narrow(_, set), AnyGame::Russian) => batch::many(Russian, set, kind, rows, turns, threads),
            (Inner::Narrow(custom, set), _) => batch::many(*custom, set, kind, rows, turns, threads),
            (Inner::Wide(custom, set), _) => batch::many(*custom, set, kind, rows, turns, threads),
        }
    }

    /// How a game ends when both sides play their best from now on: the value for the side to move, `None` where the tables
    /// do not know or where a drawing rule may come before the win.
    pub fn settled(&self, game: &History) -> Option<Verdict> {
        let verdict = self.dtw(game.board()).ok()?;
        let draws = &game.draws().rules;
        let horizon = match &self.set {
            Inner::Narrow(variant, set) => Horizon::of(*variant, set, draws),
            Inner::Wide(variant, set) => Horizon::of(*variant, set, draws),
        };
        let board = game.board();
        let men = ((board.pieces(Color::White) | board.pieces(Color::Black)) & !board.kings()).count_ones();
        let plies = verdict.plies().into();
        let fits = verdict.is_draw() || horizon.reaches(&game.now().clocks, draws, plies, men);
        fits.then_some(verdict)
    }

    /// A position of a slice by its number, White to move; `None` beyond the slice.
    pub fn position(&self, material: Material, number: u64) -> Option<AnyBoard> {
        fn at<B: Bits>(custom: Custom<B>, material: Material, number: u64, game: AnyGame) -> Option<AnyBoard> {
            if !material.is_possible(custom.rules()) {
                return None;
            }
            let index = Index::new(custom.tables(), material);
            if number >= index.len() {
                return None;
            }
            let board = index.position(number).board(custom);
            let setup = damier_rules::Setup {
                pieces: board.pieces.map(Bits::wide),
                kings: board.kings.wide(),
                ..Default::default()
            };
            Some(game.board(&setup, Color::White))
        }
        match &self.set {
            Inner::Narrow(custom, _) => at(*custom, material, number, self.game),
            Inner::Wide(custom, _) => at(*custom, material, number, self.game),
        }
    }
}

/// See [`workshop::make`]. The rules of international and Russian draughts are constants, those of others are looked up.
pub fn make(game: AnyGame, order: &Order, watch: &Watch, report: &mut dyn FnMut(Event)) -> Result<(), WorkError> {
    match game {
        AnyGame::International => workshop::make(International, order, watch, report),
        AnyGame::Russian => workshop::make(Russian, order, watch, report),
        other => match at_run_time(other).map_err(WorkError::Game)? {
            AnyGame::Custom64(custom) => workshop::make(custom, order, watch, report),
            AnyGame::Custom128(custom) => workshop::make(custom, order, watch, report),
            listed => Err(WorkError::Game(format!(
                "{} cannot be made at run time",
                listed.rules().id
            ))),
        },
    }
}

/// See [`workshop::total`]; 0 for a game that can have no tables.
pub fn total(game: AnyGame, pieces: u8) -> u64 {
    match at_run_time(game) {
        Ok(AnyGame::Custom64(custom)) => workshop::total(custom, pieces),
        Ok(AnyGame::Custom128(custom)) => workshop::total(custom, pieces),
        _ => 0,
    }
}
