"""Real games, move by move: skipped where the corpus (see its INVENTORY.md) does not lie next to the repository.

The reader below knows just enough PDN to find the main line of a game; reading PDN is tested elsewhere.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

import pytest

import damier

CORPUS = Path(__file__).parents[2] / "shared" / "corpus"

pytestmark = pytest.mark.skipif(not CORPUS.is_dir(), reason="the corpus of games is not here (../shared/corpus)")

TOKEN = re.compile(
    r"""
      (?P<comment> \{[^}]*\} | ^%[^\n]* )
    | \[ \s* (?P<tag>\w+) \s* "(?P<value>[^"]*)" \s* \]
    | (?P<setup> /FEN\s"[^"]*"/ )
    | (?P<open> \( ) | (?P<close> \) )
    | (?P<nag> \$\d+ )
    | (?P<result> (?: 1/2-1/2 | 2-0 | 1-1 | 0-2 | 1-0 | 0-1 | 0-0 ) (?!\d) )
    | (?P<move> [a-k]?\d+ (?: [-x:]\ ?[a-k]?\d+ )+ | [a-h]\d[a-h]\d )
    | (?P<number> \d+\.+ )
    | (?P<end> \* )
    """,
    re.VERBOSE | re.MULTILINE,
)


@dataclass
class Game:
    """The tags and the main line of a game."""

    tags: dict[str, str] = field(default_factory=dict)
    moves: list[str] = field(default_factory=list)


def games(text: str) -> Iterator[Game]:
    """The games of a file, in order."""
    game, depth = Game(), 0
    for token in TOKEN.finditer(text):
        kind = token.lastgroup
        if kind == "value":
            if game.moves:
                yield game
                game = Game()
            game.tags[token["tag"]] = token["value"]
        elif kind in ("open", "close"):
            depth += 1 if kind == "open" else -1
        elif kind == "move" and not depth:
            game.moves.append(token["move"].replace(" ", ""))
        elif kind in ("result", "end") and not depth:
            if game.tags or game.moves:
                yield game
            game = Game()
    if game.tags or game.moves:
        yield game


def read(path: Path) -> str:
    """The text of a file, UTF-8 or Latin-1."""
    data = path.read_bytes()
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("latin-1")


@dataclass
class Replay:
    """What became of a file: games, plies played, and the first fault of each faulty game."""

    games: int = 0
    plies: int = 0
    faults: list[tuple[int, int, str]] = field(default_factory=list)


def replay(path: Path, name: str) -> Replay:
    """Plays every game of a file by the rules of a game; a fault is (number of the game, ply, move)."""
    done, rules = Replay(), damier.Game(name)
    for number, game in enumerate(games(read(path)), 1):
        done.games += 1
        if not game.moves:
            continue
        board = damier.Board(game.tags.get("FEN"), game=rules, strict=False)
        plies = follow(board, game.moves)
        done.plies += plies
        if plies < len(game.moves):
            done.faults.append((number, plies, game.moves[plies]))
    return done


def follow(board: damier.Board, moves: list[str]) -> int:
    """How many of the moves can be played; where one is ambiguous, the reading that carries furthest."""
    push = board.push_pdn
    for ply, text in enumerate(moves):
        try:
            push(text)
        except damier.AmbiguousMoveError:
            rest = moves[ply + 1 :]
            return ply + 1 + max(follow_after(board, move, rest) for move in readings(board, text))
        except ValueError:
            return ply
    return len(moves)


def follow_after(board: damier.Board, move: damier.Move, moves: list[str]) -> int:
    """How many of the moves can be played after a move."""
    after = board.copy()
    after.push(move)
    return follow(after, moves)


def readings(board: damier.Board, text: str) -> list[damier.Move]:
    """The legal moves between the ends of an ambiguous text."""
    ends = re.findall(r"[a-k]?\d+", text)
    origin, destination = (board.game.parse_square(end) for end in (ends[0], ends[-1]))
    return [move for move in board.legal_moves if (move.from_square, move.to_square) == (origin, destination)]


@cache
def inventory() -> list[dict[str, object]]:
    """What the survey of the corpus found, file by file."""
    entries: list[dict[str, object]] = json.loads((CORPUS / "INVENTORY.json").read_text("utf-8"))
    return entries


def files(*folders: str) -> list[str]:
    """The surveyed files with moves in some folders."""
    if not CORPUS.is_dir():
        return []
    found = [str(entry["file"]) for entry in inventory() if entry["plies"]]
    return [file for file in found if file.startswith(folders)]


def entry_of(file: str) -> dict[str, object]:
    """The survey's line about a file."""
    return next(entry for entry in inventory() if entry["file"] == file)


