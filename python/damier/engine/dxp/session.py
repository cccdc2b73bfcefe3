"""A DamExchange conversation as a state machine without I/O: messages in, events and messages out."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from damier._core import WHITE, Board, Color, EngineError, Game, Move
from damier.engine.dxp import message as dxp
from damier.engine.dxp.message import BackAcc, BackReq, Chat, GameAcc, GameEnd, GameReq, Message, Played


class Phase(Enum):
    """Whose word is awaited."""

    IDLE = "no game"
    ASKED = "a game was proposed"
    PROPOSED = "a game is to be answered"
    MINE = "our move"
    THEIRS = "their move"
    BACK = "a move back was asked for"
    ENDING = "the end was told"
    OVER = "no further game"


@dataclass(frozen=True, slots=True)
class Proposed:
    """They want a game: `accept` or `refuse` it."""

    request: GameReq


@dataclass(frozen=True, slots=True)
class Began:
    """The game begins."""


@dataclass(frozen=True, slots=True)
class Refused:
    """They want no game; `reason` in words."""

    reason: str


@dataclass(frozen=True, slots=True)
class Moved:
    """They have played; the seconds are what they say."""

    move: Move
    seconds: int


@dataclass(frozen=True, slots=True)
class Ended:
    """The game is over. `points` for us: 2, 1 or 0, `None` where it is left open; `by_them`: who told the end."""

    points: int | None
    by_them: bool
    note: str = ""


@dataclass(frozen=True, slots=True)
class WentBack:
    """So many plies were taken back."""

    plies: int


@dataclass(frozen=True, slots=True)
class StaysHere:
    """They refuse to take back."""


@dataclass(frozen=True, slots=True)
class Heard:
    """They chat."""

    text: str


@dataclass(frozen=True, slots=True)
class Broken:
    """They break the protocol or the rules; `reason` in words. The game goes on, or an `Ended` follows."""

    reason: str


Event = Proposed | Began | Refused | Moved | Ended | WentBack | StaysHere | Heard | Broken


class DxpSession:
    """One side of a conversation; several games may follow each other.

    What is to be sent collects in `outbox`. Requests out of turn raise `EngineError`.

    >>> session = DxpSession("damier")
    >>> session.ask(follower=WHITE, minutes=5)
    >>> str(session.outbox.pop())
    'R01damier                          W005000A'
    >>> session.receive(dxp.parse("AScan 3.1                        0"))
    [Began()]
    >>> session.receive(dxp.parse("M0001322800"))
    [Moved(move=Move.from_pdn('32-28'), seconds=1)]
    >>> session.phase
    <Phase.MINE: 'our move'>
    """

    def __init__(self, name: str, *, game: str | Game = "international", takes_back: bool = True) -> None:
        """`game`: any on a board of 50 squares, as agreed outside the protocol. `takes_back`: on request."""
        self.game = game if isinstance(game, Game) else Game(game)
        if self.game.squares != dxp.SQUARES:
            raise EngineError(
                f"DamExchange is for boards of {dxp.SQUARES} squares; {self.game.name} has {self.game.squares}"
            )
        self.name = name
        self.takes_back = takes_back
        self.phase = Phase.IDLE
        self.outbox: list[Message] = []
        self.board = Board(game=self.game)
        self.color: Color = WHITE
        """Our side."""
        self.opponent = ""
        self.minutes = 0
        self.moves: int | None = None
        """How many moves each side makes in the minutes; `None` for the rest of the game."""
        self._request: GameReq | None = None
        self._back_to = 0
        self._reason = dxp.UNKNOWN

    @property
    def is_playing(self) -> bool:
        return self.phase in (Phase.MINE, Phase.THEIRS, Phase.BACK)

    # -- what we say ----------------------------------------------------------------------------------------------

    def ask(self, *, follower: Color, minutes: int, moves: int | None = None, board: Board | None = None) -> None:
        """Proposes a game, from `board` or from the start."""
        self._must_be(Phase.IDLE)
        request = GameReq(self.name, follower, minutes, moves, None if board is None else dxp.letters(board))
        self._set_up(request, follower.opposite)
        self.phase = Phase.ASKED
        self.outbox.append(request)

    def accept(self) -> None:
        """Takes the game that was proposed."""
        self._must_be(Phase.PROPOSED)
        assert self._request is not None
        self.opponent = self._request.name
        self.outbox.append(GameAcc(self.name, dxp.ACCEPTED))
        self._take_turns()

    def refuse(self, code: str = "2") -> None:
        """Declines the game that was proposed; the code is one of `message.REFUSALS`."""
        self._must_be(Phase.PROPOSED)
        self.phase = Phase.IDLE
        self.outbox.append(GameAcc(self.name, code))

    def play(self, move: Move, seconds: float) -> None:
        """Our move, and the seconds that it took."""
        self._must_be(Phase.MINE)
        self.board.push(move)
        self.outbox.append(Played.of(move, seconds))
        self._take_turns()

    def end(self, reason: str = dxp.UNKNOWN, *, stop: bool = False) -> None:
        """Ends the game in place of a move (or because their time is over)."""
        if not self.is_playing:
            raise EngineError(f"there is no game to end: {self.phase.value}")
        self._reason = reason
        self.phase = Phase.ENDING
        self.outbox.append(GameEnd(reason, stop))

    def ask_back(self, ply: int) -> None:
        """Asks to go back to the position after `ply` plies."""
        if self.phase not in (Phase.MINE, Phase.THEIRS) or not 0 <= ply <= self.board.ply:
            raise EngineError(f"there is no way back to ply {ply}: {self.phase.value}")
        self._back_to = ply
        self.phase = Phase.BACK
        turn = self.board.root.turn if ply % 2 == 0 else self.board.root.turn.opposite
        self.outbox.append(BackReq((ply + self._shift()) // 2 + 1, turn))

    def chat(self, text: str) -> None:
        """Says something, at any time."""
        self.outbox.append(Chat(text))

    # -- what they say --------------------------------------------------------------------------------------------

    def hear(self, text: str) -> list[Event]:
        """As `receive`, from the text of a message; one that cannot be read is answered with a chat."""
        try:
            message = dxp.parse(text)
        except dxp.DxpError as error:
            return self._broken(str(error))
        return self.receive(message)

    def receive(self, message: Message) -> list[Event]:
        """What a message means; answers that the protocol asks for go to the outbox."""
        if isinstance(message, Chat):
            return [Heard(message.text)]
        if self.phase == Phase.OVER:
            return []
        if isinstance(message, GameReq):
            return self._asked(message)
        if isinstance(message, GameAcc):
            return self._answered(message)
        if isinstance(message, Played):
            return self._moved(message)
        if isinstance(message, GameEnd):
            return self._ended(message)
        if isinstance(message, BackReq):
            return self._asked_back(message)
        return self._answered_back(message)

    def _asked(self, request: GameReq) -> list[Event]:
        if request.version > dxp.VERSION:
            self.outbox.append(GameAcc(self.name, "1"))
            return self._broken(f"they speak version {request.version} of DamExchange, we speak {dxp.VERSION}")
        if self.phase != Phase.IDLE:
            self.outbox.append(GameAcc(self.name, "2"))
            return self._broken(f"a game was proposed out of turn: {self.phase.value}")
        try:
            self._set_up(request, request.follower)
        except dxp.DxpError as error:
            self.outbox.append(GameAcc(self.name, "2"))
            return self._broken(str(error))
        self.phase = Phase.PROPOSED
        return [Proposed(request)]

    def _answered(self, answer: GameAcc) -> list[Event]:
        if self.phase != Phase.ASKED:
            return self._broken(f"GAMEACC out of turn: {self.phase.value}")
        self.opponent = answer.name
        if answer.code != dxp.ACCEPTED:
            self.phase = Phase.OVER if answer.code == "3" else Phase.IDLE
            return [Refused(dxp.REFUSALS[answer.code])]
        self._take_turns()
        return [Began()]

    def _moved(self, played: Played) -> list[Event]:
        theirs = self.phase == Phase.THEIRS or (self.phase == Phase.BACK and self.board.turn != self.color)
        if not theirs:
            # A move that crosses our GAMEEND is no fault.
            return [] if self.phase == Phase.ENDING else self._broken(f"MOVE out of turn: {self.phase.value}")
        try:
            move = played.on(self.board)
        except ValueError as error:
            events = self._broken(f"{error} in {self.board.fen()}")
            self.end()
            return events
        self.board.push(move)
        if self.phase == Phase.THEIRS:
            self._take_turns()
        return [Moved(move, played.seconds)]

    def _ended(self, end: GameEnd) -> list[Event]:
        events: list[Event] = []
        if self.phase == Phase.ENDING:
            points = {dxp.I_WIN: 2, dxp.DRAW: 1, dxp.I_LOSE: 0}.get(self._reason)
            events = [Ended(points, by_them=False)]
        elif self.is_playing:
            self.outbox.append(GameEnd(dxp.UNKNOWN, end.stop))
            points = {dxp.I_WIN: 0, dxp.DRAW: 1, dxp.I_LOSE: 2}.get(end.reason)
            note = "" if self.phase == Phase.THEIRS else "told out of turn"
            events = [Ended(points, by_them=True, note=note)]
        self.phase = Phase.OVER if end.stop else Phase.IDLE
        return events

    def _asked_back(self, request: BackReq) -> list[Event]:
        ply = 2 * (request.move - 1) + (request.turn != WHITE) - self._shift()
        if not self.takes_back:
            self.outbox.append(BackAcc(dxp.BACK_UNSUPPORTED))
            return []
        if self.phase not in (Phase.MINE, Phase.THEIRS) or not 0 <= ply <= self.board.ply:
            self.outbox.append(BackAcc(dxp.BACK_REFUSED))
            return []
        self.outbox.append(BackAcc(dxp.ACCEPTED))
        return [self._go_back(ply)]

    def _answered_back(self, answer: BackAcc) -> list[Event]:
        if self.phase != Phase.BACK:
            return self._broken(f"BACKACC out of turn: {self.phase.value}")
        if answer.code == dxp.ACCEPTED:
            return [self._go_back(self._back_to)]
        self._take_turns()
        return [StaysHere()]

    # -- inside ---------------------------------------------------------------------------------------------------

    def _set_up(self, request: GameReq, color: Color) -> None:
        board = Board(game=self.game)
        if request.board is not None:
            board = dxp.board_from(*request.board, self.game)
        self.board, self.color, self._request = board, color, request
        self.minutes, self.moves = request.minutes, request.moves

    def _take_turns(self) -> None:
        self.phase = Phase.MINE if self.board.turn == self.color else Phase.THEIRS

    def _go_back(self, ply: int) -> WentBack:
        plies = self.board.ply - ply
        for _ in range(plies):
            self.board.pop()
        self._take_turns()
        return WentBack(plies)

    def _shift(self) -> int:
        """Where Black moves first, its move is the second half of move 1."""
        return 0 if self.board.root.turn == WHITE else 1

    def _broken(self, reason: str) -> list[Event]:
        self.outbox.append(Chat(f"error: {reason}"))
        return [Broken(reason)]

    def _must_be(self, phase: Phase) -> None:
        if self.phase != phase:
            raise EngineError(f"out of turn in DamExchange: {self.phase.value}")
