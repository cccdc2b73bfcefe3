//! A game chosen at run time: any of the constant games, or one made up while the program runs.

use std::sync::atomic::AtomicBool;
use std::sync::{LazyLock, Mutex};

use crate::bits::Bits;
use crate::board::{Board, KingRun};
use crate::draws::{Clocks, DrawRule};
use crate::for_each_game;
use crate::games;
use crate::geometry::{Geometry, MAX_BITS, Tables};
use crate::moves::{Move, Scratch};
use crate::notation::readings;
use crate::piece::{Color, Piece};
use crate::position::{End, Position};
use crate::routes::{self, Route, Via};
use crate::rules::{KingRange, Rules, Surface};
use crate::setup::Setup;
use crate::variant::{Custom, RunTime, Variant};

macro_rules! define {
    ($($game:ident, $rules:path, $word:ty;)*) => {
        /// A game: one of the list, or one made at run time.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub enum AnyGame {
            $($game,)*
            Custom64(Custom<u64>),
            Custom128(Custom<u128>),
        }

        /// A position of any flat game. Moves carry their captured squares in the widest word.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub enum AnyBoard {
            $($game(Board<games::$game>),)*
            Custom64(Board<Custom<u64>>),
            Custom128(Board<Custom<u128>>),
        }

        $(
            impl From<Board<games::$game>> for AnyBoard {
                fn from(board: Board<games::$game>) -> AnyBoard {
                    AnyBoard::$game(board)
                }
            }
        )*

        impl AnyGame {
            /// The constant games, in the order of the list.
            pub const ALL: &[AnyGame] = &[$(AnyGame::$game),*];

            pub fn rules(self) -> &'static Rules {
                match self {
                    $(AnyGame::$game => games::$game.rules(),)*
                    AnyGame::Custom64(custom) => custom.rules(),
                    AnyGame::Custom128(custom) => custom.rules(),
                }
            }

            pub fn geometry(self) -> &'static Geometry {
                match self {
                    $(AnyGame::$game => &games::$game.tables().geometry,)*
                    AnyGame::Custom64(custom) => &custom.tables().geometry,
                    AnyGame::Custom128(custom) => &custom.tables().geometry,
                }
            }

            /// A position from its squares, without asking whether it makes sense: see [`Setup::problems`].
            pub fn board(self, setup: &Setup, turn: Color) -> AnyBoard {
                match self {
                    $(AnyGame::$game => AnyBoard::$game(place(games::$game, setup, turn)),)*
                    AnyGame::Custom64(custom) => AnyBoard::Custom64(place(custom, setup, turn)),
                    AnyGame::Custom128(custom) => AnyBoard::Custom128(place(custom, setup, turn)),
                }
            }
        }

        /// Runs an expression with the board inside an [`AnyBoard`], whatever its game.
        #[macro_export]
        macro_rules! with_board {
            ($any:expr, $board:ident => $body:expr) => {
                match $any {
                    $($crate::any::AnyBoard::$game($board) => $body,)*
                    $crate::any::AnyBoard::Custom64($board) => $body,
                    $crate::any::AnyBoard::Custom128($board) => $body,
                }
            };
        }

        impl AnyBoard {
            pub fn game(&self) -> AnyGame {
                match self {
                    $(AnyBoard::$game(_) => AnyGame::$game,)*
                    AnyBoard::Custom64(board) => AnyGame::Custom64(board.variant),
                    AnyBoard::Custom128(board) => AnyGame::Custom128(board.variant),
                }
            }

            /// The position, its hash and the draw clocks after a legal move.
            pub fn advance(
                &self,
                m: Move<u128>,
                hash: u64,
                clocks: &Clocks,
                rules: &[DrawRule],
            ) -> (AnyBoard, u64, Clocks) {
                match self {
                    $(
                        AnyBoard::$game(board) => {
                            let m = Move::narrow(m);
                            let after = board.play(m);
                            let clocks = clocks.after(rules, board, m, &after);
                            (AnyBoard::$game(after), board.hash_after(hash, m), clocks)
                        }
                    )*
                    AnyBoard::Custom64(board) => {
                        let m = Move::narrow(m);
                        let after = board.play(m);
                        let clocks = clocks.after(rules, board, m, &after);
                        (AnyBoard::Custom64(after), board.hash_after(hash, m), clocks)
                    }
                    AnyBoard::Custom128(board) => {
                        let after = board.play(m);
                        let clocks = clocks.after(rules, board, m, &after);
                        (AnyBoard::Custom128(after), board.hash_after(hash, m), clocks)
                    }
                }
            }

            fn played(&self, m: Move<u128>) -> AnyBoard {
                match self {
                    $(AnyBoard::$game(board) => AnyBoard::$game(board.play(Move::narrow(m))),)*
                    AnyBoard::Custom64(board) => AnyBoard::Custom64(board.play(Move::narrow(m))),
                    AnyBoard::Custom128(board) => AnyBoard::Custom128(board.play(m)),
                }
            }
        }
    };
}

