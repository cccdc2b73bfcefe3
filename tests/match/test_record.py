"""Games as PDN: what a program that reads them must find."""

import io
import re
from collections import Counter

import pytest

from damier import Board, games
from damier.match import (
    Adjudication,
    Conditions,
    Control,
    End,
    Entrant,
    Lateness,
    Match,
    Openings,
    PlayedGame,
    Ply,
    Reason,
)
from damier.match.game import result_text
from damier.match.record import PdnFile, pdn
from damier.pdn import read_games
from players import Chance, entrant


def reread(text):
    """What a program finds that reads the text: one game without a fault."""
    first, *others = read_games(io.StringIO(text))
    assert others == []
    assert first.errors == []
    return first


def tags_of(text):
    return dict(reread(text).headers)


def body_of(text):
    """Everything after the tags, on one line."""
    return " ".join(text.partition("\n\n")[2].split())


def some_game(game="international", *, openings=None, control=None, moves=25):
    rules = Conditions(game, adjudication=Adjudication(max_moves=moves))
    contest = Match(
        entrant("Ann", Chance, control),
        entrant("Bob", Chance, control),
        games=2,
        conditions=rules,
        openings=openings,
        concurrency=1,
    )
    with contest:
        return next(contest.play()), contest.entrants


@pytest.mark.parametrize("game", [game.id for game in games()])
def test_the_moves_can_be_played_again(game):
    played, entrants = some_game(game)
    text = pdn(played, entrants)
    found = reread(text)
    end = found.end().board()
    assert end.fen() == played.board().fen()
    assert end.game.id == game
    assert [move.hub() for move in found.mainline_moves()] == list(played.moves)
    assert found.headers["Result"] == played.result
    assert found.headers["PlyCount"] == str(len(played.moves))
    assert found.headers.get("GameType") == end.game.game_type
    assert ("Variant" in found.headers) == (end.game.game_type is None)
    assert max(map(len, text.splitlines())) <= 100
    assert text.endswith("\n\n")


def test_the_tags():
    played, entrants = some_game(control=Control.from_text("75/1200"))
    tags = tags_of(pdn(played, entrants, event="Cup", site="here"))
    assert list(tags)[:7] == ["Event", "Site", "Date", "Round", "White", "Black", "Result"]
    assert (tags["Event"], tags["Site"], tags["White"], tags["Black"]) == ("Cup", "here", "Ann", "Bob")
    assert re.fullmatch(r"\d{4}\.\d\d\.\d\d", tags["Date"])
    assert re.fullmatch(r"\d\d:\d\d:\d\d", tags["UTCTime"])
    assert tags["TimeControl"] == "75/1200"
    assert tags["WhiteLimit"] == "clock=1200,moves=75"
    assert tags["Termination"] in ("normal", "adjudication")
    assert tags["EndReason"]


def test_time_controls_that_differ():
    played, entrants = some_game()
    differing = (entrant("Ann", Chance, Control(clock=60)), entrant("Bob", Chance, Control(nodes=5)))
    tags = tags_of(pdn(played, differing))
    assert (tags["TimeControlWhite"], tags["TimeControlBlack"]) == ("60", "-")
    assert "TimeControl" not in tags
    assert tags_of(pdn(played, entrants))["TimeControl"] == "-"


def test_positions(tmp_path):
    file = tmp_path / "book.fen"
    file.write_text("B:W28,33,38,K47:B5,9,K12\n")
    played, entrants = some_game(openings=Openings(str(file)))
    text = pdn(played, entrants)
    assert tags_of(text)["FEN"] == Board("B:W28,33,38,K47:B5,9,K12").fen()
    assert tags_of(text)["SetUp"] == "1"
    assert body_of(text).startswith("1... ")


def game_of(plies, end=None, opening=(), **facts):
    late = Lateness()
    end = end or End(Reason.MOVE_LIMIT, None, "adjudicated: 2 moves by each side")
    values = {
        "number": 0, "round": 0, "pair": 0, "white": 0, "black": 1, "game": "international", "draws": None, "fen": None,
        "opening": opening, "plies": plies, "end": end, "started": "2026-11-30T07:52:01+00:00", "seconds": 1.0,
        "lateness": (late, late),
    }  # fmt: skip
    return PlayedGame(**(values | facts))


PLAYERS = [Entrant("Ann", "damier"), Entrant("Bob", "damier")]


