"""``damier pdn filter``, ``split``, ``merge``, ``dedupe``: some of the games, in other files."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from enum import Enum
from pathlib import Path
from typing import Annotated, Final

import typer

from damier._core import BLACK, WHITE, Board
from damier.cli.console import errors
from damier.cli.pdn.convert import write
from damier.cli.pdn.files import EncodingOption, FilesArgument, GameOption, OutputOption, games
from damier.pdn import FileExporter, Game

# So many files may be made of one.
MOST_FILES: Final = 10_000
# What comes after every date: that of a game whose year is not known.
UNKNOWN: Final = "9999"


class Outcome(str, Enum):
    """How games ended."""

    white = "white"
    black = "black"
    draw = "draw"
    open = "open"


def filter_games(
    files: FilesArgument,
    output: OutputOption = None,
    player: Annotated[str | None, typer.Option("--player", "-p", help="In the name of either player.")] = None,
    white: Annotated[str | None, typer.Option("--white", help="In the name of White.")] = None,
    black: Annotated[str | None, typer.Option("--black", help="In the name of Black.")] = None,
    tag: Annotated[
        list[str] | None, typer.Option("--tag", help="Event=Rotterdam: this is in the value of a tag.")
    ] = None,
    result: Annotated[Outcome | None, typer.Option("--result", "-r", help="Who won.")] = None,
    since: Annotated[str | None, typer.Option("--since", help="Date from which on: 1990 or 1990.05.01.")] = None,
    until: Annotated[str | None, typer.Option("--until", help="Date up to which.")] = None,
    least: Annotated[int | None, typer.Option("--min-plies", help="At least so long.", min=0)] = None,
    longest: Annotated[int | None, typer.Option("--max-plies", help="At most so long.", min=0)] = None,
    position: Annotated[str | None, typer.Option("--position", help="A position that was reached (FEN).")] = None,
    draughts: Annotated[str | None, typer.Option("--draughts", "-d", help="Only games of this draughts game.")] = None,
    sound: Annotated[bool, typer.Option("--sound", help="Only games without a fault.")] = False,
    game: GameOption = None,
    encoding: EncodingOption = None,
) -> None:
    """Write the games that meet every condition."""
    tests: list[Callable[[Game], bool]] = []
    if player is not None:
        wanted = player.casefold()
        tests.append(lambda found: any(wanted in _tag(found, side) for side in ("White", "Black")))
    pairs = [("White", white), ("Black", black), *(_pair(text) for text in tag or [])]
    tests.extend(_has(name, value) for name, value in pairs if value is not None)
    if result is not None:
        tests.append(lambda found: outcome(found) is result)
    if since is not None:
        first = _date(since, "0")
        tests.append(lambda found: first <= _date(found.headers.get("Date", ""), "9") < UNKNOWN)
    if until is not None:
        last = _date(until, "9")
        tests.append(lambda found: "0001" <= _date(found.headers.get("Date", ""), "0") <= last)
    if least is not None:
        tests.append(lambda found: _plies(found) >= least)
    if longest is not None:
        tests.append(lambda found: _plies(found) <= longest)
    if draughts is not None:
        tests.append(lambda found: draughts in (found.rules.id, *found.rules.aliases))
    if sound:
        tests.append(lambda found: not any(error.is_fault for error in found.errors))
    if position is not None:
        tests.append(_reaches(position))
    found = (one for _, one in games(files, "filtering", game=game, encoding=encoding))
    count = write((one for one in found if all(test(one) for test in tests)), output)
    errors.print(f"[dim]{count:,} games[/]")


def split(
    file: Annotated[Path, typer.Argument(help="A PDN file.", exists=True, dir_okay=False)],
    folder: Annotated[
        Path, typer.Option("--folder", "-d", help="Where the files are written.", file_okay=False)
    ] = Path(),
    every: Annotated[int | None, typer.Option("--every", help="So many games in each file.", min=1)] = None,
    by: Annotated[str | None, typer.Option("--by", help="A file for each value of this tag: Event, White …")] = None,
    game: GameOption = None,
    encoding: EncodingOption = None,
) -> None:
    """Write the games of a file to several, by number or by a tag. Files that are there already are not touched."""
    if (every is None) == (by is None):
        raise ValueError("say either --every N or --by TAG")
    folder.mkdir(parents=True, exist_ok=True)
    paths: dict[str, Path] = {}
    for number, (_, one) in enumerate(games([file], "splitting", game=game, encoding=encoding)):
        part = f"{number // every + 1:04}" if every else _safe(one.headers.get(by or "", ""))
        path = paths.get(part)
        if path is None:
            if len(paths) >= MOST_FILES:
                raise ValueError(f"these are more than {MOST_FILES} files: split in another way")
            path = paths[part] = folder / f"{file.stem}-{part}.pdn"
            path.open("x").close()
        with path.open("a", encoding="utf-8", newline="\n") as handle:
            one.accept(FileExporter(handle))
    errors.print(f"[dim]{len(paths):,} files in {folder}[/]")


def merge(
    files: FilesArgument, output: OutputOption = None, game: GameOption = None, encoding: EncodingOption = None
) -> None:
    """Write the games of all files, one after the other, as strict PDN 3.0."""
    count = write((one for _, one in games(files, "merging", game=game, encoding=encoding)), output)
    errors.print(f"[dim]{count:,} games[/]")


def dedupe(
    files: FilesArgument,
    output: OutputOption = None,
    moves_only: Annotated[
        bool, typer.Option("--moves-only", help="The same moves are the same game, whoever played.")
    ] = False,
    game: GameOption = None,
    encoding: EncodingOption = None,
) -> None:
    """Write every game once: the first of those with the same moves, players and date."""
    seen: set[int] = set()
    total = 0

    def fresh() -> Iterator[Game]:
        nonlocal total
        for _, one in games(files, "comparing", game=game, encoding=encoding):
            total += 1
            people = () if moves_only else tuple(_tag(one, name) for name in ("White", "Black", "Date"))
            moves = tuple(str(move.hub()) for move in one.mainline_moves())
            # Games without moves differ by their tags.
            extra = () if moves else tuple(one.headers.items())
            key = hash((one.rules.id, one.fen(), moves, people, extra))
            if key not in seen:
                seen.add(key)
                yield one

    count = write(fresh(), output)
    errors.print(f"[dim]{count:,} games, {total - count:,} repeated[/]")


def _tag(game: Game, name: str) -> str:
    return game.headers.get(name, "").casefold()


def _pair(text: str) -> tuple[str, str]:
    name, sign, value = text.partition("=")
    if not sign:
        raise ValueError(f"--tag {text}: write it as Name=value")
    return name, value


def _has(name: str, value: str) -> Callable[[Game], bool]:
    wanted = value.casefold()
    return lambda game: wanted in _tag(game, name)


def _plies(game: Game) -> int:
    return sum(1 for _ in game.mainline_moves())


def outcome(game: Game) -> Outcome:
    winner = game.winner
    if winner is not None:
        return {WHITE: Outcome.white, BLACK: Outcome.black}[winner]
    return Outcome.draw if game.is_draw else Outcome.open


def _date(text: str, unknown: str) -> str:
    """A date as a text that sorts; what is not known as early or as late as can be."""
    numbers = re.findall(r"\d+|\?+", text)
    if numbers and len(numbers[0]) < 4 and len(numbers) == 3:
        # Day first, as many old files have it.
        numbers.reverse()
    year, month, day = [*numbers, "?", "?", "?"][:3]
    filled = (
        part.zfill(width) if part.isdigit() else unknown * width for part, width in ((year, 4), (month, 2), (day, 2))
    )
    return ".".join(filled)


def _reaches(position: str) -> Callable[[Game], bool]:
    def reaches(game: Game) -> bool:
        try:
            wanted = Board(position, game=game.rules, strict=False).zobrist_hash()
        except ValueError:
            return False
        board = game.board()
        if board.zobrist_hash() == wanted:
            return True
        for node in game.mainline():
            if node.move is not None:
                board.push(node.move)
            else:
                board = node.board()
            if board.zobrist_hash() == wanted:
                return True
        return False

    return reaches


def _safe(text: str) -> str:
    """A value of a tag as a part of a file name."""
    return re.sub(r"[^\w.-]+", "_", text).strip("._")[:80] or "unknown"
