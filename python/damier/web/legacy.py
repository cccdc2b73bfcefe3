"""What earlier versions kept in JSON files: taken into the store once, and left where it is."""

from __future__ import annotations

import contextlib
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from damier.library import ConflictError, Store
from damier.web.names import ID
from damier.web.sitting import Sitting

if TYPE_CHECKING:
    from sqlalchemy import Connection

CHANGED: Final = re.compile(r"([a-z0-9]{12})-([1-9][0-9]{0,6})", re.ASCII)
FILE_BYTES: Final = 64 << 20


def take_in(store: Store) -> None:
    """Sees to it that old files are taken in when the store is first opened."""
    store.once("files of 0.1", lambda connection: _take_all(connection, store.folder))


def _take_all(connection: Connection, folder: Path) -> None:
    _take_sittings(connection, folder / "sittings")
    _take_files(connection, folder / "collections")


def _take_sittings(connection: Connection, folder: Path) -> None:
    from damier.library import games
    from damier.web.shelf import kept_of

    for name, value in _read(folder, ID):
        with contextlib.suppress(ValueError, LookupError, TypeError, AttributeError, ConflictError):
            if value["id"] == name[0]:
                games.write(connection, kept_of(Sitting.from_json(value)))


def _take_files(connection: Connection, folder: Path) -> None:
    from damier.library import files

    taken = set()
    for (id, *_), card in _read(folder, ID):
        with contextlib.suppress(LookupError, TypeError, ValueError):
            game, encoding = card["game"], card["encoding"]
            if (folder / f"{id}.pdn").is_file() and all(
                part is None or isinstance(part, str) for part in (game, encoding)
            ):
                row = files.FileRow(id, str(card["name"]), game, encoding, int(card["bytes"]), float(card["opened"]))
                files.write(connection, row)
                taken.add(id)
    for (id, number), value in _read(folder / "changed", CHANGED):
        with contextlib.suppress(LookupError, TypeError, ConflictError):
            if id in taken:
                files.write_change(connection, id, int(number), str(value["game"]), str(value["pdn"]), 0)


def _read(folder: Path, pattern: re.Pattern[str]) -> Iterator[tuple[tuple[str, ...], Any]]:
    """The JSON files whose names fit a pattern: the groups of the name, and what is in them."""
    with contextlib.suppress(OSError):
        for path in sorted(folder.glob("*.json")):
            found = pattern.fullmatch(path.stem)
            with contextlib.suppress(OSError, ValueError, RecursionError):
                if found and path.stat().st_size <= FILE_BYTES:
                    yield found.groups() or (found[0],), json.loads(path.read_bytes())
