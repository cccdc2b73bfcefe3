"""``damier pdn convert``: games as strict PDN, JSON, positions or a table of tags."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterator
from enum import Enum
from pathlib import Path
from typing import Annotated, Any, TextIO

import typer

from damier.cli.destination import destination
from damier.cli.pdn.files import EncodingOption, FilesArgument, GameOption, OutputOption, games
from damier.pdn import FileExporter, Game


class Form(str, Enum):
    """What to write."""

    pdn = "pdn"
    json = "json"
    fen = "fen"
    csv = "csv"


class Score(str, Enum):
    """How results are written."""

    fmjd = "fmjd"
    chess = "chess"


class Squares(str, Enum):
    """How squares are written."""

    numbers = "numbers"
    names = "names"


def convert(
    files: FilesArgument,
    to: Annotated[
        Form,
        typer.Option(
            "--to", help="pdn: strict PDN 3.0; json: a line for each game; fen: every position; csv: the tags."
        ),
    ] = Form.pdn,
    output: OutputOption = None,
    score: Annotated[Score | None, typer.Option("--score", help="fmjd: 2-0 1-1 0-2; chess: 1-0 1/2-1/2 0-1.")] = None,
    squares: Annotated[Squares | None, typer.Option("--squares", help="32-28 or d4-c5.")] = None,
    columns: Annotated[int, typer.Option("--columns", help="Longest line of PDN; 0: no limit.", min=0)] = 80,
    game: GameOption = None,
    encoding: EncodingOption = None,
) -> None:
    """Write games as strict PDN 3.0, or as something else."""
    numeric = None if squares is None else squares is Squares.numbers
    with destination(output) as out:
        found = (one for _, one in games(files, "converting", game=game, encoding=encoding))
        match to:
            case Form.pdn:
                exporter = FileExporter(
                    out, columns=columns or None, score=score.value if score else None, numeric=numeric
                )
                for one in found:
                    one.accept(exporter)
            case Form.json:
                for one in found:
                    out.write(json.dumps(plain(one), ensure_ascii=False) + "\n")
            case Form.fen:
                for one in found:
                    for fen in positions(one):
                        out.write(fen + "\n")
            case Form.csv:
                table(list(found), out)


def plain(game: Game) -> dict[str, Any]:
    """A game as JSON has it: tags, moves, what is said about them, and what could not be played."""
    board = game.board()
    moves = []
    for node in game.mainline():
        entry: dict[str, Any] = {}
        if node.move is not None:
            entry = {"move": board.pdn(node.move), "hub": board.hub(node.move)}
            board.push(node.move)
        else:
            entry = {"setup": node.setup}
            board = node.board()
        if node.comment:
            entry["comment"] = node.comment
        if node.nags:
            entry["nags"] = sorted(node.nags)
        moves.append(entry)
    return {
        "game": game.rules.id,
        "tags": dict(game.headers),
        "fen": game.fen() or game.rules.start_fen,
        "winner": None if game.winner is None else str(game.winner),
        "moves": moves,
        "errors": [str(error) for error in game.errors],
    }


def positions(game: Game) -> Iterator[str]:
    """The positions of the main line."""
    board = game.board()
    yield board.fen()
    for node in game.mainline():
        if node.move is not None:
            board.push(node.move)
        else:
            board = node.board()
        yield board.fen()


def table(found: list[Game], out: TextIO) -> None:
    """One row for each game, one column for each tag that any of them has."""
    names = list(dict.fromkeys(name for game in found for name in game.headers))
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(["Game", "Plies", *names])
    for game in found:
        plies = sum(1 for _ in game.mainline_moves())
        writer.writerow([game.rules.id, plies, *(game.headers.get(name, "") for name in names)])


def write(found: Iterator[Game], path: Path | None) -> int:
    """Games as strict PDN; how many."""
    count = 0
    with destination(path) as out:
        exporter = FileExporter(out)
        for game in found:
            game.accept(exporter)
            count += 1
    return count
