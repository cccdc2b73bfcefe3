"""Typed interface of the Rust core.

Everything here is implemented in Rust (``crates/damier-py``). Squares are plain integers, 1 to N, in
the numbering that the game itself uses (see :attr:`Game.numbering`); bit indices never leave Rust.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from os import PathLike
from pathlib import Path
from typing import Any, ClassVar, Final, final

__version__: Final[str]

# ---------------------------------------------------------------------------------------------------------------
# Errors

class InvalidFenError(ValueError):
    """The text is not a position: the message names the field, the offset or the square."""

class InvalidSetupError(ValueError):
    """The text reads well, but the position breaks a rule of the game: the message names the square and the rule."""

class InvalidMoveError(ValueError):
    """The text is not a move in any notation that the game knows."""

class IllegalMoveError(ValueError):
    """The move is well written, but the rules forbid it: the message names the rule and its clause."""

class AmbiguousMoveError(ValueError):
    """Two or more legal captures fit the text: the message lists their long forms."""

class MissingTableError(KeyError):
    """No endgame table covers the position."""

class InvalidTableError(ValueError):
    """The file is no endgame table, is damaged, or belongs to other rules."""

class EngineError(RuntimeError):
    """An engine failed, or was asked for the impossible."""

# ---------------------------------------------------------------------------------------------------------------
# Colours and pieces

@final
class Color:
    """A side. ``str(color)`` is ``"white"`` or ``"black"``."""

    WHITE: ClassVar[Color]
    BLACK: ClassVar[Color]
    @property
    def opposite(self) -> Color: ...
    @property
    def letter(self) -> str:
        """``"W"`` or ``"B"``, as FEN writes it."""
    def __int__(self) -> int: ...

WHITE: Final[Color]
BLACK: Final[Color]

@final
class Piece:
    """A man or a king of one side; immutable, hashable.

    >>> Piece(WHITE, king=True).symbol
    'W'
    """

    def __new__(cls, color: Color, king: bool = False) -> Piece: ...
    @classmethod
    def from_symbol(cls, symbol: str) -> Piece:
        """``w W b B``: man and king of White, man and king of Black. Raises `ValueError` otherwise."""
    @property
    def color(self) -> Color: ...
    @property
    def king(self) -> bool: ...
    @property
    def symbol(self) -> str: ...

# ---------------------------------------------------------------------------------------------------------------
# Games

@final
class Game:
    """One draughts game: its name, its board and its rules, all read from the rule data in Rust.

    >>> Game("russian").name
    'Russian draughts'
    >>> Game("russian").game_type
    '25,W,8,8,A0,0'
    """

    def __new__(cls, id: str) -> Game:
        """Looks a game up by id, alias, or PDN GameType (``"25"``, ``"25,W,8,8,A0,0"``). Raises `ValueError`."""
    @classmethod
    def custom(
        cls,
        base: str | Game = "international",
        *,
        id: str = "custom",
        name: str | None = None,
        files: int | None = None,
        ranks: int | None = None,
        rows_of_men: int | None = None,
        mirrored: bool | None = None,
        first: Color | None = None,
        men_capture_backward: bool | None = None,
        men_capture_kings: bool | None = None,
        flying_kings: bool | None = None,
        landing: str | None = None,
        removal: str | None = None,
        promotion: str | None = None,
        precedence: Iterable[str] | None = None,
        king_limit: int | None = None,
        goal: str | None = None,
        rejump: bool | None = None,
        turn: str | None = None,
    ) -> Game:
        """A game given at run time: `base` with some rules changed; every `None` keeps the rule of `base`.

        ``landing``: ``any``, ``next``, ``next_after_king``; ``removal``: ``at_end``, ``at_once``;
        ``promotion``: ``at_rest``, ``in_passing``, ``ends_move``; ``goal``: ``block``, ``misere``, ``first_king``;
        ``precedence``: names out of ``quantity with_king kings kings_early frisian_value``; ``rejump``: may a tower be
        jumped again in one capture; ``turn``: ``one_in_each``, ``two_moves``, where two games are played at once.
        Raises `ValueError` naming the rule and the bound that it breaks.

        >>> Game.custom(base="russian", files=10).squares
        40
        """
    @property
    def id(self) -> str: ...
    @property
    def name(self) -> str: ...
    @property
    def aliases(self) -> tuple[str, ...]: ...
    @property
    def game_type(self) -> str | None:
        """PDN GameType as registered, e.g. ``"20,W,10,10,N2,0"``; `None` where PDN has no number."""
    @property
    def files(self) -> int: ...
    @property
    def ranks(self) -> int: ...
    @property
    def squares(self) -> int:
        """How many squares are played on: 50 on a 10×10 board, 64 in Turkish."""
    @property
    def mirrored(self) -> bool:
        """True where the corner at White's lower left is *not* played on (Italian, Spanish, …)."""
    @property
    def all_squares(self) -> bool:
        """True where light and dark squares are played on (Turkish, Armenian)."""
    @property
    def numbering(self) -> str:
        """``"standard"`` (1 at the top left) or ``"rotated"`` (1 at the bottom right)."""
    @property
    def algebraic(self) -> bool:
        """True where moves are written ``c3-d4``."""
    @property
    def first(self) -> Color: ...
    @property
    def rules(self) -> Mapping[str, Any]:
        """Every rule that differs between games, by name, as plain values; see `clauses` for their sources."""
    @property
    def clauses(self) -> Mapping[str, str]:
        """Rule name to the clause (or the best source) that it rests on."""
    @property
    def profiles(self) -> Mapping[str, tuple[str, ...]]:
        """Profile of drawing rules to the names of its rules; the first one is the default."""
    @property
    def draw_rules(self) -> Mapping[str, str]:
        """Drawing rule to the clause that it rests on, for every rule that one of the profiles uses."""
    @property
    def start_fen(self) -> str: ...
    def square_name(self, square: int) -> str:
        """``"c3"`` in algebraic games, ``"32"`` in numeric ones; see also `algebraic_name`."""
    def algebraic_name(self, square: int) -> str: ...
    def parse_square(self, text: str) -> int:
        """A number or an algebraic name to a square. Raises `ValueError` naming the text."""
    def square_at(self, file: int, rank: int) -> int | None:
        """The square at 0-based file (from the left) and rank (from White's side), `None` where nothing is played."""
    def file_rank(self, square: int) -> tuple[int, int]:
        """0-based file from the left and rank from White's side, White at the bottom."""

