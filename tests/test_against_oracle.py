"""The core against the oracle: legal moves, positions after them and FEN, at random positions of every game."""

from __future__ import annotations

import os
import random
from dataclasses import replace
from typing import Any

import pytest

import bridge
import damier
import oracle

POSITIONS = int(os.environ.get("DAMIER_POSITIONS", 500))
SLOW_POSITIONS = int(os.environ.get("DAMIER_SLOW_POSITIONS", 20_000))
# Children looked at per position: enough to meet each kind of move.
CHILDREN = 6


def agree(position: oracle.Position, of: damier.Game, rng: random.Random) -> None:
    """Fails where the core and the oracle differ about a position or what follows from it."""
    board = bridge.board(position, of)
    said = f"{of.id} {oracle.fen(position)}\n{oracle.pretty(position)}"
    assert bridge.symbols(board) == bridge.pieces(position), said
    expected = oracle.legal(position)
    got = bridge.moves(board)
    assert got == expected, (
        f"{said}\nmissing: {sorted(expected - got, key=str)}\ntoo many: {sorted(got - expected, key=str)}"
    )
    assert len(list(board.legal_moves)) == len(expected), said
    assert board.legal_moves.count() == board.perft(1) == len(expected), said
    assert board.perft(1, ordered=True) == len(oracle.ordered(position)), said
    assert same(damier.Board(board.fen(), game=of, strict=False), board), said

    for move in rng.sample(list(board.legal_moves), min(CHILDREN, len(expected))):
        after = oracle.play(position, bridge.move(move))
        board.push(move)
        told = f"{said}\nafter {bridge.move(move)}"
        assert bridge.symbols(board) == bridge.pieces(after), told
        assert board.turn == bridge.color(after.turn), told
        assert board.fen() == bridge.board(after, of).fen(), told
        assert board.zobrist_hash() == bridge.board(after, of).zobrist_hash() or after.limit, told
        assert board.pop() == move, told
        assert bridge.symbols(board) == bridge.pieces(position), told


def same(one: damier.Board, other: damier.Board) -> bool:
    """Whether two boards show the same position."""
    return one.fen() == other.fen() and one.piece_map() == other.piece_map() and one.turn == other.turn


def seeds(of: str, count: int) -> random.Random:
    return random.Random(f"{of} {count}")


@pytest.mark.parametrize("name", oracle.GAMES)
def test_against_oracle(name: str) -> None:
    rng = seeds(name, POSITIONS)
    for _ in range(POSITIONS):
        agree(oracle.random_position(oracle.GAMES[name], rng), damier.Game(name), rng)


@pytest.mark.slow
@pytest.mark.parametrize("name", oracle.GAMES)
def test_against_oracle_at_length(name: str) -> None:
    rng = seeds(name, SLOW_POSITIONS)
    for _ in range(SLOW_POSITIONS):
        agree(oracle.random_position(oracle.GAMES[name], rng), damier.Game(name), rng)


