"""A room: one sitting with everybody around it: open pages, the opponent, the shelf."""

import asyncio
from typing import Any, Final

from damier.faults import fault
from damier.library import ConflictError
from damier.saying import said, say
from damier.web.endings import Endings
from damier.web.messages import Message, MessageError
from damier.web.opponent import Opponent
from damier.web.picture import look_picture, move_picture, sitting_picture
from damier.web.shelf import Shelf
from damier.web.sitting import Sitting

PAGES_MAX: Final = 16  # open pages per room
ADVISER: Final = "master"  # the level that gives hints
DECLINED: Final = "draw_declined"  # the one note that the page puts into words itself
OVERTAKEN: Final = say("another server has played on in this game: this is how it stands there")


class Room:
    """One live game. Changes are made one after the other, saved, then shown to every open page."""

    def __init__(self, sitting: Sitting, shelf: Shelf, opponent: Opponent, endings: Endings) -> None:
        self.sitting = sitting
        self.pages: set[asyncio.Event] = set()
        self._shelf = shelf
        self._opponent = opponent
        self._endings = endings
        self._lock = asyncio.Lock()
        self._thought: asyncio.Task[None] | None = None
        self._judgement: asyncio.Task[None] | None = None
        self._note: str | None = None
        self._is_saved = True
        self._flag: asyncio.TimerHandle | None = None
        self._fallen: asyncio.Task[None] | None = None

    @property
    def is_thinking(self) -> bool:
        return self._thought is not None

    @property
    def is_idle(self) -> bool:
        """True where nothing would be lost by letting the room go: the shelf has its game."""
        is_busy = self.is_thinking or self._judgement is not None or self._lock.locked()
        return not self.pages and not is_busy and self._is_saved

    @property
    def is_forgettable(self) -> bool:
        """True where the shelf knows all: of a clock that runs it knows only what was left after the last move."""
        return self.is_idle and self.sitting.seconds_left is None

    def watch(self) -> None:
        """Sees to it that a flag falls when it must."""
        if self._flag is not None:
            self._flag.cancel()
            self._flag = None
        left = self.sitting.seconds_left
        if left is not None:
            self._flag = asyncio.get_running_loop().call_later(left + 0.01, self._see)

    def picture(self) -> dict[str, Any]:
        return sitting_picture(self.sitting, thinking=self.is_thinking, note=self._note)

    def enter(self) -> asyncio.Event:
        """A page comes in; its event is set at every change. Bounded."""
        if len(self.pages) >= PAGES_MAX:
            raise MessageError(say("this game is already open in {most} pages", most=PAGES_MAX))
        page = asyncio.Event()
        page.set()
        self.pages.add(page)
        self.wake()
        self.watch()
        return page

    def leave(self, page: asyncio.Event) -> None:
        self.pages.discard(page)

    async def follow(self, message: Message) -> dict[str, Any] | None:
        """Does what a page asks for. Returns an answer for that page alone, `None` where every page is told."""
        if message.kind == "hint" and message.ply == self.sitting.ply:
            return await self._hint()
        async with self._lock:
            if message.ply != self.sitting.ply or await self._catch_up():
                return self.picture()  # the page spoke about an older position
            if message.kind == "explain":
                return self._refusal(message)
            if message.kind == "look":
                return look_picture(self.sitting, message.at)
            self._note = None
            if message.kind != "think":
                self._act(message)
                await self.save()
            self.wake()
            self.watch()
            self._show()
        return None

    def wake(self) -> None:
        """Lets the opponent think where it is to move, or has been offered a draw."""
        if self._thought is None and self.sitting.engine_to_move:
            self._thought = asyncio.create_task(self._think())
        if self._judgement is None and self.sitting.offer is not None and self.sitting.against_engine:
            self._judgement = asyncio.create_task(self._answer_offer())

    async def save(self) -> None:
        """Puts the game on the shelf; where the disk refuses, the players are told and the game goes on."""
        try:
            await asyncio.to_thread(self._shelf.save, self.sitting)
            self._is_saved = True
        except ConflictError:
            await self._take_other()
        except OSError as error:
            self._is_saved = False
            self._note = say("the game could not be saved: {reason}", reason=fault(error))

    def close(self) -> None:
        self._stop()
        if self._flag is not None:
            self._flag.cancel()

    # -- inside ---------------------------------------------------------------------------------------------------

    async def _catch_up(self) -> bool:
        """True where another server on the same store has played on meanwhile; its game is this one now."""
        try:
            revision = await asyncio.to_thread(self._shelf.revision, self.sitting.id)
            if revision is None or revision <= self.sitting.revision:
                return False
            await self._take_other()
        except (OSError, LookupError, ValueError):
            return False
        return True

    async def _take_other(self) -> None:
        self.sitting = await asyncio.to_thread(self._shelf.load, self.sitting.id)
        self._note = OVERTAKEN
        self._is_saved = True
        for task in (self._thought, self._judgement):
            if task is not None and task is not asyncio.current_task():
                task.cancel()
        self._thought = self._judgement = None
        self.wake()
        self.watch()
        self._show()

    def _act(self, message: Message) -> None:
        sitting = self.sitting
        if message.kind == "move":
            if sitting.engine_to_move:
                raise MessageError(say("it is the engine's turn"), "move")
            move = sitting.find_move(message.move)
            if message.claim:
                sitting.claim_draw(move)
            else:
                sitting.play(move)
        elif message.kind == "undo":
            self._stop()
            sitting.undo()
        elif message.kind == "resign":
            sitting.resign()
            self._stop()
        elif message.kind == "offer_draw":
            if sitting.engine_to_move:
                raise MessageError(say("wait until it is your turn"))
            sitting.offer_draw()
        elif message.kind in ("accept_draw", "decline_draw"):
            if sitting.against_engine:
                raise MessageError(say("the answer is the engine's"))
            sitting.answer_draw(message.kind == "accept_draw")
        elif message.kind == "claim_draw":
            sitting.claim_draw()

    def _refusal(self, message: Message) -> dict[str, Any]:
        board = self.sitting.board
        captures = [move for move in board.legal_moves if move.is_capture]
        return {
            "type": "refusal",
            "ply": self.sitting.ply,
            "from": message.origin,
            "to": message.target or None,
            "message": self.sitting.explain(message.origin, message.target),
            "must": sorted({move.from_square for move in captures}),
        }

    async def _think(self) -> None:
        sitting, board = self.sitting, self.sitting.board
        ply = sitting.ply
        try:
            move = await self._opponent.choose(board.copy(), sitting.level, sitting.seconds_left)
            async with self._lock:
                is_there = self.sitting is sitting and sitting.board is board and sitting.ply == ply
                if is_there and sitting.engine_to_move:
                    sitting.play(move)
                    await self.save()
                    self.watch()
        except (ValueError, KeyError, RuntimeError) as error:
            self._note = say("the engine failed: {reason}", reason=said(error))
        finally:
            if self._thought is asyncio.current_task():
                self._thought = None
                self._show()

    async def _answer_offer(self) -> None:
        sitting, ply = self.sitting, self.sitting.ply
        try:
            accepts = await self._opponent.accepts_draw(sitting.board.copy(), sitting.level)
        except (ValueError, KeyError, RuntimeError):
            accepts = False
        async with self._lock:
            self._judgement = None
            # A move played meanwhile has answered the offer.
            if self.sitting is sitting and sitting.offer is not None and sitting.ply == ply:
                sitting.answer_draw(accepts)
                self._note = None if accepts else DECLINED
                await self.save()
                self._show()

    async def _hint(self) -> dict[str, Any]:
        """What a strong player would do in a person's place."""
        sitting = self.sitting
        if sitting.is_over or sitting.engine_to_move:
            raise MessageError(say("there is no move for you to make"))
        ply, board = sitting.ply, sitting.board.copy()
        known = await asyncio.to_thread(self._endings.value, board)
        try:
            # Of moves that all draw, the engine likes one that asks most of the other side.
            move = known[0][0] if known and known[0][1] else await self._opponent.choose(board, ADVISER)
        except (ValueError, KeyError, RuntimeError) as error:
            raise MessageError(say("the engine failed: {reason}", reason=said(error))) from None
        found = {one: (one, result, plies) for one, result, plies in known}
        if known and found[move][1] < known[0][1]:
            move = known[0][0]
        value = {"result": found[move][1], "plies": found[move][2]} if known else None
        return {"type": "hint", "ply": ply, "move": move_picture(board, move), "value": value}

    def _see(self) -> None:
        """Looks whether the flag of the side to move has fallen."""
        left = self.sitting.seconds_left
        if left:
            self.watch()
        elif left == 0:
            self._fallen = asyncio.create_task(self._fall())

    async def _fall(self) -> None:
        async with self._lock:
            if self.sitting.seconds_left == 0:
                self.sitting.fall_flag()
                self._stop()
                await self.save()
                self._show()

    def _stop(self) -> None:
        for task in (self._thought, self._judgement):
            if task is not None:
                task.cancel()
        self._thought = self._judgement = None

    def _show(self) -> None:
        for page in self.pages:
            page.set()