def games() -> tuple[Game, ...]:
    """Every game, in the order of the manual.

    >>> [game.id for game in games()][:3]
    ['international', 'antidraughts', 'killer']
    """

# ---------------------------------------------------------------------------------------------------------------
# Moves and squares

@final
class SquareSet:
    """An immutable set of squares, iterated in ascending order; ``| & - ^ in len == hash`` as in `frozenset`."""

    def __new__(cls, squares: Iterable[int] = ()) -> SquareSet: ...
    def __contains__(self, square: object) -> bool: ...
    def __iter__(self) -> Iterator[int]: ...
    def __len__(self) -> int: ...
    def __bool__(self) -> bool: ...
    def __or__(self, other: SquareSet) -> SquareSet: ...
    def __and__(self, other: SquareSet) -> SquareSet: ...
    def __sub__(self, other: SquareSet) -> SquareSet: ...
    def __xor__(self, other: SquareSet) -> SquareSet: ...
    def __int__(self) -> int:
        """Bit ``n - 1`` stands for square ``n``."""

@final
class Move:
    """A whole turn: immutable, hashable, picklable. Equal when origin, destination and captured squares agree."""

    @classmethod
    def from_pdn(cls, text: str, *, game: str | Game = "international") -> Move:
        """A quiet move from its text; what a capture captures only a board can tell: see `Board.parse_pdn`.

        >>> Move.from_pdn("32-28").to_square
        28
        """
    @classmethod
    def from_hub(cls, text: str, *, game: str | Game = "international") -> Move:
        """Any move from its Hub text: origin, destination, then all captured squares in any order.

        >>> Move.from_hub("28x19x23").captures
        SquareSet([23])
        """
    @property
    def from_square(self) -> int: ...
    @property
    def to_square(self) -> int: ...
    @property
    def captures(self) -> SquareSet: ...
    @property
    def path(self) -> tuple[int, ...]:
        """Origin, every landing square, destination; one route where several make the same move."""
    @property
    def parts(self) -> tuple[Move, ...]:
        """The moves that it is made of, one for each of two games at once; elsewhere the move itself."""
    @property
    def promotes(self) -> bool: ...
    @property
    def is_capture(self) -> bool: ...
    @property
    def game(self) -> Game: ...
    def hub(self) -> str: ...

@final
class LegalMoves:
    """The legal moves of one position, made when asked for."""

    def __iter__(self) -> Iterator[Move]: ...
    def __contains__(self, move: object) -> bool: ...
    def __len__(self) -> int: ...
    def __bool__(self) -> bool: ...
    def count(self) -> int:
        """How many there are, without making them."""

# ---------------------------------------------------------------------------------------------------------------
# Ends of games

