"""Endgame tables: what every position of a few pieces is worth, exactly.

Tables of international and Russian draughts with up to four pieces come with the package; ``damier tables build``
builds more, and those of other games, on your own machine.

>>> import damier
>>> from damier import tables
>>> known = tables.open()
>>> board = damier.Board("W:WK1,K7,K18:BK35")
>>> known.probe_wdl(board)
1
>>> best = known.best_moves(board)[0]
>>> best.result, best.plies
(1, 15)

A table is named after its pieces, those of the side to move first: ``KKvM`` has two kings against a man. Of each
position it knows who wins, if anybody does (**wdl**), the plies to the end of the game (**dtw**) and, where that was
asked for, the plies to the next conversion (**dtc**): a capture or a man's move forward, after which most drawing rules
count afresh. The values are those of the game without its drawing rules. Where the position alone does not decide what
may be played (a limit of king moves, as in Frisian draughts, where a side has men beside a king) there are no tables.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final, Literal

from damier._core import Board, Color, Game, InvalidTableError, MissingTableError, Move, TableBuild, TableSet, games
from damier.saying import PLACE, Saying, template_of

if TYPE_CHECKING:
    import numpy
    import numpy.typing

__all__ = [
    "SHIPPED",
    "InvalidTableError",
    "MissingTableError",
    "Table",
    "TableMove",
    "Tables",
    "build",
    "folder",
    "local",
    "open",
    "winner",
    "words",
]

SHIPPED: Final = Path(__file__).parent / "data" / "tables"
"""The tables that come with the package."""

Kind = Literal["wdl", "dtw", "dtc"]


@dataclass(frozen=True, slots=True)
class TableMove:
    """A legal move and what it leads to, for the side that makes it.

    `result`: 1, 0 or -1. `plies` to the end of the game, this move counted; `None` for a draw.
    """

    move: Move
    result: int
    plies: int | None

    def __str__(self) -> str:
        return words(self.result, self.plies)


@dataclass(frozen=True, slots=True)
class Table:
    """What is in a table: positions by their value for the side to move, and the longest win and loss in plies.

    `quiet`: wins, losses and draws where nothing can be captured. `bytes`: of each kind, on disk.
    """

    name: str
    pieces: int
    positions: int
    wins: int
    losses: int
    draws: int
    quiet: tuple[int, int, int]
    longest_win: int
    longest_loss: int
    bytes: dict[str, int]
    path: Path

    @property
    def kinds(self) -> tuple[str, ...]:
        return tuple(self.bytes)


def words(result: int, plies: int | None = None) -> str:
    """A value in words, as in ``wins in 9 plies``.

    >>> words(1, 9), words(0), words(-1, 1)
    ('wins in 9 plies', 'draws', 'loses in 1 ply')
    """
    if not result:
        return "draws"
    distance = "" if plies is None else f" in {plies} {'ply' if plies == 1 else 'plies'}"
    return ("wins" if result > 0 else "loses") + distance


def local() -> Path:
    """Where tables are built: the folder in ``DAMIER_TABLES``, else ``tables`` in the user's data folder."""
    chosen = os.environ.get("DAMIER_TABLES")
    if chosen:
        return Path(chosen)
    try:
        from platformdirs import user_data_path
    except ImportError:
        home = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
        return Path(home) / "damier" / "tables"
    return user_data_path("damier", False) / "tables"


def folder(game: str | Game, root: Path | None = None) -> Path:
    """The folder of a game's tables within a root, `local` where none is given."""
    game = _game(game)
    name = game.id if game in games() else f"{game.id}-{TableBuild.rules_hash(game):016x}"
    return (local() if root is None else root) / name


def open(  # noqa: A001 - as files are, `tables.open`
    path: str | os.PathLike[str] | None = None, *, strict: bool | None = None
) -> Tables:
    """The tables in a folder: those of one game, or a folder of such folders; without a path those that come with the
    package and those in `local`.

    Files are looked at when a position of their game is first asked for. A file that cannot be used raises
    `InvalidTableError` then if `strict`, and is left out if not (see `Tables.problems`). It is strict where a path is
    given and nothing else said.
    """
    return Tables(None if path is None else Path(path), strict=strict)


