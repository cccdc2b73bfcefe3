"""The built-in engine for others: it listens to Hub 2 and answers, also while it thinks."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from threading import Event, Lock, Thread
from typing import Final

from damier._core import Board, EngineError, Game, Move, __version__
from damier.engine.base import must_be_playable
from damier.engine.hub import line as hub
from damier.engine.hub import variants
from damier.engine.info import Info
from damier.engine.limit import Limit
from damier.engine.local import OPTIONS as LOCAL_OPTIONS
from damier.engine.local import LocalEngine
from damier.engine.option import Option, Value

MOVES_MAX: Final = 2000  # of one `pos` line
STOP_GRACE: Final = 5.0  # seconds that a stopped search may take to answer before its thread is left to itself
MODES: Final = ("think", "ponder", "analyze")

# What a `level` line may say, and within which bounds.
_LEVEL: Final = {
    option.name: option
    for option in (
        Option("depth", "int", 1, least=1, most=99),
        Option("nodes", "int", 1, least=1, most=10**15),
        Option("move-time", "real", 1.0, least=0, most=10**7),
        Option("moves", "int", 1, least=0, most=10_000),
        Option("time", "real", 1.0, least=-(10**7), most=10**7),
        Option("inc", "real", 0.0, least=0, most=10**7),
    )
}
# Nothing can be thought about in no time: what is less counts as this, and is answered at once.
LEAST_TIME: Final = 0.001


class HubServer:
    """One conversation with a master: `receive` takes its lines, `write` sends ours (one at a time, from any thread).

    Lines that make no sense are answered with an error and change nothing. What Hub leaves open is settled so: a
    position is kept until the next one, a level too; several `level` lines before one `go` add up; a `go` without a
    level searches until it is stopped.

    >>> server = HubServer(print)
    >>> server.receive("ping")
    pong
    True
    >>> server.receive("go thunk")
    error message="go: it is think, ponder or analyze, not thunk"
    True
    >>> server.receive("quit")
    False
    """

    def __init__(self, write: Callable[[str], object]) -> None:
        self._raw_write = write
        self._write_lock = Lock()
        self._variants = variants.all_names()
        self.options: Final[dict[str, Option]] = {
            "variant": Option("variant", "enum", "normal", values=tuple(self._variants)),
            "hash": Option("hash", "int", 64, least=1, most=LOCAL_OPTIONS["hash_mb"].most),
            "threads": Option("threads", "int", 1, least=1, most=LOCAL_OPTIONS["threads"].most),
            "tables": LOCAL_OPTIONS["tables"],
        }
        self._values: dict[str, Value] = {name: option.default for name, option in self.options.items()}
        self._engine: LocalEngine | None = None
        self._board: Board | None = None
        self._level: dict[str, Value] = {}
        self._level_is_used = False
        self._search: _Search | None = None
        self._commands: Mapping[str, Callable[[dict[str, str]], None]] = {
            "hub": self._introduce,
            "set-param": self._set_option,
            "init": self._prepare,
            "new-game": self._new_game,
            "pos": self._position,
            "level": self._set_level,
            "go": self._go,
            "stop": self._stop,
            "ponder-hit": self._ponder_hit,
            "ping": lambda _: self.say("pong"),
        }

    @property
    def is_searching(self) -> bool:
        return self._search is not None and not self._search.is_over

    def receive(self, line: str) -> bool:
        """Does what a line asks for; false where it asks to quit."""
        try:
            command, arguments = hub.parse(line)
            if command == "quit":
                return False
            if self.is_searching and command not in ("ping", "stop", "ponder-hit") and command in self._commands:
                raise ValueError("not during a search: only ping, stop, ponder-hit and quit are heard")
            # Unknown commands may come from a later Hub, and are to be passed over.
            if command in self._commands:
                self._commands[command](arguments)
        except (ValueError, EngineError) as error:
            self.complain(line, str(error))
        return True

    def complain(self, line: str, reason: str) -> None:
        """Reports an error, with the command that it belongs to."""
        command = line.split(maxsplit=1)[0][:20] if line.strip() else "line"
        self.say("error", {"message": f"{command}: {' '.join(reason.split())[:300]}"})

    def close(self) -> None:
        """Ends a search and forgets its answer: nobody listens any more."""
        with self._write_lock:
            self._raw_write = lambda _line: None
        if self._search is not None:
            self._search.stop()
            self._search.join(STOP_GRACE)

    def say(self, command: str, arguments: Mapping[str, object] | None = None) -> None:
        line = hub.write(command, arguments)
        with self._write_lock:
            self._raw_write(line)

    # -- commands -------------------------------------------------------------------------------------------------

    def _introduce(self, _: dict[str, str]) -> None:
        self.say("id", {"name": "damier", "version": __version__, "author": "The damier authors"})
        for option in self.options.values():
            described: dict[str, object] = {
                "name": option.name,
                "value": option.text(self._values[option.name]),
                "type": option.kind,
            }
            if option.kind == "enum":
                described["values"] = " ".join(option.values)
            elif option.kind == "int":
                described.update({"min": option.least, "max": option.most})
            self.say("param", described)
        self.say("wait")

    def _set_option(self, arguments: dict[str, str]) -> None:
        name = arguments.get("name", "")
        if name not in self.options:
            raise ValueError(f"there is no parameter {name or 'without a name'} (there are {', '.join(self.options)})")
        value = self.options[name].parse(arguments.get("value", ""))
        if name == "variant" and value != self._values[name]:
            self._board = None
        self._values[name] = value
        if self._engine is not None and name != "variant":
            self._engine = None  # the next search makes another

    def _prepare(self, _: dict[str, str]) -> None:
        self._ready_engine()
        self.say("ready")

    def _new_game(self, _: dict[str, str]) -> None:
        if self._engine is not None:
            self._engine.new_game()
        self._level = {}

    def _position(self, arguments: dict[str, str]) -> None:
        self._board = None  # a position that is wrong must not leave an older one in its place
        text = arguments.get("pos", "")
        board = Board.from_hub(text, game=self._game) if text else Board(game=self._game)
        moves = arguments.get("moves", "").split()
        if len(moves) > MOVES_MAX:
            raise ValueError(f"at most {MOVES_MAX} moves, not {len(moves)}")
        for move in moves:
            board.push_hub(move)
        self._board = board

    def _set_level(self, arguments: dict[str, str]) -> None:
        level = {} if self._level_is_used else dict(self._level)
        news = {name: option.parse(arguments[name]) for name, option in _LEVEL.items() if name in arguments}
        if "time" not in news and ("moves" in news or "inc" in news):
            raise ValueError("moves and inc go with time")
        if "infinite" in arguments:
            if news:
                raise ValueError("infinite goes with nothing else")
            level = {}
        self._level = level | news
        self._level_is_used = False

    def _go(self, arguments: dict[str, str]) -> None:
        unknown = [name for name in arguments if name not in MODES]
        if unknown and not any(name in arguments for name in MODES):
            raise ValueError(f"it is think, ponder or analyze, not {unknown[0][:20]}")
        if sum(mode in arguments for mode in MODES) > 1:
            raise ValueError("it is think, ponder or analyze, one of them")
        if self._board is None:
            raise ValueError("there is no position: send pos before")
        self._level_is_used = True
        limit = self._limit()
        try:
            must_be_playable(self._board, limit, 1)
        except EngineError as error:
            self.complain("go", str(error))
            self.say("done")  # whoever waits for an answer must get one
            return
        self._search = _Search(self, self._ready_engine(), self._board, limit, ponder="ponder" in arguments)

    def _stop(self, _: dict[str, str]) -> None:
        if self._search is not None:
            self._search.stop()

    def _ponder_hit(self, _: dict[str, str]) -> None:
        if self._search is not None:
            self._search.hit()

    # -- inside ---------------------------------------------------------------------------------------------------

    @property
    def _game(self) -> Game:
        return self._variants[str(self._values["variant"])]

    def _ready_engine(self) -> LocalEngine:
        if self._engine is None:
            self._engine = LocalEngine(
                hash_mb=int(self._values["hash"]),
                threads=int(self._values["threads"]),
                tables=bool(self._values["tables"]),
            )
        return self._engine

    def _limit(self) -> Limit:
        level = self._level

        def seconds(name: str) -> float | None:
            return max(LEAST_TIME, float(level[name])) if name in level else None

        # Hub adds the increment before each move, so it is there for this one too.
        clock, increment = seconds("time"), float(level.get("inc", 0.0))
        limit = Limit(
            depth=int(level["depth"]) if "depth" in level else None,
            nodes=int(level["nodes"]) if "nodes" in level else None,
            time=seconds("move-time"),
            clock=None if clock is None else clock + increment,
            increment=0.0 if clock is None else increment,
            moves=None if clock is None else int(level.get("moves", 0)) or None,
        )
        return limit or Limit(infinite=True)


class _Search:
    """One search in a thread of its own, from `go` to `done`."""

    def __init__(self, server: HubServer, engine: LocalEngine, board: Board, limit: Limit, *, ponder: bool) -> None:
        self._server, self._engine = server, engine
        self._ponders = ponder
        self._is_stopped = self._is_hit = False
        self._last: Info | None = None
        self._over = Event()
        self._thread = Thread(target=self._run, args=(board, limit, ponder), name="damier-hub-search", daemon=True)
        self._thread.start()

    @property
    def is_over(self) -> bool:
        return self._over.is_set()

    def stop(self) -> None:
        self._is_stopped = True
        if not self.is_over:
            self._engine.stop()

    def hit(self) -> None:
        if self._ponders:
            self._is_hit = True
            self._engine.ponder_hit()

    def join(self, seconds: float) -> None:
        self._thread.join(seconds)

    def _run(self, board: Board, limit: Limit, ponder: bool) -> None:
        answer: dict[str, object] = {}
        try:
            best = self._engine.search(board, limit, ponder=ponder, report=lambda lines: self._report(board, lines[0]))
            if self._last is None or _gist(best[0]) != _gist(self._last):
                self._report(board, best[0])
            answer = _answer(board, best[0].move, best[0].ponder)
        except (EngineError, ValueError) as error:
            self._server.complain("go", str(error))
        self._over.set()  # before the answer, after which the next request may come at once
        self._server.say("done", answer)

    def _report(self, board: Board, info: Info) -> None:
        self._last = info
        self._server.say("info", _told(board, info))
        # What came before the search had begun, when there was nothing to stop or to hit:
        if self._is_stopped:
            self._engine.stop()
        if self._is_hit:
            self._engine.ponder_hit()


def _gist(info: Info) -> tuple[object, ...]:
    """What a reader wants to know; the counters go on between the last report and the end."""
    return info.pv, info.score, info.depth


def _told(board: Board, info: Info) -> dict[str, object]:
    """A line of the search in Hub's words: men, seconds, millions of positions a second; `win-in` is our own."""
    told: dict[str, object] = {"depth": info.depth}
    if info.seldepth:
        told["seldepth"] = info.seldepth
    told["score"] = f"{info.score.pov(board.turn).hundredths / 100:.2f}"
    if info.score.win_in is not None:
        told["win-in"] = info.score.pov(board.turn).win_in
    told["nodes"] = info.nodes
    told["time"] = f"{info.time:.3f}"
    if info.nps:
        told["nps"] = f"{info.nps / 1e6:.2f}"
    after, moves = board.copy(), []
    for move in info.pv:
        moves.append(after.hub(move))
        after.push(move)
    told["pv"] = " ".join(moves)
    return told


def _answer(board: Board, move: Move, ponder: Move | None) -> dict[str, object]:
    answer: dict[str, object] = {"move": board.hub(move)}
    if ponder is not None:
        after = board.copy()
        after.push(move)
        answer["ponder"] = after.hub(ponder)
    return answer
