"""A game as it was played: moves with their times and scores, and why it ended."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any, Final

from damier._core import BLACK, WHITE, Board, Color, InvalidFenError, Outcome


class Reason(str, Enum):
    """Why a game ended."""

    WON = "won"
    """On the board: no piece or no move left, or whatever the game is won by."""
    DRAWN = "drawn"
    """By a drawing rule of the game, claims made as soon as they can be."""
    AGREEMENT = "agreement"
    RESIGNATION = "resignation"
    TIME = "time"
    """More time taken than allowed, the margin included."""
    ILLEGAL_MOVE = "illegal_move"
    FAILURE = "failure"
    """The player crashed, or broke its protocol."""
    HANG = "hang"
    """No answer where nothing limited the time."""
    SCORE_WON = "score_won"
    """Adjudicated: the loser had rated its own game hopeless for long enough."""
    SCORE_DRAWN = "score_drawn"
    """Adjudicated: both had rated the game even for long enough."""
    TABLES = "tables"
    """Adjudicated: the endgame tables know how it ends."""
    MOVE_LIMIT = "move_limit"
    """Adjudicated a draw: too many moves."""

    @property
    def fault(self) -> bool:
        """True where a player failed rather than lost."""
        return self in (Reason.TIME, Reason.ILLEGAL_MOVE, Reason.FAILURE, Reason.HANG)

    @property
    def termination(self) -> str:
        """The word of the tag Termination."""
        return _TERMINATIONS.get(self, "normal")


_TERMINATIONS: Final = {
    Reason.TIME: "time forfeit",
    Reason.ILLEGAL_MOVE: "rules infraction",
    Reason.FAILURE: "abandoned",
    Reason.HANG: "abandoned",
    Reason.SCORE_WON: "adjudication",
    Reason.SCORE_DRAWN: "adjudication",
    Reason.TABLES: "adjudication",
    Reason.MOVE_LIMIT: "adjudication",
}


@dataclass(frozen=True, slots=True)
class End:
    """How a game ended. `rule`: the rule of the game that decided, where one did. `text`: a sentence for people."""

    reason: Reason
    winner: Color | None
    text: str
    rule: str = ""

    @classmethod
    def from_outcome(cls, outcome: Outcome) -> End:
        reason = Reason.DRAWN if outcome.winner is None else Reason.WON
        clause = f" ({outcome.clause})" if outcome.clause and outcome.clause not in outcome.reason else ""
        return cls(reason, outcome.winner, f"{outcome.reason}{clause}", outcome.rule)


@dataclass(frozen=True, slots=True)
class Ply:
    """A move and what is known of it.

    `move`: in Hub notation, which names the captured squares. `seconds`: as measured. `clock`: seconds left afterwards.
    `score`: hundredths of a man, seen by the mover; `win_in`: plies to a proved end, negative when the mover loses.
    `claimed`: seconds that the player says it took. Each is `None` where it is not known.
    """

    move: str
    seconds: float
    clock: float | None = None
    score: int | None = None
    win_in: int | None = None
    depth: int | None = None
    nodes: int | None = None
    claimed: float | None = None


@dataclass(frozen=True, slots=True)
class Lateness:
    """How a player kept its time: moves that had a limit, how many exceeded it, by how much at worst and in the mean.

    In seconds; `worst` is negative where the player was always early, `None` where nothing limited its time.

    >>> Lateness.of([-0.5, 0.002, 0.001]).worst
    0.002
    """

    moves: int = 0
    late: int = 0
    worst: float | None = None
    total: float = 0.0

    @classmethod
    def of(cls, overs: Sequence[float]) -> Lateness:
        """`overs`: seconds beyond what was allowed, one for each move."""
        if not overs:
            return cls()
        return cls(len(overs), sum(over > 0 for over in overs), max(overs), sum(max(over, 0.0) for over in overs))

    def __add__(self, other: Lateness) -> Lateness:
        worst = [seconds for seconds in (self.worst, other.worst) if seconds is not None]
        return Lateness(
            self.moves + other.moves,
            self.late + other.late,
            max(worst) if worst else None,
            self.total + other.total,
        )

    @property
    def mean(self) -> float:
        """Seconds beyond the allowance per move, early moves counting as 0."""
        return self.total / self.moves if self.moves else 0.0


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """A finished game of a match or a tournament.

    `number`: its place in the schedule, from 0. `white`, `black`: the entrants, by index. `fen`: where it began, `None`
    for the start of the game; `opening`: moves (Hub) that were not the players'. `seconds`: how long it lasted.
    """

    number: int
    round: int
    pair: int
    white: int
    black: int
    game: str
    draws: str | None
    fen: str | None
    opening: tuple[str, ...]
    plies: tuple[Ply, ...]
    end: End
    started: str
    seconds: float
    lateness: tuple[Lateness, Lateness]

    @property
    def moves(self) -> tuple[str, ...]:
        """All moves in Hub notation, those of the opening too."""
        return (*self.opening, *(ply.move for ply in self.plies))

    def root(self) -> Board:
        """The position that the game began with, before its opening moves."""
        return Board(self.fen, game=self.game, draws=self.draws)

    def board(self) -> Board:
        """The last position, with the moves that led to it."""
        board = self.root()
        for move in self.moves:
            board.push_hub(move)
        return board

    def score_of(self, entrant: int) -> float:
        """1 for a win of this entrant, ½ for a draw, 0 for a loss."""
        if self.end.winner is None:
            return 0.5
        return float((self.white if self.end.winner == WHITE else self.black) == entrant)

    @property
    def result(self) -> str:
        """As the game writes it: ``2-0 1-1 0-2`` or ``1-0 1/2-1/2 0-1``."""
        return result_text(self.root(), self.end.winner)

    # -----------------------------------------------------------------------------------------------------------
    # As a line of a journal

    def to_json(self) -> dict[str, Any]:
        """Plain values; what is known of the moves as one list for each kind of fact."""
        facts = {name: [getattr(ply, name) for ply in self.plies] for name in _FACTS}
        return {
            "number": self.number,
            "round": self.round,
            "pair": self.pair,
            "white": self.white,
            "black": self.black,
            "game": self.game,
            "draws": self.draws,
            "fen": self.fen,
            "opening": " ".join(self.opening),
            "moves": " ".join(ply.move for ply in self.plies),
            **{name: values for name, values in facts.items() if any(value is not None for value in values)},
            "winner": None if self.end.winner is None else str(self.end.winner),
            "reason": self.end.reason.value,
            "rule": self.end.rule,
            "text": self.end.text,
            "started": self.started,
            "took": round(self.seconds, 3),
            "late": [[late.moves, late.late, late.worst, round(late.total, 6)] for late in self.lateness],
        }

    @classmethod
    def from_json(cls, told: Mapping[str, Any]) -> PlayedGame:
        """What `to_json` wrote. Raises `ValueError` where it is something else."""
        try:
            moves = told["moves"].split()
            columns = [told.get(name) or [None] * len(moves) for name in _FACTS]
            plies = tuple(Ply(*facts) for facts in zip(moves, *columns, strict=True))
            white, black = (Lateness(*late) for late in told["late"])
            end = End(Reason(told["reason"]), _COLORS[told["winner"]], told["text"], told["rule"])
            game = cls(
                number=int(told["number"]),
                round=int(told["round"]),
                pair=int(told["pair"]),
                white=int(told["white"]),
                black=int(told["black"]),
                game=told["game"],
                draws=told["draws"],
                fen=told["fen"],
                opening=tuple(told["opening"].split()),
                plies=plies,
                end=end,
                started=str(told["started"]),
                seconds=float(told["took"]),
                lateness=(white, black),
            )
            game.board()
        except (KeyError, TypeError, AttributeError, ValueError, InvalidFenError) as error:
            raise ValueError(f"not a game of a journal: {type(error).__name__}: {error}") from None
        return game


_FACTS: Final = ("seconds", "clock", "score", "win_in", "depth", "nodes", "claimed")
_COLORS: Final[dict[str | None, Color | None]] = {None: None, "white": WHITE, "black": BLACK}


def result_text(board: Board, winner: Color | None) -> str:
    """A result in the manner of the board's game.

    >>> result_text(Board(), None), result_text(Board(game="russian"), WHITE)
    ('1-1', '1-0')
    """
    decided = board.root
    decided.resign(BLACK)
    won = decided.result()
    if winner is None:
        return {"2": "1-1", "4": "2-2"}.get(won[0], "1/2-1/2")
    return won if winner == WHITE else won[::-1]
