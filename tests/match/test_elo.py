"""The statistics, against published numbers, against other programs' numbers, and against slow ways to the same end."""

import math
from itertools import product
from random import Random

import pytest

from damier.match import Sample, Sprt, estimate, expected_score, normalized, superiority
from damier.match.elo import Estimate, elo_of_score

games = Sample.of_games


def pairs(ll, ld, wl, dd, wd, ww):
    """Pairs as other programs count them, a win and a loss apart from two draws."""
    return Sample.of_pairs([ll, ld, wl + dd, wd, ww])


# ---------------------------------------------------------------------------------------------------------------
# Samples


def test_samples():
    sample = games(wins=2, draws=1, losses=1)
    assert (sample.trials, sample.games, sample.score) == (4, 4, 0.625)
    assert sample.variance == pytest.approx((2 * 0.375**2 + 0.125**2 + 0.625**2) / 4)
    both = Sample.of_pairs([1, 0, 2, 0, 1])
    assert (both.trials, both.games, both.score) == (4, 8, 0.5)
    assert both.variance == pytest.approx(0.125)
    assert both.deviation == pytest.approx(0.5)
    assert both.error == pytest.approx(math.sqrt(0.125 / 4))


@pytest.mark.parametrize("counts", [(), (1, 2), (1, 2, 3, 4), (1, -1, 0), (0,) * 6])
def test_samples_that_are_none(counts):
    with pytest.raises(ValueError, match=r"sample|times"):
        Sample(counts)
    with pytest.raises(ValueError, match=r"times|five|three"):
        Sample.of_pairs(counts)


def test_pairs_of_independent_games_say_what_the_games_say():
    """Pairs made of independent games: the same score, and the same error as the games themselves."""
    share = {0: 0.2, 1: 0.5, 2: 0.3}
    counts = [0.0] * 5
    for (a, p), (b, q) in product(share.items(), repeat=2):
        counts[a + b] += p * q
    paired = Sample.of_pairs([round(1_000_000 * count) for count in counts])
    single = games(wins=600_000, draws=1_000_000, losses=400_000)
    assert paired.score == pytest.approx(single.score)
    assert paired.deviation == pytest.approx(single.deviation)
    assert paired.error == pytest.approx(single.error)


# ---------------------------------------------------------------------------------------------------------------
# Elo


@pytest.mark.parametrize(
    ("score", "elo"),
    # The table of the logistic curve in many books, e.g. three quarters of the points for 191.
    [(0.5, 0), (0.64, 100), (0.75, 191), (0.76, 200), (0.909, 400), (0.99, 798)],
)
def test_the_logistic_curve(score, elo):
    assert elo_of_score(score) == pytest.approx(elo, abs=0.6)
    assert expected_score(elo) == pytest.approx(score, abs=0.001)
    assert expected_score(-elo) == pytest.approx(1 - score, abs=0.001)
    assert elo_of_score(expected_score(elo)) == pytest.approx(elo)


def test_the_curve_far_out():
    assert expected_score(math.inf) == 1
    assert expected_score(-math.inf) == 0
    assert expected_score(1e6) == 1
    assert elo_of_score(1) == math.inf
    assert elo_of_score(0) == -math.inf
    for wrong in (-0.1, 1.1, math.nan):
        with pytest.raises(ValueError, match="between 0 and 1"):
            elo_of_score(wrong)


