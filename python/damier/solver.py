"""Compositions: who is to move wins by force. Which first moves do, what answers every defence, where there are duals.

>>> import damier
>>> board = damier.Board("W:W20,30,34,37,40,44,48:B8,15,17,18,27,33,45")
>>> found = Solver(board, seconds=20).run()
>>> [board.pdn(solution.move) for solution in found.solutions], found.complete
(['37-31'], True)

**Solution.** A first move, the *key*, with which the attacker, who is to move, wins against every defence. It has won

- when the game is over and won;
- when nothing can be taken and endgame tables say so;
- when it is to move, has nothing to take, and has come to a king's worth more than it began with (3 men where kings
  fly, else 2), and to more than the defender has. Where nothing wins so much, two men do: `Solution.gain` says so.

Its quiet moves force: after each the defender must capture, or has one move only; a few (*free* moves) may leave a
choice. What the defender plays is never restricted: a key that is found so is proved.

**Dual.** Another move of the attacker, later in the main line, that wins as well within as many quiet moves. A dual in
the last move, or one that takes the same pieces, is *minor*: it changes nothing that a solver would be asked for.

Where nothing is forced, the engine searches every first move in the time that is left: a win that it proves
(``win_in``) is a solution too. What it merely likes is told as a hint, never as a solution.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from time import monotonic
from typing import Final

from damier import tables
from damier._core import Board, Color, MissingTableError, Move
from damier.engine import Limit, LocalEngine

SECONDS: Final = 20.0
QUIET_MOST: Final = 12  # quiet moves of the attacker; the longest published forced shots stay below
FREE_MOST: Final = 2  # of them, how many may leave the defender a choice
GAIN_LEAST: Final = 2  # men
REPLIES_SHOWN: Final = 6
STEPS_SHOWN: Final = 300  # of one solution's tree
MEASURED: Final = 60  # steps that are looked at to see which defence holds out longest
LOOK_EVERY: Final = 64  # positions between two looks at the clock
LINES_MOST: Final = 40  # first moves that the engine compares
KNOWN_MOST: Final = 200_000  # positions that are remembered, some 50 MB
PLIES_MOST: Final = 80  # where nothing leaves the board, captures might go on for ever

Report = Callable[["Progress"], object]


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a search has come: free and quiet moves looked through, positions, first moves that solve so far."""

    stage: str
    free: int
    quiet: int
    positions: int
    solutions: int
    seconds: float


@dataclass(slots=True)
class Step:
    """A move of the tree, with what follows."""

    move: Move
    text: str
    fen: str
    """The position after it."""
    replies: list[Step] = field(default_factory=list)
    duals: list[tuple[str, bool]] = field(default_factory=list)
    """Moves that win as well, and whether that is minor. Only of the attacker's moves in the main line."""
    left_out: int = 0
    """Replies that are not shown."""


@dataclass(slots=True)
class Solution:
    """A first move that wins by force."""

    move: Move
    proof: str
    """``forced`` where every step is, ``search`` where the engine proves a win."""
    moves: int
    """How many moves of the attacker it takes, against the longest defence that is shown."""
    end: str
    """``over``, ``table`` or ``material``; ``search`` where the engine proves it."""
    gain: int
    tree: Step

    @property
    def duals(self) -> int:
        """How many there are in the main line, the minor ones left out."""
        count, step = 0, self.tree
        while True:
            count += sum(not minor for _, minor in step.duals)
            if not step.replies:
                return count
            step = step.replies[0]


@dataclass(slots=True)
class Solved:
    """What was found. `complete`: every first move was looked through as far as the bounds of the search go; `free` and
    `quiet` say how far it came in any case.
    """

    solutions: list[Solution]
    complete: bool
    free: int
    quiet: int
    positions: int
    seconds: float
    hint: tuple[Move, int] | None = None
    """What the engine likes best, and its score in hundredths of a man, where nothing was proved."""


class OutOfTimeError(Exception):
    """The limit was reached, or somebody stopped it."""


