"""The desks: each has one game that somebody works on, with the pages around it. Changes are kept as they are made."""

from __future__ import annotations

import asyncio
import io
from typing import Any, Final

from damier import Board, pdn
from damier.engine import EngineError
from damier.faults import fault
from damier.library import ConflictError
from damier.review import Review, annotate
from damier.saying import said, say
from damier.web.analyst import Analyst, Thinker, other_side
from damier.web.archive import Archive
from damier.web.collection import Collection
from damier.web.endings import Endings
from damier.web.messages import MessageError, StudyMessage
from damier.web.page import Page
from damier.web.reviewer import NODES, PLIES_MAX, Reviewer, main_line, review_picture, try_move
from damier.web.study import Study

DESKS_MAX: Final = 64
PAGES_MAX: Final = 16  # open pages per desk
OVERTAKEN: Final = say(
    "another server has changed this game meanwhile: it is shown as it is there, without your last change"
)


class Desk:
    """One study. Changes are made one after the other, saved, then shown to every open page."""

    def __init__(
        self,
        study: Study,
        archive: Archive,
        analyst: Analyst,
        endings: Endings,
        id: str,
        number: int,
        *,
        revision: int,
    ) -> None:
        self.study = study
        self.id = id
        self.number = number
        self.pages: set[Page] = set()
        self.revision = revision
        """How often the changed game was kept; 0 where it is as its file has it."""
        self._archive = archive
        self._analyst = analyst
        self._endings = endings
        self._lock = asyncio.Lock()
        self._is_saved = True
        self._note: str | None = None
        self.review: Review | None = None
        """What the main line was found to be worth."""
        self._review_nodes = 0

    @property
    def is_changed(self) -> bool:
        """The game differs from what its file has."""
        return self.revision > 0 or not self._is_saved

    @property
    def is_idle(self) -> bool:
        return not self.pages and self._is_saved and not self._lock.locked()

    def picture(self) -> dict[str, Any]:
        return {
            **self.study.picture(),
            "collection": self.id,
            "number": self.number,
            "changed": self.is_changed,
            "review": self.review_picture(),
            "note": self._note,
        }

    def review_picture(self) -> dict[str, Any] | None:
        """The review, while the main line is the one that was judged."""
        line = main_line(self.study.game)
        if self.review is None or [node.move for node in line] != [move.move for move in self.review.moves]:
            return None
        return review_picture(self.review, [self.study.number(node) for node in line])

    def enter(self) -> Page:
        """A page comes in. Bounded."""
        if len(self.pages) >= PAGES_MAX:
            raise MessageError(say("this game is already open in {most} pages", most=PAGES_MAX))
        page = Page()
        page.start_anew()
        self.pages.add(page)
        return page

    def leave(self, page: Page) -> None:
        self.pages.discard(page)

    async def close_page(self, page: Page) -> None:
        """A page has gone, and its search with it."""
        self.leave(page)
        if page.thinker is not None:
            await page.thinker.close()
        if page.reviewer is not None:
            await page.reviewer.stop()

    async def follow(self, page: Page, message: StudyMessage) -> None:
        """Does what a page asks for. Raises `MessageError` where it cannot."""
        if message.kind == "try":
            page.tell(await self._try(message))
            return
        if message.kind == "position":
            await self._tell_position(page, message.node)
            return
        async with self._lock:
            study = self.study
            if message.kind == "explain":
                page.tell(study.explain(message.node, message.origin, message.target))
            elif message.kind == "restore":
                await self._restore()
            elif message.kind in ("engine", "engine_off"):
                await self._think(page, message)
            elif message.kind in ("review", "review_off"):
                await self._review(page, message)
            elif message.kind == "annotate":
                await self._annotate()
            else:
                go = message.node
                changed: list[int] = []
                is_move = message.kind in ("play", "line")
                if message.kind == "play":
                    changed, go = study.play(message.node, message.move)
                elif message.kind == "line":
                    changed, go = study.play_line(message.node, message.moves)
                else:
                    changed = self._change(message)
                if changed or not is_move:
                    await self._tell_change(changed)
                if is_move:
                    page.tell({"type": "go", "node": go})

    # -- inside ---------------------------------------------------------------------------------------------------

    async def _tell_position(self, page: Page, node: int) -> None:
        """What may be played there; what it is worth follows, as tables may have to be unpacked first."""
        async with self._lock:
            board = self.study.board(node)
            page.tell({**self.study.position_picture(node), "table": self._endings.may_know(board)})
        if self._endings.may_know(board):
            page.tell({"type": "table", "node": node, "table": await self._endings.ask(board)})

    async def _think(self, page: Page, message: StudyMessage) -> None:
        """Lets the engine search what a page looks at, or nothing any more."""
        if page.thinker is None:
            page.thinker = Thinker(self._analyst, page.tell_latest)
        if message.kind == "engine_off":
            await page.thinker.stop()
            return
        about = {"type": "lines", "node": message.node, "threat": message.threat}
        board: Board | None = self.study.board(message.node)
        if message.threat and board is not None:
            board = other_side(board)
        if board is None:
            await page.thinker.stop()
            page.tell_latest({**about, "state": "over", "lines": []})
        else:
            await page.thinker.start(board, message.lines, about)

    async def _review(self, page: Page, message: StudyMessage) -> None:
        """Lets the main line be judged, or not any more."""
        if page.reviewer is not None:
            await page.reviewer.stop()
        if message.kind == "review_off":
            return
        if message.text not in NODES:
            raise MessageError(
                say("{field}: expected one of {choices}", field="depth", choices=", ".join(NODES)), "depth"
            )
        line = main_line(self.study.game)
        if not line:
            raise MessageError(say("there is no move to judge"))
        if len(line) > PLIES_MAX:
            raise MessageError(say("a review takes games of at most {most} plies", most=PLIES_MAX))
        study = self.study
        # The tree may change while its main line, as it is now, is judged.
        copy = pdn.Game(game=study.game.rules)
        copy.set_up(study.game.board())
        node: pdn.Node = copy
        for step in study.game.mainline():
            node = node.add_variation(step.move) if step.move is not None else node.add_setup(str(step.setup))
        page.reviewer = page.reviewer or Reviewer(self._analyst, page.tell_latest)
        task = page.reviewer.start(copy, message.text)

        def finish(task: asyncio.Task[Review | None]) -> None:
            found = None if task.cancelled() or task.exception() else task.result()
            if found is not None and self.study is study:
                self.review, self._review_nodes = found, NODES[message.text]
                page.tell_latest(review_picture(found, [study.number(node) for node in line]))

        task.add_done_callback(finish)

    async def _annotate(self) -> None:
        """Writes the review into the game: values, marks, better lines."""
        if self.review is None:
            raise MessageError(say("there is no review to write into the game"))
        try:
            annotate(self.study.game, self.review)
        except ValueError as error:
            raise MessageError(said(error)) from None
        self.study = Study(self.study.game, self.study.problems)
        self._note = await self._keep()
        for page in self.pages:
            page.start_anew()

    async def _try(self, message: StudyMessage) -> dict[str, Any]:
        """Another move in the place of one that was judged."""
        node = self.study.node(message.node)
        line = main_line(self.study.game)
        if self.review is None or node not in line or len(line) != len(self.review.moves) or node.parent is None:
            raise MessageError(say("this move was not judged"), "node")
        judged = self.review.moves[line.index(node)]
        try:
            answer = await try_move(self._analyst, judged, node.parent.board(), message.move, self._review_nodes)
        except (ValueError, EngineError) as error:
            raise MessageError(said(error), "move") from None
        return {**answer, "node": message.node}

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

    async def _keep(self) -> str | None:
        """Saves the game as it is now; a sentence for people where that fails."""
        try:
            await asyncio.to_thread(self._save)
            self._is_saved = True
        except ConflictError:
            await self._take_other()
            return OVERTAKEN
        except OSError as error:
            self._is_saved = False
            return say("the change could not be saved: {reason}", reason=fault(error))
        except MessageError as error:
            self._is_saved = False
            return say("the change could not be saved: {reason}", reason=said(error))
        return None

    async def _tell_change(self, changed: list[int]) -> None:
        note = await self._keep()
        if note == OVERTAKEN:
            return
        study = self.study
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
        game = self.study.game
        self.revision = self._archive.save_change(self.id, self.number, game.rules.id, str(game), self.revision)

    async def _take_other(self) -> None:
        """Another server has changed the game meanwhile: it goes on from there."""
        collection = await self._archive.finished(self.id)
        self.study, self.revision = await _study(self._archive, collection, self.number)
        self._is_saved = True
        self._note = OVERTAKEN
        for page in self.pages:
            page.start_anew()

    async def _restore(self) -> None:
        """The game as its file has it."""
        collection = await self._archive.finished(self.id)
        self.study = await asyncio.to_thread(_from_file, collection, self.number)
        await asyncio.to_thread(self._archive.drop_change, self.id, self.number)
        self.revision = 0
        self._is_saved = True
        self._note = None
        for page in self.pages:
            page.start_anew()