for_each_game!(define);

fn place<V: Variant>(variant: V, setup: &Setup, turn: Color) -> Board<V> {
    Board {
        variant,
        pieces: setup.pieces.map(V::Word::narrow),
        kings: V::Word::narrow(setup.kings),
        turn,
        runs: if variant.rules().king_limit.is_some() {
            setup.runs
        } else {
            [KingRun::default(); 2]
        },
    }
}

/// The most games that one program may make at run time: each lives as long as the program.
const MOST_CUSTOM_GAMES: usize = 4096;
static CUSTOM_GAMES: LazyLock<Mutex<Vec<AnyGame>>> = LazyLock::new(|| Mutex::new(Vec::new()));

impl AnyGame {
    /// A game made at run time from rules; the same rules give the same game. The error names the bound that is broken.
    pub fn custom(base: AnyGame, rules: Rules) -> Result<AnyGame, String> {
        check(&rules)?;
        let base = base.base();
        let mut games = CUSTOM_GAMES.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        if let Some(&game) = games.iter().find(|game| *game.rules() == rules) {
            return Ok(game);
        }
        if games.len() >= MOST_CUSTOM_GAMES {
            return Err(format!(
                "no more than {MOST_CUSTOM_GAMES} custom games can be made in one program"
            ));
        }
        let game = if rules.bits() <= 64 {
            AnyGame::Custom64(Custom(Box::leak(Box::new(RunTime {
                base,
                tables: Tables::<u64>::new(&rules),
                rules,
            }))))
        } else {
            AnyGame::Custom128(Custom(Box::leak(Box::new(RunTime {
                base,
                tables: Tables::<u128>::new(&rules),
                rules,
            }))))
        };
        games.push(game);
        Ok(game)
    }

    /// The game of the list that this one was made from; itself where it is of the list.
    pub fn base(self) -> AnyGame {
        match self {
            AnyGame::Custom64(custom) => custom.0.base,
            AnyGame::Custom128(custom) => custom.0.base,
            listed => listed,
        }
    }

    /// Was it made at run time?
    pub fn is_custom(self) -> bool {
        matches!(self, AnyGame::Custom64(_) | AnyGame::Custom128(_))
    }

    /// By id, alias or PDN GameType (its number is enough).
    pub fn find(text: &str) -> Option<AnyGame> {
        if let Some(&game) = Self::ALL.iter().find(|game| game.rules().id == text) {
            return Some(game);
        }
        let wanted = text.trim().to_lowercase();
        let number = wanted.split(',').next().unwrap_or_default().trim();
        let mut games = Self::ALL.iter().copied();
        games
            .clone()
            .find(|game| game.rules().id == wanted || game.rules().aliases.contains(&&*wanted))
            .or_else(|| {
                let is_number = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
                games.find(|game| {
                    is_number
                        && game
                            .rules()
                            .game_type
                            .is_some_and(|kind| kind.split(',').next() == Some(number))
                })
            })
    }
}

