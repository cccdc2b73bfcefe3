"""The messages of DamExchange: seven kinds of 1 to 127 ASCII characters, in fields of fixed width."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Final

from damier._core import BLACK, WHITE, Board, Color, Game, Move

LONGEST: Final = 127  # characters of a message
NAME: Final = 32  # characters of a program's name
SQUARES: Final = 50
VERSION: Final = 1
MINUTES_MAX: Final = 999
MOVES_MAX: Final = 999
SECONDS_MAX: Final = 9999
CAPTURES_MAX: Final = (LONGEST - 11) // 2

# Reasons of a GAMEEND, told by the one who sends it.
UNKNOWN, I_LOSE, DRAW, I_WIN = "0", "1", "2", "3"
# Answers to a GAMEREQ and to a BACKREQ.
ACCEPTED: Final = "0"
REFUSALS: Final = {"1": "another version of the protocol", "2": "not this game", "3": "no game at all"}
BACK_UNSUPPORTED, BACK_REFUSED = "1", "2"


class DxpError(ValueError):
    """A message that is not written as DamExchange asks."""


@dataclass(frozen=True, slots=True)
class GameReq:
    """The initiator proposes a game.

    `follower` plays the colour of the one who is asked; `minutes` (1 to 999) for each side, for `moves` moves each,
    `None` for the rest of the game; `board`: 50 letters and the side to move, `None` for the start.

    >>> str(GameReq("Tornado voor Windows 4.0", WHITE, 60, 65))
    'R01Tornado voor Windows 4.0        W060065A'
    """

    header: ClassVar[str] = "R"
    name: str
    follower: Color
    minutes: int
    moves: int | None = None
    board: tuple[Color, str] | None = None
    version: int = VERSION

    def __str__(self) -> str:
        minutes = min(max(self.minutes, 1), MINUTES_MAX)
        moves = min(self.moves or 0, MOVES_MAX)
        start = "A" if self.board is None else f"B{_letter(self.board[0])}{self.board[1]}"
        return f"R{self.version:02}{_name(self.name)}{_letter(self.follower)}{minutes:03}{moves:03}{start}"


@dataclass(frozen=True, slots=True)
class GameAcc:
    """The follower answers: accepted, or one of `REFUSALS`.

    >>> len(str(GameAcc("damier", "0")))
    34
    """

    header: ClassVar[str] = "A"
    name: str
    code: str

    def __str__(self) -> str:
        return f"A{_name(self.name)}{self.code}"


@dataclass(frozen=True, slots=True)
class Played:
    """A move, with the seconds that it took (for information) and the captured squares in any order.

    >>> str(Played(12, 5, 25, (22, 12, 23, 20)))
    'M001205250422122320'
    """

    header: ClassVar[str] = "M"
    seconds: int
    from_square: int
    to_square: int
    captures: tuple[int, ...] = ()

    @classmethod
    def of(cls, move: Move, seconds: float) -> Played:
        return cls(
            min(max(round(seconds), 0), SECONDS_MAX), move.from_square, move.to_square, tuple(sorted(move.captures))
        )

    def on(self, board: Board) -> Move:
        """The legal move that is meant. Raises `ValueError` saying why there is none."""
        squares = (self.from_square, self.to_square, *self.captures)
        return board.parse_hub(("x" if self.captures else "-").join(str(square) for square in squares))

    def __str__(self) -> str:
        squares = "".join(f"{square:02}" for square in self.captures)
        return f"M{self.seconds:04}{self.from_square:02}{self.to_square:02}{len(self.captures):02}{squares}"


@dataclass(frozen=True, slots=True)
class GameEnd:
    """The end of a game, told by the side to move in place of a move, or the answer to that.

    `reason`: `UNKNOWN`, `I_LOSE`, `DRAW`, `I_WIN`; `stop`: no further game is wanted.
    """

    header: ClassVar[str] = "E"
    reason: str = UNKNOWN
    stop: bool = False

    def __str__(self) -> str:
        return f"E{self.reason}{int(self.stop)}"


@dataclass(frozen=True, slots=True)
class Chat:
    """Words, at any time.

    >>> str(Chat("good luck"))
    'Cgood luck'
    """

    header: ClassVar[str] = "C"
    text: str

    def __str__(self) -> str:
        return f"C{_ascii(self.text)[: LONGEST - 1]}"


@dataclass(frozen=True, slots=True)
class BackReq:
    """Back to move number `move` (the first is 1), with `turn` to move.

    >>> str(BackReq(5, BLACK))
    'B005Z'
    """

    header: ClassVar[str] = "B"
    move: int
    turn: Color

    def __str__(self) -> str:
        return f"B{min(self.move, MOVES_MAX):03}{_letter(self.turn)}"


@dataclass(frozen=True, slots=True)
class BackAcc:
    """The answer to a `BackReq`: `ACCEPTED`, `BACK_UNSUPPORTED` or `BACK_REFUSED` (the game goes on)."""

    header: ClassVar[str] = "K"
    code: str

    def __str__(self) -> str:
        return f"K{self.code}"


Message = GameReq | GameAcc | Played | GameEnd | Chat | BackReq | BackAcc


def parse(text: str) -> Message:
    """What a message says. Raises `DxpError` naming the field that is wrong.

    >>> parse("M0012061100")
    Played(seconds=12, from_square=6, to_square=11, captures=())
    >>> parse("M00120611")
    Traceback (most recent call last):
        ...
    damier.engine.dxp.message.DxpError: MOVE: too short for the number of captures
    """
    if not 1 <= len(text) <= LONGEST:
        raise DxpError(f"a message has 1 to {LONGEST} characters, not {len(text)}")
    if not all("\x01" <= character <= "\x7f" for character in text):
        raise DxpError("a message has only ASCII characters from 1 to 127")
    reader = _READERS.get(text[0])
    if reader is None:
        raise DxpError(f"no message begins with {text[0]!r}")
    fields = _Fields(text)
    message = reader(fields)
    fields.must_end()
    return message


# ---------------------------------------------------------------------------------------------------------------
# Positions


def letters(board: Board) -> tuple[Color, str]:
    """A position as a GAMEREQ has it. Raises `DxpError` on a board without 50 squares.

    >>> letters(Board("B:WK1,50:B2"))[1].strip("e")
    'Wzeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeew'
    """
    if board.game.squares != SQUARES:
        raise DxpError(f"DamExchange is for boards of {SQUARES} squares; {board.game.name} has {board.game.squares}")
    return board.turn, board.hub_position()[1:].translate(_TO_DXP)


def board_from(turn: Color, text: str, game: str | Game) -> Board:
    """The position that a GAMEREQ gives. Raises `DxpError` where it is none of this game."""
    try:
        return Board.from_hub(turn.letter + text.translate(_FROM_DXP), game=game)
    except ValueError as error:
        raise DxpError(f"GAMEREQ: {error}") from None


_TO_DXP: Final = str.maketrans("bB", "zZ")
_FROM_DXP: Final = str.maketrans("zZ", "bB")

# ---------------------------------------------------------------------------------------------------------------
# Fields


class _Fields:
    """The fields of one message, from left to right."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._at = 1
        self._kind = _KINDS.get(text[0], text[0])

    def take(self, width: int, what: str) -> str:
        field = self._text[self._at : self._at + width]
        if len(field) < width:
            raise DxpError(f"{self._kind}: too short for the {what}")
        self._at += width
        return field

    def number(self, width: int, what: str) -> int:
        field = self.take(width, what)
        if not field.isdigit():
            raise DxpError(f"{self._kind}: the {what} must be {width} digits, not {field!r}")
        return int(field)

    def square(self, what: str) -> int:
        square = self.number(2, what)
        if not 1 <= square <= SQUARES:
            raise DxpError(f"{self._kind}: the {what} must be a square from 01 to {SQUARES}, not {square:02}")
        return square

    def one_of(self, choices: str, what: str) -> str:
        field = self.take(1, what)
        if field not in choices:
            raise DxpError(f"{self._kind}: the {what} must be one of {' '.join(choices)}, not {field!r}")
        return field

    def color(self, what: str) -> Color:
        return WHITE if self.one_of("WZ", what) == "W" else BLACK

    def rest(self) -> str:
        field = self._text[self._at :]
        self._at = len(self._text)
        return field

    def must_end(self) -> None:
        if self._at < len(self._text):
            raise DxpError(f"{self._kind}: {len(self._text) - self._at} characters too many")


