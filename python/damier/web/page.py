"""A page that listens: what it still has to be told, kept within bounds however slowly it listens."""

from __future__ import annotations

import asyncio
from collections import deque
from typing import Any, Final

from damier.web.analyst import Thinker
from damier.web.reviewer import Reviewer

NEWS_MAX: Final = 200


class Page:
    """News are told in their order, each once. Of what a page only needs the latest of, older ones are dropped; a page
    that falls far behind is told everything anew.
    """

    def __init__(self) -> None:
        self._news: deque[dict[str, Any]] = deque()
        self._latest: dict[str, dict[str, Any]] = {}
        self._woken = asyncio.Event()
        self.needs_all = True
        self.thinker: Thinker | None = None
        """What searches for it."""
        self.reviewer: Reviewer | None = None

    def tell(self, message: dict[str, Any]) -> None:
        if self.needs_all:
            return
        if len(self._news) >= NEWS_MAX:
            self.start_anew()
        else:
            self._news.append(message)
            self._woken.set()

    def tell_latest(self, message: dict[str, Any]) -> None:
        """Takes the place of an earlier message of its type."""
        self._latest[message["type"]] = message
        self._woken.set()

    def start_anew(self) -> None:
        """Everything must be told again."""
        self._news.clear()
        self.needs_all = True
        self._woken.set()

    async def wait(self) -> None:
        await self._woken.wait()

    def take(self) -> list[dict[str, Any]]:
        """What is to be said now."""
        self._woken.clear()
        news = [*self._news, *self._latest.values()]
        self._news.clear()
        self._latest.clear()
        return news
