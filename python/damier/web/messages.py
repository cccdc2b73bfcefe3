"""What a page may say to the server: text becomes a message once, or an error that names the field."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from damier.saying import Saying, said, say

MESSAGE_BYTES: Final = 16_384  # the longest honest message is a comment
COMMENT_LENGTH: Final = 4000
FEN_LENGTH: Final = 2000
MOVE_LENGTH: Final = 400  # a Hub capture of every man of a 12×12 board stays below 200
COUNTER_MAX: Final = 9999  # of a position's counters
PLY_MAX: Final = 100_000
NODE_MAX: Final = 1_000_000
SOLVE_SECONDS: Final = 20
SOLVE_SECONDS_MAX: Final = 60
LINE_LENGTH: Final = 40  # moves of a line that are played at once

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
    "hint",
)
STUDY_KINDS: Final = (
    "position",
    "explain",
    "play",
    "delete",
    "promote",
    "main",
    "demote",
    "comment",
    "marks",
    "glyphs",
    "header",
    "undo",
    "restore",
    "engine",
    "engine_off",
    "line",
    "review",
    "review_off",
    "annotate",
    "try",
)
SIDES: Final = ("white", "black", "random", "both")


class MessageError(ValueError):
    """A message that cannot be understood or followed; `field` names the part that is at fault."""

    def __init__(self, text: str, field: str | None = None) -> None:
        super().__init__(text)
        self.field = field

    def picture(self) -> dict[str, Any]:
        """The error as the page receives it."""
        return {"type": "error", "message": said(self), "field": self.field}


def plain(refusal: str) -> str:
    """Why a move is refused, for people who have it before their eyes and need not hear again that it is illegal."""
    if isinstance(refusal, Saying) and refusal.template == "illegal move {move}: {reason}":
        return Saying("{move}: {reason}", refusal.parts)
    return refusal


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
class StudyMessage:
    """One wish of somebody who works on a game, about one of its moves (0: where the game begins)."""

    kind: str
    node: int = 0
    move: str = ""
    text: str = ""
    name: str = ""
    before: bool = False
    origin: int = 0
    target: int = 0
    arrows: tuple[tuple[int, int, str], ...] = ()
    nags: tuple[int, ...] = ()
    lines: int = 1
    """How many lines the engine shows."""
    threat: bool = False
    """The engine shows what the side that is not to move threatens."""
    moves: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class NewGame:
    """What the dialog for a new game asks for."""

    game: str
    side: str
    level: str | None = None
    fen: str | None = None
    draws: str | None = None
    """A profile of drawing rules; `None` is the game's first."""
    clock: str | None = None
    """``180+2``, ``300`` or ``40/3600``, in seconds; `None` where no time is kept."""
    ballot: int | None = None
    """Plies of an opening that is drawn by lot."""


@dataclass(frozen=True, slots=True)
class Try:
    """What a learner does: plays a move that the board offers, sends a piece where none of them goes (0: anywhere), or
    gives up.
    """

    topic: str
    number: int
    move: str | None = None
    origin: int = 0
    target: int = 0
    show: bool = False


@dataclass(frozen=True, slots=True)
class Problem:
    """A position that is to be solved, in so many seconds at most."""

    game: str
    fen: str
    seconds: int


@dataclass(frozen=True, slots=True)
class NewStudy:
    """What is to be analysed: a game played here, or a position with the moves after it, in Hub text."""

    game: str | None = None
    fen: str | None = None
    moves: tuple[str, ...] = ()
    sitting: str | None = None


def parse_json(text: str | bytes) -> Mapping[str, Any]:
    """One JSON object, whatever bytes arrive."""
    if len(text) > MESSAGE_BYTES:
        raise MessageError(say("the message is longer than {most} bytes", most=MESSAGE_BYTES))
    try:
        value = json.loads(text, parse_constant=_refuse_constant)
    except (ValueError, RecursionError):
        raise MessageError(say("the message is not JSON")) from None
    if not isinstance(value, dict):
        raise MessageError(say("the message is not a JSON object"))
    return value


def parse_message(text: str | bytes) -> Message:
    """A message of the live game."""
    value = parse_json(text)
    kind = value.get("type")
    if not isinstance(kind, str) or kind not in KINDS:
        raise MessageError(say("{field}: expected one of {choices}", field="type", choices=", ".join(KINDS)), "type")
    ply = _integer(value, "ply", PLY_MAX)
    if kind == "move":
        claim = value.get("claim", False)
        if not isinstance(claim, bool):
            raise MessageError(say("{field}: expected true or false", field="claim"), "claim")
        return Message(kind, ply, move=_text(value, "move", MOVE_LENGTH), claim=claim)
    if kind == "look":
        return Message(kind, ply, at=_integer(value, "at", ply))
    if kind == "explain":
        target = 0 if value.get("to") is None else _integer(value, "to", 1000)
        return Message(kind, ply, origin=_integer(value, "from", 1000), target=target)
    return Message(kind, ply)


