"""The store: one SQLite file in the user's data folder. It is opened at first use, and again where that failed.

Every change is one transaction, on the disk before it is answered: a process that is killed loses nothing that was
kept. Any number of processes may use the file; of two that change the same thing, the later one is told.

This module needs only the standard library, so that a server can look at the file without loading the database toolkit.
"""

from __future__ import annotations

import contextlib
import errno
import sqlite3
import threading
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from damier.saying import say

if TYPE_CHECKING:
    from sqlalchemy import Connection, Engine

    from damier.library.files import Files
    from damier.library.games import Games

NAME: Final = "damier.sqlite"
MIGRATIONS: Final = Path(__file__).parent / "migrations"
PACKAGES: Final = ("sqlalchemy", "alembic")
PATIENCE: Final = 10.0  # seconds to wait for another process that writes

First = Callable[["Connection"], object]


class StoreError(OSError):
    """The disk or the database refuses; a sentence for people."""

    def __init__(self, text: str) -> None:
        super().__init__(errno.EIO, text)

    def __str__(self) -> str:
        return str(self.strerror)


class NewerStoreError(StoreError):
    """The file was made by a newer damier, and would be damaged by this one."""


class ConflictError(Exception):
    """Another process has changed the same thing meanwhile: what is kept is newer than what was seen."""


class Store:
    """The database in a folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.path = folder / NAME
        self.remarks: list[str] = []
        """What people should know of it, such as that it was damaged."""
        self._engine: Engine | None = None
        self._firsts: list[tuple[str, First]] = []
        self._opening = threading.RLock()

    @property
    def games(self) -> Games:
        """The games that are played."""
        from damier.library.games import Games

        return Games(self)

    @property
    def files(self) -> Files:
        """The files of games that were opened, and the games of them that were changed."""
        from damier.library.files import Files

        return Files(self)

    def once(self, name: str, deed: First) -> None:
        """Something that is done when the file is opened, in the whole life of the file once."""
        self._firsts.append((name, deed))

    def check(self) -> None:
        """Raises `NewerStoreError` where the file was made by a newer damier, and `ModuleNotFoundError` where a
        package is missing that will be needed; quick.
        """
        for name in PACKAGES:
            if find_spec(name) is None:
                raise ModuleNotFoundError(f"No module named {name!r}", name=name)
        if not self.path.is_file():
            return
        with contextlib.suppress(sqlite3.Error), contextlib.closing(sqlite3.connect(self.path, timeout=1)) as found:
            self.check_revision(found.execute("SELECT version_num FROM alembic_version").fetchone())

    def check_revision(self, row: Any) -> str | None:
        """The revision of the file as it is, `None` where it is new."""
        if row is None:
            return None
        if row[0] not in revisions():
            raise NewerStoreError(
                say(
                    "{path} was made by a newer damier: update damier, or move that file elsewhere to begin anew",
                    path=self.path,
                )
            )
        return str(row[0])

    def open(self) -> Engine:
        """The database, ready to be used. Raises `StoreError`."""
        with self._opening:
            if self._engine is None:
                from damier.library import database

                self._engine = database.prepare(self, self._firsts)
            return self._engine

    @contextlib.contextmanager
    def reading(self) -> Iterator[Connection]:
        """A look at one state of everything. Raises `StoreError`."""
        from damier.library import database

        with database.telling(self.path), self.open().connect() as connection:
            yield connection

    @contextlib.contextmanager
    def writing(self) -> Iterator[Connection]:
        """One change, kept as a whole or not at all. Raises `StoreError`."""
        from damier.library import database

        with database.telling(self.path), database.writer(self.open()) as connection:
            yield connection

    def close(self) -> None:
        with self._opening:
            if self._engine is not None:
                self._engine.dispose()
                self._engine = None


def revisions() -> list[str]:
    """The revisions of the schema that this damier knows, the latest last."""
    return sorted(path.name.partition("_")[0] for path in (MIGRATIONS / "versions").glob("[0-9]*_*.py"))