@pytest.mark.parametrize(
    ("sample", "elo", "error", "normal", "normal_error", "los"),
    [
        # From the tests of fastchess, elo_test.cpp: wins, losses and draws, or pairs LL LD WL DD WD WW.
        (games(wins=76, draws=123, losses=89), None, None, -20.76, 40.13, 0.1553),
        (games(wins=136, draws=111, losses=96), 40.70, 30.43, 49.77, 36.77, 0.9960),
        (games(wins=34, draws=0, losses=356), None, None, -508.44, 34.48, None),
        (pairs(34, 54, 31, 32, 64, 75), 55.58, 27.65, 57.94, 28.28, 1.0),
        (pairs(332, 433, 457, 41, 333, 334), -8.64, 10.33, -9.17, 10.96, 0.0505),
        (pairs(7895, 8757, 5485, 200, 568, 9999), -21.04, 2.95, -19.01, 2.65, 0.0),
        # Matches of Rustic as cutechess reported them.
        (games(wins=869, draws=357, losses=646), 41.6, 14.2, None, None, 1.0),
        (games(wins=409, draws=133, losses=197), 102.5, 23.5, None, None, 1.0),
        (games(wins=628, draws=277, losses=416), 56.2, 16.8, None, None, 1.0),
    ],
)
def test_numbers_of_other_programs(sample, elo, error, normal, normal_error, los):
    if elo is not None:
        assert estimate(sample).value == pytest.approx(elo, abs=0.06)
        assert estimate(sample).error == pytest.approx(error, abs=0.06)
    if normal is not None:
        assert normalized(sample).value == pytest.approx(normal, abs=0.006)
        assert normalized(sample).error == pytest.approx(normal_error, abs=0.006)
    if los is not None:
        assert superiority(sample) == pytest.approx(los, abs=0.0001)


def test_the_interval_holds_the_truth_as_often_as_it_says():
    """4,000 matches of 200 games between players of known strength."""
    random, held, matches = Random(5), 0, 4_000
    truth = 0.25 + 0.55 / 2
    for _ in range(matches):
        draws = wins = 0
        for _ in range(200):
            chance = random.random()
            wins += chance < 0.25
            draws += 0.25 <= chance < 0.80
        told = estimate(games(wins, draws, 200 - wins - draws))
        held += told.low <= elo_of_score(truth) <= told.high
    assert 0.94 < held / matches < 0.96


def test_nothing_played():
    for nothing in (games(0, 0, 0), Sample.of_pairs([0] * 5)):
        assert math.isnan(nothing.score)
        assert math.isnan(nothing.error)
        assert math.isnan(nothing.deviation)
        for told in (estimate(nothing), normalized(nothing)):
            assert math.isnan(told.value)
            assert (told.low, told.high) == (-math.inf, math.inf)
            assert str(told) == "?"
        assert superiority(nothing) == 0.5
        assert Sprt(0, 5).llr(nothing) == 0
        assert Sprt(0, 5).verdict(nothing) is None
        assert Sprt(0, 5).expected_games(5, nothing) == math.inf


def test_all_alike():
    """No variance in the sample is no certainty."""
    won = estimate(games(wins=10, draws=0, losses=0))
    assert won.value == won.high == math.inf
    # Clopper and Pearson's interval for 10 of 10 begins at 0.6915.
    assert won.low == pytest.approx(elo_of_score(0.6915), abs=0.05)
    lost = estimate(games(wins=0, draws=0, losses=10))
    assert (lost.value, lost.low, lost.high) == (-math.inf, -math.inf, pytest.approx(-won.low))
    drawn = estimate(games(wins=0, draws=10, losses=0))
    assert drawn.value == 0
    assert drawn.low == pytest.approx(-drawn.high)
    assert drawn.error > 100
    assert estimate(games(wins=0, draws=1000, losses=0)).error < 2
    assert math.isnan(normalized(games(wins=0, draws=10, losses=0)).value)
    assert superiority(games(wins=0, draws=10, losses=0)) == 0.5
    # With every strength equally likely before, the chance of being the stronger after n wins is 1 - 1/2^(n + 1).
    assert superiority(games(wins=1, draws=0, losses=0)) == 0.75
    assert superiority(games(wins=0, draws=0, losses=3)) == pytest.approx(1 / 16)


