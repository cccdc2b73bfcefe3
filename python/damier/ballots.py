"""Ballots: openings to begin a game from, so that a match between equals is not one draw after another.

A ballot is a short row of moves from the start of a game after which neither side stands better. For every flat game
the package brings all openings of two and of three plies (the *two-move* and *three-move* openings of English
draughts), each position once whichever way it comes about, without those where one side loses something at once; and
openings of six plies, drawn at random, for long matches between engines.

>>> from damier import ballots
>>> ballots.lengths("english")
(2, 3, 6)
>>> len(ballots.load("english", plies=3))
174
>>> ballots.load("english", plies=3)[0].moves
('9-14', '22-18', '5-9')

How they were judged stands at the head of each file under ``damier/data/ballots``; ``tools/ballots.py`` makes them.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files

from damier._core import Board, Game, games
from damier.saying import say

__all__ = ["Ballot", "lengths", "load"]


@dataclass(frozen=True, slots=True)
class Ballot:
    """One opening.

    `game`: the id of its game. `moves`: PDN text from the game's start. `fen`: the position that they lead to.
    """

    game: str
    moves: tuple[str, ...]
    fen: str

    def board(self) -> Board:
        """A board with the moves played, so that they can be taken back and count for repetition.

        >>> load("russian", plies=2)[0].board().ply
        2
        """
        return _played(self.game, self.moves)

    def __str__(self) -> str:
        return " ".join(self.moves)


def load(game: str | Game = "international", *, plies: int = 3) -> list[Ballot]:
    """The ballots of a game with so many moves, in a fixed order; `game`: its id, an alias, or a `Game`.

    >>> [str(ballot) for ballot in load("frisian", plies=2)][:2]
    ['31-27 18-23', '31-27 19-24']

    Raises `ValueError` where the game is unknown, has no ballots, or none of that length:

    >>> load("english", plies=5)
    Traceback (most recent call last):
        ...
    ValueError: no ballots of 5 plies for english: there are some of 2, 3, 6
    """
    name = _id(game)
    found = [line for line in _lines(name) if len(line) == plies]
    if not found:
        raise ValueError(
            f"no ballots of {plies} plies for {name}: there are some of {', '.join(map(str, lengths(name)))}"
        )
    return [Ballot(name, moves, _played(name, moves).fen()) for moves in found]


def lengths(game: str | Game = "international") -> tuple[int, ...]:
    """For how many plies a game has ballots. Raises `ValueError` where it has none."""
    return tuple(sorted({len(line) for line in _lines(_id(game))}))


def _id(game: str | Game) -> str:
    """The id of one of the games of the package: a game of one's own may bear any name."""
    game = game if isinstance(game, Game) else Game(game)
    if game not in games():
        raise ValueError(say("no ballots for {game}: only the games that the package brings have some", game=game.id))
    return game.id


def _played(game: str, moves: tuple[str, ...]) -> Board:
    board = Board(game=game)
    for move in moves:
        board.push_pdn(move)
    return board


@lru_cache(maxsize=32)
def _lines(game: str) -> tuple[tuple[str, ...], ...]:
    """The moves of every ballot of a game, as its file has them."""
    file = files("damier") / "data" / "ballots" / f"{game}.txt"
    if not file.is_file():
        raise ValueError(
            say("no ballots for {game}: the package brings none for games with towers, nor for two at once", game=game)
        )
    text = file.read_text(encoding="utf-8")
    return tuple(tuple(line.split()) for line in text.splitlines() if line and not line.startswith("#"))
