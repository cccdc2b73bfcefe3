"""Pictures: a sitting, a game or a position as the page receives it. Plain data, nothing to decide any more."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import damier
from damier.saying import Saying, clause
from damier.web.sitting import Played, Sitting

if TYPE_CHECKING:
    from damier.library.games import GameRow


def sitting_picture(sitting: Sitting, *, thinking: bool = False, note: str | None = None) -> dict[str, Any]:
    """Everything that the play screen shows, in one object: a page that has it needs nothing it knew before."""
    board = sitting.board
    over = sitting.is_over
    return {
        "type": "state",
        "id": sitting.id,
        **position_picture(board),
        "last_move": played_picture(sitting.played[-1]) if sitting.played else None,
        "history": [played.text for played in sitting.played],
        "first_turn": str(board.root.turn),
        "first_number": board.root.fullmove_number,
        "seats": sitting.seats,
        "person": sitting.person,
        "level": sitting.level,
        "thinking": thinking,
        "note": note,
        "draw_offer": sitting.offer,
        "can_offer_draw": not over and sitting.offer is None and board.can_offer_draw,
        "can_claim_draw": not over and board.can_claim_draw(),
        "claim_moves": [] if over else claim_moves(board),
        "can_undo": sitting.undo_plies is not None,
        "can_resign": not over,
        "clock": clocks_picture(sitting),
    }


def clocks_picture(sitting: Sitting) -> dict[str, Any] | None:
    """What both sides have left, in seconds; `running` is the side whose clock goes down."""
    clock = sitting.clock
    if clock is None:
        return None
    first = str(sitting.board.root.turn)
    sides = (first, "black" if first == "white" else "white")
    return {
        "control": clock.control.tag,
        "left": {side: round(clock.left(index), 2) for index, side in enumerate(sides)},
        "running": sitting.turn if clock.is_running and not sitting.is_over else None,
    }


def look_picture(sitting: Sitting, at: int) -> dict[str, Any]:
    """How the pieces stood after `at` plies: the moves since then, undone."""
    last = sitting.played[at - 1] if at else None
    rules = sitting.board.game.rules
    if rules["towers"] or rules["turn"] != "one_move":
        board = sitting.board.copy()
        while board.ply > at:
            board.pop()
        return {
            "type": "look",
            "ply": sitting.ply,
            "at": at,
            "pieces": {square: piece.symbol for square, piece in board.piece_map().items()},
            "towers": towers_picture(board),
            "last_move": played_picture(last) if last else None,
        }
    pieces = {square: piece.symbol for square, piece in sitting.board.piece_map().items()}
    for played in reversed(sitting.played[at:]):
        del pieces[played.move.to_square]
        pieces[played.move.from_square] = played.piece.symbol
        pieces.update({square: piece.symbol for square, piece in played.taken.items()})
    return {
        "type": "look",
        "ply": sitting.ply,
        "at": at,
        "pieces": pieces,
        "last_move": played_picture(last) if last else None,
    }


def position_picture(board: damier.Board) -> dict[str, Any]:
    """A position: where the squares are, what stands on them, what may move."""
    outcome = board.outcome()
    return {
        "ply": board.ply,
        "game": game_picture(board.game),
        "squares": squares_picture(board.game),
        "turn": str(board.turn),
        "pieces": {square: piece.symbol for square, piece in board.piece_map().items()},
        "towers": towers_picture(board),
        "games": [half_picture(board, half) for half in board.boards],
        "moves": [] if outcome else [move_picture(board, move) for move in board.legal_moves],
        "clocks": [clock_picture(clock) for clock in board.draw_clocks() if clock.active],
        "outcome": outcome_picture(board, outcome) if outcome else None,
        "fen": board.fen(),
    }


def game_picture(game: damier.Game) -> dict[str, Any]:
    """The facts of a game that a board needs."""
    return {
        "id": game.id,
        "name": Saying(game.name),
        "files": game.files,
        "ranks": game.ranks,
        "all_squares": game.all_squares,
        "two_games": game.rules["turn"] != "one_move",
        "mirrored": game.mirrored,
        "algebraic": game.algebraic,
        "first": str(game.first),
        "profiles": list(game.profiles),
        "removal": str(game.rules.get("removal", "at_end")),
    }


def squares_picture(game: damier.Game) -> list[dict[str, Any]]:
    """Where each square lies, and what it is called in both notations."""
    squares = []
    for square in range(1, game.squares + 1):
        file, rank = game.file_rank(square)
        squares.append({"square": square, "file": file, "rank": rank, "name": game.algebraic_name(square)})
    return squares


def towers_picture(board: damier.Board) -> dict[int, str]:
    """Where pieces stand on each other: their symbols from top to bottom."""
    if not board.game.rules["towers"]:
        return {}
    towers = {square: board.tower_at(square) for square in board.piece_map()}
    return {square: "".join(piece.symbol for piece in tower) for square, tower in towers.items() if len(tower) > 1}


def half_picture(board: damier.Board, half: damier.Board) -> dict[str, Any]:
    """One of two games at once: how it stands."""
    outcome = half.outcome()
    return {
        "squares": "light" if half.game.mirrored != board.game.mirrored else "dark",
        "outcome": None
        if outcome is None
        else {"winner": str(outcome.winner) if outcome.winner is not None else None, "reason": outcome.reason},
    }


def move_picture(board: damier.Board, move: damier.Move) -> dict[str, Any]:
    return {
        "id": move.hub(),
        "from": move.from_square,
        "to": move.to_square,
        "path": list(move.path),
        "captures": list(move.captures),
        "promotes": move.promotes,
        "text": board.pdn(move),
        "parts": parts_picture(move),
        "leaves": leaves_picture(board, move),
    }


def leaves_picture(board: damier.Board, move: damier.Move) -> dict[int, str]:
    """What stands after a move on the squares that it touches, where pieces stand on each other: their symbols from top
    to bottom, none where the square is left empty.
    """
    if not board.game.rules["towers"]:
        return {}
    after = board.copy(stack=False)
    after.push(move)
    touched = dict.fromkeys((move.from_square, *move.captures, move.to_square))
    return {square: "".join(piece.symbol for piece in after.tower_at(square)) for square in touched}


def parts_picture(move: damier.Move) -> list[dict[str, Any]]:
    """The moves of a turn of several, one in each of two games; of one move none."""
    if len(move.parts) < 2:
        return []
    return [
        {"from": part.from_square, "to": part.to_square, "path": list(part.path), "captures": list(part.captures)}
        for part in move.parts
    ]


def played_picture(played: Played) -> dict[str, Any]:
    move = played.move
    return {
        "from": move.from_square,
        "to": move.to_square,
        "path": list(move.path),
        "captures": {square: piece.symbol for square, piece in played.taken.items()},
        "piece": played.piece.symbol,
        "promotes": move.promotes,
        "text": played.text,
        "parts": parts_picture(move),
    }


def clock_picture(clock: damier.DrawClock) -> dict[str, Any]:
    return {
        "rule": clock.rule,
        "clause": clause(clock.clause),
        "description": clock.description,
        "count": clock.count,
        "limit": clock.limit,
        "automatic": clock.automatic,
    }


def outcome_picture(board: damier.Board, outcome: damier.Outcome) -> dict[str, Any]:
    return {
        "winner": str(outcome.winner) if outcome.winner is not None else None,
        "termination": str(outcome.termination),
        "rule": outcome.rule,
        "clause": clause(outcome.clause),
        "reason": outcome.reason,
        "result": board.result(),
    }


def claim_moves(board: damier.Board) -> list[str]:
    """The moves with which a draw could be claimed; none where every running rule needs no claim."""
    if all(clock.automatic for clock in board.draw_clocks()):
        return []
    return [move.hub() for move in board.legal_moves if board.can_claim_draw(move)]


def listing_picture(row: GameRow) -> dict[str, Any]:
    """One line of the list of games."""
    try:
        name = damier.Game(row.game).name
    except ValueError:
        name = row.game
    return {
        "id": row.id,
        "game": Saying(name),
        "plies": row.plies,
        "seats": {"white": row.white, "black": row.black},
        "level": row.level,
        "created": row.created,
        "updated": row.updated,
        "result": row.result,
    }
