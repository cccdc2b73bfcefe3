"""A file that remembers a match: one line for its settings, one more for every finished game.

Lines are JSON. A line is written at once and forced to the disk, so that whatever ends the program, at most the games
in play are lost. What is left of a line that was being written then is cut off when the file is opened again.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from threading import Lock
from types import TracebackType
from typing import TYPE_CHECKING, Any, Final

from damier.match.game import PlayedGame

try:
    import fcntl
except ImportError:  # not on this system: nothing keeps two matches from one file
    fcntl = None  # type: ignore[assignment,unused-ignore]

if TYPE_CHECKING:
    from typing_extensions import Self

VERSION: Final = 1
LONGEST: Final = 10_000_000
"""Bytes that a line may have."""


class Journal:
    """The file while a match goes on. `settings`: those of the first line; `games`: the finished games, by number."""

    def __init__(self, path: Path, settings: Mapping[str, Any], games: dict[int, PlayedGame], handle: int) -> None:
        self.path = path
        self.settings = settings
        self.games = games
        self._handle = handle
        self._lock = Lock()

    @classmethod
    def create(cls, path: Path | str, settings: Mapping[str, Any]) -> Journal:
        """A new file. Raises `ValueError` where one is there already, which is never overwritten."""
        path = Path(path)
        try:
            handle = os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_APPEND, 0o644)
        except FileExistsError:
            raise ValueError(f"{path} is there already: resume it, or name another file") from None
        _reserve(handle, path)
        journal = cls(path, settings, {}, handle)
        journal._write({"damier": "match", "version": VERSION, "settings": settings})
        return journal

    @classmethod
    def open(cls, path: Path | str) -> Journal:
        """A file that is there, to be gone on with.

        Raises `ValueError` naming the line that is not one of a journal, or the match that is using the file.
        """
        path = Path(path)
        handle = os.open(path, os.O_RDWR | os.O_APPEND)
        try:
            _reserve(handle, path)
            settings, games, whole = _read(path)
            os.ftruncate(handle, whole)
        except BaseException:
            os.close(handle)
            raise
        return cls(path, settings, games, handle)

    def add(self, game: PlayedGame) -> None:
        """May be called from any thread."""
        with self._lock:
            if self._handle < 0:
                return
            self._write(game.to_json())
            self.games[game.number] = game

    def _write(self, value: Mapping[str, Any]) -> None:
        line = (json.dumps(value, separators=(",", ":")) + "\n").encode()
        while line:
            line = line[os.write(self._handle, line) :]
        with suppress(OSError):  # some file systems cannot be told to
            os.fsync(self._handle)

    def close(self) -> None:
        with self._lock:
            if self._handle >= 0:
                os.close(self._handle)
                self._handle = -1

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def read(path: Path | str) -> tuple[Mapping[str, Any], dict[int, PlayedGame]]:
    """Settings and games of a journal, also of one that is in use."""
    settings, games, _ = _read(Path(path))
    return settings, games


def _read(path: Path) -> tuple[Mapping[str, Any], dict[int, PlayedGame], int]:
    """Settings, games, and how many bytes at the beginning are whole lines."""
    settings: Mapping[str, Any] | None = None
    games: dict[int, PlayedGame] = {}
    whole = 0
    with path.open("rb") as lines:
        for number, line in enumerate(iter(lambda: lines.readline(LONGEST), b""), start=1):
            if not line.endswith(b"\n"):
                if len(line) == LONGEST:
                    raise ValueError(f"{path}, line {number}: not a journal: the line is too long")
                break
            try:
                told = json.loads(line)
                if settings is None:
                    settings = _settings(told)
                else:
                    game = PlayedGame.from_json(told)
                    games[game.number] = game
            except (ValueError, TypeError, RecursionError) as error:
                raise ValueError(f"{path}, line {number}: {_words(error)}") from None
            whole += len(line)
    if settings is None:
        raise ValueError(f"{path} is not the journal of a match")
    return settings, games, whole


def _settings(told: Any) -> Mapping[str, Any]:
    if not isinstance(told, dict) or told.get("damier") != "match" or not isinstance(told.get("settings"), dict):
        raise ValueError("not the journal of a match")
    if told.get("version") != VERSION:
        raise ValueError(f"a journal of version {told.get('version')!r}; this damier reads version {VERSION}")
    settings: Mapping[str, Any] = told["settings"]
    return settings


def _words(error: Exception) -> str:
    if isinstance(error, (json.JSONDecodeError, UnicodeDecodeError, RecursionError)):
        return f"not a line of a journal: {error}"
    return str(error)


def _reserve(handle: int, path: Path) -> None:
    """One match at a time; the system lets go when the program ends, however it ends."""
    if fcntl is None:
        return
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise ValueError(f"{path} is in use by another match") from None
    except OSError:  # a file system without locks
        return
