"""The built-in engine."""

from __future__ import annotations

from random import Random

from damier._core import Board, Search
from damier.engine.base import Engine, Info, Limit, best_first, must_be_playable


class LocalEngine(Engine):
    """The search of this package, in this process; it keeps its table from move to move.

    >>> import damier
    >>> with LocalEngine(hash_mb=4) as engine:
    ...     [line.move.hub() for line in engine.analyse(damier.Board("W:W28,45:B33,5"), Limit(depth=1), multipv=3)]
    ['28x39x33']
    """

    name = "damier"

    def __init__(self, *, hash_mb: int = 32, random: Random | None = None) -> None:
        """`hash_mb`: the size of the table, in mebibytes."""
        super().__init__(random=random)
        self._search = Search(hash_mb=hash_mb)

    def analyse(self, board: Board, limit: Limit, *, multipv: int = 1) -> list[Info]:
        must_be_playable(board, limit, multipv)
        time = limit.time
        if limit.clock is not None:
            share = limit.clock / min(limit.moves or 30, 30) * 0.8 + limit.increment * 0.8
            time = min(share, (limit.clock + limit.increment) * 0.5, time or share)
        lines = self._search.run(board, depth=limit.depth, nodes=limit.nodes, time=time, multipv=multipv)
        return best_first(
            [
                Info(
                    pv=tuple(line["pv"]),
                    score=line["score"],
                    win_in=line["win_in"],
                    depth=line["depth"],
                    nodes=line["nodes"],
                    time=line["time"],
                )
                for line in lines
            ]
        )

    def stop(self) -> None:
        self._search.stop()

    def clear(self) -> None:
        """Forgets what earlier searches found, as before a new game."""
        self._search.clear()
