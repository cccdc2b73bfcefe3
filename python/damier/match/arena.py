"""Where the games of a schedule are played: several at once, each with its own players."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from queue import Empty, SimpleQueue
from threading import Event, Lock, Thread

from damier.match.game import PlayedGame
from damier.match.journal import Journal
from damier.match.play import Cancelled, Conditions, Fixture, Watch, play_game
from damier.match.player import Entrant
from damier.match.seat import Seat


class Arena:
    """Plays fixtures at so many boards at once. Each board keeps its players from game to game."""

    def __init__(
        self,
        entrants: Sequence[Entrant],
        conditions: Conditions,
        *,
        concurrency: int = 1,
        journal: Journal | None = None,
        watch: Watch | None = None,
    ) -> None:
        if not 1 <= concurrency <= 1024:
            raise ValueError(f"the number of games at once must be 1 to 1024, not {concurrency}")
        self.entrants = entrants
        self.conditions = conditions
        self.concurrency = concurrency
        self.journal = journal
        self.watch = watch
        self.restarts = [0] * len(entrants)
        """How often each entrant had to be started again after it failed."""

    def play(self, fixtures: Iterable[Fixture]) -> Iterator[PlayedGame]:
        """The games, in the order in which they end.

        Leaving the iteration ends the games in play, which then never were. Raises `EngineError` where a player cannot
        be started; the games that were finished are in the journal.
        """
        schedule = _Schedule(fixtures)
        done: SimpleQueue[PlayedGame | BaseException | None] = SimpleQueue()
        boards = [_Table(self, schedule, done) for _ in range(self.concurrency)]
        for board in boards:
            board.start()
        playing = len(boards)
        try:
            while playing:
                try:
                    # Not for ever, so that Ctrl-C is heard.
                    said = done.get(timeout=0.1)
                except Empty:
                    continue
                if said is None:
                    playing -= 1
                elif isinstance(said, BaseException):
                    raise said
                else:
                    yield said
        finally:
            schedule.end()
            for board in boards:
                board.end()
            for board in boards:
                board.join()


class _Schedule:
    """Fixtures, handed out to whoever is free."""

    def __init__(self, fixtures: Iterable[Fixture]) -> None:
        self._fixtures = iter(fixtures)
        self._lock = Lock()
        self._ended = False

    def take(self) -> Fixture | None:
        with self._lock:
            return None if self._ended else next(self._fixtures, None)

    def end(self) -> None:
        with self._lock:
            self._ended = True


class _Table(Thread):
    """One board: takes a fixture, seats its players, plays."""

    def __init__(self, arena: Arena, schedule: _Schedule, done: SimpleQueue[PlayedGame | BaseException | None]) -> None:
        super().__init__(name="damier: board", daemon=True)
        self._arena = arena
        self._schedule = schedule
        self._done = done
        self._seats: dict[int, Seat] = {}
        self._cancelled = Event()

    def run(self) -> None:
        try:
            while not self._cancelled.is_set() and (fixture := self._schedule.take()) is not None:
                game = self._play(fixture)
                if self._arena.journal is not None:
                    self._arena.journal.add(game)
                self._done.put(game)
        except Cancelled:
            pass
        except BaseException as error:  # told to the thread that asked for the games
            self._done.put(error)
        finally:
            for index in list(self._seats):
                self._dismiss(index)
            self._done.put(None)

    def _play(self, fixture: Fixture) -> PlayedGame:
        for index in [index for index in self._seats if index not in (fixture.white, fixture.black)]:
            self._dismiss(index)
        white, black = (self._seat(index) for index in (fixture.white, fixture.black))
        return play_game(
            fixture, white, black, self._arena.conditions, cancelled=self._cancelled, watch=self._arena.watch
        )

    def _seat(self, index: int) -> Seat:
        if index not in self._seats:
            self._seats[index] = Seat(
                self._arena.entrants[index],
                patience=self._arena.conditions.patience,
                cancelled=self._cancelled,
            )
        return self._seats[index]

    def _dismiss(self, index: int) -> None:
        seat = self._seats.pop(index)
        self._arena.restarts[index] += max(0, seat.starts - 1)
        seat.dismiss()

    def end(self) -> None:
        """Gives up the game in play."""
        self._cancelled.set()
        for seat in list(self._seats.values()):
            seat.give_up()
