"""The built-in engine."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from os import PathLike
from random import Random
from threading import Condition, Lock, Thread
from typing import TYPE_CHECKING, Any, Final

from damier._core import Board, Color, EngineError, Game, Move, Search, TableSet
from damier.engine.base import ENDLESS, Analysis, Engine, must_be_playable
from damier.engine.info import Info, PlayResult, best_first
from damier.engine.limit import Limit
from damier.engine.option import Option, Value, find
from damier.engine.score import Score
from damier.tables import Tables
from damier.tables import open as open_tables

if TYPE_CHECKING:
    from damier.engine.levels import Level

Report = Callable[[list[Info]], object]

OPTIONS: Final = {
    "hash_mb": Option("hash_mb", "int", 32, least=1, most=65_536),
    "threads": Option("threads", "int", 1, least=1, most=256),
    "leave_out": Option("leave_out", "string", ""),
    "tables": Option("tables", "bool", True),
    "weights": Option("weights", "string", ""),
}
WEIGHTS_BYTES: Final = 1 << 26  # of a file, above every evaluation that there is
WAITING_MAX: Final = 256  # reports that nobody has read yet; older ones are dropped


class LocalEngine(Engine):
    """The search of this package, in this process; it keeps its table from move to move.

    >>> import damier
    >>> with LocalEngine(hash_mb=4) as engine:
    ...     [line.move.hub() for line in engine.analyse(damier.Board("W:W28,45:B33,5"), Limit(depth=1), multipv=3)]
    ['28x39x33']
    """

    name = "damier"

    def __init__(
        self,
        *,
        hash_mb: int = 32,
        threads: int = 1,
        tables: bool | Tables = True,
        leave_out: str = "",
        weights: str | PathLike[str] = "",
        random: Random | None = None,
    ) -> None:
        """`hash_mb`: the size of the table, in mebibytes; `threads` search together. With `tables` the search knows
        endings by heart: those of `damier.tables.open`, or the ones that are given. A `Level` that is to play without
        them does.

        `leave_out`: steps of the search to do without, as ``probcut+singular``, to measure what they bring; ``learned``
        for all that was learned, so that positions are judged by hand.
        `weights`: a file of `damier train` with an evaluation to be used in place of the built-in one of its game.
        """
        super().__init__(random=random)
        self._values = {
            "hash_mb": OPTIONS["hash_mb"].check(hash_mb),
            "threads": OPTIONS["threads"].check(threads),
            "tables": OPTIONS["tables"].check(tables if isinstance(tables, bool) else True),
            "leave_out": OPTIONS["leave_out"].check(leave_out),
            "weights": OPTIONS["weights"].check(str(weights)),
        }
        self._tables = tables if isinstance(tables, Tables) else None
        self._known: dict[Game, TableSet] = {}
        self._by_heart = True
        self._search = self._new_search(self._values)
        self._thinking = Lock()

    @property
    def options(self) -> Mapping[str, Option]:
        return OPTIONS

    def configure(self, **values: Value) -> None:
        """Sets `hash_mb`, `threads`, `tables`, `leave_out` or `weights`; the table is made anew."""
        news = {}
        for name, value in values.items():
            option = find(OPTIONS, name, self.name)
            news[option.name] = option.check(value)
        if all(self._values[name] == value for name, value in news.items()):
            return
        if self._thinking.locked():
            raise EngineError("this engine is thinking: stop it before its options are changed")
        self._search = self._new_search({**self._values, **news})
        self._values.update(news)

    def new_game(self) -> None:
        self._search.clear()

    def analyse(
        self, board: Board, limit: Limit, *, multipv: int = 1, searchmoves: Sequence[Move] | None = None
    ) -> list[Info]:
        return self.search(board, limit, multipv=multipv, searchmoves=searchmoves)

    def analysis(
        self,
        board: Board,
        limit: Limit = ENDLESS,
        *,
        multipv: int = 1,
        searchmoves: Sequence[Move] | None = None,
    ) -> Analysis:
        must_be_playable(board, limit, multipv, searchmoves)
        return _Running(self, board.copy(), limit, multipv=multipv, searchmoves=searchmoves)

    def search(
        self,
        board: Board,
        limit: Limit,
        *,
        multipv: int = 1,
        searchmoves: Sequence[Move] | None = None,
        ponder: bool = False,
        report: Report | None = None,
    ) -> list[Info]:
        """As `analyse`; `report` is called in the searching thread with the lines of each iteration.

        With `ponder`, limits of time count only from `ponder_hit` on.
        """
        must_be_playable(board, limit, multipv, searchmoves)
        color = board.turn
        hear = None if report is None else lambda lines: report(_infos(lines, color))
        if not self._thinking.acquire(blocking=False):
            raise EngineError("this engine is already thinking: stop it first, or take another")
        try:
            self._learn_endings(board.game)
            lines = self._search.run(
                board,
                depth=limit.depth,
                nodes=limit.nodes,
                time=limit.time,
                clock=limit.clock,
                increment=limit.increment,
                moves=limit.moves,
                infinite=limit.infinite,
                ponder=ponder,
                multipv=multipv,
                searchmoves=searchmoves,
                report=hear,
            )
        finally:
            self._thinking.release()
        return _infos(lines, color)

    def ponder_hit(self) -> None:
        """The expected move was played: from now on the time of a pondering search counts."""
        self._search.ponder_hit()

    def stop(self) -> None:
        self._search.stop()

    def clear(self) -> None:
        """Forgets what earlier searches found, as before a new game."""
        self._search.clear()

    def play(self, board: Board, limit: Limit | Level) -> PlayResult:
        with self.at(limit):
            return super().play(board, limit)

    def accepts_draw(self, board: Board, limit: Limit | Level) -> bool:
        with self.at(limit):
            return super().accepts_draw(board, limit)

    @contextmanager
    def at(self, limit: Limit | Level) -> Iterator[None]:
        """Within it the engine searches as the level is to: with tables, or without."""
        self._by_heart = isinstance(limit, Limit) or limit.tables
        try:
            yield
        finally:
            self._by_heart = True

    def _learn_endings(self, game: Game) -> None:
        """Gives the search the tables of a game, or one that has none where it is to play without."""
        if not (self._values["tables"] and self._by_heart):
            if self._known:
                self._search = self._new_search(self._values)
            return
        endings = _shared(game) if self._tables is None else self._tables.found(game)
        if endings is not None and endings.pieces and self._known.get(game) is not endings:
            self._known[game] = endings
            self._search.set_tables(endings)

    def _new_search(self, values: Mapping[str, Value]) -> Search:
        self._known.clear()
        steps = str(values["leave_out"])
        search = Search(
            hash_mb=int(values["hash_mb"]),
            threads=int(values["threads"]),
            leave_out=steps.split("+") if steps else [],
        )
        if values["weights"]:
            search.set_evaluation(_evaluation(str(values["weights"])))
        return search


def _evaluation(path: str) -> bytes:
    try:
        with open(path, "rb") as file:
            return file.read(WEIGHTS_BYTES)
    except OSError as error:
        raise EngineError(f"cannot read the weights: {path}: {error.strerror}") from error


_opened: dict[Game, tuple[object, TableSet | None]] = {}


def _shared(game: Game) -> TableSet | None:
    """The tables of a game, the same for every engine until there are others."""
    tables = open_tables()
    state = tuple((folder, folder.stat().st_mtime_ns) for folder in tables.folders(game))
    known = _opened.get(game)
    if known is None or known[0] != state:
        known = _opened[game] = (state, tables.found(game))
    return known[1]


class _Running(Analysis):
    """A search of the built-in engine in a thread of its own."""

    def __init__(self, engine: LocalEngine, board: Board, limit: Limit, **options: Any) -> None:
        self._engine = engine
        self._news = Condition()
        self._waiting: deque[list[Info]] = deque(maxlen=WAITING_MAX)
        self._lines: list[Info] = []
        self._over = False
        self._stopped = False
        self._error: BaseException | None = None
        self._thread = Thread(target=self._run, args=(board, limit, options), name="damier-analysis", daemon=True)
        self._thread.start()

    @property
    def lines(self) -> list[Info]:
        return self._lines

    def __next__(self) -> list[Info]:
        with self._news:
            while not self._waiting and not self._over:
                self._news.wait()
            if self._waiting:
                return self._waiting.popleft()
        if self._error is not None:
            raise self._error
        raise StopIteration

    def stop(self) -> None:
        self._stopped = True
        if not self._over:
            self._engine.stop()

    def wait(self) -> list[Info]:
        with self._news:
            while not self._over:
                self._news.wait()
        if self._error is not None:
            raise self._error
        return self._lines

    def _run(self, board: Board, limit: Limit, options: dict[str, Any]) -> None:
        try:
            lines = self._engine.search(board, limit, report=self._hear, **options)
            with self._news:
                self._lines = lines
        except BaseException as error:
            self._error = error
        with self._news:
            self._over = True
            self._news.notify_all()

    def _hear(self, lines: list[Info]) -> None:
        with self._news:
            self._lines = lines
            self._waiting.append(lines)
            self._news.notify_all()
        if self._stopped:
            self._engine.stop()  # it was stopped before the search had begun, when there was nothing to stop


def _infos(lines: list[dict[str, Any]], color: Color) -> list[Info]:
    """What the core says, as lines, best first."""
    return best_first(
        Info(
            pv=tuple(line["pv"]),
            score=Score(line["score"], line["win_in"], color),
            depth=line["depth"],
            seldepth=line["seldepth"],
            nodes=line["nodes"],
            time=line["time"],
            nps=round(line["nodes"] / line["time"]) if line["time"] > 0 else 0,
            hashfull=line["hashfull"],
        )
        for line in lines
    )
