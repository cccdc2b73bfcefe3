"""Positions that are set up by hand: whatever stands there is shown, and told what is wrong with it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

import damier
from damier.saying import said, say
from damier.web.messages import MessageError
from damier.web.picture import clock_picture, game_picture, squares_picture
from damier.web.sitting import COLORS

COUNTERS: Final = re.compile(r":H(\d+):F(\d+)(?::\+(\d+)\+(\d+))?$", re.ASCII)
"""How a FEN ends that has them; king moves are Black's, then White's, each with the king's square after it."""


@dataclass(frozen=True, slots=True)
class SetUp:
    """Pieces on a board, or a FEN to take them from; `mirrored` swaps the colours and turns the board.

    `quiet`: plies since the last capture or man's move; `number`: of the coming move; `king_moves`: in a row, of White
    and of Black. `None`: what the FEN says.
    """

    game: str
    pieces: Mapping[str, Any] | None = None
    turn: str = "white"
    fen: str | None = None
    mirrored: bool = False
    quiet: int | None = None
    number: int | None = None
    king_moves: tuple[int, int] | None = None


def setup_picture(wish: SetUp) -> tuple[dict[str, Any], damier.Board]:
    """The position, its FEN, and in words what is wrong with it; and its board.

    Raises `MessageError` for what is no position.
    """
    board = _board(wish)
    if wish.mirrored:
        board = board.mirror()
    board, counters = _count(board, wish)
    wrong = list(board.status())
    end = board.outcome() if not wrong else None
    picture = {
        "game": game_picture(board.game),
        "squares": squares_picture(board.game),
        "pieces": {square: piece.symbol for square, piece in board.piece_map().items()},
        "turn": str(board.turn),
        "fen": board.fen(counters=counters != counters_of(damier.Board(board.fen(), game=board.game, strict=False))),
        "wrong": wrong,
        "moves": 0 if wrong else board.legal_moves.count(),
        "outcome": None if end is None else end.reason,
        "clocks": [clock_picture(clock) for clock in board.draw_clocks() if clock.active and not wrong],
        **counters,
    }
    return picture, board


def counters_of(board: damier.Board) -> dict[str, Any]:
    """The counters of a position, as far as its game has some."""
    found = COUNTERS.search(board.fen(counters=True))
    assert found is not None  # they were asked for
    quiet, number, black, white = found.groups()
    counts = any(not clock.rule.startswith("repetition") for clock in board.draw_clocks())
    return {
        "quiet": int(quiet) if counts else None,
        "number": int(number),
        "king_moves": None if black is None else [int(white[0]), int(black[0])],
    }


def _count(board: damier.Board, wish: SetUp) -> tuple[damier.Board, dict[str, Any]]:
    """The position with the counters that are wished."""
    counters = counters_of(board)
    wished = {name: getattr(wish, name) for name in counters if counters[name] is not None}
    if all(value is None for value in wished.values()):
        return board, counters
    counters |= {name: value for name, value in wished.items() if value is not None}
    if wish.mirrored and wish.king_moves is not None and counters["king_moves"] is not None:
        counters["king_moves"] = [*reversed(wish.king_moves)]
    fen = f"{board.fen()}:H{counters['quiet'] or 0}:F{counters['number']}"
    if counters["king_moves"] is not None:
        white, black = counters["king_moves"]
        fen += f":+{black}+{white}"
    try:
        board = damier.Board(fen, game=board.game, strict=False)
    except ValueError as error:
        raise MessageError(said(error), "fen") from None
    return board, counters_of(board)


def _board(wish: SetUp) -> damier.Board:
    try:
        game = damier.Game(wish.game)
    except ValueError as error:
        raise MessageError(said(error), "game") from None
    if wish.pieces is None:
        try:
            return damier.Board(wish.fen, game=game, strict=False)
        except ValueError as error:
            raise MessageError(said(error), "fen") from None
    if wish.turn not in COLORS:
        raise MessageError(say("{field}: expected one of {choices}", field="turn", choices=", ".join(COLORS)), "turn")
    pieces = {}
    for square, symbol in wish.pieces.items():
        if not (square.isascii() and square.isdigit() and 1 <= int(square) <= game.squares):
            raise MessageError(
                say("{field}: this board has the squares 1 to {last}", field="pieces", last=game.squares), "pieces"
            )
        try:
            pieces[int(square)] = damier.Piece.from_symbol(symbol)
        except (ValueError, TypeError):
            raise MessageError(
                say("{field}: expected one of {choices}", field="pieces", choices="w, W, b, B"), "pieces"
            ) from None
    return damier.Board.from_pieces(pieces, COLORS[wish.turn], game=game, strict=False)
