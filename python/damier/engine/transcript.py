"""What was said between an engine and its master, line by line, with the time."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass
from os import PathLike
from pathlib import Path
from time import perf_counter
from typing import Final

LINES_MAX: Final = 100_000  # kept in memory; a file keeps all of them

SENT: Final = ">"
HEARD: Final = "<"


@dataclass(frozen=True, slots=True)
class Utterance:
    """One line: when (seconds from the start), by whom (``>`` to the engine, ``<`` from it), and its text."""

    time: float
    direction: str
    text: str

    def __str__(self) -> str:
        return f"{self.time:10.3f} {self.direction} {self.text}"


class Transcript:
    """A record of a conversation; given a path, each line is also written there at once.

    >>> transcript = Transcript()
    >>> transcript.sent("ping")
    >>> transcript.heard("pong")
    >>> [line.text for line in transcript]
    ['ping', 'pong']
    >>> Transcript.parse("> ping\\n   0.002 < pong")[1].text
    'pong'
    """

    def __init__(self, path: str | PathLike[str] | None = None) -> None:
        self._lines: deque[Utterance] = deque(maxlen=LINES_MAX)
        self._start = perf_counter()
        self._path = None if path is None else Path(path)
        if self._path is not None:
            self._path.write_text("", encoding="utf-8")

    def sent(self, text: str) -> None:
        """Notes a line to the engine."""
        self._note(SENT, text)

    def heard(self, text: str) -> None:
        """Notes a line from the engine."""
        self._note(HEARD, text)

    def __iter__(self) -> Iterator[Utterance]:
        return iter(list(self._lines))

    def __str__(self) -> str:
        return "".join(f"{line}\n" for line in self)

    @staticmethod
    def parse(text: str) -> list[Utterance]:
        """The lines of a written transcript; times may be missing, empty lines and ``#`` comments are left out.

        Raises `ValueError` naming the line that is none.
        """
        lines = []
        for number, line in enumerate(text.split("\n"), 1):
            if not line.strip() or line.startswith("#"):
                continue
            time, direction, said = 0.0, *line.strip()[:1], line.strip()[1:]
            if direction not in (SENT, HEARD):
                stamp, _, rest = line.strip().partition(" ")
                direction, said = rest[:1], rest[1:]
                try:
                    time = float(stamp)
                except ValueError:
                    direction = ""
            if direction not in (SENT, HEARD):
                raise ValueError(f"line {number} of the transcript begins with neither > nor <: {line[:40]}")
            lines.append(Utterance(time, direction, said.removeprefix(" ")))
        return lines

    def _note(self, direction: str, text: str) -> None:
        line = Utterance(perf_counter() - self._start, direction, text)
        self._lines.append(line)
        if self._path is not None:
            with self._path.open("a", encoding="utf-8") as file:
                file.write(f"{line}\n")
