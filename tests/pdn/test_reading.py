"""Handles of every kind, and texts of every size."""

from __future__ import annotations

import io
import os
import threading
from pathlib import Path

import pytest

import damier
from damier import pdn

THREE = '[White "Ä"] 1. 32-28 18-23 1-1\n\n[White "é"]\n\n1. 31-27 17-21 *\n\n[White "β"] 1. 33-29 *\n'


def test_a_handle_stands_behind_the_game_that_was_read(tmp_path: Path) -> None:
    path = tmp_path / "three.pdn"
    path.write_text(THREE, encoding="utf-8")
    for mode in ("rb", "r"):
        with open(path, mode, encoding=None if mode == "rb" else "utf-8") as handle:
            offsets, names = [], []
            while True:
                offset = handle.tell()
                headers = pdn.read_headers(handle)
                if headers is None:
                    break
                offsets.append(offset)
                names.append(headers["White"])
            assert names == ["Ä", "é", "β"]
            handle.seek(offsets[1])
            game = pdn.read_game(handle)
            assert game is not None
            assert game.headers["White"] == "é"
            assert [node.pdn() for node in game.mainline()] == ["31-27", "17-21"]
            assert pdn.skip(handle)
            assert not pdn.skip(handle)
            assert pdn.read_game(handle) is None


def test_lines_and_numbers_go_on_from_game_to_game() -> None:
    handle = io.StringIO("1. 32-28 *\n\n1. 32-28 50-45 *\n\n1. 31-27 45-50 *\n")
    games = [pdn.read_game(handle) for _ in range(3)]
    errors = [game.errors[0] for game in games[1:] if game is not None]
    assert [(error.game, error.line) for error in errors] == [(2, 3), (3, 5)]


def test_a_pipe_is_read_game_by_game() -> None:
    reading, writing = os.pipe()

    def write() -> None:
        with open(writing, "wb") as pipe:
            pipe.write(THREE.encode())

    thread = threading.Thread(target=write)
    thread.start()
    with open(reading, "rb") as pipe:
        names = []
        while (game := pdn.read_game(pipe)) is not None:
            names.append(game.headers["White"])
    thread.join()
    assert names == ["Ä", "é", "β"]


def test_text_that_could_not_be_decoded_is_read_as_bytes() -> None:
    data = '[White "Größe"]\n1. 32-28 *'.encode("latin-1")
    handle = io.TextIOWrapper(io.BytesIO(data), encoding="utf-8", errors="surrogateescape")
    game = pdn.read_game(handle)
    assert game is not None
    assert game.headers["White"] == "Größe"


def test_the_draughts_game_can_be_named() -> None:
    text = "1. c3-d4 d6-c5 *"
    for name in ("russian", "czech", "brazilian"):
        (game,) = pdn.read_games(io.StringIO(text), game=name)
        assert game.rules.id == name
        (game,) = pdn.read_games(io.StringIO(text), game=damier.Game(name))
        assert game.rules.id == name
    custom = damier.Game.custom("russian", files=10)
    (game,) = pdn.read_games(io.StringIO(text), game=custom)
    assert game.rules.id == "custom"
    with pytest.raises(ValueError, match="ludo"):
        list(pdn.read_games(io.StringIO(text), game="ludo"))


def test_a_visitor_is_told_everything() -> None:
    class Log(pdn.Visitor[list[str]]):
        def __init__(self) -> None:
            self.log: list[str] = []

        def begin_game(self) -> None:
            self.log.append("begin")

        def visit_header(self, name: str, value: str) -> None:
            self.log.append(f"{name}={value}")

        def end_headers(self, headers: pdn.Headers, root: damier.Board) -> pdn.Skip | None:
            self.log.append(root.game.id)
            return pdn.SKIP if headers.get("White") == "no" else None

        def visit_move(self, board: damier.Board, move: damier.Move, nags: list[int]) -> None:
            self.log.append(board.pdn(move) + "".join(f"${nag}" for nag in nags))

        def visit_comment(self, comment: str) -> None:
            self.log.append("{" + comment + "}")

        def begin_variation(self) -> pdn.Skip | None:
            self.log.append("(")
            return pdn.SKIP if self.log.count("(") > 1 else None

        def end_variation(self) -> None:
            self.log.append(")")

        def visit_result(self, result: str) -> None:
            self.log.append(result)

        def handle_error(self, error: pdn.Problem) -> None:
            self.log.append(error.kind)

        def end_game(self) -> None:
            self.log.append("end")

        def result(self) -> list[str]:
            return self.log

    text = '[White "yes"] {a} 1. 32-28! ( 1. 33-29 19-23 ) ( 1. 34-29 ) 1... 18-23 2. 28-27 2-0 [White "no"] 1. 32-28 *'
    handle = io.StringIO(text)
    told = pdn.read_game(handle, visitor=Log())
    said = "begin White=yes Result=2-0 international {a} 32-28$1 ( 33-29 19-23 ) ( 18-23 illegal 2-0 end"
    assert told == said.split()
    assert pdn.read_game(handle, visitor=Log()) == ["begin", "White=no", "international", "*", "end"]
    assert pdn.read_game(handle, visitor=Log()) is None