def parse_study_message(text: str | bytes) -> StudyMessage:
    """A message about a game that is analysed."""
    value = parse_json(text)
    kind = value.get("type")
    if not isinstance(kind, str) or kind not in STUDY_KINDS:
        raise MessageError(
            say("{field}: expected one of {choices}", field="type", choices=", ".join(STUDY_KINDS)), "type"
        )
    if kind in ("undo", "restore", "engine_off", "review_off", "annotate"):
        return StudyMessage(kind)
    if kind == "header":
        name = _text(value, "name", 200)
        return StudyMessage(kind, name=name, text=_text(value, "text", COMMENT_LENGTH, may_be_empty=True))
    if kind == "review":
        return StudyMessage(kind, text=_text(value, "depth", 20))
    node = _integer(value, "node", NODE_MAX)
    if kind in ("play", "try"):
        return StudyMessage(kind, node, move=_text(value, "move", MOVE_LENGTH))
    if kind == "explain":
        target = 0 if value.get("to") is None else _integer(value, "to", 1000)
        return StudyMessage(kind, node, origin=_integer(value, "from", 1000), target=target)
    if kind == "comment":
        before = value.get("before", False)
        if not isinstance(before, bool):
            raise MessageError(say("{field}: expected true or false", field="before"), "before")
        return StudyMessage(kind, node, text=_text(value, "text", COMMENT_LENGTH, may_be_empty=True), before=before)
    if kind == "marks":
        return StudyMessage(kind, node, arrows=_arrows(value))
    if kind == "engine":
        threat = value.get("threat", False)
        if not isinstance(threat, bool):
            raise MessageError(say("{field}: expected true or false", field="threat"), "threat")
        lines = _integer(value, "lines", 5)
        return StudyMessage(kind, node, lines=lines, threat=threat)
    if kind == "line":
        return StudyMessage(kind, node, moves=_moves(value, LINE_LENGTH))
    if kind == "glyphs":
        return StudyMessage(kind, node, nags=_nags(value))
    return StudyMessage(kind, node)


def parse_new_game(text: str | bytes) -> NewGame:
    """The wish for a new game, or for a look at one."""
    value = parse_json(text)
    side = value.get("side", "both")
    if not isinstance(side, str) or side not in SIDES:
        raise MessageError(say("{field}: expected one of {choices}", field="side", choices=", ".join(SIDES)), "side")
    game = _text(value, "game", 40)
    level, fen, draws = (
        None if value.get(field) is None else _text(value, field, most)
        for field, most in (("level", 40), ("fen", FEN_LENGTH), ("draws", 40))
    )
    clock = None if value.get("clock") is None else _text(value, "clock", 40)
    ballot = None if value.get("ballot") is None else _integer(value, "ballot", 20)
    return NewGame(game, side, level, fen, draws, clock, ballot)


def parse_new_study(text: str | bytes) -> NewStudy:
    """The wish for a game to work on."""
    value = parse_json(text)
    sitting = None if value.get("sitting") is None else _text(value, "sitting", 40)
    game = None if value.get("game") is None else _text(value, "game", 40)
    fen = None if value.get("fen") is None else _text(value, "fen", FEN_LENGTH)
    return NewStudy(game, fen, _moves(value, MESSAGE_BYTES), sitting)


def parse_try(text: str | bytes) -> Try:
    """What a learner tried in an exercise."""
    value = parse_json(text)
    topic, number = _text(value, "topic", 40), _integer(value, "number", 100)
    show = value.get("show", False)
    if not isinstance(show, bool):
        raise MessageError(say("{field}: expected true or false", field="show"), "show")
    if show:
        return Try(topic, number, show=True)
    if value.get("move") is not None:
        return Try(topic, number, move=_text(value, "move", MOVE_LENGTH))
    target = 0 if value.get("to") is None else _integer(value, "to", 1000)
    return Try(topic, number, origin=_integer(value, "from", 1000), target=target)


def parse_build(text: str | bytes) -> tuple[str, int]:
    """The wish for endgame tables: of which game, up to how many pieces."""
    value = parse_json(text)
    return _text(value, "game", 40), _integer(value, "pieces", 20)


