"""How long an engine may think."""

from __future__ import annotations

from dataclasses import dataclass
from math import isfinite


@dataclass(frozen=True, slots=True)
class Limit:
    """How long an engine may think; whichever limit is reached first ends the search.

    `depth` in plies, `nodes` in positions, `time` in seconds for this move. `clock`: seconds left to the side to move,
    whatever this move brings included; `increment`: seconds added before each later one; `moves`: its moves until the
    next time control, `None` for the rest of the game. `infinite`: until it is stopped.

    >>> Limit(time=5, clock=60, increment=0.6, moves=40).seconds
    5
    >>> Limit(depth=0)
    Traceback (most recent call last):
        ...
    ValueError: the depth limit must be positive, not 0
    """

    depth: int | None = None
    nodes: int | None = None
    time: float | None = None
    clock: float | None = None
    increment: float = 0.0
    moves: int | None = None
    infinite: bool = False

    def __post_init__(self) -> None:
        for name in ("depth", "nodes", "time", "clock", "moves"):
            value = getattr(self, name)
            if value is not None and not (value > 0 and isfinite(value)):
                raise ValueError(f"the {name} limit must be positive, not {value}")
        if not (self.increment >= 0 and isfinite(self.increment)):
            raise ValueError(f"the increment must be a number of seconds from 0 up, not {self.increment}")
        if self.clock is None and (self.increment or self.moves is not None):
            raise ValueError("an increment and a number of moves need a clock: the seconds that are left")
        if self.infinite and (self.depth or self.nodes or self.time or self.clock):
            raise ValueError("an infinite limit goes with no other")

    def __bool__(self) -> bool:
        """False where nothing ends the search, not even a call of `stop`."""
        return self.infinite or not (self.depth is self.nodes is self.time is self.clock is None)

    @property
    def seconds(self) -> float | None:
        """The longest that the move may take; `None` where no time is kept."""
        return min((each for each in (self.time, self.clock) if each is not None), default=None)
