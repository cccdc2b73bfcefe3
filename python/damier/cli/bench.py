"""``damier bench``: the signature of the search, one number that changes whenever its play does."""

from __future__ import annotations

from time import perf_counter

import typer

from damier._core import Board, Search, games
from damier.cli.console import errors

# Deep enough that every part of the search takes part, shallow enough to be run before each commit.
DEPTH = 10


def bench() -> None:
    """Search the start of every game to a fixed depth and print how many positions that took."""
    nodes, start = 0, perf_counter()
    for game in games():
        search = Search(hash_mb=16)
        nodes += search.run(Board(game=game), depth=DEPTH)[0]["nodes"]
    seconds = perf_counter() - start
    errors.print(f"[dim]{seconds:.2f} s, {nodes / seconds / 1e6:.2f} M nodes/s[/]")
    typer.echo(nodes)
