"""What PDN 3.0 accepts and rejects, in its grammar for writing and in the more liberal one for reading."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

from damier import pdn

SUITE = Path(__file__).parents[3] / "shared" / "corpus" / "wiegerw-pdn" / "games"

ACCEPTED = [
    '[Event "x"]\n[GameType "20"]\n\n1. 32-28 19-23 2. 28x19 14x23 *',
    "32-28 19-23 *",
    "1.32-28 18-23  2.38-32 12-18 *",
    "1. 32-28 19-23 (1... 18-23 2. 38-32 (2. 37-32? 23-29! {Black wins}) 2... 12-18) 2. 28x19 14x23",
    "1. 32-28!? 19-23(!?!!!) 2. 28x19 $1 *",
    "% Board game: international draughts\n1. 32-28 *",
    '1. 31-26 17-21 /FEN "B:B1-16,18-21:W26,28,33-50"/ {White forgot to capture} *',
    "{Start} 33-28 18-22 39-33? {a classical mistake} *",
    '[White "An embedded \\" quotation mark"]\n*',
    "23... 20-25 *",
    "47x38x24x13x36 *",
    "1. c3-d4 d6c5 *",
    '[GameType "25"]\n1. c3:e5 *',
    '[FEN "?:W29,13,11:B22,4,2"]\n*\n[FEN "W:W31-50:B1-20"]\n*',
]

# Forbidden when writing, and forgiven when reading.
FORGIVEN = [
    ("1. 32-28 1-0", "a result, rather than *, ends the game"),
    ("1. 32-28 1/2-1/2", "a result, rather than *, ends the game"),
    ("1. 1 - 7 *", "there is a blank inside a move"),
    ("1. 32-28 ! *", "there is a blank before a strength mark"),
    ("1. 01-07 *", "a square has a leading zero"),
    ("1. c3:e5 *", "a capture is written with a colon"),
    ("1. ... 7-12 *", "an ellipsis stands for a move"),
    ("77. ... *", "an ellipsis stands for a move"),
]

# Forbidden either way.
REJECTED = [
    ("1. 32-28 {a {nested} comment} *", "there is a brace inside a comment"),
    ("1. 32-28 { never closed", "a comment or a variation is not closed"),
    ("1. 32-28 (1. 33-29 *", "a comment or a variation is not closed"),
    ("1. 32-28 ) *", "a sign stands where it means nothing"),
    ("1. - - *", "a dash stands for a move"),
    ("1. 2-0", "a move number has no move"),
    ('1. 32-28 4-6\n\n[White "x"]\n*', "nothing ends the game before the next one begins"),
    ("3228 1823 *", "nothing stands between the squares of a move"),
    ("1. 32-28 and so on *", "there are words outside braces"),
    ("1. 32-28 ; a remark\n*", "a comment begins with a semicolon"),
    ("1. 32–28 *", "an unusual sign stands between the squares of a move"),
    ("1) 32-28 *", "a move number has neither one dot nor three"),
    ("1. 32-28* 19-23 *", "a strength mark is none of ! and ?"),
    ('[white "x"]\n*', "a tag is not well formed"),
    ("[White x]\n*", "a tag is not well formed"),
    ("1. 32-28 1.5-0.5", "the result is none that the standard knows"),
    ("* *", "there is no game before the separator"),
]


def read(text: str) -> list[pdn.Departure]:
    # What stands between games is told with the next one.
    return list(pdn.departures(io.StringIO(text + '\n\n[End ""]\n*')))


@pytest.mark.parametrize("text", ACCEPTED)
def test_accepted(text: str) -> None:
    assert read(text if text.endswith("*") else text + " *") == []


@pytest.mark.parametrize(("text", "reason"), FORGIVEN)
def test_forgiven(text: str, reason: str) -> None:
    assert [(found.reason, found.is_forgiven) for found in read(text)] == [(reason, True)]


@pytest.mark.parametrize(("text", "reason"), REJECTED)
def test_rejected(text: str, reason: str) -> None:
    assert (reason, False) in [(found.reason, found.is_forgiven) for found in read(text)]


def test_what_is_written_is_accepted() -> None:
    for path in (Path(__file__).parents[2] / "data" / "pdn").glob("*/*.pdn"):
        with open(path, "rb") as handle:
            for game in pdn.read_games(handle):
                assert list(pdn.departures(io.StringIO(str(game)))) == [], path


@pytest.mark.skipif(not SUITE.is_dir(), reason="the suite of the standard is not here (../shared/corpus)")
@pytest.mark.parametrize("path", sorted(SUITE.glob("*/*.pdn")) if SUITE.is_dir() else [], ids=lambda path: path.name)
def test_the_suite_of_the_standard(path: Path) -> None:
    """Every file under `succeed` conforms to the grammar for reading, none of those under `fail` does."""
    with open(path, "rb") as handle:
        forbidden = [found for found in pdn.departures(handle) if not found.is_forgiven]
    assert bool(forbidden) == (path.parent.name == "fail"), forbidden[:3]
