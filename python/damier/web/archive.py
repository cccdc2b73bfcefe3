"""The archive: the files of game records that were opened here, and the games of them that were changed.

A file is kept as it came, under a name of the server's own; what people called it is text and never becomes a path. The
store knows what it is called and how it is read, and has the games that were changed. The oldest files without changed
games make way for new ones.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import damier
from damier.faults import fault
from damier.library import Store
from damier.saying import said, say
from damier.web.collection import Collection
from damier.web.messages import MessageError
from damier.web.names import ID, new_id

if TYPE_CHECKING:
    from damier.library.files import Changed, FileRow

FILE_BYTES: Final = 1 << 30
ALL_BYTES: Final = 4 << 30
FILES_MAX: Final = 100
OPEN_MAX: Final = 12  # lists of games that are kept in memory
MOMENT: Final = 0.1  # seconds that a page waits for a file to be read
UPLOADS_MAX: Final = 4
CHANGES_MAX: Final = 5000
NAME_LENGTH: Final = 120
GAME_LENGTH: Final = 64 << 20


class Archive:
    """Files of records on disk, a bounded number of them, and the lists of those that are looked at."""

    def __init__(self, store: Store, *, most: int = FILES_MAX, file_bytes: int = FILE_BYTES) -> None:
        self.store = store
        self.folder = store.folder / "collections"
        self._most = most
        self._file_bytes = file_bytes
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
            await asyncio.to_thread(self._enter, id, clean_name(name), game, encoding, size)
        except OSError as error:
            with contextlib.suppress(OSError):
                self._path(id).unlink()
            raise MessageError(say("the file could not be kept: {reason}", reason=fault(error))) from None
        finally:
            self._uploads -= 1
            with contextlib.suppress(OSError):
                path.unlink()
        return await self.open(id)

    async def open(self, id: str) -> Collection:
        """The list of a file; it may still be growing. Raises `LookupError` where there is none, `ValueError`
        where it is damaged."""
        collection = self._open.pop(id, None)
        if collection is None:
            row = await asyncio.to_thread(self._row, id)
            collection = self._open.get(id) or _from_row(row, self._path(id))
        self._open[id] = collection  # the latest asked for is the last to go
        if id not in self._walks and not collection.is_done:
            self._walks[id] = asyncio.create_task(self._walk(collection))
        for old in [old for old in self._open if old not in self._walks][: max(0, len(self._open) - OPEN_MAX)]:
            if old != id:
                del self._open[old]
        return collection

    async def soon(self, id: str) -> Collection:
        """The same, when the whole file has been read or `MOMENT` is over."""
        collection = await self.open(id)
        if (walk := self._walks.get(id)) is not None:
            await asyncio.wait([walk], timeout=MOMENT)
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
        row = replace(await asyncio.to_thread(self._row, id), game=game, encoding=encoding)
        await asyncio.to_thread(lambda: self.store.files.save(row))
        return await self.open(id)

    async def delete(self, id: str) -> None:
        await self._stop(id)
        await asyncio.to_thread(self._remove, id)

    def recent(self, most: int = 12) -> list[dict[str, Any]]:
        """The files that were opened last."""
        return [
            {"id": row.id, "name": row.name, "bytes": row.bytes, "opened": row.opened}
            for row in self.store.files.recent(most)
        ]

    async def close(self) -> None:
        for id in list(self._open):
            await self._stop(id)

    # -- changed games --------------------------------------------------------------------------------------------

    def changed(self, id: str, number: int) -> Changed | None:
        """A game as it was changed here; `None` where it was not."""
        return self.store.files.changed(id, number)

    def save_change(self, id: str, number: int, game: str, text: str, revision: int) -> int:
        """Keeps a changed game, and tells its new revision; see `Files.save_change`.

        Raises `OSError` where the disk refuses, `ConflictError` where another server has kept a later one,
        `MessageError` where too much is kept.
        """
        files = self.store.files
        if len(text) > GAME_LENGTH:
            raise MessageError(say("a game of more than {most} MB is not kept here", most=GAME_LENGTH >> 20))
        if not revision and files.count_changes() >= CHANGES_MAX:
            raise MessageError(
                say("{most} changed games are kept here: save them and delete some files first", most=CHANGES_MAX)
            )
        return files.save_change(id, number, game, text, revision)

    def drop_change(self, id: str, number: int) -> None:
        """The game is as its file has it again."""
        self.store.files.drop_change(id, number)

    def changed_numbers(self, id: str) -> set[int]:
        return self.store.files.changed_numbers(id)

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
            raise LookupError(say("there is no such file of games"))
        return self.folder / f"{id}.pdn"

    def _row(self, id: str) -> FileRow:
        if not ID.fullmatch(id):
            raise LookupError(say("there is no such file of games"))
        return self.store.files.load(id)

    def _enter(self, id: str, name: str, game: str | None, encoding: str | None, size: int) -> None:
        from damier.library.files import FileRow

        self.store.files.save(FileRow(id, name, game, encoding, size, time.time()))

    def _remove(self, id: str) -> None:
        path = self._path(id)
        self.store.files.delete(id)
        with contextlib.suppress(OSError):
            path.unlink()

    def _make_room(self) -> None:
        """Drops the oldest files of which no game was changed."""
        self.folder.mkdir(parents=True, exist_ok=True)
        sizes = {row.id: row.bytes for row in self.store.files.recent()}
        kept = self.store.files.with_changes() | set(self._walks)
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


def _from_row(row: FileRow, path: Path) -> Collection:
    try:
        if row.game is not None:
            damier.Game(row.game)
    except ValueError as error:
        raise ValueError(say("the file of games {id} is damaged: {reason}", id=row.id, reason=said(error))) from None
    return Collection(row.id, path, row.name, game=row.game, encoding=row.encoding)
