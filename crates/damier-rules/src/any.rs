//! A game chosen at run time: any of the constant games, or one made up while the program runs.

use std::sync::atomic::AtomicBool;
use std::sync::{LazyLock, Mutex};

use crate::bits::Bits;
use crate::board::{Board, KingRun};
use crate::draws::{Clocks, DrawRule};
use crate::for_all_games;
use crate::games;
use crate::geometry::{Geometry, MAX_BITS, Tables};
use crate::moves::{Move, Scratch};
use crate::notation::readings;
use crate::piece::{Color, Piece};
use crate::position::{End, Position};
use crate::routes::{self, Route, Via};
use crate::rules::{KingRange, Rules, Surface, Turn};
use crate::setup::Setup;
use crate::stack::{MOST_PIECES, Pack};
use crate::towers::{MOST_BITS, Packed, Towers};
use crate::twin::{Half, PackedTwin, TwinVariant, Verdict, Whole, ends};
use crate::variant::{Custom, RunTime, Variant};

macro_rules! define {
    (
        [$($game:ident, $rules:path, $word:ty;)*]
        [$($tower:ident, $tower_rules:path, $tower_word:ty;)*]
        [$($twin:ident, $twin_rules:path, $twin_word:ty;)*]
    ) => {
        /// A game: one of the list, or one made at run time.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub enum AnyGame {
            $($game,)*
            $($tower,)*
            $($twin,)*
            Custom64(Custom<u64>),
            Custom128(Custom<u128>),
        }

        /// A position of any game. Moves carry their captured squares in the widest word.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub enum AnyBoard {
            $($game(Board<games::$game>),)*
            $($tower(Packed<games::$tower>),)*
            $($twin(PackedTwin<games::$twin>),)*
            Custom64(Board<Custom<u64>>),
            Custom128(Board<Custom<u128>>),
            CustomTowers(Packed<Custom<u64>>),
            CustomTwin(PackedTwin<Custom<u128>>),
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
            pub const ALL: &[AnyGame] = &[$(AnyGame::$game,)* $(AnyGame::$tower,)* $(AnyGame::$twin,)*];

            pub fn rules(self) -> &'static Rules {
                match self {
                    $(AnyGame::$game => games::$game.rules(),)*
                    $(AnyGame::$tower => games::$tower.rules(),)*
                    $(AnyGame::$twin => games::$twin.rules(),)*
                    AnyGame::Custom64(custom) => custom.rules(),
                    AnyGame::Custom128(custom) => custom.rules(),
                }
            }

            /// One of two games that are played at once, `None` where one game is played.
            pub fn flat(self) -> Option<AnyGame> {
                match self {
                    $(AnyGame::$twin => Some(games::$twin.flat_game()),)*
                    AnyGame::Custom128(custom) if custom.rules().is_twin() => Some(custom.flat_game()),
                    _ => None,
                }
            }

            pub fn geometry(self) -> &'static Geometry {
                match self {
                    $(AnyGame::$game => &games::$game.tables().geometry,)*
                    $(AnyGame::$tower => &games::$tower.tables().geometry,)*
                    $(AnyGame::$twin => &games::$twin.tables().geometry,)*
                    AnyGame::Custom64(custom) => &custom.tables().geometry,
                    AnyGame::Custom128(custom) => &custom.tables().geometry,
                }
            }

            /// A position from its squares, without asking whether it makes sense: see [`Setup::problems`].
            pub fn board(self, setup: &Setup, turn: Color) -> AnyBoard {
                match self {
                    $(AnyGame::$game => AnyBoard::$game(place(games::$game, setup, turn)),)*
                    $(AnyGame::$tower => AnyBoard::$tower(pack(games::$tower, setup, turn)),)*
                    $(AnyGame::$twin => AnyBoard::$twin(weave(games::$twin, setup, turn)),)*
                    AnyGame::Custom128(custom) if custom.rules().is_twin() => {
                        AnyBoard::CustomTwin(weave(custom, setup, turn))
                    }
                    AnyGame::Custom64(custom) if custom.rules().stacking.is_some() => {
                        AnyBoard::CustomTowers(pack(custom, setup, turn))
                    }
                    AnyGame::Custom64(custom) => AnyBoard::Custom64(place(custom, setup, turn)),
                    AnyGame::Custom128(custom) => AnyBoard::Custom128(place(custom, setup, turn)),
                }
            }
        }

        /// Runs one of three expressions: with the board inside an [`AnyBoard`], with its towers, or with its two games.
        #[macro_export]
        macro_rules! with_board {
            ($any:expr, $board:ident => $body:expr, $towers:ident => $other:expr, $pair:ident => $third:expr) => {
                match $any {
                    $($crate::any::AnyBoard::$game($board) => $body,)*
                    $crate::any::AnyBoard::Custom64($board) => $body,
                    $crate::any::AnyBoard::Custom128($board) => $body,
                    $(
                        $crate::any::AnyBoard::$tower(packed) => {
                            let $towers = &packed.unpack();
                            $other
                        }
                    )*
                    $crate::any::AnyBoard::CustomTowers(packed) => {
                        let $towers = &packed.unpack();
                        $other
                    }
                    $($crate::any::AnyBoard::$twin($pair) => $third,)*
                    $crate::any::AnyBoard::CustomTwin($pair) => $third,
                }
            };
        }

        impl AnyBoard {
            pub fn game(&self) -> AnyGame {
                match self {
                    $(AnyBoard::$game(_) => AnyGame::$game,)*
                    $(AnyBoard::$tower(_) => AnyGame::$tower,)*
                    AnyBoard::CustomTowers(packed) => AnyGame::Custom64(packed.variant),
                    $(AnyBoard::$twin(_) => AnyGame::$twin,)*
                    AnyBoard::CustomTwin(packed) => AnyGame::Custom128(packed.variant),
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
                    $(
                        AnyBoard::$tower(packed) => {
                            let (after, hash, clocks) = advance(packed, m, hash, clocks, rules);
                            (AnyBoard::$tower(after), hash, clocks)
                        }
                    )*
                    AnyBoard::CustomTowers(packed) => {
                        let (after, hash, clocks) = advance(packed, m, hash, clocks, rules);
                        (AnyBoard::CustomTowers(after), hash, clocks)
                    }
                    // Each game has its own clocks: see `History`.
                    $(
                        AnyBoard::$twin(pair) => {
                            let after = pair.play(&m);
                            (AnyBoard::$twin(after), after.unpack().hash(), *clocks)
                        }
                    )*
                    AnyBoard::CustomTwin(pair) => {
                        let after = pair.play(&m);
                        (AnyBoard::CustomTwin(after), after.unpack().hash(), *clocks)
                    }
                }
            }

            /// One of two games that are played at once has ended by something that the board does not show.
            #[must_use]
            pub fn half_ended(&self, half: usize, verdict: Verdict) -> AnyBoard {
                match self {
                    $(
                        AnyBoard::$twin(pair) => {
                            AnyBoard::$twin(PackedTwin::pack(pair.variant, &pair.unpack().ended(half, verdict)))
                        }
                    )*
                    AnyBoard::CustomTwin(pair) => {
                        AnyBoard::CustomTwin(PackedTwin::pack(pair.variant, &pair.unpack().ended(half, verdict)))
                    }
                    other => *other,
                }
            }

            fn played(&self, m: Move<u128>) -> AnyBoard {
                match self {
                    $(AnyBoard::$game(board) => AnyBoard::$game(board.play(Move::narrow(m))),)*
                    AnyBoard::Custom64(board) => AnyBoard::Custom64(board.play(Move::narrow(m))),
                    AnyBoard::Custom128(board) => AnyBoard::Custom128(board.play(m)),
                    $(AnyBoard::$tower(packed) => AnyBoard::$tower(packed.unpack().play(Move::narrow(m)).packed()),)*
                    AnyBoard::CustomTowers(packed) => {
                        AnyBoard::CustomTowers(packed.unpack().play(Move::narrow(m)).packed())
                    }
                    $(AnyBoard::$twin(pair) => AnyBoard::$twin(pair.play(&m)),)*
                    AnyBoard::CustomTwin(pair) => AnyBoard::CustomTwin(pair.play(&m)),
                }
            }
        }
    };
}