@final
class Termination:
    """What ended a game. ``str(termination)`` is the lower-case name."""

    NO_PIECES: ClassVar[Termination]
    NO_MOVES: ClassVar[Termination]
    FIRST_KING: ClassVar[Termination]
    REPETITION: ClassVar[Termination]
    KING_MOVES: ClassVar[Termination]
    MATERIAL: ClassVar[Termination]
    BALANCE: ClassVar[Termination]
    MAIN_ROAD: ClassVar[Termination]
    AGREEMENT: ClassVar[Termination]
    RESIGNATION: ClassVar[Termination]
    TIME: ClassVar[Termination]
    TOTAL: ClassVar[Termination]
    @property
    def name(self) -> str: ...

@final
class Outcome:
    """How a game ended: which rule, who won (`None` for a draw), and the clause in words."""

    @property
    def termination(self) -> Termination: ...
    @property
    def winner(self) -> Color | None: ...
    @property
    def rule(self) -> str:
        """Name of the rule, e.g. ``"no_moves"`` or ``"king_moves_25"``."""
    @property
    def clause(self) -> str:
        """Where the rule stands, e.g. ``"FMJD 6"``."""
    @property
    def reason(self) -> str:
        """One sentence for people."""

@final
class DrawClock:
    """One drawing rule's running counter."""

    @property
    def rule(self) -> str: ...
    @property
    def clause(self) -> str: ...
    @property
    def description(self) -> str: ...
    @property
    def count(self) -> int:
        """Plies so far (occurrences of the position for a repetition rule)."""
    @property
    def limit(self) -> int:
        """Plies (or occurrences) at which the game is a draw."""
    @property
    def active(self) -> bool:
        """False while the rule's condition (its material, say) does not hold."""
    @property
    def automatic(self) -> bool:
        """True where the draw needs no claim."""

# ---------------------------------------------------------------------------------------------------------------
# The board

