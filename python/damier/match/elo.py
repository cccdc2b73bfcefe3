"""What results prove: Elo with its error, likelihood of superiority, and the sequential probability ratio test.

Two engines of equal strength draw most of their games, and the two games of a pair from one opening hang together, so
everything here works on a :class:`Sample`: single games (losses, draws, wins) or, better, pairs of games played from
the same opening with both colours (worth 0, ½, 1, 1½ or 2 points).

>>> sample = Sample.of_games(wins=136, draws=111, losses=96)
>>> print(estimate(sample))
+40.7 ± 30.4
>>> f"{superiority(sample):.1%}"
'99.6%'

Sources. Elo: A. Elo, *The Rating of Chessplayers*, 1978, with the logistic curve. Sequential tests: A. Wald,
*Sequential Tests of Statistical Hypotheses*, 1945. The generalized likelihood ratio for several possible results,
normalised Elo and the variance of pairs: M. Van den Bergh, "A practical introduction to the GSPRT", "Comments on
normalized Elo" and "The MLE for multinomial distributions", 2019-2021; maximum likelihood under a constraint on the
mean: A. Owen, *Empirical Likelihood*, 2001. The tests hold the numbers against those of other match programs.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import erf, exp, inf, isfinite, isnan, log, log10, nan, sqrt
from typing import Final, Literal

NORMALIZED: Final = 800 / log(10)
"""Normalised Elo of one standard deviation per game, 347.4: where games are seldom drawn it is close to Elo."""

CONFIDENCE: Final = 0.95
"""How sure an interval is, unless said otherwise."""

QUANTILE: Final = 1.959963984540054
"""Standard deviations to either side of the middle that hold 95 % of a normal distribution."""

UNSEEN: Final = 1e-3
"""What a result that never came about counts in a likelihood, which could not be reckoned from nothing."""


@dataclass(frozen=True, slots=True)
class Sample:
    """How often each result came about, from the worst to the best.

    `counts`: three numbers (losses, draws, wins) of single games, or five, the pairs of games that brought 0, ½, 1, 1½
    and 2 points. Raises `ValueError` for any other number of counts and for negative ones.

    >>> Sample.of_games(wins=3, draws=1, losses=0).score
    0.875
    >>> Sample.of_pairs([0, 0, 1, 1, 0]).score
    0.625
    """

    counts: tuple[int, ...]

    def __post_init__(self) -> None:
        if len(self.counts) not in (3, 5):
            raise ValueError(f"a sample has three counts (games) or five (pairs), not {len(self.counts)}")
        if any(count < 0 for count in self.counts):
            raise ValueError(f"a result cannot have come about {min(self.counts)} times")

    @classmethod
    def of_games(cls, wins: int, draws: int, losses: int) -> Sample:
        return cls((losses, draws, wins))

    @classmethod
    def of_pairs(cls, counts: Sequence[int]) -> Sample:
        """`counts`: pairs that brought 0, ½, 1, 1½ and 2 points, in this order."""
        sample = cls(tuple(counts))
        if len(sample.counts) != 5:
            raise ValueError(f"pairs have five possible results, not {len(sample.counts)}")
        return sample

    @property
    def trials(self) -> int:
        """Games of a sample of games, pairs of a sample of pairs."""
        return sum(self.counts)

    @property
    def games(self) -> int:
        return self.trials * self.games_per_trial

    @property
    def games_per_trial(self) -> int:
        return (len(self.counts) - 1) // 2

    @property
    def values(self) -> tuple[float, ...]:
        """The score of each result, 0 to 1."""
        best = len(self.counts) - 1
        return tuple(index / best for index in range(best + 1))

    @property
    def score(self) -> float:
        """The mean score per game, 0 to 1; not a number where nothing was played."""
        if self.trials == 0:
            return nan
        return sum(value * count for value, count in zip(self.values, self.counts, strict=True)) / self.trials

    @property
    def variance(self) -> float:
        """Of the score of one trial; not a number where nothing was played."""
        if self.trials == 0:
            return nan
        mean = self.score
        squares = sum(count * (value - mean) ** 2 for value, count in zip(self.values, self.counts, strict=True))
        return squares / self.trials

    @property
    def deviation(self) -> float:
        """Standard deviation of the score per game, in which a pair counts as two independent games."""
        return sqrt(self.variance * self.games_per_trial) if self.trials else nan

    @property
    def error(self) -> float:
        """Standard error of :attr:`score`."""
        return sqrt(self.variance / self.trials) if self.trials else nan

    @property
    def frequencies(self) -> tuple[float, ...]:
        """Shares of the results, where what never came about counts as `UNSEEN`; their sum is 1."""
        seen = [float(count) if count else UNSEEN for count in self.counts]
        total = sum(seen)
        return tuple(count / total for count in seen)


@dataclass(frozen=True, slots=True)
class Estimate:
    """A number with the interval that holds it, 95 times in 100 by the same procedure."""

    value: float
    low: float
    high: float

    @property
    def error(self) -> float:
        """Half the width of the interval; infinite where one of its ends is."""
        return (self.high - self.low) / 2

    def __str__(self) -> str:
        """``+40.7 ± 30.4``; one end alone where the other is infinite; ``?`` where nothing is known."""
        if isnan(self.value):
            return "?"
        if isfinite(self.error):
            return f"{self.value:+.1f} ± {self.error:.1f}"
        if isfinite(self.low):
            return f"above {self.low:+.1f}"
        if isfinite(self.high):
            return f"below {self.high:+.1f}"
        return f"{self.value:+.1f} ± ∞" if isfinite(self.value) else "?"


NOTHING: Final = Estimate(nan, -inf, inf)


# ---------------------------------------------------------------------------------------------------------------
# Elo


def expected_score(elo: float) -> float:
    """The score that a player may expect who is `elo` stronger: ½ when equal, 0.64 when 100 stronger.

    >>> round(expected_score(100), 3)
    0.64
    """
    if elo >= 0:
        return 1 / (1 + 10 ** (-elo / 400))
    power = 10 ** (elo / 400)
    return power / (1 + power)


def elo_of_score(score: float) -> float:
    """The difference in Elo that a score stands for, infinite for 0 and 1.

    >>> round(elo_of_score(0.75), 1)
    190.8
    >>> elo_of_score(1.0)
    inf
    """
    if not 0 <= score <= 1:
        raise ValueError(f"a score lies between 0 and 1, not {score}")
    if score in (0.0, 1.0):
        return inf if score else -inf
    return 400 * log10(score / (1 - score))


def estimate(sample: Sample) -> Estimate:
    """The difference in Elo with its interval.

    Nothing played: nothing known. Where all results were alike the sample has no variance, which proves little when it
    is small: the interval then follows from how rare another result must be not to have shown itself (the binomial
    interval of Clopper and Pearson), each of the unseen results counted as a loss or as a win.

    >>> print(estimate(Sample.of_games(wins=10, draws=0, losses=0)))
    above +140.2
    >>> print(estimate(Sample.of_games(wins=0, draws=10, losses=0)))
    +0.0 ± 110.8
    >>> print(estimate(Sample.of_games(wins=0, draws=0, losses=0)))
    ?
    """
    if sample.trials == 0:
        return NOTHING
    low, high = _score_interval(sample)
    return Estimate(elo_of_score(sample.score), elo_of_score(low), elo_of_score(high))


def _score_interval(sample: Sample) -> tuple[float, float]:
    mean = sample.score
    if max(sample.counts) == sample.trials:
        alike = ((1 - CONFIDENCE) / 2) ** (1 / sample.trials)
        return mean * alike, mean * alike + (1 - alike)
    reach = QUANTILE * sample.error
    return max(0.0, mean - reach), min(1.0, mean + reach)


def normalized(sample: Sample) -> Estimate:
    """The difference in normalised Elo: how many standard deviations per game the score lies above ½, times 347.4.

    It says how many games it takes to see the difference, whatever the share of draws: the interval depends on the
    number of games alone. Without variance it is not defined.

    >>> print(normalized(Sample.of_games(wins=136, draws=111, losses=96)))
    +49.8 ± 36.8
    """
    if sample.trials == 0 or sample.variance == 0:
        return NOTHING
    value = NORMALIZED * (sample.score - 0.5) / sample.deviation
    reach = QUANTILE * NORMALIZED / sqrt(sample.games)
    return Estimate(value, value - reach, value + reach)


def superiority(sample: Sample) -> float:
    """Likelihood that the first player is the stronger one, 0 to 1, by the normal distribution of the mean.

    Without a difference, or with nothing played, it is ½. Where all results were wins (or losses) the sample has no
    variance, and the exact value takes its place: after n wins, with every strength equally likely before, 1 − ½ⁿ⁺¹.

    >>> superiority(Sample.of_games(wins=0, draws=40, losses=0))
    0.5
    >>> superiority(Sample.of_games(wins=2, draws=0, losses=0))
    0.875
    """
    if sample.trials == 0 or sample.score == 0.5:
        return 0.5
    if sample.variance == 0:
        by_chance = 0.5 ** (sample.trials + 1)
        return 1 - by_chance if sample.score > 0.5 else by_chance
    return _normal((sample.score - 0.5) / sample.error)


def _normal(z: float) -> float:
    """Share of the standard normal distribution below `z`."""
    return 0.5 * (1 + erf(z / sqrt(2)))


# ---------------------------------------------------------------------------------------------------------------
# The sequential test

Verdict = Literal["H0", "H1"]


@dataclass(frozen=True, slots=True)
class Sprt:
    """A test that plays no longer than it must: is the difference `elo0` (H0) or `elo1` (H1)?

    `alpha`: how often H1 is accepted though the truth is H0; `beta`: how often H0 though it is H1. With `normalized`
    the bounds are in normalised Elo. Raises `ValueError` where these make no test.

    >>> sprt = Sprt(0, 5)
    >>> round(sprt.lower, 2), round(sprt.upper, 2)
    (-2.94, 2.94)
    >>> pairs = Sample.of_pairs([142, 620, 1122, 699, 188])
    >>> round(sprt.llr(pairs), 2), sprt.verdict(pairs)
    (3.97, 'H1')
    """

    elo0: float
    elo1: float
    alpha: float = 0.05
    beta: float = 0.05
    normalized: bool = False

    def __post_init__(self) -> None:
        if not self.elo0 < self.elo1:
            raise ValueError(f"elo0 must be less than elo1: {self.elo0} is not less than {self.elo1}")
        widest = 200 if self.normalized else 1000
        if max(abs(self.elo0), abs(self.elo1)) > widest:
            raise ValueError(f"elo0 and elo1 must lie between -{widest} and {widest}: {self.elo0}, {self.elo1}")
        for name, value in (("alpha", self.alpha), ("beta", self.beta)):
            if not 0 < value < 0.5:
                raise ValueError(f"{name} must lie between 0 and 0.5, not {value}")

    @property
    def lower(self) -> float:
        """The log-likelihood ratio at which H0 is accepted."""
        return log(self.beta / (1 - self.alpha))

    @property
    def upper(self) -> float:
        """The log-likelihood ratio at which H1 is accepted."""
        return log((1 - self.beta) / self.alpha)

    def llr(self, sample: Sample) -> float:
        """The generalized log-likelihood ratio of H1 over H0; 0 where nothing was played.

        Each hypothesis is given the most likely distribution of results that agrees with it.
        """
        if sample.trials == 0:
            return 0.0
        if self.normalized:
            root = sqrt(sample.games_per_trial)
            shares0, shares1 = (_at_t(sample, elo / NORMALIZED * root) for elo in (self.elo0, self.elo1))
        else:
            shares0, shares1 = (_at_mean(sample, expected_score(elo)) for elo in (self.elo0, self.elo1))
        logs = (log(p1 / p0) for p0, p1 in zip(shares0, shares1, strict=True))
        return sample.trials * sum(share * ratio for share, ratio in zip(sample.frequencies, logs, strict=True))

    def verdict(self, sample: Sample) -> Verdict | None:
        """The hypothesis that is accepted, `None` while the test goes on."""
        llr = self.llr(sample)
        if llr >= self.upper:
            return "H1"
        return "H0" if llr <= self.lower else None

    def expected_games(self, elo: float, spread: Sample, *, llr: float = 0.0) -> float:
        """How many games the test takes, on average, if the true difference is `elo` (in the units of the test).

        `spread`: a sample whose results scatter as those of the test do. `llr`: where the test stands, at 0 if it has
        not begun. The walk of the ratio is taken for Brownian motion. Infinite where the sample has no variance.

        >>> spread = Sample.of_games(wins=20, draws=60, losses=20)
        >>> round(Sprt(0, 5).expected_games(5, spread), -2)
        10200.0
        """
        if spread.trials == 0 or spread.variance == 0:
            return inf
        deviation = spread.deviation
        if self.normalized:
            low, high, true = (value / NORMALIZED * deviation + 0.5 for value in (self.elo0, self.elo1, elo))
        else:
            low, high, true = expected_score(self.elo0), expected_score(self.elo1), expected_score(elo)
        drift = (high - low) * (2 * true - low - high) / (2 * deviation**2)
        variance = (high - low) ** 2 / deviation**2
        return _duration(drift, variance, self.lower - llr, self.upper - llr)


def _duration(drift: float, variance: float, low: float, high: float) -> float:
    """How long Brownian motion from 0 takes to reach `low` (below 0) or `high` (above 0), on average."""
    if low >= 0 or high <= 0:
        return 0.0
    pull = 2 * drift / variance
    if abs(pull) * (high - low) < 1e-6:
        return -low * high / variance
    if abs(pull) * max(-low, high) > 500:
        return (high if drift > 0 else low) / drift
    up = (1 - exp(-pull * low)) / (exp(-pull * high) - exp(-pull * low))
    return (high * up + low * (1 - up)) / drift


def _at_mean(sample: Sample, mean: float) -> list[float]:
    """The distribution with this mean that makes the sample most likely."""
    shares = sample.frequencies
    distances = [value - mean for value in sample.values]
    weight = _weight(shares, distances)
    return [share / (1 + weight * distance) for share, distance in zip(shares, distances, strict=True)]


def _at_t(sample: Sample, t: float) -> list[float]:
    """The distribution whose mean lies `t` of its own standard deviations above ½ that makes the sample most likely.

    The condition is linear in the shares but for the deviation, so it is solved for the deviation of the last solution
    until that no longer changes.
    """
    shares, values = sample.frequencies, sample.values
    found = [1 / len(values)] * len(values)
    for _ in range(100):
        mean = sum(share * value for share, value in zip(found, values, strict=True))
        deviation = sqrt(sum(share * (value - mean) ** 2 for share, value in zip(found, values, strict=True)))
        distances = [value - 0.5 - t * deviation * (1 + ((value - mean) / deviation) ** 2) / 2 for value in values]
        if not min(distances) < 0 < max(distances):
            raise ValueError(f"no distribution of results lies {t:.2f} standard deviations from equality")
        weight = _weight(shares, distances)
        last = found
        found = [share / (1 + weight * distance) for share, distance in zip(shares, distances, strict=True)]
        if max(abs(a - b) for a, b in zip(found, last, strict=True)) < 1e-12:
            break
    return found


def _weight(shares: Sequence[float], distances: Sequence[float]) -> float:
    """The Lagrange multiplier w at which the shares p / (1 + w·d) have the mean distance 0.

    That mean falls steadily with w between the poles, so halving finds its zero.
    """
    low, high = -1 / max(distances), -1 / min(distances)
    for _ in range(200):
        middle = (low + high) / 2
        if middle in (low, high):
            break
        if sum(share * d / (1 + middle * d) for share, d in zip(shares, distances, strict=True)) > 0:
            low = middle
        else:
            high = middle
    return (low + high) / 2