for_all_games!(define);

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

fn weave<V: TwinVariant>(variant: V, setup: &Setup, turn: Color) -> PackedTwin<V> {
    PackedTwin::of(variant, setup.pieces, setup.kings, turn, setup.over)
}

fn pack<V: Variant>(variant: V, setup: &Setup, turn: Color) -> Packed<V> {
    let squares = setup.pieces[0] | setup.pieces[1];
    if setup.pack == Pack::default() {
        let mut towers = Towers::start(variant);
        towers.tops = place(variant, setup, turn);
        return towers.packed();
    }
    Packed {
        variant,
        squares: V::Word::narrow(squares),
        pack: setup.pack,
        turn,
    }
}

fn advance<V: Variant>(
    packed: &Packed<V>,
    m: Move<u128>,
    hash: u64,
    clocks: &Clocks,
    rules: &[DrawRule],
) -> (Packed<V>, u64, Clocks) {
    let (towers, m) = (packed.unpack(), Move::narrow(m));
    let after = towers.play(m);
    let clocks = clocks.after(rules, &towers.tops, m, &after.tops);
    (after.packed(), towers.hash_to(hash, m, &after), clocks)
}

/// The most games that one program may make at run time: each lives as long as the program.
const MOST_CUSTOM_GAMES: usize = 4096;
static CUSTOM_GAMES: LazyLock<Mutex<Vec<AnyGame>>> = LazyLock::new(|| Mutex::new(Vec::new()));

