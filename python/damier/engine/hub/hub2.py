"""Hub 2: named arguments, times in seconds, scores in men, speeds in millions of positions a second."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import isfinite
from typing import Final, Literal

from damier._core import EngineError
from damier.engine.hub import line as hub
from damier.engine.hub.events import (
    Complained,
    Declared,
    Finished,
    Introduced,
    Pong,
    Progress,
    Ready,
    Said,
    Waiting,
)
from damier.engine.limit import Limit
from damier.engine.option import KINDS, Option

Mode = Literal["think", "ponder", "analyze"]

NUMBER_MAX: Final = 24  # characters; no honest number is longer


def understand(line: str) -> Said | None:
    """What a line from an engine says, `None` where it says nothing that this protocol knows."""
    try:
        command, arguments = hub.parse(line)
    except ValueError:
        return None
    if command == "info":
        return _progress(arguments)
    if command == "done":
        return Finished(arguments.get("move", ""), arguments.get("ponder", ""))
    if command == "id":
        return Introduced(arguments)
    if command == "param":
        return _declared(arguments)
    if command == "error":
        return Complained(arguments.get("message", ""))
    plain: dict[str, Said] = {"wait": Waiting(), "ready": Ready(), "pong": Pong()}
    return plain.get(command)


def set_option(name: str, text: str) -> list[str]:
    return [hub.write("set-param", {"name": name, "value": text})]


def new_game() -> list[str]:
    return ["new-game"]


def search(position: str, moves: Sequence[str], limit: Limit, mode: Mode) -> list[str]:
    """The three lines that begin a search."""
    place = {"pos": position, "moves": " ".join(moves)} if moves else {"pos": position}
    return [hub.write("pos", place), hub.write("level", level(limit)), hub.write("go", {mode: True})]


def level(limit: Limit) -> dict[str, object]:
    """A limit as Hub 2 has it.

    >>> level(Limit(clock=180, increment=2, depth=20))
    {'depth': 20, 'time': '178', 'inc': '2'}
    """
    given: dict[str, object] = {}
    if limit.infinite:
        given["infinite"] = True
    if limit.depth is not None:
        given["depth"] = limit.depth
    if limit.nodes is not None:
        given["nodes"] = limit.nodes
    if limit.time is not None:
        given["move-time"] = _seconds(limit.time)
    if limit.clock is not None:
        if limit.moves is not None:
            given["moves"] = limit.moves
        # Hub adds the increment before the move, our clock has it already.
        given["time"] = _seconds(max(0.0, limit.clock - limit.increment))
        if limit.increment:
            given["inc"] = _seconds(limit.increment)
    return given


def _seconds(seconds: float) -> str:
    return f"{seconds:.3f}".rstrip("0").rstrip(".")


def _progress(arguments: Mapping[str, str]) -> Progress:
    score = real(arguments.get("score", ""))
    win_in = whole(arguments.get("win-in", ""))
    return Progress(
        score=None if score is None else round(score * 100),
        win_in=win_in or None,
        depth=whole(arguments.get("depth", "")),
        seldepth=whole(arguments.get("seldepth", "")),
        nodes=whole(arguments.get("nodes", "")),
        time=real(arguments.get("time", "")) or 0.0,
        nps=round((real(arguments.get("nps", "")) or 0.0) * 1e6),
        pv=tuple(arguments.get("pv", "").split()),
    )


def _declared(arguments: Mapping[str, str]) -> Declared | None:
    """An option as declared; of a kind that is not known, or with a value that breaks its own bounds, a string."""
    name, text, kind = (arguments.get(key, "") for key in ("name", "value", "type"))
    if not name:
        return None
    known = next((each for each in KINDS if each == kind), "string")
    least, most = (real(arguments.get(key, "")) for key in ("min", "max"))
    if known == "int":
        least, most = (None if bound is None else round(bound) for bound in (least, most))
    option = Option(name, known, text, least, most, tuple(arguments.get("values", "").split()))  # type: ignore[arg-type]  # one of KINDS
    try:
        return Declared(Option(name, option.kind, option.parse(text), least, most, option.values))
    except ValueError:
        return Declared(Option(name, "string", text))


def whole(text: str) -> int:
    """A whole number, 0 where it is none."""
    try:
        return int(text) if len(text) <= NUMBER_MAX else 0
    except ValueError:
        return 0


def real(text: str) -> float | None:
    """A number that is not infinite, `None` where it is none."""
    try:
        value = float(text) if len(text) <= NUMBER_MAX else None
    except ValueError:
        return None
    return value if value is not None and isfinite(value) and abs(value) < 1e18 else None


def refuse(limit: Limit) -> EngineError | None:
    """Hub 2 has every limit."""
    return None
