"""Many files at once, played through by several threads: for databases, books and training."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import TypeAlias

from damier._core import Game, PdnScan
from damier._core import PdnScanned as Scanned

__all__ = ["Scanned", "scan"]

Name: TypeAlias = "str | os.PathLike[str]"


def scan(
    paths: Name | Iterable[Name],
    *,
    game: str | Game | None = None,
    encoding: str | None = None,
    arrays: bool = False,
    threads: int | None = None,
    on_error: Callable[[Exception], object] | None = None,
) -> Iterator[Scanned]:
    """Every game of some files, in their order, each with ``headers game result ply_count errors``.

    Main lines are played by `threads` threads (as many as there are processors by default) which do not hold up Python.
    Memory does not grow with the files. With `arrays` there are also `moves` and `hashes`, NumPy arrays made when asked
    for (``pip install 'damier[numpy]'``). A file that cannot be read raises `OSError` when its turn comes, one that is
    no text `ValueError`; with `on_error` that is told instead, and the other files are read.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     path = Path(folder, "two.pdn")
    ...     _ = path.write_text("1. 32-28 19-23 * 1. 11-15 23-18 *")
    ...     [(found.game.id, found.ply_count) for found in scan(path)]
    [('international', 2), ('english', 2)]
    """
    names = [Path(paths)] if isinstance(paths, (str, os.PathLike)) else [Path(path) for path in paths]
    count = threads if threads is not None else os.cpu_count() or 1
    found = PdnScan(names, game=game, encoding=encoding, arrays=arrays, threads=count)
    return found if on_error is None else _forgiving(found, on_error)


def _forgiving(found: PdnScan, on_error: Callable[[Exception], object]) -> Iterator[Scanned]:
    while True:
        try:
            yield next(found)
        except StopIteration:
            return
        except (OSError, ValueError) as error:
            on_error(error)
