"""An engine of ours in a DamExchange conversation, in either role."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import replace
from time import perf_counter
from typing import Any, Final

from damier._core import BLACK, WHITE, Board, Color, EngineError, Game, Move
from damier.engine.base import Engine
from damier.engine.dxp import message as dxp
from damier.engine.dxp.peer import Peer
from damier.engine.dxp.session import (
    Began,
    Broken,
    DxpSession,
    Ended,
    Event,
    Heard,
    Moved,
    Phase,
    Proposed,
    Refused,
    WentBack,
)
from damier.engine.limit import Limit
from damier.engine.transport import TcpTransport, listen

Tell = Callable[[str], object]

GRACE: Final = 30.0  # seconds that they may be late before we end the game
ANSWER: Final = 15.0  # seconds for every answer but a move
IDLE: Final = 3600.0  # seconds without a game after which a connection is given up


class DxpPlayer:
    """Plays with one `Engine` against whoever is at the other end of a connection."""

    def __init__(
        self,
        engine: Engine,
        *,
        name: str = "damier",
        game: str | Game = "international",
        limit: Limit | None = None,
        takes_back: bool = True,
        grace: float = GRACE,
        answer: float = ANSWER,
        idle: float = IDLE,
        tell: Tell = lambda _: None,
    ) -> None:
        """`limit` bounds each move beside the clock of the game. `tell` hears what happens, line by line."""
        self.engine, self.name, self.game = engine, name, game
        self.limit = limit or Limit()
        self.takes_back = takes_back
        self.grace, self.answer, self.idle = grace, answer, idle
        self._tell = tell
        self.points: list[int | None] = []
        """Ours from each game, 2, 1 or 0; `None` where it was left open."""
        self._left: dict[Color, float] = {}
        self._since = 0.0

    # -- the two roles --------------------------------------------------------------------------------------------

    async def follow(self, transport: TcpTransport) -> None:
        """Answers proposals and plays, until they leave or want no further game."""
        peer = await self._meet(transport)
        try:
            while peer.is_there:
                try:
                    event = await peer.next(self.idle)
                except asyncio.TimeoutError:
                    self.tell("nobody wants to play: connection closed")
                    return
                self._chronicle(event)
                if isinstance(event, Proposed):
                    peer.session.accept()
                    peer.flush()
                    await self._game(peer)
        except EngineError as error:
            self.tell(str(error))
        finally:
            await peer.close()

    async def lead(
        self,
        transport: TcpTransport,
        *,
        games: int,
        minutes: int,
        moves: int | None = None,
        color: Color = WHITE,
        board: Board | None = None,
        stop: bool = False,
    ) -> None:
        """Proposes games, with `color` in the first and alternately from then on, and plays them.

        `stop` tells them after the last one that no further game is wanted, whereupon most programs end.
        Raises `EngineError` where they refuse, leave, or do not answer.
        """
        peer = await self._meet(transport)
        try:
            for number in range(games):
                mine = color if number % 2 == 0 else color.opposite
                peer.session.ask(follower=mine.opposite, minutes=minutes, moves=moves, board=board)
                peer.flush()
                began = await self._expect(peer, Began, Refused, seconds=self.answer)
                if isinstance(began, Refused):
                    raise EngineError(f"they refuse to play: {began.reason}")
                await self._game(peer, stop=stop and number == games - 1)
                if not peer.is_there:
                    return
        finally:
            await peer.close()

    # -- one game -------------------------------------------------------------------------------------------------

    async def _game(self, peer: Peer, *, stop: bool = False) -> None:
        """From the acceptance of a game to its end."""
        session = peer.session
        self._left = dict.fromkeys((WHITE, BLACK), 60.0 * session.minutes)
        self._since = perf_counter()
        mine = "White" if session.color == WHITE else "Black"
        pace = f"{session.minutes} min" + (f" for {session.moves} moves" if session.moves else "")
        self.tell(f"game {len(self.points) + 1} against {session.opponent or 'unknown'}: {mine}, {pace}")
        self.engine.new_game()
        event: Event | None = None
        while not isinstance(event, Ended):  # the session may be ahead of the events that we have seen
            if session.phase == Phase.MINE and not self._tell_end(peer, stop):
                event = await self._move(peer)
            else:
                event = await self._wait(peer, stop)
            if event is not None:
                self._chronicle(event)

    def _tell_end(self, peer: Peer, stop: bool) -> bool:
        """Ends the game in place of a move where the rules or the number of moves say so."""
        session, board = peer.session, peer.session.board
        outcome = board.outcome(claim_draw=True)
        if outcome is not None:
            reason = (
                dxp.DRAW if outcome.winner is None else dxp.I_WIN if outcome.winner == session.color else dxp.I_LOSE
            )
        elif session.moves is not None and board.ply >= 2 * session.moves:
            reason = dxp.UNKNOWN
        else:
            return False
        session.end(reason, stop=stop)
        peer.flush()
        return True

    async def _move(self, peer: Peer) -> Event | None:
        """Thinks, while they may chat, take back or end the game; then plays."""
        session = peer.session
        board, start = session.board.copy(), self._since
        thought = asyncio.ensure_future(asyncio.to_thread(self.engine.play, board, self._limit(session)))
        heard = asyncio.ensure_future(peer.next())
        try:
            while True:
                await asyncio.wait({thought, heard}, return_when=asyncio.FIRST_COMPLETED)
                if heard.done():
                    event = heard.result()
                    if session.phase == Phase.MINE and session.board == board:  # a chat, say
                        self._chronicle(event)
                        heard = asyncio.ensure_future(peer.next())
                        continue
                    return event
                break
            result = thought.result()
            if result.move is None:
                session.end(dxp.I_LOSE if result.resigned else dxp.DRAW if result.draw_offered else dxp.UNKNOWN)
                peer.flush()
                return None
            self._play(peer, result.move, perf_counter() - start)
            return None
        finally:
            await _forget(heard)
            while not thought.done():  # a stop that comes before the search has begun is not heard
                self.engine.stop()
                await asyncio.wait({thought}, timeout=0.05)

    def _play(self, peer: Peer, move: Move, seconds: float) -> None:
        session = peer.session
        text = session.board.pdn(move)
        session.play(move, seconds)
        peer.flush()
        self._spend(session.color)
        self.tell(f"{_number(session.board)} {text} ({seconds:.1f} s)")

    async def _wait(self, peer: Peer, stop: bool) -> Event | None:
        """What they do; where they are too late, the game is ended, and where even that finds no answer, all is."""
        session = peer.session
        theirs = session.phase == Phase.THEIRS
        seconds = self._left[session.color.opposite] + self.grace if theirs else self.answer
        try:
            event = await peer.next(seconds)
        except asyncio.TimeoutError:
            if not theirs:
                raise EngineError(
                    f"{session.opponent or 'the opponent'} did not answer within {seconds:.0f} s"
                ) from None
            self.tell(f"they have not moved for {seconds:.0f} s: the game is ended")
            session.end(dxp.UNKNOWN, stop=stop)
            peer.flush()
            return None
        if isinstance(event, Moved):
            self._spend(session.color.opposite)
        elif isinstance(event, WentBack):
            self._since = perf_counter()
        return event

    async def _expect(self, peer: Peer, *kinds: type, seconds: float) -> Event:
        deadline = perf_counter() + seconds
        while True:
            try:
                event = await peer.next(max(0.0, deadline - perf_counter()))
            except asyncio.TimeoutError:
                raise EngineError(f"no answer to the proposal of a game within {seconds:.0f} s") from None
            self._chronicle(event)
            if isinstance(event, kinds):
                return event

    async def _meet(self, transport: TcpTransport) -> Peer:
        peer = Peer(transport, DxpSession(self.name, game=self.game, takes_back=self.takes_back))
        await peer.open()
        return peer

    # -- time and words -------------------------------------------------------------------------------------------

    def _spend(self, color: Color) -> None:
        now = perf_counter()
        self._left[color] = max(0.0, self._left[color] - (now - self._since))
        self._since = now

    def _limit(self, session: DxpSession) -> Limit:
        """The clock of the game, and whatever bounds each move beside it."""
        left = max(0.01, self._left[session.color])
        made = session.board.ply // 2  # moves of ours: it is our turn
        moves = None if session.moves is None else max(1, session.moves - made)
        return replace(self.limit, clock=left, moves=moves)

    def tell(self, text: str) -> None:
        """Tells one line; what they say may reach a terminal, so nothing in it may steer one."""
        self._tell("".join(character if character.isprintable() else "?" for character in text))

    def _chronicle(self, event: Event) -> None:
        """Tells what they did, and counts what comes of it."""
        if isinstance(event, Ended):
            self.points.append(event.points)
            result = {2: "won", 1: "drawn", 0: "lost"}.get(-1 if event.points is None else event.points, "left open")
            self.tell(f"game {len(self.points)}: {result}{f' ({event.note})' if event.note else ''}")
        elif isinstance(event, Moved):
            self.tell(f"they play {event.move}")
        elif isinstance(event, Heard):
            self.tell(f"they say: {event.text}")
        elif isinstance(event, Broken):
            self.tell(f"error: {event.reason}")
        elif isinstance(event, WentBack):
            self.tell(f"{event.plies} plies taken back")


class DxpServer:
    """Listens for initiators, one after the other; a second one is told that we are busy.

    >>> from damier.engine.local import LocalEngine
    >>> async def port():
    ...     with LocalEngine(hash_mb=1) as engine:
    ...         async with DxpServer(DxpPlayer(engine), port=0) as server:
    ...             return server.port
    >>> 0 < asyncio.run(port()) < 65536
    True
    """

    def __init__(self, player: DxpPlayer, *, host: str = "127.0.0.1", port: int = 27_531) -> None:
        """`port` 0 takes a free one."""
        self.player, self.host, self.port = player, host, port
        self._server: asyncio.Server | None = None
        self._game: asyncio.Task[None] | None = None

    async def open(self) -> None:
        """Begins to listen. Raises `EngineError` where the port is taken or may not be had."""
        self._server = await listen(lambda: TcpTransport.accepted(self._welcome), self.host, self.port)
        self.port = self._server.sockets[0].getsockname()[1]

    async def serve(self) -> None:
        """Plays until it is cancelled."""
        await asyncio.Event().wait()

    async def close(self) -> None:
        if self._server is not None:
            self._server.close()
        if self._game is not None:
            self._game.cancel()
            await asyncio.gather(self._game, return_exceptions=True)

    def _welcome(self, transport: TcpTransport) -> None:
        if self._game is not None and not self._game.done():
            transport.send(str(dxp.Chat("busy with another opponent")))
            transport.drop()
            return
        self.player.tell("somebody is here")
        self._game = asyncio.ensure_future(self.player.follow(transport))

    async def __aenter__(self) -> DxpServer:
        await self.open()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()


def _number(board: Board) -> str:
    """``7.`` or ``7...`` for the move that was played last."""
    return f"{(board.ply + 1) // 2}{'.' if board.ply % 2 else '...'}"


async def _forget(task: asyncio.Future[Any]) -> None:
    """Cancels a wait; nothing that came meanwhile is lost, as a queue keeps what nobody has taken."""
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)
