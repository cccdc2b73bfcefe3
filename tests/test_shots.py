"""Shots: every position is proved again, by a search that knows nothing of the engine, and the engine finds them."""

import importlib.util
from pathlib import Path
from typing import NamedTuple

import pytest

import damier
from damier._core import Search
from damier.engine import Limit, LocalEngine
from damier.solver import Solver

ROOT = Path(__file__).parent.parent
FILES = sorted((ROOT / "data" / "fen").glob("*.shots"))
NODES = 200_000


def tool():
    spec = importlib.util.spec_from_file_location("shots", ROOT / "tools" / "shots.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


shots = tool()


class Shot(NamedTuple):
    game: str
    id: str
    fen: str
    move: str
    gain: int
    quiet: int


def read(path):
    """The positions of a file: blocks of ``name value`` lines with empty lines between them."""
    for block in path.read_text(encoding="utf-8").split("\n\n"):
        lines = [line.split(" ", 1) for line in block.splitlines() if line and not line.startswith("#")]
        if lines:
            said = dict(lines)
            yield Shot(path.stem, said["id"], said["fen"], said["move"], int(said["gain"]), int(said["quiet"]))


ALL = [shot for path in FILES for shot in read(path)]
NAMES = [f"{shot.game}-{shot.id}" for shot in ALL]


def test_there_are_shots():
    assert {"international", "brazilian", "english"} <= {path.stem for path in FILES}
    assert len({(shot.game, shot.fen) for shot in ALL}) == len(ALL) >= 20


@pytest.mark.parametrize("shot", ALL, ids=NAMES)
def test_the_shot_wins_by_force(shot):
    board = damier.Board(shot.fen, game=shot.game)
    move = board.parse_pdn(shot.move)
    assert not move.is_capture
    assert shots.Proof(board).after(move, shot.gain, shot.quiet - 1)
    assert shot.quiet == 1 or not shots.Proof(board).after(move, shot.gain, shot.quiet - 2)


@pytest.mark.slow
@pytest.mark.parametrize("shot", ALL, ids=NAMES)
def test_nothing_else_does(shot):
    board = damier.Board(shot.fen, game=shot.game)
    for move in board.legal_moves:
        if board.pdn(move) != shot.move:
            assert not shots.Proof(board, most=10**7).after(move, shots.GAIN, shot.quiet - 1)


@pytest.mark.parametrize("shot", ALL, ids=NAMES)
def test_the_engine_finds_it(shot):
    board = damier.Board(shot.fen, game=shot.game)
    best = Search(hash_mb=8).run(board, nodes=NODES)[0]
    assert board.pdn(best["pv"][0]) == shot.move
    assert best["score"] >= 100


def test_a_proof_that_fails():
    # The man on 28 can be given, but nothing comes back for it.
    board = damier.Board("W:W28,38,50:B17,8,5")
    assert not shots.Proof(board).after(board.parse_pdn("28-22"), 1, 3)
    with pytest.raises(shots.TooLongError):
        shots.Proof(damier.Board(), most=100).after(damier.Board().parse_pdn("32-28"), 1, 4)


def material(board):
    return sum(
        (1 + 2 * piece.king) * (1 if piece.color == damier.WHITE else -1) for piece in board.piece_map().values()
    )


def test_woldouby():
    """The position of 1910 in which White, who must move, loses a man, and not soon."""
    board = damier.Board("W:W25,27,28,30,32,33,34,35,37,38:B12,13,14,16,18,19,21,23,24,26")
    line = Search(hash_mb=64).run(board, nodes=5_000_000)[0]
    assert line["score"] <= -40
    assert len(line["pv"]) > 10
    for move in line["pv"]:
        board.push(move)
    assert material(board) <= -1


@pytest.mark.parametrize(
    ("fen", "move", "least"),
    [
        # A miniature of endgamesandmore.blogspot.com (2017).
        ("W:W20,30,34,37,40,44,48:B8,15,17,18,27,33,45", "37-31", 70),
    ],
)
def test_compositions(fen, move, least):
    board = damier.Board(fen)
    # What is left is an ending that the tables know.
    with LocalEngine(hash_mb=64) as engine:
        line = engine.analyse(board, Limit(nodes=5_000_000))[0]
    assert board.pdn(line.pv[0]) == move
    assert line.score.hundredths >= least
    # What it wins, it wins by force, and nothing else does.
    proved = Solver(board, seconds=60).run()
    assert [board.pdn(solution.move) for solution in proved.solutions] == [move]
    assert proved.complete
