"""A collection: one file of game records, with a list of what is in it. The file stays as it came.

The list is made by one walk over the file, in a thread, and can be asked while it grows: it is searched, sorted and
handed out in pieces, so that a page need never hold all of it. A game is read from its place in the file when it is
opened.
"""

from __future__ import annotations

import sys
import threading
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any, Final

import damier
from damier import pdn
from damier._core import PdnGame, PdnReader
from damier.faults import fault
from damier.saying import Saying, said, say
from damier.web.messages import MessageError
from damier.web.tongues import spoken, tongue

ROWS_MAX: Final = 200_000  # games that are listed: their list takes about 1 KB of memory each
PROBLEMS_MAX: Final = 20_000
PER_GAME: Final = 50  # problems of one game that are told
TEXT_LENGTH: Final = 160
PAGE_MAX: Final = 500  # rows handed out at once
QUERIES: Final = 8  # orders that are remembered

COLUMNS: Final = ("number", "white", "black", "result", "date", "event", "round", "plies", "game", "problems")


@dataclass(frozen=True, slots=True)
class Row:
    """One game of the list."""

    number: int
    offset: int
    """Bytes of the file before the game and what is written over it."""
    lines: int
    """Lines before that."""
    line: int
    white: str
    black: str
    result: str
    date: str
    event: str
    round: str
    plies: int
    game: str
    faults: int
    problems: int
    key: str
    """What a search looks into: folded text of everything that is shown."""

    def picture(self) -> dict[str, Any]:
        return {
            "number": self.number,
            "line": self.line,
            "white": self.white,
            "black": self.black,
            "result": self.result,
            "date": self.date,
            "event": self.event,
            "round": self.round,
            "plies": self.plies,
            "game": Saying(self.game),
            "faults": self.faults,
            "problems": self.problems,
        }


@dataclass(frozen=True, slots=True)
class Query:
    """Which games are wanted, and in which order."""

    search: str = ""
    sort: str = "number"
    descending: bool = False
    only_problems: bool = False
    language: str = field(default_factory=spoken)
    """In which games may be called by their names, beside English."""


