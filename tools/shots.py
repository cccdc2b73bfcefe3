"""Makes ``data/fen/*.shots``: positions with one winning move, a sacrifice: ``python tools/shots.py [GAME ...]``.

The built-in search plays itself from the ballots, quickly and badly, so that both sides leave shots behind. A position
where the quick search smells one is looked at again:

1. the search, with many nodes, holds one quiet move for at least two men better than even and every other for no more
   than half a man;
2. one ply of search does not see it;
3. `proof`, which knows nothing of the search, finds that move to win at least two men by force: whatever the other side
   answers, the men are won when the shooter is to move and there is nothing to take; and no other move does so.

In a file, ``gain`` is what is won (a man counts 1, a king 3, or 2 where it does not fly), ``quiet`` how many quiet
moves of the shooter it takes, the first included. The tests prove every position again.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

import damier
from damier import ballots
from damier._core import Search

FOLDER = Path(__file__).resolve().parent.parent / "data" / "fen"

MANY = {"international": 25, "russian": 20, "brazilian": 15, "frisian": 15, "english": 10}
FEW = 5
GAMES_MOST = 1500  # played for one file, however few shots they leave
PLIES_MOST = 120

PLAY = 120  # nodes of search for a move of such a game
SMELL = 3_000  # for the first look at a position
SURE = 400_000  # for the second
GAIN = 2
QUIET_MOST = 4
PROOF_MOST = 50_000  # positions that one proof may visit


class Shot(NamedTuple):
    fen: str
    move: str
    gain: int
    quiet: int


class TooLongError(Exception):
    """A proof that would take longer than it is worth."""


class Proof:
    """Whether the side to move wins material by force; a search of its own, through all moves of both sides."""

    def __init__(self, board: damier.Board, most: int = PROOF_MOST) -> None:
        self.board = board.copy()
        self.shooter = board.turn
        self.king = 3 if board.game.rules["flying_kings"] else 2
        self.start = self.margin()
        self.left = most

    def margin(self) -> int:
        """What the shooter has more than the other side."""
        pieces = self.board.piece_map().values()
        return sum((self.king if piece.king else 1) * (1 if piece.color == self.shooter else -1) for piece in pieces)

    def wins(self, gain: int, quiet: int) -> bool:
        """Whether the shooter comes to win `gain` with at most `quiet` quiet moves. Raises `TooLongError`."""
        self.left -= 1
        if self.left < 0:
            raise TooLongError
        moves = list(self.board.legal_moves)
        shoots = self.board.turn == self.shooter
        if not moves:
            return not shoots
        takes = moves[0].is_capture
        if shoots and not takes:
            if self.margin() - self.start >= gain:
                return True
            if quiet == 0:
                return False
            quiet -= 1
        # Nothing is over while something can be taken; and the other side, if it need not take, may try everything.
        return (any if shoots else all)(self.after(move, gain, quiet) for move in moves)

    def after(self, move: damier.Move, gain: int, quiet: int) -> bool:
        """The same after a move of either side."""
        self.board.push(move)
        try:
            return self.wins(gain, quiet)
        finally:
            self.board.pop()


def proof(board: damier.Board, move: damier.Move) -> tuple[int, int] | None:
    """What a quiet move wins by force, and with how few quiet moves; `None` where that is less than `GAIN`."""
    for quiet in range(QUIET_MOST):
        if Proof(board).after(move, GAIN, quiet):
            gain = GAIN
            while Proof(board).after(move, gain + 1, quiet):
                gain += 1
            return gain, quiet + 1
    return None


def shot(board: damier.Board, search: Search) -> Shot | None:
    """The shot in a position, if there is one and only one."""
    moves = list(board.legal_moves)
    if len(moves) < 3 or moves[0].is_capture or abs(Proof(board).margin()) > 1:
        return None
    if not promising(search, board, SMELL, 150):
        return None
    search.clear()
    blind = search.run(board, depth=1)[0]
    search.clear()
    if not promising(search, board, SURE, 200):
        return None
    best = search.run(board, nodes=SURE)[0]["pv"][0]
    if best == blind["pv"][0] and blind["score"] >= 100:
        return None
    try:
        proved = proof(board, best)
        if proved is None or any(Proof(board).after(move, GAIN, proved[1] - 1) for move in moves if move != best):
            return None
    except TooLongError:
        return None
    return Shot(board.fen(), board.pdn(best), *proved)


def promising(search: Search, board: damier.Board, nodes: int, least: int) -> bool:
    """One move that wins so much, and no second one that is worth playing."""
    lines = search.run(board, nodes=nodes, multipv=2)
    return lines[0]["score"] >= least and lines[1]["score"] <= 50


def positions(game: damier.Game, number: int) -> Iterator[damier.Board]:
    """What comes about in a game of the search against itself; the same on every machine."""
    search = Search(hash_mb=1)
    openings = ballots.load(game, plies=6)
    board = openings[number % len(openings)].board()
    while board.outcome() is None and board.ply < PLIES_MOST:
        yield board
        lines = search.run(board, nodes=PLAY, multipv=3)
        chance = sha256(f"{game.id} {number} {board.ply}".encode()).digest()[0]
        board.push(lines[(chance % 4) % len(lines)]["pv"][0])


def shots(game: damier.Game, enough: int) -> Iterator[Shot]:
    """One from each game that has any, so that they differ."""
    search = Search(hash_mb=16)
    seen: set[str] = set()
    for number in range(GAMES_MOST):
        found = next(filter(None, (shot(board, search) for board in positions(game, number))), None)
        if found and found.fen not in seen:
            seen.add(found.fen)
            yield found
            if len(seen) == enough:
                return


def text(game: damier.Game) -> str:
    """The file of a game."""
    lines = [
        f"# {game.name}: positions with one winning move, a sacrifice. Made, and explained, by tools/shots.py.",
    ]
    for number, found in enumerate(shots(game, MANY.get(game.id, FEW)), 1):
        lines += ["", f"id {number}", f"fen {found.fen}", f"move {found.move}"]
        lines += [f"gain {found.gain}", f"quiet {found.quiet}"]
    return "\n".join(lines) + "\n"


def main() -> None:
    parser = argparse.ArgumentParser(description="Finds combinations with one solution.")
    parser.add_argument("game", nargs="*", help="ids of games; all where pieces are to be won unless some are named")
    options = parser.parse_args()
    try:
        chosen = [damier.Game(name) for name in options.game]
    except ValueError as error:
        sys.exit(str(error))
    FOLDER.mkdir(parents=True, exist_ok=True)
    for game in chosen or [game for game in damier.games() if game.rules["goal"] == "block"]:
        content = text(game)
        (FOLDER / f"{game.id}.shots").write_text(content, encoding="utf-8")
        print(game.id, content.count("\nid "), flush=True)


if __name__ == "__main__":
    main()
