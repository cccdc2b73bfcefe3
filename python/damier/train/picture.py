"""Positions to learn from, as a picture."""

from __future__ import annotations

from damier import chart
from damier.train.cases import Cases

BARS = {
    "scores": ("score for White, hundredths of a man", 25),
    "pieces": ("pieces on the board", 1),
    "plies": ("ply", 10),
}


def histogram(cases: Cases, what: str = "scores") -> str:
    """How often each score (or number of ``pieces``, or of ``plies``) comes, as one SVG element.

    Raises `ValueError` for anything else.
    """
    if what not in BARS:
        raise ValueError(f"{what!r}: choose from {', '.join(BARS)}")
    across, width = BARS[what]
    counts = cases.histograms()[what]
    total = sum(counts.values()) or 1
    shares = {key: 100 * count / total for key, count in counts.items()}
    low, high = min(shares, default=0), max(shares, default=1) + width
    view = chart.View(low, high, 0, 1.08 * max(shares.values(), default=1.0))
    results = cases.histograms()["results"]
    drawn = 100 * results.get(0, 0) / total
    words = f"{total:,} positions of {cases.games:,} games, {drawn:.0f} % of them drawn"
    out = chart.begin(f"{cases.game.name}: what there is to learn from", words, "Histogram")
    out += chart.grid(view, across, "%", chart.ticks(0, view.y1, 6), chart.ticks(low, high, 10))
    for key, share in shares.items():
        left, right, top = view.x(key), view.x(key + width), view.y(share)
        out.append(chart.rectangle(left + 0.5, top, max(right - left - 1, 0.5), view.y(0) - top, chart.FIRST, 0.75))
    return chart.end(out)
