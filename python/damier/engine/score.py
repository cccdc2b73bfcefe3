"""What a position is worth, and to whom."""

from __future__ import annotations

from dataclasses import dataclass
from math import exp, log
from typing import Final

from damier._core import BLACK, WHITE, Color

# A man and a bit are worth an even chance to win against an equal opponent.
SPREAD: Final = 60.0
"""How many hundredths of a man change the odds of winning by a factor of e."""
DRAWS: Final = 0.75
"""Of the games between equals, so many are drawn: three in four at blitz on the board of 10×10."""


@dataclass(frozen=True, slots=True)
class Wdl:
    """Chances to win, to draw and to lose; they add up to 1."""

    win: float
    draw: float
    loss: float

    @property
    def points(self) -> float:
        """The points to be expected from a game, a win counting 1."""
        return self.win + self.draw / 2


@dataclass(frozen=True, slots=True)
class Score:
    """A value from one side's point of view.

    `hundredths` of a man, positive where the side stands better. `win_in`: plies to a proved end, negative when the
    side loses, `None` where nothing is proved. `color`: whose point of view it is.

    >>> score = Score(120, color=WHITE)
    >>> score.black().hundredths
    -120
    >>> str(score), str(Score(9993, win_in=7).black())
    ('+1.20', 'loses in 7 plies')
    """

    hundredths: int
    win_in: int | None = None
    color: Color = WHITE

    def pov(self, color: Color) -> Score:
        """The same value from the point of view of `color`."""
        if color == self.color:
            return self
        return Score(-self.hundredths, None if self.win_in is None else -self.win_in, color)

    def white(self) -> Score:
        return self.pov(WHITE)

    def black(self) -> Score:
        return self.pov(BLACK)

    @property
    def rank(self) -> tuple[int, int]:
        """What to sort by, within one point of view: proved wins (the fastest highest), values, proved losses."""
        if self.win_in is None:
            return 1, self.hundredths
        return (2, -self.win_in) if self.win_in > 0 else (0, -self.win_in)

    def expected(self, *, draws: float = DRAWS) -> Wdl:
        """The chances of the side, by a model: two logistic curves by which equals draw `draws` of their games.

        A proved end leaves no doubt. Raises `ValueError` where `draws` is not a share below 1.

        >>> Score(0).expected().draw
        0.75
        >>> round(Score(117).expected().win, 2)
        0.5
        """
        if not 0 <= draws < 1:
            raise ValueError(f"the share of draws must be from 0 up and below 1, not {draws}")
        if self.win_in is not None:
            return Wdl(1.0, 0.0, 0.0) if self.win_in > 0 else Wdl(0.0, 0.0, 1.0)
        even = log((1 + draws) / (1 - draws))  # where the curves stand at 0
        win, loss = (_logistic(sign * self.hundredths / SPREAD - even) for sign in (1, -1))
        return Wdl(win, 1 - win - loss, loss)

    def __str__(self) -> str:
        if self.win_in is None:
            return f"{self.hundredths / 100:+.2f}"
        plies = abs(self.win_in)
        return f"{'wins' if self.win_in > 0 else 'loses'} in {plies} {'ply' if plies == 1 else 'plies'}"


def _logistic(value: float) -> float:
    # Beyond 60 the answer is 0 or 1 in a float, and `exp` would overflow far beyond.
    return 1 / (1 + exp(-max(-60.0, min(60.0, value))))
