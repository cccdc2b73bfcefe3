"""``damier perft``: how many sequences of legal moves there are."""

from __future__ import annotations

from time import perf_counter
from typing import Annotated

import typer
from rich.markup import escape
from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn
from rich.table import Table

from damier._core import Board
from damier.cli.console import GameOption, errors, out


def perft(
    depth: Annotated[int, typer.Argument(help="Depth in plies.", min=1, max=255)] = 8,
    game: GameOption = "international",
    fen: Annotated[str | None, typer.Option("--fen", "-f", help="Position to count from; the start if absent.")] = None,
    ordered: Annotated[
        bool, typer.Option("--ordered", help="Count captures apart that take the same pieces in another order.")
    ] = False,
    threads: Annotated[int, typer.Option("--threads", "-t", help="Threads to count with.", min=1, max=256)] = 1,
    divide: Annotated[bool, typer.Option("--divide", help="Show the count below every first move.")] = False,
) -> None:
    """Count the sequences of legal moves, depth by depth, and say how fast."""
    board = Board(fen, game=game)
    out.print(f"[bold]{board.game.name}[/] · {escape(board.fen())}", soft_wrap=True)
    if divide:
        _divide(board, depth, threads=threads, ordered=ordered)
    else:
        _by_depth(board, depth, threads=threads, ordered=ordered)


def _by_depth(board: Board, depth: int, *, threads: int, ordered: bool) -> None:
    out.print(f"[dim]{'depth':>5}  {'nodes':>20}  {'seconds':>9}  {'M nodes/s':>9}[/]")
    for plies in range(1, depth + 1):
        count, seconds = _timed(board, plies, threads=threads, ordered=ordered, what=f"depth {plies}")
        out.print(f"{plies:>5}  {count:>20,}  {seconds:>9.3f}  {_speed(count, seconds):>9}")


def _divide(board: Board, depth: int, *, threads: int, ordered: bool) -> None:
    table = Table(box=None, pad_edge=False)
    table.add_column("move")
    table.add_column("nodes", justify="right")
    total, seconds = 0, 0.0
    for move in board.legal_moves:
        after = board.copy(stack=False)
        after.push(move)
        text = board.pdn(move)
        count, took = (1, 0.0) if depth == 1 else _timed(after, depth - 1, threads=threads, ordered=ordered, what=text)
        total, seconds = total + count, seconds + took
        table.add_row(text, f"{count:,}")
    out.print(table)
    out.print(f"[bold]{total:,}[/] nodes in {seconds:.3f} s, {_speed(total, seconds)} M nodes/s")


def _timed(board: Board, depth: int, *, threads: int, ordered: bool, what: str) -> tuple[int, float]:
    columns = (SpinnerColumn(), TextColumn(what), TimeElapsedColumn())
    with Progress(*columns, console=errors, transient=True, disable=not errors.is_terminal) as progress:
        progress.add_task(what, total=None)
        start = perf_counter()
        count = board.perft(depth, threads=threads, ordered=ordered)
        return count, perf_counter() - start


def _speed(count: int, seconds: float) -> str:
    return f"{count / seconds / 1e6:,.1f}" if seconds > 0.0005 else "-"
