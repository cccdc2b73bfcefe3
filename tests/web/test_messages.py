"""Text becomes a message once, or an error that names the field."""

import contextlib
import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

pytest.importorskip("fastapi", reason="the board in the browser needs damier[web]")

from damier.web.messages import KINDS, MESSAGE_BYTES, SIDES, MessageError, parse_message, parse_new_game

HOSTILE: list[str | bytes] = [
    "",
    "{",
    "null",
    "[]",
    '"move"',
    "NaN",
    '{"type": "move", "ply": NaN, "move": "32-28"}',
    "[" * 5000,
    '{"a":' * 1000,
    "9" * 5000,
    b"\xff\xfe\x00",
    b"\x00" * 100,
    b'{"type": "move", "ply": 0, "move": "\xff"}',
    "x" * (MESSAGE_BYTES + 1),
]


@pytest.mark.parametrize("text", HOSTILE)
def test_anything_is_refused_in_words(text: str | bytes) -> None:
    for parse in (parse_message, parse_new_game):
        with pytest.raises(MessageError):
            parse(text)


@pytest.mark.parametrize(
    ("message", "field"),
    [
        ({}, "type"),
        ({"type": None, "ply": 0}, "type"),
        ({"type": ["move"], "ply": 0}, "type"),
        ({"type": "castle", "ply": 0}, "type"),
        ({"type": "undo"}, "ply"),
        ({"type": "undo", "ply": -1}, "ply"),
        ({"type": "undo", "ply": True}, "ply"),
        ({"type": "undo", "ply": 1.0}, "ply"),
        ({"type": "undo", "ply": "1"}, "ply"),
        ({"type": "undo", "ply": 10**30}, "ply"),
        ({"type": "move", "ply": 0}, "move"),
        ({"type": "move", "ply": 0, "move": 3228}, "move"),
        ({"type": "move", "ply": 0, "move": "  "}, "move"),
        ({"type": "move", "ply": 0, "move": "1" * 500}, "move"),
        ({"type": "move", "ply": 0, "move": "\ud800"}, "move"),
        ({"type": "move", "ply": 0, "move": "32-28", "claim": "yes"}, "claim"),
        ({"type": "explain", "ply": 0}, "from"),
        ({"type": "explain", "ply": 0, "from": 31, "to": "x"}, "to"),
    ],
)
def test_an_error_names_the_field(message: dict[str, Any], field: str) -> None:
    with pytest.raises(MessageError) as caught:
        parse_message(json.dumps(message))
    assert caught.value.field == field
    assert str(caught.value).startswith(field)


def test_a_new_game_names_its_fields() -> None:
    for wish, field in [
        ({}, "game"),
        ({"game": 20}, "game"),
        ({"game": "international", "side": "left"}, "side"),
        ({"game": "international", "level": 3}, "level"),
        ({"game": "international", "fen": ["W"]}, "fen"),
        ({"game": "international", "fen": "W" * 3000}, "fen"),
    ]:
        with pytest.raises(MessageError) as caught:
            parse_new_game(json.dumps(wish))
        assert caught.value.field == field


def test_a_good_message_is_read() -> None:
    message = parse_message(b'{"type": "move", "ply": 3, "move": " 32-28 ", "extra": [1]}')
    assert (message.kind, message.ply, message.move, message.claim) == ("move", 3, "32-28", False)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=12,
)
FIELDS = st.sampled_from(["type", "ply", "move", "claim", "at", "from", "to", "game", "side", "level", "fen", "draws"])
VALUES = JSON | st.sampled_from([*KINDS, *SIDES, "international", "32-28", 0, 1])


@given(st.binary(max_size=200) | st.text(max_size=200) | st.dictionaries(FIELDS, VALUES).map(json.dumps))
def test_law_any_bytes_are_a_message_or_an_error(text: str | bytes) -> None:
    for parse in (parse_message, parse_new_game):
        with contextlib.suppress(MessageError):
            parse(text)
