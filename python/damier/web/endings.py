"""What the endgame tables say of a position, as a page shows it."""

from __future__ import annotations

import asyncio
import threading
from dataclasses import dataclass
from typing import Any, Final

import damier
from damier import tables
from damier._core import InvalidTableError, MissingTableError, TableBuild, TableSet
from damier.saying import Saying

PIECES_MAX: Final = 8  # beyond which nobody expects a table
POSITIONS_MAX: Final = 4_000_000_000
"""Of all tables that are built from a page: a quarter of an hour on a laptop, and half a gigabyte."""
BYTES_PER_POSITION: Final = 0.15
"""Of results and distances on disk; from 0.07 to 0.16 in the tables of two to five pieces that were measured."""


@dataclass(frozen=True, slots=True)
class Size:
    """The tables of a game up to so many pieces, as they would be built."""

    pieces: int
    positions: int

    @property
    def bytes(self) -> int:
        return int(self.positions * BYTES_PER_POSITION)

    @property
    def is_reasonable(self) -> bool:
        return self.positions <= POSITIONS_MAX


class Endings:
    """The tables of every game, as they are on this machine now."""

    def __init__(self) -> None:
        self._tables = tables.open()
        self._sizes: dict[damier.Game, list[Size]] = {}
        self._opening = threading.Lock()  # a set of tables is opened once, however many pages ask for it

    def renew(self) -> None:
        """Other tables have been built."""
        self._tables = tables.open()

    async def ask(self, board: damier.Board) -> dict[str, Any] | None:
        """As `picture`, without keeping the server waiting: tables are unpacked when they are first asked for."""
        if not self.may_know(board):
            return None
        return await asyncio.to_thread(self.picture, board)

    def may_know(self, board: damier.Board) -> bool:
        """Are there so few pieces that a table may know the position?"""
        return len(board.piece_map()) <= PIECES_MAX and bool(self.sizes(board.game))

    def picture(self, board: damier.Board) -> dict[str, Any] | None:
        """The value of every legal move, or why there is none; `None` where no table is to be expected."""
        if not self.may_know(board) or not board.legal_moves:
            return None
        known, pieces = self._known(board.game), len(board.piece_map())
        try:
            found = known.moves(board)
        except (MissingTableError, InvalidTableError) as error:
            return {
                "state": "missing" if isinstance(error, MissingTableError) else "damaged",
                "pieces": pieces,
                "have": self.have(board.game),
                "size": next((_size_picture(size) for size in self.sizes(board.game) if size.pieces == pieces), None),
                "message": tables.trouble(str(error.args[0])),
            }
        _, result, plies = found[0]
        return {
            "state": "known",
            "pieces": pieces,
            "result": result,
            "plies": plies,
            "certain": result == 0 or known.settled(board) is not None,
            "moves": [_move_picture(board, *move) for move in found],
        }

    def value(self, board: damier.Board) -> list[tuple[damier.Move, int, int | None]]:
        """Every legal move with its result and its plies, the best first; nothing where no table knows."""
        if not self.may_know(board):
            return []
        try:
            return self._known(board.game).moves(board)
        except (MissingTableError, InvalidTableError):
            return []

    def sizes(self, game: damier.Game) -> list[Size]:
        """What may be built for a game, fewest pieces first; nothing for one that can have no tables."""
        sizes = self._sizes.get(game)
        if sizes is None:
            sizes = self._sizes[game] = _sizes(game)
        return sizes

    def have(self, game: damier.Game) -> int:
        """Up to how many pieces there are all tables: a build that was stopped leaves some of the next size."""
        known = [table for table in self._known(game).tables() if "dtw" in table["bytes"]] if self.sizes(game) else []
        have = 0
        for size in self.sizes(game):
            if sum(table["positions"] for table in known if table["pieces"] <= size.pieces) == size.positions:
                have = size.pieces
        return have

    def listing(self) -> list[dict[str, Any]]:
        """For every game that can have tables: up to how many pieces there are some, and what may be built."""
        return [
            {
                "id": game.id,
                "name": Saying(game.name),
                "have": self.have(game),
                "sizes": [_size_picture(size) for size in self.sizes(game)],
            }
            for game in damier.games()
            if self.sizes(game)
        ]

    def _known(self, game: damier.Game) -> TableSet:
        with self._opening:
            return self._tables.of(game)


def _sizes(game: damier.Game) -> list[Size]:
    sizes = []
    for pieces in range(2, PIECES_MAX + 1):
        positions = TableBuild(game, tables.folder(game), pieces=pieces).total
        if not positions:
            return []
        sizes.append(Size(pieces, positions))
    return sizes


def _size_picture(size: Size) -> dict[str, Any]:
    return {
        "pieces": size.pieces,
        "positions": size.positions,
        "bytes": size.bytes,
        "reasonable": size.is_reasonable,
    }


def _move_picture(board: damier.Board, move: damier.Move, result: int, plies: int | None) -> dict[str, Any]:
    return {
        "move": move.hub(),
        "text": board.pdn(move),
        "from": move.from_square,
        "to": move.to_square,
        "result": result,
        "plies": plies,
    }