@final
class Board:
    """A position with the moves that led to it.

    >>> board = Board()
    >>> board.push_pdn("32-28")
    Move.from_pdn('32-28')
    >>> board.turn
    Color.BLACK
    """

    def __new__(
        cls,
        fen: str | None = None,
        *,
        game: str | Game = "international",
        draws: str | Iterable[str] | None = None,
        turn: Color | None = None,
        numbering: str | None = None,
        strict: bool = True,
    ) -> Board:
        """`fen`: any dialect of RULES; `None` is the start. `draws`: a profile's id, or names of drawing rules.
        `turn` settles a ``?`` side to move. `numbering`: how to read numbers, where not as the game writes them.
        `strict=False` loads positions that break a rule (see `status`). Raises `InvalidFenError`, `InvalidSetupError`.
        """
    @classmethod
    def from_hub(
        cls, text: str, *, game: str | Game = "international", draws: str | Iterable[str] | None = None
    ) -> Board:
        """A position from its Hub string (side to move, then one letter of ``w b W B e`` per square)."""
    @classmethod
    def from_pieces(
        cls,
        pieces: Mapping[int, Piece | Sequence[Piece]],
        turn: Color,
        *,
        game: str | Game = "international",
        draws: str | Iterable[str] | None = None,
        strict: bool = True,
    ) -> Board: ...
    @property
    def game(self) -> Game: ...
    @property
    def turn(self) -> Color: ...
    @property
    def ply(self) -> int:
        """Plies played on this board since its root."""
    @property
    def fullmove_number(self) -> int:
        """1 at the start, one more after the second player's move; read from and written to FEN as ``:F``."""
    @property
    def draws(self) -> tuple[str, ...]:
        """Names of the drawing rules in force."""
    @property
    def profile(self) -> str | None:
        """The profile of drawing rules in force, `None` where the rules were chosen one by one."""
    @property
    def legal_moves(self) -> LegalMoves: ...
    @property
    def move_stack(self) -> list[Move]: ...
    @property
    def root(self) -> Board:
        """A new board at the position where this one began."""
    def copy(self, *, stack: bool = True) -> Board: ...
    def reset(self) -> None:
        """Back to the game's starting position, nothing played."""
    def push(self, move: Move) -> None:
        """Plays a legal move. Raises `IllegalMoveError` (and changes nothing) where it is not."""
    def pop(self) -> Move:
        """Takes the last move back, with every counter as it was. Raises `IndexError` at the root."""
    def peek(self) -> Move: ...
    def piece_at(self, square: int) -> Piece | None: ...
    def tower_at(self, square: int) -> tuple[Piece, ...]:
        """The pieces on a square, from top to bottom: more than one only in games with towers."""
    @property
    def boards(self) -> tuple[Board, ...]:
        """Two games that are played at once, each as a board of its own with its own counts: that on the dark squares,
        then that on the light ones. Empty where one game is played.
        """
    def piece_map(self) -> dict[int, Piece]: ...
    def pieces(self, color: Color, king: bool | None = None) -> SquareSet: ...
    def status(self) -> tuple[str, ...]:
        """What is wrong with the position, one sentence each; empty for a sound one."""
    @property
    def is_valid(self) -> bool: ...
    def outcome(self, *, claim_draw: bool = False) -> Outcome | None:
        """How the game ended, `None` while it goes on; `claim_draw` counts the draws that a player must claim."""
    def result(self, *, claim_draw: bool = False) -> str:
        """``2-0 1-1 0-2`` in international draughts and kin, ``4-0 3-1 2-2 1-3 0-4`` where two games are played at
        once, ``1-0 1/2-1/2 0-1`` elsewhere, ``*`` while it goes on.
        """
    def is_repetition(self, count: int = 3) -> bool: ...
    def draw_clocks(self) -> list[DrawClock]:
        """Where the counts stand; of two games at once, those of the dark squares, then those of the light ones."""
    def can_claim_draw(self, move: Move | None = None) -> bool:
        """True where a draw may be claimed now, or with the intended `move`."""
    def claim_draw(self, move: Move | None = None) -> Outcome:
        """Ends the game by a claim, now or with an intended move (which is played). Raises `IllegalMoveError`."""
    @property
    def can_offer_draw(self) -> bool: ...
    def agree_draw(self) -> Outcome:
        """Ends the game by agreement. Raises `IllegalMoveError` before the move that the profile asks for."""
    def resign(self, color: Color | None = None) -> Outcome:
        """`color` (the side to move by default) gives up."""
    def flag(self, color: Color) -> Outcome:
        """`color` has overstepped the time."""
    def fen(self, *, numbering: str | None = None, counters: bool = False) -> str:
        """Strict FEN; `counters` adds ``:H:F`` (and the king moves of Frisian)."""
    def hub_position(self) -> str:
        """The Hub string of the position. Raises `InvalidSetupError` where pieces stand on each other: it has a letter
        for each square.
        """
    def pdn(self, move: Move, *, long: bool = False, numeric: bool | None = None) -> str:
        """The shortest unambiguous text of a legal move, or its long form.

        `numeric`: with numbers or with names, where not as the game is written.
        """
    def parse_pdn(self, text: str) -> Move:
        """Raises `InvalidMoveError`, `IllegalMoveError` or `AmbiguousMoveError`."""
    def push_pdn(self, text: str) -> Move: ...
    def hub(self, move: Move) -> str: ...
    def parse_hub(self, text: str) -> Move: ...
    def push_hub(self, text: str) -> Move: ...
    def explain(self, text: str) -> str:
        """Why a move is legal, forced or refused, in a sentence with the clause; for a square, what its piece may do.

        >>> Board("W:W28,45:B33,5").explain("45-40")
        'illegal move 45-40: capture is compulsory: 28x39 (FMJD 4.1)'
        >>> Board().explain("36")
        'the man on 36 cannot move: every square that it could go to is occupied or off the 10×10 board'
        """
    def evaluate(self, *, weights: bytes | None = None) -> int:
        """What the position looks worth without any search, in hundredths of a man, for the side to move; that captures
        are pending is not seen. `weights`: an evaluation from a file of `damier train`, the engine's own where `None`;
        for two games at once, one of either of them.

        Raises `ValueError` where `weights` are none, or of another game.

        >>> Board().evaluate() == Board().mirror().evaluate()
        True
        """
    def contributions(self, *, weights: bytes | None = None) -> dict[int, int]:
        """For each square with a piece what `evaluate` loses, seen from White, when that piece is taken off: what it is
        worth where it stands. Towers are taken off as a whole. Pieces without which a side has none are left out.

        Raises `ValueError` where `weights` are none, or of another game.

        >>> worth = Board("W:W28,K2:B10,45").contributions()
        >>> worth[2] > worth[28] > 0 > worth[45]
        True
        """
    def perft(self, depth: int, *, threads: int = 1, ordered: bool = False) -> int:
        """How many sequences of `depth` legal moves there are (at most 255 plies deep); draws by rule end nothing.
        `ordered` counts captures apart that take the same pieces in another order. Releases the GIL.
        """
    def zobrist_hash(self) -> int:
        """64 bits, equal for equal positions of one game, on every machine and in every version."""
    def mirror(self) -> Board:
        """Colours swapped and the board turned: the same position for the other side, without its history."""
    def _repr_svg_(self) -> str: ...
    def __copy__(self) -> Board: ...
    def __deepcopy__(self, memo: object) -> Board: ...

# ---------------------------------------------------------------------------------------------------------------
# The built-in opponent (see damier.engine for the interface that every engine shares)

