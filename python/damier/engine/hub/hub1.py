"""Hub 1, as Scan 2.0 speaks it: positional arguments, times in milliseconds, scores in hundredths of a man."""

from __future__ import annotations

from collections.abc import Sequence

from damier._core import EngineError
from damier.engine.hub.events import Complained, Finished, Introduced, Pong, Progress, Ready, Said, Waiting
from damier.engine.hub.hub2 import Mode, real, whole
from damier.engine.limit import Limit

# Facts from the public source of Scan 2.0 (2017): `hub_loop` and `disp_best_move`.


def understand(line: str) -> Said | None:
    """What a line from an engine says, `None` where it says nothing that this protocol knows."""
    command, _, rest = line.strip().partition(" ")
    words = rest.split()
    if command == "info":
        return _progress(words)
    if command == "move":
        return Finished(*words[:2])
    if command in ("name", "version", "author", "country"):
        return Introduced({command: rest.strip()})
    if command == "error":
        return Complained(rest.strip())
    plain: dict[str, Said] = {"wait": Waiting(), "ready": Ready(), "pong": Pong()}
    return plain.get(command)


def set_option(name: str, text: str) -> list[str]:
    return [f"set {name} {text}"]


def new_game() -> list[str]:
    return ["new"]


def search(position: str, moves: Sequence[str], limit: Limit, mode: Mode) -> list[str]:
    """The lines that begin a search: the position, each move after it, the limits, and what to do.

    >>> search("Wbbeww", ["32-28"], Limit(time=1.5, depth=9), "think")
    ['pos wbbeww', 'move 32-28', 'depth 9', 'time 1500', 'go']
    """
    lines = [f"pos {position[0].lower()}{position[1:]}", *(f"move {move}" for move in moves)]
    if limit.depth is not None:
        lines.append(f"depth {limit.depth}")
    if limit.clock is not None:
        # Hub adds the increment before the move, our clock has it already.
        clock, increment = _milliseconds(limit.clock - limit.increment), round(limit.increment * 1000)
        lines.append(f"level {limit.moves or 0} {clock} {increment}")
    if limit.time is not None:
        lines.append(f"time {_milliseconds(limit.time)}")
    return [*lines, {"think": "go", "ponder": "ponder", "analyze": "analyse"}[mode]]


def refuse(limit: Limit) -> EngineError | None:
    """What cannot be said in Hub 1."""
    if limit.nodes is not None:
        return EngineError("Hub 1 has no limit on nodes: give a depth or a time")
    if limit.clock is not None and limit.time is not None:
        return EngineError("Hub 1 takes a clock or a time for the move, not both")
    return None


def _milliseconds(seconds: float) -> int:
    return max(1, round(seconds * 1000))


def _progress(words: Sequence[str]) -> Progress:
    """Depth, mean depth, score, nodes, seconds, millions of positions a second, and the line in the usual notation."""
    depth, _mean, score, nodes, time, speed, *pv = [*words, *[""] * 6][: max(6, len(words))]
    value = real(score)
    return Progress(
        score=None if value is None else round(value),
        depth=whole(depth),
        nodes=whole(nodes),
        time=real(time) or 0.0,
        nps=round((real(speed) or 0.0) * 1e6),
        pv=tuple(pv),
    )