def test_estimates_in_words():
    assert str(Estimate(-3.14, -10, 4)) == "-3.1 ± 7.0"
    assert str(estimate(games(wins=10, draws=0, losses=0))).startswith("above +")
    assert str(estimate(games(wins=0, draws=0, losses=10))).startswith("below -")
    assert str(estimate(games(wins=1, draws=0, losses=1))) == "+0.0 ± ∞"


# ---------------------------------------------------------------------------------------------------------------
# The sequential test


@pytest.mark.parametrize(
    ("sample", "sprt", "llr"),
    [
        # From the tests of fastchess, sprt_test.cpp.
        (games(36433, 68692, 36027), Sprt(0, 2, normalized=True), 0.92),
        (games(10871, 20431, 10650), Sprt(-1.75, 0.25, normalized=True), 2.30),
        (games(21404, 40708, 21184), Sprt(0.5, 2.5), -1.57),
        (games(57433, 106593, 57030), Sprt(0, 2), -2.59),
        (pairs(365, 16618, 36029, 200, 16974, 390), Sprt(0, 2, normalized=True), 2.25),
        (pairs(127, 4883, 10311, 401, 5150, 104), Sprt(-1.75, 0.25, normalized=True), 3.01),
        (pairs(223, 9863, 20279, 1000, 10037, 246), Sprt(0.5, 2.5), -3.07),
        (pairs(871, 26175, 55003, 980, 26678, 821), Sprt(0, 2), -4.98),
        # From the tests of racetrack, sprt_tests.rs.
        (Sample.of_pairs([440, 2910, 5170, 2888, 455]), Sprt(0, 5, normalized=True), -2.27),
        (Sample.of_pairs([142, 620, 1122, 699, 188]), Sprt(0, 5, normalized=True), 2.99),
        (Sample.of_pairs([349, 1561, 3340, 1604, 359]), Sprt(-5, 0, normalized=True), 2.90),
        (Sample.of_pairs([98, 382, 674, 369, 71]), Sprt(-5, 0, normalized=True), -1.11),
    ],
)
def test_ratios_of_other_programs(sample, sprt, llr):
    assert sprt.llr(sample) == pytest.approx(llr, abs=0.011)


def test_bounds():
    sprt = Sprt(0, 5, alpha=0.05, beta=0.10)
    assert sprt.lower == pytest.approx(math.log(0.10 / 0.95))
    assert sprt.upper == pytest.approx(math.log(0.90 / 0.05))
    for wrong in ((5, 0), (0, 0), (math.nan, 1), (0, 5000)):
        with pytest.raises(ValueError, match="elo0"):
            Sprt(*wrong)
    with pytest.raises(ValueError, match="between -200 and 200"):
        Sprt(0, 201, normalized=True)
    for wrong in (0, 0.5, -1, math.nan):
        with pytest.raises(ValueError, match="alpha"):
            Sprt(0, 5, alpha=wrong)


def likeliest(shares, mean):
    """The greatest sum of share·log p over the distributions of three results with this mean, by searching them."""
    best = -math.inf
    low, high = max(0.0, 2 * mean - 1), mean
    for _ in range(60):
        third = (high - low) / 3
        a, b = (
            sum(s * math.log(max(p, 1e-300)) for s, p in zip(shares, three(win, mean), strict=True))
            for win in (low + third, high - third)
        )
        best = max(best, a, b)
        low, high = (low + third, high) if a < b else (low, high - third)
    return best


def three(win, mean):
    draw = 2 * (mean - win)
    return 1 - win - draw, draw, win


@pytest.mark.parametrize("counts", [(10, 60, 30), (1, 1, 1), (300, 5, 295), (0, 7, 3)])
def test_the_ratio_is_that_of_the_likeliest_distributions(counts):
    sample = Sample(counts)
    direct = likeliest(sample.frequencies, expected_score(40)) - likeliest(sample.frequencies, expected_score(-10))
    assert Sprt(-10, 40).llr(sample) == pytest.approx(sample.trials * direct, rel=1e-6, abs=1e-6)


