"""``damier match`` and ``damier tournament``: what they print, write and refuse."""

import json
import re
import subprocess
import sys
from xml.etree import ElementTree

import pytest

typer_testing = pytest.importorskip("typer.testing", reason="the command line is an extra")

from damier.cli import scoreboard  # noqa: E402 - only where the extra is installed
from damier.cli.app import app  # noqa: E402

TWO = ("A=damier:hash_mb=1@nodes=60", "B=damier:hash_mb=1@nodes=90")
THREE = (*TWO, "C=damier:hash_mb=1@nodes=30")
QUICK = ("--max-moves", "8", "--openings", "random:4")


def call(*arguments, code=0, width=200):
    result = typer_testing.CliRunner().invoke(app, arguments, env={"COLUMNS": str(width)})
    assert result.exit_code == code, result.output
    assert "Traceback" not in result.output
    return result.output


def objects(text):
    return [json.loads(line) for line in text.splitlines()]


# ---------------------------------------------------------------------------------------------------------------
# match


def test_a_match(tmp_path):
    pdn, svg = tmp_path / "games.pdn", tmp_path / "match.svg"
    text = call("match", *TWO, "--games", "4", *QUICK, "--sprt", "0,30", "--pdn", str(pdn), "--svg", str(svg))
    lines = text.splitlines()
    assert [line.split("  ")[1] for line in lines[:4]] == ["A – B", "B – A"] * 2
    assert re.search(r"^A +\d +\d +\d +\d+\.\d % ", text, re.MULTILINE)
    assert re.search(r"^B +\d +\d +\d +\d+\.\d % ", text, re.MULTILINE)
    assert "4 of 4 games" in text
    assert "pairs by points" in text
    assert re.search(r"SPRT \[0, 30\]  LLR [+-]0\.\d\d between -2\.94 and \+2\.94 · not decided", text)
    assert pdn.read_text().count("[Event ") == 4
    assert ElementTree.parse(svg).getroot().tag.endswith("svg")


def test_a_match_for_machines():
    told = objects(call("match", *TWO, "--games", "4", *QUICK, "--json", "--sprt", "-5,5", "--normalized"))
    assert [each["type"] for each in told] == ["game"] * 4 + ["end"]
    assert [each["number"] for each in told[:4]] == [0, 1, 2, 3]
    assert {each["white"] for each in told[:4]} == {"A", "B"}
    assert told[1]["match"]["games"] == 2
    end = told[-1]
    assert (end["finished"], end["stopped"]) == (True, False)
    assert end["match"]["games"] == 4
    assert end["match"]["sprt"]["normalized"] is True
    again = objects(call("match", *TWO, "--games", "4", *QUICK, "--json"))
    assert [each["result"] for each in again[:4]] == [each["result"] for each in told[:4]]


@pytest.mark.parametrize("game", ["russian", "turkish", "frisian"])
def test_a_match_in_other_games(game):
    assert "2 of 2 games" in call("match", *TWO, "--games", "2", *QUICK, "--game", game)


def test_all_that_can_be_said():
    text = call(
        "match", "damier:hash_mb=1", "damier:hash_mb=1", "--depth", "2", "--clock", "40/60+0.1", "--games", "2",
        "--resign", "3,2", "--draw", "0.1,5,20", "--max-moves", "30", "--margin", "5", "--patience", "30",
        "--seed", "4", "--concurrency", "2", "--openings", "start", "--draws", "informal",
    )  # fmt: skip
    assert "damier:hash_mb=1 – damier:hash_mb=1#2" in text
    assert re.search(r"[+-]\d+\.\d (ms|s) ", text)


