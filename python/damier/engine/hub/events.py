"""What an engine may say, whichever Hub it speaks."""

from __future__ import annotations

from dataclasses import dataclass

from damier._core import Move
from damier.engine.info import Info
from damier.engine.option import Option


@dataclass(frozen=True, slots=True)
class Introduced:
    """Who the engine is: name, version, author, country, as far as it tells."""

    facts: dict[str, str]


@dataclass(frozen=True, slots=True)
class Declared:
    """Something that can be set."""

    option: Option


@dataclass(frozen=True, slots=True)
class Waiting:
    """It has declared all its options."""


@dataclass(frozen=True, slots=True)
class Ready:
    """It has taken its options over and can search."""


@dataclass(frozen=True, slots=True)
class Pong:
    """It is alive."""


@dataclass(frozen=True, slots=True)
class Complained:
    """It reports an error of its own or ours."""

    text: str


@dataclass(frozen=True, slots=True)
class Progress:
    """How a search stands, in the engine's words: hundredths of a man for the side to move, plies, seconds, positions.

    `score` is `None` where it was not told. `pv`: moves as they were written.
    """

    score: int | None = None
    win_in: int | None = None
    depth: int = 0
    seldepth: int = 0
    nodes: int = 0
    time: float = 0.0
    nps: int = 0
    pv: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Finished:
    """The search is over: the move as it was written, and the reply that is expected."""

    move: str = ""
    ponder: str = ""


@dataclass(frozen=True, slots=True)
class Thought:
    """A line of the search that is going on."""

    info: Info


@dataclass(frozen=True, slots=True)
class Answered:
    """The search is over, with a legal move."""

    move: Move
    ponder: Move | None = None
    info: Info | None = None


@dataclass(frozen=True, slots=True)
class Blundered:
    """The search is over without a move that can be played; `reason` says why."""

    reason: str = ""


Said = Introduced | Declared | Waiting | Ready | Pong | Complained | Progress | Finished
"""What a line means by itself."""
Event = Introduced | Declared | Waiting | Ready | Pong | Complained | Thought | Answered | Blundered
"""What a line means to the one who asked."""