@pytest.mark.parametrize("name", oracle.GAMES)
def test_constant_rules_are_run_time_rules(name: str) -> None:
    constant, run_time = damier.Game(name), damier.Game.custom(base=name)
    rng = seeds(name, 1)
    for _ in range(POSITIONS // 2):
        position = oracle.random_position(oracle.GAMES[name], rng)
        one, other = bridge.board(position, constant), bridge.board(position, run_time)
        assert bridge.moves(one) == bridge.moves(other), oracle.pretty(position)
        assert one.fen() == other.fen()
        assert one.perft(2) == other.perft(2), oracle.pretty(position)
        assert one.perft(2, ordered=True) == other.perft(2, ordered=True), oracle.pretty(position)


# Rules changed one at a time: what no game of the list combines.
CUSTOM: dict[str, tuple[str, dict[str, Any], dict[str, Any]]] = {
    "russian_12x12": ("russian", {"files": 12, "ranks": 12}, {"files": 12, "ranks": 12}),
    "russian_max": ("russian", {"precedence": ["quantity"]}, {"precedence": ("quantity",)}),
    "italian_10x10": ("italian", {"files": 10, "ranks": 10}, {"files": 10, "ranks": 10}),
    "thai_10x10": ("thai", {"files": 10, "ranks": 10}, {"files": 10, "ranks": 10}),
    "frisian_8x8": ("frisian", {"files": 8, "ranks": 8, "rows_of_men": 3}, {"files": 8, "ranks": 8, "rows_of_men": 3}),
    "killer_mirrored": ("killer", {"mirrored": True}, {"mirrored": True}),
    "international_at_once": ("international", {"removal": "at_once"}, {"removal": "at_once"}),
    "spanish_in_passing": ("spanish", {"promotion": "in_passing"}, {"promotion": "in_passing"}),
    "english_flying": ("english", {"flying_kings": True}, {"flying": True}),
    "pool_short_kings": ("pool", {"flying_kings": False}, {"flying": False}),
    "mini_6x6": ("brazilian", {"files": 6, "ranks": 6, "rows_of_men": 2}, {"files": 6, "ranks": 6, "rows_of_men": 2}),
    "czech_10x8": ("czech", {"files": 10, "ranks": 8}, {"files": 10, "ranks": 8}),
    "russian_men_spare_kings": ("russian", {"men_capture_kings": False}, {"men_take_kings": False}),
}


@pytest.mark.parametrize("name", CUSTOM)
def test_custom_rules_against_oracle(name: str) -> None:
    base, given, differ = CUSTOM[name]
    game = damier.Game.custom(base=base, **given)
    rules = replace(oracle.GAMES[base], **differ)
    rng = seeds(name, POSITIONS)
    for _ in range(POSITIONS // 5):
        agree(oracle.random_position(rules, rng), game, rng)


@pytest.mark.parametrize("name", oracle.GAMES)
def test_random_games_against_oracle(name: str) -> None:
    """Whole games, so that what a position remembers (the Frisian kings) is compared too."""
    rng = seeds(name, 2)
    for _ in range(max(1, POSITIONS // 100)):
        position = oracle.start(oracle.GAMES[name])
        follow(position, damier.Board(game=name), rng, plies=60)


@pytest.mark.parametrize("name", ["frisian", "frysk"])
def test_frisian_17_king_limit_along_games(name: str) -> None:
    rng = seeds(name, 3)
    for _ in range(POSITIONS // 5):
        position = few_kings_and_men(oracle.GAMES[name], rng)
        follow(position, bridge.board(position, damier.Game(name)), rng, plies=30)


def few_kings_and_men(rules: oracle.Rules, rng: random.Random) -> oracle.Position:
    """A king or two and a man that is in nobody's way, for each side."""
    kings = rng.sample(oracle.squares(rules), rng.randint(2, 3))
    pieces = {at: "WB"[index % 2] for index, at in enumerate(kings)}
    for man, rank in (("w", rng.randrange(3)), ("b", rules.ranks - 1 - rng.randrange(3))):
        file = rng.choice([file for file in range(rules.files) if oracle.on_board(rules, (file, rank))])
        pieces.setdefault((file, rank), man)
    return oracle.Position(rules, pieces, rng.choice("WB"))


def follow(position: oracle.Position, board: damier.Board, rng: random.Random, *, plies: int) -> None:
    """Plays a random game on both sides at once; kings move more often than chance would have it."""
    for _ in range(plies):
        expected = oracle.legal(position)
        assert bridge.moves(board) == expected, (
            f"{board.fen(counters=True)}\n{oracle.pretty(position)}\n{position.limit}"
        )
        if not expected:
            break
        choices = sorted(expected, key=lambda move: (move.origin, move.destination, sorted(move.captures)))
        kings = [move for move in choices if bridge.pieces(position)[move.origin].isupper()]
        chosen = rng.choice(kings if kings and rng.random() < 0.8 else choices)
        board.push(next(move for move in board.legal_moves if bridge.move(move) == chosen))
        position = oracle.play(position, chosen)
        assert bridge.symbols(board) == bridge.pieces(position)