@pytest.mark.parametrize("normal", [False, True])
def test_the_ratio_behaves(normal):
    """It is fair to both sides, adds up, and points where the results point."""
    random = Random(11)
    for _ in range(60):
        counts = [random.choice((0, 1, 5, 80)) for _ in range(random.choice((3, 5)))]
        if not any(counts):
            continue
        sample, mirrored = Sample(tuple(counts)), Sample(tuple(reversed(counts)))
        sprt, other = Sprt(-20, 60, normalized=normal), Sprt(-60, 20, normalized=normal)
        assert sprt.llr(sample) == pytest.approx(-other.llr(mirrored), abs=1e-6)
        assert math.isfinite(sprt.llr(sample))
    assert (
        Sprt(0, 10, normalized=normal).llr(games(60, 40, 40)) > 0 > Sprt(0, 10, normalized=normal).llr(games(4, 4, 6))
    )


def test_extremes_of_normalised_bounds():
    random = Random(3)
    for _ in range(60):
        counts = tuple(random.choice((0, 0, 1, 10, 1000)) for _ in range(random.choice((3, 5))))
        for low, high in ((-200, 200), (-200, -199), (199, 200)):
            assert math.isfinite(Sprt(low, high, normalized=True).llr(Sample(counts)))


def walk(random, sprt, shares, most=20_000):
    """Games until the test has its answer, and the answer."""
    counts = [0, 0, 0]
    for number in range(1, most):
        counts[random.choices((0, 1, 2), shares)[0]] += 1
        if number % 10 == 0:
            verdict = sprt.verdict(Sample(tuple(counts)))
            if verdict is not None:
                return number, verdict
    raise AssertionError("the test did not end")


@pytest.mark.slow
@pytest.mark.parametrize(("elo", "wrong"), [(0, "H1"), (60, "H0")])
def test_errors_are_as_rare_as_promised(elo, wrong):
    random, sprt = Random(elo), Sprt(0, 60)
    score = expected_score(elo)
    shares = (1 - score - 0.2, 0.4, score - 0.2)
    walks = [walk(random, sprt, shares) for _ in range(600)]
    assert sum(verdict == wrong for _, verdict in walks) / len(walks) < 0.08
    expected = sprt.expected_games(elo, games(*(round(1000 * share) for share in reversed(shares))))
    measured = sum(number for number, _ in walks) / len(walks)
    # The ratio oversteps its bound a little, and is looked at after every tenth game only.
    assert 0.9 * expected < measured < 1.4 * expected


def test_expected_games():
    """Against the closed form of Wald for a test that has not begun."""
    spread = games(wins=2, draws=6, losses=2)
    sprt = Sprt(0, 5)
    a, b = sprt.lower, sprt.upper
    low, high = expected_score(0), expected_score(5)
    variance = (high - low) ** 2 / spread.variance
    at_h1 = 2 / variance * ((1 - sprt.beta) * b + sprt.beta * a)
    in_between = -a * b / variance
    assert sprt.expected_games(5, spread) == pytest.approx(at_h1, rel=0.001)
    assert sprt.expected_games(elo_of_score((low + high) / 2), spread) == pytest.approx(in_between, rel=0.001)
    assert sprt.expected_games(0, spread) == pytest.approx(at_h1, rel=0.001)
    assert sprt.expected_games(50, spread) < sprt.expected_games(5, spread) < sprt.expected_games(2.5, spread)
    doubled = Sprt(0, 10).expected_games(10, spread)
    assert doubled == pytest.approx(at_h1 / 4, rel=0.01)
    decided = games(wins=9000, draws=0, losses=1000)
    assert sprt.verdict(decided) == "H1"
    assert sprt.expected_games(5, spread, llr=sprt.llr(decided)) == 0
    assert sprt.expected_games(5, spread, llr=2.9) < 1000 < sprt.expected_games(5, spread, llr=-1)
    assert Sprt(0, 5, normalized=True).expected_games(5, games(wins=9, draws=0, losses=1)) > 0
