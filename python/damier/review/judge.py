"""What every move of a game was worth.

**From a score to points.** An engine says hundredths of a man; players count points: 1 for a win, a half for a draw.
How many points a score is worth depends on how often equals draw: the likelier a draw, the less a small advantage is
worth. `Score.expected` is the model, two logistic curves, and it is told the share of draws, which was measured for
every game (see `DRAWS`): a man ahead is 0.79 points in Russian draughts and 0.84 at breakthrough.

**What a move costs** is the points expected before it, with the best move, less those expected after it, both by a
search of the same limit: after the move, the position that it leads to is searched. The engine's own choice costs
nothing.

**Accuracy** of a move is 100 · 2^(−cost / `HALF`): it halves with every 0.15 points given away, so that a slip of 0.03
leaves 87, a man lost in a level game about 25, and a won game thrown into a loss 1. Of a side it is the mean
over the moves that say something about it: where there was a choice, and where the game was not decided already (within
`DECIDED` of a win or a loss); in a lost position every move costs nothing and would count as perfect.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from damier._core import WHITE, Board, Color, Game, Move
from damier.engine import Engine, Limit, Score, Wdl
from damier.pdn import Game as Record

DUBIOUS: Final = 0.05
"""Points that a move marked ``?!`` costs at least; a ``?`` costs `POOR`, a ``??`` costs `GRAVE`."""
POOR: Final = 0.1
GRAVE: Final = 0.2
HALF: Final = 0.15
"""Points after which half of a move's accuracy is gone."""
DECIDED: Final = 0.02
"""A side that may expect fewer points than this, or all but so many, has no more to lose or to win."""

DRAWS: Final[dict[str, float]] = {
    "international": 0.41,
    "antidraughts": 0.04,
    "killer": 0.26,
    "breakthrough": 0.00,
    "frisian": 0.21,
    "frysk": 0.37,
    "canadian": 0.34,
    "srilankan": 0.35,
    "russian": 0.48,
    "poddavki": 0.04,
    "spantsiretti": 0.39,
    "brazilian": 0.45,
    "pool": 0.40,
    "english": 0.49,
    "italian": 0.51,
    "spanish": 0.56,
    "portuguese": 0.56,
    "czech": 0.52,
    "german": 0.55,
    "thai": 0.15,
    "turkish": 0.35,
    "armenian": 0.39,
}
"""The share of draws in 100 games between equals, by ``tools/draws.py``: from ballots of six plies, 1000 nodes a move.

That is how good players without an hour to think play: masters draw more, beginners less.
"""
OTHERS: Final = 0.5
"""The share of draws in games of one's own, which nobody has measured."""

MARKS: Final = ((GRAVE, "??"), (POOR, "?"), (DUBIOUS, "?!"))

Progress = Callable[[int, int], object]


def chances(score: Score, game: Game) -> Wdl:
    """To win, to draw and to lose in a game between equals, for the side of a score."""
    return score.expected(draws=DRAWS.get(game.id, OTHERS))


def expected(score: Score, game: Game) -> float:
    """The points, from 0 to 1, that the side of a score may expect in a game.

    >>> expected(Score(0), Game("russian"))
    0.5
    """
    return chances(score, game).points


def accuracy(cost: float) -> float:
    """From 100 down: how accurate a move is that gives away so many points.

    >>> accuracy(0), accuracy(0.15), accuracy(0.3)
    (100.0, 50.0, 25.0)
    """
    return float(100 * 2 ** (-cost / HALF))


@dataclass(frozen=True, slots=True)
class Judged:
    """One move of a game, judged.

    `text`: the move as it is written; `number` and `color`: which one it is. `best`: what the engine would have played
    instead, and how it would have gone on (the move itself first, where it is the best one). `score` and `best_score`:
    after the move and after the best one, from the mover's point of view; `None` where the game is over. `points`: what
    the mover may expect after the move, from 0 to 1; `cost`: how much less that is than with the best one. `forced`:
    there was no other move.
    """

    move: Move
    text: str
    number: int
    color: Color
    best: tuple[Move, ...]
    score: Score | None
    best_score: Score | None
    points: float
    cost: float
    forced: bool

    @property
    def mark(self) -> str:
        """``?!``, ``?``, ``??`` or nothing."""
        return next((mark for least, mark in MARKS if self.cost >= least), "")

    @property
    def accuracy(self) -> float:
        return accuracy(self.cost)

    @property
    def counts(self) -> bool:
        """Whether the move says something about its player: there was a choice, and something to lose or to win."""
        return not self.forced and DECIDED <= self.points + self.cost <= 1 - DECIDED

    @property
    def is_best(self) -> bool:
        return self.move == self.best[0]

    @property
    def lapse(self) -> str:
        """What the move gives away that was proved, as in ``throws away a win in 9 plies``; empty where nothing was.

        Engines prove the end of a game where it is near, or where endgame tables know it.
        """
        before = self.best_score.win_in if self.best_score is not None else None
        after = self.score.win_in if self.score is not None else None
        if self.is_best or self.score is None:
            return ""
        if before is not None and before > 0 and (after is None or after < 0):
            return f"throws away a win in {_plies(before)}"
        if (before is None or before > 0) and after is not None and after < 0:
            return f"loses in {_plies(-after)}"
        return ""


