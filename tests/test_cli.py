"""The command line: what it prints, what it refuses, and that it never shows a traceback."""

import re
import subprocess
import sys
from xml.etree import ElementTree

import pytest

import damier

typer_testing = pytest.importorskip("typer.testing", reason="the command line is an extra")

from damier.cli.app import app  # noqa: E402 - only where the extra is installed

GAMES = [game.id for game in damier.games()]


def call(*arguments, stdin=None, code=0):
    """Runs one command in this process; everything it printed."""
    result = typer_testing.CliRunner().invoke(app, arguments, input=stdin, env={"COLUMNS": "200"})
    assert result.exit_code == code, result.output
    assert "Traceback" not in result.output
    return result.output


def refused(*arguments):
    """What a command says that ends with exit code 2."""
    return call(*arguments, code=2)


def spawn(*arguments, stdin=""):
    """Runs ``python -m damier`` in a process of its own."""
    command = [sys.executable, "-m", "damier", *arguments]
    return subprocess.run(command, input=stdin, capture_output=True, text=True, timeout=120, check=False)


# ---------------------------------------------------------------------------------------------------------------


def test_help_and_version():
    text = call("--help")
    for word in ("play", "perft", "show", "games", "--host", "--port", "--no-browser"):
        assert word in text
    assert call("--version").strip() == f"damier {damier.__version__}"


def test_serves_when_nothing_is_said(monkeypatch):
    asked = {}
    monkeypatch.setattr("damier.cli.serve.serve", lambda **options: asked.update(options))
    call()
    assert asked == {"host": "127.0.0.1", "port": 8064, "browser": True}
    call("--host", "0.0.0.0", "--port", "9000", "--no-browser")
    assert asked == {"host": "0.0.0.0", "port": 9000, "browser": False}


# ---------------------------------------------------------------------------------------------------------------
# perft


def test_perft():
    text = call("perft", "4")
    assert re.search(r"^ *4 +4,265 ", text, re.MULTILINE)
    assert "1,469" in call("perft", "4", "--game", "russian")
    assert "5,432" in call("perft", "4", "--fen", "B:BK17,K24:W6,9,10,11,20,21,22,23,30,K31,33,37,41,42,43,44,46")


def test_perft_ordered():
    position = ("--fen", "W:B16,17,18,19,20:W31,32,33,34,35")
    assert "98,971" in call("perft", "7", *position, "--ordered")


def test_perft_divide():
    text = call("perft", "3", "--divide", "--threads", "2")
    counts = [int(line.split()[1].replace(",", "")) for line in text.splitlines() if re.match(r"\d+-\d+ ", line)]
    assert len(counts) == 9
    assert sum(counts) == 658
    assert "658 nodes" in text
    assert "9 nodes" in call("perft", "1", "--divide")


# ---------------------------------------------------------------------------------------------------------------
# show


@pytest.mark.parametrize("game", GAMES)
def test_show_every_game(game):
    text = call("show", "--game", game)
    board = damier.Board(game=game)
    assert board.game.name in text
    assert board.fen() in text
    letters = text.partition(board.game.name)[0]
    assert letters.count("w") >= len(board.pieces(damier.WHITE))
    assert letters.count("b") >= len(board.pieces(damier.BLACK))


def test_show_legal_moves_and_ends():
    assert "28x39" in call("show", "W:W28,45:B33,5")
    assert "1 legal move:" in call("show", "W:W28,45:B33,5")
    assert "2-0" in call("show", "B:W50:B")


def test_show_faults():
    text = call("show", "W:W4:B49")
    assert "! " in text
    assert "legal move" not in text


def test_show_flip():
    upright, turned = call("show", "W:W46:B5"), call("show", "W:W46:B5", "--flip")
    assert upright.index("b") < upright.index("w")
    assert turned.index("w") < turned.index("b")


def test_show_svg(tmp_path):
    file = tmp_path / "board.svg"
    call("show", "W:WK28:B5", "--svg", str(file), "--style", "diagram")
    assert ElementTree.parse(file).getroot().tag.endswith("svg")


def test_board_in_colour():
    from io import StringIO

    from rich.console import Console

    from damier.cli.board import Picture

    for game in GAMES:
        console = Console(file=StringIO(), force_terminal=True, color_system="truecolor", width=100)
        board = damier.Board(game=game)
        console.print(Picture(board, orientation=damier.BLACK, marked=[1]))
        lines = re.sub(r"\x1b\[[0-9;]*m", "", console.file.getvalue()).splitlines()
        rows = [line for line in lines if line.strip()]
        assert len(rows) >= board.game.ranks
        assert max(len(line.rstrip()) for line in rows) <= 4 + 4 * board.game.files
        assert "▗▄▄▖" in console.file.getvalue().replace("\x1b[0m", "") or "▄▄" in console.file.getvalue()


