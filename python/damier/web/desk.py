"""The desks: each has one game that somebody works on, with the pages around it. Changes are kept as they are made."""

from __future__ import annotations

import asyncio
import io
from typing import Any, Final

from damier import pdn
from damier.web.archive import Archive
from damier.web.messages import MessageError, StudyMessage
from damier.web.page import Page
from damier.web.study import Study

DESKS_MAX: Final = 64
PAGES_MAX: Final = 16  # open pages per desk


class Desk:
    """One study. Changes are made one after the other, saved, then shown to every open page."""

    def __init__(self, study: Study, archive: Archive, id: str, number: int, *, is_changed: bool) -> None:
        self.study = study
        self.id = id
        self.number = number
        self.pages: set[Page] = set()
        self.is_changed = is_changed
        """The game differs from what its file has."""
        self._archive = archive
        self._lock = asyncio.Lock()
        self._is_saved = True

    @property
    def is_idle(self) -> bool:
        return not self.pages and self._is_saved and not self._lock.locked()

    def picture(self) -> dict[str, Any]:
        return {**self.study.picture(), "collection": self.id, "number": self.number, "changed": self.is_changed}

    def enter(self) -> Page:
        """A page comes in. Bounded."""
        if len(self.pages) >= PAGES_MAX:
            raise MessageError(f"this game is already open in {PAGES_MAX} pages")
        page = Page()
        page.start_anew()
        self.pages.add(page)
        return page

    def leave(self, page: Page) -> None:
        self.pages.discard(page)

    async def follow(self, page: Page, message: StudyMessage) -> None:
        """Does what a page asks for. Raises `MessageError` where it cannot."""
        async with self._lock:
            study = self.study
            if message.kind == "position":
                page.tell(study.position_picture(message.node))
            elif message.kind == "explain":
                page.tell(study.explain(message.node, message.origin, message.target))
            elif message.kind == "restore":
                await self._restore()
            else:
                go = message.node
                changed: list[int] = []
                if message.kind == "play":
                    changed, go = study.play(message.node, message.move)
                else:
                    changed = self._change(message)
                if message.kind != "play" or changed:
                    await self._tell_change(changed)
                if message.kind == "play":
                    page.tell({"type": "go", "node": go})

    # -- inside ---------------------------------------------------------------------------------------------------

    def _change(self, message: StudyMessage) -> list[int]:
        study, node = self.study, message.node
        if message.kind == "delete":
            return study.remove(node)
        if message.kind in ("promote", "main"):
            return study.promote(node, to_main=message.kind == "main")
        if message.kind == "demote":
            return study.demote(node)
        if message.kind == "comment":
            return study.comment(node, message.text, before=message.before)
        if message.kind == "marks":
            return study.mark(node, list(message.arrows))
        if message.kind == "glyphs":
            return study.judge(node, list(message.nags))
        if message.kind == "header":
            return study.head(message.name, message.text)
        return study.undo()

    async def _tell_change(self, changed: list[int]) -> None:
        study = self.study
        note = None
        try:
            await asyncio.to_thread(self._save)
            self.is_changed = self._is_saved = True
        except OSError as error:
            self._is_saved = False
            note = f"the change could not be saved: {error.strerror}"
        except MessageError as error:
            self._is_saved = False
            note = f"the change could not be saved: {error}"
        news = {
            "type": "changed",
            "nodes": [study.node_picture(number) for number in changed],
            "headers": study.headers_picture(),
            "can_undo": study.can_undo,
            "changed": self.is_changed,
            "note": note,
        }
        for page in self.pages:
            page.tell(news)

    def _save(self) -> None:
        self._archive.save_change(self.id, self.number, self.study.game.rules.id, str(self.study.game))

    async def _restore(self) -> None:
        """The game as its file has it."""
        collection = await self._archive.finished(self.id)
        self.study = await asyncio.to_thread(_from_file, collection, self.number)
        await asyncio.to_thread(self._archive.drop_change, self.id, self.number)
        self.is_changed = False
        for page in self.pages:
            page.start_anew()


class Desks:
    """The desks that are in use, a bounded number of them."""

    def __init__(self, archive: Archive, *, most: int = DESKS_MAX) -> None:
        self.archive = archive
        self._desks: dict[tuple[str, int], Desk] = {}
        self._most = most
        self._opening = asyncio.Lock()

    async def open(self, id: str, number: int) -> Desk:
        """The desk of a game. Raises `LookupError` or `ValueError` where there is none."""
        async with self._opening:
            desk = self._desks.get((id, number))
            if desk is None or desk.is_idle:  # the archive is right: another server may have worked on it
                self._make_space()
                desk = await self._set_up(id, number)
                self._desks[id, number] = desk
            return desk

    def is_used(self, id: str) -> bool:
        """Is a game of a file open in a page?"""
        return any(desk.pages for (file, _), desk in self._desks.items() if file == id)

    def forget(self, id: str) -> None:
        """The file is gone, or is read otherwise."""
        for key in [key for key in self._desks if key[0] == id]:
            del self._desks[key]

    async def _set_up(self, id: str, number: int) -> Desk:
        collection = await self.archive.finished(id)
        collection.row(number)
        changed = await asyncio.to_thread(self.archive.changed, id, number)
        if changed is None:
            study = await asyncio.to_thread(_from_file, collection, number)
        else:
            study = await asyncio.to_thread(_from_text, changed["pdn"], changed["game"], collection.problems_of(number))
        return Desk(study, self.archive, id, number, is_changed=changed is not None)

    def _make_space(self) -> None:
        for key in [key for key, desk in self._desks.items() if desk.is_idle]:
            if len(self._desks) < self._most:
                return
            del self._desks[key]
        if len(self._desks) >= self._most:
            raise MessageError(f"{self._most} games are open already: close one first")


def _from_file(collection: Any, number: int) -> Study:
    return Study(collection.open(number), collection.problems_of(number))


def _from_text(text: str, game: str, problems: list[dict[str, Any]]) -> Study:
    found = pdn.read_game(io.StringIO(text), game=game)
    if found is None:
        raise ValueError("the changed game is damaged: it is empty")
    return Study(found, problems)
