"""``damier selfplay``, ``damier train`` and ``damier eval`` as people type them."""

from pathlib import Path
from xml.etree import ElementTree

import pytest

pytest.importorskip("typer", reason="the command line needs damier[cli]")

from typer.testing import CliRunner

from damier import Board
from damier.cli.app import app


def damier(*words: object, code: int = 0) -> str:
    found = CliRunner().invoke(app, [str(word) for word in words])
    assert found.exit_code == code, found.output
    return found.output


def test_from_games_to_a_heat_map(tmp_path: Path) -> None:
    games, net, curve, bars, heat = (tmp_path / name for name in ("a.games", "a.net", "c.svg", "b.svg", "h.svg"))
    assert "60 games of russian" in damier("selfplay", "russian", games, "-n", 60, "--nodes", 50, "-t", 1)
    # What is there already stays.
    before = games.read_bytes()
    damier("selfplay", "russian", games, "-n", 60, "--nodes", 50)
    assert games.read_bytes() == before
    told = damier("train", "stats", "russian", games, "--svg", bars, "--what", "pieces")
    assert "of 60 games" in told
    assert "White won" in told
    shuffled = tmp_path / "a.shuffled"
    assert "positions of 60 games of russian are in" in damier("train", "shuffle", "russian", games, "-o", shuffled)
    words = ("--set", "epochs=1", "--set", "batch=256", "--svg", curve)
    assert "epoch 1" in damier("train", "fit", "russian", games, "-o", net, *words)
    assert "epoch 1" in damier("train", "fit", "russian", shuffled, "-o", net, *words)
    position = "W:Wa1,c1,e1:Bb8,d8"
    told = damier("eval", position, "-g", "russian", "-w", net, "--svg", heat)
    assert f"{Board(position, game='russian').evaluate(weights=net.read_bytes()) / 100:+.2f} men for White" in told
    for picture in (curve, bars, heat):
        ElementTree.fromstring(picture.read_text(encoding="utf-8"))


def test_games_begin_from_openings(tmp_path: Path) -> None:
    games, positions = tmp_path / "a.games", tmp_path / "ends.txt"
    positions.write_text("W:Wa1,c1:Bb8,d8  # two men a side\n", encoding="utf-8")
    assert "5 games of russian" in damier("selfplay", "russian", games, "-n", 5, "--nodes", 50, "-o", positions)
    more = tmp_path / "b.games"
    assert "5 games of russian" in damier("selfplay", "russian", more, "-n", 5, "--nodes", 50, "-o", "ballots:3")
    assert "never runs out" in damier("selfplay", "russian", more, "-n", 5, "-o", "random", code=2)
    assert "no ballots of 4 plies" in damier("selfplay", "russian", more, "-n", 5, "-o", "ballots:4", code=2)


def test_values_without_search() -> None:
    assert "men for White" in damier("eval")
    assert "a capture is pending" in damier("eval", "W:W28:B23,1")
    told = damier("eval", "W:Wa1,Kc3[Wbb],e1:Bb8,d8[bww],h8", "-g", "bashni")
    assert "men for White" in told
    assert "Kc3" in told
    assert "men for White" in damier("eval", "-g", "vigman")


@pytest.mark.parametrize(
    ("words", "fault"),
    [
        (["selfplay", "chess", "x"], "there is no game"),
        (["selfplay", "vigman", "x"], "two games at once are judged by what was learned of one of them"),
        (["train", "fit", "russian", "none.games", "-o", "x"], "none.games"),
        (["train", "shuffle", "russian", "none.games", "-o", "x"], "none.games"),
        (["train", "fit", "russian", "none.games", "-o", "x", "--set", "colour=1"], "no recipe has 'colour'"),
        (["train", "fit", "russian", "none.games", "-o", "x", "--set", "epochs"], "KEY=VALUE"),
        (["eval", "W:W51:B1"], "51"),
        (["eval", "-w", "none.net"], "none.net"),
    ],
    ids=lambda words: "_".join(map(str, words))[:40] if isinstance(words, list) else "",
)
def test_faults_are_told_in_a_line(
    words: list[str], fault: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    told = damier(*words, code=2)
    assert fault in told
    assert "Traceback" not in told
    assert list(tmp_path.iterdir()) == []