@final
class Search:
    """The built-in search with its table. One search at a time; `stop` may be called from another thread."""

    def __new__(cls, *, hash_mb: int = 32, threads: int = 1, leave_out: Sequence[str] = ...) -> Search: ...
    def run(
        self,
        board: Board,
        *,
        depth: int | None = None,
        nodes: int | None = None,
        time: float | None = None,
        clock: float | None = None,
        increment: float = 0.0,
        moves: int | None = None,
        infinite: bool = False,
        ponder: bool = False,
        multipv: int = 1,
        searchmoves: Sequence[Move] | None = None,
        report: Callable[[list[dict[str, Any]]], object] | None = None,
    ) -> list[dict[str, Any]]:
        """One dict per line, best first: ``pv`` (list of `Move`), ``score`` (hundredths of a man for the side to move),
        ``win_in`` (plies to a proved end, negative when lost, else `None`), ``depth``, ``seldepth``, ``nodes``,
        ``time`` (seconds), ``hashfull`` (thousandths of the table).

        `time`: seconds for this move, all of which are used. `clock`: seconds left to the side to move, of which the
        search takes what the move is worth; `increment`: seconds added before each later move; `moves`: to be made in
        that time, `None` where it is the rest of the game. `infinite`: until `stop`. `ponder`: time counts, and a
        result comes, only after `ponder_hit` or `stop`. `searchmoves`: the moves to choose from. `report` is called
        with such dicts after every iteration, from a thread of its own; what it raises ends the search and is raised
        here.

        Raises `EngineError` where no move is legal, the search is running already, or every limit is missing;
        `IllegalMoveError` for one of `searchmoves`. Releases the GIL.
        """
    def stop(self) -> None:
        """Ends the search under way, if there is one, with what it has found."""
    def ponder_hit(self) -> None:
        """The move that was pondered on has been played: time counts from now on."""
    def set_tables(self, tables: TableSet) -> None:
        """Gives it endgame tables: positions of their game that they know need no search, and where the root is won or
        lost within what the drawing rules leave, the answer is theirs. The table of the search is cleared.

        Raises `EngineError` while it is thinking.
        """
    def set_evaluation(self, data: bytes | None) -> None:
        """Gives it the evaluation in `data`, what a file of `damier train` holds, for the game that it is of, in place
        of the engine's own; `None` takes it back. The table of the search is cleared.

        Raises `EngineError` while it is thinking, `ValueError` where `data` is no evaluation.
        """
    def clear(self) -> None: ...

# ---------------------------------------------------------------------------------------------------------------
# Endgame tables (see damier.tables, which is what people use)

@final
class TableSet:
    """The endgame tables of one game that are in some folders."""

    def __new__(cls, game: str | Game, folders: Sequence[str | PathLike[str]]) -> TableSet: ...
    @property
    def game(self) -> Game: ...
    @property
    def pieces(self) -> int:
        """The most pieces that a table has, both sides together; 0 where there is none."""
    @property
    def problems(self) -> list[str]:
        """Why files that are there cannot be used, one sentence each."""
    def probe(self, board: Board, kind: str) -> int:
        """A value of a position for the side to move: ``wdl`` 1, 0 or -1; ``dtw`` plies to the end of the game,
        ``dtc`` plies to the next capture or man's move, both negative for a loss and 0 for a draw.

        Raises `MissingTableError` where no table knows, `InvalidTableError` where one is damaged.
        """
    def settled(self, board: Board) -> tuple[int, int] | None:
        """How the game ends when both sides play their best from now on, for the side to move (1, 0, -1), with the
        plies to the end (0 for a draw). `None` where the tables do not know, or where a drawing rule may come
        before the win.
        """
    def moves(self, board: Board) -> list[tuple[Move, int, int | None]]:
        """Every legal move with the result for the side that makes it (1, 0, -1) and the plies to the end of the game,
        the move itself counted (`None` for a draw): the best first.
        """
    def probe_many(self, kind: str, pieces: bytes, turns: bytes, threads: int = 1) -> bytes:
        """Values of many positions, as 16-bit numbers. `pieces`: for each position White's men, White's kings, Black's
        men and Black's kings, 64-bit little-endian sets whose bit `n - 1` is square `n`. `turns`: one byte each, 0
        where White is to move and 1 where Black is.

        Raises as `probe` does, and `ValueError` where a position is impossible; either names the first such
        position. On so many threads; releases the GIL.
        """
    def tables(self) -> list[dict[str, Any]]:
        """What there is: a dict for each table with ``name`` (as in ``KKvM``, the side to move first), ``pieces``,
        ``positions``, ``wins``, ``losses``, ``draws``, ``quiet`` (the same three where nothing can be captured),
        ``longest_win`` and ``longest_loss`` (plies), ``bytes`` (of each kind, on disk), ``path`` (the folder).
        """
    def position(self, name: str, number: int) -> Board:
        """A position of a table by its number, White to move. The numbers run from 0 to the table's ``positions``.

        Raises `ValueError` for a name that is none, `IndexError` beyond the table.
        """
    def find(self, name: str, dtw: int, most: int) -> list[int]:
        """The positions of a table with a value: those in which nothing can be captured, that `dtw` says are won (lost
        where it is negative) in so many plies, at most `most` of them, as numbers for `position`.
        """
    def verify(self, report: Callable[[str], object] | None) -> None:
        """Reads every file to its end and compares its checksums; `report`, if given, is called with the name of each.
        Raises `InvalidTableError` for the first that is damaged.
        """
    def check(self, name: str, step: int = 1) -> int:
        """Compares the value of every position of a table, or of every so many, with the best that its moves lead to.
        Returns how many were compared; raises `InvalidTableError` for one that is wrong.
        """

