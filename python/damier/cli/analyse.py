"""``damier analyse``: games and positions judged by an engine, written as annotated PDN."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any, Final, TextIO

import typer
from rich.markup import escape
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from damier._core import BLACK, WHITE, Board, Color
from damier.cli.console import DrawsOption, errors, side
from damier.cli.destination import destination
from damier.engine import Engine, Info, Limit, open_engine
from damier.pdn import FileExporter, Game, read_games
from damier.review import Review, annotate, chances, picture, review
from damier.review.annotate import set_score

USUAL: Final = Limit(time=0.5)

GameOption = Annotated[
    str | None, typer.Option("--game", "-g", help="The draughts game, where the file or the position does not say.")
]


def analyse(
    source: Annotated[str, typer.Argument(help="A PDN file, - for standard input, or a position (FEN).")],
    engine: Annotated[
        str, typer.Option("--engine", "-e", help="damier, damier:hash_mb=256,threads=2, hub:COMMAND …")
    ] = "damier",
    time: Annotated[float | None, typer.Option("--time", "-t", help="Seconds for each position.")] = None,
    nodes: Annotated[int | None, typer.Option("--nodes", help="Positions that each search may look at.")] = None,
    depth: Annotated[int | None, typer.Option("--depth", help="Plies that each search may look ahead.")] = None,
    output: Annotated[
        Path | None, typer.Option("--output", "-o", help="Write the PDN here; may be the file itself.", dir_okay=False)
    ] = None,
    graph: Annotated[
        Path | None,
        typer.Option("--graph", help="Draw each game into an SVG file; the second one gets -2 in its name …"),
    ] = None,
    number: Annotated[
        int | None, typer.Option("--number", "-n", help="Only this game of the file, counted from 1.", min=1)
    ] = None,
    plies: Annotated[int, typer.Option("--plies", help="How long better lines are shown.", min=1, max=100)] = 10,
    lines: Annotated[int, typer.Option("--lines", "-l", help="Lines to show for a position.", min=1, max=50)] = 3,
    game: GameOption = None,
    draws: DrawsOption = None,
    encoding: Annotated[str | None, typer.Option("--encoding", help="Of the file, if it is not recognized.")] = None,
) -> None:
    """Judge every move of a game, or a position, and write what comes of it as PDN.

    After each move its evaluation; bad moves marked with the better line beside them; how accurate each side was.
    Comments and variations that are there already stay.
    """
    limit = Limit(depth=depth, nodes=nodes, time=time)
    limit = limit or USUAL
    path = Path(source)
    is_position = source != "-" and not path.exists() and _looks_like_fen(source)
    if not is_position and source != "-" and not path.is_file():
        raise ValueError(f"no such file, and not a position: {source[:80]}")
    with open_engine(engine) as player, destination(output) as out:
        if is_position:
            board = Board(None if source == "start" else source, game=game or "international", draws=draws)
            out.write(f"{_position(board, player, limit, lines, plies)}\n")
            return
        with _games(source, game, encoding) as games:
            done = _review_all(games, player, limit, number, plies, graph, out)
        if not done:
            raise ValueError(f"there is no game {number} in {source}" if number else f"there is no game in {source}")


def _looks_like_fen(text: str) -> bool:
    return text == "start" or (text[:1] in "WB?" and text[1:2] == ":")


# ---------------------------------------------------------------------------------------------------------------
# Games


def _review_all(
    games: Iterator[Game],
    engine: Engine,
    limit: Limit,
    number: int | None,
    plies: int,
    graph: Path | None,
    out: TextIO,
) -> int:
    """Judges and writes game after game; how many there were."""
    done = 0
    exporter = FileExporter(out)
    with _progress() as bar:
        for index, game in enumerate(games, start=1):
            if number is not None and index != number:
                continue
            for problem in game.errors:
                bar.console.print(f"{problem}", style="yellow", markup=False, soft_wrap=True)
            found = _review(game, engine, limit, bar, f"game {index}")
            annotate(game, found, plies=plies)
            done += 1
            game.accept(exporter)
            out.flush()
            bar.console.print(_table(game, found, index))
            if graph is not None and found.moves:
                names = {str(color): _name(game, color) or side(color) for color in (WHITE, BLACK)}
                _named(graph, done).write_text(picture(found, **names), encoding="utf-8")
            if index == number:
                break
    return done


def _review(game: Game, engine: Engine, limit: Limit, bar: Progress, name: str) -> Review:
    task = bar.add_task(name, total=None)

    def progress(done: int, total: int) -> None:
        bar.update(task, completed=done, total=total)

    try:
        return review(game, engine, limit, progress=progress)
    finally:
        bar.remove_task(task)


def _table(game: Game, found: Review, index: int) -> Table:
    """What a review comes to, side by side."""
    table = Table(title=f"game {index}", title_justify="left", title_style="bold")
    for title in ("", "accuracy", "?!", "?", "??", "points given away"):
        table.add_column(title, justify="left" if not title else "right")
    for color in (WHITE, BLACK):
        value = found.accuracy(color)
        name = _name(game, color)
        table.add_row(
            f"{side(color)} ({escape(name)})" if name else side(color),
            "–" if value is None else f"{value:.1f} %",
            *(str(found.count(color, mark)) for mark in ("?!", "?", "??")),
            f"{found.cost(color):.2f}",
        )
    return table


def _name(game: Game, color: Color) -> str:
    """The player's, empty where it is not known."""
    name = game.headers.get(side(color), "")
    return "" if name.strip(" ?") == "" else name


