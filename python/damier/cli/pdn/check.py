"""``damier pdn check``: what is in files, and what is wrong with them."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.table import Table
from rich.text import Text

from damier.cli.console import errors, out
from damier.cli.pdn.files import EncodingOption, FilesArgument, GameOption, progress
from damier.pdn import Departure, Problem, departures, scan


@dataclass
class Report:
    """What was found in a file."""

    path: Path
    games: int = 0
    plies: int = 0
    kinds: Counter[str] = field(default_factory=Counter)
    problems: list[Problem] = field(default_factory=list)
    departures: list[Departure] = field(default_factory=list)
    failure: str = ""

    @property
    def faults(self) -> int:
        return sum(problem.is_fault for problem in self.problems)

    def plain(self) -> dict[str, Any]:
        return {
            "file": str(self.path),
            "games": self.games,
            "plies": self.plies,
            "draughts": dict(self.kinds),
            "failure": self.failure or None,
            "problems": [
                {
                    "kind": problem.kind,
                    "fault": problem.is_fault,
                    "game": problem.game,
                    "line": problem.line,
                    "ply": problem.ply,
                    "text": problem.text,
                    "reason": problem.reason,
                }
                for problem in self.problems
            ],
            "departures": [found._asdict() for found in self.departures],
        }


def check(
    files: FilesArgument,
    strict: Annotated[bool, typer.Option("--strict", help="Also say what PDN 3.0 does not allow.")] = False,
    most: Annotated[int, typer.Option("--most", help="Problems to list of each file.", min=0)] = 20,
    threads: Annotated[
        int | None, typer.Option("--threads", "-t", help="Threads to play with.", min=1, max=256)
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="All of it as JSON.")] = False,
    game: GameOption = None,
    encoding: EncodingOption = None,
) -> None:
    """Play all games through by the rules, and list what cannot be played. Exits with 1 where something cannot."""
    reports = [_report(path, strict, threads, game, encoding) for path in files]
    if as_json:
        out.print(json.dumps([report.plain() for report in reports], ensure_ascii=False, indent=1), soft_wrap=True)
    else:
        for report in reports:
            _tell(report, most)
        out.print(_table(reports))
    if any(report.faults or report.failure for report in reports):
        raise typer.Exit(1)


def _report(path: Path, strict: bool, threads: int | None, game: str | None, encoding: str | None) -> Report:
    report = Report(path)
    try:
        with progress(path.name, [path]) as (bar, task):
            for found in scan(path, game=game, encoding=encoding, threads=threads):
                report.games += 1
                report.plies += found.ply_count
                report.kinds[found.game.id] += 1
                report.problems.extend(found.errors)
                if report.games % 1000 == 0:
                    bar.update(task, completed=found.offset)  # type: ignore[arg-type]
        if strict:
            with open(path, "rb") as handle:
                report.departures = list(departures(handle, encoding=encoding))
        if not report.games:
            report.failure = "there is no game in it" if path.stat().st_size else "the file is empty"
    except (OSError, ValueError) as error:
        report.failure = str(error)
    return report


def _tell(report: Report, most: int) -> None:
    name = str(report.path)
    if report.failure:
        errors.print(f"{name}: {report.failure}", style="red", markup=False, soft_wrap=True)
    for problem in report.problems[:most]:
        style = "red" if problem.is_fault else "yellow"
        out.print(Text(f"{name}:{problem.line}: {problem}", style=style), soft_wrap=True)
    if len(report.problems) > most:
        out.print(f"[dim]… and {len(report.problems) - most} more in {name}[/]")
    for found in report.departures[:most]:
        style = "dim" if found.is_forgiven else "yellow"
        out.print(Text(f"{name}: game {found.game}, byte {found.offset}: {found.reason}", style=style), soft_wrap=True)
    if len(report.departures) > most:
        out.print(f"[dim]… and {len(report.departures) - most} more departures from PDN 3.0 in {name}[/]")


def _table(reports: list[Report]) -> Table:
    table = Table(box=None, pad_edge=False, header_style="dim")
    table.add_column("file", overflow="fold")
    for column in ("games", "plies", "faults", "remarks"):
        table.add_column(column, justify="right")
    table.add_column("draughts")
    for report in reports:
        remarks = len(report.problems) - report.faults
        table.add_row(
            Text(report.path.name),
            f"{report.games:,}",
            f"{report.plies:,}",
            Text(f"{report.faults:,}", style="red" if report.faults else "green"),
            f"{remarks:,}",
            ", ".join(f"{id} {count:,}" for id, count in report.kinds.most_common()),
        )
    return table
