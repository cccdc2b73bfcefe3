"""Games with towers against a plain generator of their own, and what a board says of towers."""

from __future__ import annotations

import io
import pickle
import random
from pathlib import Path
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import damier
import oracle_towers as oracle
from damier import pdn, svg
from damier._core import Search
from oracle import read_perft

AGAIN = damier.Game.custom("bashni", id="again", rejump=True)
AT_END = damier.Game.custom("bashni", id="at end", removal="at_end")
GAMES = {"bashni": damier.Game("bashni"), "lasca": damier.Game("lasca"), "again": AGAIN, "at_end": AT_END}
PIECES = {"bashni": 24, "lasca": 22}


def board_of(position: oracle.Position, name: str) -> damier.Board:
    return damier.Board(oracle.fen(position), game=GAMES[name], strict=False)


def towers(board: damier.Board) -> dict[int, str]:
    return {at: "".join(piece.symbol for piece in board.tower_at(at)) for at in board.piece_map()}


def agree(position: oracle.Position, name: str) -> None:
    """The core gives the same moves, and each leads to the same towers."""
    board = board_of(position, name)
    said = f"{name} {oracle.fen(position)}"
    assert board.fen() == oracle.fen(position), said
    expected = oracle.children(position)
    got = set()
    for move in board.legal_moves:
        board.push(move)
        got.add((move.from_square, move.to_square, board.fen()))
        assert board.zobrist_hash() == damier.Board(board.fen(), game=board.game, strict=False).zobrist_hash(), said
        assert board.pop() == move
    number = {at: oracle.number(position.rules, at) for at in oracle.squares(position.rules)}
    wanted = {(number[origin], number[end], oracle.fen(after)) for origin, end, after in expected}
    assert got == wanted, said
    assert len(list(board.legal_moves)) == len(board.legal_moves) == board.perft(1) == len(wanted), said


@pytest.mark.parametrize("name", ["bashni", "lasca"])
def test_the_oracle_counts_what_the_perft_files_say(name: str) -> None:
    path = Path(__file__).parents[1] / "data" / "perft" / f"{name}.perft"
    for line in read_perft(name, path.read_text()):
        if line.nodes <= 8_000 and line.kind == "perft":
            position = oracle.parse_fen(oracle.READINGS[name], line.fen)
            assert oracle.perft(position, line.depth) == line.nodes


@pytest.mark.parametrize("name", GAMES)
def test_random_games(name: str) -> None:
    rng = random.Random(name)
    for _ in range(4):
        for position in oracle.wander(oracle.READINGS[name], rng, 70):
            agree(position, name)


@pytest.mark.parametrize("name", GAMES)
def test_scattered_positions(name: str) -> None:
    rng = random.Random(f"scattered {name}")
    for _ in range(150):
        agree(oracle.scattered(oracle.READINGS[name], rng), name)


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_many_scattered_positions(name: str) -> None:
    rng = random.Random(f"many {name}")
    for _ in range(5_000):
        agree(oracle.scattered(oracle.READINGS[name], rng), name)


@settings(max_examples=40, deadline=None)
@given(st.sampled_from(["bashni", "lasca"]), st.lists(st.integers(0, 1000), max_size=120))
def test_laws(name: str, choices: list[int]) -> None:
    """Nothing leaves the board, a tower changes colour once at most, and text, hash and history go back and forth."""
    board = damier.Board(game=name)
    for choice in choices:
        moves = list(board.legal_moves)
        if not moves or board.outcome():
            break
        move = moves[choice % len(moves)]
        assert board.parse_pdn(board.pdn(move)) == move
        assert board.parse_pdn(board.pdn(move, long=True)) == move
        assert board.parse_hub(board.hub(move)) == move
        before = board.fen(), board.zobrist_hash()
        board.push(move)
        again = board.copy()
        assert again.pop() == move
        assert (again.fen(), again.zobrist_hash()) == before
    stacks = towers(board).values()
    assert sum(map(len, stacks)) == PIECES[name]
    assert all(sum(a != b for a, b in zip(s.lower(), s.lower()[1:], strict=False)) <= 1 for s in stacks)
    assert damier.Board(board.fen(), game=name).fen() == board.fen()
    assert damier.Board(board.fen(), game=name).zobrist_hash() == board.zobrist_hash()
    assert pickle.loads(pickle.dumps(board)) == board
    assert board.mirror().mirror().fen() == board.fen()
    assert board.mirror().perft(2) == board.perft(2)
    assert board.is_valid, board.status()


def test_the_top_of_a_jumped_tower_goes_under_the_captor() -> None:
    board = damier.Board("W:Wc3[wb]:Bd4[bw],h8", game="bashni")
    board.push_pdn("c3:e5")
    assert board.fen() == "B:We5[wbb],d4:Bh8"
    assert [piece.symbol for piece in board.tower_at(board.game.parse_square("e5"))] == ["w", "b", "b"]
    assert board.tower_at(board.game.parse_square("a1")) == ()
    assert str(board.piece_at(board.game.parse_square("d4")).color) == "white"


def test_a_captured_king_stays_one() -> None:
    board = damier.Board("W:Wc3:BKd4,h8", game="bashni")
    board.push_pdn("c3:e5")
    assert board.fen() == "B:We5[wB]:Bh8"


