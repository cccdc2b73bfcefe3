"""``damier tables``: what people see of endgame tables in a terminal."""

from pathlib import Path

import pytest
from typer.testing import CliRunner

from damier.cli.app import app

runner = CliRunner()


def run(*words: str, code: int = 0) -> str:
    result = runner.invoke(app, ["tables", *words])
    assert result.exit_code == code, result.output
    return result.output


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    to = tmp_path_factory.mktemp("tables") / "russian"
    assert "up to 2 pieces are in" in run("build", "russian", "2", "--folder", str(to))
    return to


def test_stats(folder: Path) -> None:
    text = run("stats", "russian", "--folder", str(folder))
    assert "MvK" in text
    assert "3,488 positions in 4 tables" in text
    assert "no such tables" in run("stats", "russian", "--folder", str(folder), "-p", "5")


def test_verify(folder: Path) -> None:
    text = run("verify", "russian", "--folder", str(folder), "--positions", "10")
    assert text.startswith("8 files of russian are whole, 350 positions")


def test_probe() -> None:
    lines = run("probe", "W:W17:B4", "--game", "russian").splitlines()
    assert lines[0] == "White wins in 13 plies"
    assert {" ".join(line.split()) for line in lines[1:]} == {"b4-c5 wins in 13 plies", "b4-a5 wins in 13 plies"}


def test_list(folder: Path) -> None:
    text = run("list", "--folder", str(folder))
    assert "russian" in text
    assert "international" not in text


def test_faults_are_told_in_one_line(folder: Path) -> None:
    assert "no table for" in run("probe", "W:W31,32,33:B1,2,3", code=2)
    assert "there is no game" in run("build", "chess", "2", code=2)
    assert "other rules" in run("stats", "international", "--folder", str(folder), code=2)
    (folder / "MvM.dtw").write_bytes(b"too short")
    assert "not an endgame table" in run("verify", "russian", "--folder", str(folder), code=2)


def test_half_a_set_tells_what_is_there_and_what_is_missing(tmp_path: Path) -> None:
    folder = tmp_path / "russian"
    run("build", "russian", "2", "--folder", str(folder))
    (folder / "KvM.wdl").unlink()
    for command in ("verify", "stats"):
        text = run(command, "russian", "--folder", str(folder), code=2)
        assert "of no use alone, and KvM.wdl is missing" in text
    assert "6 files of russian are whole" in run("verify", "russian", "--folder", str(folder), code=2)
    assert "2,620 positions in 3 tables" in run("stats", "russian", "--folder", str(folder), code=2)
    assert "russian" in run("list", "--folder", str(folder))
    assert "White wins in 13 plies" in run("probe", "W:W17:B4", "-g", "russian", "--folder", str(folder))
    run("build", "russian", "2", "--folder", str(folder))
    assert "8 files of russian are whole" in run("verify", "russian", "--folder", str(folder))


def test_a_file_is_no_folder(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    assert "this is a file" in run("build", "russian", "2", "--folder", str(tmp_path / "file"), code=2)


def test_a_table_alone_with_what_it_needs(tmp_path: Path) -> None:
    folder = str(tmp_path / "russian")
    assert "tables of russian KvKK are in" in run("build", "russian", "3", "--only", "KvKK", "--folder", folder)
    assert "3 tables" in run("stats", "russian", "--folder", folder)
    assert "names no ending" in run("build", "russian", "3", "--only", "KQvK", "--folder", folder, code=2)
    assert "KKvKK has 4 pieces" in run("build", "russian", "3", "--only", "KKvKK", "--folder", folder, code=2)