def build(
    game: str | Game,
    pieces: int,
    folder: Path | None = None,
    *,
    dtw: bool = True,
    dtc: bool = False,
    threads: int | None = None,
    only: Sequence[str] = (),
    report: Callable[..., object] | None = None,
) -> Path:
    """Builds the tables of a game up to so many pieces, and returns their folder. What is there already stays.

    `only`: of all these tables only some, such as ``["KKvMM"]``, and those that their moves lead to.

    `report`: see `TableBuild.run`. Raises `EngineError` where memory or the disk would not do, where somebody else
    builds there, and where it was stopped; `OSError` where a file cannot be written.
    """
    to = globals()["folder"](game) if folder is None else folder
    threads = threads or os.cpu_count() or 1
    TableBuild(game, to, pieces=pieces, dtw=dtw, dtc=dtc, threads=threads, only=list(only)).run(report)
    return Path(to)


class Tables:
    """Tables of any game, opened game by game. Any number of threads may probe at once."""

    def __init__(self, path: Path | None = None, *, strict: bool | None = None) -> None:
        self.path = path
        self.strict = path is not None if strict is None else strict
        self._sets: dict[Game, TableSet] = {}

    def of(self, game: str | Game) -> TableSet:
        """The tables of one game. Raises `InvalidTableError` where a file cannot be used and the set is `strict`,
        `OSError` where the folder cannot be read.
        """
        game = _game(game)
        known = self._sets.get(game)
        if known is None:
            known = self._sets[game] = self._open(game)
        return known

    def found(self, game: str | Game) -> TableSet | None:
        """As `of`; `None` for a game that can have no tables, such as one with towers.

        >>> open().found("bashni") is None
        True
        """
        try:
            return self.of(game)
        except InvalidTableError:
            raise
        except ValueError:
            return None

    def probe_wdl(self, board: Board) -> int:
        """1 where the side to move wins, 0 for a draw, -1 where it loses.

        Raises `MissingTableError` where no table knows the position, or one that a capture leads to.

        >>> open().probe_wdl(Board("W:WK1:BK46", game="international"))
        0
        """
        return self.of(board.game).probe(board, "wdl")

    def probe_dtw(self, board: Board) -> int:
        """Plies to the end of the game when both sides play their best, negative where the side to move loses; 0 for a
        draw and where the game is over.

        >>> open().probe_dtw(Board("W:W17:B4", game="russian"))
        13
        """
        return self.of(board.game).probe(board, "dtw")

    def probe_dtc(self, board: Board) -> int:
        """Plies to the next capture or man's move, in the same way; its tables have to be built with ``--dtc``."""
        return self.of(board.game).probe(board, "dtc")

    def settled(self, board: Board) -> tuple[int, int] | None:
        """The value and the plies to the end, where the tables know them and no drawing rule can come before the win.

        A win that does not fit the running counts of the drawing rules is not settled. No error is raised where no
        table knows the position.

        >>> open().settled(Board("W:WK4,K7,K11:BK21", game="russian")), open().settled(Board())
        ((1, 25), None)
        """
        known = self.found(board.game)
        return None if known is None else known.settled(board)

    def best_moves(self, board: Board) -> list[TableMove]:
        """Every legal move with its value, the best first: the shortest win, a draw, the longest loss.

        >>> [str(move) for move in open().best_moves(Board("W:W17:B4", game="russian"))]
        ['wins in 13 plies', 'wins in 13 plies']
        """
        return [TableMove(*found) for found in self.of(board.game).moves(board)]

    def probe_many(
        self,
        kind: Kind,
        pieces: numpy.typing.ArrayLike,
        turns: numpy.typing.ArrayLike,
        *,
        game: str | Game = "international",
        threads: int | None = None,
    ) -> numpy.typing.NDArray[numpy.int16]:
        """Values of many positions at once, as an array of shape ``(n,)``: see `probe_wdl`, `probe_dtw`, `probe_dtc`.

        `pieces`: shape ``(n, 4)`` of 64-bit unsigned integers: White's men, White's kings, Black's men, Black's kings,
        as sets whose bit ``s - 1`` is square ``s``. `turns`: shape ``(n,)``, 0 or False where White is to move, 1 or
        True where Black is. `threads`: all processors by default; the GIL is released. Needs NumPy. Raises
        `MissingTableError` and `ValueError` with the number of the first position that has no value or is impossible.

        >>> import numpy
        >>> white, black = 1 << 16, 1 << 3  # squares 17 and 4
        >>> pieces = numpy.array([[white, 0, black, 0], [0, white, 0, black]], dtype="uint64")
        >>> open().probe_many("dtw", pieces, [0, 0], game="russian").tolist()
        [13, 0]
        """
        import numpy

        rows = numpy.ascontiguousarray(pieces)
        if rows.dtype != numpy.uint64:
            raise ValueError("the array of pieces needs the type uint64")
        sides = numpy.ascontiguousarray(turns).astype(numpy.uint8, casting="unsafe")
        if rows.ndim != 2 or rows.shape[1] != 4 or sides.shape != rows.shape[:1]:
            raise ValueError(f"shapes {rows.shape} and {sides.shape}: they must be (n, 4) and (n,)")
        values = self.of(game).probe_many(
            kind, rows.astype("<u8", copy=False).tobytes(), sides.tobytes(), threads or os.cpu_count() or 1
        )
        return numpy.frombuffer(values, dtype="<i2").astype(numpy.int16)

    def tables(self, game: str | Game) -> list[Table]:
        """What there is for a game, fewest pieces first."""
        known = self.found(game)
        return [Table(**{**told, "quiet": tuple(told["quiet"])}) for told in known.tables()] if known else []

    def problems(self, game: str | Game) -> list[str]:
        """Why files that are there cannot be used, one sentence each."""
        return self.of(game).problems

    def verify(self, game: str | Game, report: Callable[[str], object] | None = None) -> None:
        """Reads every file of a game to its end. Raises `InvalidTableError` for the first that is damaged."""
        self.of(game).verify(report)

    def folders(self, game: str | Game) -> list[Path]:
        """The folders in which the tables of a game are looked for, and which exist."""
        game = _game(game)
        if self.path is None:
            candidates: Sequence[Path] = [folder(game, SHIPPED), folder(game)]
        else:
            candidates = [folder(game, self.path)]
            if not candidates[0].is_dir():
                candidates = [self.path]
        return [candidate for candidate in candidates if candidate.is_dir()]

    def _open(self, game: Game) -> TableSet:
        if self.path is not None and not self.path.is_dir():
            raise FileNotFoundError(f"{self.path}: there is no such folder")
        known = TableSet(game, self.folders(game))
        if self.strict and known.problems:
            raise InvalidTableError(known.problems[0])
        return known