def parse_setup(text: str | bytes) -> dict[str, Any]:
    """A position that is set up by hand, as the fields of a `SetUp`."""
    value = parse_json(text)
    pieces, mirrored = value.get("pieces"), value.get("mirrored", False)
    if pieces is not None and not isinstance(pieces, dict):
        raise MessageError(say("{field}: expected an object of squares", field="pieces"), "pieces")
    if not isinstance(mirrored, bool):
        raise MessageError(say("{field}: expected true or false", field="mirrored"), "mirrored")
    return {
        "game": _text(value, "game", 40),
        "pieces": pieces,
        "turn": "white" if value.get("turn") is None else _text(value, "turn", 10),
        "fen": None if value.get("fen") is None else _text(value, "fen", FEN_LENGTH),
        "mirrored": mirrored,
        "quiet": None if value.get("quiet") is None else _integer(value, "quiet", COUNTER_MAX),
        "number": None if value.get("number") is None else max(1, _integer(value, "number", COUNTER_MAX)),
        "king_moves": _king_moves(value),
    }


def parse_problem(text: str | bytes) -> Problem:
    """A composition that is to be solved."""
    value = parse_json(text)
    seconds = SOLVE_SECONDS if value.get("seconds") is None else _integer(value, "seconds", SOLVE_SECONDS_MAX)
    return Problem(_text(value, "game", 40), _text(value, "fen", FEN_LENGTH), max(1, seconds))


def _refuse_constant(name: str) -> float:
    raise ValueError(name)


def _integer(value: Mapping[str, Any], field: str, most: int) -> int:
    number = value.get(field)
    if isinstance(number, bool) or not isinstance(number, int) or not 0 <= number <= most:
        raise MessageError(say("{field}: expected a whole number from 0 to {most}", field=field, most=most), field)
    return number


def _arrows(value: Mapping[str, Any]) -> tuple[tuple[int, int, str], ...]:
    arrows = value.get("arrows")
    if not isinstance(arrows, list) or len(arrows) > 200:
        raise MessageError(
            say("{field}: expected a list of {what}", field="arrows", what="[from, to, colour]"), "arrows"
        )
    found = []
    for arrow in arrows:
        if not isinstance(arrow, list) or len(arrow) != 3 or not isinstance(arrow[2], str):
            raise MessageError(
                say("{field}: expected a list of {what}", field="arrows", what="[from, to, colour]"), "arrows"
            )
        origin, target = (_integer({"arrows": square}, "arrows", 1000) for square in arrow[:2])
        found.append((origin, target, arrow[2]))
    return tuple(found)


def _moves(value: Mapping[str, Any], most: int) -> tuple[str, ...]:
    moves = value.get("moves", [])
    if not isinstance(moves, list) or len(moves) > most:
        raise MessageError(say("{field}: expected a list of at most {most} moves", field="moves", most=most), "moves")
    return tuple(_text({"moves": move}, "moves", MOVE_LENGTH) for move in moves)


def _king_moves(value: Mapping[str, Any]) -> tuple[int, int] | None:
    moves = value.get("king_moves")
    if moves is None:
        return None
    if not isinstance(moves, list) or len(moves) != 2:
        raise MessageError(say("{field}: expected those of White and of Black", field="king_moves"), "king_moves")
    white, black = (_integer({"king_moves": count}, "king_moves", 3) for count in moves)
    return white, black


def _nags(value: Mapping[str, Any]) -> tuple[int, ...]:
    nags = value.get("nags")
    if not isinstance(nags, list) or len(nags) > 20:
        raise MessageError(say("{field}: expected a short list of numbers", field="nags"), "nags")
    return tuple(_integer({"nags": nag}, "nags", 255) for nag in nags)


def _text(value: Mapping[str, Any], field: str, most: int, *, may_be_empty: bool = False) -> str:
    text = value.get(field)
    if not isinstance(text, str):
        raise MessageError(say("{field}: expected a text", field=field), field)
    text = text.strip()
    if not text and not may_be_empty:
        raise MessageError(say("{field}: is empty", field=field), field)
    if len(text) > most:
        raise MessageError(say("{field}: is longer than {most} characters", field=field, most=most), field)
    # Half a surrogate pair is no character: it could neither be read by the rules nor sent back.
    if any(0xD800 <= ord(letter) <= 0xDFFF for letter in text):
        raise MessageError(say("{field}: contains something that is not a character", field=field), field)
    return text