class Desks:
    """The desks that are in use, a bounded number of them."""

    def __init__(self, archive: Archive, analyst: Analyst, endings: Endings, *, most: int = DESKS_MAX) -> None:
        self.archive = archive
        self.analyst = analyst
        self.endings = endings
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
        study, revision = await _study(self.archive, collection, number)
        return Desk(study, self.archive, self.analyst, self.endings, id, number, revision=revision)

    def _make_space(self) -> None:
        for key in [key for key, desk in self._desks.items() if desk.is_idle]:
            if len(self._desks) < self._most:
                return
            del self._desks[key]
        if len(self._desks) >= self._most:
            raise MessageError(say("{most} games are open already: close one first", most=self._most))


async def _study(archive: Archive, collection: Collection, number: int) -> tuple[Study, int]:
    """A game as it was left, and how often it was kept."""
    changed = await asyncio.to_thread(archive.changed, collection.id, number)
    if changed is None:
        return await asyncio.to_thread(_from_file, collection, number), 0
    problems = collection.problems_of(number)
    return await asyncio.to_thread(_from_text, changed.pdn, changed.game, problems), changed.revision


def _from_file(collection: Collection, number: int) -> Study:
    return Study(collection.open(number), collection.problems_of(number))


def _from_text(text: str, game: str, problems: list[dict[str, Any]]) -> Study:
    found = pdn.read_game(io.StringIO(text), game=game)
    if found is None:
        raise ValueError(say("the changed game is damaged: it is empty"))
    return Study(found, problems)
