"""Ballots: what is shipped is whole, distinct and playable, and agrees with official lists."""

import json
import os
from hashlib import sha256
from importlib.resources import files
from pathlib import Path

import pytest

import damier
from damier import ballots
from damier._core import Search

FLAT = [game for game in damier.games() if not game.rules["towers"] and game.rules["turn"] == "one_move"]
CORPUS = Path(os.environ.get("DAMIER_CORPUS", Path(__file__).parents[2] / "shared" / "corpus"))


def head(game):
    """Plies to what the file says of them, and its lines."""
    text = (files("damier") / "data" / "ballots" / f"{game.id}.txt").read_text(encoding="utf-8")
    said = {}
    for line in text.splitlines():
        if line.startswith("# ") and " plies: " in line:
            plies, _, rest = line.removeprefix("# ").partition(" plies: ")
            said[int(plies)] = rest
    return said, [line for line in text.splitlines() if line and not line.startswith("#")]


@pytest.mark.parametrize("game", FLAT, ids=lambda game: game.id)
def test_files_are_whole(game):
    said, lines = head(game)
    assert tuple(said) == ballots.lengths(game) == (2, 3, 6)
    for plies, claim in said.items():
        mine = [line for line in lines if len(line.split()) == plies]
        assert claim.endswith(f"{len(mine)} ballots, sha256 {sha256(chr(10).join(mine).encode()).hexdigest()}")
    assert len(lines) == sum(len([line for line in lines if len(line.split()) == plies]) for plies in said)


