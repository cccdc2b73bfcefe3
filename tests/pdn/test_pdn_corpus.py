"""The whole corpus, against its inventory: skipped where the corpus does not lie next to the repository."""

from __future__ import annotations

import io
import json
from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from damier import pdn

CORPUS = Path(__file__).parents[3] / "shared" / "corpus"

pytestmark = pytest.mark.skipif(not CORPUS.is_dir(), reason="the corpus of games is not here (../shared/corpus)")

W = "wiegerw-pdn/games/"

# Where damier finds something else than the survey did, and why. Plies are those that can be played.
PLIES = {
    # A move that was lost from the file stands after the last result: a game of its own, with no legal move.
    W + "fail/Cat.C1.pdn": 415,
    # `4-6` and `1-9` are the results of the games, not moves.
    W + "fail/delfts.pdn": 252,
    # Four plies are not played: the illegal one and those behind it.
    "checkerboard/tinsley.pdn": 36108,
    "raven-checkers/tinsley.pdn": 36108,
    # Made up to be broken: nothing behind the first illegal move is played.
    "lynx-r/example.pdn": 0,
    "lynx-r/fork_1_3.pdn": 0,
    "lynx-r/fork_inter_1_3.pdn": 0,
    "lynx-r/notation_comment.pdn": 1,
    "lynx-r/notation_strength.pdn": 0,
    "lynx-r/notation_undo1.pdn": 4,
    "lynx-r/notation_undo3.pdn": 5,
    "lynx-r/notation_variant_nested.pdn": 0,
    "lynx-r/notation_variant_with_one_move.pdn": 1,
}
GAMES = {
    # The star that is glued to a move says that it is forced: `27-20* {28-19 loses PP}` does not end the game.
    "lynx-r/parse_simple.pdn": 1,
}
# The survey took the first reading of an ambiguous capture (36x16, 4x24); by the other one these games are legal.
READ_WRONGLY = {(W + "succeed/schildpad.pdn", 3), (W + "succeed/schildpad.pdn", 7)}
# Positions without moves, and nothing that says of which game: damier takes 32 squares for English draughts.
GUESSED = {"checkerboard/11_man_italian.pdn": "english", W + "succeed/fen.pdn": None}
# Moves on the board of 8×8, the tag says 10×10: damier believes the moves, the survey believed the tag.
TAGGED_WRONGLY = "lynx-r/"


@cache
def inventory() -> list[dict[str, Any]]:
    entries: list[dict[str, Any]] = json.loads((CORPUS / "INVENTORY.json").read_text("utf-8"))
    return entries


@cache
def read(file: str) -> list[pdn.Game]:
    with open(CORPUS / file, "rb") as handle:
        return list(pdn.read_games(handle))


def plies(game: pdn.Game) -> int:
    return sum(1 for _ in game.mainline_moves())


FILES = [str(entry["file"]) for entry in inventory()] if CORPUS.is_dir() else []


@pytest.mark.parametrize("file", FILES)
def test_a_file_reads_as_its_inventory_says(file: str) -> None:
    entry = next(entry for entry in inventory() if entry["file"] == file)
    games = read(file)
    assert len(games) == GAMES.get(file, entry["games"])
    assert sum(map(plies, games)) == PLIES.get(file, entry["plies"])
    if not file.startswith(TAGGED_WRONGLY):
        faults = [
            (number, error.ply, error.text)
            for number, game in enumerate(games, 1)
            for error in game.errors
            if error.kind == "illegal" and error.ply is not None
        ]
        known = [(number, ply, move) for number, _, ply, move in entry["bad"] if (file, number) not in READ_WRONGLY]
        assert faults == (known if file != W + "fail/delfts.pdn" else [])
    if file in GUESSED:
        assert GUESSED[file] is None or {game.rules.id for game in games} == {GUESSED[file]}
    elif not file.startswith(TAGGED_WRONGLY):
        if file == W + "fail/abatsiev.pdn":
            # The game whose moves are not known is Russian like the others.
            assert {game.rules.id for game in games} == {"russian"}
        elif file == W + "succeed/alphanumeric.pdn":
            assert [game.rules.id for game in games] == ["russian"]
        else:
            assert Counter(game.rules.id for game in games) == Counter(entry["variant"])
    assert sum(game.fen() is not None for game in games) <= entry["fen"] + sum(
        game.board().turn != game.rules.first for game in games
    )


def test_every_untagged_czech_game_comes_out_czech() -> None:
    count = 0
    for entry in inventory():
        if "czech" in entry["variant"]:
            games = read(entry["file"])
            assert {game.rules.id for game in games} == {"czech"}
            assert not any("GameType" in game.headers for game in games)
            count += len(games)
    assert count == 298


def test_no_ply_is_lost_in_the_games_of_people() -> None:
    """Every move text of a sound main line has its ply: counted by the raw text with another, much simpler reader."""
    import re

    move = re.compile(r"(?<![\d-])(?:\d{1,2}|[a-h][1-8])(?:[-x:] ?(?:\d{1,2}|[a-h][1-8]))+(?![\d-])")
    result = re.compile(r"(?<!\d)(?:1/2-1/2|[012]-[012])(?!\d)")
    seen = 0
    for file in FILES:
        if not file.startswith(("mobydam", "checkerboard", "raven", "wiegerw-pdn/games/succeed/w")):
            continue
        text = (CORPUS / file).read_bytes().decode("utf-8", "replace")
        text = re.sub(r"\{[^}]*\}|\[[^\]]*\]|^%.*", " ", text, flags=re.MULTILINE)
        written = len(move.findall(result.sub(" ", text)))
        played = sum(map(plies, read(file)))
        unread = sum(len(move.findall(result.sub(" ", game.end().unread))) for game in read(file))
        assert written == played + unread, file
        seen += played
    assert seen > 90_000


@pytest.mark.parametrize(
    ("part", "game", "games", "plies"),
    [
        ("acf_part1.pdn", "english", 7560, 367_115),
        ("acf_part2.pdn", "english", 1817, 93_172),
        ("tdl_intl_part1.pdn", "international", 4000, 368_732),
    ],
)
def test_no_ply_is_lost_in_the_archives(part: str, game: str, games: int, plies: int) -> None:
    found = list(pdn.scan(CORPUS / "ecjoyce" / part))
    assert (len(found), sum(one.ply_count for one in found)) == (games, plies)
    assert {one.game.id for one in found} == {game}
    assert not [error for one in found for error in one.errors]


@pytest.mark.parametrize("file", [file for file in FILES if "ecjoyce" not in file])
def test_what_was_read_is_written_and_read_again(file: str) -> None:
    games = read(file)
    if len(games) > 800:
        games = games[::40]
    for game in games:
        text = str(game)
        (again,) = pdn.read_games(io.StringIO(text))
        assert str(again) == text
        assert list(again.mainline_moves()) == list(game.mainline_moves())
        assert again.winner == game.winner


def test_comments_and_variations_are_kept() -> None:
    games = read(W + "succeed/nk ronde 01.pdn")
    comments = variations = nags = 0
    for game in games:
        todo: list[pdn.Node] = [game]
        while todo:
            node = todo.pop()
            todo.extend(node.variations)
            comments += bool(node.comment) + bool(node.starting_comment)
            variations += node.starts_variation()
            nags += len(node.nags)
    # The survey counted 98 comments; where two stand behind one move they are one here.
    assert (comments, variations, nags) == (98, 51, 9)
