"""``damier selfplay`` and ``damier train``: games against itself, and an evaluation that learns from them."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from damier import tables as endings
from damier import train as training
from damier._core import Game
from damier.cli.console import errors, out
from damier.cli.contest import PliesOption
from damier.match.openings import Openings
from damier.train import picture as pictures

app = typer.Typer(help="Learn an evaluation: stats, shuffle, fit.", no_args_is_help=True)

GameArgument = Annotated[str, typer.Argument(help="Id or alias of the game; see `damier games`.")]
FilesArgument = Annotated[
    list[Path], typer.Argument(help="Files of `damier selfplay`, or one of `damier train shuffle`.")
]
ThreadsOption = Annotated[
    int | None, typer.Option("--threads", "-t", help="Threads; all processors by default.", min=1, max=256)
]


def selfplay(
    game: GameArgument,
    path: Annotated[Path, typer.Argument(help="File that the games are added to.")],
    games: Annotated[int, typer.Option("--games", "-n", help="As many as the file shall have.", min=1)] = 10_000,
    nodes: Annotated[int, typer.Option("--nodes", help="Of the search for a move.", min=1)] = 700,
    seed: Annotated[int, typer.Option("--seed", help="Where chance begins.", min=0)] = 0,
    threads: ThreadsOption = None,
    weights: Annotated[
        Path | None, typer.Option("--weights", "-w", help="Evaluation to play with, else the engine's.", dir_okay=False)
    ] = None,
    tables: Annotated[
        bool, typer.Option("--tables/--no-tables", help="End games that the endgame tables there are know the end of.")
    ] = False,
    openings: Annotated[
        str | None,
        typer.Option("--openings", "-o", help="Begin from ballots, ballots:PLIES, or a file: FEN lines or PDN."),
    ] = None,
    plies: PliesOption = 6,
) -> None:
    """Let the engine play against itself and keep the quiet positions. A run that was broken off goes on."""
    data = None if weights is None else weights.read_bytes()
    begin = [] if openings is None else Openings(openings, game, plies=plies).boards()
    columns = (
        BarColumn(),
        TextColumn("{task.completed:,} of {task.total:,} games, {task.fields[positions]:,} positions"),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=errors, transient=True, disable=not errors.is_terminal) as progress:
        bar = progress.add_task("", total=games, positions=0)

        def hear(count: int, positions: int) -> None:
            progress.update(bar, completed=count, positions=positions)

        count, positions = training.selfplay(
            game,
            path,
            games=games,
            nodes=nodes,
            seed=seed,
            threads=threads,
            weights=data,
            tables=endings.open() if tables else None,
            openings=begin,
            report=hear,
        )
    out.print(f"{count:,} games of {Game(game).id} with {positions:,} quiet positions are in {path}", soft_wrap=True)


@app.command()
def stats(
    game: GameArgument,
    files: FilesArgument,
    svg: Annotated[Path | None, typer.Option("--svg", help="Draw a histogram into this file.", dir_okay=False)] = None,
    what: Annotated[str, typer.Option("--what", help="Of what: scores, pieces or plies.")] = "scores",
) -> None:
    """Count what there is to learn from: positions, results, scores and pieces."""
    cases = training.read(game, files)
    if svg is not None:
        svg.write_text(pictures.histogram(cases, what), encoding="utf-8")
    out.print(
        f"[bold]{cases.positions:,}[/] positions of {cases.games:,} games of {cases.game.name}; left out: "
        f"{cases.repeated:,} that were there already, {cases.known:,} that tables know",
        soft_wrap=True,
    )
    counts = cases.histograms()
    results = counts["results"]
    shares = {name: 100 * results.get(key, 0) / max(cases.positions, 1) for key, name in _RESULTS}
    out.print(", ".join(f"{name} {share:.1f} %" for name, share in shares.items()))
    grid = Table(box=None, pad_edge=False, header_style="dim")
    grid.add_column("pieces", justify="right")
    grid.add_column("positions", justify="right")
    for pieces, count in counts["pieces"].items():
        grid.add_row(str(pieces), f"{count:,}")
    out.print(grid)


_RESULTS = ((1, "White won"), (0, "drawn"), (-1, "Black won"))


@app.command()
def shuffle(
    game: GameArgument,
    files: Annotated[list[Path], typer.Argument(help="Files of `damier selfplay`.")],
    to: Annotated[Path, typer.Option("--out", "-o", help="File for the positions.", dir_okay=False)],
    memory: Annotated[int, typer.Option("--memory", "-m", help="Megabytes that may be used.", min=1)] = 1024,
    seed: Annotated[int, typer.Option("--seed", help="Where chance begins.", min=0)] = 0,
) -> None:
    """Put positions into an order of chance, each once: more than memory holds, too. `damier train fit` then learns
    from the disk."""
    columns = (BarColumn(), TextColumn("{task.percentage:>3.0f} %"), TimeRemainingColumn())
    with Progress(*columns, console=errors, transient=True, disable=not errors.is_terminal) as progress:
        bar = progress.add_task("", total=1.0)
        training.shuffle(
            game, files, to, memory=memory, seed=seed, report=lambda share: progress.update(bar, completed=share)
        )
    cases = training.read(game, [to])
    out.print(
        f"{cases.positions:,} positions of {cases.games:,} games of {cases.game.id} are in {to}; left out: "
        f"{cases.repeated:,} that were there already, {cases.known:,} that tables know",
        soft_wrap=True,
    )


@app.command()
def fit(
    game: GameArgument,
    files: FilesArgument,
    to: Annotated[Path, typer.Option("--out", "-o", help="File for what was learned.", dir_okay=False)],
    recipe: Annotated[
        Path | None, typer.Option("--recipe", help="Recipe, a TOML file; else that of the game.", dir_okay=False)
    ] = None,
    changes: Annotated[
        list[str] | None, typer.Option("--set", help="KEY=VALUE in place of what the recipe says.")
    ] = None,
    threads: ThreadsOption = None,
    svg: Annotated[Path | None, typer.Option("--svg", help="Draw the curves into this file.", dir_okay=False)] = None,
) -> None:
    """Learn an evaluation from games. `damier match a=damier:weights=FILE b=damier --sprt 0,10` decides whether it is
    better than the engine's own."""
    made = training.recipe(game, recipe, **dict(map(_change, changes or [])))
    cases = training.read(game, files)
    columns = (BarColumn(), TextColumn("{task.percentage:>3.0f} %"), TimeRemainingColumn())
    with Progress(*columns, console=errors, transient=True, disable=not errors.is_terminal) as progress:
        bar = progress.add_task("", total=1.0)

        def hear(done: float, epoch: training.Epoch | None) -> None:
            progress.update(bar, completed=done)
            if epoch is not None:
                out.print(
                    f"epoch {epoch.number}: learned from {epoch.training:.5f}, kept back {epoch.validation:.5f}",
                    highlight=False,
                )

        learned = training.fit(cases, made, threads=threads, report=hear)
    to.write_bytes(learned.data)
    if svg is not None:
        svg.write_text(learned.picture(), encoding="utf-8")
    rounding = "" if learned.rounding is None else f", rounding {learned.rounding[0]:.1f} hundredths"
    out.print(
        f"{to}: {len(learned.data):,} bytes from {cases.positions:,} positions, validation {learned.validation:.5f}, "
        f"scale {learned.scale:.0f}{rounding}",
        soft_wrap=True,
        highlight=False,
    )


def _change(text: str) -> tuple[str, str | int | float]:
    key, separator, value = text.partition("=")
    if not separator:
        raise ValueError(f"{text!r}: write KEY=VALUE")
    for kind in (int, float):
        try:
            return key.strip(), kind(value)
        except ValueError:
            continue
    return key.strip(), value.strip()
