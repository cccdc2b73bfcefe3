"""Strict PDN 3.0 out."""

from __future__ import annotations

import io

import pytest

import damier
from damier import pdn


def game_of(text: str, **options: str) -> pdn.Game:
    game = pdn.read_game(io.StringIO(text), **options)  # type: ignore[call-overload]
    assert isinstance(game, pdn.Game)
    return game


def body(game: pdn.Game, **options: object) -> str:
    return str(game.accept(pdn.StringExporter(headers=False, **options)))  # type: ignore[arg-type]


def test_numbers() -> None:
    game = game_of("{a} 1. 32-28 {b} 18-23 ( 1... 17-22 2. 28x17 11x22 ) 2. 38-32 ( 2. 33-29 ) 12-18 $140 3. 31-27")
    assert body(game, columns=None) == (
        "{a} 1. 32-28 {b} 1... 18-23 (1... 17-22 2. 28x17 11x22) 2. 38-32 (2. 33-29) 2... 12-18 $140 3. 31-27 *"
    )
    assert body(game, columns=None, comments=False, variations=False) == "1. 32-28 18-23 2. 38-32 12-18 $140 3. 31-27 *"


def test_lines_are_no_longer_than_asked_for() -> None:
    game = game_of("1. 32-28 { " + "some words about the opening " * 20 + "} 18-23 2. 38-32 12-18 3. 31-27 7-12 *")
    for columns in (1, 20, 40, 80, 200):
        text = body(game, columns=columns)
        assert all(len(line) <= max(columns, 10) for line in text.splitlines())
        again = game_of(text)
        assert again.variations[0].comment == game.variations[0].comment
    assert "\n" not in body(game, columns=None)
    with pytest.raises(ValueError, match="columns=0"):
        pdn.StringExporter(columns=0)


def test_captures_are_long_only_where_they_must_be() -> None:
    game = game_of('[FEN "W:WK1:B12,13,19,20"] 1x23x14x25')
    assert body(game) == "1. 1x23x14x25 *"
    game = game_of('[GameType "20"] 1. 32-28 19-23 2. 28x23x19? 14x23')
    assert "2. 28x19? 14x23" in body(game)


def test_the_standard_example_of_a_long_form() -> None:
    # PDN 3.0, restriction 9: two captures lead from 47 to 36. The squares between are those where the king turns, and
    # where it goes straight on the one right behind the piece: 38, not 33.
    board = damier.Board("B:W14,19,29,31,42:BK47")
    texts = {board.pdn(move) for move in board.legal_moves}
    assert texts == {"47x38x24x13x36", "47x38x20x9x36"}


@pytest.mark.parametrize(
    ("game", "tag", "score", "written"),
    [
        ("international", "1-0", None, "2-0"),
        ("international", "1/2-1/2", None, "1-1"),
        ("international", "0-2", "chess", "0-1"),
        ("russian", "2-0", None, "1-0"),
        ("russian", "1-1", "fmjd", "1-1"),
        ("frisian", "1-1", None, "1/2-1/2"),
        ("international", "0-0", None, "0-0"),
        ("international", "*", None, "*"),
        ("international", "4-6", None, "4-6"),
        ("english", "1-0", "fmjd", "2-0"),
    ],
)
def test_results_in_the_numbers_of_the_game(game: str, tag: str, score: str | None, written: str) -> None:
    made = pdn.Game(game=game)
    made.headers["Result"] = tag
    text = made.accept(pdn.StringExporter(score=score))
    assert f'[Result "{written}"]' in text


def test_squares_as_numbers_or_names() -> None:
    game = game_of('[GameType "25"] 1. c3-d4 d6-c5 2. b2-c3')
    text = game.accept(pdn.StringExporter(numeric=True))
    assert '[GameType "25,W,8,8,N2,0"]' in text
    assert "1. 22-18 10-14 2. 25-22 *" in text
    assert list(game_of(text).mainline_moves()) == list(game.mainline_moves())
    game = game_of("1. 32-28 18-23")
    text = game.accept(pdn.StringExporter(numeric=False))
    assert '[GameType "20,W,10,10,A0,0"]' in text
    assert "1. d4-e5 f6-e6" in text or "1. " in text
    assert list(game_of(text).mainline_moves()) == list(game.mainline_moves())


@pytest.mark.parametrize("game", damier.games(), ids=lambda game: game.id)
def test_every_game_finds_itself_again(game: damier.Game) -> None:
    made = pdn.Game(game=game)
    board = made.board()
    node: pdn.Node = made
    for _ in range(12):
        moves = list(board.legal_moves)
        if not moves:
            break
        node = node.add_variation(moves[0])
        board.push(moves[0])
    again = game_of(str(made))
    assert again.rules == made.rules or again.rules.id == made.rules.id
    assert list(again.mainline_moves()) == list(made.mainline_moves())
    if game.game_type is not None:
        assert f'[GameType "{game.game_type}"]' in str(made)


def test_tags_are_written_as_the_standard_has_them() -> None:
    game = game_of('[Белые "Иванов"] [odd-name "a \\"b\\" \\\\ c"] [Ключ "?"] 1. 32-28 *')
    text = str(game)
    assert '[White "Иванов"]' in text
    assert '[Oddname "a \\"b\\" \\\\ c"]' in text
    again = game_of(text)
    assert again.headers["Oddname"] == 'a "b" \\ c'
    assert str(again) == text


def test_a_position_is_written_with_what_its_counters_say() -> None:
    assert game_of('[FEN "W:W40:B7"] 1. 40-34').fen() == "W:W40:B7"
    game = game_of('[FEN "W:WK40:BK7:H12:F30"] 30. 40-35')
    assert game.fen() == "W:WK40:BK7:H12:F30"
    assert "30. 40-35" in str(game)


def test_many_games_to_a_handle() -> None:
    games = [game_of(f"1. {move} *") for move in ("32-28", "33-29")]
    handle = io.StringIO()
    for game in games:
        game.accept(pdn.FileExporter(handle))
    handle.seek(0)
    assert [str(game) for game in pdn.read_games(handle)] == [str(game) for game in games]
