"""Options that a match and a tournament share, and how both are watched."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any, Final

import typer
from rich.console import RenderableType
from rich.live import Live

from damier._core import Game
from damier.cli.console import out
from damier.match import Adjudication, Conditions, Control, Entrant, Openings, PlayedGame

SWITCH: Final = 0.0005
"""Seconds after which a thread that only counts or draws gives way to one whose clock is running."""

DEFAULT: Final = Control(time=0.1)
"""For entrants without a limit where nothing was said."""

TimeOption = Annotated[float | None, typer.Option("--time", "-t", help="Seconds for each move.")]
ClockOption = Annotated[
    str | None,
    typer.Option("--clock", help="A clock: 300 (seconds), 180+2 (added before each move), 75/1200 (for 75 moves)."),
]
NodesOption = Annotated[int | None, typer.Option("--nodes", help="Positions that a search may look at.")]
DepthOption = Annotated[int | None, typer.Option("--depth", help="Plies that a search may look ahead.")]
OpeningsOption = Annotated[
    str | None,
    typer.Option(
        "--openings",
        "-o",
        help="ballots, ballots:PLIES, random:PLIES, start, or a file: FEN lines or PDN. Ballots, if the game has some.",
    ),
]
PliesOption = Annotated[int, typer.Option("--plies", help="Plies of each game of a PDN file of openings; 0: all.")]
SeedOption = Annotated[int, typer.Option("--seed", help="Where chance begins: order of openings, random plies.")]
ConcurrencyOption = Annotated[
    int | None,
    typer.Option("--concurrency", "-j", help="Games at once; by default one for every two processors.", min=1),
]
ResignOption = Annotated[
    str | None,
    typer.Option("--resign", help="MEN[,MOVES]: lost when both see it so many men away for so many moves (4)."),
]
DrawOption = Annotated[
    str | None,
    typer.Option(
        "--draw", help="MEN[,MOVES[,FROM]]: drawn when both stay that near for MOVES (10) from move FROM (40)."
    ),
]
TablesOption = Annotated[bool, typer.Option("--tables", help="End a game as soon as the endgame tables know how.")]
MaxMovesOption = Annotated[int, typer.Option("--max-moves", help="A draw after so many moves by each side; 0: never.")]
MarginOption = Annotated[float, typer.Option("--margin", help="Seconds that a limit of time may be exceeded by.")]
PatienceOption = Annotated[
    float, typer.Option("--patience", help="Seconds without an answer after which a player counts as hung.")
]
JournalOption = Annotated[
    Path | None, typer.Option("--journal", help="Remember every game in this new file.", dir_okay=False)
]
ResumeOption = Annotated[
    Path | None, typer.Option("--resume", help="Go on with what this journal remembers.", dir_okay=False)
]
ReportOption = Annotated[
    Path | None, typer.Option("--report", help="Play nothing: show what this journal remembers.", dir_okay=False)
]
PdnOption = Annotated[Path | None, typer.Option("--pdn", help="Write all games to this file.", dir_okay=False)]
JsonOption = Annotated[bool, typer.Option("--json", help="One JSON object a line, for machines.")]


def control(time: float | None, clock: str | None, nodes: int | None, depth: int | None) -> Control:
    """What the options say, all together; a tenth of a second for each move where they say nothing."""
    said = Control(time=time, nodes=nodes, depth=depth)
    if clock is not None:
        own = Control.from_text(clock)
        said = replace(said, clock=own.clock, increment=own.increment, moves=own.moves)
    return said or DEFAULT


def entrants(texts: list[str], common: Control) -> list[Entrant]:
    """Entrants by their words; of equal ones without a name of their own the later are numbered."""
    named: list[Entrant] = []
    for text in texts:
        entrant = Entrant.from_text(text).with_control(common)
        taken = {other.name for other in named}
        name, number = entrant.name, 2
        while entrant.name == entrant.engine and name in taken:
            name, number = f"{entrant.name}#{number}", number + 1
        named.append(replace(entrant, name=name))
    return named


def conditions(
    game: str,
    draws: str | None,
    resign: str | None,
    draw: str | None,
    max_moves: int,
    tables: bool,
    margin: float,
    patience: float,
) -> Conditions:
    rules: dict[str, Any] = {"max_moves": max_moves or None, "tables": tables}
    if resign is not None:
        men, moves = _numbers("resign", resign, 2)
        rules |= {"resign_score": _hundredths("resign", men)} | _given(resign_moves=moves)
    if draw is not None:
        men, moves, first = _numbers("draw", draw, 3)
        rules |= {"draw_score": _hundredths("draw", men)} | _given(draw_moves=moves, draw_from=first)
    return Conditions(Game(game).id, draws, Adjudication(**rules), margin, patience)


def _numbers(name: str, text: str, most: int) -> list[str | None]:
    parts = [part.strip() for part in text.split(",")]
    if len(parts) > most or not all(parts):
        raise ValueError(f"--{name} takes 1 to {most} numbers with commas between them, not {text!r}")
    return [*parts, *[None] * (most - len(parts))]


def _hundredths(name: str, text: str | None) -> int:
    try:
        men = float(text or "")
    except ValueError:
        raise ValueError(f"--{name}: not a number of men: {text!r}") from None
    if not 0 <= men <= 1000:
        raise ValueError(f"--{name}: 0 to 1000 men, not {text}")
    return round(100 * men)


def _given(**values: str | None) -> dict[str, int]:
    numbers = {}
    for name, text in values.items():
        if text is not None:
            if not text.isdecimal() or len(text) > 9:
                raise ValueError(f"{name.replace('_', ' ')} must be a whole number, not {text!r}")
            numbers[name] = int(text)
    return numbers


def openings(source: str | None, conditions: Conditions, seed: int, plies: int) -> Openings:
    return Openings(source, conditions.game, seed, plies)


# ---------------------------------------------------------------------------------------------------------------
# Watching


class Stage:
    """Where a contest is shown: a table that changes in a terminal, a line for each game elsewhere, or JSON."""

    def __init__(self, picture: Callable[[], RenderableType], *, machine: bool) -> None:
        self.picture = picture
        self.machine = machine
        self._live: Live | None = None

    def game(self, line: str, told: Callable[[], dict[str, Any]]) -> None:
        """A game has ended: its line for people, its facts for machines."""
        if self.machine:
            say(told())
        elif self._live is not None:
            self._live.update(self.picture())
        else:
            out.print(line, markup=False, soft_wrap=True)

    @contextmanager
    def open(self) -> Iterator[None]:
        interval = sys.getswitchinterval()
        sys.setswitchinterval(SWITCH)
        try:
            if self.machine or not out.is_terminal:
                yield
                return
            with Live(self.picture(), console=out, refresh_per_second=2, transient=True) as self._live:
                yield
        finally:
            self._live = None
            sys.setswitchinterval(interval)


def say(told: dict[str, Any]) -> None:
    """One line for machines, at once."""
    typer.echo(json.dumps(told, separators=(",", ":")))
    with suppress(OSError, ValueError):
        sys.stdout.flush()


def game_json(game: PlayedGame, names: list[str]) -> dict[str, Any]:
    return {
        "type": "game",
        "number": game.number,
        "white": names[game.white],
        "black": names[game.black],
        "result": game.result,
        "winner": None if game.end.winner is None else str(game.end.winner),
        "reason": game.end.reason.value,
        "rule": game.end.rule,
        "text": game.end.text,
        "plies": len(game.moves),
        "seconds": round(game.seconds, 3),
    }