# Whatever comes ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("depth", [10_000, 200_000])
def test_nested_variations(depth: int) -> None:
    """Alternate moves, each in a variation of the other, then all parentheses closed, or none."""
    inner = " ( 1. 33-29" * depth
    for closed in (" )" * depth, ""):
        game = pdn.read_game(io.StringIO(f"1. 32-28{inner}{closed} *"))
        assert game is not None
        assert len(game.variations) == depth + 1


def test_deep_variations_are_written_and_read() -> None:
    moves = ["50-49", "1-2", "49-50", "2-1"]
    parts, depth = [], 3000
    for ply in range(depth):
        parts.append(f"( {moves[ply % 4]} " if ply else moves[0] + " ")
    text = '[GameType "20"]\n[FEN "W:WK50,45:BK1,6"]\n' + moves[0]
    game = pdn.read_game(io.StringIO(text + " *"))
    assert game is not None
    node: pdn.Node = game
    board = game.board()
    for ply in range(depth):
        legal = sorted(board.legal_moves, key=board.pdn)
        quiet = [move for move in legal if not move.is_capture][:2]
        if len(quiet) < 2:
            break
        node.add_variation(quiet[0])
        board.push(quiet[1])
        node = node.add_variation(quiet[1])
        if ply > 2 and not board.legal_moves:
            break
    text = str(game)
    again = pdn.read_game(io.StringIO(text))
    assert again is not None
    assert str(again) == text


@pytest.mark.parametrize(
    "text",
    [
        "(" * 100_000,
        ")" * 100_000,
        "{" * 100_000,
        "{}" * 100_000,
        "{{}" * 100_000,
        "[" * 100_000,
        '[A "' * 50_000,
        '"' * 100_000,
        "1." * 100_000,
        "1-1 " * 100_000,
        "32-28 " * 100_000,
        "32-28-" * 100_000,
        "3" * 100_000,
        "- " * 100_000,
        "* " * 100_000,
        "! " * 100_000,
        "$" * 100_000,
        "/FEN " * 50_000,
        '/FEN "' * 50_000,
        "%\n" * 100_000,
        ";" * 100_000,
        "\n" * 100_000,
        "\\" * 100_000,
        "x" * 100_000,
        "é" * 100_000,
        "\x00" * 100_000,
        "\n\n[" * 100_000,
        '{\n\n[A "' * 50_000,
    ],
    ids=lambda text: repr(text[:6]),
)
def test_any_text_is_read_to_its_end(text: str) -> None:
    for game in pdn.read_games(io.StringIO(text)):
        assert str(game).endswith("*")
    with_game = text + '\n\n[White "the last"]\n\n1. 32-28 *\n'
    *_, last = pdn.read_games(io.StringIO(with_game))
    assert [node.pdn() for node in last.mainline()] == ["32-28"] or "{" in text


def test_a_long_comment_is_cut_and_the_game_goes_on() -> None:
    text = "1. 32-28 {" + "word " * 500_000 + "} 19-23 *\n\n1. 31-27 *"
    first, second = pdn.read_games(io.StringIO(text))
    assert [error.kind for error in first.errors] == ["limit"]
    assert len(first.variations[0].comment) <= 1 << 20
    assert [node.pdn() for node in first.mainline()] == ["32-28", "19-23"]
    assert [node.pdn() for node in second.mainline()] == ["31-27"]


def test_a_long_game_on_one_line() -> None:
    shuffle = " ".join(["50-44 1-7 44-50 7-1"] * 20_000)
    text = f'[GameType "20"] [FEN "W:WK50,35:BK1,6"] {shuffle} *'
    (game,) = pdn.read_games(io.StringIO(text))
    assert sum(1 for _ in game.mainline()) == 80_000
    assert game.errors == []