def variant(file: str) -> str:
    """The game that most games of a file are."""
    counts = entry_of(file)["variant"]
    assert isinstance(counts, dict)
    return str(max(counts, key=lambda name: int(counts[name])))


# The survey took the first reading of an ambiguous capture (36x16, 4x24); by the other one these games are legal.
READ_WRONGLY = {("wiegerw-pdn/games/succeed/schildpad.pdn", 3), ("wiegerw-pdn/games/succeed/schildpad.pdn", 7)}


def faults(file: str) -> list[tuple[int, int, str]]:
    """The games that really hold an illegal move, with its ply."""
    bad = entry_of(file)["bad"]
    assert isinstance(bad, list)
    return [(number, ply, move) for number, _, ply, move in bad if (file, number) not in READ_WRONGLY]


@pytest.mark.parametrize("file", files("wiegerw-pdn", "mobydam", "checkerboard", "raven-checkers", "web"))
def test_every_game_is_legal_but_the_faulty_ones(file: str) -> None:
    done = replay(CORPUS / file, variant(file))
    assert done.faults == faults(file)
    assert done.games == entry_of(file)["games"]
    if not done.faults:
        assert done.plies == entry_of(file)["plies"]


@pytest.mark.parametrize("part", ["acf_part1.pdn", "acf_part2.pdn"])
def test_english_archive_is_legal(part: str) -> None:
    done = replay(CORPUS / "ecjoyce" / part, "english")
    assert done.faults == []
    assert (done.games, done.plies) == {"acf_part1.pdn": (7560, 367115), "acf_part2.pdn": (1817, 93172)}[part]


def test_international_self_play_is_legal() -> None:
    done = replay(CORPUS / "ecjoyce" / "tdl_intl_part1.pdn", "international")
    assert done.faults == []
    assert (done.games, done.plies) == (4000, 368732)


@pytest.mark.parametrize(
    ("folder", "name", "count"),
    [
        ("mobydam", "international", 897),
        ("wiegerw-pdn", "international", 464),
        ("wiegerw-pdn", "russian", 209),
        ("wiegerw-pdn", "english", 1251),
        ("wiegerw-pdn", "italian", 53),
        ("wiegerw-pdn", "czech", 298),
    ],
)
def test_totals(folder: str, name: str, count: int) -> None:
    total = 0
    for entry in inventory():
        counts = entry["variant"]
        assert isinstance(counts, dict)
        if str(entry["file"]).startswith(folder):
            total += counts.get(name, 0)
    assert total == count


def test_every_setup_of_the_corpus_is_read() -> None:
    """Trailing dots, unknown sides to move and all: every FEN of a problem book makes a board."""
    count = 0
    for entry in inventory():
        if not (entry["fen"] and str(entry["file"]).startswith(("wiegerw-pdn", "checkerboard"))):
            continue
        game = variant(str(entry["file"]))
        for fen in (one.tags["FEN"] for one in games(read(CORPUS / str(entry["file"]))) if "FEN" in one.tags):
            turn = damier.WHITE if fen.startswith("?") else None
            board = damier.Board(fen, game=game, strict=False, turn=turn)
            assert board.piece_map() or not re.search(r"\d", fen), fen
            count += 1
    assert count == 1451 + 4800


def test_perft_suite_of_mobydam() -> None:
    """A sample of depths from the suite: positions out of real games, counted by two generators of the core."""
    suite = (CORPUS / "mobydam" / "ballots" / "perft_suite_doperftval.txt").read_text()
    lines = re.findall(r"^\d+ ([WB]:\S+)$", suite, re.MULTILINE)
    assert lines
    for fen in lines:
        custom = damier.Board(fen, game=damier.Game.custom(base="international"))
        assert damier.Board(fen).perft(5) == custom.perft(5), fen
