"""``damier pdn stats``: results, lengths and openings."""

from __future__ import annotations

from collections import Counter
from statistics import mean, median
from typing import Annotated

import typer
from rich.bar import Bar
from rich.table import Table
from rich.text import Text

from damier.cli.console import out
from damier.cli.pdn.files import EncodingOption, FilesArgument, GameOption, games
from damier.cli.pdn.select import Outcome, outcome


def stats(
    files: FilesArgument,
    plies: Annotated[int, typer.Option("--plies", help="How long an opening is.", min=1, max=40)] = 3,
    most: Annotated[int, typer.Option("--most", help="Openings to show.", min=1)] = 12,
    game: GameOption = None,
    encoding: EncodingOption = None,
) -> None:
    """Count results, lengths and openings, with charts."""
    kinds: Counter[str] = Counter()
    results: Counter[Outcome] = Counter()
    openings: Counter[str] = Counter()
    lengths: list[int] = []
    for _, one in games(files, "counting", game=game, encoding=encoding):
        kinds[one.rules.id] += 1
        results[outcome(one)] += 1
        nodes = list(one.mainline())
        lengths.append(len(nodes))
        if len(nodes) >= plies and one.fen() is None:
            board = one.board()
            words = []
            for move in (node.move for node in nodes[:plies]):
                if move is None:
                    break
                words.append(board.pdn(move))
                board.push(move)
            openings[" ".join(words)] += 1
    if not lengths:
        raise ValueError("there is no game in these files")
    total = len(lengths)
    length = f"{mean(lengths):.1f} on average, {median(lengths):.0f} in the middle"
    out.print(f"[bold]{total:,}[/] games, {sum(lengths):,} plies: {length}")
    out.print(_chart("draughts", kinds.most_common(), total))
    names = {Outcome.white: "White won", Outcome.draw: "drawn", Outcome.black: "Black won", Outcome.open: "not said"}
    out.print(_chart("result", [(name, results[found]) for found, name in names.items() if results[found]], total))
    out.print(_chart("plies", _classes(lengths), total))
    if openings:
        out.print(_chart("opening", openings.most_common(most), total))


def _classes(lengths: list[int]) -> list[tuple[str, int]]:
    """Lengths in classes of twenty."""
    counts = Counter(length // 20 for length in lengths)
    return [(f"{20 * step}-{20 * step + 19}", counts[step]) for step in range(min(counts), min(max(counts), 30) + 1)]


def _chart(name: str, rows: list[tuple[str, int]], total: int) -> Table:
    table = Table(box=None, pad_edge=False, header_style="dim", padding=(0, 1, 0, 0))
    table.add_column(name, no_wrap=True)
    table.add_column("games", justify="right")
    table.add_column("", justify="right")
    table.add_column("", min_width=20)
    most = max((count for _, count in rows), default=1) or 1
    for word, count in rows:
        bar = Bar(most, 0, count, width=30, color="green")
        table.add_row(Text(word), f"{count:,}", f"{100 * count / total:.1f} %", bar)
    return table
