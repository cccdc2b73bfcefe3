"""The shelf: every sitting in the store, so that no closed tab, no restart and no crash loses a game."""

from __future__ import annotations

import contextlib
import json
import time
from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from damier.library import Store
from damier.saying import said, say
from damier.web.collection import fold, games_called
from damier.web.messages import MessageError, NewGame
from damier.web.names import new_id
from damier.web.record import record_of_sitting
from damier.web.sitting import Sitting
from damier.web.tongues import spoken

if TYPE_CHECKING:
    from damier.library.games import GameRow, KeptGame

SITTINGS_MAX: Final = 5000
BODY_LENGTH: Final = 1 << 20
PORTION: Final = 200  # games that are read at once where many are wanted


class Shelf:
    """Sittings in the store."""

    def __init__(self, store: Store, *, most: int = SITTINGS_MAX) -> None:
        self.store = store
        self.most = most

    def new(self, wish: NewGame, *, in_use: frozenset[str] = frozenset()) -> Sitting:
        """A new sitting with a place on the shelf; `save` puts it there."""
        sitting = Sitting.from_wish(new_id(), wish)
        with contextlib.suppress(OSError):  # it is told when the game is saved
            if not self.store.games.make_room(self.most, list(in_use)):
                raise MessageError(say("there are {most} games in progress: delete one first", most=self.most))
        return sitting

    def save(self, sitting: Sitting) -> None:
        """Raises `OSError` where the disk refuses, `ConflictError` where another server has played on."""
        sitting.revision = self.store.games.save(kept_of(sitting))

    def load(self, id: str) -> Sitting:
        """Raises `LookupError` where there is no such game, `ValueError` where it is damaged."""
        return sitting_of(self.store.games.load(id))

    def revision(self, id: str) -> int | None:
        """How often a game was kept; `None` where there is none."""
        return self.store.games.revision(id)

    def delete(self, id: str) -> None:
        """Raises `LookupError` where there is no such game."""
        self.store.games.delete(id)

    def find(
        self,
        search: str = "",
        *,
        over: bool | None = None,
        sort: str = "updated",
        descending: bool = True,
        first: int = 0,
        count: int = 20,
    ) -> tuple[int, list[GameRow]]:
        """How many games fit a search, and `count` of them from the `first` on. Raises `MessageError`."""
        from damier.library.games import SORTS, Search

        if sort not in SORTS:
            raise MessageError(
                say("{field}: expected one of {choices}", field="sort", choices=", ".join(SORTS)), "sort"
            )
        words = tuple(fold(search).split())
        others = {word: [game.id for game in games_called(word, spoken())] for word in words}
        return self.store.games.find(Search(words, over, sort, descending, others), first, count)

    def texts(self, search: str = "", *, over: bool | None = None) -> Iterator[str]:
        """The games that fit a search as PDN, the latest first; one that is damaged is left out."""
        first = 0
        while rows := self.find(search, over=over, first=first, count=PORTION)[1]:
            first += len(rows)
            for row in rows:
                with contextlib.suppress(LookupError, ValueError):
                    yield f"{record_of_sitting(self.load(row.id))}\n\n"


def kept_of(sitting: Sitting) -> KeptGame:
    """A sitting as the store keeps it."""
    from damier.library.games import KeptGame

    game = sitting.board.game
    result = sitting.board.result() if sitting.is_over else None
    date = time.strftime("%Y-%m-%d", time.localtime(sitting.updated))
    words = " ".join(part for part in (game.id, game.name, sitting.level, result, date) if part)
    return KeptGame(
        id=sitting.id,
        game=game.id,
        white=sitting.seats["white"],
        black=sitting.seats["black"],
        level=sitting.level,
        plies=sitting.ply,
        result=result,
        created=sitting.created,
        updated=sitting.updated,
        words=fold(words),
        body=json.dumps(sitting.to_json()),
        revision=sitting.revision,
    )


def sitting_of(kept: KeptGame) -> Sitting:
    """The sitting that the store has kept. Raises `ValueError` where it is damaged."""
    try:
        if len(kept.body) > BODY_LENGTH:
            raise ValueError(say("it is too large"))
        value = json.loads(kept.body)
        if value["id"] != kept.id:
            raise ValueError(say("it belongs to another game"))
        sitting = Sitting.from_json(value)
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError) as error:
        raise ValueError(say("the game {id} is damaged: {reason}", id=kept.id, reason=said(error))) from None
    sitting.revision = kept.revision
    return sitting
