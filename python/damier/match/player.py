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
from typing import Final, Protocol

from damier._core import Board
from damier.engine import Engine, Limit, PlayResult, open_engine
from damier.engine.spec import host_and_port
from damier.match.control import Control

LONGEST: Final = 4096
"""Characters that the words for an entrant may have."""


class Player(Protocol):
    """What a match asks of a player. It is called from one thread, but for `stop`, which may come from another."""

    def new_game(self, seed: int, board: Board) -> None:
        """Forgets earlier games and gets ready for one that begins with `board`.

        What the player leaves to chance follows from `seed`.
        """

    def play(self, board: Board, limit: Limit) -> PlayResult:
        """A move for the side to move; `board` is the player's own copy, with the moves that led to it."""

    def stop(self) -> None:
        """The move is wanted now."""

    def close(self) -> None: ...


class EnginePlayer:
    """An engine as a player.

    `rehearses`: it is asked for a shallow search before its first game, so that what it prepares then is not counted
    on its clock.
    """

    def __init__(self, engine: Engine, *, rehearses: bool = False) -> None:
        self.engine = engine
        self._rehearses = rehearses

    def new_game(self, seed: int, board: Board) -> None:
        self.engine.random.seed(seed)
        if self._rehearses:
            self.engine.play(board, Limit(depth=1))  # some programs tell no score of so shallow a search
            self._rehearses = False
        self.engine.new_game()
        self.engine.ping()

    def play(self, board: Board, limit: Limit) -> PlayResult:
        return self.engine.play(board, limit)

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
        """``[NAME=]ENGINE[@LIMIT]``, ENGINE as `open_engine` reads it.

        Raises `ValueError` or `EngineError` naming what cannot be read.

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
    """Refuses words that name no engine, before anything is started that is not built in."""
    kind, _, rest = text.partition(":")
    if kind == "hub" and rest.strip():
        return
    if kind == "dxp" and rest.strip():
        host_and_port(rest.strip().partition(" ")[0])
        return
    open_engine(text).close()


def open_player(text: str) -> Player:
    """The player that these words name."""
    return EnginePlayer(open_engine(text), rehearses=text.startswith("hub:"))
