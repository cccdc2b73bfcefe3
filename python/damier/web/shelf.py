"""The shelf: every sitting in a small file of its own, so that no closed tab and no restart loses a game."""

import contextlib
import json
import os
import re
import secrets
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from platformdirs import user_data_path

from damier.web.messages import MessageError, NewGame
from damier.web.sitting import Sitting

SITTINGS_MAX: Final = 500
FILE_BYTES: Final = 1 << 20
ID: Final = re.compile(r"[a-z0-9]{12}", re.ASCII)
LETTERS: Final = "abcdefghijklmnopqrstuvwxyz0123456789"


class Shelf:
    """Sittings on disk: one JSON file each, replaced as a whole, so that a crash leaves the old one or the new one."""

    def __init__(self, folder: Path | None = None, *, most: int = SITTINGS_MAX) -> None:
        self.folder = folder if folder is not None else user_data_path("damier", False) / "sittings"
        self.most = most

    def new(self, wish: NewGame, *, in_use: frozenset[str] = frozenset()) -> Sitting:
        """A new sitting with a place on the shelf; `save` puts it there."""
        sitting = Sitting.from_wish("".join(secrets.choice(LETTERS) for _ in range(12)), wish)
        self._make_room(in_use)
        return sitting

    def save(self, sitting: Sitting) -> None:
        """Raises `OSError` where the disk refuses."""
        self.folder.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(dir=self.folder, prefix=".", suffix=".tmp")
        try:
            with os.fdopen(handle, "w", encoding="ascii") as file:
                json.dump(sitting.to_json(), file)
                file.flush()
                os.fsync(file.fileno())
            os.replace(name, self._path(sitting.id))
        except BaseException:
            with contextlib.suppress(OSError):
                os.unlink(name)
            raise

    def load(self, id: str) -> Sitting:
        """Raises `LookupError` where there is no such game, `ValueError` where its file is damaged."""
        path = self._path(id)
        try:
            if path.stat().st_size > FILE_BYTES:
                raise ValueError(f"the file of game {id} is damaged: it is too large")
            value = json.loads(path.read_bytes())
        except OSError:
            raise LookupError(f"there is no game {id}") from None
        except (ValueError, RecursionError) as error:
            raise ValueError(f"the file of game {id} is damaged: {error}") from None
        try:
            if value["id"] != id:
                raise ValueError("it belongs to another game")
            return Sitting.from_json(value)
        except (ValueError, LookupError, TypeError, AttributeError) as error:
            raise ValueError(f"the file of game {id} is damaged: {error}") from None

    def delete(self, id: str) -> None:
        try:
            self._path(id).unlink()
        except OSError:
            raise LookupError(f"there is no game {id}") from None

    def recent(self, most: int = 20) -> Iterator[Sitting]:
        """Readable sittings, the latest first."""
        for path in self._paths():
            try:
                yield self.load(path.stem)
            except (LookupError, ValueError):
                continue
            most -= 1
            if not most:
                return

    def _path(self, id: str) -> Path:
        if not ID.fullmatch(id):
            raise LookupError("there is no such game")
        return self.folder / f"{id}.json"

    def _paths(self) -> list[Path]:
        """Files of sittings, the latest first."""
        found: list[tuple[float, Path]] = []
        with contextlib.suppress(OSError):
            for path in self.folder.iterdir():
                if path.suffix == ".json" and ID.fullmatch(path.stem):
                    with contextlib.suppress(OSError):
                        found.append((path.stat().st_mtime, path))
        return [path for _, path in sorted(found, reverse=True)]

    def _make_room(self, in_use: frozenset[str]) -> None:
        """Drops the oldest games that are over or never began; never one in progress."""
        paths = self._paths()
        excess = len(paths) - self.most + 1
        for path in reversed(paths):
            if excess <= 0:
                return
            try:
                sitting = self.load(path.stem)
            except (LookupError, ValueError):
                continue
            if path.stem not in in_use and (sitting.is_over or not sitting.played):
                self.delete(path.stem)
                excess -= 1
        if excess > 0:
            raise MessageError(f"there are {self.most} games in progress: delete one first")
