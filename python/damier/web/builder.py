"""The builder: has endgame tables built in a process of its own, one game at a time, and knows how far it is."""

from __future__ import annotations

import asyncio
import contextlib
import json
import shutil
import sys
import time
from pathlib import Path
from typing import Any, Final

import damier
from damier import tables
from damier.faults import fault
from damier.saying import Saying, say
from damier.web.endings import Endings
from damier.web.messages import MessageError

PATIENCE: Final = 6.0  # seconds for the process to end by itself
SPARE: Final = 256 << 20  # bytes of the disk that stay free


class Builder:
    """At most one build, the one of which the pages are told."""

    def __init__(self, endings: Endings) -> None:
        self._endings = endings
        self._process: asyncio.subprocess.Process | None = None
        self._task: asyncio.Task[None] | None = None
        self._told: dict[str, Any] | None = None
        self._begun = 0.0
        self._is_cancelled = False

    @property
    def is_busy(self) -> bool:
        return self._task is not None and not self._task.done()

    def picture(self) -> dict[str, Any] | None:
        """The build that is under way, or how the last one ended."""
        if self._told is None:
            return None
        told = dict(self._told)
        done, total = told["positions"], told["total"]
        spent = time.monotonic() - self._begun
        told["seconds_left"] = round(spent * (total - done) / done) if self.is_busy and done and spent > 3 else None
        return told

    async def start(self, game: damier.Game, pieces: int) -> None:
        """Begins to build. Raises `MessageError` where that cannot be."""
        if self.is_busy:
            raise MessageError(say("tables are being built already: wait until they are ready, or stop that"))
        folder = tables.folder(game)
        self._check(game, pieces, folder)
        self._told = {
            "game": game.id,
            "name": Saying(game.name),
            "pieces": pieces,
            "state": "running",
            "table": None,
            "positions": 0,
            "total": 0,
            "message": None,
        }
        self._begun = time.monotonic()
        self._is_cancelled = False
        try:
            self._process = await asyncio.create_subprocess_exec(
                sys.executable,
                *("-m", "damier.web.mason", game.id, str(pieces), str(folder)),
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                stderr=asyncio.subprocess.DEVNULL,
            )
        except OSError as error:
            self._told = None
            raise MessageError(say("the build could not be begun: {reason}", reason=fault(error))) from None
        self._task = asyncio.create_task(self._follow(self._process))

    async def stop(self) -> None:
        """Ends the build; the tables that are finished stay."""
        process, task = self._process, self._task
        if process is None or task is None or task.done():
            return
        self._is_cancelled = True
        if process.stdin is not None:
            process.stdin.close()
        done, _ = await asyncio.wait([task], timeout=PATIENCE)
        if not done:
            with contextlib.suppress(ProcessLookupError):
                process.kill()
            await task

    # -- inside ---------------------------------------------------------------------------------------------------

    def _check(self, game: damier.Game, pieces: int, folder: Path) -> None:
        sizes = self._endings.sizes(game)
        size = next((size for size in sizes if size.pieces == pieces), None)
        if not sizes:
            raise MessageError(
                say("there are no tables of {game}: a position alone does not decide it", game=Saying(game.name)),
                "game",
            )
        if size is None:
            raise MessageError(
                say(
                    "{field}: expected {first} to {last}", field="pieces", first=sizes[0].pieces, last=sizes[-1].pieces
                ),
                "pieces",
            )
        if not size.is_reasonable:
            raise MessageError(
                say(
                    "these are {positions} positions: build them with {command}",
                    positions=format(size.positions, ","),
                    command=" ".join(("damier tables build", game.id, str(pieces))),
                ),
                "pieces",
            )
        if self._endings.have(game) >= pieces:
            raise MessageError(
                say(
                    "the tables of {game} up to {pieces} pieces are here already", game=Saying(game.name), pieces=pieces
                ),
                "pieces",
            )
        place = folder
        while not place.exists() and place != place.parent:
            place = place.parent
        free = shutil.disk_usage(place).free
        if free < size.bytes + SPARE:
            raise MessageError(
                say(
                    "the disk has {free} MB free, and about {needed} MB are needed",
                    free=format(free >> 20, ","),
                    needed=format((size.bytes + SPARE) >> 20, ","),
                ),
                "pieces",
            )

    async def _follow(self, process: asyncio.subprocess.Process) -> None:
        """Hears what the process tells, until it ends.

        How it ended is told only when the tables are opened anew: a page that hears of it asks at once what they say.
        """
        assert process.stdout is not None
        assert self._told is not None
        told = self._told
        end: dict[str, Any] = {"state": "failed", "message": say("the build ended before its time")}
        while line := await process.stdout.readline():
            with contextlib.suppress(ValueError):
                end = _hear(told, json.loads(line)) or end
        await process.wait()
        if self._is_cancelled and end["state"] != "done":
            end = {"state": "stopped", "message": None}
        self._endings.renew()
        told.update(end)


def _hear(told: dict[str, Any], news: dict[str, Any]) -> dict[str, Any] | None:
    """Takes in how far the build is; how it ended, where that is the news."""
    what = news.get("what")
    if what == "begins":
        told["total"] = news["total"]
    elif what == "table":
        told["table"] = news["name"]
    elif what == "at":
        told["positions"] = min(news["positions"], told["total"])
    elif what == "done":
        return {"state": "done", "positions": told["total"]}
    elif what == "failed":
        return {"state": "failed", "message": _trouble(**news)}
    return None


def _trouble(message: str, errno: int | None = None, path: str | None = None, **_: object) -> str:
    """Why a build failed: what tables say, or what the system says of a file."""
    if errno is None or path is None:
        return tables.trouble(message)
    told = tables.trouble(f"{path}: {message}")
    if isinstance(told, Saying):
        return told
    return say("{path}: {reason}", path=path, reason=fault(OSError(errno, message)))
