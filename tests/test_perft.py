"""The counts in `data/perft`, line by line: shallow ones always, deep ones with ``-m slow``."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

import bridge
import damier
import oracle

PERFT = Path(__file__).parents[1] / "data" / "perft"
# Nodes per line: below the first always, below the second with `-m slow`, above it never.
NODES = int(os.environ.get("DAMIER_PERFT_NODES", 5_000_000))
SLOW_NODES = int(os.environ.get("DAMIER_PERFT_SLOW_NODES", 600_000_000))


def lines(low: int, high: int) -> list[oracle.Line]:
    """The lines of all files with more than `low` and at most `high` nodes."""
    found = [line for path in sorted(PERFT.glob("*.perft")) for line in oracle.read_perft(path.stem, path.read_text())]
    return [line for line in found if low < line.nodes <= high]


def name(line: oracle.Line) -> str:
    return f"{line.game}-{line.id}-{line.kind}-{line.depth}"


def check(line: oracle.Line, threads: int = 1) -> None:
    fen = None if line.fen == "start" else line.fen
    board = damier.Board(
        fen,
        game=bridge.game(line.game, line.options),
        numbering="standard" if line.standard else None,
        strict=False,  # one position has a man on its promotion row
    )
    assert board.perft(line.depth, threads=threads, ordered=line.kind == "ordered") == line.nodes


@pytest.mark.parametrize("line", lines(0, NODES), ids=name)
def test_perft(line: oracle.Line) -> None:
    check(line)


@pytest.mark.slow
@pytest.mark.parametrize("line", lines(NODES, SLOW_NODES), ids=name)
def test_deep_perft(line: oracle.Line) -> None:
    check(line, threads=os.cpu_count() or 1)


@pytest.mark.parametrize("threads", [1, 2, 5])
def test_threads_count_alike(threads: int) -> None:
    board = damier.Board("W:WK31-50:BK1-20")
    assert board.perft(6, threads=threads) == 37589
    assert damier.Board(game="frisian").perft(5, threads=threads, ordered=True) == 21345


def test_depth_nought_is_one_node() -> None:
    assert damier.Board().perft(0) == 1


def test_board_is_left_as_it_was() -> None:
    board = damier.Board()
    before = board.fen(), board.zobrist_hash()
    board.perft(4)
    assert (board.fen(), board.zobrist_hash()) == before