@pytest.mark.parametrize("game", FLAT, ids=lambda game: game.id)
@pytest.mark.parametrize("plies", [2, 3, 6])
def test_ballots_are_legal_and_different(game, plies):
    chosen = ballots.load(game, plies=plies)
    assert len({ballot.fen for ballot in chosen}) == len(chosen) >= (7 if game.rules["goal"] == "misere" else 20)
    for ballot in chosen[:: max(1, len(chosen) // 20)]:
        board = ballot.board()
        assert (board.ply, board.fen(), board.game.id) == (plies, ballot.fen, game.id)
        assert board.outcome() is None
        assert str(ballot) == " ".join(ballot.moves)


@pytest.mark.parametrize("game", FLAT, ids=lambda game: game.id)
def test_every_row_was_looked_at(game):
    said, _ = head(game)
    for plies in (2, 3):
        board = damier.Board(game=game)
        assert said[plies].startswith(f"{board.perft(plies)} rows, ")
    assert said[2].split()[2] == str(len(set(positions(game, 2))))


def positions(game, plies):
    """The FENs after so many plies, as often as they come about."""
    board = damier.Board(game=game)

    def descend(left):
        if left == 0:
            yield board.fen()
            return
        for move in board.legal_moves:
            board.push(move)
            yield from descend(left - 1)
            board.pop()

    return descend(plies)


@pytest.mark.parametrize("game", [game for game in FLAT if game.rules["goal"] != "misere"], ids=lambda game: game.id)
def test_nothing_hangs(game):
    """What a short search says of some ballots: nobody has lost a man."""
    for ballot in ballots.load(game, plies=6)[::50] + ballots.load(game, plies=2)[::10]:
        best = Search(hash_mb=1).run(ballot.board(), nodes=20_000)[0]
        assert best["win_in"] is None
        assert abs(best["score"]) < 100, f"{ballot.fen}: {best['score']}"


def test_the_same_position_comes_once():
    openings = ballots.load("international", plies=3)
    assert ("32-28", "19-23", "28x19") in {ballot.moves for ballot in openings}
    seen = {ballot.fen for ballot in openings}
    for first, reply, second in (("31-26", "20-25", "36-31"), ("32-28", "20-25", "37-32")):
        board = damier.Board()
        for move in (first, reply, second):
            board.push_pdn(move)
        assert board.fen() in seen


def test_bad_requests_are_told():
    with pytest.raises(ValueError, match="nonsense"):
        ballots.load("nonsense")
    with pytest.raises(ValueError, match="no ballots of 4 plies for russian: there are some of 2, 3, 6"):
        ballots.load("russian", plies=4)
    game = damier.Game.custom("russian", id="../ballots/russian")
    with pytest.raises(ValueError, match="no ballots for"):
        ballots.load(game)
    with pytest.raises(ValueError, match="no ballots for"):
        ballots.lengths(damier.Game.custom("russian", id="mine", files=10))


@pytest.mark.parametrize("game", ["bashni", "lasca", "vigman"])
def test_games_without_ballots_say_so(game):
    for ask in (ballots.load, ballots.lengths):
        with pytest.raises(ValueError, match=f"no ballots for {game}"):
            ask(game)


def test_aliases_and_games_are_understood():
    assert ballots.load("25", plies=2) == ballots.load(damier.Game("russian"), plies=2)


# ---------------------------------------------------------------------------------------------------------------
# Official lists


def official(name):
    path = CORPUS / "pydraughts-ballots" / "draughts" / "ballot_files" / f"{name}.json"
    if not path.exists():
        pytest.skip("the corpus is not here")
    return json.loads(path.read_text(encoding="utf-8"))


def fens(texts, game):
    return {damier.Board(text, game=game).fen() for text in texts}


@pytest.mark.parametrize("plies", [2, 3])
def test_english_lists(plies):
    """The two-move list has all 49 openings and six that are lost; the three-move list has 174, 17 of them lost.

    What is lost there is proved by long play; a search of a second sees two of the six (they leave a man) and none of
    the 17. Its 42 other rejections are openings that the official list leaves out for the same reason: a man is lost.
    """
    listed = official(f"{plies}move_english")
    everything, ours = fens(listed["all"].values(), "english"), {b.fen for b in ballots.load("english", plies=plies)}
    lost = fens((listed["all"][name] for name in listed["lost"]), "english")
    assert everything <= set(positions("english", plies))
    if plies == 2:
        assert (len(everything), len(lost)) == (49, 6)
        assert len(everything - ours) == 2
        assert everything - ours <= lost
    else:
        # 18 names are called lost, one of them twice.
        assert (len(everything), len(listed["lost"]), len(lost)) == (174, 18, 17)
        assert ours == everything


@pytest.mark.parametrize(("plies", "moves"), [(2, "2-move ballots"), (3, "3-move ballots uniq")])
def test_international_lists(plies, moves):
    """Lists made with another program, by other means, come out the same."""
    path = CORPUS / "mobydam" / "ballots" / f"{moves} matchfile.fen"
    if not path.exists():
        pytest.skip("the corpus is not here")
    listed = fens(path.read_text(encoding="utf-8").split(), "international")
    assert listed == {ballot.fen for ballot in ballots.load("international", plies=plies)}


def short(board, text):
    """A move as draw tables write it, ``ab4`` for a3-b4; `None` where no legal move or more than one is meant."""
    moves = [move for move in board.legal_moves if (name := board.pdn(move))[0] + name[-2:] == text]
    return moves[0] if len(moves) == 1 else None


def reached(game, words):
    """The board after the moves of an entry, `None` where they are no moves from the start."""
    board = damier.Board(game=game)
    for word in words:
        move = short(board, word.replace("-", "")[0] + word[-2:])
        if move is None:
            return None
        board.push(move)
    return board


@pytest.mark.parametrize("game", ["russian", "brazilian"])
def test_draw_tables_of_150_openings(game):
    """All its openings of two plies are ours and no other is; its longer ones are among ours.

    149 entries are as their moves say; that of 2-IV has a man on a5 that never went there.
    """
    listed = official("150russian_and_brazilian")["all"]
    lengths, wrong = {}, []
    for name, fen in listed.items():
        code, *words = name.split()
        board = reached(game, [word for word in words if word[-1].isdigit()])
        if board is None or board.fen() != damier.Board(fen, game=game).fen():
            wrong.append(code)
        else:
            lengths.setdefault(board.ply, set()).add(board.fen())
    assert wrong == ["2-IV"]
    assert {plies: len(found) for plies, found in lengths.items()} == {0: 1, 1: 7, 2: 47, 3: 94}
    assert lengths[2] == {ballot.fen for ballot in ballots.load(game, plies=2)}
    assert lengths[3] <= {ballot.fen for ballot in ballots.load(game, plies=3)}


@pytest.mark.parametrize(("game", "count", "different"), [("russian", 745, 742), ("brazilian", 736, 734)])
def test_draw_tables_with_flying_pieces(game, count, different):
    """Of the tables of 700 and more, what begins with moves from the start; the rest sets pieces elsewhere first."""
    listed = official(game)["all"]
    assert (len(listed), len(fens(listed.values(), game))) == (count, different)
    found = {2: set(), 3: set()}
    for name, fen in listed.items():
        words = [word for word in name.partition(":")[2].split() if word[-1].isdigit()]
        board = reached(game, words)
        if board is not None and board.ply in found and board.fen() == damier.Board(fen, game=game).fen():
            found[board.ply].add(board.fen())
    assert {plies: len(mine) for plies, mine in found.items()} == {2: 33, 3: 17}
    for plies, mine in found.items():
        assert mine <= {ballot.fen for ballot in ballots.load(game, plies=plies)}
