"""Two games at once, against two boards of the plain oracle, and what a board says of both."""

from __future__ import annotations

import io
import pickle
import random
from dataclasses import replace
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import damier
import oracle
from damier import pdn, svg
from damier._core import Search

TWO_MOVES = damier.Game.custom("vigman", id="two moves", turn="two_moves")
DARK = oracle.RUSSIAN
LIGHT = replace(oracle.RUSSIAN, mirrored=True)


def name(at: oracle.Square) -> str:
    return f"{'abcdefgh'[at[0]]}{at[1] + 1}"


def halves(rules: oracle.Rules, position: oracle.Position) -> set[tuple[str, str, frozenset[str]]]:
    """The moves of one game by the names of their squares."""
    at = {oracle.number(rules, square): name(square) for square in oracle.squares(rules)}
    return {
        (at[move.origin], at[move.destination], frozenset(at[square] for square in move.captures))
        for move in oracle.legal(position)
    }


def parts(move: damier.Move) -> tuple[tuple[str, str, frozenset[str]], ...]:
    word = move.game.square_name
    return tuple((word(p.from_square), word(p.to_square), frozenset(map(word, p.captures))) for p in move.parts)


def half_board(board: damier.Board, rules: oracle.Rules) -> oracle.Position:
    shade = int(rules.mirrored)
    pieces = {board.game.file_rank(square): piece.symbol for square, piece in board.piece_map().items()}
    own = {at: symbol for at, symbol in pieces.items() if sum(at) % 2 == shade}
    return oracle.Position(rules, own, board.turn.letter)


def test_every_turn_is_a_move_in_each_game() -> None:
    rng = random.Random(5)
    for _ in range(6):
        board = damier.Board(game="vigman")
        for _ in range(60):
            running = [rules for rules, half in zip((DARK, LIGHT), board.boards, strict=True) if half.outcome() is None]
            moves = list(board.legal_moves)
            if not running:
                assert not moves
                break
            each = [halves(rules, half_board(board, rules)) for rules in running]
            wanted = {(one,) for one in each[0]} if len(each) == 1 else {(a, b) for a in each[0] for b in each[1]}
            assert {parts(move) for move in moves} == wanted, board.fen()
            assert board.legal_moves.count() == len(moves) == len(wanted)
            board.push(rng.choice(moves))


@settings(max_examples=25, deadline=None)
@given(st.lists(st.integers(0, 10_000), max_size=60), st.booleans())
def test_laws(choices: list[int], two_moves: bool) -> None:
    board = damier.Board(game=TWO_MOVES if two_moves else "vigman")
    for choice in choices:
        moves = list(board.legal_moves)
        if not moves:
            assert board.outcome() is not None
            break
        move = moves[choice % len(moves)]
        before = board.fen(), board.zobrist_hash()
        assert board.parse_pdn(board.pdn(move)) == move or two_moves
        assert board.parse_hub(board.hub(move)) == move or two_moves
        board.push(move)
        assert damier.Board(board.fen(), game=board.game).fen() == board.fen()
        assert damier.Board(board.fen(), game=board.game).zobrist_hash() == board.zobrist_hash()
        again = board.copy()
        again.pop()
        assert (again.fen(), again.zobrist_hash()) == before
    assert pickle.loads(pickle.dumps(board)).fen() == board.fen()
    assert board.mirror().mirror().fen() == board.fen()


def test_text() -> None:
    board = damier.Board(game="vigman")
    move = board.push_pdn("c3-d4/b3-c4")
    assert str(move) == "c3-d4/b3-c4"
    assert [str(part) for part in move.parts] == ["c3-d4", "b3-c4"]
    assert board.turn == damier.BLACK
    assert board.parse_pdn("f6-g5/c6-b5") == board.parse_pdn("c6-b5/f6-g5")
    assert repr(move) == "Move.from_pdn('c3-d4/b3-c4', game='vigman')"
    assert eval(repr(move), {"Move": damier.Move}) == move
    assert [half.peek() for half in board.boards] != []


def test_each_game_is_a_board() -> None:
    board = damier.Board(game="vigman")
    board.push_pdn("c3-d4/b3-c4")
    dark, light = board.boards
    assert dark.game == damier.Game("russian")
    assert light.game.mirrored
    assert dark.fen().startswith("B:Wa1") or "d4" in dark.fen()
    assert "c4" in light.fen()
    assert (dark.ply, light.ply) == (1, 1)
    assert len(board.draw_clocks()) == 2 * len(dark.draw_clocks())
    assert board.tower_at(board.game.parse_square("d4")) == (damier.Piece(damier.WHITE),)


