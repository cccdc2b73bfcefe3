"""Games out of handles."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import IO, Any, Final, NamedTuple, TypeVar, overload
from weakref import WeakKeyDictionary

from damier._core import Game as Rules
from damier._core import PdnGame, PdnReader
from damier.pdn.headers import Headers
from damier.pdn.tree import Game
from damier.pdn.visitor import Visitor

Result = TypeVar("Result")

BLOCK: Final = 1 << 14


@dataclass
class State:
    """What is known of a handle between one game and the next."""

    reader: PdnReader
    options: tuple[Any, ...]
    # Where it was left, and how many lines of it had been read.
    position: Any = None
    lines: int = 0
    is_sequential: bool = False


_states: WeakKeyDictionary[Any, State] = WeakKeyDictionary()


@overload
def read_game(handle: IO[Any], *, game: str | Rules | None = None, encoding: str | None = None) -> Game | None: ...
@overload
def read_game(
    handle: IO[Any], *, game: str | Rules | None = None, encoding: str | None = None, visitor: Visitor[Result]
) -> Result | None: ...
def read_game(
    handle: IO[Any],
    *,
    game: str | Rules | None = None,
    encoding: str | None = None,
    visitor: Visitor[Any] | None = None,
) -> Any:
    """The next game of a handle, `None` at its end; what a visitor makes of it, where one is given.

    The handle may give bytes (best, since old files are in all sorts of encodings, which are recognized) or text. One
    that can seek stands behind the game afterwards. `game` is the draughts game, whatever tags and moves say;
    `encoding` that of the bytes. Raises `ValueError` where the file is no text.

    >>> import io
    >>> handle = io.BytesIO(b"1. 32-28 18-23 * 1. 33-29 *")
    >>> [str(read_game(handle).variations[0].move), str(read_game(handle).variations[0].move), read_game(handle)]
    ['32-28', '33-29', None]
    """
    record = _next(handle, "everything", game, encoding)
    if record is None:
        return None
    found = Game.from_record(record)
    return found if visitor is None else found.accept(visitor)


def read_games(handle: IO[Any], *, game: str | Rules | None = None, encoding: str | None = None) -> Iterator[Game]:
    """The games of a handle, one after the other, in memory that does not grow. See `read_game`.

    The handle is read ahead: where it stands between two games says nothing.
    """
    reader = PdnReader(handle, game=game, encoding=encoding)
    return (Game.from_record(record) for record in reader)


def read_headers(handle: IO[Any], *, encoding: str | None = None) -> Headers | None:
    """The tags of the next game, which is skipped; `None` at the end.

    >>> import io
    >>> handle = io.StringIO('[White "Weiss"] 1. 32-28 * [White "Springer"] *')
    >>> read_headers(handle), read_headers(handle)["White"]
    (Headers({'White': 'Weiss'}), 'Springer')
    """
    record = _next(handle, "tags", None, encoding)
    if record is None:
        return None
    headers = Headers.from_text(record.headers)
    headers.left = record.left
    return headers


def skip(handle: IO[Any], *, encoding: str | None = None) -> bool:
    """Goes behind the next game; false at the end."""
    return _next(handle, "tags", None, encoding) is not None


class Departure(NamedTuple):
    """Something that PDN 3.0 does not allow. Some of it the standard forgives to those who read: `is_forgiven`."""

    game: int
    offset: int
    reason: str
    is_forgiven: bool


def departures(handle: IO[Any], *, encoding: str | None = None) -> Iterator[Departure]:
    """Where a file departs from PDN 3.0: the number of the game, the bytes before it, and what it is.

    >>> import io
    >>> for found in departures(io.StringIO("1. 01-07 1-0")):
    ...     print(found.offset, found.reason, found.is_forgiven)
    3 a square has a leading zero True
    9 a result, rather than *, ends the game True
    """
    for record in PdnReader(handle, encoding=encoding, keep="tags", strict=True):
        for reason, is_forbidden, offset in record.departures:
            yield Departure(record.number, offset, reason, not is_forbidden)


def _next(handle: IO[Any], keep: str, game: str | Rules | None, encoding: str | None) -> PdnGame | None:
    options = (game if game is None or isinstance(game, str) else game.id, encoding)
    state = _states.get(handle)
    if state is None or state.options != options:
        state = State(PdnReader(handle, game=game, encoding=encoding, block=BLOCK), options)
        _states[handle] = state
    reader = state.reader
    reader.keep = keep
    if state.is_sequential or not handle.seekable():
        return next(reader, None)
    start = handle.tell()
    known = state.position == start and state.position is not None
    reader.restart(handle, block=BLOCK, number=reader.number if known else 0, lines=state.lines if known else 0)
    record = next(reader, None)
    if not reader.is_exact:
        # What the file says is not what its bytes say: it must be read from beginning to end.
        state.is_sequential = True
        return record
    handle.seek(start)
    if reader.is_text:
        handle.read(reader.chars)
    else:
        handle.seek(start + reader.offset)
    state.position = handle.tell()
    state.lines = reader.lines
    return record
