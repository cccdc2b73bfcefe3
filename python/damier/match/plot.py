"""Pictures of a match and of a game, each as one SVG element without scripts or outside resources."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from math import ceil, floor, isfinite, log10
from typing import Final

from damier.match.elo import Estimate, Sprt, estimate
from damier.match.game import PlayedGame
from damier.match.record import side_scores
from damier.match.tally import Tally
from damier.svg import FONT

PAPER: Final = "#fffaf0"
GRID: Final = "#e7dcc6"
AXIS: Final = "#8a7a62"
INK: Final = "#3b2a20"
FIRST: Final = "#2f6fb0"
SECOND: Final = "#b5652b"
WON: Final = "#2f9e6e"
LOST: Final = "#c0503c"
DARK: Final = "#4a3a2e"

WIDTH: Final = 860.0
HEIGHT: Final = 440.0
LEFT: Final = 66.0
RIGHT: Final = 26.0
TOP: Final = 78.0
BOTTOM: Final = 54.0
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
    words = f"{tally.games} games · +{tally.wins} ={tally.draws} −{tally.losses} · Elo {_minus(str(elo))}"

    curve = [(count, step.elo) for count, step in steps]
    shown = [(count, value) for count, value in curve if isfinite(value.value)]
    bounds = (sprt.elo0, sprt.elo1) if sprt is not None and not sprt.normalized else ()
    low, high = _range(shown, bounds)
    view = _View(0, max(tally.games, 2), low, high)

    out = _begin(title, words, "Elo over games")
    out += _grid(view, "games", "Elo", _ticks(low, high, 6), _ticks(0, view.x1, 8))
    out.append(_line([(0, 0), (view.x1, 0)], view, AXIS, 1.4))
    for bound in bounds:
        name, color = ("H1", WON) if bound == max(bounds) else ("H0", LOST)
        out.append(_line([(0, bound), (view.x1, bound)], view, color, 1.4, "6 5"))
        out.append(_note(view.x(view.x1) - 4, view.y(bound) - 5, f"{name}: {_signed(bound)}"))
    upper = [(count, min(value.high, high)) for count, value in curve]
    lower = [(count, max(value.low, low)) for count, value in curve]
    out.append(_area([*upper, *reversed(lower)], view, FIRST, 0.16))
    for edge in (upper, lower):
        out.append(_line(edge, view, FIRST, 1, opacity=0.45))
    out.append(_line([(count, value.value) for count, value in shown], view, FIRST, 2.4))
    if shown:
        count, value = shown[-1]
        out.append(_dot(count, value.value, view, FIRST))
    return _end(out)


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
    view = _View(0, max(most, 2), -_TALL, _TALL)

    out = _begin(title, _minus(game.end.text), "Evaluations of a game")
    # 1. White's half light, Black's half dark; the opening, which neither player played, in grey.
    half = view.y(0)
    out.append(_rectangle(LEFT, TOP, WIDTH - LEFT - RIGHT, half - TOP, "#ffffff", 1))
    out.append(_rectangle(LEFT, half, WIDTH - LEFT - RIGHT, HEIGHT - BOTTOM - half, DARK, 0.13))
    if first:
        out.append(_rectangle(LEFT, TOP, view.x(first) - LEFT, HEIGHT - TOP - BOTTOM, AXIS, 0.13))
    marks = [-10.0, -3.0, -1.0, -0.5, 0.0, 0.5, 1.0, 3.0, 10.0]
    out += _grid(view, "moves", "men", [_scaled(mark) for mark in marks], _ticks(0, most / 2, 10), marks, 2)
    out.append(_line([(0, 0), (view.x1, 0)], view, AXIS, 1.4))
    # 2. What each player thought.
    for own, color in ((True, FIRST), (False, SECOND)):
        points = [
            (ply, _height(score, win_in))
            for ply, score, win_in, mover in scores
            if mover == own and (score is not None or win_in is not None)
        ]
        out.append(_line(points, view, color, 2.2))
        if len(points) == 1:
            out.append(_dot(*points[0], view, color))
    out += _legend([(FIRST, white), (SECOND, black)])
    return _end(out)


# ---------------------------------------------------------------------------------------------------------------
# Scales


class _View:
    """From numbers to the paper."""

    def __init__(self, x0: float, x1: float, y0: float, y1: float) -> None:
        self.x0, self.x1, self.y0, self.y1 = x0, x1, y0, y1

    def x(self, value: float) -> float:
        return LEFT + (value - self.x0) / (self.x1 - self.x0) * (WIDTH - LEFT - RIGHT)

    def y(self, value: float) -> float:
        value = min(max(value, self.y0), self.y1)
        return TOP + (self.y1 - value) / (self.y1 - self.y0) * (HEIGHT - TOP - BOTTOM)


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


def _ticks(low: float, high: float, about: int) -> list[float]:
    """Round numbers between two others."""
    step = 10 ** floor(log10((high - low) / about))
    step *= next(factor for factor in (1, 2, 5, 10) if (high - low) / (step * factor) <= about)
    step = max(step, 1e-9)
    return [index * step for index in range(ceil(low / step), floor(high / step) + 1)]


# ---------------------------------------------------------------------------------------------------------------
# Marks on the paper


def _n(value: float) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".")


def _signed(value: float) -> str:
    return "0" if value == 0 else _minus(f"{value:+g}")


def _minus(text: str) -> str:
    """With a real minus before numbers."""
    return text.replace(" -", " −") if not text.startswith("-") else "−" + text[1:]


def _begin(title: str, words: str, description: str) -> list[str]:
    return [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_n(WIDTH)} {_n(HEIGHT)}" role="img" '
        f'aria-label="{escape(f"{description}: {title}. {words}")}" font-family="{escape(FONT)}">',
        f"<title>{escape(title)}</title>",
        f"<desc>{escape(words)}</desc>",
        f'<rect width="{_n(WIDTH)}" height="{_n(HEIGHT)}" rx="10" fill="{PAPER}"/>',
        f'<text x="{_n(LEFT)}" y="32" font-size="19" font-weight="650" fill="{INK}">{escape(_short(title, 74))}</text>',
        f'<text x="{_n(LEFT)}" y="56" font-size="13.5" fill="{AXIS}">{escape(_short(words, 112))}</text>',
    ]


def _end(out: list[str]) -> str:
    return "".join([*(part for part in out if part), "</svg>"])


def _short(text: str, most: int) -> str:
    return text if len(text) <= most else text[: most - 1] + "…"


def _grid(
    view: _View,
    across: str,
    up: str,
    rows: Sequence[float],
    columns: Sequence[float],
    labels: Sequence[float] | None = None,
    step: float = 1,
) -> list[str]:
    """Lines with their numbers; `labels`: what is written at `rows`; `step`: units of the view in one of `columns`."""
    out = []
    right, bottom = WIDTH - RIGHT, HEIGHT - BOTTOM
    for row, label in zip(rows, labels if labels is not None else rows, strict=True):
        y = view.y(row)
        out.append(f'<path d="M{_n(LEFT)} {_n(y)}H{_n(right)}" stroke="{GRID}" stroke-width="1"/>')
        out.append(_text(LEFT - 8, y + 4, _signed(label), "end"))
    for column in columns:
        x = view.x(column * step)
        out.append(f'<path d="M{_n(x)} {_n(bottom)}v5" stroke="{AXIS}" stroke-width="1"/>')
        out.append(_text(x, bottom + 19, f"{column:g}", "middle"))
    out.append(f'<path d="M{_n(LEFT)} {_n(bottom)}H{_n(right)}" stroke="{AXIS}" stroke-width="1"/>')
    out.append(_text((LEFT + right) / 2, HEIGHT - 14, across, "middle"))
    middle = (TOP + bottom) / 2
    out.append(
        f'<text x="18" y="{_n(middle)}" transform="rotate(-90 18 {_n(middle)})" font-size="12" fill="{AXIS}" '
        f'text-anchor="middle">{escape(up)}</text>'
    )
    return out


def _text(x: float, y: float, text: str, anchor: str) -> str:
    return f'<text x="{_n(x)}" y="{_n(y)}" font-size="12" fill="{AXIS}" text-anchor="{anchor}">{escape(text)}</text>'


def _note(x: float, y: float, text: str) -> str:
    return (
        f'<text x="{_n(x)}" y="{_n(y)}" font-size="11" font-weight="600" fill="{INK}" fill-opacity="0.75" '
        f'text-anchor="end">{escape(text)}</text>'
    )


def _line(
    points: Sequence[tuple[float, float]], view: _View, color: str, width: float, dash: str = "", opacity: float = 1
) -> str:
    if len(points) < 2:
        return ""
    path = "L".join(f"{_n(view.x(x))} {_n(view.y(y))}" for x, y in points)
    dashes = f' stroke-dasharray="{dash}"' if dash else ""
    faint = f' stroke-opacity="{_n(opacity)}"' if opacity < 1 else ""
    return (
        f'<path d="M{path}" fill="none" stroke="{color}" stroke-width="{_n(width)}" stroke-linejoin="round" '
        f'stroke-linecap="round"{dashes}{faint}/>'
    )


def _dot(x: float, y: float, view: _View, color: str) -> str:
    return (
        f'<circle cx="{_n(view.x(x))}" cy="{_n(view.y(y))}" r="4.5" fill="{color}" stroke="{PAPER}" stroke-width="2"/>'
    )


def _area(points: Sequence[tuple[float, float]], view: _View, color: str, opacity: float) -> str:
    if len(points) < 3:
        return ""
    path = "L".join(f"{_n(view.x(x))} {_n(view.y(y))}" for x, y in points)
    return f'<path d="M{path}z" fill="{color}" fill-opacity="{_n(opacity)}"/>'


def _rectangle(x: float, y: float, width: float, height: float, color: str, opacity: float) -> str:
    return (
        f'<rect x="{_n(x)}" y="{_n(y)}" width="{_n(width)}" height="{_n(height)}" fill="{color}" '
        f'fill-opacity="{_n(opacity)}"/>'
    )


def _legend(entries: Sequence[tuple[str, str]]) -> list[str]:
    """At the upper right, one under the other."""
    out = []
    for row, (color, name) in enumerate(entries):
        y = 27 + 20 * row
        out.append(
            f'<path d="M{_n(WIDTH - RIGHT - 22)} {_n(y)}h22" stroke="{color}" stroke-width="3" stroke-linecap="round"/>'
        )
        out.append(_text(WIDTH - RIGHT - 30, y + 4, _short(name, 24), "end"))
    return out
