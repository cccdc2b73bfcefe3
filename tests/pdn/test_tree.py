"""The tree of a game: made, changed, copied, told."""

from __future__ import annotations

import copy
import io
import pickle

import pytest

import damier
from damier import pdn


def test_a_game_is_made_move_by_move() -> None:
    game = pdn.Game(game="english")
    node = game.add_line(["11-15", "23-18"])
    assert node.ply() == 2
    assert node.board().fen() == damier_board("english", "11-15", "23-18").fen()
    assert node.turn() == damier.BLACK
    assert game.end() is node
    assert node.game() is game
    with pytest.raises(damier.IllegalMoveError):
        node.add_variation("1-2")
    with pytest.raises(damier.InvalidMoveError):
        node.add_line(["8-11", "hello"])
    assert list(game.headers) == list(pdn.headers.ROSTER)


def damier_board(game: str, *moves: str) -> damier.Board:
    board = damier.Board(game=game)
    for move in moves:
        board.push_pdn(move)
    return board


def test_variations_are_moved_about() -> None:
    game = pdn.Game()
    first, second, third = (game.add_variation(text) for text in ("32-28", "31-27", "33-29"))
    assert [third.starts_variation(), first.is_mainline(), second.is_mainline()] == [True, True, False]
    game.promote(third)
    assert game.variations == [first, third, second]
    game.promote_to_main(2)
    assert game.variations == [second, first, third]
    assert second.move is not None
    game.demote(second.move)
    assert game.variations == [first, second, third]
    assert game.variation(1) is second
    game.remove(second)
    assert game.variations == [first, third]
    with pytest.raises(KeyError):
        game.variation(second)
    with pytest.raises(ValueError, match="removed"):
        second.game()
    fourth = game.add_main_variation("34-30", comment="now first")
    assert game.next() is fourth


def test_the_sole_forms_of_texts() -> None:
    node = pdn.Game().add_variation("32-28")
    node.comment = "  a\n b  c {d}\n\n\ne\t"
    assert node.comment == "a b  c (d)\n\ne"
    node.comment = 'x\n\n[White "no tag"]'
    assert node.comment == 'x [White "no tag"]'


def test_commands_in_comments() -> None:
    node = pdn.Game().add_variation("32-28", comment="good")
    node.set_clock(3725)
    assert node.comment == "[%clk 1:02:05] good"
    node.set_clock(60.5, damier.BLACK)
    assert node.comment == "[%clock w1:02:05 B0:01:00.5] good"
    assert (node.clock(), node.clock(damier.BLACK)) == (3725, 60.5)
    node.set_clock(None)
    assert node.comment == "[%clock B0:01:00.5] good"
    node.set_clock(None, damier.BLACK)
    node.set_move_time(9)
    node.set_eval(-1.25)
    assert node.eval() == -1.25
    assert node.move_time() == 9
    node.set_eval(0.5)
    node.set_arrows([pdn.Arrow(28, 28), pdn.Arrow(28, 23, "red"), pdn.Arrow(1, 7, "blue")])
    assert node.comment == "[%csl G28] [%cal R2823,B0107] [%eval 0.500] [%emt 0:00:09] good"
    assert node.arrows() == [pdn.Arrow(28, 28), pdn.Arrow(28, 23, "red"), pdn.Arrow(1, 7, "blue")]
    node.set_arrows([])
    node.set_eval(None)
    node.set_move_time(None)
    assert node.comment == "good"
    with pytest.raises(ValueError, match="mauve"):
        node.set_arrows([pdn.Arrow(1, 7, "mauve")])
    named = pdn.Game(game="russian").add_variation("c3-d4")
    named.set_arrows([pdn.Arrow(22, 18)])
    assert named.comment == "[%cal Gc3d4]"
    assert named.arrows() == [pdn.Arrow(22, 18)]


def test_headers() -> None:
    headers = pdn.Headers({"White": "A", "Event": "B", "Extra_1": "C"})
    assert list(headers) == ["Event", "White", "Extra_1"]
    assert len(headers) == 3
    del headers["White"]
    assert dict(headers) == {"Event": "B", "Extra_1": "C"}
    headers["Event"] = " two\nlines "
    assert headers["Event"] == "two lines"
    for name in ("", "lower", "With blank", "É", "1st", "A" * 300, "Bianco"):
        with pytest.raises(ValueError, match="is no name of a tag"):
            headers[name] = "x"
    with pytest.raises(TypeError):
        headers["White"] = 3  # type: ignore[assignment]
    assert headers.copy() == headers


def test_a_game_from_a_board() -> None:
    board = damier.Board("W:WK40,45:B7,12", game="international")
    board.push_pdn("40-34")
    board.resign()
    game = pdn.Game.from_board(board)
    assert game.headers["Result"] == "2-0"
    assert game.fen() == "W:WK40,45:B7,12"
    assert game.end().board() == damier_copy(board)
    again = pdn.read_game(io.StringIO(str(game)))
    assert again is not None
    assert again.end().board().fen() == board.fen()
    assert again.winner == damier.WHITE


def damier_copy(board: damier.Board) -> damier.Board:
    fresh = board.root
    for move in board.move_stack:
        fresh.push(move)
    return fresh


def test_set_up() -> None:
    game = pdn.Game()
    game.set_up(damier.Board("B:W40:B7", game="frisian"))
    assert game.rules.id == "frisian"
    game.add_variation("7-11")
    with pytest.raises(ValueError, match="has moves"):
        game.set_up(damier.Board())
    node = game.end().add_setup("W:W30:B20")
    assert node.board().fen() == "W:W30:B20"
    assert "/FEN" in str(game)
    with pytest.raises(damier.InvalidFenError):
        node.add_setup("nonsense")


def test_copies_and_pickles() -> None:
    text = '[White "A"] [White "B"] {x} 1. 32-28! {c} ( {s} 1. 33-29 19-23 ) 1... 18-23 /FEN "B:W31:B20"/ 20-25 99-1 *'
    game = pdn.read_game(io.StringIO(text))
    assert game is not None
    for other in (pickle.loads(pickle.dumps(game)), copy.deepcopy(game)):
        assert str(other) == str(game)
        assert other.errors == game.errors != []
        assert other.headers.repeated == game.headers.repeated
        assert other.end().unread == "99-1"
    node = pickle.loads(pickle.dumps(game.variations[1]))
    assert node.starting_comment == "s"
    assert node.game().headers["White"] == "A"


def test_a_very_long_game_is_copied() -> None:
    game = pdn.Game(game="international")
    game.set_up(damier.Board("W:WK50,35:BK1,6"))
    game.add_line(["50-44", "1-7", "44-50", "7-1"] * 3000)
    assert str(copy.deepcopy(game)) == str(game)
    assert sum(1 for _ in game.mainline()) == 12_000


def test_words_of_nodes() -> None:
    game = pdn.Game()
    node = game.add_line(["32-28", "19-23"])
    node.add_variation("28x19", comment="must")
    assert repr(node) == "<Node 19-23 (1 after it)>"
    assert str(game.variations[0]) == "1... 19-23 2. 28x19 {must}"
    assert repr(game) == "<Game ? - ?, international, 3 plies>"
    assert [node.pdn(long=True) for node in game.mainline()] == ["32-28", "19-23", "28x19"]
    assert list(game.mainline_moves()) == [node.move for node in game.mainline()]
