"""``damier tables``: endgame tables built, checked, counted and asked."""

from __future__ import annotations

import os
from pathlib import Path
from threading import Event, Thread
from typing import Annotated, Any, Final

import typer
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table as Grid

from damier import tables
from damier._core import Board, Game, TableBuild, games
from damier.cli.console import GameOption, errors, out, side

REFRESH_S: Final = 0.2
MOST_PROBLEMS: Final = 8
"""Files that cannot be used, told one by one."""

app = typer.Typer(help="Endgame tables: build, verify, stats, probe, list.", no_args_is_help=True)

FolderOption = Annotated[
    Path | None,
    typer.Option("--folder", help="Folder with the tables; by default those of the package and of the user."),
]


@app.command()
def build(
    game: Annotated[str, typer.Argument(help="Id or alias of the game; see `damier games`.")],
    pieces: Annotated[int, typer.Argument(help="Up to so many pieces, both sides together.", min=2, max=8)],
    folder: Annotated[
        Path | None, typer.Option("--folder", help="Where to; the user's data folder by default.")
    ] = None,
    threads: Annotated[
        int | None, typer.Option("--threads", "-t", help="Threads; all processors by default.", min=1, max=256)
    ] = None,
    distances: Annotated[
        bool, typer.Option("--dtw/--no-dtw", help="Plies to the end; without them tables are far smaller.")
    ] = True,
    conversions: Annotated[
        bool, typer.Option("--dtc/--no-dtc", help="Plies to the next capture or man's move.")
    ] = False,
    level: Annotated[int, typer.Option("--level", help="Of compression.", min=1, max=22)] = 7,
    memory: Annotated[
        int | None, typer.Option("--memory", help="Megabytes that may be used; what is free by default.", min=1)
    ] = None,
    only: Annotated[
        list[str] | None,
        typer.Option(
            "--only", help="A table, as in KKvMM: it and those that it needs; may be given again.", metavar="TABLE"
        ),
    ] = None,
) -> None:
    """Build the tables of a game. What is there stays: a build that was stopped or killed goes on where it was."""
    to = tables.folder(game) if folder is None else folder
    work = TableBuild(
        game,
        to,
        pieces=pieces,
        dtw=distances,
        dtc=conversions,
        threads=threads or os.cpu_count() or 1,
        level=level,
        memory_mb=memory,
        only=only or [],
    )
    columns = (
        TextColumn("{task.description:>9}"),
        BarColumn(),
        TextColumn("{task.completed:,} of {task.total:,} positions"),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=errors, transient=True, disable=not errors.is_terminal) as progress:
        bar = progress.add_task("", total=0)
        over = Event()

        def hear(what: str, first: Any, *rest: object) -> None:
            if what == "begins":
                progress.update(bar, total=first)
            elif what == "table":
                progress.update(bar, description=first)

        def watch() -> None:
            while not over.wait(REFRESH_S):
                progress.update(bar, completed=work.positions)

        watcher = Thread(target=watch, name="damier-tables", daemon=True)
        watcher.start()
        try:
            work.run(hear)
        finally:
            over.set()
            watcher.join()
    which = ", ".join(only) if only else f"up to {pieces} pieces"
    out.print(f"tables of {Game(game).id} {which} are in {to}", soft_wrap=True)


def _known(game: str, folder: Path | None) -> tables.Tables:
    """The tables that can be used; why others cannot is said."""
    known = tables.open(folder, strict=False)
    problems = known.problems(game)
    if len(problems) > MOST_PROBLEMS:
        problems[MOST_PROBLEMS - 1 :] = [f"{len(problems) - MOST_PROBLEMS + 1} more files cannot be used"]
    for problem in problems:
        errors.print(f"damier: {problem}", style="red", markup=False, highlight=False, soft_wrap=True)
    return known


@app.command()
def verify(
    game: Annotated[str, typer.Argument(help="Id or alias of the game.")] = "international",
    folder: FolderOption = None,
    step: Annotated[
        int | None,
        typer.Option("--positions", help="Compare every so many positions with their best moves, too.", min=1),
    ] = None,
) -> None:
    """Read every file to its end and compare its checksums; on demand, compare positions with their best moves."""
    known = _known(game, folder)
    files = 0

    def count(name: str) -> None:
        nonlocal files
        files += 1

    known.verify(game, count)
    compared = 0
    if step is not None:
        own = known.of(game)
        for table in known.tables(game):
            compared += own.check(table.name, step)
    more = f", {compared:,} positions have the value of their best move" if step is not None else ""
    out.print(f"{files} files of {Game(game).id} are whole{more}", soft_wrap=True)
    if known.problems(game):
        raise typer.Exit(2)


@app.command()
def stats(
    game: Annotated[str, typer.Argument(help="Id or alias of the game.")] = "international",
    folder: FolderOption = None,
    pieces: Annotated[int | None, typer.Option("--pieces", "-p", help="Tables of so many pieces only.")] = None,
) -> None:
    """What is in the tables: wins, draws and losses of the side to move, and the longest win and loss in plies."""
    grid = Grid(box=None, pad_edge=False)
    grid.add_column("table")
    for column in ("positions", "wins", "draws", "losses", "longest win", "longest loss", "bytes"):
        grid.add_column(column, justify="right")
    known = _known(game, folder)
    found = [table for table in known.tables(game) if pieces is None or table.pieces == pieces]
    for table in found:
        numbers = (table.positions, table.wins, table.draws, table.losses, table.longest_win, table.longest_loss)
        grid.add_row(table.name, *(f"{number:,}" for number in (*numbers, sum(table.bytes.values()))))
    if found:
        out.print(grid)
        out.print(f"{sum(table.positions for table in found):,} positions in {len(found)} tables")
    else:
        out.print(f"there are no such tables of {Game(game).id}")
    if known.problems(game):
        raise typer.Exit(2)


@app.command()
def probe(
    fen: Annotated[str, typer.Argument(help="The position, as a FEN.")],
    game: GameOption = "international",
    folder: FolderOption = None,
) -> None:
    """What a position is worth, and every move from it."""
    board = Board(fen, game=game)
    known = _known(game, folder)
    value = known.probe_wdl(board)
    moves = known.best_moves(board)
    plies = moves[0].plies if moves else 0
    out.print(f"{side(board.turn)} {tables.words(value, plies)}")
    for found in moves:
        out.print(f"  {board.pdn(found.move):<12} {found}", markup=False)


@app.command("list")
def list_(folder: FolderOption = None) -> None:
    """Which games have tables, up to how many pieces, and where."""
    known = tables.open(folder, strict=False)
    grid = Grid(box=None, pad_edge=False)
    for column in ("game", "pieces", "tables", "bytes", "folder"):
        grid.add_column(column, justify="left" if column in ("game", "folder") else "right")
    for game in games():
        found = known.tables(game)
        if found:
            size = sum(sum(table.bytes.values()) for table in found)
            places = sorted({str(table.path) for table in found})
            grid.add_row(game.id, str(found[-1].pieces), str(len(found)), f"{size:,}", "\n".join(places))
    out.print(grid)
