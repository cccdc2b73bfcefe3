"""``damier eval``: what a position looks worth without any search, and what each piece adds to it."""

from __future__ import annotations

from itertools import zip_longest
from pathlib import Path
from typing import Annotated

import typer
from rich.table import Table

from damier import svg
from damier._core import BLACK, WHITE, Board, Color
from damier.cli.board import Picture
from damier.cli.console import GameOption, out, side

WeightsOption = Annotated[
    Path | None,
    typer.Option(
        "--weights", "-w", help="Evaluation to use, a file of `damier train`; else the engine's.", dir_okay=False
    ),
]


def evaluate(
    fen: Annotated[str | None, typer.Argument(help="The position; the start if absent.")] = None,
    game: GameOption = "international",
    weights: WeightsOption = None,
    flip: Annotated[bool, typer.Option("--flip", help="Black at the bottom.")] = False,
    picture: Annotated[
        Path | None, typer.Option("--svg", help="Write the heat map to this file as SVG.", dir_okay=False)
    ] = None,
) -> None:
    """Judge a position without searching: its value, and what each piece is worth to its side where it stands."""
    board = Board(fen, game=game)
    data = None if weights is None else weights.read_bytes()
    value = board.evaluate(weights=data)
    orientation = BLACK if flip else WHITE
    if picture is not None:
        picture.write_text(svg.evaluation(board, weights=data, orientation=orientation), encoding="utf-8")
    out.print(Picture(board, orientation=orientation))
    out.print(f"\n[bold]{value / 100:+.2f}[/] men for {side(board.turn)}, who is to move")
    if any(move.is_capture for move in board.legal_moves):
        out.print("a capture is pending: a value without search says little", style="yellow", soft_wrap=True)
    worth = board.contributions(weights=data)
    if not worth:
        return
    grid = Table(box=None, pad_edge=False, show_header=True, header_style="dim")
    for color in (WHITE, BLACK):
        grid.add_column(side(color), justify="right")
        grid.add_column("men")
    columns = [_column(board, worth, color) for color in (WHITE, BLACK)]
    for white, black in zip_longest(*columns, fillvalue=("", "")):
        grid.add_row(*white, *black)
    out.print(grid)


def _column(board: Board, worth: dict[int, int], color: Color) -> list[tuple[str, str]]:
    """The pieces of a side with their worth for it, the best first."""
    sign = 1 if color == WHITE else -1
    pieces = board.piece_map()
    own = [(share * sign, square) for square, share in worth.items() if pieces[square].color == color]
    return [
        (f"{'K' if pieces[square].king else ''}{board.game.square_name(square)}", f"{share / 100:+.2f}")
        for share, square in sorted(own, key=lambda pair: (-pair[0], pair[1]))
    ]
