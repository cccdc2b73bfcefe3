"""Engines that speak Hub, as programs of their own."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from os import PathLike
from random import Random
from time import perf_counter
from typing import TYPE_CHECKING, Any, Final

from damier._core import Board, EngineError, Game, Move
from damier.engine.asynchronous import AsyncAnalysis, AsyncEngine
from damier.engine.base import ENDLESS, must_be_playable
from damier.engine.hub import variants
from damier.engine.hub.client import HubClient, State
from damier.engine.hub.events import Answered, Blundered, Pong, Ready, Thought, Waiting
from damier.engine.hub.hub2 import Mode
from damier.engine.info import Info, PlayResult, best_first
from damier.engine.limit import Limit
from damier.engine.option import Option, Value
from damier.engine.score import Score
from damier.engine.threaded import ThreadedEngine
from damier.engine.transcript import Transcript
from damier.engine.transport import ProcessTransport, Transport

if TYPE_CHECKING:
    from damier.engine.levels import Level

LATE: Final = 1.0  # seconds that a search may be late before it is asked to stop
LINES_MAX: Final = 200_000  # that an engine may say after one request; more is a flood
FORCED_MAX: Final = 8  # forced moves that are followed to find a score
DEPTH_MAX: Final = 99
WIN: Final = 10_000  # hundredths of a man: the score of a game that is won


class AsyncHubEngine(AsyncEngine):
    """A program that speaks Hub 1 or 2, for event loops. It is started by `open`, and anew after it has died.

    What an engine does wrong is told as an `EngineError`: it does not start, ends, hangs (it is then ended by force),
    floods, answers with a move that is not legal. The next call starts it again.
    """

    def __init__(
        self,
        command: str | Sequence[str] | None = None,
        *,
        cwd: str | PathLike[str] | None = None,
        options: Mapping[str, Value] | None = None,
        timeout: float = 30.0,
        grace: float = 5.0,
        silence: float = 600.0,
        transcript: Transcript | None = None,
        transport: Transport | None = None,
        random: Random | None = None,
    ) -> None:
        """`command`: the program with its arguments, `cwd`: its folder; or a `transport` of another kind.

        `options` are set before the engine prepares itself. Times in seconds: `timeout` for everything but a search,
        `grace` for the answer to `stop`, `silence` after which a search without a limit of time counts as hung.
        `transcript` records what is said.
        """
        super().__init__(random=random)
        if transport is None:
            if command is None:
                raise EngineError("an engine needs a command: the program and its arguments")
            transport = ProcessTransport(command, cwd=cwd)
            self.name = transport.command[0]
        self.transport = transport
        self.transport.transcript = transcript
        self.timeout, self.grace, self.silence = timeout, grace, silence
        self._values: dict[str, Value] = dict(options or {})
        self._client = HubClient()
        self._is_alive = False
        self._is_busy = False
        self._is_stale = False  # its options have changed since it prepared itself
        self._stop_wanted = False
        self._variant: str | None = None
        self._handshake: asyncio.Future[None] | None = None
        self._pongs: list[asyncio.Future[None]] = []
        self._answer: asyncio.Future[Answered] | None = None
        self._analysis: AsyncAnalysis | None = None
        self._info: Info | None = None
        self._timers: list[asyncio.TimerHandle] = []
        self._followers: set[asyncio.Task[None]] = set()
        self._lines = 0
        self._heard_at = self._asked_at = self._answered_at = 0.0

    @property
    def options(self) -> Mapping[str, Option]:
        return self._client.options

    @property
    def version(self) -> int:
        """Which Hub it speaks: 1 or 2."""
        return self._client.version

    @property
    def is_alive(self) -> bool:
        return self._is_alive

    # -- requests -------------------------------------------------------------------------------------------------

    async def open(self) -> None:
        if not self._is_alive:
            await self._start()

    async def configure(self, **values: Value) -> None:
        """See `Engine.configure`. Hub takes options only at the start, so a later change starts the program anew."""
        await self.open()
        for name, value in values.items():
            option, checked = self._client.check(name, value)
            if self._values.get(option.name, option.default) != checked:
                self._is_stale = self._client.state != State.CONFIGURING
            self._values[option.name] = checked

    async def new_game(self) -> None:
        await self._settle()
        if self._is_alive and self._client.state == State.IDLE:
            self._send(self._client.new_game())

    async def ping(self) -> float:
        await self.open()
        start = perf_counter()
        pong: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._pongs.append(pong)
        self._send(self._client.ping())
        try:
            await asyncio.wait_for(pong, self.timeout)
        except asyncio.TimeoutError:
            raise self._give_up(f"did not answer a ping within {self.timeout:g} s") from None
        return perf_counter() - start

    async def play(self, board: Board, limit: Limit | Level) -> PlayResult:
        if not isinstance(limit, Limit):
            return await super().play(board, limit)
        must_be_playable(board, limit, 1)
        with _Busy(self):
            answer = await self._search(board, limit, "think")
        return PlayResult(answer.move, answer.info, answer.ponder, time=self._answered_at - self._asked_at)

    async def analysis(
        self,
        board: Board,
        limit: Limit = ENDLESS,
        *,
        multipv: int = 1,
        searchmoves: Sequence[Move] | None = None,
    ) -> AsyncAnalysis:
        """See `Engine.analysis`. Hub has but one line: for more, the positions after each move are searched in turn."""
        must_be_playable(board, limit, multipv, searchmoves)
        busy = _Busy(self)
        with busy:
            analysis = AsyncAnalysis(self.stop)
            if multipv == 1 and searchmoves is None:
                await self._begin(board, limit, "analyze")
                self._analysis = analysis
                work = self._follow(analysis)
            else:
                if limit.clock is not None:
                    raise EngineError("several lines need a limit of depth, nodes or time, not a clock")
                await self._ready_for(board.game)
                moves = list(board.legal_moves) if searchmoves is None else list(searchmoves)
                work = self._compare(board.copy(), moves, limit, multipv, analysis)
            busy.goes_on()
            task = asyncio.ensure_future(busy.during(work, analysis))
            self._followers.add(task)
            task.add_done_callback(self._followers.discard)
            return analysis

    def stop(self) -> None:
        if self._client.state == State.SEARCHING:
            self._send(self._client.stop())
            self._later(self.grace, f"did not answer `stop` within {self.grace:g} s")
        if self._is_busy:
            self._stop_wanted = True

    async def close(self) -> None:
        self.stop()
        if self._is_alive:
            self._send(self._client.quit())
        self._is_alive = False
        await self.transport.close()
        self._fail(EngineError(f"{self.name} was closed"))
        await asyncio.gather(*self._followers, return_exceptions=True)

    # -- the conversation -----------------------------------------------------------------------------------------

    async def _start(self) -> None:
        await self.transport.close()
        self._client = HubClient()
        self._variant, self._is_stale = None, False
        try:
            await self.transport.open(self._heard, self._lost)
            self._is_alive = True
            await self._shake_hands(self._client.greet(), "introduce itself as a Hub engine (`wait`)")
            self._name()
            for name, value in self._values.items():
                self._client.check(name, value)
        except BaseException:
            self._is_alive = False
            await self.transport.close()
            raise

    async def _ready_for(self, game: Game) -> None:
        """Alive, with its options set, and playing this game."""
        await self.open()
        variant = self._variant_for(game)
        was_left = self._client.state not in (State.CONFIGURING, State.IDLE)  # in the middle of `init`
        other = self._client.state == State.IDLE and (self._is_stale or variant != self._variant)
        if was_left or other:
            await self._start()
        if self._client.state == State.CONFIGURING:
            values = {**self._values, **({} if variant is None else {"variant": variant})}
            for name, value in values.items():
                option, value = self._client.check(name, value)
                if value != option.default or self.version == 1:
                    self._send(self._client.set_option(name, value))
            await self._shake_hands(self._client.prepare(), "get `ready`")
            self._variant = variant

    def _variant_for(self, game: Game) -> str | None:
        """What to set so that it plays the game: nothing where it knows only one."""
        option = self._client.options.get("variant")
        if option is None:
            if game.id != "international":
                raise EngineError(f"{self.name} does not play {game.name}: it has no option `variant`")
            return None
        found = variants.find(game, option.values)
        if found is None:
            raise EngineError(f"{self.name} does not play {game.name}: its variants are {', '.join(option.values)}")
        return found

    async def _search(self, board: Board, limit: Limit, mode: Mode) -> Answered:
        await self._begin(board, limit, mode)
        return await self._finish()

    async def _begin(self, board: Board, limit: Limit, mode: Mode) -> None:
        await self._settle()
        await self._ready_for(board.game)
        loop = asyncio.get_running_loop()
        lines = self._client.search(board, limit, mode)
        self._answer, self._info, self._heard_at = loop.create_future(), None, loop.time()
        self._send(lines)
        self._asked_at = perf_counter()
        if self._stop_wanted:
            self.stop()
        elif limit.seconds is not None:
            self._timers.append(loop.call_later(limit.seconds + LATE, self.stop))
        elif not limit.infinite:
            self._timers.append(loop.call_later(self.silence, self._listen))

    async def _finish(self) -> Answered:
        assert self._answer is not None
        try:
            return await asyncio.shield(self._answer)
        except asyncio.CancelledError:
            self.stop()  # nobody waits for the answer any more; `_settle` will
            raise

    async def _settle(self) -> None:
        """Waits for the answer to a search that nobody waits for any more."""
        if self._answer is not None and not self._answer.done():
            with suppress(EngineError):
                await asyncio.shield(self._answer)

    async def _follow(self, analysis: AsyncAnalysis) -> list[Info]:
        answer = await self._finish()
        info = answer.info or self._info
        return [info] if info is not None else []

    async def _shake_hands(self, lines: list[str], what: str) -> None:
        self._handshake = asyncio.get_running_loop().create_future()
        self._send(lines)
        try:
            await asyncio.wait_for(self._handshake, self.timeout)
        except asyncio.TimeoutError:
            raise self._give_up(f"did not {what} within {self.timeout:g} s") from None

    def _send(self, lines: Sequence[str]) -> None:
        self._lines = 0
        for line in lines:
            self.transport.send(line)

    # -- several lines --------------------------------------------------------------------------------------------

    async def _compare(
        self, board: Board, moves: list[Move], limit: Limit, multipv: int, analysis: AsyncAnalysis
    ) -> list[Info]:
        """Deeper and deeper, every move by a search of the position after it; only whole rounds count."""
        start, nodes = perf_counter(), 0
        for depth in range(1, (limit.depth or DEPTH_MAX) + 1):
            lines: list[Info] = []
            for move in moves:
                left = None if limit.time is None else limit.time - (perf_counter() - start)
                over = self._stop_wanted or (left is not None and left <= 0) or (limit.nodes or nodes + 1) <= nodes
                if over and analysis.lines:
                    return analysis.lines
                inner = Limit(depth=max(1, depth - 1), time=None if left is None else max(left, 0.01))
                info = await self._look(board, move, inner)
                nodes += info.nodes
                time = perf_counter() - start
                nps = round(nodes / time) if time > 0 else 0
                lines.append(replace(info, depth=depth, nodes=nodes, time=time, nps=nps))
            if self._stop_wanted and analysis.lines:
                return analysis.lines
            analysis.post(best_first(lines)[:multipv])
        return analysis.lines

    async def _look(self, board: Board, move: Move, limit: Limit, forced: int = 0) -> Info:
        """What a move is worth: by rule, by a search after it, or, where the engine plays its only move, after that."""
        after = board.copy()
        after.push(move)
        ended = after.outcome()
        if ended is not None:
            sign = 0 if ended.winner is None else (1 if ended.winner == board.turn else -1)
            return Info((move,), Score(sign * (WIN - 1), sign or None, board.turn))
        answer = await self._search(after, limit, "analyze")
        info = answer.info or self._info
        if info is None:
            if forced == FORCED_MAX:
                raise EngineError(f"{self.name} told no score in {after.fen()}")
            info = await self._look(after, answer.move, limit, forced + 1)
        score = info.score.pov(board.turn)
        if score.win_in is not None:  # one ply farther away
            score = replace(score, win_in=score.win_in + (1 if score.win_in > 0 else -1))
        return replace(info, pv=(move, *info.pv), score=score)

    # -- what happens ---------------------------------------------------------------------------------------------

    def _heard(self, line: str) -> None:
        self._lines += 1
        if self._lines > LINES_MAX:
            self._give_up(f"floods: more than {LINES_MAX} lines after one request")
            return
        self._heard_at = asyncio.get_running_loop().time()
        event = self._client.receive(line)
        if isinstance(event, Waiting | Ready):
            _resolve(self._handshake, None)
        elif isinstance(event, Pong):
            if self._pongs:
                _resolve(self._pongs.pop(0), None)
        elif isinstance(event, Thought):
            self._info = event.info
            if self._analysis is not None:
                self._analysis.post([event.info])
        elif isinstance(event, Answered):
            self._searched()
            _resolve(self._answer, event)
        elif isinstance(event, Blundered):
            self._searched()
            _refuse(self._answer, EngineError(f"{self.name}: {event.reason}"))

    def _lost(self, reason: str) -> None:
        while_doing = {State.SEARCHING: " during a search", State.STOPPING: " during a search"}
        where = while_doing.get(self._client.state, "")
        self._is_alive = False
        self._fail(EngineError(f"{self.name} is lost{where}: {reason}"))

    def _listen(self) -> None:
        """Long without a word, and no limit of time that would end the search: is it still there?"""
        loop = asyncio.get_running_loop()
        quiet = loop.time() - self._heard_at
        if quiet >= self.silence:
            self._give_up(f"has said nothing for {self.silence:g} s")
        else:
            self._timers.append(loop.call_later(self.silence - quiet, self._listen))

    def _later(self, seconds: float, reason: str) -> None:
        self._timers.append(asyncio.get_running_loop().call_later(seconds, self._give_up, reason))

    def _give_up(self, reason: str) -> EngineError:
        """Ends an engine that does not do what it must."""
        error = EngineError(f"{self.name} {reason}; it was ended")
        self._is_alive = False
        if isinstance(self.transport, ProcessTransport):
            self.transport.kill()
        self._fail(error)
        return error

    def _searched(self) -> None:
        self._answered_at = perf_counter()
        for timer in self._timers:
            timer.cancel()
        self._timers.clear()
        self._analysis = None

    def _fail(self, error: EngineError) -> None:
        self._searched()
        for future in (self._handshake, self._answer, *self._pongs):
            _refuse(future, error)
        self._pongs.clear()

    def _name(self) -> None:
        name, version = self._client.facts.get("name", ""), self._client.facts.get("version", "")
        if name:
            self.name = "".join(each for each in f"{name} {version}".strip()[:64] if each.isprintable())


class _Busy:
    """One request at a time: from the first line of a search to its answer."""

    def __init__(self, engine: AsyncHubEngine) -> None:
        self._engine = engine
        self._goes_on = False

    def __enter__(self) -> None:
        if self._engine._is_busy:
            raise EngineError(f"{self._engine.name} is already thinking: stop it first, or take another")
        self._engine._is_busy = True
        self._engine._stop_wanted = False

    def __exit__(self, *_: object) -> None:
        if not self._goes_on:
            self._engine._is_busy = False

    def goes_on(self) -> None:
        """The request outlives this block; `during` ends it."""
        self._goes_on = True

    async def during(self, work: Coroutine[Any, Any, list[Info]], analysis: AsyncAnalysis) -> None:
        try:
            lines = await work
        except asyncio.CancelledError:
            self._engine._is_busy = False
            analysis.fail(EngineError(f"{self._engine.name} was closed in the middle of a search"))
            raise
        except EngineError as error:
            self._engine._is_busy = False
            analysis.fail(error)
        else:
            self._engine._is_busy = False
            analysis.finish(lines)


class HubEngine(ThreadedEngine[AsyncHubEngine]):
    """A program that speaks Hub 1 or 2; `AsyncHubEngine` tells what can be given and what is refused.

    >>> from damier.engine.transport import MockTransport
    >>> script = '''
    ... > hub
    ... < id name=Example version=1.0
    ... < wait
    ... > init
    ... < ready
    ... > pos pos=Wbbbbbbbbbbbbbbbbbbbbeeeeeeeeeewwwwwwwwwwwwwwwwwwww
    ... > level depth=5
    ... > go think
    ... < info depth=5 score=0.08 pv="32-28 19-23 28x19x23"
    ... < done move=32-28 ponder=19-23
    ... > quit
    ... '''
    >>> with HubEngine(transport=MockTransport(script)) as engine:
    ...     result = engine.play(Board(), Limit(depth=5))
    >>> result.move, str(result.info.score)
    (Move.from_pdn('32-28'), '+0.08')
    """

    def __init__(
        self,
        command: str | Sequence[str] | None = None,
        *,
        cwd: str | PathLike[str] | None = None,
        options: Mapping[str, Value] | None = None,
        timeout: float = 30.0,
        grace: float = 5.0,
        silence: float = 600.0,
        transcript: Transcript | None = None,
        transport: Transport | None = None,
        random: Random | None = None,
    ) -> None:
        super().__init__(
            AsyncHubEngine(
                command,
                cwd=cwd,
                options=options,
                timeout=timeout,
                grace=grace,
                silence=silence,
                transcript=transcript,
                transport=transport,
                random=random,
            )
        )

    @property
    def version(self) -> int:
        """Which Hub it speaks: 1 or 2."""
        return self.engine.version


def _resolve(future: asyncio.Future[Any] | None, value: object) -> None:
    if future is not None and not future.done():
        future.set_result(value)


def _refuse(future: asyncio.Future[Any] | None, error: EngineError) -> None:
    if future is not None and not future.done():
        future.set_exception(error)
        future.exception()  # nobody may be waiting for it
