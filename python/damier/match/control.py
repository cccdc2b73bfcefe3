"""How long a player may think: a limit that holds for every move, and the clock that it becomes in a game.

>>> Control.from_text("75/1200")
Control(time=None, clock=1200.0, increment=0.0, moves=75, nodes=None, depth=None)
>>> str(Control.from_text("180+2"))
'clock=180,inc=2'
>>> str(Control.from_text("time=0.1,nodes=5000"))
'time=0.1,nodes=5000'
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from math import isfinite
from typing import Final

from damier.engine import Limit

LONGEST: Final = 10.0**7
"""Seconds that no clock may exceed: 115 days."""

LEAST: Final = 0.001
"""Seconds that a player is told it has when it has none: nobody can be asked to think for no time."""

MOST: Final = 10**15
"""Nodes that no limit may exceed."""

_SHORT: Final = re.compile(
    r"(?:(?P<moves>\d{1,6})/)?(?P<clock>\d{1,8}(?:\.\d{1,6})?)(?:\+(?P<inc>\d{1,6}(?:\.\d{1,6})?))?"
)


@dataclass(frozen=True, slots=True)
class Control:
    """What limits a player's thinking; several limits may hold together, and none at all is allowed.

    `time`: seconds for each move. `clock`: seconds for the game, or for `moves` moves, after which as many are added
    again. `increment`: seconds added before each move. `nodes`, `depth`: what one search may look at.
    Raises `ValueError` naming the limit and its bound.
    """

    time: float | None = None
    clock: float | None = None
    increment: float = 0.0
    moves: int | None = None
    nodes: int | None = None
    depth: int | None = None

    def __post_init__(self) -> None:
        for name, seconds in (("time", self.time), ("clock", self.clock)):
            if seconds is not None and not 0 < seconds <= LONGEST:
                raise ValueError(f"{name} must be more than 0 and at most {LONGEST:.0f} seconds, not {seconds}")
        if not (isfinite(self.increment) and 0 <= self.increment <= LONGEST):
            raise ValueError(f"inc must be 0 to {LONGEST:.0f} seconds, not {self.increment}")
        for name, count, most in (
            ("moves", self.moves, 10**6),
            ("nodes", self.nodes, MOST),
            ("depth", self.depth, 255),
        ):
            if count is not None and not 1 <= count <= most:
                raise ValueError(f"{name} must be 1 to {most}, not {count}")
        if self.clock is None and (self.moves is not None or self.increment):
            raise ValueError("moves and inc belong to a clock: say clock=SECONDS too")

    def __bool__(self) -> bool:
        """False where nothing is limited."""
        return not (self.time is self.clock is self.nodes is self.depth is None)

    @classmethod
    def from_text(cls, text: str) -> Control:
        """``75/1200``, ``180+2``, ``300`` (a clock), or names with numbers: ``time= clock= inc= moves= nodes= depth=``.

        Raises `ValueError` naming what cannot be read.
        """
        short = _SHORT.fullmatch(text)
        if short is not None:
            moves, clock, inc = short.group("moves", "clock", "inc")
            return cls(clock=float(clock), increment=float(inc or 0), moves=int(moves) if moves else None)
        numbers: dict[str, float | int] = {}
        for part in text.split(","):
            name, equals, number = part.strip().partition("=")
            kind = _KINDS.get(name)
            if kind is None or not equals:
                raise ValueError(f"no such limit: {part.strip()!r} (there are {', '.join(_KINDS)}; or 75/1200, 180+2)")
            if _FIELD.get(name, name) in numbers:
                raise ValueError(f"the limit {name} is given twice: {text!r}")
            try:
                numbers[_FIELD.get(name, name)] = kind(number)
            except ValueError:
                what = "a whole number" if kind is int else "a number"
                raise ValueError(f"the limit {name} must be {what}, not {number!r}") from None
        return cls(**numbers)  # type: ignore[arg-type] # the names and kinds are those of the fields

    def __str__(self) -> str:
        """As :meth:`from_text` reads it; empty where nothing is limited."""
        parts = [
            ("time", self.time),
            ("clock", self.clock),
            ("inc", self.increment or None),
            ("moves", self.moves),
            ("nodes", self.nodes),
            ("depth", self.depth),
        ]
        return ",".join(f"{name}={_number(value)}" for name, value in parts if value is not None)

    @property
    def tag(self) -> str | None:
        """As PDN's TimeControl: ``75/1200``, ``180+2``; `None` without a clock."""
        if self.clock is None:
            return None
        moves = f"{self.moves}/" if self.moves is not None else ""
        return f"{moves}{_number(self.clock)}{f'+{_number(self.increment)}' if self.increment else ''}"


_KINDS: Final[dict[str, type[float] | type[int]]] = {
    "time": float,
    "clock": float,
    "inc": float,
    "moves": int,
    "nodes": int,
    "depth": int,
}
_FIELD: Final = {"inc": "increment"}


def _number(value: float) -> str:
    """Without exponent and without needless zeros."""
    return str(value) if isinstance(value, int) else f"{value:.6f}".rstrip("0").rstrip(".")


class Clock:
    """A player's clock in one game.

    >>> clock = Clock(Control(clock=60, increment=1))
    >>> clock.allowance
    61
    >>> clock.press(3.5)
    -57.5
    >>> clock.left
    57.5
    """

    def __init__(self, control: Control) -> None:
        self.control = control
        self.left = control.clock
        """Seconds left, without the increment of the coming move; `None` where the player has no clock."""
        self._played = 0

    @property
    def allowance(self) -> float | None:
        """Seconds that the coming move may take; `None` where its time is not limited."""
        limits = [self.control.time] if self.control.time is not None else []
        if self.left is not None:
            limits.append(self.left + self.control.increment)
        return min(limits) if limits else None

    def limit(self) -> Limit:
        """What the player is told: its clock with what the coming move brings."""
        control = self.control
        to_go = None if control.moves is None else control.moves - self._played % control.moves
        return Limit(
            depth=control.depth,
            nodes=control.nodes,
            time=control.time,
            clock=None if self.left is None else max(self.left + control.increment, LEAST),
            increment=control.increment,
            moves=to_go,
        )

    def press(self, seconds: float) -> float | None:
        """Ends a move that took so long. Returns by how much that is beyond the allowance, negative if it is not."""
        allowance = self.allowance
        if self.left is not None:
            self.left = max(0.0, self.left + self.control.increment - seconds)
            self._played += 1
            if self.control.moves is not None and self._played % self.control.moves == 0:
                self.left += self.control.clock or 0.0
        return None if allowance is None else seconds - allowance