def test_a_flat_board_has_towers_of_one() -> None:
    board = damier.Board()
    assert board.tower_at(31) == (damier.Piece(damier.WHITE),)
    assert board.tower_at(25) == ()
    assert board.boards == ()


def test_fifteen_moves_without_a_capture_are_a_draw() -> None:
    board = damier.Board("W:WKa1:BKb8", game="bashni", draws=["balance_15"])
    while board.outcome() is None:
        moves = [move for move in board.legal_moves if not move.is_capture]
        before = board.ply
        board.push(next(move for move in moves if not _hangs(board, move)))
        assert board.ply == before + 1 <= 30
    assert str(board.outcome().termination) == "balance"
    assert board.ply == 30


def _hangs(board: damier.Board, move: damier.Move) -> bool:
    board.push(move)
    hangs = any(one.is_capture for one in board.legal_moves)
    board.pop()
    return hangs


def test_a_position_comes_again_after_a_capture() -> None:
    """What is captured may be freed, so that no capture forgets the positions before it."""
    board = damier.Board(game="bashni")
    board.push_pdn("c3-d4")
    assert not board.is_repetition(2)


def test_hub_has_no_word_for_towers() -> None:
    board = damier.Board("W:Wc3[wb]:Bh8", game="bashni")
    with pytest.raises(damier.InvalidSetupError, match="the tower on c3 has 2 pieces"):
        board.hub_position()
    start = damier.Board(game="lasca")
    assert damier.Board.from_hub(start.hub_position(), game="lasca").fen() == start.fen()


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("W:Wa1[bw]:Bb8", "the tower on a1 has a black piece on top"),
        ("W:Wa1[wx]:Bb8", "the tower on a1 holds 'x'"),
        ("W:Wa1[w", "the tower on a1 holds no end"),
        ("W:WKa1[w]:Bb8", "has a man on top"),
        ("W:Wa1[wbwb]:Bb8", "changes colour more than once"),
        ("W:Wa1[wwwwwwwwwwwww]:Bb8", "White has 13 pieces"),
        ("W:Wa1[" + "w" * 40 + "]:Bb8", "at most 31"),
        ("W:W31-50:B1-20", "no square"),
    ],
)
def test_impossible_towers_are_told(text: str, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        damier.Board(text, game="bashni")


def test_towers_from_pieces() -> None:
    game = damier.Game("bashni")
    tower = [damier.Piece.from_symbol(symbol) for symbol in "wBb"]
    board = damier.Board.from_pieces(
        {game.parse_square("c3"): tower, game.parse_square("h8"): tower[2]}, damier.WHITE, game=game
    )
    assert board.fen() == "W:Wc3[wBb]:Bh8"
    with pytest.raises(damier.InvalidSetupError, match="has one on each"):
        damier.Board.from_pieces({31: tower}, damier.WHITE)


def test_the_rule_is_data() -> None:
    assert damier.Game("bashni").rules["towers"]
    assert damier.Game("bashni").rules["rejump"] is False
    assert AGAIN.rules["rejump"] is True
    assert AT_END.rules["removal"] == "at_end"
    assert pickle.loads(pickle.dumps(AGAIN)) == AGAIN
    with pytest.raises(ValueError, match="rejump"):
        damier.Game.custom("russian", rejump=True)
    with pytest.raises(ValueError, match="at most 31 pieces"):
        damier.Game.custom("bashni", files=10, ranks=10)
    assert damier.Game.custom("bashni", id="wide", files=10).squares == 40


def test_explained() -> None:
    board = damier.Board("W:Wc3,a1:Bd4[bw],h8", game="bashni")
    assert "capture is compulsory" in board.explain("a1-b2")
    assert board.explain("c3:e5").startswith("c3:e5 is forced")


@pytest.mark.parametrize("name", ["bashni", "lasca"])
def test_records_go_round(name: str) -> None:
    rng = random.Random(name)
    board = damier.Board(game=name)
    for _ in range(60):
        moves = list(board.legal_moves)
        if not moves:
            break
        board.push(rng.choice(moves))
    text = str(pdn.Game.from_board(board))
    assert f'[Variant "{name}"]' in text
    back = pdn.read_game(io.StringIO(text))
    assert back is not None
    assert not back.errors
    assert list(back.mainline_moves()) == board.move_stack
    assert back.end().board().fen() == board.fen()


@pytest.mark.parametrize("style", svg.STYLES)
def test_pictures(style: str) -> None:
    board = damier.Board("W:WKc3[Wwbbb],a1:Bd4[bw],Kh8[Bwwwwwwww]", game="bashni")
    picture = svg.board(board, style=style, size=400)
    root = ElementTree.fromstring(picture)
    assert root.tag.endswith("svg")
    assert "c3 (Wwbbb)" in picture
    assert ">2+3<" in picture
    assert ">1+8<" in picture


@pytest.mark.parametrize("name", ["bashni", "lasca"])
def test_the_engine_plays_to_the_end(name: str) -> None:
    board = damier.Board(game=name)
    search = Search(hash_mb=1)
    while board.outcome() is None:
        assert board.ply < 400
        board.push(search.run(board, nodes=400)[0]["pv"][0])