@final
class TableBuild:
    """A build of endgame tables in a folder: what is there already stays."""

    def __new__(
        cls,
        game: str | Game,
        folder: str | PathLike[str],
        *,
        pieces: int,
        dtw: bool = True,
        dtc: bool = False,
        threads: int = 1,
        level: int = 7,
        memory_mb: int | None = None,
        only: list[str] = ...,
    ) -> TableBuild: ...
    @property
    def total(self) -> int:
        """How many positions all tables together have."""
    @property
    def positions(self) -> int:
        """Positions that this build has done; may be asked from another thread."""
    def run(self, report: Callable[..., object] | None = None) -> None:
        """Builds. `report`, if given, is called with ``("begins", positions to build)``, then for each table and its
        flip with ``("table", name, positions)`` and for each table written with ``("done", name, positions)``.

        Raises `EngineError` where somebody else builds there, where memory or the disk would not do, and where it
        was stopped; `OSError` where a file cannot be written; `InvalidTableError` where the folder has tables of
        other rules. Releases the GIL.
        """
    def stop(self) -> None:
        """Ends the build after what it is at; the tables that are finished stay."""
    @staticmethod
    def rules_hash(game: str | Game) -> int: ...  # the same for games that play alike: they share tables

# ---------------------------------------------------------------------------------------------------------------
# Game records (see damier.pdn, which is what people use)

@final
class PdnProblem:
    """Something that is wrong with a game of a file."""

    def __new__(
        cls, kind: str, reason: str, *, game: int = 1, line: int = 1, ply: int | None = None, text: str = ...
    ) -> PdnProblem: ...
    @property
    def kind(self) -> str:
        """``illegal ambiguous unreadable unknown inexact fen gametype structure limit result``"""
    @property
    def is_fault(self) -> bool:
        """True where something could not be played; otherwise it is a remark."""
    @property
    def game(self) -> int:
        """Number of the game in its file, from 1."""
    @property
    def line(self) -> int:
        """Line of the file, from 1."""
    @property
    def ply(self) -> int | None:
        """Plies of the main line before it; `None` where it is about something else."""
    @property
    def text(self) -> str:
        """What is written there."""
    @property
    def reason(self) -> str:
        """What is wrong, in a sentence."""

@final
class PdnGame:
    """One game out of a file, with the moves that could be played."""

    @property
    def number(self) -> int:
        """Number in its file, from 1."""
    @property
    def offset(self) -> int:
        """Bytes before it."""
    @property
    def end(self) -> int:
        """Bytes before what follows it."""
    @property
    def line(self) -> int:
        """The line on which it begins, from 1."""
    @property
    def headers(self) -> list[tuple[str, str]]:
        """Standard names and values, in the order of the text."""
    @property
    def result(self) -> str | None:
        """The result behind the moves, `None` where there is none."""
    @property
    def left(self) -> Color:
        """Whose number stands on the left of the dash in the result."""
    @property
    def game(self) -> Game | None:
        """Which game it is; `None` where only the tags were read."""
    @property
    def reason(self) -> str:
        """Why it is taken for that game."""
    @property
    def ply_count(self) -> int:
        """Plies of the main line that could be played."""
    @property
    def problems(self) -> list[PdnProblem]:
        """What is wrong with it."""
    @property
    def departures(self) -> list[tuple[str, bool, int]]:
        """What PDN 3.0 does not allow: a sentence, whether its grammar for reading forbids it too, the bytes before."""
    def root(self) -> Board | None:
        """A new board where the game begins."""
    def nodes(self) -> tuple[list[int], list[Move | None], list[tuple[int, str, Any]]]:
        """The tree: for each node but the root the index of its parent and its move, then what only some nodes have, as
        (index, name, value).
        """

