"""Players for matches in tests: they play by heart, by chance or peacefully, or misbehave in one way each."""

from random import Random
from threading import Event

from damier import Board
from damier.engine import Info, PlayResult, Score
from damier.match import Control, Entrant


def in_order(board):
    """The legal moves in an order that does not depend on how they are found."""
    return sorted(board.legal_moves, key=lambda move: move.hub())


class Player:
    """Plays the first move in order. Counts what it is asked for."""

    def __init__(self):
        self.games = []
        self.limits = []
        self.closed = 0
        self.stopped = 0

    def new_game(self, seed, board):
        self.games.append(seed)

    def play(self, board, limit):
        self.limits.append(limit)
        return PlayResult(self.choose(board))

    def choose(self, board):
        return in_order(board)[0]

    def stop(self):
        self.stopped += 1

    def close(self):
        self.closed += 1


class Chance(Player):
    """Any move, the same ones for the same seed."""

    def new_game(self, seed, board):
        super().new_game(seed, board)
        self.random = Random(seed)

    def choose(self, board):
        return self.random.choice(in_order(board))


class Peaceful(Chance):
    """Moves so that nothing is captured, if it can, and that no position comes again."""

    def choose(self, board):
        moves = in_order(board)
        calm = [move for move in moves if not move.is_capture and calm_after(board, move)]
        return self.random.choice(calm or moves)


def calm_after(board, move):
    after = board.copy()
    after.push(move)
    return not after.is_repetition(2) and not any(reply.is_capture for reply in after.legal_moves)


class ByHeart(Player):
    """Plays given moves, in PDN, as often as need be, then `then`."""

    def __init__(self, *moves):
        super().__init__()
        self.moves = moves

    def new_game(self, seed, board):
        super().new_game(seed, board)
        self.left = list(self.moves)

    def choose(self, board):
        return board.parse_pdn(self.left.pop(0))


class Deaf(Player):
    """Does not answer until it is closed."""

    def __init__(self):
        super().__init__()
        self.wanted = Event()

    def play(self, board, limit):
        self.wanted.wait()
        return super().play(board, limit)

    def close(self):
        super().close()
        self.wanted.set()


class Sleepy(Deaf):
    """Does not answer before it is told to stop."""

    def stop(self):
        super().stop()
        self.wanted.set()


class Faulty(Player):
    """Plays `moves` moves of each game, then does `fault` with the board."""

    def __init__(self, fault, moves=0):
        super().__init__()
        self.fault = fault
        self.moves = moves

    def new_game(self, seed, board):
        super().new_game(seed, board)
        self.left = self.moves

    def play(self, board, limit):
        self.left -= 1
        return self.fault(board) if self.left < 0 else super().play(board, limit)


def crash(board):
    raise RuntimeError("out of\nmemory")


def exit_quietly(board):
    raise SystemExit(0)


def illegal(board):
    """A move of the other side."""
    after = board.copy()
    after.push(in_order(board)[0])
    return PlayResult(in_order(after)[0])


def resign(board):
    return PlayResult(None, resigned=True)


def entrant(name, opener, control=None):
    return Entrant(name, f"test:{name}", control or Control(), opener)


def play_out(board: Board, players):
    """A game without clocks, as the players of a match would play it."""
    while board.outcome(claim_draw=True) is None:
        board.push(players[board.turn].play(board, None).move)
    return board


def info(board, move, score):
    """What an engine says about a move; `None` for nothing."""
    return None if score is None else Info((move,), Score(score, color=board.turn))


def proved(board, move, win_in):
    """What an engine says that sees the end."""
    return Info((move,), Score(9000, win_in, board.turn))
