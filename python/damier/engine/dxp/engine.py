"""Programs that speak DamExchange, as engines: we are the initiator."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from math import ceil
from os import PathLike
from random import Random
from time import perf_counter
from typing import TYPE_CHECKING, Final

from damier._core import Board, EngineError, Move
from damier.engine.asynchronous import AsyncAnalysis, AsyncEngine
from damier.engine.base import ENDLESS, must_be_playable
from damier.engine.dxp.message import MINUTES_MAX, MOVES_MAX
from damier.engine.dxp.peer import Peer
from damier.engine.dxp.session import Began, DxpSession, Ended, Moved, Phase, Refused, StaysHere, WentBack
from damier.engine.info import Info, PlayResult
from damier.engine.limit import Limit
from damier.engine.option import Option, Value, find
from damier.engine.threaded import ThreadedEngine
from damier.engine.transcript import Transcript
from damier.engine.transport import ListeningTransport, ProcessTransport, TcpTransport, Transport

if TYPE_CHECKING:
    from damier.engine.levels import Level

PORT: Final = 27_531
OPTIONS: Final = {
    "minutes": Option("minutes", "int", 0, least=0, most=MINUTES_MAX),
    "moves": Option("moves", "int", 0, least=0, most=MOVES_MAX),
}
MOVES_OF_A_GAME: Final = 75  # for which a time per move is reckoned up to minutes


class AsyncDxpEngine(AsyncEngine):
    """A program that listens for DamExchange, for event loops.

    It keeps its own time: minutes for a game or for a number of moves, as proposed at the start of each. They come
    from the options `minutes` and `moves`, or (at 0) from the first limit of a game: its clock, rounded up to minutes,
    or its time for a move, reckoned for 75 moves. It tells moves and no more: no analysis, no score, no stopping.
    A game goes on while each board continues the one before; one that goes back is asked back for, and for any other
    a new game is proposed from its position.
    """

    def __init__(
        self,
        host: str = "127.0.0.1",
        port: int = PORT,
        *,
        listen: bool = False,
        command: str | Sequence[str] | None = None,
        cwd: str | PathLike[str] | None = None,
        name: str = "damier",
        game: str = "international",
        minutes: int = 0,
        moves: int = 0,
        timeout: float = 15.0,
        grace: float = 15.0,
        transcript: Transcript | None = None,
        transport: Transport | None = None,
        random: Random | None = None,
    ) -> None:
        """`listen`: the program connects to us, not we to it (`port` 0 takes a free one); the games are proposed by us
        all the same. `command` starts the program first (in the folder `cwd`); ``{port}`` in it stands for the port.
        `name`: what we call ourselves.

        `timeout`: seconds for the connection and for every answer but a move; `grace`: seconds that a move may come
        late by our clock.
        """
        super().__init__(random=random)
        self.name = f"{host}:{port}"
        self.timeout, self.grace = timeout, grace
        kind = ListeningTransport if listen else TcpTransport
        self.transport = transport or kind(host, port, timeout=timeout)
        self.transport.transcript = transcript
        self._command, self._cwd = command, cwd
        self._program: ProcessTransport | None = None
        self._program_lost: str | None = None
        self._me, self._game = name, game
        self._values = {
            "minutes": int(OPTIONS["minutes"].check(minutes)),
            "moves": int(OPTIONS["moves"].check(moves)),
        }
        self._peer: Peer | None = None
        self._known: list[Move] = []  # the moves of the board that the game has reached, from the root of the board
        self._root = ""
        self._offset = 0  # plies of the board before the game began
        self._left = 0.0  # seconds that they have left
        self._moved_at = 0.0
        self._lock = asyncio.Lock()

    @property
    def options(self) -> Mapping[str, Option]:
        return OPTIONS

    async def configure(self, **values: Value) -> None:
        """Sets `minutes` or `moves` for the games to come."""
        for name, value in values.items():
            option = find(OPTIONS, name, self.name)
            self._values[option.name] = int(option.check(value))

    async def open(self) -> None:
        """Connects, after having started the program. Raises `EngineError` where that fails."""
        if self._peer is not None and self._peer.is_there:
            return
        if self._peer is not None:
            await self._peer.close()
        await self.transport.prepare()
        if self._command is not None and (self._program is None or self._program_lost):
            await self._start_program(self._command)
        self._peer = Peer(self.transport, DxpSession(self._me, game=self._game))
        try:
            await self._peer.open()
        except EngineError as error:
            raise EngineError(f"{error}; {self._program_lost}" if self._program_lost else str(error)) from None

    async def new_game(self) -> None:
        async with self._lock:
            if self._peer is not None and self._peer.is_there:
                await self._leave(self._peer)

    def chat(self, text: str) -> None:
        """Says something to the other side; some programs take commands so."""
        if self._peer is None:
            raise EngineError(f"{self.name} is not connected")
        self._peer.session.chat(text)
        self._peer.flush()

    async def play(self, board: Board, limit: Limit | Level) -> PlayResult:
        """See `Engine.play`; the result has no move where the program ends the game instead of moving."""
        if not isinstance(limit, Limit):
            raise EngineError("a program that speaks DamExchange plays at no level of ours: give a limit")
        must_be_playable(board, limit, 1)
        if self._lock.locked():
            raise EngineError(f"{self.name} is already thinking")
        async with self._lock:
            await self.open()
            peer = self._peer
            assert peer is not None
            try:
                await self._reach(peer, board, limit)
                return await self._their_move(peer)
            except asyncio.CancelledError:
                await peer.close()  # what it plays now would be taken for the answer to something else
                raise

    async def analysis(
        self,
        board: Board,
        limit: Limit = ENDLESS,
        *,
        multipv: int = 1,
        searchmoves: Sequence[Move] | None = None,
    ) -> AsyncAnalysis:
        """Raises `EngineError`: DamExchange tells moves and no more."""
        raise EngineError(f"{self.name} cannot analyse: DamExchange tells moves and no more")

    def stop(self) -> None:
        """Does nothing: DamExchange has no word for it."""

    async def ping(self) -> float:
        await self.open()
        return 0.0

    async def close(self) -> None:
        if self._peer is not None:
            if self._peer.is_there and self._peer.session.is_playing:
                self._peer.session.end()
                self._peer.flush()
            await self._peer.close()
        if self._program is not None:
            await self._program.close()

    # -- one move -------------------------------------------------------------------------------------------------

    async def _reach(self, peer: Peer, board: Board, limit: Limit) -> None:
        """Makes the game reach the board, with them to move; they may even have moved by then."""
        session, moves = peer.session, board.move_stack
        pairs = zip(moves, self._known, strict=False)
        shared = next(
            (ply for ply, (ours, known) in enumerate(pairs) if ours != known), min(len(moves), len(self._known))
        )
        goes_on = session.is_playing and board.root.fen() == self._root and self._offset <= shared
        if goes_on and shared < len(self._known):
            goes_on = await self._go_back(peer, shared)
        if goes_on and len(moves) == shared + 1 and session.phase == Phase.MINE:
            session.play(moves[-1], perf_counter() - self._moved_at)
            peer.flush()
        elif not (goes_on and len(moves) == shared and board.turn != session.color):
            await self._begin(peer, board, limit)
        self._known = moves
        self._moved_at = perf_counter()

    async def _begin(self, peer: Peer, board: Board, limit: Limit) -> None:
        await self._leave(peer)
        minutes, moves = self._time(limit)
        start = board if board.ply or board.fen() != Board(game=board.game).fen() else None
        if board.game != peer.session.game:
            raise EngineError(f"{self.name} was told to play {peer.session.game.name}, not {board.game.name}")
        peer.session.ask(follower=board.turn, minutes=minutes, moves=moves, board=start)
        peer.flush()
        began = await self._expect(peer, Began, Refused, what="answer the proposal of a game")
        if isinstance(began, Refused):
            raise EngineError(f"{self.name} refuses to play: {began.reason}")
        self.name = peer.session.opponent or self.name
        self._root, self._offset = board.root.fen(), board.ply
        self._left = 60.0 * minutes

    async def _leave(self, peer: Peer) -> None:
        """Ends the game that is going on, if any."""
        if peer.session.is_playing:
            peer.session.end()
            peer.flush()
            await self._expect(peer, Ended, what="answer GAMEEND")

    async def _go_back(self, peer: Peer, plies: int) -> bool:
        peer.session.ask_back(plies - self._offset)
        peer.flush()
        answer = await self._expect(peer, WentBack, StaysHere, Ended, what="answer BACKREQ")
        return isinstance(answer, WentBack)

    async def _their_move(self, peer: Peer) -> PlayResult:
        start = perf_counter()
        late = self._left + self.grace
        answer = await self._expect(peer, Moved, Ended, what="move", seconds=late)
        time = perf_counter() - start
        self._left = max(0.0, self._left - time)
        self._moved_at = perf_counter()
        if isinstance(answer, Moved):
            self._known = [*self._known, answer.move]
            return PlayResult(answer.move, time=time)
        assert isinstance(answer, Ended)
        claim = {2: "it gives up", 1: "it says that the game is drawn", 0: "it says that it has won"}
        note = claim.get(-1 if answer.points is None else answer.points, "it leaves the result open")
        if not answer.by_them:
            note = "the game was ended: it played against the rules"
        return PlayResult(
            None,
            resigned=answer.by_them and answer.points == 2,
            draw_offered=answer.by_them and answer.points == 1,
            note=note,
            time=time,
        )

    async def _expect(self, peer: Peer, *kinds: type, what: str, seconds: float | None = None) -> object:
        """The next event of these kinds; others are passed over."""
        patience = self.timeout if seconds is None else seconds
        deadline = perf_counter() + patience
        while True:
            try:
                event = await peer.next(max(0.0, deadline - perf_counter()))
            except asyncio.TimeoutError:
                await peer.close()
                raise EngineError(f"{self.name} did not {what} within {patience:.0f} s") from None
            if isinstance(event, kinds):
                return event

    def _time(self, limit: Limit) -> tuple[int, int | None]:
        """Minutes and number of moves of a game, from the options or from a limit."""
        minutes, moves = self._values["minutes"], self._values["moves"]
        if minutes:
            return minutes, moves or None
        if limit.clock is not None:
            return min(MINUTES_MAX, ceil(limit.clock / 60)), moves or limit.moves
        if limit.time is not None:
            moves = moves or MOVES_OF_A_GAME
            return min(MINUTES_MAX, ceil(limit.time * moves / 60)), moves
        raise EngineError("DamExchange has limits of time alone: give a time or a clock, or set `minutes`")

    async def _start_program(self, command: str | Sequence[str]) -> None:
        if self._program is not None:
            await self._program.close()
        if isinstance(self.transport, TcpTransport):
            port = str(self.transport.port)
            command = (
                command.replace("{port}", port)
                if isinstance(command, str)
                else [part.replace("{port}", port) for part in command]
            )
        self._program = ProcessTransport(command, cwd=self._cwd)
        self._program_lost = None
        await self._program.open(lambda _line: None, self._lost_program)

    def _lost_program(self, reason: str) -> None:
        self._program_lost = reason


class DxpEngine(ThreadedEngine[AsyncDxpEngine]):
    """A program that listens for DamExchange; `AsyncDxpEngine` tells what can be given and what is refused.

    >>> from damier.engine.transport import MockTransport
    >>> script = '''
    ... > R01damier                          W005000A
    ... < AExample                         0
    ... < M0001322800
    ... > E00
    ... '''
    >>> with DxpEngine(transport=MockTransport(script), minutes=5) as engine:
    ...     engine.play(Board(), Limit(time=1)).move
    Move.from_pdn('32-28')
    """

    def __init__(
        self,
        host: str = "127.0.0.1",
        port: int = PORT,
        *,
        listen: bool = False,
        command: str | Sequence[str] | None = None,
        cwd: str | PathLike[str] | None = None,
        name: str = "damier",
        game: str = "international",
        minutes: int = 0,
        moves: int = 0,
        timeout: float = 15.0,
        grace: float = 15.0,
        transcript: Transcript | None = None,
        transport: Transport | None = None,
        random: Random | None = None,
    ) -> None:
        super().__init__(
            AsyncDxpEngine(
                host,
                port,
                listen=listen,
                command=command,
                cwd=cwd,
                name=name,
                game=game,
                minutes=minutes,
                moves=moves,
                timeout=timeout,
                grace=grace,
                transcript=transcript,
                transport=transport,
                random=random,
            )
        )

    def chat(self, text: str) -> None:
        """Says something to the other side; some programs take commands so."""
        self._loop.call(self.engine.chat, text)

    def analyse(
        self, board: Board, limit: Limit, *, multipv: int = 1, searchmoves: Sequence[Move] | None = None
    ) -> list[Info]:
        """Raises `EngineError`: DamExchange tells moves and no more."""
        raise EngineError(f"{self.name} cannot analyse: DamExchange tells moves and no more")
