"""A DamExchange conversation over a connection."""

from __future__ import annotations

import asyncio
from typing import Final

from damier._core import EngineError
from damier.engine.dxp.session import DxpSession, Event, Phase
from damier.engine.transport import Transport

EVENTS_MAX: Final = 10_000  # that nobody has read yet; more is a flood


class Peer:
    """The one at the other end: what they mean comes as events, and what our side says is sent by `flush`."""

    def __init__(self, transport: Transport, session: DxpSession) -> None:
        self.transport = transport
        self.session = session
        self.lost_because: str | None = None
        self._events: asyncio.Queue[Event | None] = asyncio.Queue()

    @property
    def is_there(self) -> bool:
        return self.lost_because is None and self.session.phase != Phase.OVER

    async def open(self) -> None:
        """Connects. Raises `EngineError` where that is impossible."""
        await self.transport.open(self._heard, self._lost)

    def flush(self) -> None:
        """Sends what is in the outbox."""
        for message in self.session.outbox:
            self.transport.send(str(message))
        self.session.outbox.clear()

    async def next(self, seconds: float | None = None) -> Event:
        """The next event. Raises `asyncio.TimeoutError` after so many seconds, `EngineError` when they are gone."""
        event = await asyncio.wait_for(self._events.get(), seconds)
        if event is None:
            self._events.put_nowait(None)  # for whoever asks next
            raise EngineError(f"{self.session.opponent or 'the opponent'} is gone: {self.lost_because}")
        return event

    async def close(self) -> None:
        await self.transport.close()
        self._lost("we closed the connection")

    def _heard(self, text: str) -> None:
        if self._events.qsize() >= EVENTS_MAX:
            self._lost("they flood: too many messages that nobody asked for")
            return
        for event in self.session.hear(text):
            self._events.put_nowait(event)
        self.flush()

    def _lost(self, reason: str) -> None:
        if self.lost_because is None:
            self.lost_because = reason
            self._events.put_nowait(None)