def test_comments():
    plies = (
        Ply("32-28", 83.4567, clock=3599.999, score=25, depth=12, nodes=1000),
        Ply("19-23", 0.0004, clock=60.5, score=25),
        Ply("28x19x23", 1, win_in=7),
        Ply("14x23x19", 1, win_in=-6),
        Ply("37-32", 1),
    )
    text = pdn(game_of(plies), PLAYERS)
    assert body_of(text) == (
        "1. 32-28 {[%clk 0:59:59.999] [%emt 0:01:23.457] [%eval 0.25] [%depth 12]} "
        "1... 19-23 {[%clk 0:01:00.5] [%emt 0:00:00] [%eval -0.25]} "
        "2. 28x19 {[%emt 0:00:01] [%eval #7]} 2... 14x23 {[%emt 0:00:01] [%eval #6]} "
        "3. 37-32 {[%emt 0:00:01] adjudicated: 2 moves by each side} *"
    )
    nodes = list(reread(text).mainline())
    assert [node.clock() for node in nodes] == [3599.999, 60.5, None, None, None]
    assert [node.move_time() for node in nodes] == [83.457, 0, 1, 1, 1]
    assert [node.eval() for node in nodes] == [0.25, -0.25, None, None, None]


def test_openings_have_no_comments():
    text = pdn(game_of((Ply("31-26", 1),), opening=("32-28", "19-23", "28x19x23", "14x23x19")), PLAYERS)
    assert "1. 32-28 19-23 2. 28x19 14x23 3. 31-26 {[%emt 0:00:01]" in body_of(text)


def test_what_cannot_stand_in_a_tag_or_a_comment():
    names = [Entrant('A "B"\\ ]\n[Result "2-0"', "damier"), Entrant("{x}\x00", "damier")]
    end = End(Reason.FAILURE, None, 'Black failed: {"oh"}\n[Event "x"] \x07')
    text = pdn(game_of((), end=end), names)
    found = reread(text)
    assert found.headers["White"] == 'A "B"\\ ] [Result "2-0"'
    assert found.headers["Black"] == "{x}"
    assert found.headers["Result"] == "1-1"
    assert found.headers["Termination"] == "abandoned"
    assert 'Black failed: ("oh") [Event "x"]' in found.comment
    assert list(found.mainline()) == []


@pytest.mark.parametrize("reason", list(Reason))
def test_every_reason_has_its_words(reason):
    tags = tags_of(pdn(game_of((), end=End(reason, None, "so it was")), PLAYERS))
    standard = {"normal", "time forfeit", "rules infraction", "abandoned", "adjudication"}
    assert tags["Termination"] in standard
    assert tags["EndReason"] == reason.value


def test_ambiguous_captures_are_written_out():
    """CASES 4: two captures that begin and end alike."""
    played = game_of((Ply("1x25x12x19x20", 1),), fen="W:WK1:B12,13,19,20")
    assert "1. 1x23x14x25 " in pdn(played, PLAYERS)


@pytest.mark.parametrize("game", [game.id for game in games()])
def test_results(game):
    from damier import BLACK, WHITE

    board = Board(game=game)
    won = board.copy()
    won.resign(BLACK)
    assert result_text(board, WHITE) == won.result()
    lost = board.copy()
    lost.resign(WHITE)
    assert result_text(board, BLACK) == lost.result()
    assert result_text(board, None) in ("1-1", "1/2-1/2", "2-2")


# ---------------------------------------------------------------------------------------------------------------
# Files


def test_a_file_that_grows(tmp_path):
    path = tmp_path / "games.pdn"
    contest = Match(
        entrant("Ann", Chance),
        entrant("Bob", Chance),
        games=6,
        conditions=Conditions(adjudication=Adjudication(max_moves=5)),
        concurrency=2,
    )
    file = PdnFile(path, contest.entrants)
    file.begin([])
    with contest:
        for game in contest.play():
            file.add(game)
    grown = path.read_text()
    file.finish(contest.played.values())
    text = path.read_text()
    assert Counter(text.split("\n\n")) == Counter(grown.split("\n\n"))
    assert re.findall(r'\[White "(\w+)"\]', text) == ["Ann", "Bob"] * 3
    assert list(tmp_path.iterdir()) == [path], "nothing is left beside it"
    with pytest.raises(ValueError, match="is there already"):
        file.begin([])
    file.begin(contest.played.values())
    assert path.read_text() == text
