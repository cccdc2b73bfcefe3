"""Many files at once."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest

import damier
from damier import pdn

numpy = pytest.importorskip("numpy")

DATA = Path(__file__).parents[2] / "data" / "pdn"
FILES = sorted(DATA.glob("*/*.pdn"))


def one_by_one(path: Path) -> list[pdn.Game]:
    with open(path, "rb") as handle:
        return list(pdn.read_games(handle))


@pytest.mark.parametrize("threads", [1, 2, 5])
def test_a_scan_finds_what_reading_finds(threads: int) -> None:
    expected = [
        (path, game.rules.id, dict(game.headers).get("White"), sum(1 for _ in game.mainline_moves()), game.winner)
        for path in FILES
        for game in one_by_one(path)
    ]
    found = [
        (game.path, game.game.id, game.headers.get("White"), game.ply_count, game.winner)
        for game in pdn.scan(FILES, threads=threads)
    ]
    assert found == expected


def test_errors_say_where_they_are() -> None:
    for path in FILES:
        expected = [
            (error.kind, error.game, error.line, error.ply, error.text, error.reason)
            for game in one_by_one(path)
            for error in game.errors
            if error.ply is not None or error.kind in ("gametype", "result")
        ]
        found = [
            (error.kind, error.game, error.line, error.ply, error.text, error.reason)
            for game in pdn.scan(path)
            for error in game.errors
        ]
        assert found == expected, path


def test_arrays() -> None:
    path = DATA / "good" / "czech.pdn"
    for found, game in zip(pdn.scan(path, arrays=True), one_by_one(path), strict=True):
        board = game.board()
        hashes = [board.zobrist_hash()]
        for row, node in zip(found.moves, game.mainline(), strict=True):
            move = node.move
            assert move is not None
            assert (row["from"], row["to"]) == (move.from_square, move.to_square)
            assert int(row["captures"][0]) | int(row["captures"][1]) << 64 == int(move.captures)
            board.push(move)
            hashes.append(board.zobrist_hash())
        assert found.hashes.tolist() == hashes
    assert next(iter(pdn.scan(path))).moves is None


def test_large_files_are_cut_between_games(tmp_path: Path) -> None:
    """Blocks of a mebibyte: a game is never lost, told twice, or numbered wrongly, whatever parts the games."""
    moves = "1. 32-28 18-23 2. 38-32 12-18 3. 31-27 17-21 4. 37-31 21-26"
    styles = {
        "blank lines": '\n\n[White "{0}"]\n\n{1} *\n',
        "no blank lines": '[White "{0}"] {1} *\n',
        "no tags": "{1} *\n",
        "all on one line": "{1} * ",
        "comments with empty lines": '\n\n[White "{0}"]\n\n{{a\n\nb}} {1} *\n',
    }
    for name, style in styles.items():
        path = tmp_path / "large.pdn"
        count = 40_000
        path.write_text("".join(style.format(number, moves) for number in range(count)))
        lines = path.read_text().count("\n")
        seen = 0
        for number, game in enumerate(pdn.scan(path, threads=2), 1):
            assert (game.number, game.ply_count) == (number, 8), name
            assert game.headers.get("White", str(number - 1)) == str(number - 1)
            seen = number
            last = game
        assert seen == count, name
        assert last.line <= lines + 1
        data = path.read_bytes()
        assert data[last.offset : last.offset + 1] in b"[1{"


def test_code_pages_hold_for_the_whole_file(tmp_path: Path) -> None:
    path = tmp_path / "old.pdn"
    first = '[White "Воробьёв Виктор Петрович"]\n\n1. 32-28 *\n\n'
    path.write_bytes(
        first.encode("cp1251") + b'[White "plain"]\n\n1. 32-28 *\n\n' * 60_000 + '[White "Ян"]\n\n*\n'.encode("cp1251")
    )
    names = {game.headers["White"] for game in pdn.scan(path, threads=2)}
    assert names == {"Воробьёв Виктор Петрович", "plain", "Ян"}


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    packed = tmp_path / "packed.pdn"
    packed.write_bytes(gzip.compress(b"1. 32-28 *"))
    sound = tmp_path / "sound.pdn"
    sound.write_text("1. 32-28 *")
    missing = tmp_path / "missing.pdn"
    with pytest.raises(ValueError, match=r"packed\.pdn: the file is compressed \(gzip\)"):
        list(pdn.scan(packed))
    with pytest.raises(FileNotFoundError, match=r"missing\.pdn"):
        list(pdn.scan(missing))
    errors: list[Exception] = []
    found = list(pdn.scan([packed, missing, sound, packed], on_error=errors.append))
    assert [game.path for game in found] == [sound]
    assert [type(error) for error in errors] == [ValueError, FileNotFoundError, ValueError]


def test_options() -> None:
    path = DATA / "good" / "czech.pdn"
    assert {game.game.id for game in pdn.scan(path, game="german")} == {"german"}
    with pytest.raises(ValueError, match="threads=0"):
        pdn.scan(path, threads=0)
    with pytest.raises(ValueError, match="encoding="):
        pdn.scan(path, encoding="no such")
    old = DATA / "good" / "windows-1251.pdn"
    (game,) = pdn.scan(old, encoding="latin-1")
    assert game.headers["White"] != "Синицын"
    assert repr(game).startswith("<Scanned game 1 of")
    assert game.reason


def test_a_scan_can_be_left(tmp_path: Path) -> None:
    path = tmp_path / "many.pdn"
    path.write_text("1. 32-28 18-23 *\n\n" * 200_000)
    for _ in range(20):
        scan = iter(pdn.scan(path, threads=3))
        assert next(scan).ply_count == 2
        del scan
    assert damier.Board().legal_moves.count() == 9


def test_turns_of_two_games_have_no_rows(tmp_path: Path) -> None:
    path = tmp_path / "two.pdn"
    path.write_text('[Event "?"]\n[Variant "Vigman"]\n\n1. c3-d4/b3-c4 *\n', encoding="utf-8")
    (found,) = pdn.scan(path, arrays=True)
    assert (found.game.id, found.ply_count, len(found.hashes)) == ("vigman", 1, 2)
    with pytest.raises(ValueError, match="a turn of vigman is a move in each of two games"):
        _ = found.moves
