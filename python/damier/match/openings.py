"""Where games begin: ballots, random plies, or the positions and games of a file."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Final

from damier import ballots
from damier._core import WHITE, Board, Game, InvalidFenError, InvalidSetupError
from damier.pdn import read_games

MOST: Final = 100_000
"""Openings that a file may hold."""

PLIES_MAX: Final = 200
"""Plies that an opening may have."""

LARGEST: Final = 100_000_000
"""Bytes that a file of openings may have."""

ATTEMPTS: Final = 1000
"""How often a random opening is begun anew before the position that it starts from is given up."""


@dataclass(frozen=True, slots=True)
class Opening:
    """The beginning of a game: a position (`None`: the start) and moves played from it, in Hub notation.

    >>> Opening(moves=("32-28", "19-23")).board().ply
    2
    """

    fen: str | None = None
    moves: tuple[str, ...] = ()
    name: str = ""

    def board(self, game: str = "international", draws: str | None = None) -> Board:
        """The position to play from, with the moves that led to it."""
        board = Board(self.fen, game=game, draws=draws)
        for move in self.moves:
            board.push_hub(move)
        return board


class Openings:
    """A supply of openings: number `index` is always the same one, and after the last comes the first again.

    `source`: the words that name it, see `from_text`. `count`: how many differ, `None` where they never run out.
    """

    def __init__(self, source: str | None = None, game: str = "international", seed: int = 0, plies: int = 6) -> None:
        """Raises `ValueError` naming what cannot be read, `OSError` for a file that cannot be opened.

        `source`: ``start`` (nothing played), ``random`` or ``random:PLIES``, ``ballots`` (the longest that the game
        has) or ``ballots:PLIES``, or the path of a file with one FEN a line or of a PDN file; `None` for the ballots
        where the game has some, else random plies. A file and the ballots are shuffled by `seed`. `plies`: how many
        random plies, and how many plies of each game of a PDN file (0: all).
        """
        source = source or ("ballots" if _lengths(game) else "random")
        self.source = source
        self.game = game
        self.seed = seed
        self.plies = plies
        kind, _, number = source.partition(":")
        if kind == "random" and not Path(source).is_file():
            self.plies = _plies(number, plies)
            self._list: list[Opening] | None = None
            return
        if kind == "start":
            self._list = [Opening()]
        elif kind == "ballots":
            self._list = _ballots(game, number)
        else:
            self._list = _read(Path(source), game, plies)
        if not self._list:
            raise ValueError(f"{source} holds no opening")
        Random(seed).shuffle(self._list)

    @property
    def count(self) -> int | None:
        return None if self._list is None else len(self._list)

    def boards(self) -> list[Board]:
        """All of them, in the order of their numbers. Raises `ValueError` where they never run out.

        >>> len(Openings("ballots:2", "russian").boards())
        47
        """
        if self._list is None:
            raise ValueError(f"{self.source} never runs out: name ballots or a file")
        return [opening.board(self.game) for opening in self._list]

    def __getitem__(self, index: int) -> Opening:
        if index < 0:
            raise IndexError(f"openings are numbered from 0, not {index}")
        if self._list is None:
            return random_opening(self.game, self.plies, f"{self.seed}:{index}")
        return self._list[index % len(self._list)]

    def __iter__(self) -> Iterator[Opening]:
        index = 0
        while True:
            yield self[index]
            index += 1


def random_opening(game: str, plies: int, seed: int | str) -> Opening:
    """An opening of so many random plies, always the same for a seed.

    It ends quietly: the game is not over, both sides have as many men and kings as each other, and the side to move
    need not capture.

    >>> random_opening("international", 4, 1) == random_opening("international", 4, 1)
    True
    """
    random = Random(f"{game}:{plies}:{seed}")
    for _ in range(ATTEMPTS):
        board = Board(game=game)
        for _ in range(plies):
            moves = list(board.legal_moves)
            if not moves:
                break
            board.push(random.choice(moves))
        if board.ply == plies and _balanced(board):
            return Opening(None, tuple(move.hub() for move in board.move_stack))
    raise ValueError(f"no quiet opening of {plies} random plies was found in {game}")


def _balanced(board: Board) -> bool:
    if board.outcome(claim_draw=True) is not None or any(move.is_capture for move in board.legal_moves):
        return False
    if board.game.rules["towers"]:
        # Nothing leaves the board: an exchange leaves one side a tower more and the other a prisoner to free.
        return abs(len(board.pieces(WHITE)) - len(board.pieces(WHITE.opposite))) <= 1
    return all(len(board.pieces(WHITE, king)) == len(board.pieces(WHITE.opposite, king)) for king in (False, True))


def _plies(text: str, default: int) -> int:
    if not text:
        return default
    if not text.isdecimal() or not 0 <= int(text) <= 60:
        raise ValueError(f"the number of plies must be 0 to 60, not {text!r}")
    return int(text)


def _lengths(game: str) -> tuple[int, ...]:
    try:
        return ballots.lengths(game)
    except (ValueError, OSError):  # no such game, or no file of ballots for it
        return ()


def _ballots(game: str, number: str) -> list[Opening]:
    plies = _plies(number, max(_lengths(game), default=0))
    return [_of_pdn_moves(game, ballot.moves) for ballot in ballots.load(game, plies=plies)]


def _of_pdn_moves(game: str, moves: Sequence[str]) -> Opening:
    board = Board(game=game)
    return Opening(None, tuple(board.push_pdn(move).hub() for move in moves))


def _read(path: Path, game: str, plies: int) -> list[Opening]:
    """Openings of a file: PDN if it is named so, else one FEN a line with ``#`` before remarks."""
    if path.stat().st_size > LARGEST:
        raise ValueError(f"{path} is too large: at most {LARGEST // 1_000_000} MB")
    if path.suffix.lower() == ".pdn":
        return _read_pdn(path, game, plies)
    openings = []
    for number, line in enumerate(path.read_text(encoding="utf-8", errors="replace").splitlines(), start=1):
        fen = line.partition("#")[0].strip()
        if not fen:
            continue
        try:
            board = Board(fen, game=game)
        except (InvalidFenError, InvalidSetupError) as error:
            raise ValueError(f"{path}, line {number}: {error}") from None
        if board.outcome() is not None:
            raise ValueError(f"{path}, line {number}: the game is over in {fen}")
        openings.append(Opening(board.fen(), (), fen))
        if len(openings) > MOST:
            raise ValueError(f"{path} holds more than {MOST} openings")
    return openings


def _read_pdn(path: Path, game: str, plies: int) -> list[Opening]:
    """The first plies of every game, as far as they can be played; games that begin alike give one opening."""
    openings: dict[tuple[str | None, tuple[str, ...]], Opening] = {}
    with path.open("rb") as file:
        for number, record in enumerate(read_games(file, game=game), start=1):
            board = record.board()
            fen = None if board == Board(game=game) else board.fen()
            moves: list[str] = []
            for node in record.mainline():
                if node.move is None or (plies and len(moves) >= plies) or len(moves) >= PLIES_MAX:
                    break
                moves.append(node.move.hub())
            if board.game != Game(game):
                raise ValueError(f"{path}, game {number}: it is a game of {board.game.id}, not of {game}")
            opening = Opening(fen, tuple(moves), f"game {number}")
            if opening.board(game).outcome(claim_draw=True) is None:
                openings.setdefault((fen, opening.moves), opening)
            if len(openings) > MOST:
                raise ValueError(f"{path} holds more than {MOST} openings")
    return list(openings.values())