def winner(board: Board, value: int) -> Color | None:
    """Whose win a value of the side to move is; `None` for a draw."""
    if not value:
        return None
    return board.turn if value > 0 else board.turn.opposite


def _game(game: str | Game) -> Game:
    return game if isinstance(game, Game) else Game(game)


_TROUBLES: Final = (
    template_of("the build was stopped: what is finished stays, and the next one goes on from there"),
    template_of("the table {table} has to be built first"),
    template_of("there can be no table {table} in this game: the position alone does not decide it"),
    template_of("{table} has a distance longer than tables hold"),
    template_of("{path}: this is not an endgame table"),
    template_of("{path}: the table has format {format}, and this damier reads format {known}"),
    template_of("{path}: the table was built for other rules: {what}"),
    template_of("{path}: the table is damaged: {what}"),
    template_of("{path}: it is of no use alone, and {other} is missing: a build makes it again"),
    template_of("{path}: a distance is longer than tables hold"),
    template_of("{path}: this is a file, and tables need a folder"),
    template_of("{path}: no space is left on the disk: the tables that are finished stay, and the next build goes on"),
    template_of("{path}: another program is building tables here"),
    template_of("{path}: the tables may take {needed} MB, and {free} MB are free"),
    template_of("building {table} takes {needed} MB of memory, and {free} MB may be used"),
    template_of("the checksum of block {number} is wrong"),
    template_of("block {number} is not what was written"),
    template_of("block {number} does not unpack to what it was made of"),
    template_of("no table for {table}"),
    template_of("no table of distances to the end (dtw) for {table}"),
    template_of("no table of distances to the next conversion (dtc) for {table}"),
)


def trouble(text: str) -> str:
    """What an error of tables says, as a sentence that can be said in any language; another text as it is.

    >>> trouble("x.dtw: the table is damaged: the checksum of block 3 is wrong").parts["what"].parts
    {'number': '3'}
    """
    for template in _TROUBLES:
        pieces = (f"(?P<{piece}>.+?)" if at % 2 else re.escape(piece) for at, piece in enumerate(PLACE.split(template)))
        if found := re.fullmatch("".join(pieces), text, re.DOTALL):
            return Saying(template, {name: trouble(part) for name, part in found.groupdict().items()})
    return text
