"""Writes ``docs/variants/*.md`` from the rule data: ``make docs``. With ``--check``, only says what is not current."""

from __future__ import annotations

import sys
from pathlib import Path

import damier
from damier import manual

FOLDER = Path(__file__).resolve().parent.parent / "docs" / "variants"


def pages() -> dict[str, str]:
    """File name to text."""
    games = damier.games()
    return {"README.md": manual.index(games), **{f"{game.id}.md": manual.page(game) for game in games}}


def stale() -> list[str]:
    """Names of files that are missing, differ, or belong to no game."""
    wanted = pages()
    found = {path.name: path.read_text(encoding="utf-8") for path in FOLDER.glob("*.md")}
    return sorted(name for name in wanted.keys() | found.keys() if wanted.get(name) != found.get(name))


def write() -> None:
    FOLDER.mkdir(parents=True, exist_ok=True)
    wanted = pages()
    for path in FOLDER.glob("*.md"):
        if path.name not in wanted:
            path.unlink()
    for name, text in wanted.items():
        (FOLDER / name).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    if "--check" in sys.argv[1:]:
        old = stale()
        print("\n".join(f"not current: docs/variants/{name}" for name in old))
        sys.exit(bool(old))
    write()