def _named(path: Path, number: int) -> Path:
    """The same name for the first picture, the next ones numbered."""
    return path if number == 1 else path.with_name(f"{path.stem}-{number}{path.suffix}")


# ---------------------------------------------------------------------------------------------------------------
# Positions


def _position(board: Board, engine: Engine, limit: Limit, lines: int, plies: int) -> Game:
    """A record that begins with the position: the best line, and the others as variations."""
    found = engine.analyse(board, limit, multipv=lines)
    record = Game(game=board.game)
    if board.fen() != board.game.start_fen:
        record.set_up(board)
    record.headers["Event"] = "Analysis"
    for info in found:
        first = record.add_variation(info.move)
        set_score(first, info.score)
        if plies > 1 and len(info.pv) > 1:
            first.add_line(info.pv[1:plies])
    errors.print(_lines_table(board, found, plies))
    return record


def _lines_table(board: Board, found: list[Info], plies: int) -> Table:
    table = Table()
    for title in ("move", "score", "win·draw·loss %", "depth", "nodes"):
        table.add_column(title, justify="left" if title == "move" else "right", no_wrap=True)
    table.add_column("line")
    for info in found:
        wdl = chances(info.score, board.game)
        table.add_row(
            board.pdn(info.move),
            str(info.score),
            "·".join(f"{100 * part:.0f}" for part in (wdl.win, wdl.draw, wdl.loss)),
            str(info.depth),
            f"{info.nodes:,}",
            _text(board, info, plies),
        )
    return table


def _text(board: Board, info: Info, plies: int) -> str:
    texts, board = [], board.copy()
    for move in info.pv[:plies]:
        texts.append(board.pdn(move))
        board.push(move)
    return " ".join(texts)


# ---------------------------------------------------------------------------------------------------------------
# Files


@contextmanager
def _games(source: str, game: str | None, encoding: str | None) -> Iterator[Iterator[Game]]:
    if source == "-":
        yield read_games(sys.stdin.buffer, game=game, encoding=encoding)
        return
    with Path(source).open("rb") as handle:
        yield read_games(handle, game=game, encoding=encoding)


def _progress() -> Progress:
    columns: tuple[Any, ...] = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("positions"),
        TimeRemainingColumn(),
    )
    return Progress(*columns, console=errors, transient=True)