def test_half_a_turn_is_no_turn() -> None:
    board = damier.Board(game="vigman")
    with pytest.raises(damier.IllegalMoveError, match="the move on the light squares is missing"):
        board.push_pdn("c3-d4")
    with pytest.raises(damier.IllegalMoveError, match="both moves are on the dark squares"):
        board.push_pdn("c3-d4/e3-f4")
    with pytest.raises(damier.InvalidMoveError, match="is on the dark squares"):
        board.push_pdn("c3-d4-d5")
    with pytest.raises(damier.InvalidSetupError, match="on the light squares"):
        damier.Board("W:Wb1,d1,f1,h1,a2,c2,e2,g2,b3,d3,f3,h3,a4:Ba8", game="vigman")
    with pytest.raises(damier.InvalidFenError, match="there is no square"):
        damier.Board("W:Wj1:Ba8", game="vigman")
    assert board.ply == 0


def test_the_sum_of_both() -> None:
    board = damier.Board("W:Wa3,b1:Bb4,c5,b7", game="vigman")
    assert board.fen().endswith(":GB*")
    assert board.boards[0].outcome().winner == damier.BLACK
    assert board.outcome() is None
    board.resign(damier.BLACK)
    assert board.result() == "2-2"
    over = damier.Board("W:W:Bb4,b7", game="vigman")
    assert (over.result(), over.outcome().winner) == ("0-4", damier.BLACK)
    assert over.outcome().reason == "Black wins 4-0: Black wins on the dark squares, Black wins on the light squares"
    level = damier.Board("W:Wa3,b1:Bb4,c5,b7:G=W", game="vigman")
    assert level.result() == "3-1"
    assert "draw on the dark squares" in level.outcome().reason
    agreed = damier.Board(game="vigman")
    agreed.agree_draw()
    assert agreed.result() == "2-2"


def test_two_moves_in_one_game() -> None:
    board = damier.Board(game=TWO_MOVES)
    board.push_pdn("c3-d4/d4-c5")
    assert board.turn == damier.BLACK
    with pytest.raises(damier.IllegalMoveError, match="a turn has two moves"):
        board.push_pdn("b6-d4")


def test_records_go_round() -> None:
    rng = random.Random(3)
    board = damier.Board(game="vigman")
    while (moves := list(board.legal_moves)) and board.ply < 120:
        board.push(rng.choice(moves))
    text = str(pdn.Game.from_board(board))
    assert '[Variant "vigman"]' in text
    back = pdn.read_game(io.StringIO(text))
    assert back is not None
    assert not back.errors
    assert list(back.mainline_moves()) == board.move_stack
    assert back.end().board().fen() == board.fen()


@pytest.mark.parametrize("style", svg.STYLES)
def test_pictures(style: str) -> None:
    board = damier.Board(game="vigman")
    move = board.push_pdn("c3-d4/b3-c4")
    picture = svg.board(board, style=style, last_move=move)
    assert ElementTree.fromstring(picture).tag.endswith("svg")
    assert "Vigman" in picture


@pytest.mark.parametrize("game", ["vigman", TWO_MOVES], ids=str)
def test_the_engine_plays_to_the_end(game: str | damier.Game) -> None:
    board = damier.Board(game=game)
    search = Search(hash_mb=1)
    while board.outcome() is None:
        assert board.ply < 400
        line = search.run(board, nodes=400)[0]
        board.push(line["pv"][0])
    assert board.result() in ("4-0", "3-1", "2-2", "1-3", "0-4")


def test_the_engine_sees_both_games() -> None:
    # A man can be won on the dark squares, and a man on the light ones.
    board = damier.Board("W:Wc1,c3,d1,b3:Bd4,h8,c4,g8", game="vigman")
    best = Search(hash_mb=1).run(board, depth=6)[0]
    assert board.pdn(best["pv"][0]) == "c3:e5/b3:d5"
    lines = Search(hash_mb=1).run(damier.Board(game="vigman"), depth=4, multipv=3)
    assert len({str(line["pv"][0]) for line in lines}) == 3
    assert lines[0]["score"] >= lines[1]["score"] >= lines[2]["score"]
    chosen = list(damier.Board(game="vigman").legal_moves)[:2]
    line = Search(hash_mb=1).run(damier.Board(game="vigman"), depth=3, searchmoves=chosen)[0]
    assert line["pv"][0] in chosen
