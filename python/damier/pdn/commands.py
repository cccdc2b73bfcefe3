"""What programs write into comments, ``[%clk 0:12:30]`` and such: read, and put in its place."""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from damier._core import WHITE, Color, Game

TIME: Final = r"(?:\d{1,3}:)?\d{1,4}:\d{1,2}(?:[.,]\d{1,3})?"
CLOCK: Final = re.compile(rf"\[%clk\s+({TIME})\s*\]")
BOTH_CLOCKS: Final = re.compile(rf"\[%clock\s*([wWbB]?)({TIME})\s*(?:([wWbB])({TIME})\s*)?\]")
MOVE_TIME: Final = re.compile(rf"\[%emt\s+({TIME})\s*\]")
EVAL: Final = re.compile(r"\[%eval\s+([-+]?\d{1,6}(?:\.\d{1,6})?)\s*\]")
ARROWS: Final = re.compile(r"\[%(?:cal|csl)\s+([^\]\[]{1,2000})\]")
ARROW: Final = re.compile(r"([RGYB])([a-l]\d{1,2}|\d{1,2})(?:-?([a-l]\d{1,2}|\d{2}))?")

COLORS: Final = {"G": "green", "R": "red", "Y": "yellow", "B": "blue"}


class Arrow(NamedTuple):
    """An arrow from a square to another one, or a mark on a square where both are the same."""

    from_square: int
    to_square: int
    color: str = "green"


def seconds(text: str) -> float:
    """``1:02:03.5`` to seconds; ``2:03`` is minutes and seconds.

    >>> seconds("0:01:20"), seconds("0:0:9.56")
    (80.0, 9.56)
    """
    total = 0.0
    for part in text.replace(",", ".").split(":"):
        total = total * 60 + float(part)
    return total


def time(value: float) -> str:
    """Seconds to ``h:mm:ss``, with thousandths only where there are any.

    >>> time(3725), time(9.5)
    ('1:02:05', '0:00:09.5')
    """
    thousandths = max(0, round(value * 1000))
    whole, rest = divmod(thousandths, 1000)
    hours, minutes, left = whole // 3600, whole // 60 % 60, whole % 60
    fraction = f".{rest:03}".rstrip("0") if rest else ""
    return f"{hours}:{minutes:02}:{left:02}{fraction}"


def clock(comment: str, mover: Color, color: Color | None) -> float | None:
    """The time left on a clock: the mover's where no colour is asked for."""
    wanted = mover if color is None else color
    if wanted == mover and (found := CLOCK.search(comment)):
        return seconds(found[1])
    if found := BOTH_CLOCKS.search(comment):
        for letter, text in ((found[1], found[2]), (found[3], found[4])):
            if text and (letter.upper() == wanted.letter if letter else wanted == mover):
                return seconds(text)
    return None


def with_clock(comment: str, value: float | None, mover: Color, color: Color | None) -> str:
    """The comment with another time for a side, that of the other side kept."""
    times = {side: clock(comment, mover, side) for side in (WHITE, WHITE.opposite)}
    times[mover if color is None else color] = value
    rest = _put(CLOCK, _put(BOTH_CLOCKS, comment, None), None)
    known = {side: left for side, left in times.items() if left is not None}
    if not known:
        return rest
    if list(known) == [mover]:
        return f"[%clk {time(known[mover])}] {rest}".strip()
    # A capital letter says that the clock is running: that of the side that did not move.
    parts = (f"{side.letter.lower() if side == mover else side.letter}{time(left)}" for side, left in known.items())
    return f"[%clock {' '.join(parts)}] {rest}".strip()


def move_time(comment: str) -> float | None:
    found = MOVE_TIME.search(comment)
    return seconds(found[1]) if found else None


def with_move_time(comment: str, value: float | None) -> str:
    return _put(MOVE_TIME, comment, None if value is None else f"[%emt {time(value)}]")


def evaluation(comment: str) -> float | None:
    found = EVAL.search(comment)
    return float(found[1]) if found else None


def with_evaluation(comment: str, value: float | None) -> str:
    return _put(EVAL, comment, None if value is None else f"[%eval {value:.3f}]")


def arrows(comment: str, game: Game) -> list[Arrow]:
    """Every arrow and mark whose squares the board has."""
    found = []
    for command in ARROWS.finditer(comment):
        for part in command[1].split(","):
            if read := ARROW.fullmatch(part.strip()):
                try:
                    origin = game.parse_square(read[2])
                    target = game.parse_square(read[3]) if read[3] else origin
                except ValueError:
                    continue
                found.append(Arrow(origin, target, COLORS[read[1]]))
    return found


def with_arrows(comment: str, drawn: list[Arrow], game: Game) -> str:
    letters = {name: letter for letter, name in COLORS.items()}

    def square(number: int) -> str:
        name = game.square_name(number)
        return name.zfill(2) if name.isdigit() else name

    marks, lines = [], []
    for arrow in drawn:
        letter = letters.get(arrow.color)
        if letter is None:
            raise ValueError(f"there is no arrow in {arrow.color!r}: choose from {', '.join(letters)}")
        if arrow.from_square == arrow.to_square:
            marks.append(letter + square(arrow.from_square))
        else:
            lines.append(f"{letter}{square(arrow.from_square)}{square(arrow.to_square)}")
    commands = [f"[%{name} {','.join(parts)}]" for name, parts in (("csl", marks), ("cal", lines)) if parts]
    return _put(ARROWS, comment, " ".join(commands) or None)


def _put(pattern: re.Pattern[str], comment: str, command: str | None) -> str:
    """The comment with a command in place of the first that a pattern finds, and none of the others."""
    parts: list[str] = []
    at = 0
    for found in pattern.finditer(comment):
        parts.append(comment[at : found.start()].strip())
        if command is not None:
            parts.append(command)
            command = None
        at = found.end()
    parts.append(comment[at:].strip() if at else comment)
    if command is not None:
        parts.insert(0, command)
    return " ".join(part for part in parts if part)
