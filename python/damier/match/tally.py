"""The state of a match: what has been won, what it proves, and how the players kept their time."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from math import isfinite
from typing import Any

from damier._core import WHITE
from damier.match.elo import Estimate, Sample, Sprt, Verdict, estimate, normalized, superiority
from damier.match.game import Lateness, PlayedGame


@dataclass
class Tally:
    """Games of two players, seen by the first one (`player`).

    >>> tally = Tally()
    >>> tally.games, str(tally.elo)
    (0, '?')
    """

    player: int = 0
    wins: int = 0
    draws: int = 0
    losses: int = 0
    white_wins: int = 0
    black_wins: int = 0
    pairs: list[int] = field(default_factory=lambda: [0, 0, 0, 0, 0])
    """Pairs of games that brought 0, ½, 1, 1½ and 2 points."""
    ends: Counter[str] = field(default_factory=Counter)
    """How often games ended for each reason; those that the rules of the game decided under the name of the rule."""
    faults: tuple[Counter[str], Counter[str]] = field(default_factory=lambda: (Counter(), Counter()))
    """What the first player and the other one did wrong, by reason."""
    lateness: tuple[Lateness, Lateness] = (Lateness(), Lateness())
    """How the first player and the other one kept their time."""
    plies: int = 0
    seconds: float = 0.0
    _open: dict[int, float] = field(default_factory=dict, repr=False)

    @classmethod
    def of(cls, games: Iterable[PlayedGame], player: int = 0) -> Tally:
        tally = cls(player)
        for game in games:
            tally.add(game)
        return tally

    def add(self, game: PlayedGame) -> None:
        score = game.score_of(self.player)
        self.wins += score == 1
        self.draws += score == 0.5
        self.losses += score == 0
        winner = game.end.winner
        if winner is not None:
            self.white_wins += winner == WHITE
            self.black_wins += winner != WHITE
        self.ends[game.end.rule or game.end.reason.value] += 1
        if game.end.reason.fault:
            self.faults[score == 1][game.end.reason.value] += 1
        own, other = game.lateness if game.white == self.player else game.lateness[::-1]
        self.lateness = (self.lateness[0] + own, self.lateness[1] + other)
        self.plies += len(game.plies)
        self.seconds += game.seconds
        if game.pair in self._open:
            self.pairs[round(2 * (self._open.pop(game.pair) + score))] += 1
        else:
            self._open[game.pair] = score

    @property
    def games(self) -> int:
        return self.wins + self.draws + self.losses

    @property
    def points(self) -> float:
        """1 for a win, ½ for a draw."""
        return self.wins + self.draws / 2

    @property
    def sample(self) -> Sample:
        """Pairs if there are any, else games: what is reckoned with."""
        if any(self.pairs):
            return Sample.of_pairs(self.pairs)
        return Sample.of_games(self.wins, self.draws, self.losses)

    @property
    def elo(self) -> Estimate:
        return estimate(self.sample)

    @property
    def normalized(self) -> Estimate:
        return normalized(self.sample)

    @property
    def superiority(self) -> float:
        return superiority(self.sample)

    def to_json(self, sprt: Sprt | None = None) -> dict[str, Any]:
        """For machines; what is infinite or not known becomes `None`."""
        told: dict[str, Any] = {
            "games": self.games,
            "wins": self.wins,
            "draws": self.draws,
            "losses": self.losses,
            "white_wins": self.white_wins,
            "black_wins": self.black_wins,
            "pairs": self.pairs,
            "elo": _estimate(self.elo),
            "normalized_elo": _estimate(self.normalized),
            "superiority": round(self.superiority, 6),
            "ends": dict(self.ends),
            "faults": [dict(faults) for faults in self.faults],
            "time": [
                {"moves": late.moves, "late": late.late, "worst": late.worst, "mean": round(late.mean, 6)}
                for late in self.lateness
            ],
            "plies": self.plies,
        }
        if sprt is not None:
            told["sprt"] = {
                "elo0": sprt.elo0,
                "elo1": sprt.elo1,
                "alpha": sprt.alpha,
                "beta": sprt.beta,
                "normalized": sprt.normalized,
                "llr": round(sprt.llr(self.sample), 4),
                "lower": round(sprt.lower, 4),
                "upper": round(sprt.upper, 4),
                "accepted": self.verdict(sprt),
            }
        return told

    def verdict(self, sprt: Sprt) -> Verdict | None:
        """Of the pairs alone, so that no opening's second game is left out."""
        return sprt.verdict(Sample.of_pairs(self.pairs))


def _estimate(value: Estimate) -> dict[str, float | None]:
    numbers = {"value": value.value, "low": value.low, "high": value.high}
    return {name: round(number, 3) if isfinite(number) else None for name, number in numbers.items()}
