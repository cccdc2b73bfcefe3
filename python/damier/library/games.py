"""The games that are played here: kept, found, thrown away."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import TYPE_CHECKING, Any, Final

from sqlalchemy import Connection, Select, delete, func, insert, or_, select, update
from sqlalchemy.exc import IntegrityError

from damier.library.schema import game
from damier.library.store import ConflictError
from damier.saying import say

if TYPE_CHECKING:
    from damier.library.store import Store

SORTS: Final = ("updated", "created", "game", "level", "plies", "result")
ESCAPE: Final = "\\"


@dataclass(frozen=True, slots=True)
class GameRow:
    """One line of the list of games."""

    id: str
    game: str
    white: str
    black: str
    level: str | None
    plies: int
    result: str | None
    created: float
    updated: float


@dataclass(frozen=True, slots=True)
class KeptGame:
    """A game with all of it. `revision` is 0 for one that was never kept."""

    id: str
    game: str
    white: str
    black: str
    level: str | None
    plies: int
    result: str | None
    created: float
    updated: float
    words: str
    body: str
    revision: int = 0


@dataclass(frozen=True, slots=True)
class Search:
    """Which games are wanted, and in which order. `words`: each must be in what is said of the game, or be among the
    `others`, where it has the ids of games that are called so elsewhere."""

    words: tuple[str, ...] = ()
    over: bool | None = None
    sort: str = "updated"
    descending: bool = True
    others: Mapping[str, Sequence[str]] = field(default_factory=dict)


LINE: Final = [game.c[name] for name in GameRow.__slots__]


class Games:
    """The table of games."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def save(self, kept: KeptGame) -> int:
        """Keeps a game and tells its new revision.

        Raises `ConflictError` where another process has kept a later one; `StoreError`.
        """
        with self._store.writing() as connection:
            return write(connection, kept)

    def load(self, id: str) -> KeptGame:
        """Raises `LookupError` where there is no such game."""
        with self._store.reading() as connection:
            row = connection.execute(select(game).where(game.c.id == id)).first()
        if row is None:
            raise LookupError(say("there is no game {id}", id=id[:40]))
        return KeptGame(**row._mapping)

    def revision(self, id: str) -> int | None:
        """How often a game was kept; `None` where there is none."""
        with self._store.reading() as connection:
            return connection.execute(select(game.c.revision).where(game.c.id == id)).scalar()

    def delete(self, id: str) -> None:
        """Raises `LookupError` where there is no such game."""
        with self._store.writing() as connection:
            if not connection.execute(delete(game).where(game.c.id == id)).rowcount:
                raise LookupError(say("there is no game {id}", id=id[:40]))

    def find(self, search: Search, first: int, count: int) -> tuple[int, list[GameRow]]:
        """How many games there are of those that are wanted, and `count` of them from the `first` on."""
        column = game.c[search.sort]
        order = [column.desc() if search.descending else column.asc(), game.c.updated.desc(), game.c.id]
        with self._store.reading() as connection:
            total = connection.execute(_wanted(select(func.count()).select_from(game), search)).scalar_one()
            rows = connection.execute(_wanted(select(*LINE), search).order_by(*order).offset(first).limit(count))
            return total, [GameRow(*row) for row in rows]

    def make_room(self, most: int, in_use: Sequence[str]) -> bool:
        """Drops the oldest games that are over or never began, until one more fits; `False` where none fits."""
        with self._store.writing() as connection:
            excess = connection.execute(select(func.count()).select_from(game)).scalar_one() - most + 1
            if excess <= 0:
                return True
            spare = (game.c.result.is_not(None)) | (game.c.plies == 0)
            ids = connection.execute(
                select(game.c.id).where(spare, game.c.id.not_in(in_use)).order_by(game.c.updated).limit(excess)
            ).scalars()
            return connection.execute(delete(game).where(game.c.id.in_(list(ids)))).rowcount >= excess


def write(connection: Connection, kept: KeptGame) -> int:
    """Keeps a game within a transaction; see `Games.save`."""
    values = {**asdict(kept), "revision": kept.revision + 1}
    if kept.revision:
        known = update(game).where(game.c.id == kept.id, game.c.revision == kept.revision)
        if connection.execute(known, values).rowcount:
            return kept.revision + 1
        # Where it was thrown away meanwhile, somebody plays on: it comes back.
    try:
        connection.execute(insert(game), values)
    except IntegrityError:
        raise ConflictError(f"the game {kept.id} was played on elsewhere") from None
    return kept.revision + 1


def _wanted(query: Select[Any], search: Search) -> Select[Any]:
    for word in search.words:
        pattern = word.replace(ESCAPE, ESCAPE * 2).replace("%", ESCAPE + "%").replace("_", ESCAPE + "_")
        is_said = game.c.words.like(f"%{pattern}%", escape=ESCAPE)
        query = query.where(or_(is_said, game.c.game.in_(search.others.get(word, ()))))
    if search.over is not None:
        query = query.where(game.c.result.is_not(None) if search.over else game.c.result.is_(None))
    return query