@final
class PdnReader:
    """The games of a handle, one after the other: an iterator of `PdnGame`."""

    def __new__(
        cls,
        handle: Any,
        *,
        game: str | Game | None = None,
        encoding: str | None = None,
        keep: str = "everything",
        strict: bool = False,
        block: int = 131_072,
    ) -> PdnReader: ...
    def __iter__(self) -> PdnReader: ...
    def __next__(self) -> PdnGame: ...
    def restart(self, handle: Any, *, block: int = 131_072, number: int = 0, lines: int = 0) -> None:
        """Begins anew with what a handle gives next, what is known of the file's games kept. So many games and lines
        came before.
        """
    keep: str
    """How much of the games that follow is wanted: ``tags``, ``moves`` or ``everything``."""
    @property
    def number(self) -> int:
        """Games read so far."""
    @property
    def lines(self) -> int:
        """Lines used up."""
    @property
    def offset(self) -> int:
        """Bytes used up; of text, as UTF-8."""
    @property
    def chars(self) -> int:
        """Characters used up."""
    @property
    def is_text(self) -> bool:
        """True where the handle gives text rather than bytes; known once something was read."""
    @property
    def is_exact(self) -> bool:
        """True where `offset` counts the bytes of the handle, rather than those of its text in another encoding."""
    @property
    def encoding(self) -> str | None:
        """What is not UTF-8 seems to be written in this code page; `None` while everything was UTF-8."""

@final
class PdnWriter:
    """Lays out games in strict PDN 3.0, event by event."""

    def __new__(cls, columns: int | None = 80) -> PdnWriter: ...
    def tag(self, name: str, value: str) -> None: ...
    def end_tags(self) -> None:
        """An empty line between the tags and the moves."""
    def play(self, text: str, nags: Iterable[int] = ..., number: int | None = None, second: bool = False) -> None:
        """A move with its number, where one is to be written, and its glyphs: the usual ones as marks, glued to it."""
    def nag(self, nag: int) -> None: ...
    def comment(self, text: str) -> None: ...
    def open(self) -> None: ...
    def close(self) -> None: ...
    def setup(self, fen: str) -> None:
        """A position that is set up, as ``/FEN "…"/``."""
    def end_game(self) -> None:
        """The ``*`` that ends every game."""
    def take(self) -> str:
        """What has been written since it was taken last."""

@final
class PdnScanned:
    """One game of a scan: what it is and how far it goes, without its tree."""

    @property
    def path(self) -> Path:
        """The file that it stands in."""
    @property
    def number(self) -> int:
        """Number in its file, from 1."""
    @property
    def line(self) -> int:
        """The line on which it begins, from 1."""
    @property
    def offset(self) -> int:
        """Bytes before it."""
    @property
    def tags(self) -> list[tuple[str, str]]:
        """Standard names and values, in the order of the text."""
    @property
    def headers(self) -> Any:
        """The same as `damier.pdn.Headers`."""
    @property
    def game(self) -> Game:
        """Which game it is."""
    @property
    def reason(self) -> str:
        """Why it is taken for that game."""
    @property
    def result(self) -> str:
        """What the Result tag says, else what stands behind the moves; ``*`` where neither says anything."""
    @property
    def winner(self) -> Color | None:
        """Who won, `None` for a draw and where nothing is said."""
    @property
    def ply_count(self) -> int:
        """Plies of the main line that could be played."""
    @property
    def errors(self) -> list[PdnProblem]:
        """What is wrong with it."""
    @property
    def moves(self) -> Any:
        """The main line as a NumPy array with the columns ``from to captures``, squares as the game numbers them;
        square n is bit n - 1 of the captures, which are two words. A position set up in mid-game is a row of zeros.
        `None` where the scan was not asked for arrays. Raises `ValueError` where a turn is a move in each of two games.
        """
    @property
    def hashes(self) -> Any:
        """The position hashes as a NumPy array, that of the first position first: see `Board.zobrist_hash`. `None`
        where the scan was not asked for arrays.
        """

@final
class PdnScan:
    """The games of many files, in their order: an iterator of `PdnScanned`."""

    def __new__(
        cls,
        paths: Iterable[Any],
        *,
        game: str | Game | None = None,
        encoding: str | None = None,
        arrays: bool = False,
        threads: int = 1,
    ) -> PdnScan: ...
    def __iter__(self) -> PdnScan: ...
    def __next__(self) -> PdnScanned: ...
    def close(self) -> None:
        """Stops the threads; what they have read is forgotten."""

def pdn_score(text: str) -> tuple[float, float] | None:
    """The two numbers of a result."""

def pdn_result(text: str, game: Game, left: Color, score: str | None = None) -> str:
    """A standard result as a game writes it, White's number on the left; others as they are. `score`: ``fmjd`` or
    ``chess``, whatever the game.
    """

def pdn_tidy(text: str) -> str:
    """A comment as it is kept."""

def pdn_tag_name(name: str) -> str:
    """A name of a tag as the standard allows it, the usual one where it is known by another."""

# ---------------------------------------------------------------------------------------------------------------
# Learning (see damier.train, which is what people use)

