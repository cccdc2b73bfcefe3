"""The clocks of a game: what each side has left. They stand still until the first move is made."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Final

from damier.match.control import Clock, Control
from damier.saying import said, say
from damier.web.messages import MessageError

LEAST: Final = 1.0
LONGEST: Final = 86_400.0
"""Seconds of the first time control: a day."""


@dataclass(slots=True)
class GameClock:
    """Two clocks under one control; `spent` has the seconds of every ply, from which all else follows. The `given`
    plies before them, an opening by lot, took no time.
    """

    control: Control
    given: int = 0
    spent: list[float] = field(default_factory=list)
    now: Callable[[], float] = time.monotonic
    _since: float | None = None

    @property
    def is_running(self) -> bool:
        return self._since is not None

    def left(self, side: int) -> float:
        """Seconds that the side which makes the plies `side`, `side` + 2 … has for its coming move, its increment
        with it; the running one's go down to 0.
        """
        allowance = self._clock(side).allowance or 0.0
        running = (self.given + len(self.spent)) % 2 == side and self._since is not None
        return max(0.0, allowance - self._elapsed()) if running else allowance

    def start(self) -> None:
        """The clock of the side to move goes on, unless nobody has moved yet."""
        self._since = self.now() if self.spent else None

    def stop(self) -> None:
        self._since = None

    def press(self) -> None:
        """A move was made: the other side's clock runs."""
        self.spent.append(round(self._elapsed(), 3))
        self._since = self.now()

    def take_back(self, ply: int) -> None:
        """Both have the time again that they had after so many plies."""
        del self.spent[max(0, ply - self.given) :]
        self.given = min(self.given, ply)
        self.start()

    # -- inside ---------------------------------------------------------------------------------------------------

    def _elapsed(self) -> float:
        return 0.0 if self._since is None else max(0.0, self.now() - self._since)

    def _clock(self, side: int) -> Clock:
        clock = Clock(self.control)
        for seconds in self.spent[(side - self.given) % 2 :: 2]:
            clock.press(seconds)
        return clock

    # -- to and from a file ---------------------------------------------------------------------------------------

    def to_json(self) -> dict[str, Any]:
        return {"control": str(self.control), "given": self.given, "spent": self.spent}

    @classmethod
    def from_json(cls, value: Any) -> GameClock:
        """Raises `ValueError` or `TypeError` where it is damaged."""
        spent = [float(seconds) for seconds in value["spent"]]
        return cls(Control.from_text(value["control"]), int(value["given"]), spent)


def read_control(text: str) -> Control:
    """``180+2``, ``300`` or ``40/3600``, in seconds. Raises `MessageError`."""
    try:
        control = Control.from_text(text)
    except ValueError as error:
        raise MessageError(say("{field}: {reason}", field="clock", reason=said(error)), "clock") from None
    if control.clock is None or str(control) != str(Control(None, control.clock, control.increment, control.moves)):
        raise MessageError(say("{field}: expected seconds, 180+2 or 40/3600", field="clock"), "clock")
    if not LEAST <= control.clock <= LONGEST:
        raise MessageError(
            say("a clock has from {least} to {most} seconds", least=round(LEAST), most=round(LONGEST)), "clock"
        )
    return control
