"""The conversation with a Hub engine, a state machine without I/O: requests become lines, and lines events."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from typing import Final, Protocol

from damier._core import Board, EngineError, Move
from damier.engine.hub import hub1, hub2
from damier.engine.hub.events import (
    Answered,
    Blundered,
    Complained,
    Declared,
    Event,
    Finished,
    Introduced,
    Progress,
    Ready,
    Said,
    Thought,
    Waiting,
)
from damier.engine.hub.hub2 import Mode
from damier.engine.info import Info
from damier.engine.limit import Limit
from damier.engine.option import Option, Value, find
from damier.engine.score import Score

OPTIONS_MAX: Final = 1000
PV_MAX: Final = 200  # moves of a line that are read


class State(Enum):
    """Where the conversation stands."""

    NEW = "not started"
    GREETED = "asked who it is"
    CONFIGURING = "waiting for options"
    PREPARING = "preparing"
    IDLE = "idle"
    SEARCHING = "searching"
    STOPPING = "stopping"


class Dialect(Protocol):
    """How one version of Hub says things: a module."""

    def understand(self, line: str) -> Said | None: ...
    def set_option(self, name: str, text: str) -> list[str]: ...
    def new_game(self) -> list[str]: ...
    def search(self, position: str, moves: Sequence[str], limit: Limit, mode: Mode) -> list[str]: ...
    def refuse(self, limit: Limit) -> EngineError | None: ...


class HubClient:
    """One engine, from `greet` on. Which Hub it speaks shows in how it introduces itself.

    Every request returns the lines to send and raises `EngineError` out of turn; `receive` returns what a line means.

    >>> client = HubClient()
    >>> client.greet()
    ['hub']
    >>> client.receive("id name=Example version=1")
    Introduced(facts={'name': 'Example', 'version': '1'})
    >>> client.receive("wait"), client.prepare(), client.receive("ready")
    (Waiting(), ['init'], Ready())
    >>> client.search(Board(), Limit(depth=3))[-1]
    'go think'
    >>> client.receive("done move=32-28").move
    Move.from_pdn('32-28')
    """

    def __init__(self) -> None:
        self.state = State.NEW
        self.facts: dict[str, str] = {}
        self.options: dict[str, Option] = {}
        self.complaint = ""
        """The newest error that the engine has reported."""
        self._dialect: Dialect | None = None
        self._board: Board | None = None
        self._info: Info | None = None

    @property
    def version(self) -> int:
        """Which Hub the engine speaks, 0 while that is open."""
        return 0 if self._dialect is None else 1 if self._dialect is hub1 else 2

    @property
    def is_searching(self) -> bool:
        return self.state in (State.SEARCHING, State.STOPPING)

    # -- requests -------------------------------------------------------------------------------------------------

    def greet(self) -> list[str]:
        self._must_be(State.NEW)
        self.state = State.GREETED
        return ["hub"]

    def check(self, name: str, value: Value) -> tuple[Option, Value]:
        """The option and its value as the engine has them. Raises `ValueError` where it has not."""
        if self._dialect is hub1:  # which declares nothing: what it does not know, it ignores
            option = Option(name.replace("_", "-"), "string", "")
            text = option.text(value)
            if not text.isprintable() or " " in text or not option.name.replace("-", "").isalnum():
                raise ValueError(f"{name}={text!r}: Hub 1 takes one word for an option")
            return option, text
        option = find(self.options, name, self.facts.get("name", "the engine"))
        return option, option.check(value)

    def set_option(self, name: str, value: Value) -> list[str]:
        """Sets an option. Raises `ValueError` where it may not have this value."""
        self._must_be(State.CONFIGURING)
        option, value = self.check(name, value)
        return self._speaks().set_option(option.name, option.text(value))

    def prepare(self) -> list[str]:
        self._must_be(State.CONFIGURING)
        self.state = State.PREPARING
        return ["init"]

    def new_game(self) -> list[str]:
        self._must_be(State.IDLE)
        return self._speaks().new_game()

    def search(self, board: Board, limit: Limit, mode: Mode = "think") -> list[str]:
        """Begins a search; the moves since the last irreversible one are told, for repetitions."""
        self._must_be(State.IDLE)
        refusal = self._speaks().refuse(limit)
        if refusal is not None:
            raise refusal
        self._board, self._info, self.complaint = board.copy(), None, ""
        self.state = State.SEARCHING
        return self._speaks().search(*since_conversion(board), limit, mode)

    def stop(self) -> list[str]:
        """Asks for the answer now; nothing where there is no search, or it was asked before."""
        if self.state != State.SEARCHING:
            return []
        self.state = State.STOPPING
        return ["stop"]

    def ponder_hit(self) -> list[str]:
        return ["ponder-hit"] if self.state == State.SEARCHING else []

    def ping(self) -> list[str]:
        return ["ping"]

    def quit(self) -> list[str]:
        return ["quit"]

    # -- what the engine says -------------------------------------------------------------------------------------

    def receive(self, line: str) -> Event | None:
        """What a line means, `None` where it means nothing (now)."""
        if self._dialect is None:
            self._recognise(line)
        said: Said | None = self._speaks().understand(line)
        if isinstance(said, Introduced):
            self.facts.update(said.facts)
        elif isinstance(said, Declared) and len(self.options) < OPTIONS_MAX:
            self.options[said.option.name] = said.option
        elif isinstance(said, Waiting):
            if self.state != State.GREETED:
                return None
            self.state = State.CONFIGURING
        elif isinstance(said, Ready):
            if self.state != State.PREPARING:
                return None
            self.state = State.IDLE
        elif isinstance(said, Complained):
            self.complaint = "".join(each if each.isprintable() else "?" for each in said.text[:200])
        elif isinstance(said, Progress):
            return self._thought(said)
        elif isinstance(said, Finished):
            return self._answered(said)
        return said

    # -- inside ---------------------------------------------------------------------------------------------------

    def _must_be(self, state: State) -> None:
        if self.state != state:
            raise EngineError(f"the engine is {self.state.value}, it must be {state.value} for that")

    def _speaks(self) -> Dialect:
        return self._dialect or hub2

    def _recognise(self, line: str) -> None:
        word = line.strip().partition(" ")[0]
        if word in ("id", "param", "wait"):
            self._dialect = hub2
        elif word in ("name", "version", "author", "country"):
            self._dialect = hub1

    def _thought(self, said: Progress) -> Thought | None:
        if not self.is_searching or self._board is None or said.score is None:
            return None
        pv = self._line(said.pv)
        if not pv:
            return None
        self._info = Info(
            pv=pv,
            score=Score(said.score, said.win_in, self._board.turn),
            depth=said.depth,
            seldepth=said.seldepth,
            nodes=said.nodes,
            time=said.time,
            nps=said.nps,
        )
        return Thought(self._info)

    def _answered(self, said: Finished) -> Event | None:
        if not self.is_searching or self._board is None:
            return None
        self.state = State.IDLE
        if not said.move:
            return Blundered("it gave no move" + (f", but an error: {self.complaint}" if self.complaint else ""))
        try:
            move = self._board.parse_hub(said.move)
        except ValueError as error:
            where = f"in {self._board.fen()}"
            before = f"; before, it reported an error: {self.complaint}" if self.complaint else ""
            return Blundered(f"it answered {said.move[:80]!r} {where}: {error}{before}")
        self._board.push(move)
        expected = self._line((said.ponder,)) if said.ponder else ()
        info = self._info if self._info is not None and self._info.move == move else None
        return Answered(move, expected[0] if expected else None, info)

    def _line(self, texts: Sequence[str]) -> tuple[Move, ...]:
        """Moves as far as they are legal; one that cannot be read ends the line."""
        assert self._board is not None
        board, pv = self._board.copy(stack=False), []
        for text in texts[:PV_MAX]:
            try:
                pv.append(board.push_hub(text))
            except ValueError:
                break
        return tuple(pv)


def since_conversion(board: Board) -> tuple[str, list[str]]:
    """A position and the moves of kings that led from it to the board, as Hub tells them.

    >>> board = Board("W:WK1,K50:BK5,30")
    >>> for text in ["1-6", "30-35", "6-1", "5-10"]:
    ...     move = board.push_pdn(text)
    >>> since_conversion(board)[1]
    ['6-1', '5-10']
    """
    root, moves = board.copy(), []
    while root.ply:
        move = root.pop()
        piece = root.piece_at(move.from_square)
        if move.is_capture or piece is None or not piece.king:
            root.push(move)
            break
        moves.append(root.hub(move))
    return root.hub_position(), moves[::-1]
