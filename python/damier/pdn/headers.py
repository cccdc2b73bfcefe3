"""The tags of a game."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, MutableMapping
from typing import Final

from damier._core import WHITE, Board, Color, pdn_tag_name

ROSTER: Final = ("Event", "Site", "Date", "Round", "White", "Black", "Result")
UNKNOWN: Final = {"Date": "????.??.??", "Result": "*"}
LONGEST_NAME: Final = 200
# A position's counters that say no more than the numbers of the moves do.
PLAIN_COUNTERS: Final = re.compile(r":H0:F\d+(?::\+0\+0)?$")


class Headers(MutableMapping[str, str]):
    """Names of tags to their values: the seven of the roster first, then the others in their order.

    Names that other languages give to tags are read as those of the standard. A tag that a text has several times is
    kept with its first value; the others are in `repeated` and are written too.

    >>> headers = Headers({"Round": "3", "White": "Isidore Weiss"})
    >>> headers["Opening"] = "Raphaël"
    >>> list(headers)
    ['Round', 'White', 'Opening']
    """

    __slots__ = ("_tags", "left", "repeated")

    left: Color

    def __init__(self, tags: Mapping[str, str] | Iterable[tuple[str, str]] = ()) -> None:
        self._tags: dict[str, str] = {}
        # Whose number stands on the left of the dash in the result.
        self.left = WHITE
        self.repeated: list[tuple[str, str]] = []
        self.update(tags)

    @classmethod
    def with_roster(cls) -> Headers:
        """The seven tags that every game should have, all of them unknown."""
        return cls({name: UNKNOWN.get(name, "?") for name in ROSTER})

    @classmethod
    def from_text(cls, pairs: Iterable[tuple[str, str]]) -> Headers:
        """As they stand in a text, whatever their names look like."""
        headers = cls()
        tags = headers._tags
        for name, value in pairs:
            if name in tags:
                headers.repeated.append((name, value))
            else:
                tags[name] = value
        return headers

    def __getitem__(self, name: str) -> str:
        return self._tags[name]

    def __setitem__(self, name: str, value: str) -> None:
        """Raises `ValueError` for a name that the standard does not allow, `TypeError` for a value that is no text."""
        if not isinstance(value, str):
            raise TypeError(f"the value of the tag {name} must be text, not {type(value).__name__}")
        if name not in self._tags and (len(name) > LONGEST_NAME or pdn_tag_name(name) != name):
            raise ValueError(
                f"{name[:40]!r} is no name of a tag: it takes a capital letter, then letters, digits and underscores"
            )
        self._tags[name] = "".join(c if c.isprintable() else " " for c in value).strip()

    def __delitem__(self, name: str) -> None:
        del self._tags[name]

    def __iter__(self) -> Iterator[str]:
        tags = self._tags
        yield from (name for name in ROSTER if name in tags)
        yield from (name for name in tags if name not in ROSTER)

    def __len__(self) -> int:
        return len(self._tags)

    def copy(self) -> Headers:
        copied = Headers.from_text(self._tags.items())
        copied.repeated = list(self.repeated)
        copied.left = self.left
        return copied

    def __repr__(self) -> str:
        return f"Headers({dict(self)!r})"


def position(root: Board) -> str | None:
    """The FEN tag of a game that begins with a position, `None` for the start of the draughts game."""
    if root.fen() == root.game.start_fen:
        return None
    return PLAIN_COUNTERS.sub("", root.fen(counters=True))
