"""One game between two players, whatever they do."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime, timezone
from math import isfinite
from threading import Event
from time import perf_counter
from typing import Any, Final

from damier._core import BLACK, WHITE, Board, Color, Move
from damier.engine import Info, PlayResult
from damier.match.adjudication import Adjudication, Umpire
from damier.match.control import Clock
from damier.match.game import End, Lateness, PlayedGame, Ply, Reason
from damier.match.openings import Opening
from damier.match.seat import Answer, FailureError, HangError, Seat

WORTH: Final = 100_000
"""Hundredths of a man that a score may say."""


@dataclass(frozen=True, slots=True)
class Conditions:
    """What holds for every game of a match.

    `game`, `draws`: the game and its profile of drawing rules, whose claims are made as soon as they can be.
    `margin`: seconds by which a limit of time may be exceeded before the game is lost. `patience`: seconds that a
    player may be late, or think where nothing limits its time, before it counts as hung.
    """

    game: str = "international"
    draws: str | None = None
    adjudication: Adjudication = field(default_factory=Adjudication)
    margin: float = 0.1
    patience: float = 60.0

    def __post_init__(self) -> None:
        for name, least in (("margin", 0.0), ("patience", 0.001)):
            value = getattr(self, name)
            if not least <= value <= 86400:
                raise ValueError(f"{name} must be {least:g} to 86400 seconds, not {value}")
        Board(game=self.game, draws=self.draws)


@dataclass(frozen=True, slots=True)
class Fixture:
    """A game to be played: its number, who has White and Black (by index), and where it begins."""

    number: int
    white: int
    black: int
    opening: Opening
    round: int = 0
    pair: int = 0
    seed: int = 0


Watch = Callable[[Fixture, Board, Ply], object]
"""Called after each move, in the thread of the game, with the position that it led to."""


class Cancelled(Exception):  # noqa: N818 - no error: someone wanted the match to end
    """The game was given up because the match was."""


def play_game(
    fixture: Fixture,
    white: Seat,
    black: Seat,
    conditions: Conditions,
    *,
    cancelled: Event | None = None,
    watch: Watch | None = None,
) -> PlayedGame:
    """Plays a game to its end: by the rules of the game, by adjudication, or by what a player does wrong.

    Raises `EngineError` where a player cannot be started, `Cancelled` when `cancelled` is set.
    """
    seats = {WHITE: white, BLACK: black}
    board = fixture.opening.board(conditions.game, conditions.draws)
    for seat in seats.values():
        seat.new_game(fixture.seed, board)
    clocks = {color: Clock(seat.entrant.control) for color, seat in seats.items()}
    overs: dict[Color, list[float]] = {WHITE: [], BLACK: []}
    umpire = Umpire(conditions.adjudication)
    offered: Color | None = None
    views: dict[Color, int | None] = {WHITE: None, BLACK: None}
    plies: list[Ply] = []
    started, start = datetime.now(timezone.utc), perf_counter()

    end = _on_the_board(board)
    while end is None:
        # 1. The answer, or what came instead of one.
        mover = board.turn
        clock = clocks[mover]
        try:
            answer = seats[mover].play(board, clock, conditions.margin)
        except FailureError as error:
            late = clock.allowance is not None and error.seconds > clock.allowance + conditions.margin
            end = _lost(mover, Reason.TIME if late else Reason.FAILURE, f"failed: {error}")
        except HangError as error:
            reason = Reason.HANG if clock.allowance is None else Reason.TIME
            end = _lost(mover, reason, f"did not move: {error}")
        if cancelled is not None and cancelled.is_set():
            raise Cancelled
        if end is not None:
            break
        # 2. Its time.
        over = clock.press(answer.seconds)
        if over is not None:
            overs[mover].append(over)
            if over > conditions.margin:
                end = _lost(mover, Reason.TIME, f"overstepped its time by {over:.3f} s")
                break
        # 3. Its move.
        result = answer.result
        if isinstance(result, PlayResult) and result.move is None:
            end = _broken_off(mover, result, views[mover.opposite])
            break
        move, fault = _legal(board, result)
        if move is None or result is None:
            end = _lost(mover, Reason.ILLEGAL_MOVE, f"played an illegal move: {fault}")
            seats[mover].dismiss()  # what it believes about the game is no longer known
            break
        ply = _ply(mover, move, result, answer, clock)
        plies.append(ply)
        board.push(move)
        if watch is not None:
            watch(fixture, board, ply)
        # 4. The end, by rule, by agreement or by adjudication.
        views[mover] = ply.score
        umpire.see(mover, ply.score, ply.win_in)
        end = _on_the_board(board)
        if end is None and result.draw_offered and offered == mover.opposite and board.can_offer_draw:
            end = End(Reason.AGREEMENT, None, "draw by agreement")
        offered = mover if result.draw_offered else None
        end = end or umpire.verdict(board)

    return PlayedGame(
        number=fixture.number,
        round=fixture.round,
        pair=fixture.pair,
        white=fixture.white,
        black=fixture.black,
        game=conditions.game,
        draws=conditions.draws,
        fen=fixture.opening.fen,
        opening=fixture.opening.moves,
        plies=tuple(plies),
        end=end,
        started=started.isoformat(timespec="seconds"),
        seconds=perf_counter() - start,
        lateness=(Lateness.of(overs[WHITE]), Lateness.of(overs[BLACK])),
    )


def _on_the_board(board: Board) -> End | None:
    outcome = board.outcome(claim_draw=True)
    return None if outcome is None else End.from_outcome(outcome)


def _lost(loser: Color, reason: Reason, what: str) -> End:
    return End(reason, loser.opposite, f"{'White' if loser == WHITE else 'Black'} {what}")


def _broken_off(mover: Color, result: PlayResult, view: int | None) -> End:
    """What it means that a player ended the game instead of moving, as programs that speak DamExchange may.

    It gave up, unless it called the game drawn and the opponent did not think itself better: `view` is the opponent's
    last score, `None` where it told none.
    """
    if result.draw_offered and (view is None or view <= 0):
        return End(Reason.AGREEMENT, None, "draw: offered, and the opponent did not think itself better")
    if result.resigned or not result.note:
        return _lost(mover, Reason.RESIGNATION, "resigns")
    return _lost(mover, Reason.RESIGNATION, f"moves no more: {' '.join(result.note.split())[:200]}")


def _legal(board: Board, result: PlayResult | None) -> tuple[Move | None, str]:
    """The move if it is one and legal; what is wrong with it else."""
    move: Any = getattr(result, "move", None)
    if not isinstance(move, Move):
        return None, f"no move at all, but {type(move).__name__}"
    if move not in board.legal_moves:
        return None, f"{move.hub()} in {board.fen()}"
    return move, ""


def _ply(mover: Color, move: Move, result: PlayResult, answer: Answer, clock: Clock) -> Ply:
    """What a player says about its search is taken as far as it makes sense."""
    info = result.info
    left = None if clock.left is None else round(clock.left, 4)
    seconds = round(answer.seconds, 6)
    if not isinstance(info, Info):
        return Ply(move.hub(), seconds, left)
    score = info.score.pov(mover)
    return Ply(
        move.hub(),
        seconds,
        left,
        score=max(-WORTH, min(WORTH, score.hundredths)),
        win_in=score.win_in,
        depth=info.depth if info.depth > 0 else None,
        nodes=info.nodes if info.nodes > 0 else None,
        claimed=round(info.time, 6) if isfinite(info.time) and info.time > 0 else None,
    )
