#!/usr/bin/env python3
"""Compares damier's legal moves with those of other draughts packages, over random positions.

Each package is installed from PyPI into a virtual environment of its own (two of them import as `draughts`), and is
asked in JSON lines: ``{"game": …, "fen": …}`` in, ``{"moves": [[from, to, [captured, …]], …]}`` out, squares numbered
from the top left. Where one differs, the plain generator of the tests says which of the two is right.

    python tools/compare_peers.py [--positions 500] [--games international russian] [--folder .cache/peers]
"""

from __future__ import annotations

import argparse
import json
import random
import subprocess
import sys
import venv
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Any, NamedTuple

ROOT = Path(__file__).resolve().parents[1]
Moves = list[tuple[int, int, tuple[int, ...]]]


class Peer(NamedTuple):
    """A package: what pip installs, and the names that it has for our games."""

    requirement: str
    games: dict[str, str]


PEERS: dict[str, Peer] = {
    "py-draughts": Peer(
        "py-draughts==1.10.1",
        {
            "international": "StandardBoard",
            "antidraughts": "AntidraughtsBoard",
            "breakthrough": "BreakthroughBoard",
            "frisian": "FrisianBoard",
            "frysk": "FryskBoard",
            "russian": "RussianBoard",
            "brazilian": "BrazilianBoard",
            "english": "AmericanBoard",
        },
    ),
    "pydraughts": Peer(
        "pydraughts==0.6.7",
        {
            "international": "standard",
            "antidraughts": "antidraughts",
            "breakthrough": "breakthrough",
            "frisian": "frisian",
            "frysk": "frysk!",
            "russian": "russian",
            "brazilian": "brazilian",
            "english": "english",
            "italian": "italian",
            "turkish": "turkish",
        },
    ),
    "dame-rs": Peer("dame-rs==0.2.0", {"international": "international"}),
}

# Differences that have a known cause on the other side.
KNOWN: dict[tuple[str, str], str] = {
    ("py-draughts", "english"): "captures are not compulsory there (quiet moves are listed beside them)",
    ("pydraughts", "frisian"): "some routes of a king are missed",
    ("pydraughts", "frysk"): "some routes of a king are missed",
    ("pydraughts", "turkish"): "a king flies over pieces",
}
FAULTS = (
    "py-draughts, pydraughts: routes that make the same move are listed apart (the column of doubles)",
    "pydraughts frisian: of B:WK1,K4,K12,25,27,29,50:B22,K40,K45 the capture 45x5 is missed",
    "pydraughts turkish: in W:WK2,26:BK13 the king goes 2-34 over its own man",
    "py-draughts american: White begins, so no English PDN can be replayed; captures are not compulsory",
    "py-draughts, pydraughts: a FEN with a trailing dot is refused",
    "py-draughts: a FEN with an unknown side to move is refused; pydraughts takes it for Black",
    "pydraughts: a man on its promotion row is loaded and has no moves",
    "pydraughts: numbers in 8x8 FEN count from a1 in Russian and Brazilian, not from b8",
)


# The other side: what runs in the environment of a peer ------------------------------------------------------------


def ask_py_draughts(game: str, fen: str) -> Moves:
    """The moves that py-draughts lists; its squares count from 0."""
    import draughts  # type: ignore[import-not-found]

    board = getattr(draughts, game).from_fen(fen)
    return [
        (move.square_list[0] + 1, move.square_list[-1] + 1, tuple(square + 1 for square in move.captured_list))
        for move in board.legal_moves
    ]


