"""A seat at the board: a player in a thread of its own, so that whatever it does the game goes on."""

from __future__ import annotations

from collections.abc import Callable
from queue import Empty, SimpleQueue
from threading import Event, Thread
from time import perf_counter
from typing import Any, Final, NamedTuple

from damier._core import Board, EngineError
from damier.engine import PlayResult
from damier.match.control import Clock
from damier.match.player import Entrant, Player

ATTEMPTS: Final = 3
"""How often a player that has failed is started before the match gives up; one that never started has one chance."""

PAUSE: Final = 0.2
"""Seconds before the second attempt; twice as long before each further one."""

OPENING: Final = 120.0
"""Seconds that a player has to start, or to get ready for a game."""

PARTING: Final = 5.0
"""Seconds that a player has to close."""


class FailureError(EngineError):
    """The player failed after so many seconds: the message says what it said last."""

    def __init__(self, said: str, seconds: float = 0.0) -> None:
        super().__init__(said)
        self.seconds = seconds


class HangError(EngineError):
    """The player did not answer, not even when asked to stop."""


class Answer(NamedTuple):
    """What a player answered, and the seconds that it took, measured around it in its own thread."""

    result: PlayResult | None
    seconds: float


class Seat:
    """One entrant at one board: starts its player when it is needed, measures it, and replaces it when it fails."""

    def __init__(self, entrant: Entrant, *, patience: float = 60.0, cancelled: Event | None = None) -> None:
        """`patience`: seconds that the player may be late, or think where nothing limits its time, before it counts as
        hung. `cancelled` ends the waiting for a start."""
        self.entrant = entrant
        self.patience = patience
        self.starts = 0
        """How often a player has been started here."""
        self._cancelled = cancelled if cancelled is not None else Event()
        self._player: Player | None = None
        self._thread: _Line | None = None

    def new_game(self, seed: int, board: Board) -> None:
        """Gets ready for a game that begins with `board`, starting the player if there is none.

        Raises `EngineError` where that fails, again and again if the player has been there before.
        """
        pause, failure = PAUSE, "cancelled"
        for attempt in range(ATTEMPTS if self.starts else 1):
            if attempt and self._cancelled.wait(pause):
                break
            pause *= 2
            try:
                player = self._player or self._start()
                self._call(lambda player=player: player.new_game(seed, board.copy()), OPENING)  # type: ignore[misc]
                return
            except (FailureError, HangError) as error:
                failure = str(error)
                self.dismiss()
        raise EngineError(f"{self.entrant.name} cannot be started: {failure}")

    def play(self, board: Board, clock: Clock, margin: float) -> Answer:
        """Asks for a move.

        Raises `FailureError` or `HangError`; the player is then gone, and `new_game` starts another.
        A player that is late by more than `margin` is told to stop, and its answer still awaited for a while.
        """
        player, limit = self._player, clock.limit()
        if player is None:
            raise FailureError("it was not started")
        own = board.copy()
        allowance = clock.allowance
        within = self.patience if allowance is None else allowance + margin
        try:
            result, seconds = self._call(lambda: player.play(own, limit), within, then=player.stop)
        except (FailureError, HangError):
            self.dismiss()
            raise
        return Answer(result, seconds)

    def give_up(self) -> None:
        """Nobody waits for this player any more: called from another thread, when its games are cancelled."""
        player, thread = self._player, self._thread
        if player is not None:
            _aside(player.stop)
        if thread is not None:
            thread.interrupt()

    def dismiss(self) -> None:
        """Lets the player go, and waits a little until it has gone."""
        player, thread = self._player, self._thread
        self._player = self._thread = None
        if thread is not None:
            thread.hang_up()
        if player is not None:
            _aside(player.close).join(PARTING)

    def _start(self) -> Player:
        self._thread = _Line(self.entrant.name)
        player, _ = self._call(self.entrant.open, OPENING)
        self._player = player
        self.starts += 1
        return player  # type: ignore[no-any-return]

    def _call(
        self, work: Callable[[], Any], within: float, then: Callable[[], None] | None = None
    ) -> tuple[Any, float]:
        """The value of `work` done in the player's thread, and its seconds; `then` is done where it is late."""
        assert self._thread is not None
        thread = self._thread
        # After the thread is known to `give_up` and before the waiting begins: one of the two sees the other.
        if self._cancelled.is_set():
            raise HangError("nobody waits for it any more")
        thread.ask(work)
        told = thread.hear(within)
        if told is None and then is not None and not self._cancelled.is_set():
            _aside(then)
            told = thread.hear(self.patience)
        if told is None:
            raise HangError("no answer")
        value, failure, seconds = told
        if failure is not None:
            raise FailureError(_said(failure), seconds) from failure
        return value, seconds


class _Line:
    """A thread that does one thing after another and says how long each took."""

    def __init__(self, name: str) -> None:
        self._asked: SimpleQueue[Callable[[], Any] | None] = SimpleQueue()
        self._told: SimpleQueue[tuple[Any, BaseException | None, float] | None] = SimpleQueue()
        # A daemon: a player that never returns must not keep the program alive.
        Thread(target=self._run, name=f"damier: {name}", daemon=True).start()

    def _run(self) -> None:
        while (work := self._asked.get()) is not None:
            value, failure = None, None
            start = perf_counter()
            try:
                value = work()
            except BaseException as error:  # whatever it is, it is the player's failure and not the match's
                failure = error
            self._told.put((value, failure, perf_counter() - start))

    def ask(self, work: Callable[[], Any]) -> None:
        self._asked.put(work)

    def hear(self, within: float) -> tuple[Any, BaseException | None, float] | None:
        try:
            return self._told.get(timeout=within)
        except Empty:
            return None

    def interrupt(self) -> None:
        """Whoever is waiting for an answer gets none."""
        self._told.put(None)

    def hang_up(self) -> None:
        """The thread ends when it has done what it is doing."""
        self._asked.put(None)


def _aside(work: Callable[[], None]) -> Thread:
    """Does something that may fail or never return."""

    def quietly() -> None:
        try:
            work()
        except BaseException as error:  # the player is being sent away: nothing is left to be told
            del error

    thread = Thread(target=quietly, daemon=True)
    thread.start()
    return thread


def _said(failure: BaseException) -> str:
    """One line for people."""
    text = " ".join(str(failure).split())
    kind = type(failure).__name__
    return (f"{kind}: {text}" if text and not isinstance(failure, EngineError) else text or kind)[:300]
