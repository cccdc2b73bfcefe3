"""The archive: the files of game records that were opened here, and the games of them that were changed.

A file is kept as it came, under a name of the server's own; what people called it is text and never becomes a path. A
changed game is a small file beside it. The oldest files without changed games make way for new ones.
"""

from __future__ import annotations

import asyncio
import contextlib
import re
import time
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any, Final

from platformdirs import user_data_path

import damier
from damier.saying import say
from damier.web.collection import Collection
from damier.web.drawer import ID, Drawer, new_id
from damier.web.messages import MessageError

FILE_BYTES: Final = 1 << 30
ALL_BYTES: Final = 4 << 30
FILES_MAX: Final = 100
OPEN_MAX: Final = 12  # lists of games that are kept in memory
UPLOADS_MAX: Final = 4
CHANGES_MAX: Final = 5000
NAME_LENGTH: Final = 120
GAME_ID: Final = re.compile(r"[a-z0-9]{12}-[1-9][0-9]{0,6}", re.ASCII)
GAME_BYTES: Final = 64 << 20


class Archive:
    """Files of records on disk, a bounded number of them, and the lists of those that are looked at."""

    def __init__(self, folder: Path | None = None, *, most: int = FILES_MAX, file_bytes: int = FILE_BYTES) -> None:
        self.folder = (folder if folder is not None else user_data_path("damier", False)) / "collections"
        self._most = most
        self._file_bytes = file_bytes
        self._cards = Drawer(self.folder, what="file of games")
        self._changes = Drawer(self.folder / "changed", what="game", pattern=GAME_ID, most_bytes=GAME_BYTES)
        self._open: dict[str, Collection] = {}
        self._walks: dict[str, asyncio.Task[None]] = {}
        self._uploads = 0

    # -- files ----------------------------------------------------------------------------------------------------

    async def new(
        self, name: str, pieces: AsyncIterator[bytes], *, game: str | None, encoding: str | None
    ) -> Collection:
        """Takes a file in, piece by piece. Raises `MessageError` where it is too large or the disk refuses."""
        if self._uploads >= UPLOADS_MAX:
            raise MessageError(say("other files are on their way: try again in a moment"))
        self._uploads += 1
        id = new_id()
        path = self.folder / f".{id}.part"
        try:
            await asyncio.to_thread(self._make_room)
            size = 0
            with path.open("wb") as file:
                async for piece in pieces:
                    size += len(piece)
                    if size > self._file_bytes:
                        raise MessageError(
                            say("the file is larger than {most} MB: split it first", most=self._file_bytes >> 20)
                        )
                    await asyncio.to_thread(file.write, piece)
            path.replace(self._path(id))
            card = {"name": clean_name(name), "game": game, "encoding": encoding, "bytes": size, "opened": time.time()}
            await asyncio.to_thread(self._cards.save, id, card)
        except OSError as error:
            raise MessageError(say("the file could not be kept: {reason}", reason=error.strerror)) from None
        finally:
            self._uploads -= 1
            with contextlib.suppress(OSError):
                path.unlink()
        return await self.open(id)

    async def open(self, id: str) -> Collection:
        """The list of a file; it may still be growing. Raises `LookupError` or `ValueError` as a drawer does."""
        collection = self._open.pop(id, None)
        if collection is None:
            card = await asyncio.to_thread(self._cards.load, id)
            collection = self._open.get(id) or _from_card(id, self._path(id), card)
        self._open[id] = collection  # the latest asked for is the last to go
        if id not in self._walks and not collection.is_done:
            self._walks[id] = asyncio.create_task(self._walk(collection))
        for old in [old for old in self._open if old not in self._walks][: max(0, len(self._open) - OPEN_MAX)]:
            if old != id:
                del self._open[old]
        return collection

    async def finished(self, id: str) -> Collection:
        """The same, when the whole file has been read."""
        collection = await self.open(id)
        while (walk := self._walks.get(id)) is not None:
            await asyncio.shield(walk)
        return self._open.get(id, collection)

    async def reread(self, id: str, *, game: str | None, encoding: str | None) -> Collection:
        """Reads a file again, as another game or in another encoding."""
        await self._stop(id)
        card = await asyncio.to_thread(self._cards.load, id)
        card.update(game=game, encoding=encoding)
        await asyncio.to_thread(self._cards.save, id, card)
        return await self.open(id)

    async def delete(self, id: str) -> None:
        await self._stop(id)
        await asyncio.to_thread(self._remove, id)

    def recent(self, most: int = 12) -> list[dict[str, Any]]:
        """The files that were opened last."""
        found = []
        for id in self._cards.names()[:most]:
            with contextlib.suppress(LookupError, ValueError, TypeError):
                card = self._cards.load(id)
                found.append(
                    {"id": id, "name": str(card["name"]), "bytes": int(card["bytes"]), "opened": float(card["opened"])}
                )
        return found

    async def close(self) -> None:
        for id in list(self._open):
            await self._stop(id)

    # -- changed games --------------------------------------------------------------------------------------------

    def changed(self, id: str, number: int) -> dict[str, Any] | None:
        """A game as it was changed here: its draughts game and its PDN; `None` where it was not."""
        try:
            value = self._changes.load(f"{id}-{number}")
            return {"game": str(value["game"]), "pdn": str(value["pdn"])}
        except (LookupError, TypeError):
            return None

    def save_change(self, id: str, number: int, game: str, text: str) -> None:
        """Raises `OSError` where the disk refuses, `MessageError` where too much is kept."""
        name = f"{id}-{number}"
        if not self._changes.path(name).exists() and len(self._changes.names()) >= CHANGES_MAX:
            raise MessageError(
                say("{most} changed games are kept here: save them and delete some files first", most=CHANGES_MAX)
            )
        self._changes.save(name, {"format": 1, "game": game, "pdn": text, "updated": time.time()})

    def drop_change(self, id: str, number: int) -> None:
        """The game is as its file has it again."""
        with contextlib.suppress(LookupError):
            self._changes.delete(f"{id}-{number}")

    def changed_numbers(self, id: str) -> set[int]:
        return {int(name.partition("-")[2]) for name in self._changes.names() if name.startswith(f"{id}-")}

    # -- inside ---------------------------------------------------------------------------------------------------

    async def _walk(self, collection: Collection) -> None:
        try:
            await asyncio.to_thread(collection.read)
        finally:
            self._walks.pop(collection.id, None)

    async def _stop(self, id: str) -> None:
        collection = self._open.pop(id, None)
        if collection is not None:
            collection.close()
        walk = self._walks.get(id)
        if walk is not None:
            await asyncio.shield(walk)

    def _path(self, id: str) -> Path:
        if not ID.fullmatch(id):
            raise LookupError("there is no such file of games")
        return self.folder / f"{id}.pdn"

    def _remove(self, id: str) -> None:
        path = self._path(id)
        self._cards.delete(id)
        with contextlib.suppress(OSError):
            path.unlink()
        for number in self.changed_numbers(id):
            self.drop_change(id, number)

    def _make_room(self) -> None:
        """Drops the oldest files of which no game was changed."""
        self.folder.mkdir(parents=True, exist_ok=True)
        sizes = {}
        for id in self._cards.names():
            with contextlib.suppress(OSError):
                sizes[id] = self._path(id).stat().st_size
        kept = {name.partition("-")[0] for name in self._changes.names()} | set(self._walks)
        for id in reversed(list(sizes)):
            if len(sizes) < self._most and sum(sizes.values()) < ALL_BYTES - self._file_bytes:
                return
            if id not in kept:
                self._open.pop(id, None)
                self._remove(id)
                del sizes[id]
        if len(sizes) >= self._most:
            raise MessageError(say("{most} files with changed games are kept here: delete one first", most=self._most))


def clean_name(name: str) -> str:
    """What a file is called, as text of one line."""
    shown = "".join(letter if letter.isprintable() else " " for letter in name)
    return " ".join(shown.split())[:NAME_LENGTH] or "games.pdn"


def _from_card(id: str, path: Path, card: Any) -> Collection:
    try:
        game, encoding = card["game"], card["encoding"]
        if game is not None:
            damier.Game(game)
        return Collection(id, path, str(card["name"]), game=game, encoding=encoding)
    except (LookupError, TypeError, ValueError) as error:
        raise ValueError(f"the file of games {id} is damaged: {error}") from None
