"""A sitting: one game in progress with its two seats. It knows nothing of sockets, disks or engines."""

import random
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

import damier
from damier import ballots
from damier.saying import said, say
from damier.web.clock import GameClock, read_control
from damier.web.messages import MessageError, NewGame, plain

COLORS: Final = {"white": damier.WHITE, "black": damier.BLACK}
ENDINGS: Final = ("resign", "agree", "claim", "claim_with", "flag")
PLIES_MAX: Final = 5000  # longer than any game with a drawing rule; a bound on the size of a file
FORMAT: Final = 1


@dataclass(frozen=True, slots=True)
class Played:
    """What the last move did, in enough detail to show it again from the position after it."""

    move: damier.Move
    text: str
    piece: damier.Piece
    taken: dict[int, damier.Piece]


@dataclass(slots=True)
class Sitting:
    """A game with its seats; every change goes through one of the verbs below."""

    id: str
    board: damier.Board
    seats: dict[str, str]
    """``"person"`` or ``"engine"`` by colour."""
    level: str | None = None
    offer: str | None = None
    """The colour that offers a draw."""
    ending: tuple[str, str] | None = None
    """How players ended the game (one of `ENDINGS`) and whose deed it was."""
    created: float = field(default_factory=time.time)
    updated: float = field(default_factory=time.time)
    played: list[Played] = field(default_factory=list)
    clock: GameClock | None = None
    revision: int = 0
    """How often it was kept: of two servers with the same games, the later one must have seen what the earlier kept."""

    # -- facts ----------------------------------------------------------------------------------------------------

    @property
    def ply(self) -> int:
        return len(self.played)

    @property
    def turn(self) -> str:
        return str(self.board.turn)

    @property
    def is_over(self) -> bool:
        return self.board.outcome() is not None

    @property
    def engine_to_move(self) -> bool:
        return self.seats[self.turn] == "engine" and not self.is_over

    @property
    def against_engine(self) -> bool:
        return "engine" in self.seats.values()

    @property
    def person(self) -> str:
        """The colour for which a person acts now: the only one, or the side to move."""
        if self.against_engine:
            return "white" if self.seats["white"] == "person" else "black"
        return self.turn

    @property
    def undo_plies(self) -> int | None:
        """How many plies an undo takes back: up to the person's last own move. `None` where there is nothing."""
        if self.ending is not None:
            return 0
        plies = 2 if self.against_engine and self.seats[self.turn] == "person" else 1
        return plies if self.ply >= plies else None

    @property
    def seconds_left(self) -> float | None:
        """Of the side to move; `None` where no clock runs."""
        if self.clock is None or not self.clock.is_running or self.is_over:
            return None
        return self.clock.left(self.ply % 2)

    # -- verbs ----------------------------------------------------------------------------------------------------

    def find_move(self, text: str) -> damier.Move:
        """A legal move from its Hub text (which is never ambiguous), or from what people write."""
        for parse in (self.board.parse_hub, self.board.parse_pdn):
            try:
                return parse(text)
            except ValueError as error:
                refusal = plain(said(error))
        raise MessageError(refusal, "move")

    def play(self, move: damier.Move) -> None:
        if self.is_over:
            raise MessageError(say("the game is over"), "move")
        if self.seconds_left == 0:
            self.fall_flag()
            return
        if self.ply >= PLIES_MAX:
            raise MessageError(say("a game here has at most {most} plies", most=PLIES_MAX), "move")
        played = self._describe(move)
        try:
            self.board.push(move)
        except ValueError as error:
            raise MessageError(said(error), "move") from None
        self.played.append(played)
        self.offer = None
        if self.clock is not None:
            self.clock.press()
            if self.is_over:
                self.clock.stop()
        self._touch()

    def fall_flag(self) -> None:
        """The side to move has used up its time."""
        self._refuse_when_over()
        self._end("flag", self.turn)

    def undo(self) -> None:
        plies = self.undo_plies
        if plies is None:
            raise MessageError(say("there is no move to take back"))
        self._replay([played.move for played in self.played[: self.ply - plies]])
        if self.clock is not None:
            self.clock.take_back(self.ply)
        self.ending = self.offer = None
        self._touch()

    def resign(self) -> None:
        self._refuse_when_over()
        self._end("resign", self.person)

    def offer_draw(self) -> None:
        self._refuse_when_over()
        if not self.board.can_offer_draw:
            raise MessageError(say("a draw may not be offered yet in this game"))
        self.offer = self.person
        self._touch()

    def answer_draw(self, accept: bool) -> None:
        if self.offer is None:
            raise MessageError(say("no draw is on offer"))
        if accept:
            self._end("agree", self.offer)
        self.offer = None
        self._touch()

    def claim_draw(self, move: damier.Move | None = None) -> None:
        self._refuse_when_over()
        if not self.board.can_claim_draw(move):
            raise MessageError(say("there is no draw to claim"), "claim")
        if move is not None:
            self.played.append(self._describe(move))
        self._end("claim" if move is None else "claim_with", self.person, move)

    def explain(self, origin: int, target: int) -> str:
        """Why a person may not go from `origin` to `target` (0: anywhere), in a sentence with the clause."""
        game = self.board.game
        for square, name in ((origin, "from"), (target or 1, "to")):
            if not 1 <= square <= game.squares:
                raise MessageError(
                    say("{field}: this board has the squares 1 to {last}", field=name, last=game.squares), name
                )
        origin_name = game.square_name(origin)
        return plain(self.board.explain(f"{origin_name}-{game.square_name(target)}" if target else origin_name))

    # -- to and from a file ---------------------------------------------------------------------------------------

    def to_json(self) -> dict[str, Any]:
        board = self.board
        return {
            "format": FORMAT,
            "id": self.id,
            "game": board.game.id,
            "draws": list(board.draws) if board.profile is None else board.profile,
            "fen": board.root.fen(counters=True),
            "moves": [played.move.hub() for played in self.played],
            "seats": self.seats,
            "level": self.level,
            "offer": self.offer,
            "ending": list(self.ending) if self.ending else None,
            "clock": None if self.clock is None else self.clock.to_json(),
            "created": self.created,
            "updated": self.updated,
        }

    @classmethod
    def from_json(cls, value: Mapping[str, Any]) -> "Sitting":
        """Plays a saved game again. Raises `ValueError`, `LookupError` or `TypeError` where it is damaged."""
        if value["format"] != FORMAT:
            raise ValueError(f"unknown format {value['format']!r}")
        board = damier.Board(value["fen"], game=value["game"], draws=value["draws"])
        sitting = cls(
            id=str(value["id"]),
            board=board,
            seats={color: _seat(value["seats"][color]) for color in COLORS},
            level=value["level"],
            offer=value["offer"] if value["offer"] in COLORS else None,
            created=float(value["created"]),
            updated=float(value["updated"]),
        )
        if value.get("clock") is not None:
            sitting.clock = GameClock.from_json(value["clock"])
        moves = list(value["moves"])
        last = moves.pop() if value["ending"] and value["ending"][0] == "claim_with" else None
        for text in moves:
            sitting._push(board.parse_hub(text))
        if value["ending"]:
            ending, color = value["ending"]
            move = board.parse_hub(last) if last is not None else None
            if move is not None:
                sitting.played.append(sitting._describe(move))
            sitting._enact(ending, color, move)
            sitting.ending = (ending, color)
        elif sitting.clock is not None and not sitting.is_over:
            sitting.clock.start()
        return sitting

    @classmethod
    def from_wish(cls, id: str, wish: NewGame) -> "Sitting":
        """A new game as the dialog asks for it."""
        board = board_of(wish)
        side = random.choice(("white", "black")) if wish.side == "random" else wish.side
        engine = {"white": "black", "black": "white", "both": None}[side]
        seats = {color: "engine" if color == engine else "person" for color in COLORS}
        sitting = cls(id=id, board=board.root, seats=seats, level=wish.level if engine else None)
        for move in board.move_stack:
            sitting._push(move)
        if wish.clock is not None:
            sitting.clock = GameClock(read_control(wish.clock), sitting.ply)
        return sitting

    # -- inside ---------------------------------------------------------------------------------------------------

    def _describe(self, move: damier.Move) -> Played:
        board = self.board
        piece = board.piece_at(move.from_square)
        taken = {square: board.piece_at(square) for square in move.captures}
        if piece is None or move not in board.legal_moves:
            raise MessageError(say("illegal move {move}", move=move.hub()), "move")
        return Played(move, board.pdn(move), piece, {square: man for square, man in taken.items() if man})

    def _push(self, move: damier.Move) -> None:
        self.played.append(self._describe(move))
        self.board.push(move)

    def _replay(self, moves: list[damier.Move]) -> None:
        self.board = self.board.root
        self.played = []
        for move in moves:
            self._push(move)

    def _end(self, ending: str, color: str, move: damier.Move | None = None) -> None:
        try:
            self._enact(ending, color, move)
        except ValueError as error:
            raise MessageError(said(error)) from None
        self.ending = (ending, color)
        self.offer = None
        if self.clock is not None:
            if move is not None:
                self.clock.press()
            self.clock.stop()
        self._touch()

    def _enact(self, ending: str, color: str, move: damier.Move | None) -> None:
        if ending == "resign":
            self.board.resign(COLORS[color])
        elif ending == "flag":
            self.board.flag(COLORS[color])
        elif ending == "agree":
            self.board.agree_draw()
        elif ending in ENDINGS:
            self.board.claim_draw(move)
        else:
            raise ValueError(f"unknown ending {ending!r}")

    def _refuse_when_over(self) -> None:
        if self.is_over:
            raise MessageError(say("the game is over"))

    def _touch(self) -> None:
        self.updated = time.time()


def board_of(wish: NewGame) -> damier.Board:
    """The position that a wish begins with."""
    try:
        game = damier.Game(wish.game)
    except ValueError as error:
        raise MessageError(said(error), "game") from None
    if wish.draws is not None and wish.draws not in game.profiles:
        raise MessageError(
            say("{field}: expected one of {choices}", field="draws", choices=", ".join(game.profiles)), "draws"
        )
    try:
        board = damier.Board(wish.fen, game=game, draws=wish.draws)
    except ValueError as error:
        raise MessageError(said(error), "fen") from None
    if wish.ballot is not None:
        if wish.fen is not None:
            raise MessageError(say("an opening by lot begins where the game begins"), "ballot")
        try:
            opening = random.choice(ballots.load(game, plies=wish.ballot))
        except ValueError as error:
            raise MessageError(said(error), "ballot") from None
        for text in opening.moves:
            board.push_pdn(text)
    return board


def _seat(text: object) -> str:
    if text not in ("person", "engine"):
        raise ValueError(f"unknown seat {text!r}")
    return str(text)