# ---------------------------------------------------------------------------------------------------------------
# games


def test_games_lists_all():
    text = call("games")
    for game in GAMES:
        assert re.search(rf"^{game}\b", text, re.MULTILINE)


@pytest.mark.parametrize("game", GAMES)
def test_games_shows_one(game):
    text = call("games", game)
    assert "Promotion" in text
    assert next(iter(damier.Game(game).profiles)) in text


# ---------------------------------------------------------------------------------------------------------------
# play


def test_bench_prints_the_same_number_each_time():
    first = call("bench").splitlines()[-1]
    assert first.isdecimal()
    assert call("bench").splitlines()[-1] == first


def test_play_a_move_and_leave():
    text = call("play", "--level", "beginner", stdin="moves\n32-28\nquit\n")
    assert "31-26" in text
    assert "Black plays" in text
    assert "Left at: W:" in text


def test_play_says_why_a_move_is_refused():
    text = call("play", "--fen", "W:W28,45:B33,5", stdin="45-40\nnonsense\n")
    assert "capture is compulsory: 28x39" in text
    assert "nonsense" in text


def test_play_ambiguous():
    text = call("play", "--fen", "W:WK1:B12,13,19,20", stdin="1x25\n")
    assert "1x23x14x25" in text
    assert "1x18x9x25" in text


def test_play_to_the_end():
    text = call("play", "--fen", "W:W28:B23", stdin="28x19\n")
    assert "2-0 · White wins" in text


def test_play_black_and_other_games():
    text = call("play", "--game", "russian", "--color", "black", "--level", "beginner", stdin="quit\n")
    assert "White plays" in text
    call("play", "--game", "turkish", "--level", "beginner", stdin="undo\nflip\nfen\nhelp\nquit\n")


def test_play_undo_flip_hint_resign():
    text = call("play", "--level", "beginner", stdin="undo\n32-28\nundo\nhint\nflip\nresign\n")
    assert "nothing to take back" in text
    assert "hint:" in text
    assert "0-2 · Black wins" in text


def test_play_draws():
    text = call("play", "--level", "beginner", stdin="draw\nclaim\nquit\n")
    assert "may not be offered yet" in text
    assert "no drawing rule" in text


def test_play_ends_with_its_input():
    assert "Left at:" in call("play", stdin="")


# ---------------------------------------------------------------------------------------------------------------
# Refusals


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("show", "W:W99:B1"), "99"),
        (("show", "rubbish"), "rubbish"),
        (("show", "--game", "chess"), "chess"),
        (("show", "--style", "wood", "--svg", "x.svg"), "wood"),
        (("show", "--svg", "no/such/folder/x.svg"), "no/such/folder"),
        (("show", "--draws", "nonsense"), "nonsense"),
        (("games", "chess"), "chess"),
        (("perft", "0"), "depth"),
        (("perft", "3", "--game", "[bold]"), "[bold]"),
        (("play", "--level", "wizard"), "wizard"),
        (("play", "--color", "red"), "red"),
        (("nonsense",), "nonsense"),
    ],
)
def test_refusals_name_the_thing(arguments, message, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert message in refused(*arguments)


def test_a_fault_is_one_line():
    lines = refused("show", "W:W99:B1").strip().splitlines()
    assert len(lines) == 1
    assert lines[0].startswith("damier: ")


# ---------------------------------------------------------------------------------------------------------------
# As a program


def test_as_a_program():
    done = spawn("perft", "5")
    assert done.returncode == 0
    assert "27,117" in done.stdout
    assert done.stderr == ""


def test_faults_of_a_program_go_to_standard_error():
    done = spawn("show", "W:W99:B1")
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr.startswith("damier: ")
    assert "Traceback" not in done.stderr


def test_a_reader_that_leaves_early():
    command = f"{sys.executable} -m damier games russian | true"
    done = subprocess.run(["/bin/sh", "-c", command], capture_output=True, text=True, timeout=60, check=False)
    assert done.stderr == ""


def test_without_the_extra():
    code = "import sys; sys.modules['typer'] = None; sys.argv = ['damier']; from damier.cli import main; main()"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 2
    assert done.stderr.strip() == "damier: the command line needs typer: pip install 'damier[cli]'"


def test_towers_are_shown():
    text = call("show", "--game", "bashni", "W:Wc3[wbb],a1:Bd4[bw],Kh8")
    assert "W:Wc3[wbb],a1:BKh8,d4[bw]" in text
    assert "towers: d4 bw  c3 wbb" in text
    assert "c3:e5" in text
    assert "c3-d4/b3-c4" in call("show", "--game", "vigman")
