"""Positions that are set up by hand: whatever stands there is shown, and told what is wrong with it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import damier
from damier.web.messages import MessageError
from damier.web.picture import game_picture, squares_picture
from damier.web.sitting import COLORS


@dataclass(frozen=True, slots=True)
class SetUp:
    """Pieces on a board, or a FEN to take them from; `mirrored` swaps the colours and turns the board."""

    game: str
    pieces: Mapping[str, Any] | None = None
    turn: str = "white"
    fen: str | None = None
    mirrored: bool = False


def setup_picture(wish: SetUp) -> tuple[dict[str, Any], damier.Board]:
    """The position, its FEN, and in words what is wrong with it; and its board.

    Raises `MessageError` for what is no position.
    """
    board = _board(wish)
    if wish.mirrored:
        board = board.mirror()
    wrong = list(board.status())
    end = board.outcome() if not wrong else None
    picture = {
        "game": game_picture(board.game),
        "squares": squares_picture(board.game),
        "pieces": {square: piece.symbol for square, piece in board.piece_map().items()},
        "turn": str(board.turn),
        "fen": board.fen(),
        "wrong": wrong,
        "moves": 0 if wrong else board.legal_moves.count(),
        "outcome": None if end is None else end.reason,
    }
    return picture, board


def _board(wish: SetUp) -> damier.Board:
    try:
        game = damier.Game(wish.game)
    except ValueError as error:
        raise MessageError(str(error), "game") from None
    if wish.pieces is None:
        try:
            return damier.Board(wish.fen, game=game, strict=False)
        except ValueError as error:
            raise MessageError(str(error), "fen") from None
    if wish.turn not in COLORS:
        raise MessageError("turn: expected white or black", "turn")
    pieces = {}
    for square, symbol in wish.pieces.items():
        if not (square.isascii() and square.isdigit() and 1 <= int(square) <= game.squares):
            raise MessageError(f"pieces: this board has the squares 1 to {game.squares}", "pieces")
        try:
            pieces[int(square)] = damier.Piece.from_symbol(symbol)
        except (ValueError, TypeError):
            raise MessageError("pieces: expected w, W, b or B", "pieces") from None
    return damier.Board.from_pieces(pieces, COLORS[wish.turn], game=game, strict=False)
