"""`damier pdn …` from the outside."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from damier.cli.app import app

DATA = Path(__file__).parents[1] / "data" / "pdn"

GAMES = """[Event "Open"]
[Date "1988.05.01"]
[White "Sijbrands"]
[Black "Wiersma"]
[Result "2-0"]

1. 32-28 18-23 2. 38-32 12-18 2-0

[Event "Open"]
[Date "12.03.1990"]
[White "Wiersma"]
[Black "Gantwarg"]
[Result "1-1"]

1. 31-27 17-21 1-1

[Event "Open"]
[Date "1988.05.01"]
[White "Sijbrands"]
[Black "Wiersma"]
[Result "2-0"]

1. 32-28 18-23 2. 38-32 12-18 2-0

[Event "Blitz"]
[Result "*"]

1. 33-29 50-45 *
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "games.pdn"
    path.write_text(GAMES)
    return path


def run(*arguments: object, code: int = 0) -> str:
    result = CliRunner().invoke(app, ["pdn", *map(str, arguments)])
    assert result.exit_code == code, result.output
    return result.output


def test_check_tells_faults(file: Path) -> None:
    said = run("check", file, code=1)
    assert "games.pdn:28: game 4, line 28, ply 2: illegal move 50-45" in said.replace("\n", " ")
    assert "international 4" in said
    found = json.loads(run("check", "--json", "--strict", file, code=1))
    assert (found[0]["games"], found[0]["plies"], found[0]["draughts"]) == (4, 11, {"international": 4})
    assert found[0]["problems"][0]["kind"] == "illegal"
    assert {one["reason"] for one in found[0]["departures"]} == {"a result, rather than *, ends the game"}


def test_check_is_content_with_sound_files() -> None:
    run("check", DATA / "good" / "czech.pdn", DATA / "good" / "windows-1251.pdn")


def test_check_of_what_is_no_file_of_games(tmp_path: Path) -> None:
    empty = tmp_path / "empty.pdn"
    empty.write_bytes(b"")
    assert "the file is empty" in run("check", empty, code=1)
    empty.write_text("only words")
    assert "there is no game in it" in run("check", empty, code=1)
    empty.write_bytes(b"\x1f\x8b\x08")
    assert "gzip" in run("check", empty, code=1)
    run("check", tmp_path / "missing.pdn", code=2)


def test_convert(file: Path, tmp_path: Path) -> None:
    text = run("convert", file)
    assert text.count("*\n") == 4
    assert '[GameType "20,W,10,10,N2,0"]' in text
    assert '[Result "1/2-1/2"]' in run("convert", "--score", "chess", file)
    lines = [json.loads(line) for line in run("convert", "--to", "json", file).splitlines()]
    assert [len(line["moves"]) for line in lines] == [4, 2, 4, 1]
    assert lines[0]["winner"] == "white"
    assert lines[3]["errors"]
    positions = run("convert", "--to", "fen", file).splitlines()
    assert len(positions) == 15
    rows = run("convert", "--to", "csv", file).splitlines()
    assert rows[0] == "Game,Plies,Event,Date,White,Black,Result"
    assert rows[1] == "international,4,Open,1988.05.01,Sijbrands,Wiersma,2-0"
    # The file itself may be replaced.
    run("convert", file, "-o", file)
    assert file.read_text() == text


@pytest.mark.parametrize(
    ("options", "count"),
    [
        (["--player", "wiersma"], 3),
        (["--white", "wiersma"], 1),
        (["--tag", "Event=blitz"], 1),
        (["--result", "draw"], 1),
        (["--result", "white"], 2),
        (["--result", "open"], 1),
        (["--since", "1989"], 1),
        (["--until", "1988"], 2),
        (["--min-plies", "3"], 2),
        (["--max-plies", "2"], 2),
        (["--sound"], 3),
        (["--draughts", "russian"], 0),
        (["--position", "W:W31-50:B1-20"], 4),
        (["--position", "B:W28,31,33-50:B1-20"], 2),
        (["--position", "nonsense"], 0),
    ],
)
def test_filter(file: Path, tmp_path: Path, options: list[str], count: int) -> None:
    out = tmp_path / "out.pdn"
    said = run("filter", file, "-o", out, *options)
    assert f"{count} games" in said
    assert out.read_text().count("*\n") == count


def test_split_merge_dedupe(file: Path, tmp_path: Path) -> None:
    run("split", file, "--every", 3, "-d", tmp_path / "numbers")
    parts = sorted((tmp_path / "numbers").iterdir())
    assert [path.name for path in parts] == ["games-0001.pdn", "games-0002.pdn"]
    run("split", file, "--by", "Event", "-d", tmp_path / "events")
    assert sorted(path.name for path in (tmp_path / "events").iterdir()) == ["games-Blitz.pdn", "games-Open.pdn"]
    run("split", file, "--by", "Event", "-d", tmp_path / "events", code=2)
    run("split", file, code=2)
    merged = tmp_path / "merged.pdn"
    run("merge", *parts, "-o", merged)
    assert merged.read_text() == run("convert", file)
    assert "3 games, 1 repeated" in run("dedupe", merged, "-o", tmp_path / "single.pdn")


def test_stats(file: Path) -> None:
    said = run("stats", file)
    assert "4 games, 11 plies" in said
    assert "White won" in said
    assert "32-28 18-23 38-32" in said
