"""Makes ``python/damier/data/ballots/*.txt``: ``python tools/ballots.py [GAME ...]``, all games unless some are named.

What becomes a ballot:

1. every row of 2 and of 3 legal moves from the start of a game;
2. of the rows that lead to the same position, the first;
3. of these positions, those that the built-in search, with an empty table and so many nodes, holds to be level:
   within so many hundredths of a man, and no end proved for either side. Only what loses material, or the game, falls
   through: English draughts keeps the 174 openings of the official three-move list, the lost ones among them included.

Six plies are far too many to keep them all: rows are drawn at random, from a seed that is the name of the game, until
enough different ones pass the same test and leave no capture hanging.

The same search gives the same files, byte for byte. A test counts the rows and the positions again and compares the
checksums at the head of each file.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

import damier
from damier._core import Search

FOLDER = Path(__file__).resolve().parent.parent / "python" / "damier" / "data" / "ballots"

WHOLE = (2, 3)  # of so many plies, every ballot
DRAWN = 6  # of so many, as many as enough:
ENOUGH = 300
ROWS_MOST = 4_000  # drawn for them, where hardly any is level: in games that are won by losing all men
NODES = 1_000_000  # of search for each position of the first kind
DRAWN_NODES = 100_000  # and of the second
LEVEL = 60  # hundredths of a man
HASH_MB = 4

Row = tuple[str, ...]


def rows(game: damier.Game, plies: int) -> Iterator[tuple[Row, damier.Board]]:
    """Every row of legal moves from the start, in the order in which the moves are generated."""
    board = damier.Board(game=game)
    row: list[str] = []

    def descend(left: int) -> Iterator[tuple[Row, damier.Board]]:
        if left == 0:
            yield tuple(row), board
            return
        for move in board.legal_moves:
            row.append(board.pdn(move))
            board.push(move)
            yield from descend(left - 1)
            board.pop()
            row.pop()

    yield from descend(plies)


def random_row(game: damier.Game, plies: int, number: int) -> tuple[Row, damier.Board]:
    """The row with this number: each choice a hash of game, number and ply, the same everywhere."""
    board = damier.Board(game=game)
    row: list[str] = []
    for ply in range(plies):
        moves = list(board.legal_moves)
        if not moves:
            break
        choice = int.from_bytes(sha256(f"{game.id} {number} {ply}".encode()).digest()[:8], "big") % len(moves)
        row.append(board.pdn(moves[choice]))
        board.push(moves[choice])
    return tuple(row), board


class Judge:
    """Says of a position whether it is level."""

    def __init__(self, nodes: int) -> None:
        self.nodes = nodes
        self.search = Search(hash_mb=HASH_MB)

    def __call__(self, board: damier.Board) -> bool:
        """A first look, at a twentieth of the nodes, drops what is plainly lost."""
        return (
            board.outcome() is None
            and self.within(board, self.nodes // 20, 2 * LEVEL)
            and self.within(board, self.nodes, LEVEL)
        )

    def within(self, board: damier.Board, nodes: int, bound: int) -> bool:
        self.search.clear()
        best = self.search.run(board, nodes=nodes)[0]
        return best["win_in"] is None and abs(best["score"]) <= bound


def whole(game: damier.Game, plies: int, judge: Judge) -> tuple[list[Row], str]:
    """All ballots of a length, and how many rows and positions they were chosen from."""
    count, first = 0, dict[str, Row]()
    for row, board in rows(game, plies):
        count += 1
        first.setdefault(board.fen(), row)
    kept = [row for fen, row in first.items() if judge(damier.Board(fen, game=game))]
    return kept, f"{count} rows, {len(first)} positions"


def drawn(game: damier.Game, plies: int, judge: Judge) -> tuple[list[Row], str]:
    """Enough ballots of a length, and how many rows were looked at for them."""
    kept: dict[str, Row] = {}
    number = 0
    while len(kept) < ENOUGH and number < ROWS_MOST:
        row, board = random_row(game, plies, number)
        number += 1
        quiet = not any(move.is_capture for move in board.legal_moves)
        if len(row) == plies and quiet and board.fen() not in kept and judge(board):
            kept[board.fen()] = row
    return list(kept.values()), f"{number} rows drawn"


def checksum(ballots: list[Row]) -> str:
    return sha256("\n".join(" ".join(row) for row in ballots).encode()).hexdigest()


def text(game: damier.Game, nodes: int) -> str:
    """The file of a game."""
    quick = min(nodes, DRAWN_NODES)
    head = [
        f"# Openings of {game.name} after which neither side stands better; made by tools/ballots.py.",
        f"# level: within {LEVEL} hundredths of a man after {nodes} nodes of search"
        + (f" ({quick} for those of {DRAWN} plies)" if quick != nodes else ""),
    ]
    body: list[str] = []
    for plies in (*WHOLE, DRAWN):
        ballots, source = whole(game, plies, Judge(nodes)) if plies in WHOLE else drawn(game, plies, Judge(quick))
        head.append(f"# {plies} plies: {source}, {len(ballots)} ballots, sha256 {checksum(ballots)}")
        body += ["", *(" ".join(row) for row in ballots)]
    return "\n".join([*head, *body]) + "\n"


def main() -> None:
    parser = argparse.ArgumentParser(description="Makes the ballots that damier ships.")
    parser.add_argument("game", nargs="*", help="ids of games; all unless some are named")
    parser.add_argument("--nodes", type=int, default=NODES, help=f"of search for each position ({NODES})")
    options = parser.parse_args()
    try:
        chosen = [damier.Game(name) for name in options.game] or damier.games()
    except ValueError as error:
        sys.exit(str(error))
    FOLDER.mkdir(parents=True, exist_ok=True)
    for game in chosen:
        content = text(game, options.nodes)
        (FOLDER / f"{game.id}.txt").write_text(content, encoding="utf-8")
        print(*content.split("\n\n")[0].splitlines()[2:], sep=f"\n{game.id} ", flush=True)


if __name__ == "__main__":
    main()
