"""Where the commands print, and the options that several of them share."""

from __future__ import annotations

from typing import Annotated

import typer
from rich.console import Console

from damier._core import WHITE, Board, Color, Outcome

out = Console(highlight=False)
errors = Console(stderr=True, highlight=False)

GameOption = Annotated[
    str, typer.Option("--game", "-g", help="Id, alias or PDN GameType of the game; see `damier games`.")
]
DrawsOption = Annotated[
    str | None, typer.Option("--draws", help="Profile of drawing rules; the game's first one by default.")
]


def side(color: Color) -> str:
    return "White" if color == WHITE else "Black"


def verdict(board: Board, outcome: Outcome) -> str:
    """``2-0 · White wins: Black has no move (FMJD 7.2)``"""
    winner = "Draw" if outcome.winner is None else f"{side(outcome.winner)} wins"
    clause = f" ({outcome.clause})" if outcome.clause and outcome.clause not in outcome.reason else ""
    return f"{board.result()} · {winner}: {outcome.reason}{clause}"
