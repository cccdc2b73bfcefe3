"""``damier show``: a position, what is wrong with it, and what may be played."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.columns import Columns

from damier import svg
from damier._core import BLACK, WHITE, Board
from damier.cli.board import Picture
from damier.cli.console import DrawsOption, GameOption, out, side, verdict


def show(
    fen: Annotated[str | None, typer.Argument(help="The position; the start if absent.")] = None,
    game: GameOption = "international",
    draws: DrawsOption = None,
    flip: Annotated[bool, typer.Option("--flip", help="Black at the bottom.")] = False,
    picture: Annotated[
        Path | None, typer.Option("--svg", help="Write the board to this file as SVG.", dir_okay=False)
    ] = None,
    style: Annotated[str, typer.Option("--style", help="Pieces in the SVG: disc or diagram.")] = "disc",
) -> None:
    """Show a position, its faults if it has any, and its legal moves."""
    board = Board(fen, game=game, draws=draws, strict=False)
    orientation = BLACK if flip else WHITE
    if picture is not None:
        picture.write_text(svg.board(board, orientation=orientation, style=style), encoding="utf-8")
    out.print(Picture(board, orientation=orientation))
    out.print(f"\n[bold]{board.game.name}[/] · {side(board.turn)} to move")
    out.print(board.fen(), style="dim", markup=False, soft_wrap=True)
    faults = board.status()
    for fault in faults:
        out.print(f"[red]![/] {fault}", soft_wrap=True)
    if faults:
        return
    outcome = board.outcome(claim_draw=False)
    if outcome is not None:
        out.print(verdict(board, outcome), style="bold", soft_wrap=True)
        return
    moves = [board.pdn(move) for move in board.legal_moves]
    out.print(f"{len(moves)} legal {'move' if len(moves) == 1 else 'moves'}:")
    out.print(Columns(moves, padding=(0, 2)))
