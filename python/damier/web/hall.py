"""The hall: the rooms that are open. A game whose room is closed is on the shelf."""

import asyncio
from dataclasses import replace
from typing import Final

from damier.saying import say
from damier.web.endings import Endings
from damier.web.messages import MessageError, NewGame
from damier.web.opponent import Opponent, check_level
from damier.web.room import Room
from damier.web.shelf import Shelf
from damier.web.sitting import Sitting

ROOMS_MAX: Final = 256


class Hall:
    """The rooms that are open, a bounded number of them."""

    def __init__(self, shelf: Shelf, endings: Endings | None = None, *, rooms: int = ROOMS_MAX) -> None:
        self.shelf = shelf
        self.endings = endings if endings is not None else Endings()
        self.opponent = Opponent()
        self._rooms: dict[str, Room] = {}
        self._most = rooms

    async def new(self, wish: NewGame) -> Sitting:
        if wish.side != "both":
            wish = replace(wish, level=check_level(wish.level))
        sitting = await asyncio.to_thread(self.shelf.new, wish, in_use=frozenset(self._rooms))
        room = Room(sitting, self.shelf, self.opponent, self.endings)
        await room.save()
        if not room.is_idle:  # the disk refuses: the game lives here as long as the server does
            self._make_space()
            self._rooms[sitting.id] = room
        return sitting

    async def open(self, id: str) -> Room:
        """The room of a game. Raises `LookupError` or `ValueError` as `Shelf.load` does."""
        room = self._rooms.get(id)
        if room is None or room.is_forgettable:  # the shelf is right: another server may have played on
            sitting = await asyncio.to_thread(self.shelf.load, id)
            room = self._rooms.get(id)
            if room is None or room.is_forgettable:  # another page may have opened it meanwhile
                self._rooms.pop(id, None)
                self._make_space()
                room = self._rooms[id] = Room(sitting, self.shelf, self.opponent, self.endings)
        return room

    async def delete(self, id: str) -> None:
        room = self._rooms.get(id)
        if room is not None and room.pages:
            raise MessageError(say("this game is open in a page: close it there first"))
        if room is not None:
            room.close()
            del self._rooms[id]
        await asyncio.to_thread(self.shelf.delete, id)

    def close(self) -> None:
        for room in self._rooms.values():
            room.close()
        self.opponent.close()

    def _make_space(self) -> None:
        """Lets go of the rooms where nobody is: their games are on the shelf."""
        for id in [id for id, room in self._rooms.items() if room.is_idle]:
            if len(self._rooms) < self._most:
                return
            self._rooms.pop(id).close()
        if len(self._rooms) >= self._most:
            raise MessageError(say("{most} games are open already: close one first", most=self._most))