impl AnyGame {
    /// A game made at run time from rules; the same rules give the same game. The error names the bound that is broken.
    pub fn custom(base: AnyGame, rules: Rules) -> Result<AnyGame, String> {
        check(&rules)?;
        let base = base.base();
        let flat = if rules.is_twin() {
            let one = Rules {
                id: "dark-squares",
                name: "The game on the dark squares",
                surface: Surface::Diagonal,
                turn: Turn::OneMove,
                ..rules
            };
            match AnyGame::custom(base.flat().unwrap_or(base), one)? {
                AnyGame::Custom64(custom) => Some(custom),
                _ => return Err("two games at once take boards of at most 64 bits each".to_owned()),
            }
        } else {
            None
        };
        let mut games = CUSTOM_GAMES.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        if let Some(&game) = games.iter().find(|game| *game.rules() == rules) {
            return Ok(game);
        }
        if games.len() >= MOST_CUSTOM_GAMES {
            return Err(format!(
                "no more than {MOST_CUSTOM_GAMES} custom games can be made in one program"
            ));
        }
        let game = if rules.bits() <= 64 && !rules.is_twin() {
            AnyGame::Custom64(Custom(Box::leak(Box::new(RunTime {
                base,
                tables: Tables::<u64>::new(&rules),
                rules,
                flat,
            }))))
        } else {
            AnyGame::Custom128(Custom(Box::leak(Box::new(RunTime {
                base,
                tables: Tables::<u128>::new(&rules),
                rules,
                flat,
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

    /// The two games that are played at once: on the dark and on the light squares. `None` where one game is played.
    pub fn halves(self) -> Option<[AnyGame; 2]> {
        let flat = self.flat()?;
        let light = Rules {
            id: "light-squares",
            name: "The game on the light squares",
            mirrored: !flat.rules().mirrored,
            game_type: None,
            aliases: &[],
            ..*flat.rules()
        };
        Some([flat, AnyGame::custom(flat, light).ok()?])
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
        if rules.surface == Surface::Diagonal && (size % 2 != rules.files % 2 || size % 2 != 0 && rules.mirrored) {
            return Err(format!(
                "{name}={size}: a board played on one colour of square has an even number of files and of ranks, or an \
                 odd number of both and is not mirrored"
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
    if rules.is_twin() && (rules.surface != Surface::All || rules.stacking.is_some() || rules.king_limit.is_some()) {
        return Err("turn: two games at once are flat ones, on all squares, without a limit for kings".to_owned());
    }
    if rules.is_twin() && (!rules.files.is_multiple_of(2) || !rules.ranks.is_multiple_of(2)) {
        return Err(format!(
            "files={}, ranks={}: two games at once take an even number of each",
            rules.files, rules.ranks
        ));
    }
    if rules.stacking.is_some() {
        let men = 2 * Geometry::new(rules).start[0].count();
        if rules.bits() > MOST_BITS || rules.surface == Surface::All || men > MOST_PIECES {
            return Err(format!(
                "files={}, ranks={}: a game with towers has at most {MOST_PIECES} pieces, on one colour of square of a \
                 board of 10 by 8 at most",
                rules.files, rules.ranks
            ));
        }
        if rules.king_limit.is_some() {
            return Err("king_limit: not in a game with towers".to_owned());
        }
        if rules.landing != crate::rules::Landing::Any {
            return Err("landing: in a game with towers kings land where they like".to_owned());
        }
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
        with_board!(self,
            board => Setup {
                pieces: board.pieces.map(Bits::wide),
                kings: board.kings.wide(),
                turn: Some(board.turn),
                runs: board.runs,
                ..Setup::default()
            },
            towers => Setup {
                pieces: towers.tops.pieces.map(Bits::wide),
                kings: towers.tops.kings.wide(),
                turn: Some(towers.tops.turn),
                pack: if towers.tall.is_empty() { Pack::default() } else { towers.packed().pack },
                ..Setup::default()
            },
            pair => Setup {
                pieces: Color::BOTH.map(|color| pair.joint_pieces(color)),
                kings: pair.joint_kings(),
                turn: Some(pair.turn),
                over: pair.over,
                ..Setup::default()
            }
        )
    }

    pub fn piece_at(&self, bit: u8) -> Option<Piece> {
        with_board!(self,
            board => board.piece_at(bit),
            towers => towers.tops.piece_at(bit),
            pair => pair.piece_at(bit)
        )
    }

    /// The pieces on a square, from top to bottom.
    pub fn tower_at(&self, bit: u8) -> Vec<Piece> {
        with_board!(self,
            board => board.piece_at(bit).into_iter().collect(),
            towers => towers.tower(bit).collect(),
            pair => pair.piece_at(bit).into_iter().collect()
        )
    }

    pub fn pieces(&self, color: Color) -> u128 {
        with_board!(self,
            board => board.pieces[color.index()].wide(),
            towers => towers.tops.pieces[color.index()].wide(),
            pair => pair.joint_pieces(color)
        )
    }

    pub fn kings(&self) -> u128 {
        with_board!(self,
            board => board.kings.wide(),
            towers => towers.tops.kings.wide(),
            pair => pair.joint_kings()
        )
    }

    /// The same pieces on the same squares with the same side to move, whatever kings have run.
    pub fn is_repeated_by(&self, other: &AnyBoard) -> bool {
        let rules = self.rules();
        if rules.stacking.is_some() || rules.is_twin() {
            return self == other;
        }
        self.turn() == other.turn()
            && self.kings() == other.kings()
            && Color::BOTH
                .iter()
                .all(|&color| self.pieces(color) == other.pieces(color))
    }

    pub fn clocks(&self, rules: &[DrawRule]) -> Clocks {
        with_board!(self,
            board => Clocks::at(rules, board),
            towers => Clocks::at(rules, &towers.tops),
            _pair => Clocks::default()
        )
    }

    /// Every capture that the jumps allow, before precedence.
    pub fn all_captures(&self) -> Vec<Move<u128>> {
        with_board!(self,
            board => board.all_captures().into_iter().map(Move::wide).collect(),
            towers => towers.all_captures().into_iter().map(Move::wide).collect(),
            _pair => Vec::new()
        )
    }

    /// Quiet moves as if nothing could be captured.
    pub fn all_quiets(&self) -> Vec<Move<u128>> {
        with_board!(self,
            board => board.all_quiets().into_iter().map(Move::wide).collect(),
            towers => towers.tops.all_quiets().into_iter().map(Move::wide).collect(),
            _pair => Vec::new()
        )
    }

    /// One way to make a legal move.
    pub fn route(&self, m: Move<u128>) -> Route {
        with_board!(self,
            board => routes::route(board, Move::narrow(m)),
            towers => towers.route(Move::narrow(m)),
            _pair => self.route_of_halves(&m)
        )
    }

    /// The legal moves from one square to another replace the contents of `found`; `scratch` is overwritten.
    #[inline]
    pub fn legal_between(&self, from: u8, to: u8, scratch: &mut Scratch, found: &mut Vec<Move<u128>>) {
        fn between<B: Bits>(
            board: &impl Position<Move = Move<B>>,
            (from, to): (u8, u8),
            scratch: &mut Scratch,
            found: &mut Vec<Move<u128>>,
        ) {
            let legal = B::list(scratch);
            board.legal_moves(legal);
            found.extend(legal.iter().filter(|m| m.from == from && m.to == to).map(|&m| m.wide()));
        }
        found.clear();
        with_board!(self,
            board => between(board, (from, to), scratch, found),
            towers => between(towers, (from, to), scratch, found),
            pair => {
                pair.legal_moves(found);
                found.retain(|m| m.from == from && ends(m).last().is_some_and(|(_, last)| last == to));
            }
        );
    }

    /// See [`crate::notation::readings`].
    pub fn readings(&self, ends: &[Move<u128>], between: &[u8]) -> Vec<Move<u128>> {
        fn fitting<B: Bits>(
            ends: &[Move<u128>],
            between: &[u8],
            goes_by: impl Fn(Move<B>, Via) -> bool,
        ) -> Vec<Move<u128>> {
            let ends: Vec<_> = ends.iter().map(|&m| Move::narrow(m)).collect();
            readings(&ends, between, goes_by).into_iter().map(Move::wide).collect()
        }
        with_board!(self,
            board => fitting(ends, between, |m, via| routes::route_via(board, m, between, via).is_some()),
            towers => fitting(ends, between, |m, via| towers.route_via(m, between, via).is_some()),
            _pair => readings(ends, between, |m, via| self.halves_go_by(&m, between, via))
        )
    }

    /// A way to make it that goes by some squares; see [`routes::route_via`].
    pub fn route_via(&self, m: Move<u128>, squares: &[u8], via: Via) -> Option<Route> {
        with_board!(self,
            board => routes::route_via(board, Move::narrow(m), squares, via),
            towers => towers.route_via(Move::narrow(m), squares, via),
            _pair => None
        )
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
        let swapped = |piece: &Piece| Piece {
            color: piece.color.opposite(),
            ..*piece
        };
        let towers: Vec<(u8, Vec<Piece>)> = setup
            .towers()
            .iter()
            .map(|(bit, tower)| (turn_bit(*bit), tower.iter().map(swapped).collect()))
            .collect();
        let mut mirrored = Setup {
            pieces: [turned(setup.pieces[1]), turned(setup.pieces[0])],
            kings: turned(setup.kings),
            runs: [turned_run(setup.runs[1]), turned_run(setup.runs[0])],
            over: setup.over.map(|over| match over {
                Some(Verdict::Won(color)) => Some(Verdict::Won(color.opposite())),
                other => other,
            }),
            ..setup
        };
        if self.rules().stacking.is_some() {
            // As many pieces as before fit.
            let _ = mirrored.set_towers(&towers);
        }
        self.game().board(&mirrored, self.turn().opposite())
    }

    /// How each of two games ended that are played at once, where it did; `None` where one game is played.
    pub fn verdicts(&self) -> Option<[Option<Verdict>; 2]> {
        with_board!(self, _board => None, _towers => None, pair => Some(pair.over))
    }

    /// White's points and Black's once two games at once are over.
    pub fn points(&self) -> Option<[u8; 2]> {
        with_board!(self, _board => None, _towers => None, pair => pair.unpack().points())
    }

    /// The two games that are played at once, each as a game on its own; `None` where one game is played.
    pub fn halves(&self) -> Option<[AnyBoard; 2]> {
        let games = self.game().halves()?;
        with_board!(self, _board => None, _towers => None, pair => {
            let twin = pair.unpack();
            Some([0, 1].map(|index| {
                let board = &twin.boards[index];
                let setup = Setup {
                    pieces: board.pieces.map(Bits::wide),
                    kings: board.kings.wide(),
                    ..Setup::default()
                };
                games[index].board(&setup, board.turn)
            }))
        })
    }

    /// The halves of a legal turn of two games: the board of each, and the move there.
    pub fn parts(&self, m: &Move<u128>) -> Vec<(usize, Move<u128>)> {
        with_board!(self, _board => Vec::new(), _towers => Vec::new(), pair => match pair.split(m) {
            Some((first, other)) => {
                let halves = std::iter::once(first).chain(other);
                halves.map(|half| (half.board, half.m.wide())).collect()
            }
            None => Vec::new(),
        })
    }

    /// The turn that some halves make, in the order in which they are played on one board.
    pub fn join(&self, parts: &[(usize, Move<u128>)]) -> Option<Move<u128>> {
        with_board!(self, _board => None, _towers => None, pair => {
            let mut halves: Vec<Half<Move<u64>>> = parts
                .iter()
                .map(|&(board, m)| Half { board, m: Move::narrow(m) })
                .collect();
            halves.sort_by_key(|half| half.board);
            let joined = pair.join((*halves.first()?, halves.get(1).copied()));
            pair.split(&joined).map(|found| pair.join(found))
        })
    }

    /// The bit on the common board, of one on one of two.
    pub fn joint(&self, half: usize, bit: u8) -> u8 {
        with_board!(self, _board => bit, _towers => bit, pair => pair.weave().joint(half, bit))
    }

    /// The board, and the bit there, of a bit on the common board of two.
    pub fn apart(&self, bit: u8) -> (usize, u8) {
        with_board!(self, _board => (0, bit), _towers => (0, bit), pair => {
            pair.weave().apart(self.geometry(), bit)
        })
    }

    /// A half of a turn is played, and the same side moves on.
    pub(crate) fn half_played(&self, m: Move<u128>) -> AnyBoard {
        let after = self.play(m);
        after.game().board(&after.setup(), self.turn())
    }

    /// The routes of the halves of a turn, one behind the other.
    fn route_of_halves(&self, m: &Move<u128>) -> Route {
        let mut route = Route::default();
        let Some(mut halves) = self.halves() else { return route };
        for (index, part) in self.parts(m) {
            let half = halves[index].route(part);
            route
                .squares
                .extend(half.squares.iter().map(|&bit| self.joint(index, bit)));
            route
                .victims
                .extend(half.victims.iter().map(|&bit| self.joint(index, bit)));
            halves[index] = halves[index].half_played(part);
        }
        route
    }

    /// Do the halves of a turn go by the squares written between its first square and its last?
    fn halves_go_by(&self, m: &Move<u128>, between: &[u8], via: Via) -> bool {
        let (Some(mut halves), parts) = (self.halves(), self.parts(m)) else {
            return false;
        };
        let goes_by = |halves: &mut [AnyBoard; 2], (index, part): (usize, Move<u128>), squares: &[u8]| {
            let squares: Vec<u8> = squares.iter().map(|&bit| self.apart(bit).1).collect();
            let goes = halves[index].route_via(part, &squares, via).is_some();
            halves[index] = halves[index].half_played(part);
            goes
        };
        match parts[..] {
            [only] => goes_by(&mut halves, only, between),
            [first, other] => {
                let seam = [self.joint(first.0, first.1.to), self.joint(other.0, other.1.from)];
                (1..between.len()).any(|at| {
                    let mut halves = halves;
                    between[at - 1..=at] == seam
                        && goes_by(&mut halves, first, &between[..at - 1])
                        && goes_by(&mut halves, other, &between[at + 1..])
                })
            }
            _ => false,
        }
    }

    /// See [`crate::perft::parallel`].
    pub fn perft(&self, depth: u32, in_order: bool, threads: usize, stop: &AtomicBool) -> Option<u64> {
        with_board!(self,
            board => crate::perft::parallel(board, depth, in_order, threads, stop),
            towers => crate::perft::parallel(towers, depth, in_order, threads, stop),
            pair => crate::perft::parallel(&Whole(pair.unpack()), depth, in_order, threads, stop)
        )
    }
}

impl Position for AnyBoard {
    type Move = Move<u128>;

    fn turn(&self) -> Color {
        with_board!(self, board => board.turn, towers => towers.tops.turn, pair => pair.turn)
    }

    fn legal_moves(&self, moves: &mut Vec<Move<u128>>) {
        moves.clear();
        fn widened<B: Bits>(position: &impl Position<Move = Move<B>>, moves: &mut Vec<Move<u128>>) {
            let mut own = Vec::with_capacity(32);
            position.legal_moves(&mut own);
            moves.extend(own.into_iter().map(Move::wide));
        }
        with_board!(self,
            board => widened(board, moves),
            towers => widened(towers, moves),
            pair => pair.legal_moves(moves)
        );
    }

    fn count_moves(&self, _: &mut Vec<Move<u128>>) -> u64 {
        with_board!(self, board => board.count_moves(&mut Vec::new()), towers => towers.count_moves(&mut Vec::new()), pair => Whole(pair.unpack()).count_moves(&mut Vec::new()))
    }

    fn has_moves(&self) -> bool {
        with_board!(self, board => board.has_moves(), towers => towers.has_moves(), pair => pair.unpack().has_moves())
    }

    fn play(&self, m: Move<u128>) -> AnyBoard {
        self.played(m)
    }

    fn end(&self) -> Option<(End, Color)> {
        with_board!(self, board => board.end(), towers => towers.end(), pair => pair.unpack().end())
    }

    fn hash(&self) -> u64 {
        with_board!(self, board => board.hash(), towers => towers.hash(), pair => pair.unpack().hash())
    }

    fn hash_after(&self, hash: u64, m: Move<u128>) -> u64 {
        with_board!(self, board => board.hash_after(hash, Move::narrow(m)), towers => towers.hash_after(hash, Move::narrow(m)), pair => pair.play(&m).unpack().hash())
    }

    fn is_conversion(&self, m: Move<u128>) -> bool {
        with_board!(self, board => board.is_conversion(Move::narrow(m)), towers => towers.is_conversion(Move::narrow(m)), pair => pair.split(&m).is_some_and(|halves| Whole(pair.unpack()).is_conversion(halves)))
    }

    fn is_capture(&self, m: Move<u128>) -> bool {
        m.is_capture()
    }

    fn orders(&self, m: Move<u128>) -> u64 {
        with_board!(self, board => board.orders(Move::narrow(m)), towers => towers.orders(Move::narrow(m)), pair => pair.split(&m).map_or(1, |halves| Whole(pair.unpack()).orders(halves)))
    }
}
