"""``damier analyse``: what it writes, where, and what it leaves alone."""

import io
from xml.etree import ElementTree

import pytest

typer_testing = pytest.importorskip("typer.testing", reason="the command line is an extra")

from damier.cli.app import app  # noqa: E402 - only where the extra is installed
from damier.pdn import read_games  # noqa: E402

GAME = """[White "Weiss"]
[Black "[b]Springer[/b]"]

{ a friendly game } 1. 32-28 { the main road } 19-23 2. 28x19 14x23 3. 37-32 23-28 4. 32x23 18x29 5. 34x23 *
"""
OTHER = """[GameType "25"]

1. c3-d4 d6-c5 2. b2-c3 f6-g5 *
"""


def call(*arguments, stdin=None, code=0):
    """Runs the command; what it wrote to standard output and to standard error."""
    result = typer_testing.CliRunner().invoke(
        app, ["analyse", *map(str, arguments)], input=stdin, env={"COLUMNS": "200"}
    )
    assert result.exit_code == code, result.output
    assert "Traceback" not in result.output
    return result.stdout, result.stderr


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "game.pdn"
    path.write_text(GAME, encoding="utf-8")
    return path


def games(text):
    return list(read_games(io.StringIO(text)))


def test_a_game(file):
    text, said = call(file, "--nodes", 50_000)
    (game,) = games(text)
    nodes = list(game.mainline())
    assert [node.pdn() for node in nodes][-2:] == ["18x29", "34x23"]
    assert all(node.eval() is not None for node in nodes)
    assert "??" in text
    assert len(nodes[5].parent.variations) == 2
    for words in ("a friendly game", "the main road", "White: accuracy"):
        assert words in text
    assert "Weiss" in said
    assert "[b]Springer[/b]" in said
    assert file.read_text(encoding="utf-8") == GAME


def test_from_standard_input():
    assert call("-", "--depth", 2, stdin=GAME)[0].count("%eval") >= 9


def test_in_place(file):
    out, _ = call(file, "--depth", 2, "-o", file)
    assert out == ""
    assert "%eval" in file.read_text(encoding="utf-8")
    assert [path.name for path in file.parent.iterdir()] == ["game.pdn"]


def test_a_failure_leaves_the_file(file):
    call(file, "--depth", 2, "-o", file, "--number", 7, code=2)
    assert file.read_text(encoding="utf-8") == GAME
    assert [path.name for path in file.parent.iterdir()] == ["game.pdn"]


def test_many_games_and_pictures(file):
    file.write_text(f"{GAME}\n{OTHER}", encoding="utf-8")
    picture = file.parent / "curve.svg"
    text, _ = call(file, "--depth", 2, "--graph", picture)
    assert [game.rules.id for game in games(text)] == ["international", "russian"]
    for path in (picture, file.parent / "curve-2.svg"):
        assert ElementTree.parse(path).getroot().tag.endswith("svg")
    text, _ = call(file, "--depth", 2, "--number", 2)
    assert [game.rules.id for game in games(text)] == ["russian"]


def test_a_game_with_a_fault_is_reviewed_up_to_it(file):
    file.write_text("1. 32-28 19-23 2. 33-29 20-24 *", encoding="utf-8")
    text, said = call(file, "--depth", 2)
    assert text.count("%eval") == 2
    assert "33-29" in text
    assert "capture is compulsory" in said


def test_a_game_without_moves(file):
    file.write_text('[White "Nobody"] *', encoding="utf-8")
    text, _ = call(file, "--depth", 2, "--graph", file.parent / "none.svg")
    assert "Nobody" in text
    assert not (file.parent / "none.svg").exists()


def test_positions():
    text, said = call("W:W28,32,38:B16,19,23", "--depth", 8, "--lines", 3)
    (game,) = games(text)
    assert game.fen() == "W:W28,32,38:B16,19,23"
    assert len(game.variations) == 3
    assert "win·draw·loss" in said
    text, _ = call("start", "-g", "russian", "--nodes", 1000, "--lines", 1, "--plies", 3)
    (game,) = games(text)
    assert (game.rules.id, game.fen(), len(list(game.mainline()))) == ("russian", None, 3)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["nowhere.pdn"], "no such file, and not a position: nowhere.pdn"),
        (["W:Wxx"], 'there is no square "xx"'),
        (["W:W1:B"], "1"),
        (["start", "--engine", "stockfish"], "no such engine: 'stockfish'"),
        (["start", "--engine", "hub:/no/such/program"], "/no/such/program"),
        (["start", "--depth", "0"], "the depth limit must be positive, not 0"),
        (["start", "-g", "chess"], "chess"),
    ],
)
def test_refusals(arguments, message):
    _, said = call(*arguments, code=2)
    assert message in said
    assert len(said.strip().splitlines()) == 1


def test_a_folder_and_nothing(tmp_path):
    assert "not a position" in call(tmp_path, code=2)[1]
    empty = tmp_path / "empty.pdn"
    empty.write_bytes(b"")
    assert "there is no game in" in call(empty, "--depth", 1, code=2)[1]
