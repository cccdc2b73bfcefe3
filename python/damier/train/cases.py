"""Games against itself, and the positions of such games."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from os import PathLike
from typing import Final

from damier._core import Board, Game, TrainingCases
from damier._core import selfplay as play
from damier._core import shuffle as deal
from damier.tables import Tables

KNOWN: Final = {"international": 4, "russian": 4}
"""Pieces up to which the tables that are shipped know every position of a game: nothing need be learned there."""


def selfplay(
    game: str | Game,
    path: str | PathLike[str],
    *,
    games: int,
    nodes: int = 700,
    seed: int = 0,
    threads: int | None = None,
    weights: bytes | None = None,
    tables: Tables | None = None,
    openings: Iterable[Board] = (),
    report: Callable[[int, int], object] | None = None,
) -> tuple[int, int]:
    """Lets the engine play against itself until a file has so many games; gives the games and quiet positions on file.

    Each game begins with some plies by chance that neither side has lost yet, and follows from `seed` and its own
    number alone: the file is the same with any number of `threads` (all processors by default), and a run that was
    broken off, in whatever way, goes on when it is called again. `nodes`: of the search for a move. `weights`: an
    evaluation to play with, the engine's own by default. `tables` end a game as soon as they know how. Games begin from
    the `openings`, one drawn for each, and then have fewer plies by chance, or none; from the start where there are no
    openings. The file depends on these and on the tables, too. `report` is called with games and positions, some times
    a second.

    >>> from tempfile import TemporaryDirectory
    >>> from damier import ballots
    >>> begin = [ballot.board() for ballot in ballots.load("english", plies=3)]
    >>> with TemporaryDirectory() as folder:
    ...     games, positions = selfplay("english", f"{folder}/x.games", games=8, nodes=40, openings=begin)
    >>> games, positions > 100
    (8, True)

    A position is kept with its side to move, the score of its search, its ply and the result of its game where neither
    side could capture.

    Raises `ValueError` for a file of something else or of another game, for an opening of another game or where the
    game is over, and for two games at once, which are judged by what was learned of one of them; `OSError` where the
    file cannot be written.
    """
    number = threads or os.cpu_count() or 1
    known = None if tables is None else tables.found(game)
    return play(
        game,
        path,
        games=games,
        nodes=nodes,
        seed=seed,
        threads=number,
        weights=weights,
        tables=known,
        openings=list(openings),
        report=report,
    )


def shuffle(
    game: str | Game,
    paths: Iterable[str | PathLike[str]],
    to: str | PathLike[str],
    *,
    known: int | None = None,
    memory: int = 1024,
    seed: int = 0,
    report: Callable[[float], object] | None = None,
) -> None:
    """Puts the positions of some files of `selfplay` into one, each once, in an order of chance: more of them than
    memory holds, too. `read` and `fit` then leave them on the disk.

    `known` as in `read`, which must be told the same. `memory`: megabytes that may be used (about; a hundred and
    twenty-eighth of what is to be shuffled at least); the rest lies beside `to` while this lasts. The file is the same
    whatever they are, and another one with another `seed`. `report` is called with the share that is done; what it
    raises ends the run. Where that is broken off there is no file, or still the one that was there.

    Raises `ValueError` for a file of something else or of another game; `OSError` for one that cannot be read or
    written.
    """
    found = list(paths)
    if not found:
        raise ValueError("no files to shuffle")
    deal(game, found, to, known=_least(game, known), memory=memory, seed=seed, report=report)


class Cases:
    """Positions of one game to learn from, each once."""

    def __init__(self, core: TrainingCases) -> None:
        self.core = core

    @property
    def game(self) -> Game:
        return self.core.game

    @property
    def positions(self) -> int:
        """How many there are."""
        return len(self.core)

    @property
    def games(self) -> int:
        """The games that they come from; every twentieth is kept back to see whether what was learned is true."""
        return self.core.read[0]

    @property
    def repeated(self) -> int:
        """Positions left out because they were there already."""
        return self.core.read[1]

    @property
    def known(self) -> int:
        """Positions left out because endgame tables know them."""
        return self.core.read[2]

    def histograms(self) -> dict[str, dict[int, int]]:
        """How many positions have so many ``pieces``, such ``results`` and ``scores`` for White and such ``plies``."""
        return self.core.histograms()


def read(game: str | Game, paths: Iterable[str | PathLike[str]], *, known: int | None = None) -> Cases:
    """The positions of some files of `selfplay`, without those of at most `known` pieces (by default those that the
    shipped tables know) and without those met before; or those of one file of `shuffle`, which stay on the disk.

    Raises `ValueError` for a file of something else or of another game, or where there is none; `OSError` for one that
    cannot be read.
    """
    core = TrainingCases(game)
    for path in paths:
        core.add(path, known=_least(game, known))
    if not core.read[0]:
        raise ValueError(f"no games of {core.game.id} to learn from")
    return Cases(core)


def _least(game: str | Game, known: int | None) -> int:
    if known is not None:
        return known
    return KNOWN.get(Game(game).id if isinstance(game, str) else game.id, 0)
