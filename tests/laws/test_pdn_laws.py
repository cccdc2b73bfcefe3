"""What is written is read again as the same game."""

from __future__ import annotations

import io
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

import damier
from damier import pdn

GAMES = [game.id for game in damier.games()]
TEXT = st.text(max_size=40)
NAMES = st.from_regex(r"[A-Z][A-Za-z0-9_]{0,12}", fullmatch=True).filter(
    lambda name: name not in ("FEN", "GameType", "Variant", "Result") and name == pdn_name(name)
)


def pdn_name(name: str) -> str:
    from damier._core import pdn_tag_name

    return pdn_tag_name(name)


@st.composite
def games(draw: st.DrawFn) -> pdn.Game:
    """A game with variations, comments, glyphs and positions that are set up."""
    game = pdn.Game(pdn.Headers(draw(st.dictionaries(NAMES, TEXT, max_size=4))), game=draw(st.sampled_from(GAMES)))
    game.comment = draw(TEXT)
    game.nags = draw(st.sets(st.integers(1, 255), max_size=2))
    nodes: list[pdn.Node] = [game]
    for choice in draw(st.lists(st.integers(0, 10_000), max_size=40)):
        # Most moves go on from the last one.
        node = nodes[-1] if choice % 4 else nodes[choice // 4 % len(nodes)]
        board = node.board()
        if choice % 13 == 0 and board.piece_map():
            added = node.add_setup(board.mirror().fen())
            added.nags = draw(st.sets(st.integers(1, 255), max_size=2))
            nodes.append(added)
            continue
        taken = [variation.move for variation in node.variations]
        moves = [move for move in board.legal_moves if move not in taken]
        if not moves:
            continue
        added = node.add_variation(moves[choice % len(moves)])
        if choice % 7 == 0:
            added.comment = draw(TEXT)
        if choice % 11 == 0 and added.starts_variation():
            added.starting_comment = draw(TEXT)
        if choice % 5 == 0:
            added.nags = draw(st.sets(st.integers(1, 255), max_size=3))
        nodes.append(added)
    return game


def shape(game: pdn.Game) -> list[Any]:
    """Everything that a file can hold of a game, node by node."""
    index: dict[int, int] = {}
    shape = []
    todo: list[pdn.Node] = [game]
    while todo:
        node = todo.pop()
        index[id(node)] = len(index)
        parent = -1 if node.parent is None else index[id(node.parent)]
        shape.append((parent, node.move, node.setup, node.comment, node.starting_comment, node.nags, node.unread))
        todo.extend(reversed(node.variations))
    return shape


@given(games(), st.sampled_from([None, 10, 80]))
@settings(max_examples=150, deadline=None)
def test_pdn_round_trip(game: pdn.Game, columns: int | None) -> None:
    text = game.accept(pdn.StringExporter(columns=columns))
    again = pdn.read_game(io.StringIO(text))
    assert again is not None
    assert not again.errors
    assert again.rules == game.rules
    assert shape(again) == shape(game)
    assert {name: again.headers[name] for name in game.headers} == dict(game.headers)
    assert again.accept(pdn.StringExporter(columns=columns)) == text
    # Bytes say the same as text.
    handle = io.BytesIO(text.encode())
    assert [shape(found) for found in pdn.read_games(handle)] == [shape(again)]


@given(st.binary(max_size=400))
@settings(max_examples=300, deadline=None)
def test_any_bytes_are_read_and_what_is_read_can_be_written(data: bytes) -> None:
    for game in pdn.read_games(io.BytesIO(data)):
        text = str(game)
        again = pdn.read_game(io.StringIO(text))
        assert again is not None
        assert list(again.mainline_moves()) == list(game.mainline_moves())


PIECES = [
    "1.", "2...", "32-28", "19-23", "28x19", "c3-d4", "(", ")", "{", "}", "!", "?", "*", "1-0", "2-0", "1/2-1/2",
    "$3", "[White \"A\"]", "[FEN \"W:W31:B20\"]", "/FEN \"B:W31:B20\"/", "\n", "\n\n", ";", "%", "word", "- -", "...",
    "½", "–", "4-6", "3228", "[%clk 0:01:00]", '"', "[", "]",
]  # fmt: skip


@given(st.lists(st.sampled_from(PIECES), max_size=60), st.booleans())
@settings(max_examples=300, deadline=None)
def test_pieces_of_games_in_any_order(pieces: list[str], blanks: bool) -> None:
    text = (" " if blanks else "").join(pieces)
    found = [str(game) for game in pdn.read_games(io.StringIO(text))]
    handle = io.BytesIO(text.encode())
    single = []
    while (game := pdn.read_game(handle)) is not None:
        single.append(str(game))
    assert len(single) == len(found)
    for written in found:
        (again,) = pdn.read_games(io.StringIO(written))
        assert str(again) == written