class Collection:
    """A file on this machine and the list of its games."""

    def __init__(self, id: str, path: Path, name: str, *, game: str | None = None, encoding: str | None = None) -> None:
        self.id = id
        self.path = path
        self.name = name
        self.game = game
        """The draughts game that everything is read as; `None`: what tags and moves say."""
        self.encoding = encoding
        self.rows: list[Row] = []
        self.problems: list[dict[str, Any]] = []
        self.kinds: Counter[str] = Counter()
        self.faults = 0
        self.is_done = False
        self.is_cut = False
        """More games are in the file than a list holds."""
        self.failure: str | None = None
        self.found_encoding: str | None = None
        self._has_game = False
        self._is_exact = True
        self._stop = threading.Event()
        self._orders: dict[Query, list[int]] = {}

    # -- making the list ------------------------------------------------------------------------------------------

    def read(self) -> None:
        """Walks over the whole file; in a thread."""
        size = 0
        try:
            size = self.path.stat().st_size
            with self.path.open("rb") as handle:
                reader = PdnReader(handle, game=self.game, encoding=self.encoding)
                place = (0, 0)
                for record in reader:
                    if self._stop.is_set():
                        return
                    if len(self.rows) >= ROWS_MAX:
                        self.is_cut = True
                        break
                    self._add(record, *place)
                    place = (reader.offset, reader.lines)
                self._is_exact = reader.is_exact
                self.found_encoding = reader.encoding
        except OSError as error:
            self.failure = fault(error)
        except (ValueError, LookupError) as error:
            self.failure = said(error)
        else:
            self._judge(size)
        finally:
            self.is_done = True

    def close(self) -> None:
        """Ends a walk that goes on."""
        self._stop.set()

    def _add(self, record: PdnGame, offset: int, lines: int) -> None:
        tags = dict(reversed(record.headers))  # of a tag that comes twice, the first counts
        game = "" if record.game is None else record.game.name
        problems = record.problems
        faults = sum(problem.is_fault for problem in problems)
        said = tags.get("Result", "*")
        result = record.result or "*" if said in ("*", "?", "") else said
        shown = [
            _cell(text) for text in (tags.get(n, "") for n in ("White", "Black", "Date", "Event", "Round", "Site"))
        ]
        white, black, date, event, round_, site = shown
        self.rows.append(
            Row(
                number=record.number,
                offset=offset,
                lines=lines,
                line=record.line,
                white=white,
                black=black,
                result=sys.intern(result[:20]),
                date=date,
                event=event,
                round=round_,
                plies=record.ply_count,
                game=sys.intern(game),
                faults=faults,
                problems=len(problems),
                key=fold(" ".join((str(record.number), white, black, event, site, date, result, game))),
            )
        )
        self.kinds[game] += 1
        self.faults += faults
        self._has_game = self._has_game or bool(record.ply_count or record.headers or _has_position(record))
        for problem in problems[:PER_GAME]:
            if len(self.problems) < PROBLEMS_MAX:
                self.problems.append(problem_picture(problem))

    def _judge(self, size: int) -> None:
        """Says in words what a file is that holds no game."""
        if self._has_game:
            return
        self.rows.clear()
        self.problems.clear()
        self.kinds.clear()
        self.faults = 0
        if size == 0:
            self.failure = say("the file is empty")
        elif self._is_text():
            self.failure = say("no game of draughts was found in it")
        else:
            self.failure = say("this is no text file: no game of draughts was found in it")

    def _is_text(self) -> bool:
        with self.path.open("rb") as handle:
            head = handle.read(1 << 14)
        return head[:2] in (b"\xff\xfe", b"\xfe\xff") or b"\0" not in head

    # -- asking it ------------------------------------------------------------------------------------------------

    def picture(self) -> dict[str, Any]:
        """All but the games."""
        return {
            "id": self.id,
            "name": self.name,
            "games": len(self.rows),
            "faults": self.faults,
            "problems": len(self.problems),
            "kinds": {Saying(game): count for game, count in self.kinds.most_common(40)},
            "game": self.game,
            "encoding": self.encoding,
            "found_encoding": self.found_encoding,
            "done": self.is_done,
            "cut": self.is_cut,
            "failure": self.failure,
        }

    def ask(self, query: Query, first: int, count: int) -> dict[str, Any]:
        """`count` games from the `first` on, of those that are wanted, in the order that is wanted."""
        found = self._order(query)
        wanted = found[first : first + min(count, PAGE_MAX)]
        return {"total": len(found), "first": first, "rows": [self.rows[index].picture() for index in wanted]}

    def ask_problems(self, first: int, count: int) -> dict[str, Any]:
        found = self.problems[first : first + min(count, PAGE_MAX)]
        return {"total": len(self.problems), "first": first, "rows": found}

    def problems_of(self, number: int) -> list[dict[str, Any]]:
        return [problem for problem in self.problems if problem["game"] == number]

    def neighbours(self, query: Query, number: int) -> tuple[int | None, int | None]:
        """The games before and after one in the order that is wanted."""
        order = self._order(query)
        at = next((at for at, index in enumerate(order) if self.rows[index].number == number), None)
        if at is None:
            return None, None
        before = self.rows[order[at - 1]].number if at else None
        return before, self.rows[order[at + 1]].number if at + 1 < len(order) else None

    def _order(self, query: Query) -> list[int]:
        done = self.is_done
        if (known := self._orders.get(query)) is not None:
            return known
        rows = self.rows[:]
        called = {
            word: {game.name for game in games_called(word, query.language)} for word in fold(query.search).split()
        }
        found = [
            index
            for index, row in enumerate(rows)
            if (not query.only_problems or row.problems)
            and all(word in row.key or row.game in games for word, games in called.items())
        ]
        if query.sort != "number":
            key = _sort_key(query.sort)
            found.sort(key=lambda index: key(rows[index]), reverse=query.descending)
        elif query.descending:
            found.reverse()
        if done:
            if len(self._orders) >= QUERIES:
                self._orders.pop(next(iter(self._orders)))
            self._orders[query] = found
        return found

    # -- opening a game -------------------------------------------------------------------------------------------

    def row(self, number: int) -> Row:
        if not 1 <= number <= len(self.rows):
            raise MessageError(
                say("there is no game {number} in this file: it has {games}", number=number, games=len(self.rows)),
                "number",
            )
        return self.rows[number - 1]

    def open(self, number: int) -> pdn.Game:
        """The tree of a game, as its text has it."""
        return pdn.Game.from_record(self._record(number))

    def _record(self, number: int) -> PdnGame:
        row = self.row(number)
        rules = _rules(row.game)
        with self.path.open("rb") as handle:
            reader = PdnReader(handle, game=rules, encoding=self.encoding or self.found_encoding, keep="tags")
            if self._is_exact:
                handle.seek(row.offset)
                reader.restart(handle, number=number - 1, lines=row.lines)
            else:  # places in the text say nothing about those in the file
                for _ in range(number - 1):
                    next(reader)
            reader.keep = "everything"
            return next(reader)

    def texts(self, edited: Callable[[int], str | None]) -> Iterator[str]:
        """Every game as PDN; `edited` knows the text of a game that was changed here, `None` for the others."""
        for row in self.rows:
            text = edited(row.number)
            yield f"{self.open(row.number) if text is None else text}\n\n"