fn check(rules: &Rules) -> Result<(), String> {
    for (name, size) in [("files", rules.files), ("ranks", rules.ranks)] {
        if !(4..=16).contains(&size) {
            return Err(format!("{name}={size}: a board has 4 to 16"));
        }
        if rules.surface == Surface::Diagonal && size % 2 != 0 {
            return Err(format!(
                "{name}={size}: a board played on one colour of square has an even number"
            ));
        }
    }
    if rules.bits() > MAX_BITS || rules.squares() > MAX_BITS {
        return Err(format!(
            "files={}, ranks={}: the largest board is 12 by 12",
            rules.files, rules.ranks
        ));
    }
    let rows = u32::from(rules.rows_of_men) + u32::from(rules.rows_behind);
    if rules.rows_of_men == 0 || rows * 2 > u32::from(rules.ranks) {
        return Err(format!(
            "rows_of_men={}: on {} ranks there may be 1 to {}",
            rules.rows_of_men,
            rules.ranks,
            u32::from(rules.ranks) / 2 - u32::from(rules.rows_behind)
        ));
    }
    if rules.precedence.len() > 4 {
        return Err("precedence: at most four criteria".to_owned());
    }
    if rules.king_range == KingRange::Short && rules.landing != crate::rules::Landing::Any {
        return Err("landing: only flying kings choose where to land".to_owned());
    }
    Ok(())
}

impl AnyBoard {
    pub fn start(game: AnyGame) -> AnyBoard {
        game.board(&Setup::start(game), game.rules().first)
    }

