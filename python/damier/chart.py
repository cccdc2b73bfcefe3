"""Charts as SVG: a sheet with axes, lines, areas and a legend, without scripts or outside resources."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from math import ceil, floor, log10
from typing import Final

from damier.svg import FONT, n

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


class View:
    """From numbers to the paper."""

    def __init__(self, x0: float, x1: float, y0: float, y1: float) -> None:
        self.x0, self.x1, self.y0, self.y1 = x0, x1, y0, y1

    def x(self, value: float) -> float:
        return LEFT + (value - self.x0) / (self.x1 - self.x0) * (WIDTH - LEFT - RIGHT)

    def y(self, value: float) -> float:
        value = min(max(value, self.y0), self.y1)
        return TOP + (self.y1 - value) / (self.y1 - self.y0) * (HEIGHT - TOP - BOTTOM)


def ticks(low: float, high: float, about: int) -> list[float]:
    """Round numbers between two others."""
    step = 10 ** floor(log10((high - low) / about))
    step *= next(factor for factor in (1, 2, 5, 10) if (high - low) / (step * factor) <= about)
    step = max(step, 1e-9)
    return [index * step for index in range(ceil(low / step), floor(high / step) + 1)]


def signed(value: float) -> str:
    return "0" if value == 0 else minus(f"{value:+g}")


def minus(text: str) -> str:
    """With a real minus before numbers."""
    return text.replace(" -", " −") if not text.startswith("-") else "−" + text[1:]


def begin(title: str, words: str, description: str) -> list[str]:
    return [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {n(WIDTH)} {n(HEIGHT)}" role="img" '
        f'aria-label="{escape(f"{description}: {title}. {words}")}" font-family="{escape(FONT)}">',
        f"<title>{escape(title)}</title>",
        f"<desc>{escape(words)}</desc>",
        f'<rect width="{n(WIDTH)}" height="{n(HEIGHT)}" rx="10" fill="{PAPER}"/>',
        f'<text x="{n(LEFT)}" y="32" font-size="19" font-weight="650" fill="{INK}">{escape(short(title, 74))}</text>',
        f'<text x="{n(LEFT)}" y="56" font-size="13.5" fill="{AXIS}">{escape(short(words, 112))}</text>',
    ]


def end(out: list[str]) -> str:
    return "".join([*(part for part in out if part), "</svg>"])


def short(text: str, most: int) -> str:
    return text if len(text) <= most else text[: most - 1] + "…"


def grid(
    view: View,
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
        out.append(f'<path d="M{n(LEFT)} {n(y)}H{n(right)}" stroke="{GRID}" stroke-width="1"/>')
        out.append(text(LEFT - 8, y + 4, signed(label), "end"))
    for column in columns:
        x = view.x(column * step)
        out.append(f'<path d="M{n(x)} {n(bottom)}v5" stroke="{AXIS}" stroke-width="1"/>')
        out.append(text(x, bottom + 19, f"{column:g}", "middle"))
    out.append(f'<path d="M{n(LEFT)} {n(bottom)}H{n(right)}" stroke="{AXIS}" stroke-width="1"/>')
    out.append(text((LEFT + right) / 2, HEIGHT - 14, across, "middle"))
    middle = (TOP + bottom) / 2
    out.append(
        f'<text x="18" y="{n(middle)}" transform="rotate(-90 18 {n(middle)})" font-size="12" fill="{AXIS}" '
        f'text-anchor="middle">{escape(up)}</text>'
    )
    return out


def text(x: float, y: float, text: str, anchor: str) -> str:
    return f'<text x="{n(x)}" y="{n(y)}" font-size="12" fill="{AXIS}" text-anchor="{anchor}">{escape(text)}</text>'


def note(x: float, y: float, text: str) -> str:
    return (
        f'<text x="{n(x)}" y="{n(y)}" font-size="11" font-weight="600" fill="{INK}" fill-opacity="0.75" '
        f'text-anchor="end">{escape(text)}</text>'
    )


def line(
    points: Sequence[tuple[float, float]], view: View, color: str, width: float, dash: str = "", opacity: float = 1
) -> str:
    if len(points) < 2:
        return ""
    path = "L".join(f"{n(view.x(x))} {n(view.y(y))}" for x, y in points)
    dashes = f' stroke-dasharray="{dash}"' if dash else ""
    faint = f' stroke-opacity="{n(opacity)}"' if opacity < 1 else ""
    return (
        f'<path d="M{path}" fill="none" stroke="{color}" stroke-width="{n(width)}" stroke-linejoin="round" '
        f'stroke-linecap="round"{dashes}{faint}/>'
    )


def dot(x: float, y: float, view: View, color: str) -> str:
    return f'<circle cx="{n(view.x(x))}" cy="{n(view.y(y))}" r="4.5" fill="{color}" stroke="{PAPER}" stroke-width="2"/>'


def area(points: Sequence[tuple[float, float]], view: View, color: str, opacity: float) -> str:
    if len(points) < 3:
        return ""
    path = "L".join(f"{n(view.x(x))} {n(view.y(y))}" for x, y in points)
    return f'<path d="M{path}z" fill="{color}" fill-opacity="{n(opacity)}"/>'


def rectangle(x: float, y: float, width: float, height: float, color: str, opacity: float) -> str:
    return (
        f'<rect x="{n(x)}" y="{n(y)}" width="{n(width)}" height="{n(height)}" fill="{color}" '
        f'fill-opacity="{n(opacity)}"/>'
    )


def legend(entries: Sequence[tuple[str, str]]) -> list[str]:
    """At the upper right, one under the other."""
    out = []
    for row, (color, name) in enumerate(entries):
        y = 27 + 20 * row
        out.append(
            f'<path d="M{n(WIDTH - RIGHT - 22)} {n(y)}h22" stroke="{color}" stroke-width="3" stroke-linecap="round"/>'
        )
        out.append(text(WIDTH - RIGHT - 30, y + 4, short(name, 24), "end"))
    return out
