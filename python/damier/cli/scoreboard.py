"""How a match and a tournament look in the terminal while they go on, and when they are over."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from math import isfinite
from time import monotonic

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from damier.match import PlayedGame, Sprt, Tally
from damier.match.tournament import CrossTable

RECENT = 5
"""Games that are shown below the table."""


class Pace:
    """How fast games are finished, from now on."""

    def __init__(self) -> None:
        self._start = monotonic()
        self.games = 0

    def told(self, left: float) -> str:
        """``12.3 games/min · 4 min left``"""
        passed = monotonic() - self._start
        if self.games == 0 or passed <= 0:
            return "the first games are being played"
        rate = self.games / passed
        text = f"{60 * rate:.1f} games/min"
        return f"{text} · about {duration(left / rate)} left" if isfinite(left) and left > 0 else text


def duration(seconds: float) -> str:
    """``45 s``, ``4 min``, ``3 h 20 min``, ``2 d 5 h``"""
    if seconds < 90:
        return f"{max(1, round(seconds))} s"
    minutes = round(seconds / 60)
    if minutes < 90:
        return f"{minutes} min"
    hours, minutes = divmod(minutes, 60)
    if hours < 48:
        return f"{hours} h {minutes} min"
    return f"{hours // 24} d {hours % 24} h"


class Recent:
    """The last games, one line each."""

    def __init__(self, names: Sequence[str]) -> None:
        self.names = names
        self._lines: deque[str] = deque(maxlen=RECENT)

    def add(self, game: PlayedGame) -> str:
        line = game_line(game, self.names)
        self._lines.append(line)
        return line

    def shown(self) -> RenderableType:
        grid = Table.grid()
        grid.add_column(style="dim", no_wrap=True, overflow="ellipsis")
        for line in ("", *self._lines):
            grid.add_row(Text(line))
        return grid


def game_line(game: PlayedGame, names: Sequence[str]) -> str:
    """``#12  new – old  2-0  White wins, the side to move has no move left``"""
    return f"#{game.number + 1}  {names[game.white]} – {names[game.black]}  {game.result}  {game.end.text}"


def match(names: Sequence[str], tally: Tally, goal: int, sprt: Sprt | None, pace: str = "") -> RenderableType:
    """The table of a match, then what it proves and how it went."""
    table = Table(box=None, pad_edge=False, header_style="dim")
    table.add_column("", no_wrap=True, overflow="ellipsis", max_width=30)
    sides = [
        (names[0], tally.wins, tally.losses, tally.points, tally.lateness[0], tally.faults[0]),
        (names[1], tally.losses, tally.wins, tally.games - tally.points, tally.lateness[1], tally.faults[1]),
    ]
    rows = [
        (
            name,
            str(won),
            str(tally.draws),
            str(lost),
            f"{100 * points / tally.games:.1f} %" if tally.games else "",
            delay(late.worst),
            delay(late.mean if late.moves else None),
            faults(failed),
        )
        for name, won, lost, points, late, failed in sides
    ]
    heads = ("won", "drawn", "lost", "score", "latest", "mean delay", "faults")
    for place, head in enumerate(heads, start=1):
        left = head == "faults"
        table.add_column(
            head,
            justify="left" if left else "right",
            no_wrap=True,
            overflow="ellipsis",
            min_width=4 if left else max(len(head), *(len(row[place]) for row in rows)),
        )
    for name, *cells in rows:
        table.add_row(Text(name, style="bold"), *cells)
    lines = [f"{tally.games} of {goal} games" + (f" · {pace}" if pace else "")]
    lines.append(f"Elo of {names[0]} {tally.elo} · the stronger one with {100 * tally.superiority:.1f} %")
    if any(tally.pairs):
        counts = "  ".join(
            f"{points}: {count}" for points, count in zip(("0", "½", "1", "1½", "2"), tally.pairs, strict=True)
        )
        lines.append(f"normalised Elo {tally.normalized} · pairs by points  {counts}")
    if sprt is not None:
        lines.append(test_line(tally, sprt))
    if tally.ends:
        ends = ", ".join(f"{name.replace('_', ' ')}: {count}" for name, count in tally.ends.most_common())
        lines.append(f"White won {tally.white_wins}, Black {tally.black_wins} · {ends}")
    return Group(table, Text(), *(Text(line, overflow="fold") for line in lines))


def test_line(tally: Tally, sprt: Sprt) -> str:
    """``SPRT [0, 5]  LLR +1.23 of −2.94 to +2.94 · goes on``"""
    llr = sprt.llr(tally.sample)
    bounds = f"[{sprt.elo0:g}, {sprt.elo1:g}]{' normalised' if sprt.normalized else ''}"
    verdict = tally.verdict(sprt)
    said = {None: "not decided", "H0": f"H0 accepted: Elo {sprt.elo0:g}", "H1": f"H1 accepted: Elo {sprt.elo1:g}"}
    return f"SPRT {bounds}  LLR {llr:+.2f} between {sprt.lower:+.2f} and {sprt.upper:+.2f} · {said[verdict]}"


def delay(seconds: float | None) -> str:
    """By how much a limit of time was exceeded, negative where it never was; ``-`` where there was none."""
    if seconds is None:
        return "-"
    return f"{1000 * seconds:+.1f} ms" if abs(seconds) < 1 else f"{seconds:+.1f} s"


def faults(counts: dict[str, int]) -> str:
    return ", ".join(f"{name.replace('_', ' ')} {count}" for name, count in counts.items()) or "none"


def tournament(
    table: CrossTable, total: int, played: int, pace: str = "", *, solkoff: bool = False, width: int = 80
) -> RenderableType:
    """The table, the best first, and where `width` allows it wins, draws and losses of each row against each column."""
    heads = ["points", "games", *(["Solkoff"] if solkoff else []), "S-B", "Elo (95 %)"]
    facts = [
        [
            str(row.points),
            str(row.total.games),
            *([f"{row.solkoff:g}"] if solkoff else []),
            f"{row.sonneborn_berger:g}",
            str(row.elo),
        ]
        for row in table.rows
    ]
    against = [
        [
            "·" if other is row else str(row.against[other.index]) if other.index in row.against else ""
            for other in table.rows
        ]
        for row in table.rows
    ]
    faulty = any(row.faults for row in table.rows)
    longest = [max(len(line[column]) for line in facts) for column in range(len(heads))]
    needed = 26 + sum(2 + max(len(head), size) for head, size in zip(heads, longest, strict=True))
    cells = max(len(cell) for line in against for cell in line)
    crossed = needed + len(table.rows) * (2 + cells) + (20 if faulty else 0) <= width

    shown = Table(box=None, pad_edge=False, header_style="dim")
    shown.add_column("", justify="right", no_wrap=True)
    shown.add_column("", overflow="ellipsis", no_wrap=True)
    for head, size in zip(heads, longest, strict=True):
        shown.add_column(head, justify="right", no_wrap=True, min_width=max(len(head), size))
    for place in range(1, len(table.rows) + 1) if crossed else ():
        shown.add_column(str(place), justify="center", no_wrap=True, min_width=cells)
    if faulty:
        shown.add_column("faults", overflow="ellipsis", no_wrap=True)
    for row, own, others in zip(table.rows, facts, against, strict=True):
        shown.add_row(
            str(row.rank),
            Text(row.name, style="bold"),
            *own,
            *(others if crossed else ()),
            *([faults(row.faults)] if faulty else []),
        )
    return Group(shown, Text(), Text(f"{played} of {total} games" + (f" · {pace}" if pace else "")))
