"""From the oracle's positions to the core's boards and back."""

from __future__ import annotations

from collections.abc import Callable

import damier
import oracle


def color(letter: str) -> damier.Color:
    """``W`` or ``B`` as the core's colour."""
    return damier.WHITE if letter == "W" else damier.BLACK


def game(name: str, options: dict[str, str] | None = None) -> damier.Game:
    """A game of the list, or a custom one from the options of a perft block."""
    if not options:
        return damier.Game(name)
    sizes = {key: int(value) for key, value in options.items() if key != "base"}
    return damier.Game.custom(
        options.get("base", name),
        files=sizes.get("files"),
        ranks=sizes.get("ranks"),
        rows_of_men=sizes.get("rows_of_men"),
    )


def board(position: oracle.Position, of: damier.Game) -> damier.Board:
    """The same position on a board of the core."""
    pieces = {oracle.number(position.rules, at): damier.Piece.from_symbol(p) for at, p in position.pieces.items()}
    return damier.Board.from_pieces(pieces, color(position.turn), game=of, strict=False)


def pieces(position: oracle.Position) -> dict[int, str]:
    """Square numbers to symbols."""
    return {oracle.number(position.rules, at): piece for at, piece in position.pieces.items()}


def symbols(board: damier.Board) -> dict[int, str]:
    """Square numbers to symbols."""
    return {square: piece.symbol for square, piece in board.piece_map().items()}


def move(move: damier.Move) -> oracle.Move:
    """A move of the core as the oracle gives it."""
    return oracle.Move(move.from_square, move.to_square, frozenset(move.captures), move.promotes)


def moves(board: damier.Board) -> set[oracle.Move]:
    """The legal moves of the core as the oracle gives them."""
    return {move(one) for one in board.legal_moves}


def is_king(board: damier.Board, square: int) -> bool:
    """Whether a king stands there."""
    piece = board.piece_at(square)
    return piece is not None and piece.king


def wander(board: damier.Board, plies: int, allowed: Callable[[damier.Move], bool] = lambda move: True) -> None:
    """Plays quiet king moves after which neither side can capture, the least played ones first."""
    played: dict[tuple[int, int], int] = {}
    for _ in range(plies):
        moves = [move for move in board.legal_moves if is_king(board, move.from_square) and allowed(move)]
        quiet = [move for move in moves if not move.is_capture and is_calm_after(board, move)]
        assert quiet, f"no calm king move at {board.fen()}"
        chosen = min(quiet, key=lambda move: played.get((move.from_square, move.to_square), 0))
        played[chosen.from_square, chosen.to_square] = played.get((chosen.from_square, chosen.to_square), 0) + 1
        board.push(chosen)


def is_calm_after(board: damier.Board, move: damier.Move) -> bool:
    """Whether nothing hangs after a move, for either side, and the game can go on by a king move."""
    board.push(move)
    calm = not any(one.is_capture for one in board.legal_moves)
    calm = calm and any(is_king(board, one.from_square) for one in board.legal_moves)
    if calm:
        # The mover must not threaten either, or the game would soon be over.
        turned = damier.Board.from_pieces(board.piece_map(), board.turn.opposite, game=board.game)
        calm = not any(one.is_capture for one in turned.legal_moves)
    board.pop()
    return calm