def ask_pydraughts(game: str, fen: str) -> Moves:
    """The moves that pydraughts lists; where it writes letters, its numbers count from the bottom left."""
    import draughts

    wide = {"russian": 4, "brazilian": 4, "turkish": 8}.get(game)

    def turned(square: int) -> int:
        return square if wide is None else (7 - (square - 1) // wide) * wide + (square - 1) % wide + 1

    def letters(number: int) -> str:
        assert wide is not None
        row, place = divmod(number - 1, wide)
        file = place if wide == 8 else 2 * place + 1 - row % 2
        return f"{'abcdefgh'[file]}{8 - row}"

    if wide is not None:
        turn, *sides = fen.split(":")
        for index, side in enumerate(sides):
            items = filter(None, side[1:].split(","))
            sides[index] = side[0] + ",".join(
                "K" * item.startswith("K") + letters(int(item.removeprefix("K"))) for item in items
            )
        fen = ":".join([turn, *sides])
    moves, captures = draughts.Board(variant=game, fen=fen)._legal_moves_board()
    return [
        (turned(move[0][0]), turned(move[-1][-1]), tuple(turned(square) for square in taken if square is not None))
        for move, taken in zip(moves, captures)  # noqa: B905
    ]


def ask_dame_rs(game: str, fen: str) -> Moves:
    """The moves that dame-rs lists."""
    import dame  # type: ignore[import-not-found]

    return [(move.from_square, move.to_square, tuple(move.captured)) for move in dame.Board(fen).legal_moves]


ASK: dict[str, Callable[[str, str], Moves]] = {
    "py-draughts": ask_py_draughts,
    "pydraughts": ask_pydraughts,
    "dame-rs": ask_dame_rs,
}


def serve(name: str) -> None:
    """Answers questions until the input ends."""
    for line in sys.stdin:
        question = json.loads(line)
        answer: dict[str, Any]
        try:
            answer = {"moves": ASK[name](question["game"], question["fen"])}
        except Exception as error:  # whatever a peer raises is an answer
            answer = {"error": f"{type(error).__name__}: {error}"}
        print(json.dumps(answer), flush=True)


# Our side ------------------------------------------------------------------------------------------------------------


class Worker:
    """A peer in its own environment."""

    def __init__(self, name: str, folder: Path) -> None:
        peer, home = PEERS[name], folder / name
        python = home / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python")
        if not (home / "installed").exists():
            venv.create(home, with_pip=True, clear=True)
            subprocess.run([python, "-m", "pip", "install", "--quiet", peer.requirement], check=True)
            (home / "installed").touch()
        self.games = peer.games
        self.process = subprocess.Popen(
            [python, __file__, "--worker", name], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def moves(self, game: str, fen: str) -> Moves | str:
        """What the peer lists, or its error."""
        to_peer, from_peer = pipes(self.process)
        to_peer.write(json.dumps({"game": self.games[game], "fen": fen}) + "\n")
        to_peer.flush()
        answer = json.loads(from_peer.readline())
        if "error" in answer:
            return str(answer["error"])
        return [(origin, destination, tuple(taken)) for origin, destination, taken in answer["moves"]]

    def close(self) -> None:
        pipes(self.process)[0].close()
        self.process.wait()


def pipes(process: subprocess.Popen[str]) -> tuple[IO[str], IO[str]]:
    """Where to write to a worker and where to read from it."""
    assert process.stdin is not None
    assert process.stdout is not None
    return process.stdin, process.stdout


@dataclass
class Score:
    """How two generators compare over some positions."""

    peer: str
    game: str
    positions: int = 0
    agree: int = 0
    doubles: int = 0
    refused: int = 0
    ours_right: int = 0
    theirs_right: int = 0
    examples: list[str] = field(default_factory=list)

    @property
    def differ(self) -> int:
        return self.positions - self.agree - self.refused


Plain = set[tuple[int, int, frozenset[int]]]


def compare(worker: Worker, peer: str, game: str, positions: int) -> Score:
    """Asks both sides about as many random positions."""
    import damier

    sys.path.insert(0, str(ROOT / "tests"))
    import bridge
    import oracle

    score, rng = Score(peer, game), random.Random(f"{peer} {game}")
    for _ in range(positions):
        position = oracle.random_position(oracle.GAMES[game], rng)
        board = bridge.board(position, damier.Game(game))
        # Peers want pieces on both sides, and list moves where a king has won already.
        if len({piece.upper() for piece in position.pieces.values()}) < 2 or oracle.is_over(position):
            continue
        fen = oracle.fen(position)
        score.positions += 1
        theirs = worker.moves(game, fen)
        if isinstance(theirs, str):
            score.refused += 1
            score.examples.append(f"{fen} refused: {theirs}")
            continue
        ours: Plain = {(move.from_square, move.to_square, frozenset(move.captures)) for move in board.legal_moves}
        listed: Plain = {(origin, destination, frozenset(taken)) for origin, destination, taken in theirs}
        score.doubles += len(listed) < len(theirs)
        if ours == listed:
            score.agree += 1
            continue
        right: Plain = {(move.origin, move.destination, move.captures) for move in oracle.legal(position)}
        score.ours_right += ours == right
        score.theirs_right += listed == right
        score.examples.append(f"{fen} ours alone: {show(ours - listed)} theirs alone: {show(listed - ours)}")
    return score


def show(moves: Plain) -> str:
    """Moves in Hub's manner."""
    texts = [
        "x".join(map(str, [origin, to, *sorted(taken)])) if taken else f"{origin}-{to}" for origin, to, taken in moves
    ]
    return " ".join(sorted(texts)) or "none"


def scores(peers: list[str], games: list[str] | None, positions: int, folder: Path) -> Iterator[Score]:
    """Every peer in every game that it shares with us."""
    for peer in peers:
        worker = Worker(peer, folder)
        try:
            for game in PEERS[peer].games:
                if games is None or game in games:
                    yield compare(worker, peer, game, positions)
        finally:
            worker.close()


def main() -> int:
    """Prints a table; fails where damier alone disagrees with the plain generator."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--positions", type=int, default=500, help="per peer and game")
    parser.add_argument("--peers", nargs="+", choices=PEERS, default=list(PEERS))
    parser.add_argument("--games", nargs="+", help="games to compare (all that a peer knows)")
    parser.add_argument("--folder", type=Path, default=ROOT / ".cache" / "peers", help="for the environments")
    parser.add_argument("--examples", type=int, default=2, help="differences to print per peer and game")
    parser.add_argument("--worker", choices=PEERS, help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.worker:
        serve(given.worker)
        return 0

    wrong = 0
    heads = ("positions", "agree", "differ", "refused", "doubles")
    print(f"{'peer':12} {'game':14} " + " ".join(f"{head:>9}" for head in heads) + "  we / they right")
    for score in scores(given.peers, given.games, given.positions, given.folder):
        wrong += score.differ - score.ours_right
        counts = (score.positions, score.agree, score.differ, score.refused, score.doubles)
        numbers = " ".join(f"{count:9}" for count in counts)
        known = KNOWN.get((score.peer, score.game), "")
        print(
            f"{score.peer:12} {score.game:14} {numbers}  {score.ours_right} / {score.theirs_right}  {known}", flush=True
        )
        for example in score.examples[: given.examples]:
            print(f"    {example}")
    print("\nKnown faults of the others:")
    for fault in FAULTS:
        print(f"  {fault}")
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main())
