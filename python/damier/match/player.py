"""Who plays: what a match asks of a player, engines as players, and the words that name them.

An entrant is written ``[NAME=]ENGINE[@LIMIT]``:

>>> Entrant.from_text("damier:hash_mb=16@nodes=2000")
Entrant(name='damier:hash_mb=16', engine='damier:hash_mb=16', control=Control(... nodes=2000, depth=None))
>>> entrant = Entrant.from_text("new=damier@75/60")
>>> entrant.name, entrant.engine, entrant.control.moves
('new', 'damier', 75)
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from random import Random
from typing import Final, Protocol

from damier._core import Board
from damier.engine import LEVELS, Engine, Level, Limit, LocalEngine, PlayResult
from damier.match.control import Control

LONGEST: Final = 4096
"""Characters that the words for an entrant may have."""


class Player(Protocol):
    """What a match asks of a player. It is called from one thread, but for `stop`, which may come from another."""

    def new_game(self, seed: int) -> None:
        """Forgets earlier games. What the player leaves to chance follows from `seed`."""

    def play(self, board: Board, limit: Limit) -> PlayResult:
        """A move for the side to move; `board` is the player's own copy, with the moves that led to it."""

    def stop(self) -> None:
        """The move is wanted now."""

    def close(self) -> None: ...


class EnginePlayer:
    """An engine as a player, at full strength or at a level (which brings its own limits)."""

    def __init__(self, engine: Engine, *, level: Level | None = None) -> None:
        self.engine = engine
        self.level = level

    def new_game(self, seed: int) -> None:
        self.engine.random = Random(seed)
        if isinstance(self.engine, LocalEngine):
            self.engine.clear()

    def play(self, board: Board, limit: Limit) -> PlayResult:
        return self.engine.play(board, limit if self.level is None else self.level)

    def stop(self) -> None:
        self.engine.stop()

    def close(self) -> None:
        self.engine.close()


@dataclass(frozen=True)
class Entrant:
    """One who takes part: a name, what to start, and the limits that hold for it.

    `engine`: an engine in words, as `from_text` reads them. `opener` starts a player where words do not tell how.
    """

    name: str
    engine: str
    control: Control = field(default_factory=Control)
    opener: Callable[[], Player] | None = field(default=None, repr=False, compare=False)

    @classmethod
    def from_text(cls, text: str) -> Entrant:
        """``[NAME=]ENGINE[@LIMIT]``, see `docs/7-matches.md`. Raises `ValueError` naming what cannot be read.

        The name is what stands before the first ``=`` if it has none of ``: / @ ,`` and no space in it. A limit is what
        follows the last ``@`` if it looks like one, so that a command may contain an ``@`` of its own.
        """
        if not text.strip() or len(text) > LONGEST or not text.isprintable():
            raise ValueError(f"not an engine: {text[:40]!r}")
        name, equals, rest = text.partition("=")
        if not (equals and _NAME.fullmatch(name)):
            name, rest = "", text
        engine, at, limit = rest.rpartition("@")
        if not (at and engine and (_LIMIT.fullmatch(limit) or not _COMMAND.match(rest))):
            engine, limit = rest, ""
            at = ""
        engine = engine.strip()
        control = Control.from_text(limit) if at else Control()
        must_be_engine(engine)
        return cls(name or engine, engine, control)

    def with_control(self, control: Control) -> Entrant:
        """The same with these limits, where it has none of its own and is not at a level, which brings its own."""
        return self if self.control or self.at_level else replace(self, control=control)

    @property
    def at_level(self) -> bool:
        return self.opener is None and self.engine.startswith("damier/")

    def open(self) -> Player:
        """Starts the player. Raises `EngineError` or `OSError` where that fails."""
        return open_player(self.engine) if self.opener is None else self.opener()

    @property
    def described(self) -> dict[str, str]:
        """What a journal keeps."""
        return {"name": self.name, "engine": self.engine, "limit": str(self.control)}


_NAME: Final = re.compile(r"[^:/@,=\s]{1,64}")
_LIMIT: Final = re.compile(r"[a-z_]+=[\d.]+(?:,[a-z_]+=[\d.]+)*|(?:\d+/)?[\d.]+(?:\+[\d.]+)?")
_COMMAND: Final = re.compile(r"(?:hub|dxp):")


def must_be_engine(text: str) -> None:
    """Refuses words that name no engine, before anything is started."""
    _built_in(text)


def open_player(text: str) -> Player:
    """The player that these words name."""
    options, level = _built_in(text)
    return EnginePlayer(LocalEngine(hash_mb=options.get("hash_mb", 32)), level=level)


def _built_in(text: str) -> tuple[dict[str, int], Level | None]:
    """Options and level of ``damier``, ``damier/LEVEL``, ``damier:hash_mb=64``."""
    name, colon, rest = text.partition(":")
    name, slash, level = name.partition("/")
    if name != "damier":
        raise ValueError(f"no such engine: {text!r}")
    if slash and level not in LEVELS:
        raise ValueError(f"no such level: {level} (there are {', '.join(LEVELS)})")
    options: dict[str, int] = {}
    for part in rest.split(",") if colon else ():
        key, _, value = part.partition("=")
        if key != "hash_mb" or not value.isdecimal() or not 1 <= int(value) <= 65536:
            raise ValueError(f"no such option: {part!r} (there is hash_mb, 1 to 65536)")
        options[key] = int(value)
    return options, LEVELS[level] if slash else None
