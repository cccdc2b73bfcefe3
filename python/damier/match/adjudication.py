"""When a game is ended before its end: hopeless, even, or too long."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from damier import tables
from damier._core import BLACK, WHITE, Board, Color
from damier.match.game import End, Reason

PROVED: Final = 30_000
"""What a proved win counts, in hundredths of a man."""


@dataclass(frozen=True, slots=True)
class Adjudication:
    """What ends a game early; `None` leaves a rule out.

    A player loses when its own score was `resign_score` hundredths of a man or more below nothing for its last
    `resign_moves` moves; with `resign_both` the opponent must have seen the same from its side. From move `draw_from`
    on the game is drawn when all scores of the last `draw_moves` moves of both sides lay within `draw_score` of
    nothing, and after `max_moves` moves by each side, whatever the scores. With `tables` it ends as soon as the endgame
    tables know how, a win only where the drawing rules leave the time for it.
    """

    resign_score: int | None = None
    resign_moves: int = 4
    resign_both: bool = True
    draw_score: int | None = None
    draw_moves: int = 10
    draw_from: int = 40
    max_moves: int | None = 200
    tables: bool = False

    def __post_init__(self) -> None:
        for name in ("resign_score", "resign_moves", "draw_score", "draw_moves", "draw_from", "max_moves"):
            value = getattr(self, name)
            least = 0 if name in ("draw_score", "draw_from") else 1
            if value is not None and not least <= value <= 1_000_000:
                raise ValueError(f"{name} must be {least} to 1000000, not {value}")


class Umpire:
    """Watches one game and ends it by the rules of an `Adjudication`."""

    def __init__(self, rules: Adjudication) -> None:
        self.rules = rules
        self._hopeless = {WHITE: 0, BLACK: 0}
        self._winning = {WHITE: 0, BLACK: 0}
        self._even = 0
        self._tables = tables.open() if rules.tables else None

    def see(self, mover: Color, score: int | None, win_in: int | None) -> None:
        """Notes what the mover thinks of its game; no score at all ends a series."""
        if win_in is not None:
            score = PROVED if win_in > 0 else -PROVED
        rules = self.rules
        if rules.resign_score is not None:
            low = score is not None and score <= -rules.resign_score
            high = score is not None and score >= rules.resign_score
            self._hopeless[mover] = self._hopeless[mover] + 1 if low else 0
            self._winning[mover] = self._winning[mover] + 1 if high else 0
        if rules.draw_score is not None:
            even = score is not None and abs(score) <= rules.draw_score
            self._even = self._even + 1 if even else 0

    def verdict(self, board: Board) -> End | None:
        """`board`: after the move."""
        rules = self.rules
        moves = (board.ply + 1) // 2
        settled = None if self._tables is None else self._tables.settled(board)
        if settled is not None:
            value, plies = settled
            winner = tables.winner(board, value)
            text = "is drawn" if winner is None else f"is won for {_side(winner)} in {plies} plies"
            return End(Reason.TABLES, winner, f"adjudicated: the ending {text} by the endgame tables")
        for loser in (WHITE, BLACK):
            if rules.resign_score is None or self._hopeless[loser] < rules.resign_moves:
                continue
            if not rules.resign_both or self._winning[loser.opposite] >= rules.resign_moves:
                worth = f"{rules.resign_score / 100:g} men down for {rules.resign_moves} moves"
                return End(Reason.SCORE_WON, loser.opposite, f"adjudicated: {_side(loser)} rated itself {worth}")
        if rules.draw_score is not None and self._even >= 2 * rules.draw_moves and moves >= rules.draw_from:
            text = f"adjudicated: even for both within {rules.draw_score / 100:g} for {rules.draw_moves} moves each"
            return End(Reason.SCORE_DRAWN, None, text)
        if rules.max_moves is not None and board.ply >= 2 * rules.max_moves:
            return End(Reason.MOVE_LIMIT, None, f"adjudicated: {rules.max_moves} moves by each side")
        return None


def _side(color: Color) -> str:
    return "White" if color == WHITE else "Black"
