"""Pictures of a match and of a game, each as one SVG element without scripts or outside resources."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import ceil, isfinite, log10
from typing import Final

from damier.chart import (
    AXIS,
    BOTTOM,
    DARK,
    FIRST,
    HEIGHT,
    LEFT,
    LOST,
    RIGHT,
    SECOND,
    TOP,
    WIDTH,
    WON,
    View,
    area,
    begin,
    dot,
    end,
    grid,
    legend,
    line,
    minus,
    note,
    rectangle,
    signed,
    ticks,
)
from damier.match.elo import Estimate, Sprt, estimate
from damier.match.game import PlayedGame
from damier.match.record import side_scores
from damier.match.tally import Tally

POINTS: Final = 400
"""At most so many points make a curve."""


def match(games: Iterable[PlayedGame], names: Sequence[str], *, sprt: Sprt | None = None, player: int = 0) -> str:
    """Elo of the first player over the games, with the band that its error leaves; the bounds of a test as lines.

    `games`: in the order in which they count. Raises `ValueError` where there is none.
    """
    steps = _steps(games, player)
    if not steps:
        raise ValueError("there is no game to draw")
    tally = steps[-1][1]
    title = f"{names[player]} against {names[1 - player]}"
    elo = estimate(tally.sample)
    words = f"{tally.games} games · +{tally.wins} ={tally.draws} −{tally.losses} · Elo {minus(str(elo))}"

    curve = [(count, step.elo) for count, step in steps]
    shown = [(count, value) for count, value in curve if isfinite(value.value)]
    bounds = (sprt.elo0, sprt.elo1) if sprt is not None and not sprt.normalized else ()
    low, high = _range(shown, bounds)
    view = View(0, max(tally.games, 2), low, high)

    out = begin(title, words, "Elo over games")
    out += grid(view, "games", "Elo", ticks(low, high, 6), ticks(0, view.x1, 8))
    out.append(line([(0, 0), (view.x1, 0)], view, AXIS, 1.4))
    for bound in bounds:
        name, color = ("H1", WON) if bound == max(bounds) else ("H0", LOST)
        out.append(line([(0, bound), (view.x1, bound)], view, color, 1.4, "6 5"))
        out.append(note(view.x(view.x1) - 4, view.y(bound) - 5, f"{name}: {signed(bound)}"))
    upper = [(count, min(value.high, high)) for count, value in curve]
    lower = [(count, max(value.low, low)) for count, value in curve]
    out.append(area([*upper, *reversed(lower)], view, FIRST, 0.16))
    for edge in (upper, lower):
        out.append(line(edge, view, FIRST, 1, opacity=0.45))
    out.append(line([(count, value.value) for count, value in shown], view, FIRST, 2.4))
    if shown:
        count, value = shown[-1]
        out.append(dot(count, value.value, view, FIRST))
    return end(out)


def game(game: PlayedGame, names: Sequence[str]) -> str:
    """The evaluations of both players over a game, in men and as White sees them; proved ends touch the border.

    The scale widens with the logarithm beyond one man, so that both a tenth of a man and a lost game can be seen.
    Raises `ValueError` where neither player told a score.
    """
    scores = side_scores(game)
    if all(score is None and win_in is None for _, score, win_in, _ in scores):
        raise ValueError("neither player told what it thought of the game")
    white, black = names[game.white], names[game.black]
    title = f"{white} – {black} · {game.result}"
    first = len(game.opening)
    most = len(game.moves)
    view = View(0, max(most, 2), -_TALL, _TALL)

    out = begin(title, minus(game.end.text), "Evaluations of a game")
    # 1. White's half light, Black's half dark; the opening, which neither player played, in grey.
    half = view.y(0)
    out.append(rectangle(LEFT, TOP, WIDTH - LEFT - RIGHT, half - TOP, "#ffffff", 1))
    out.append(rectangle(LEFT, half, WIDTH - LEFT - RIGHT, HEIGHT - BOTTOM - half, DARK, 0.13))
    if first:
        out.append(rectangle(LEFT, TOP, view.x(first) - LEFT, HEIGHT - TOP - BOTTOM, AXIS, 0.13))
    marks = [-10.0, -3.0, -1.0, -0.5, 0.0, 0.5, 1.0, 3.0, 10.0]
    out += grid(view, "moves", "men", [_scaled(mark) for mark in marks], ticks(0, most / 2, 10), marks, 2)
    out.append(line([(0, 0), (view.x1, 0)], view, AXIS, 1.4))
    # 2. What each player thought.
    for own, color in ((True, FIRST), (False, SECOND)):
        points = [
            (ply, _height(score, win_in))
            for ply, score, win_in, mover in scores
            if mover == own and (score is not None or win_in is not None)
        ]
        out.append(line(points, view, color, 2.2))
        if len(points) == 1:
            out.append(dot(*points[0], view, color))
    out += legend([(FIRST, white), (SECOND, black)])
    return end(out)


# ---------------------------------------------------------------------------------------------------------------
# Scales


def _scaled(men: float) -> float:
    """Linear up to a man, then with the logarithm."""
    size = abs(men)
    height = size if size <= 1 else 1 + log10(size) * 1.2
    return height if men >= 0 else -height


_TALL: Final = _scaled(25.0)


def _height(score: int | None, win_in: int | None) -> float:
    if win_in is not None:
        return _TALL if win_in > 0 else -_TALL
    return max(-_TALL, min(_TALL, _scaled((score or 0) / 100)))


def _steps(games: Iterable[PlayedGame], player: int) -> list[tuple[int, Tally]]:
    """The state of the match after every game, or after so many of them as can be seen."""
    games = list(games)
    every = max(1, ceil(len(games) / POINTS))
    tally, steps = Tally(player), []
    for count, played in enumerate(games, start=1):
        tally.add(played)
        if count % every == 0 or count == len(games):
            seen = Tally(player, tally.wins, tally.draws, tally.losses, pairs=list(tally.pairs))
            steps.append((count, seen))
    return steps


def _range(shown: Sequence[tuple[int, Estimate]], bounds: Sequence[float]) -> tuple[float, float]:
    """From a little below the lowest to a little above the highest, of the later games above all."""
    values = [value for _, value in shown]
    late = values[len(values) // 5 :] or values
    numbers = [0.0, *bounds, *(value.value for value in values[len(values) // 10 :])]
    numbers += [edge for value in late for edge in (value.low, value.high) if isfinite(edge)]
    low, high = max(-1200.0, min(numbers)), min(1200.0, max(numbers))
    room = max(5.0, 0.08 * (high - low))
    return low - room, high + room