def selfplay(
    game: str | Game,
    path: str | PathLike[str],
    *,
    games: int,
    nodes: int = 700,
    seed: int = 0,
    threads: int = 1,
    weights: bytes | None = None,
    tables: TableSet | None = None,
    openings: Sequence[Board] = ...,
    report: Callable[[int, int], object] | None = None,
) -> tuple[int, int]:
    """Lets the engine play against itself until a file has so many games, and keeps their quiet positions; gives the
    games and the positions on file. What a file has stays: a run that was broken off goes on.

    `nodes`: of the search for a move. `weights`: an evaluation to play with, the engine's own where `None`. `tables`:
    endgame tables of the game, which end a game as soon as they know how; `openings`: positions that games begin from,
    the start by default. What is on file depends on these, too. `report` is called with games and positions,
    some times a second; what it raises ends the run.

    Raises `ValueError` for a file of something else or of another game, for an opening of another game or where the
    game is over, and where the game cannot be learned; `OSError` where the file cannot be written. Releases the GIL.
    """

def shuffle(
    game: str | Game,
    paths: Sequence[str | PathLike[str]],
    to: str | PathLike[str],
    *,
    known: int = 0,
    memory: int = 1024,
    seed: int = 0,
    report: Callable[[float], object] | None = None,
) -> tuple[int, int, int]:
    """Puts the positions of some files of `selfplay` into one file, each once, in an order of chance: that of their
    hashes, mixed with the `seed`. Gives games, positions left out because they came twice, and those of at most `known`
    pieces.

    `memory`: megabytes that may be used, whatever the files hold; the rest lies beside `to` while this lasts. `report`
    is called with the share that is done; what it raises ends the run, and then there is no file.

    Raises `ValueError` for a file of something else or of another game, and where the game cannot be learned; `OSError`
    for one that cannot be read or written. Releases the GIL.
    """

@final
class TrainingCases:
    """Positions of one game to learn from, each once."""

    def __new__(cls, game: str | Game) -> TrainingCases: ...
    @property
    def game(self) -> Game: ...
    def add(self, path: str | PathLike[str], *, known: int = 0) -> None:
        """Adds the positions of a file of `selfplay`, without those that are there already and those of at most `known`
        pieces, which endgame tables know; or takes over one of `shuffle`, which stays on the disk.

        Raises `ValueError` for a file of something else or of another game, and for one of `shuffle` where that is not
        the only one; `OSError` for one that cannot be read. Releases the GIL.
        """
    def __len__(self) -> int: ...
    @property
    def read(self) -> tuple[int, int, int]:
        """What was read: games, positions left out because they were there already, and because tables know them."""
    @property
    def hash(self) -> int:
        """A hash of all that was added."""
    def histograms(self) -> dict[str, dict[int, int]]:
        """How many positions have so many pieces, end so for White (1, 0, -1), have such a score for White (in
        hundredths, by steps of 25, those beyond 1000 together), and come at such a ply (by tens).

        A dict of dicts, keys in order.
        """
    def fit_net(
        self,
        *,
        sight: str = "patterns",
        width: int = 16,
        epochs: int = 8,
        batch: int = 16_384,
        rate: float = 8e-3,
        epsilon: float = 2e-6,
        decay: float = 1e-2,
        share: float = 0.7,
        scale: float = 0.0,
        seed: int = 1,
        threads: int = 1,
        report: Callable[[int, float, float, float | None], object] | None = None,
    ) -> dict[str, Any]:
        """A net that has learned from the positions: a dict with ``data`` (its file), ``validation`` (mean cost beyond
        the least there can be, of the games that were kept back), ``scale`` (of scores, in hundredths), ``rounding``
        (by which rounding has changed scores, in hundredths: root of the mean square, most).

        `sight`: ``patterns`` or ``squares``; `width`: 16, 32, 64 or 128; `share`: of the aim, what the search said;
        `scale`: on which scores become points, in hundredths, that on which they predict results best where it is 0.
        `report` is called with epoch, share of it done, training cost, and validation cost at the end of an epoch, else
        `None`; what it raises ends the run. The same options give the same file, whatever else the machine does.

        Raises `ValueError` where there are too few games. Releases the GIL.
        """
    def fit_patterns(
        self,
        *,
        share: float = 0.7,
        scale: float = 0.0,
        spread: float = 8.0,
        iterations: int = 120,
        report: Callable[[int], object] | None = None,
    ) -> dict[str, Any]:
        """Weights of patterns that have learned from the positions: a dict as that of `fit_net`, with ``training`` in
        place of ``rounding``. `spread`: how far, in hundredths, the worth of a pattern is expected to be from that of
        its men one by one. `report` is called with the number of steps taken.

        Raises `ValueError` where there are too few games. Releases the GIL.
        """
