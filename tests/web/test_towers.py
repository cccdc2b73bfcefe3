"""Towers and two games at once in a real browser: whole games, their moves chosen by the engine and made by hand."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest

import damier
from damier._core import Search
from web.test_screen import Screen, look

__all__ = ["look"]

NAMES = {"w": "white man", "W": "white king", "b": "black man", "B": "black king"}


@pytest.mark.slow
@pytest.mark.parametrize("game", ["bashni", "lasca", "vigman"])
def test_whole_games(look: Callable[..., Screen], server: Any, game: str) -> None:
    screen = look(reduced_motion="reduce").open(server.begin(game=game))
    board, search = damier.Board(game=game), Search(hash_mb=1)
    while board.outcome() is None:
        assert board.ply < 300
        move = search.run(board, nodes=300)[0]["pv"][0]
        for part in move.parts:
            if part.from_square == part.to_square:
                screen.click(part.from_square)
            else:
                screen.drag(part.from_square, part.to_square)
            for square in [*part.captures, *part.path[1:-1]]:
                if screen.marks("choice"):
                    screen.click(square)
        screen.wait_for(board.ply + 1)
        # Captures with the same squares may differ in their order: what was played is what counts.
        board.push_pdn(screen.history[-1])
        towers = {square: board.tower_at(square) for square in board.piece_map()}
        shown = {square: "".join(piece.symbol for piece in tower) for square, tower in towers.items()}
        assert screen.pieces() == shown, board.fen()
    assert screen.page.locator("#outcome").is_visible()


@pytest.mark.parametrize("game", ["bashni", "lasca"])
def test_the_analysis_shows_whole_towers(look: Callable[..., Screen], server: Any, game: str) -> None:
    chance, board = random.Random(7), damier.Board(game=game)
    stands = []
    moves = []
    while board.outcome() is None and board.ply < 40:
        move = chance.choice(list(board.legal_moves))
        moves.append(move.hub())
        board.push(move)
        towers = {square: board.tower_at(square) for square in board.piece_map()}
        stands.append({square: "".join(piece.symbol for piece in tower) for square, tower in towers.items()})
    assert any(len(tower) > 2 for tower in stands[-1].values())
    screen = look(reduced_motion="reduce")
    screen.page.goto(f"{server.address}/analysis?game={game}&moves={'+'.join(moves)}")
    for ply in reversed(range(len(moves))):
        screen.page.wait_for_function(
            """([ply]) => Number(document.querySelector('#screen').dataset.ready) === ply
                && !document.querySelector('damier-board').classList.contains('moving')""",
            arg=[ply + 1],
        )
        assert screen.pieces() == stands[ply], ply
        screen.press("ArrowLeft")
    for _ in range(3):
        screen.press("ArrowRight")
    screen.press("End", "p")
    said = screen.page.locator("#announcement").text_content()
    tower = next(tower for tower in stands[-1].values() if len(tower) > 2)
    assert " on ".join(NAMES[piece] for piece in tower) in said