@dataclass(frozen=True, slots=True)
class Review:
    """All moves of a game, judged; where it began; what judged it."""

    root: Board
    moves: tuple[Judged, ...]
    engine: str
    limit: Limit
    start: Score | None = None

    def accuracy(self, color: Color) -> float | None:
        """How accurate a side played, from 0 to 100; `None` where it had nothing to decide."""
        counted = [move.accuracy for move in self.moves if move.color == color and move.counts]
        return sum(counted) / len(counted) if counted else None

    def count(self, color: Color, mark: str) -> int:
        """How many moves of a side bear a mark."""
        return sum(move.color == color and move.mark == mark for move in self.moves)

    def cost(self, color: Color) -> float:
        """The points that a side gave away."""
        return sum(move.cost for move in self.moves if move.color == color)


def review(game: Board | Record, engine: Engine, limit: Limit, *, progress: Progress | None = None) -> Review:
    """Judges every move that was played on a board, or in the main line of a record.

    One search for each position, from the last to the first, so that the engine's table knows what came of each move
    when it comes to it. `progress` is told how many positions are done, and of how many. The engine forgets earlier
    games. Raises `EngineError` where it fails, or where the limit ends nothing.
    """
    lines = list(_lines(game))
    total = sum(len(board.move_stack) + 1 for board in lines)
    engine.new_game()
    done = 0
    judged: list[Judged] = []
    start: Score | None = None
    for board in reversed(lines):
        moves: list[Judged] = []
        after = _value(board, engine, limit)
        while True:
            done += 1
            if progress is not None:
                progress(done, total)
            if not board.ply:
                break
            move = board.pop()
            before = _before(board, move, after, engine, limit)
            moves.append(_judge(board, move, before, after))
            after = before
        judged += moves
        start = after.score
    root = lines[0]
    return Review(root, tuple(reversed(judged)), engine.name, limit, start)


@dataclass(frozen=True, slots=True)
class _Value:
    """A position: the score and the points of the side to move, and how it should go on."""

    score: Score | None
    points: float
    line: tuple[Move, ...] = ()

    def pov(self, color: Color, turn: Color) -> tuple[Score | None, float]:
        if color == turn:
            return self.score, self.points
        return None if self.score is None else self.score.pov(color), 1 - self.points


def _lines(game: Board | Record) -> Iterator[Board]:
    """Boards with the moves played on them: one, or more where positions are set up in the middle of a record."""
    if isinstance(game, Board):
        yield game.copy()
        return
    board = game.board().copy(stack=False)
    for node in game.mainline():
        if node.move is not None:
            board.push(node.move)
        else:
            yield board
            board = node.board().copy(stack=False)
    yield board


def _value(board: Board, engine: Engine, limit: Limit) -> _Value:
    """What the position on the board is worth."""
    end = board.outcome()
    if end is not None:
        return _Value(None, 0.5 if end.winner is None else float(end.winner == board.turn))
    if not board.legal_moves:
        return _Value(None, 0.5)
    best = engine.analyse(board, limit)[0]
    score = best.score.pov(board.turn)
    return _Value(score, expected(score, board.game), best.pv)


def _before(board: Board, move: Move, after: _Value, engine: Engine, limit: Limit) -> _Value:
    """What the position was worth in which a move was played: where it was the only one, what came of it."""
    if board.legal_moves.count() > 1:
        return _value(board, engine, limit)
    score, points = after.pov(board.turn, board.turn.opposite)
    if score is not None and score.win_in is not None:
        score = Score(score.hundredths, score.win_in + (1 if score.win_in > 0 else -1), score.color)
    return _Value(score, points, (move, *after.line))


def _judge(board: Board, move: Move, before: _Value, after: _Value) -> Judged:
    """The move that was played on the board, from what the positions before and after it are worth."""
    turn = board.turn
    forced = board.legal_moves.count() == 1
    line = before.line or (move,)
    same = forced or move == line[0]
    score, points = after.pov(turn, turn.opposite)
    return Judged(
        move=move,
        text=board.pdn(move),
        number=board.fullmove_number,
        color=turn,
        best=line,
        score=score,
        best_score=before.score,
        points=points,
        cost=0.0 if same else max(0.0, before.points - points),
        forced=forced,
    )


def _plies(number: int) -> str:
    return f"{number} {'ply' if number == 1 else 'plies'}"


def white_points(moves: Sequence[Judged]) -> list[float]:
    """The points that White may expect after each move."""
    return [move.points if move.color == WHITE else 1 - move.points for move in moves]