def _game_req(fields: _Fields) -> Message:
    version = fields.number(2, "version")
    name = fields.take(NAME, "name").strip()
    follower = fields.color("colour of the follower")
    minutes = fields.number(3, "minutes")
    moves = fields.number(3, "number of moves") or None
    if fields.one_of("AB", "kind of start") == "A":
        return GameReq(name, follower, minutes, moves, None, version)
    turn = fields.color("side to move")
    board = fields.take(SQUARES, "board")
    wrong = next((letter for letter in board if letter not in "wzWZe"), None)
    if wrong is not None:
        raise DxpError(f"GAMEREQ: the board has only the letters w z W Z e, not {wrong!r}")
    return GameReq(name, follower, minutes, moves, (turn, board), version)


def _game_acc(fields: _Fields) -> Message:
    name = fields.take(NAME, "name").strip()
    return GameAcc(name, fields.one_of("0123", "answer"))


def _played(fields: _Fields) -> Message:
    seconds = fields.number(4, "seconds")
    from_square, to_square = fields.square("origin"), fields.square("destination")
    count = fields.number(2, "number of captures")
    return Played(seconds, from_square, to_square, tuple(fields.square("captured square") for _ in range(count)))


def _game_end(fields: _Fields) -> Message:
    reason = fields.one_of("0123", "reason")
    return GameEnd(reason, fields.one_of("01", "stop code") == "1")


def _chat(fields: _Fields) -> Message:
    return Chat(fields.rest())


def _back_req(fields: _Fields) -> Message:
    move = fields.number(3, "move number")
    return BackReq(move, fields.color("side to move"))


def _back_acc(fields: _Fields) -> Message:
    return BackAcc(fields.one_of("012", "answer"))


_READERS: Final = {
    "R": _game_req,
    "A": _game_acc,
    "M": _played,
    "E": _game_end,
    "C": _chat,
    "B": _back_req,
    "K": _back_acc,
}
_KINDS: Final = {
    "R": "GAMEREQ",
    "A": "GAMEACC",
    "M": "MOVE",
    "E": "GAMEEND",
    "C": "CHAT",
    "B": "BACKREQ",
    "K": "BACKACC",
}


def _letter(color: Color) -> str:
    return "W" if color == WHITE else "Z"


def _ascii(text: str) -> str:
    return "".join(character if "\x20" <= character <= "\x7e" else "?" for character in text)


def _name(name: str) -> str:
    return _ascii(name.strip() or "damier")[:NAME].ljust(NAME)
