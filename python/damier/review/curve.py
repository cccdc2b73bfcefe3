"""A game as a curve: the points that White may expect, move by move."""

from __future__ import annotations

from html import escape
from typing import Final

from damier._core import BLACK, WHITE
from damier.review.judge import Review, expected, white_points
from damier.svg import FONT, n

WIDTH: Final = 860.0
HEIGHT: Final = 300.0
LEFT: Final = 46.0
RIGHT: Final = 20.0
TOP: Final = 66.0
BOTTOM: Final = 40.0

PAPER: Final = "#fffaf0"
LIGHT: Final = "#ffffff"
DARK: Final = "#4a3a2e"
AXIS: Final = "#8a7a62"
INK: Final = "#3b2a20"
LINE: Final = "#b5652b"
DOTS: Final = {"?!": "#e0a93a", "?": "#e0762f", "??": "#c0392b"}


def picture(found: Review, *, white: str = "White", black: str = "Black") -> str:
    """A review as one SVG element, without scripts or outside resources.

    White's share of the expected points is the light part; dots are the marked moves. Raises `ValueError` where no move
    was judged.
    """
    if not found.moves:
        raise ValueError("there is no move to draw")
    values = [0.5 if found.start is None else expected(found.start.white(), found.root.game)]
    values += white_points(found.moves)
    title = f"{white} – {black}"
    words = " · ".join(
        f"{name} {'–' if value is None else f'{value:.0f} %'}"
        for name, value in ((white, found.accuracy(WHITE)), (black, found.accuracy(BLACK)))
    )
    step = (WIDTH - LEFT - RIGHT) / max(1, len(values) - 1)
    points = [(LEFT + index * step, _y(value)) for index, value in enumerate(values)]
    bottom, right = HEIGHT - BOTTOM, WIDTH - RIGHT
    path = "L".join(f"{n(x)} {n(y)}" for x, y in points)

    out = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {n(WIDTH)} {n(HEIGHT)}" role="img" '
        f'aria-label="{escape(f"Points to be expected: {title}. Accuracy: {words}")}" font-family="{escape(FONT)}">',
        f"<title>{escape(title)}</title>",
        f'<rect width="{n(WIDTH)}" height="{n(HEIGHT)}" rx="10" fill="{PAPER}"/>',
        _text(LEFT, 30, title, "start", 19, INK, 650),
        _text(LEFT, 52, f"Accuracy: {words}", "start", 13.5, AXIS),
        f'<rect x="{n(LEFT)}" y="{n(TOP)}" width="{n(right - LEFT)}" height="{n(bottom - TOP)}" fill="{DARK}"/>',
        f'<path d="M{n(LEFT)} {n(bottom)}L{path}L{n(right)} {n(bottom)}z" fill="{LIGHT}"/>',
    ]
    for value, label in ((1.0, "1"), (0.5, "½"), (0.0, "0")):
        y = _y(value)
        out.append(f'<path d="M{n(LEFT)} {n(y)}H{n(right)}" stroke="{AXIS}" stroke-width="1" stroke-opacity=".6"/>')
        out.append(_text(LEFT - 8, y + 4, label, "end", 12, AXIS))
    out.append(f'<path d="M{path}" fill="none" stroke="{LINE}" stroke-width="2.2" stroke-linejoin="round"/>')
    for index, move in enumerate(found.moves, start=1):
        first = index == 1 or move.number != found.moves[index - 2].number
        if first and move.number % _every(found.moves[-1].number) == 0:
            out.append(_text(points[index][0], bottom + 18, str(move.number), "middle", 12, AXIS))
        if move.mark:
            x, y = points[index]
            name = f"{move.number}{'.' if move.color == found.root.game.first else '…'} {move.text}{move.mark}"
            out.append(
                f'<circle cx="{n(x)}" cy="{n(y)}" r="4.5" fill="{DOTS[move.mark]}" stroke="{PAPER}" '
                f'stroke-width="1.5"><title>{escape(name)}</title></circle>'
            )
    out.append("</svg>")
    return "".join(out)


def _every(last: int) -> int:
    """How far apart the numbers under the curve are."""
    return next(step for step in (1, 2, 5, 10, 20, 50, 100, 200, 500, last) if last / step <= 16)


def _y(value: float) -> float:
    return TOP + (1 - value) * (HEIGHT - TOP - BOTTOM)


def _text(x: float, y: float, text: str, anchor: str, size: float, color: str, weight: int = 400) -> str:
    return (
        f'<text x="{n(x)}" y="{n(y)}" font-size="{n(size)}" font-weight="{weight}" fill="{color}" '
        f'text-anchor="{anchor}">{escape(text)}</text>'
    )