class Solver:
    """One composition. `stop` may be called from another thread; then `run` returns what it has."""

    def __init__(self, board: Board, *, seconds: float = SECONDS, quiet: int = QUIET_MOST) -> None:
        """No drawing rule counts: a composition is won, not adjudicated."""
        standing = {s: board.tower_at(s) if board.game.rules["towers"] else p for s, p in board.piece_map().items()}
        self.board = Board.from_pieces(standing, board.turn, game=board.game, draws=(), strict=False)
        self.attacker: Color = board.turn
        rules = board.game.rules
        self._king = 3 if rules["flying_kings"] else 2
        # Where pieces are to be lost, stand on each other or are crowned to win, counting them says nothing.
        self._counts = rules["goal"] == "block" and not rules["towers"] and rules["turn"] == "one_move"
        self._start = self.margin()
        self._most = quiet
        self._seconds = seconds
        self._begun = monotonic()
        self._until = self._begun + seconds
        self._positions = 0
        self._free = 0
        self._stopped = False
        self._least = self._king
        self._known: dict[tuple[int, int], tuple[int, int]] = {}
        self._tables = tables.open().found(board.game)
        self._engine: LocalEngine | None = None

    def stop(self) -> None:
        self._stopped = True
        engine = self._engine
        if engine is not None:
            engine.stop()

    def extend(self, seconds: float) -> None:
        """Gives it so much more time: it had to wait."""
        self._until += seconds

    def margin(self) -> int:
        """What the attacker has more than the defender, in men."""
        return self._worth(self.attacker) - self._worth(self.attacker.opposite)

    def _worth(self, color: Color) -> int:
        return len(self.board.pieces(color, False)) + self._king * len(self.board.pieces(color, True))

    def run(self, report: Report = lambda progress: None) -> Solved:
        """Looks for every solution, at most as long as it may."""
        keys = list(self.board.legal_moves)
        found: dict[Move, tuple[int, int]] = {}
        solved = Solved([], False, 0, 0, 0, 0.0)
        try:
            for least in dict.fromkeys((self._king, GAIN_LEAST) if self._counts else (self._king,)):
                self._least = least
                self._known.clear()
                for free, quiet in self._bounds(found):
                    for move in keys:
                        if move not in found and self._forces(move, quiet, free):
                            found[move] = (quiet, free)
                        report(self._progress("forced", free, quiet, len(found)))
                    solved.free, solved.quiet = free, quiet
                if found:
                    break
            solved.complete = True
        except OutOfTimeError:
            pass
        solutions = solved.solutions = self._forced_solutions(found)
        solved.positions = self._positions
        if not solutions and keys and not self._stopped:
            self._ask_engine(solved, keys, report)
        solved.seconds = round(monotonic() - self._begun, 2)
        return solved

    # -- the forced search --------------------------------------------------------------------------------------------

    def _bounds(self, found: dict[Move, tuple[int, int]]) -> Iterator[tuple[int, int]]:
        """Free and quiet moves, the narrow bounds first. Once something solves, others are looked for as far as one
        quiet move more: cooks are rarely longer.
        """
        for free in range(FREE_MOST + 1):
            for quiet in range(free, self._most + 1):
                yield free, quiet
                if found and quiet > min(least for least, _ in found.values()):
                    return
            if found:
                return

    def _wins(self, quiet: int, free: int) -> bool:
        """Whether the attacker, to move, comes to win with so many quiet moves, so many of them free."""
        self._count()
        board = self.board
        if board.ply > PLIES_MOST:
            return False
        key = (board.zobrist_hash(), free)
        proved, refuted = self._known.get(key, (self._most + 1, -1))
        if quiet >= proved:
            return True
        if quiet <= refuted:
            return False
        result = self._look(quiet, free)
        if len(self._known) < KNOWN_MOST:
            self._known[key] = (quiet, refuted) if result else (proved, quiet)
        return result

    def _look(self, quiet: int, free: int) -> bool:
        moves = list(self.board.legal_moves)
        if not moves:
            return self._is_won()
        takes = moves[0].is_capture
        if self._end(takes=takes) is not None:
            return True
        if not takes and self._table() is not None:
            return False
        return any(self._forces(move, quiet, free) for move in moves)

    def _forces(self, move: Move, quiet: int, free: int) -> bool:
        """Whether a move of the attacker wins: nothing that the defender has helps."""
        if not move.is_capture:
            if quiet == 0:
                return False
            quiet -= 1
        self.board.push(move)
        try:
            replies = list(self.board.legal_moves)
            if not replies:
                return self._is_won()
            if self.board.outcome() is not None:
                return self._is_won()
            table = None if replies[0].is_capture else self._table()
            if table is not None:
                return table == -1
            if not move.is_capture and not replies[0].is_capture and len(replies) > 1:
                if free == 0:
                    return False
                free -= 1
            for reply in replies:
                self.board.push(reply)
                try:
                    if not self._wins(quiet, free):
                        return False
                finally:
                    self.board.pop()
            return True
        finally:
            self.board.pop()

    def _end(self, *, takes: bool) -> str | None:
        """Why the attacker, to move, has won already; `None` where it has not."""
        end = self.board.outcome()
        if end is not None:
            return "over" if end.winner == self.attacker else None
        if takes:
            return None
        table = self._table()
        if table is not None:
            return "table" if table == 1 else None  # whatever was won, it is not enough
        if not self._counts:
            return None
        margin = self.margin()
        return "material" if margin - self._start >= self._least and margin > 0 else None

    def _is_won(self) -> bool:
        end = self.board.outcome()
        return end is not None and end.winner == self.attacker

    def _table(self) -> int | None:
        """What tables say for the side to move, `None` where they do not know."""
        known = self._tables
        if known is None or not known.pieces or len(self.board.piece_map()) > known.pieces:
            return None
        try:
            return known.probe(self.board, "wdl")
        except MissingTableError:
            return None

    def _count(self) -> None:
        self._positions += 1
        if self._positions % LOOK_EVERY == 0 and (self._stopped or monotonic() > self._until):
            raise OutOfTimeError

    def _progress(self, stage: str, free: int, quiet: int, solutions: int) -> Progress:
        if self._stopped or monotonic() > self._until:
            raise OutOfTimeError
        return Progress(stage, free, quiet, self._positions, solutions, round(monotonic() - self._begun, 1))

    # -- the tree -----------------------------------------------------------------------------------------------------

    def _forced_solutions(self, found: dict[Move, tuple[int, int]]) -> list[Solution]:
        """Trees take little: what they need is known. They may take a fifth more than the limit."""
        self._until = max(self._until, monotonic()) + self._seconds / 5
        made = []
        for move, (quiet, free) in sorted(found.items(), key=lambda item: item[1]):
            shown = [STEPS_SHOWN]
            tree = self._step(move)
            self._free = free
            self._grow(tree, quiet, main=True, shown=shown)
            moves, end, gain = self._measure(tree)
            made.append(Solution(move, "forced", moves, end, gain, tree))
        return made

    def _step(self, move: Move) -> Step:
        text = self.board.pdn(move)
        self.board.push(move)
        fen = self.board.fen()
        self.board.pop()
        return Step(move, text, fen)

    def _blank(self, move: Move) -> Step:
        """A step to measure with, which nobody sees."""
        return Step(move, "", "")

    def _grow(self, step: Step, quiet: int, *, main: bool, shown: list[int]) -> int:
        """Hangs what follows under a move of the attacker: every defence, the longest first, each with its answer.
        Returns how many moves of the attacker follow.
        """
        if not step.move.is_capture:
            quiet -= 1
        self.board.push(step.move)
        lines: list[tuple[int, Step]] = []
        try:
            replies = list(self.board.legal_moves)
            if self.board.outcome() is None and replies and (replies[0].is_capture or self._table() is None):
                lengths = [(self._length(reply, quiet, main), reply) for reply in replies]
                lengths.sort(key=lambda item: item[0], reverse=True)
                step.left_out = max(0, len(replies) - REPLIES_SHOWN)
                for index, (_, reply) in enumerate(lengths[:REPLIES_SHOWN]):
                    if shown[0] <= 0:
                        step.left_out += len(lengths[index:REPLIES_SHOWN])
                        break
                    shown[0] -= 1
                    defence = self._step(reply)
                    self.board.push(reply)
                    try:
                        length = self._answer(defence, quiet, main=main and index == 0, shown=shown)
                    finally:
                        self.board.pop()
                    lines.append((length, defence))
        finally:
            self.board.pop()
        step.replies = [defence for _, defence in lines]
        return lines[0][0] if lines else 0

    def _length(self, reply: Move, quiet: int, main: bool) -> tuple[int, int]:
        """How long a defence holds out: the moves of the attacker where that decides what the main line is, and the
        quiet ones among them that it needs.
        """
        self.board.push(reply)
        try:
            least = next((n for n in range(quiet + 1) if self._try(self._wins, n)), quiet + 1)
            moves = self._answer(self._blank(reply), quiet, main=False, shown=[MEASURED]) if main else 0
            return moves, least
        finally:
            self.board.pop()

    def _answer(self, defence: Step, quiet: int, *, main: bool, shown: list[int]) -> int:
        """Hangs the attacker's best answer under a defence: the shortest win."""
        moves = list(self.board.legal_moves)
        if not moves or self._end(takes=moves[0].is_capture) is not None:
            return 0
        least = next((n for n in range(quiet + 1) if self._try(self._wins, n)), quiet)
        winning = [move for move in moves if self._try(partial(self._forces, move), least)]
        if not winning:
            return 0  # no time is left to show it
        best = winning[0]
        answer = self._step(best)
        others: list[Move] = []
        if main:
            others = [m for m in moves if m != best and self._try(partial(self._forces, m), quiet)]
        shown[0] -= 1
        follows = self._grow(answer, least, main=main, shown=shown)
        is_last = follows == 0
        answer.duals = [(self.board.pdn(m), is_last or _is_same(m, best)) for m in others]
        defence.replies = [answer]
        return follows + 1

    def _try(self, wins: Callable[[int, int], bool], quiet: int) -> bool:
        """The bound of free moves is that of the key throughout: how many are left is of no interest to a reader."""
        try:
            return wins(quiet, self._free)
        except OutOfTimeError:
            return False

    def _measure(self, tree: Step) -> tuple[int, str, int]:
        """The length of the main line, how it ends, and what is won by then."""
        step, moves, attacks = tree, 1, True
        pushed = 0
        while True:
            self.board.push(step.move)
            pushed += 1
            if not step.replies:
                break
            step = step.replies[0]
            attacks = not attacks
            moves += attacks
        legal = list(self.board.legal_moves)
        if self.board.outcome() is not None or not legal:
            end = "over"
        elif not legal[0].is_capture and self._table() is not None:
            end = "table"
        else:
            end = "material"
        gain = self.margin() - self._start
        for _ in range(pushed):
            self.board.pop()
        return moves, end, gain

    # -- the engine ---------------------------------------------------------------------------------------------------

    def _ask_engine(self, solved: Solved, keys: list[Move], report: Report) -> None:
        """Where nothing is forced: which first moves does the engine prove to win, and which does it like best?"""
        seconds = max(1.0, self._seconds / 2)
        self._engine = LocalEngine(hash_mb=16, tables=True)
        if self._stopped:
            return
        report(Progress("search", solved.free, solved.quiet, self._positions, 0, round(monotonic() - self._begun, 1)))
        lines = self._engine.analyse(self.board, Limit(time=seconds), multipv=min(len(keys), LINES_MOST))
        for line in lines:
            win_in = line.score.win_in
            if win_in is None or win_in <= 0:
                continue
            tree = self._line(line.pv)
            solved.solutions.append(Solution(line.move, "search", (win_in + 1) // 2, "search", 0, tree))
        if not solved.solutions and lines:
            solved.hint = (lines[0].move, lines[0].score.hundredths)

    def _line(self, moves: tuple[Move, ...] | list[Move]) -> Step:
        """The engine's line as a tree with one branch."""
        first = step = self._step(moves[0])
        self.board.push(moves[0])
        for move in moves[1:]:
            following = self._step(move)
            step.replies = [following]
            step = following
            self.board.push(move)
        for _ in moves:
            self.board.pop()
        return first


def _is_same(one: Move, other: Move) -> bool:
    """The same piece takes the same pieces, and lands elsewhere."""
    return one.is_capture and one.from_square == other.from_square and set(one.captures) == set(other.captures)