def test_memory(tmp_path):
    journal, pdn, svg = tmp_path / "m.jsonl", tmp_path / "m.pdn", tmp_path / "m.svg"
    call("match", *TWO, "--games", "2", *QUICK, "--journal", str(journal))
    assert "2 of 2 games" in call("match", "--report", str(journal))
    text = call("match", "--resume", str(journal), "--games", "4", "--pdn", str(pdn))
    assert "4 of 4 games" in text
    assert text.count(" – ") == 2
    assert pdn.read_text().count("[Event ") == 4
    (told,) = objects(call("match", "--report", str(journal), "--json"))
    assert told["match"]["games"] == 4
    call("match", "--report", str(journal), "--svg", str(svg), "--curve", "3")
    assert "Evaluations of a game" in svg.read_text()
    assert "4 of 4 games" in call("match", "--resume", str(journal))
    assert "4 of 4 games" in call("match", "--report", str(journal))


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((), "give two engines, or --resume JOURNAL, or --report JOURNAL"),
        (("damier",), "a match has two players, not 1"),
        (("damier", "damier", "damier"), "a match has two players, not 3"),
        (("damier", "sargon"), "no such engine: 'sargon'"),
        (("damier", "damier/champion"), "no such level: champion"),
        (("damier", "damier@nodes=x"), "the limit nodes must be a whole number"),
        (("x=damier", "x=damier"), "both players are called x"),
        (("damier", "damier", "--games", "7"), "must be even"),
        (("damier", "damier", "--game", "chess"), "chess"),
        (("damier", "damier", "--draws", "nonsense"), "nonsense"),
        (("damier", "damier", "--sprt", "5"), "--sprt takes two numbers"),
        (("damier", "damier", "--sprt", "5,0"), "elo0 must be less than elo1"),
        (("damier", "damier", "--clock", "soon"), "no such limit: 'soon'"),
        (("damier", "damier", "--time", "-1"), "time must be more than 0"),
        (("damier", "damier", "--resign", "x"), "--resign: not a number of men: 'x'"),
        (("damier", "damier", "--draw", "1,2,3,4"), "--draw takes 1 to 3 numbers"),
        (("damier", "damier", "--draw", "0.1,x"), "draw moves must be a whole number"),
        (("damier", "damier", "--margin", "-1"), "margin must be 0 to"),
        (("damier", "damier", "--openings", "nowhere.pdn"), "nowhere.pdn"),
        (("damier", "damier", "--curve", "1"), "--curve needs --svg"),
        (("--resume", "nowhere.jsonl"), "nowhere.jsonl"),
        (("--report", "nowhere.jsonl"), "nowhere.jsonl"),
        (("damier", "damier", "--journal", "no/such/folder/m.jsonl"), "no/such/folder"),
        (("A=hub:no-such-program", "damier", "--games", "2"), "no-such-program"),
    ],
)
def test_refusals_name_the_thing(arguments, message, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("damier.match.seat.PAUSE", 0.001)
    lines = call("match", *arguments, code=2).strip().splitlines()
    assert len(lines) == 1
    assert lines[0].startswith("damier: ")
    assert message in lines[0]


def test_nothing_is_overwritten(tmp_path):
    journal, pdn = tmp_path / "m.jsonl", tmp_path / "m.pdn"
    pdn.write_text("precious")
    journal.write_text("precious")
    quick = (*TWO, "--games", "2", *QUICK)
    assert "is there already" in call("match", *quick, "--journal", str(journal), code=2)
    assert "is there already" in call("match", *quick, "--pdn", str(pdn), code=2)
    assert (journal.read_text(), pdn.read_text()) == ("precious", "precious")


# ---------------------------------------------------------------------------------------------------------------
# tournament


@pytest.mark.parametrize(("system", "games"), [("round-robin", 6), ("gauntlet", 4), ("swiss", 6)])
def test_a_tournament(system, games, tmp_path):
    pdn = tmp_path / "t.pdn"
    text = call("tournament", *THREE, "--system", system, *QUICK, "--pdn", str(pdn))
    assert f"{games} of {games} games" in text
    assert all(re.search(rf"^ *\d  {name} +\d+ ", text, re.MULTILINE) for name in "ABC")
    assert ("Solkoff" in text) == (system == "swiss")
    assert pdn.read_text().count("[Event ") == games


def test_a_tournament_for_machines():
    told = objects(call("tournament", *THREE, *QUICK, "--json"))
    assert [each["type"] for each in told] == ["game"] * 6 + ["end"]
    assert [row["games"] for row in told[-1]["table"]] == [4, 4, 4]


def test_a_tournament_is_gone_on_with(tmp_path):
    journal = tmp_path / "t.jsonl"
    whole = call("tournament", *THREE, *QUICK, "--journal", str(journal))
    lines = journal.read_bytes().splitlines(keepends=True)
    journal.write_bytes(b"".join(lines[:4]) + lines[4][:50])
    text = call("tournament", "--resume", str(journal))
    assert text.count(" – ") == 3
    assert text.splitlines()[-4:] == whole.splitlines()[-4:]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((), "give the engines, or --resume JOURNAL"),
        (("damier",), "2 to 256 entrants"),
        (("damier", "damier", "--system", "knockout"), "no such system: knockout"),
        (("a=damier", "a=damier"), "2 entrants are called a"),
        (("--resume", "nowhere.jsonl"), "nowhere.jsonl"),
    ],
)
def test_refusals_of_tournaments(arguments, message, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert message in call("tournament", *arguments, code=2)


def test_a_narrow_terminal():
    text = call("tournament", *THREE, *QUICK, width=50)
    assert max(map(len, text.splitlines()[-5:])) <= 50
    assert re.search(r"^ *1  ", text, re.MULTILINE)


# ---------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("seconds", "text"), [(0.2, "1 s"), (45, "45 s"), (240, "4 min"), (12_000, "3 h 20 min"), (200_000, "2 d 7 h")]
)
def test_durations(seconds, text):
    assert scoreboard.duration(seconds) == text


INTERRUPTED = """
import signal, sys
from damier.match import match
from damier.cli.app import app

# Ctrl-C is heard, also where the tests themselves run in the background.
signal.signal(signal.SIGINT, signal.default_int_handler)

count = match.Match._count
def counted(self, game):
    count(self, game)
    if len(self.played) == 3:
        signal.raise_signal(signal.SIGINT)
match.Match._count = counted
app(sys.argv[1:], prog_name="damier")
"""


def test_control_c(tmp_path):
    """The table is shown, the files are whole, and it is said how to go on."""
    journal, pdn = tmp_path / "m.jsonl", tmp_path / "m.pdn"
    arguments = ("match", *TWO, "--games", "1000", *QUICK, "--journal", str(journal), "--pdn", str(pdn))
    done = subprocess.run(
        [sys.executable, "-c", INTERRUPTED, *arguments], capture_output=True, text=True, timeout=120, check=False
    )
    assert done.returncode == 130
    assert "3 of 1000 games" in done.stdout
    assert f"stopped: damier match --resume {journal}" in done.stderr
    assert "Traceback" not in done.stderr
    assert pdn.read_text().count("[Event ") == 3
    assert "6 of 6 games" in call("match", "--resume", str(journal), "--games", "6")
