"""The files of games that were opened here, and the games of them that were changed."""

from __future__ import annotations

import time
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING

from sqlalchemy import ColumnElement, Connection, delete, func, insert, select, update
from sqlalchemy.exc import IntegrityError

from damier.library.schema import change, file
from damier.library.store import ConflictError
from damier.saying import say

if TYPE_CHECKING:
    from damier.library.store import Store


@dataclass(frozen=True, slots=True)
class FileRow:
    """A file: what people called it, and how it is read where that is not left to itself."""

    id: str
    name: str
    game: str | None
    encoding: str | None
    bytes: int
    opened: float


@dataclass(frozen=True, slots=True)
class Changed:
    """A game as it was changed here: its draughts game and its PDN."""

    game: str
    pdn: str
    revision: int


class Files:
    """The tables of files and of changed games."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def save(self, row: FileRow) -> None:
        """Keeps what is known of a file. Raises `StoreError`."""
        with self._store.writing() as connection:
            write(connection, row)

    def load(self, id: str) -> FileRow:
        """Raises `LookupError` where there is no such file."""
        with self._store.reading() as connection:
            row = connection.execute(select(file).where(file.c.id == id)).first()
        if row is None:
            raise LookupError(say("there is no file of games {id}", id=id[:40]))
        return FileRow(*row)

    def delete(self, id: str) -> None:
        """Forgets a file and the games that were changed in it. Raises `LookupError` where there is no such file."""
        with self._store.writing() as connection:
            if not connection.execute(delete(file).where(file.c.id == id)).rowcount:
                raise LookupError(say("there is no file of games {id}", id=id[:40]))

    def recent(self, most: int | None = None) -> list[FileRow]:
        """The files, those opened last first."""
        with self._store.reading() as connection:
            return [
                FileRow(*row) for row in connection.execute(select(file).order_by(file.c.opened.desc()).limit(most))
            ]

    # -- changed games --------------------------------------------------------------------------------------------

    def changed(self, id: str, number: int) -> Changed | None:
        """A game as it was changed; `None` where it was not."""
        wanted = select(change.c.game, change.c.pdn, change.c.revision).where(_is(id, number))
        with self._store.reading() as connection:
            row = connection.execute(wanted).first()
        return None if row is None else Changed(*row)

    def save_change(self, id: str, number: int, game: str, pdn: str, revision: int) -> int:
        """Keeps a changed game and tells its new revision; `revision` is that of the one it comes from, 0 where the
        file's own was changed.

        Raises `ConflictError` where another process has kept a later one; `StoreError`.
        """
        with self._store.writing() as connection:
            return write_change(connection, id, number, game, pdn, revision)

    def drop_change(self, id: str, number: int) -> None:
        """The game is as its file has it again."""
        with self._store.writing() as connection:
            connection.execute(delete(change).where(_is(id, number)))

    def changed_numbers(self, id: str) -> set[int]:
        """Which games of a file were changed."""
        with self._store.reading() as connection:
            return set(connection.execute(select(change.c.number).where(change.c.file == id)).scalars())

    def with_changes(self) -> set[str]:
        """The files of which a game was changed."""
        with self._store.reading() as connection:
            return set(connection.execute(select(change.c.file).distinct()).scalars())

    def count_changes(self) -> int:
        with self._store.reading() as connection:
            return connection.execute(select(func.count()).select_from(change)).scalar_one()


def write(connection: Connection, row: FileRow) -> None:
    """Keeps what is known of a file, within a transaction."""
    values = asdict(row)
    if not connection.execute(update(file).where(file.c.id == row.id), values).rowcount:
        connection.execute(insert(file), values)


def write_change(connection: Connection, id: str, number: int, game: str, pdn: str, revision: int) -> int:
    """Keeps a changed game within a transaction; see `Files.save_change`."""
    values = {"game": game, "pdn": pdn, "updated": time.time(), "revision": revision + 1}
    if revision:
        known = update(change).where(_is(id, number), change.c.revision == revision)
        if connection.execute(known, values).rowcount:
            return revision + 1
    try:
        connection.execute(insert(change), {"file": id, "number": number, **values})
    except IntegrityError:
        raise ConflictError(f"game {number} was changed elsewhere") from None
    return revision + 1


def _is(id: str, number: int) -> ColumnElement[bool]:
    return (change.c.file == id) & (change.c.number == number)
