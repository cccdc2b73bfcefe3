"""A drawer: small JSON files, each replaced as a whole, so that a crash leaves the old one or the new one."""

import contextlib
import json
import os
import re
import secrets
import tempfile
from pathlib import Path
from typing import Any, Final

ID: Final = re.compile(r"[a-z0-9]{12}", re.ASCII)
LETTERS: Final = "abcdefghijklmnopqrstuvwxyz0123456789"


def new_id() -> str:
    """Twelve letters and digits that nobody can guess."""
    return "".join(secrets.choice(LETTERS) for _ in range(12))


class Drawer:
    """Files in a folder, by names that fit a pattern: what a client says never becomes a path otherwise."""

    def __init__(self, folder: Path, *, what: str, pattern: re.Pattern[str] = ID, most_bytes: int = 1 << 20) -> None:
        self.folder = folder
        self._what = what
        self._pattern = pattern
        self._most_bytes = most_bytes

    def save(self, name: str, value: Any) -> None:
        """Raises `OSError` where the disk refuses."""
        path = self.path(name)
        self.folder.mkdir(parents=True, exist_ok=True)
        handle, temporary = tempfile.mkstemp(dir=self.folder, prefix=".", suffix=".tmp")
        try:
            with os.fdopen(handle, "w", encoding="ascii") as file:
                json.dump(value, file)
                file.flush()
                os.fsync(file.fileno())
            os.replace(temporary, path)
        except BaseException:
            with contextlib.suppress(OSError):
                os.unlink(temporary)
            raise

    def load(self, name: str) -> Any:
        """Raises `LookupError` where there is no such file, `ValueError` where it is damaged."""
        path = self.path(name)
        try:
            if path.stat().st_size > self._most_bytes:
                raise ValueError(f"the file of {self._what} {name} is damaged: it is too large")
            return json.loads(path.read_bytes())
        except OSError:
            raise LookupError(f"there is no {self._what} {name}") from None
        except (ValueError, RecursionError) as error:
            if str(error).startswith("the file of"):
                raise
            raise ValueError(f"the file of {self._what} {name} is damaged: {error}") from None

    def delete(self, name: str) -> None:
        """Raises `LookupError` where there is no such file."""
        try:
            self.path(name).unlink()
        except OSError:
            raise LookupError(f"there is no {self._what} {name}") from None

    def path(self, name: str) -> Path:
        if not self._pattern.fullmatch(name):
            raise LookupError(f"there is no such {self._what}")
        return self.folder / f"{name}.json"

    def names(self) -> list[str]:
        """What there is, the latest first."""
        found: list[tuple[float, str]] = []
        with contextlib.suppress(OSError):
            for path in self.folder.iterdir():
                if path.suffix == ".json" and self._pattern.fullmatch(path.stem):
                    with contextlib.suppress(OSError):
                        found.append((path.stat().st_mtime, path.stem))
        return [name for _, name in sorted(found, reverse=True)]
