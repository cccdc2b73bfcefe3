"""Files in, files out, and how far it has got."""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer
from rich.progress import BarColumn, DownloadColumn, Progress, TextColumn, TimeRemainingColumn

from damier.cli.console import errors
from damier.pdn import Game, read_games

FilesArgument = Annotated[list[Path], typer.Argument(help="PDN files.", metavar="FILE…", exists=True, dir_okay=False)]
OutputOption = Annotated[
    Path | None,
    typer.Option("--output", "-o", help="Write here, rather than to standard output.", dir_okay=False),
]
GameOption = Annotated[
    str | None,
    typer.Option("--game", "-g", help="Take every game for this draughts game, whatever tags and moves say."),
]
EncodingOption = Annotated[
    str | None, typer.Option("--encoding", help="Of the files, where it is not recognized: latin-1, windows-1251 …")
]


class Counted(io.BufferedReader):
    """A file that tells a progress bar how much of it has been read."""

    def __init__(self, path: Path, bar: Progress, task: int) -> None:
        super().__init__(io.FileIO(path))
        self._bar = bar
        self._task = task

    def read(self, size: int | None = -1, /) -> bytes:
        data = super().read(size)
        self._bar.update(self._task, advance=len(data))  # type: ignore[arg-type]
        return data


@contextmanager
def progress(what: str, paths: Iterable[Path]) -> Iterator[tuple[Progress, int]]:
    """A bar over the bytes of some files, on standard error where that is a terminal."""
    columns = (TextColumn("{task.description}"), BarColumn(), DownloadColumn(), TimeRemainingColumn())
    with Progress(*columns, console=errors, transient=True, disable=not errors.is_terminal) as bar:
        yield bar, bar.add_task(what, total=sum(path.stat().st_size for path in paths))


def games(paths: list[Path], what: str, *, game: str | None, encoding: str | None) -> Iterator[tuple[Path, Game]]:
    """The games of some files, with a bar."""
    with progress(what, paths) as (bar, task):
        for path in paths:
            with Counted(path, bar, task) as handle:
                try:
                    for found in read_games(handle, game=game, encoding=encoding):
                        yield path, found
                except ValueError as error:
                    raise ValueError(f"{path}: {error}") from None
