"""The shelf: every sitting in a small file of its own, so that no closed tab and no restart loses a game."""

from collections.abc import Iterator
from pathlib import Path
from typing import Final

from platformdirs import user_data_path

from damier.saying import say
from damier.web.drawer import Drawer, new_id
from damier.web.messages import MessageError, NewGame
from damier.web.sitting import Sitting

SITTINGS_MAX: Final = 500


class Shelf:
    """Sittings on disk."""

    def __init__(self, folder: Path | None = None, *, most: int = SITTINGS_MAX) -> None:
        self.folder = folder if folder is not None else user_data_path("damier", False) / "sittings"
        self.most = most
        self._drawer = Drawer(self.folder, what="game")

    def new(self, wish: NewGame, *, in_use: frozenset[str] = frozenset()) -> Sitting:
        """A new sitting with a place on the shelf; `save` puts it there."""
        sitting = Sitting.from_wish(new_id(), wish)
        self._make_room(in_use)
        return sitting

    def save(self, sitting: Sitting) -> None:
        """Raises `OSError` where the disk refuses."""
        self._drawer.save(sitting.id, sitting.to_json())

    def load(self, id: str) -> Sitting:
        """Raises `LookupError` where there is no such game, `ValueError` where its file is damaged."""
        value = self._drawer.load(id)
        try:
            if value["id"] != id:
                raise ValueError("it belongs to another game")
            return Sitting.from_json(value)
        except (ValueError, LookupError, TypeError, AttributeError) as error:
            raise ValueError(f"the file of game {id} is damaged: {error}") from None

    def delete(self, id: str) -> None:
        self._drawer.delete(id)

    def recent(self, most: int = 20) -> Iterator[Sitting]:
        """Readable sittings, the latest first."""
        for id in self._drawer.names():
            try:
                yield self.load(id)
            except (LookupError, ValueError):
                continue
            most -= 1
            if not most:
                return

    def _make_room(self, in_use: frozenset[str]) -> None:
        """Drops the oldest games that are over or never began; never one in progress."""
        ids = self._drawer.names()
        excess = len(ids) - self.most + 1
        for id in reversed(ids):
            if excess <= 0:
                return
            try:
                sitting = self.load(id)
            except (LookupError, ValueError):
                continue
            if id not in in_use and (sitting.is_over or not sitting.played):
                self.delete(id)
                excess -= 1
        if excess > 0:
            raise MessageError(say("there are {most} games in progress: delete one first", most=self.most))