    pub fn rules(&self) -> &'static Rules {
        self.game().rules()
    }

    pub fn geometry(&self) -> &'static Geometry {
        self.game().geometry()
    }

    /// The squares and everything else that a FEN may tell.
    pub fn setup(&self) -> Setup {
        with_board!(self, board => Setup {
            pieces: board.pieces.map(Bits::wide),
            kings: board.kings.wide(),
            turn: Some(board.turn),
            runs: board.runs,
            ..Setup::default()
        })
    }

    pub fn piece_at(&self, bit: u8) -> Option<Piece> {
        with_board!(self, board => board.piece_at(bit))
    }

    pub fn pieces(&self, color: Color) -> u128 {
        with_board!(self, board => board.pieces[color.index()].wide())
    }

    pub fn kings(&self) -> u128 {
        with_board!(self, board => board.kings.wide())
    }

    /// The same pieces on the same squares with the same side to move, whatever kings have run.
    pub fn is_repeated_by(&self, other: &AnyBoard) -> bool {
        self.turn() == other.turn()
            && self.kings() == other.kings()
            && Color::BOTH
                .iter()
                .all(|&color| self.pieces(color) == other.pieces(color))
    }

    pub fn clocks(&self, rules: &[DrawRule]) -> Clocks {
        with_board!(self, board => Clocks::at(rules, board))
    }

    /// Every capture that the jumps allow, before precedence.
    pub fn all_captures(&self) -> Vec<Move<u128>> {
        with_board!(self, board => board.all_captures().into_iter().map(Move::wide).collect())
    }

    /// Quiet moves as if nothing could be captured.
    pub fn all_quiets(&self) -> Vec<Move<u128>> {
        with_board!(self, board => board.all_quiets().into_iter().map(Move::wide).collect())
    }

    /// One way to make a legal move.
    pub fn route(&self, m: Move<u128>) -> Route {
        with_board!(self, board => routes::route(board, Move::narrow(m)))
    }

    /// The legal moves from one square to another replace the contents of `found`; `scratch` is overwritten.
    #[inline]
    pub fn legal_between(&self, from: u8, to: u8, scratch: &mut Scratch, found: &mut Vec<Move<u128>>) {
        fn between<V: Variant>(
            board: &Board<V>,
            (from, to): (u8, u8),
            scratch: &mut Scratch,
            found: &mut Vec<Move<u128>>,
        ) {
            let legal = V::Word::list(scratch);
            board.legal_moves(legal);
            found.extend(legal.iter().filter(|m| m.from == from && m.to == to).map(|&m| m.wide()));
        }
        found.clear();
        with_board!(self, board => between(board, (from, to), scratch, found));
    }

    /// See [`crate::notation::readings`].
    pub fn readings(&self, ends: &[Move<u128>], between: &[u8]) -> Vec<Move<u128>> {
        with_board!(self, board => {
            let ends: Vec<_> = ends.iter().map(|&m| Move::narrow(m)).collect();
            readings(board, &ends, between).into_iter().map(Move::wide).collect()
        })
    }

    /// A way to make it that goes by some squares; see [`routes::route_via`].
    pub fn route_via(&self, m: Move<u128>, squares: &[u8], via: Via) -> Option<Route> {
        with_board!(self, board => routes::route_via(board, Move::narrow(m), squares, via))
    }

    /// Can it be made by a route that touches a square on its way?
    pub fn route_through_square(&self, m: Move<u128>, square: u8) -> bool {
        self.route_via(m, &[square], Via::Touching).is_some()
    }

    /// Colours swapped and the board turned by 180 degrees.
    pub fn mirror(&self) -> AnyBoard {
        let geometry = self.geometry();
        let squares = self.rules().squares() as u8;
        let turn_bit = |bit: u8| geometry.bit_of[(squares + 1 - geometry.number_of[bit as usize]) as usize];
        let turned = |set: u128| set.each().fold(0, |turned, bit| turned | u128::of(turn_bit(bit)));
        let turned_run = |run: KingRun| KingRun {
            bit: if run.moves > 0 { turn_bit(run.bit) } else { 0 },
            ..run
        };
        let setup = self.setup();
        let mirrored = Setup {
            pieces: [turned(setup.pieces[1]), turned(setup.pieces[0])],
            kings: turned(setup.kings),
            runs: [turned_run(setup.runs[1]), turned_run(setup.runs[0])],
            ..setup
        };
        self.game().board(&mirrored, self.turn().opposite())
    }

    /// See [`crate::perft::parallel`].
    pub fn perft(&self, depth: u32, in_order: bool, threads: usize, stop: &AtomicBool) -> Option<u64> {
        with_board!(self, board => crate::perft::parallel(board, depth, in_order, threads, stop))
    }
}

impl Position for AnyBoard {
    type Move = Move<u128>;

    fn turn(&self) -> Color {
        with_board!(self, board => board.turn)
    }

    fn legal_moves(&self, moves: &mut Vec<Move<u128>>) {
        moves.clear();
        with_board!(self, board => {
            let mut own = Vec::with_capacity(32);
            board.legal_moves(&mut own);
            moves.extend(own.into_iter().map(Move::wide));
        });
    }

    fn count_moves(&self, _: &mut Vec<Move<u128>>) -> u64 {
        with_board!(self, board => board.count_moves(&mut Vec::new()))
    }

    fn has_moves(&self) -> bool {
        with_board!(self, board => board.has_moves())
    }

    fn play(&self, m: Move<u128>) -> AnyBoard {
        self.played(m)
    }

    fn end(&self) -> Option<(End, Color)> {
        with_board!(self, board => board.end())
    }

    fn hash(&self) -> u64 {
        with_board!(self, board => board.hash())
    }

    fn hash_after(&self, hash: u64, m: Move<u128>) -> u64 {
        with_board!(self, board => board.hash_after(hash, Move::narrow(m)))
    }

    fn is_conversion(&self, m: Move<u128>) -> bool {
        with_board!(self, board => board.is_conversion(Move::narrow(m)))
    }

    fn is_capture(&self, m: Move<u128>) -> bool {
        m.is_capture()
    }

    fn orders(&self, m: Move<u128>) -> u64 {
        with_board!(self, board => board.orders(Move::narrow(m)))
    }
}