def _has_position(record: PdnGame) -> bool:
    """Is there a position to look at, where there are neither moves nor tags?"""
    game = pdn.Game.from_record(record)
    return game.fen() is not None or any(node.setup is not None for node in game.mainline())


def problem_picture(problem: pdn.Problem) -> dict[str, Any]:
    """What is wrong with a game, and where."""
    return {
        "game": problem.game,
        "line": problem.line,
        "ply": problem.ply,
        "text": problem.text[:TEXT_LENGTH],
        "reason": _short(problem.reason),
        "fault": problem.is_fault,
        "kind": problem.kind,
    }


def _short(reason: str) -> str:
    """A sentence that is too long loses its end, and with it what it was made of."""
    return reason if len(reason) <= 3 * TEXT_LENGTH else reason[: 3 * TEXT_LENGTH]


def fold(text: str) -> str:
    """What a search compares: no capitals, no accents.

    >>> fold("Jürgen GROẞE")
    'jurgen grosse'
    """
    if text.isascii():
        return text.lower()
    plain = unicodedata.normalize("NFKD", text.casefold())
    return "".join(letter for letter in plain if not unicodedata.combining(letter))


def games_called(word: str, language: str) -> list[damier.Game]:
    """The games whose name in a language has a folded word in it.

    >>> [game.id for game in games_called("fryske", "en")], [game.id for game in games_called("turecke", "nl")]
    ([], [])
    >>> [game.id for game in games_called("turks", "nl")], [game.id for game in games_called("turkish", "en")]
    (['turkish'], ['turkish'])
    """
    return [game for game in damier.games() if word in _folded_names(language)[game.id]]


@cache
def _folded_names(language: str) -> dict[str, str]:
    return {game.id: fold(tongue(language).say(Saying(game.name))) for game in damier.games()}


def _cell(text: str) -> str:
    """A tag as a cell of the list; what says nothing is empty."""
    return "" if text in ("?", "????.??.??", "-") else sys.intern(text[:TEXT_LENGTH])


def _sort_key(column: str) -> Callable[[Row], Any]:
    """Names without capitals and accents, rounds by their numbers; what is unknown comes last."""
    if column in ("plies", "problems"):
        return lambda row: getattr(row, column)
    if column == "round":
        return lambda row: (row.round == "", [int(part) if part.isdecimal() else 0 for part in row.round.split(".")])
    return lambda row: (getattr(row, column) == "", fold(getattr(row, column)))


def _rules(name: str) -> damier.Game | None:
    return next((game for game in damier.games() if game.name == name), None)
