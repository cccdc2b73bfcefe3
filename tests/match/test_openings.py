"""Where games begin."""

import pytest

from damier import Board, ballots, games
from damier.match import Opening, Openings
from damier.match.openings import random_opening


@pytest.mark.parametrize("game", [game.id for game in games()])
def test_random_openings(game):
    openings = Openings("random:4", game, seed=1)
    assert openings.count is None
    drawn = [openings[index] for index in range(6)]
    assert drawn == [Openings("random:4", game, seed=1)[index] for index in range(6)]
    for opening in drawn:
        board = opening.board(game)
        assert board.ply == 4
        assert board.outcome() is None
        assert not any(move.is_capture for move in board.legal_moves)
    assert len(set(drawn)) > 1


def test_random_openings_are_even():
    for index in range(30):
        board = random_opening("international", 12, index).board()
        assert len(board.pieces(board.turn)) == len(board.pieces(board.turn.opposite))


def test_ballots(monkeypatch):
    shipped = {2: [("32-28", "19-23")], 3: [("32-28", "19-23", "28x19"), ("33-28", "20-24", "39-33")]}
    monkeypatch.setattr(ballots, "lengths", lambda game: tuple(shipped))
    monkeypatch.setattr(
        ballots, "load", lambda game, plies: [ballots.Ballot(game, each, "") for each in shipped[plies]]
    )
    assert Openings("ballots:2")[0] == Opening(moves=("32-28", "19-23"))
    longest = Openings()
    assert (longest.source, longest.count) == ("ballots", 2)
    assert {longest[0].moves, longest[1].moves} == {("32-28", "19-23", "28x19x23"), ("33-28", "20-24", "39-33")}


@pytest.mark.parametrize("game", ["international", "russian", "english", "frisian"])
def test_shipped_ballots(game):
    openings = Openings(None, game, seed=2)
    longest = max(ballots.lengths(game))
    assert openings.count == len(ballots.load(game, plies=longest))
    fens = {ballot.fen for ballot in ballots.load(game, plies=longest)}
    for index in range(10):
        assert len(openings[index].moves) == longest
        assert openings[index].board(game).fen() in fens
    assert openings[0] != Openings(None, game, seed=3)[0]
    with pytest.raises(ValueError, match="no ballots of 9 plies"):
        Openings("ballots:9", game)


def test_games_without_ballots(monkeypatch):
    def none(game, plies=0):
        raise ValueError(f"no ballots for {game}")

    monkeypatch.setattr(ballots, "lengths", none)
    monkeypatch.setattr(ballots, "load", none)
    assert Openings().source == "random"
    with pytest.raises(ValueError, match="no ballots"):
        Openings("ballots:3", "turkish")


def test_the_start():
    openings = Openings("start")
    assert openings.count == 1
    assert openings[7] == Opening()
    assert openings[7].board() == Board()


def test_positions_of_a_file(tmp_path):
    file = tmp_path / "positions.fen"
    file.write_text("# two positions\nW:W31-50:B1-20\n\n  B:W28,33:B19,K5 # and a remark\n")
    openings = Openings(str(file), seed=4)
    assert openings.count == 2
    assert {openings[0].fen, openings[1].fen} == {Board().fen(), Board("B:W28,33:B19,K5").fen()}
    assert openings[2] == openings[0]
    seeds = {Openings(str(file), seed=seed)[0].fen for seed in range(20)}
    assert len(seeds) == 2, "the order depends on the seed"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "holds no opening"),
        ("# nothing\n", "holds no opening"),
        ("W:W31:B1\nrubbish\n", "line 2: .*rubbish"),
        ("W:W4:B49\n", "line 1: .*promot"),
        ("B:W50:B\n", "line 1: the game is over"),
    ],
)
def test_files_of_no_use(tmp_path, text, message):
    file = tmp_path / "positions.fen"
    file.write_text(text)
    with pytest.raises(ValueError, match=message):
        Openings(str(file))


def test_openings_that_cannot_be_found(monkeypatch):
    monkeypatch.setattr("damier.match.openings.ATTEMPTS", 0)
    with pytest.raises(ValueError, match="no quiet opening of 9 random plies was found in frysk"):
        Openings("random:9", "frysk")[0]


def test_words_of_no_use(tmp_path):
    with pytest.raises(OSError, match="nowhere"):
        Openings("nowhere")
    for wrong in ("random:many", "random:-1", "random:1000"):
        with pytest.raises(ValueError, match="plies must be 0 to 60"):
            Openings(wrong)
    with pytest.raises(OSError, match=str(tmp_path)):
        Openings(str(tmp_path))
    with pytest.raises(IndexError, match="-1"):
        Openings("random")[-1]


PDN = """
[White "one"]

1. 32-28 19-23 2. 28x19 14x23 3. 37-32 *

1. 33-28 18-23 2. 31-27 {different only here} (2. 31-26) *

1. 33-28 18-23 2. 31-26 99-1 *

[FEN "W:W28,37:B9,19"] 1. 28-22 *

[FEN "W:W28:B23"] 1. 28x19 2-0
"""


@pytest.mark.parametrize(
    ("plies", "expected"),
    [
        (0, [5, 3, 3, 1]),
        (2, [2, 2, 1]),
        (4, [4, 3, 3, 1]),
    ],
)
def test_games_of_a_file(tmp_path, plies, expected):
    """As far as they can be played; alike ones once, those that are over not at all."""
    file = tmp_path / "games.pdn"
    file.write_text(PDN)
    openings = Openings(str(file), plies=plies)
    assert openings.count == len(expected)
    drawn = [openings[index] for index in range(len(expected))]
    assert sorted((len(opening.moves) for opening in drawn), reverse=True) == expected
    assert [opening.fen for opening in drawn if opening.fen] == ["W:W28,37:B9,19"]
    for opening in drawn:
        assert opening.board().outcome() is None


def test_games_of_another_game(tmp_path):
    file = tmp_path / "games.pdn"
    file.write_text('[GameType "25"]\n\n1. c3-d4 d6-c5 *\n')
    assert Openings(str(file), "russian")[0].moves
    for text in ("", "nothing but words", "\x00\x01"):
        file.write_text(text)
        with pytest.raises(ValueError, match=r"games\.pdn"):
            Openings(str(file))
