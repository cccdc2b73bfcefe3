"""The oracle itself: the counts of the perft files at shallow depth, and positions with known moves."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

import oracle
import positions

PERFT = Path(__file__).parents[1] / "data" / "perft"
NODES = 8_000
# Games that are not flat: see test_towers and test_twin.
OTHERS = {"bashni", "lasca", "vigman"}


def lines(low: int, high: int) -> list[oracle.Line]:
    """The lines of all perft files whose count lies above `low` and not above `high`."""
    paths = [path for path in sorted(PERFT.glob("*.perft")) if path.stem not in OTHERS]
    found = [line for path in paths for line in oracle.read_perft(path.stem, path.read_text())]
    return [line for line in found if low < line.nodes <= high]


def check(line: oracle.Line) -> None:
    rules = oracle.rules_for(line.game, line.options)
    position = oracle.parse_fen(rules, line.fen, standard=line.standard)
    assert oracle.perft(position, line.depth, orders=line.kind == "ordered") == line.nodes


def name(line: oracle.Line) -> str:
    return f"{line.game}-{line.id}-{line.kind}-{line.depth}"


@pytest.mark.parametrize("line", lines(0, NODES), ids=name)
def test_counts(line: oracle.Line) -> None:
    check(line)


@pytest.mark.slow
@pytest.mark.parametrize("line", lines(NODES, 200_000), ids=name)
def test_higher_counts(line: oracle.Line) -> None:
    check(line)


def test_every_game_has_a_perft_file() -> None:
    assert {path.stem for path in PERFT.glob("*.perft")} == {*oracle.GAMES, *OTHERS, "custom"}


@pytest.mark.parametrize("known", positions.RULES + positions.CASES, ids=lambda known: known.name)
def test_known_moves(known: positions.Known) -> None:
    position = oracle.parse_fen(oracle.GAMES[known.game], known.fen, standard=known.standard)
    assert oracle.legal(position) == known.parsed(), oracle.pretty(position)


@pytest.mark.parametrize("game", oracle.GAMES)
def test_flipping_colours_flips_moves(game: str) -> None:
    rules = oracle.GAMES[game]
    rng = random.Random(game)
    total = len(oracle.squares(rules))
    for _ in range(20):
        position = oracle.random_position(rules, rng)
        turned = {
            oracle.Move(
                total + 1 - move.origin,
                total + 1 - move.destination,
                frozenset(total + 1 - at for at in move.captures),
                move.promotes,
            )
            for move in oracle.legal(position)
        }
        if not position.limit:
            assert oracle.legal(oracle.flip(position)) == turned, oracle.pretty(position)


def test_frisian_17_fourth_move_of_a_king_is_forbidden() -> None:
    rules = oracle.GAMES["frisian"]
    position = oracle.parse_fen(rules, "W:WK50,46:B16")
    for move in ((50, 45), (16, 21), (45, 50), (21, 26), (50, 45), (26, 31)):
        position = oracle.play(position, oracle.Move(*move, frozenset(), False))
    assert {move.origin for move in oracle.legal(position)} == {46}
