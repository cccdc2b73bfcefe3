"""What a page may say to the server: text becomes a message once, or an error that names the field."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

MESSAGE_BYTES: Final = 8192  # the longest honest message is a FEN of a 12×12 board: about 500 bytes
FEN_LENGTH: Final = 2000
MOVE_LENGTH: Final = 400  # a Hub capture of every man of a 12×12 board stays below 200
PLY_MAX: Final = 100_000

KINDS: Final = (
    "move",
    "explain",
    "look",
    "undo",
    "resign",
    "offer_draw",
    "accept_draw",
    "decline_draw",
    "claim_draw",
    "think",
)
SIDES: Final = ("white", "black", "random", "both")


class MessageError(ValueError):
    """A message that cannot be understood or followed; `field` names the part that is at fault."""

    def __init__(self, text: str, field: str | None = None) -> None:
        super().__init__(text)
        self.field = field

    def picture(self) -> dict[str, Any]:
        """The error as the page receives it."""
        return {"type": "error", "message": str(self), "field": self.field}


@dataclass(frozen=True, slots=True)
class Message:
    """One wish of a player, about the position at `ply`."""

    kind: str
    ply: int
    move: str = ""
    claim: bool = False
    at: int = 0
    origin: int = 0
    target: int = 0


@dataclass(frozen=True, slots=True)
class NewGame:
    """What the dialog for a new game asks for."""

    game: str
    side: str
    level: str | None = None
    fen: str | None = None
    draws: str | None = None
    """A profile of drawing rules; `None` is the game's first."""


def parse_json(text: str | bytes) -> Mapping[str, Any]:
    """One JSON object, whatever bytes arrive."""
    if len(text) > MESSAGE_BYTES:
        raise MessageError(f"the message is longer than {MESSAGE_BYTES} bytes")
    try:
        value = json.loads(text, parse_constant=_refuse_constant)
    except (ValueError, RecursionError):
        raise MessageError("the message is not JSON") from None
    if not isinstance(value, dict):
        raise MessageError("the message is not a JSON object")
    return value


def parse_message(text: str | bytes) -> Message:
    """A message of the live game."""
    value = parse_json(text)
    kind = value.get("type")
    if not isinstance(kind, str) or kind not in KINDS:
        raise MessageError(f"type: expected one of {', '.join(KINDS)}", "type")
    ply = _integer(value, "ply", PLY_MAX)
    if kind == "move":
        claim = value.get("claim", False)
        if not isinstance(claim, bool):
            raise MessageError("claim: expected true or false", "claim")
        return Message(kind, ply, move=_text(value, "move", MOVE_LENGTH), claim=claim)
    if kind == "look":
        return Message(kind, ply, at=_integer(value, "at", ply))
    if kind == "explain":
        target = 0 if value.get("to") is None else _integer(value, "to", 1000)
        return Message(kind, ply, origin=_integer(value, "from", 1000), target=target)
    return Message(kind, ply)


def parse_new_game(text: str | bytes) -> NewGame:
    """The wish for a new game, or for a look at one."""
    value = parse_json(text)
    side = value.get("side", "both")
    if not isinstance(side, str) or side not in SIDES:
        raise MessageError(f"side: expected one of {', '.join(SIDES)}", "side")
    game = _text(value, "game", 40)
    level, fen, draws = (
        None if value.get(field) is None else _text(value, field, most)
        for field, most in (("level", 40), ("fen", FEN_LENGTH), ("draws", 40))
    )
    return NewGame(game, side, level, fen, draws)


def _refuse_constant(name: str) -> float:
    raise ValueError(name)


def _integer(value: Mapping[str, Any], field: str, most: int) -> int:
    number = value.get(field)
    if isinstance(number, bool) or not isinstance(number, int) or not 0 <= number <= most:
        raise MessageError(f"{field}: expected a whole number from 0 to {most}", field)
    return number


def _text(value: Mapping[str, Any], field: str, most: int) -> str:
    text = value.get(field)
    if not isinstance(text, str):
        raise MessageError(f"{field}: expected a text", field)
    text = text.strip()
    if not text:
        raise MessageError(f"{field}: is empty", field)
    if len(text) > most:
        raise MessageError(f"{field}: is longer than {most} characters", field)
    # Half a surrogate pair is no character: it could neither be read by the rules nor sent back.
    if any(0xD800 <= ord(letter) <= 0xDFFF for letter in text):
        raise MessageError(f"{field}: contains something that is not a character", field)
    return text
