"""Matches: their schedule, their memory, and that nothing but the games in play is ever lost."""

import json
import os
import signal
import subprocess
import sys
import threading
from pathlib import Path

import pytest

import players
from damier import WHITE, EngineError
from damier.match import (
    Adjudication,
    Conditions,
    Control,
    Entrant,
    Match,
    Openings,
    Reason,
    Sample,
    Sprt,
    Tally,
    boards_at_once,
)
from damier.match import seat as seat_module
from damier.match.journal import Journal, read
from players import Chance, Deaf, Faulty, Player, entrant

SHORT = Conditions(adjudication=Adjudication(max_moves=6))


def match(first=Chance, second=Chance, **options):
    options.setdefault("conditions", SHORT)
    options.setdefault("concurrency", 1)
    options.setdefault("openings", Openings("random", options["conditions"].game, options.get("seed", 0)))
    return Match(*(entrant(name, opener(each)) for name, each in (("first", first), ("second", second))), **options)


def opener(player):
    """What starts a player that is given as a class, as a function, or as itself."""
    return (lambda: player) if isinstance(player, Player) else player


def facts(games):
    """What does not depend on the machine."""
    return {
        number: (game.white, game.black, game.opening, game.moves, game.end, game.pair)
        for number, game in games.items()
    }


# ---------------------------------------------------------------------------------------------------------------
# The schedule


def test_pairs_with_both_colours():
    with match(games=8) as contest:
        games = list(contest.play())
    assert [game.number for game in games] == list(range(8))
    for a, b in zip(games[::2], games[1::2], strict=True):
        assert (a.white, a.black, b.white, b.black) == (0, 1, 1, 0)
        assert a.opening == b.opening
        assert a.pair == b.pair
    assert len({game.opening for game in games}) == 4
    assert all(len(game.opening) == 6 for game in games)
    assert contest.finished
    assert list(contest.play()) == []


@pytest.mark.parametrize("game", ["international", "russian", "frisian", "turkish", "english"])
def test_every_game_is_reproducible(game):
    def once(concurrency):
        conditions = Conditions(game, adjudication=Adjudication(max_moves=10))
        contest = match(games=6, conditions=conditions, seed=5, concurrency=concurrency)
        contest.run()
        return facts(contest.played)

    assert once(1) == once(1) == once(3)


def test_engines_limited_by_nodes_are_reproducible():
    def once():
        engines = [Entrant.from_text(f"{name}=damier:hash_mb=1@nodes=400") for name in "AB"]
        contest = Match(*engines, games=4, conditions=Conditions(adjudication=Adjudication(max_moves=30)))
        contest.run()
        return facts(contest.played)

    assert once() == once()


def test_levels_are_reproducible():
    def once():
        engines = [Entrant.from_text(f"{name}=damier/beginner") for name in "AB"]
        contest = Match(*engines, games=2, conditions=Conditions(adjudication=Adjudication(max_moves=8)))
        contest.run()
        return facts(contest.played)

    assert once() == once()


def test_another_seed_is_another_match():
    openings = [{game.opening for game in match(games=4, seed=seed).play()} for seed in (1, 2)]
    assert openings[0] != openings[1]


def test_several_games_at_once():
    together = threading.Barrier(3, timeout=30)

    class Waiting(Chance):
        """Plays its first move only when three games are being played."""

        def play(self, board, limit):
            if len(board.move_stack) in (6, 7) and self.games and len(self.games) == 1:
                together.wait()
            return super().play(board, limit)

    with match(Waiting, Chance, games=6, concurrency=3) as contest:
        games = {game.number: game for game in contest.play()}
    assert sorted(games) == list(range(6))
    assert contest.tally.games == 6


def test_a_player_for_every_board():
    opened = []

    def start():
        opened.append(Player())
        return opened[-1]

    match(start, Player, games=10, concurrency=2).run()
    assert len(opened) <= 2
    assert sum(len(player.games) for player in opened) == 10
    assert all(player.closed == 1 for player in opened)


def test_settings_make_sense():
    for wrong, message in (
        ({"games": 3}, "must be even"),
        ({"games": 0}, "must be even"),
        ({"concurrency": -1}, "at once must be 1"),
        ({"openings": Openings("start", "russian")}, "of no use in international"),
    ):
        with pytest.raises(ValueError, match=message):
            match(**wrong)
    with pytest.raises(ValueError, match="both players are called A"):
        Match(entrant("A", Player), entrant("A", Player))
    assert boards_at_once() >= 1


# ---------------------------------------------------------------------------------------------------------------
# The tally


def losing(board):
    return players.resign(board)


def test_the_tally():
    with match(Chance, Faulty(losing), games=4) as contest:
        tally = contest.run()
    assert (tally.wins, tally.draws, tally.losses, tally.games) == (4, 0, 0, 4)
    assert tally.pairs == [0, 0, 0, 0, 2]
    assert (tally.white_wins, tally.black_wins) == (2, 2)
    assert tally.ends == {"resignation": 4}
    assert tally.elo.value == float("inf")
    told = json.loads(json.dumps(tally.to_json(Sprt(0, 10)), allow_nan=False))
    assert told["elo"]["value"] is None
    assert told["elo"]["low"] > -1000
    assert told["sprt"]["accepted"] is None


def test_a_tally_from_the_other_side():
    with match(Chance, Faulty(losing), games=4) as contest:
        games = list(contest.play())
    own, other = Tally.of(games), Tally.of(games, player=1)
    assert (own.wins, own.losses) == (other.losses, other.wins)
    assert own.pairs == other.pairs[::-1]
    assert own.superiority == pytest.approx(1 - other.superiority)


def test_games_without_a_partner_are_not_yet_a_pair():
    with match(games=4) as contest:
        games = [next(contest.play())]
    tally = Tally.of(games)
    assert tally.pairs == [0] * 5
    assert tally.sample == Sample.of_games(tally.wins, tally.draws, tally.losses)


def test_faults_are_counted():
    with match(Faulty(players.crash), Chance, games=2) as contest:
        tally = contest.run()
    assert tally.faults == ({"failure": 2}, {})
    assert tally.losses == 2


# ---------------------------------------------------------------------------------------------------------------
# The end


def test_a_test_that_has_its_answer_ends_the_match():
    sprt = Sprt(0, 400)
    contest = match(Chance, Faulty(losing), games=1000, sprt=sprt)
    tally = contest.run()
    assert tally.games < 1000
    assert tally.games % 2 == 0
    assert tally.verdict(sprt) == "H1"
    assert contest.finished
    before = Sample.of_pairs([0, 0, 0, 0, tally.games // 2 - 1])
    assert sprt.verdict(before) is None, "it ended as soon as it could"
    weak = match(Faulty(losing), Chance, games=1000, sprt=sprt).run()
    assert weak.verdict(sprt) == "H0"


def test_leaving_a_match_lets_the_players_go():
    opened = []

    def start():
        opened.append(Deaf() if len(opened) == 2 else Chance())
        return opened[-1]

    contest = match(start, start, games=100, concurrency=2, conditions=Conditions(patience=3600))
    with contest:
        for _ in contest.play():
            break
    assert all(player.closed == 1 for player in opened)
    assert not [thread for thread in threading.enumerate() if thread.name == "damier: board"]


def test_a_player_that_cannot_be_started_ends_the_match(monkeypatch, tmp_path):
    monkeypatch.setattr(seat_module, "PAUSE", 0.001)

    class Dying(Faulty):
        """Starts once, and never again."""

        started = 0

        def __init__(self):
            super().__init__(players.crash, moves=2)
            Dying.started += 1
            if Dying.started > 1:
                raise OSError("the disk is full")

    journal = tmp_path / "m.jsonl"
    with match(Dying, Chance, games=10, journal=journal) as contest, pytest.raises(EngineError, match="disk is full"):
        contest.run()
    _, games = read(journal)
    assert len(games) == 1, "the game that it lost by failing is not forgotten"


def test_the_match_goes_on_whatever_a_player_does():
    """One fault after another, each costs one game."""
    faults = [players.crash, players.illegal, players.exit_quietly, lambda board: None, losing]

    class Wild(Chance):
        number = 0

        def play(self, board, limit):
            if self.fault is not None:
                return self.fault(board)
            return super().play(board, limit)

        def new_game(self, seed, board):
            super().new_game(seed, board)
            self.fault = faults[Wild.number] if Wild.number < len(faults) else None
            Wild.number += 1

    tally = match(Wild, Chance, games=8).run()
    assert tally.games == 8
    assert tally.ends["failure"] == 2
    assert tally.ends["illegal_move"] == 2
    assert tally.ends["resignation"] == 1


# ---------------------------------------------------------------------------------------------------------------
# Memory


def test_going_on(tmp_path):
    whole = match(games=10, seed=3)
    whole.run()
    path = tmp_path / "m.jsonl"
    with match(games=10, seed=3, journal=path) as contest:
        for game in contest.play():
            if game.number == 4:
                break
    assert len(read(path)[1]) >= 5
    again = match(games=10, seed=3, journal=path, resume=True)
    assert 5 <= again.tally.games < 10
    again.run()
    assert facts(again.played) == facts(whole.played)
    assert again.tally.pairs == whole.tally.pairs
    assert facts(read(path)[1]) == facts(whole.played)


def test_the_goal_may_change(tmp_path):
    path = tmp_path / "m.jsonl"
    match(games=4, journal=path).run()
    more = match(games=8, journal=path, resume=True)
    assert not more.finished
    assert more.run().games == 8
    assert match(games=8, journal=path, resume=True).finished


def test_a_match_from_its_journal_alone(tmp_path):
    path = tmp_path / "m.jsonl"
    engines = [Entrant.from_text(f"{name}=damier:hash_mb=1@nodes={nodes}") for name, nodes in (("A", 50), ("B", 90))]
    rules = Adjudication(max_moves=5, resign_score=700, draw_score=3)
    conditions = Conditions("russian", "basic", rules, margin=0.5, patience=9.0)
    sprt = Sprt(-5, 15, 0.01, 0.02, True)
    first = Match(*engines, games=6, conditions=conditions, seed=9, sprt=sprt, journal=path)
    with first:
        next(first.play())
    again = Match.from_journal(path)
    with again:
        assert again.entrants == first.entrants
        assert again.conditions == conditions
        assert (again.sprt, again.seed, again.games) == (sprt, 9, 6)
        assert again.openings.source == first.openings.source
        assert again.run().games == 6


def test_a_journal_is_never_overwritten(tmp_path):
    path = tmp_path / "m.jsonl"
    match(games=2, journal=path).run()
    with pytest.raises(ValueError, match="is there already: resume it"):
        match(games=2, journal=path)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"seed": 4}, "begun with another seed: 3, not 4"),
        ({"conditions": Conditions()}, "begun with another adjudication"),
        ({"sprt": Sprt(0, 5)}, "begun with another sprt"),
        ({"openings": Openings("start")}, "begun with another openings"),
    ],
)
def test_going_on_with_other_settings(tmp_path, options, message):
    path = tmp_path / "m.jsonl"
    match(games=2, seed=3, journal=path).run()
    with pytest.raises(ValueError, match=message):
        match(**({"games": 2, "seed": 3, "journal": path, "resume": True} | options))
    other = [entrant("first", Chance, Control(nodes=5)), entrant("second", Chance)]
    with pytest.raises(ValueError, match="begun with another entrants"):
        Match(*other, games=2, seed=3, conditions=SHORT, journal=path, resume=True)


def test_openings_that_have_changed(tmp_path):
    book = tmp_path / "book.fen"
    book.write_text("W:W31-50:B1-20\nW:W31-49:B1-19\n")
    path = tmp_path / "m.jsonl"
    match(games=4, openings=Openings(str(book)), journal=path).run()
    book.write_text("W:W31-48:B1-18\nW:W31-49:B1-19\n")
    with pytest.raises(ValueError, match=r"game \d of the journal is not that of the schedule"):
        match(games=4, openings=Openings(str(book)), journal=path, resume=True)


def test_a_line_half_written(tmp_path):
    """Wherever the writing of the last line was cut off, all other games are there, and the file is sound again."""
    path = tmp_path / "m.jsonl"
    match(games=4, journal=path).run()
    whole = path.read_bytes()
    begin = whole[:-1].rindex(b"\n") + 1
    games = facts(read(path)[1])
    for cut in [begin, begin + 1, (begin + len(whole)) // 2, len(whole) - 2, len(whole) - 1]:
        path.write_bytes(whole[:cut])
        assert len(read(path)[1]) == 3
        contest = match(games=4, journal=path, resume=True)
        assert contest.tally.games == 3
        contest.run()
        assert facts(read(path)[1]) == games


def spoil(lines, number, text):
    return b"\n".join([*lines[: number - 1], text, *lines[number:]])


@pytest.mark.parametrize(
    ("number", "text", "message"),
    [
        (2, b"{", "line 2: not a line of a journal"),
        (3, b"{}", "line 3: not a game of a journal"),
        (3, b"\xff\xfe", "line 3: not a line of a journal"),
        (2, b"[" * 100_000, "line 2: not a line of a journal"),
        (1, b"{}", "line 1: not the journal of a match"),
        (1, b'{"damier":"match","version":99,"settings":{}}', "a journal of version 99"),
        (1, b'{"damier":"match","version":1,"settings":{"kind":"fair"}}', "not of a match"),
        (1, b'{"damier":"match","version":1,"settings":{"kind":"match"}}', "nothing sensible about entrants: None"),
    ],
)
def test_a_journal_that_is_spoilt(tmp_path, number, text, message):
    path = tmp_path / "m.jsonl"
    match(games=4, journal=path).run()
    path.write_bytes(spoil(path.read_bytes().split(b"\n"), number, text))
    before = path.read_bytes()
    with pytest.raises(ValueError, match=message):
        Match.from_journal(path)
    assert path.read_bytes() == before


@pytest.mark.parametrize("content", [b"", b"no journal", b"\x00" * 1000, b"{}\n"])
def test_other_files_are_no_journals(tmp_path, content):
    path = tmp_path / "m.jsonl"
    path.write_bytes(content)
    with pytest.raises(ValueError, match="journal"):
        Match.from_journal(path)


@pytest.mark.skipif(sys.platform == "win32", reason="nothing reserves the file there")
def test_one_match_at_a_time(tmp_path):
    path = tmp_path / "m.jsonl"
    with match(games=2, journal=path), pytest.raises(ValueError, match="in use by another match"):
        Journal.open(path)
    Journal.open(path).close()


KILLED = """
import os, signal, sys
from damier.match import Adjudication, Conditions, Match, Openings
from players import Chance, entrant

class Doomed(Chance):
    def play(self, board, limit):
        if len(self.games) == 5 and board.ply == 10:
            os.kill(os.getpid(), signal.SIGKILL)
        return super().play(board, limit)

rules = Conditions(adjudication=Adjudication(max_moves=6))
Match(entrant("first", Doomed), entrant("second", Chance), games=10, seed=3, conditions=rules, concurrency=1,
      openings=Openings("random", seed=3), journal=sys.argv[1]).run()
"""


@pytest.mark.skipif(sys.platform == "win32", reason="no such signal there")
def test_a_process_that_is_killed(tmp_path):
    """SIGKILL in the middle of the fifth game: four are there, and the rest is played as it would have been."""
    path = tmp_path / "m.jsonl"
    tests = Path(__file__).parent.parent
    environment = os.environ | {"PYTHONPATH": os.pathsep.join([str(tests), *sys.path])}
    done = subprocess.run([sys.executable, "-c", KILLED, str(path)], env=environment, timeout=120, check=False)
    assert done.returncode == -signal.SIGKILL
    assert len(read(path)[1]) == 4
    again = match(games=10, seed=3, journal=path, resume=True)
    again.run()
    whole = match(games=10, seed=3)
    whole.run()
    assert facts(again.played) == facts(whole.played)


# ---------------------------------------------------------------------------------------------------------------
# Many quick games with the engine


def test_quick_games_keep_to_the_rules_and_the_clock():
    """No crash and no illegal move; a time forfeit is the machine's business, so the margin is generous here."""
    engines = [Entrant.from_text(f"{name}=damier:hash_mb=2@time=0.003") for name in "AB"]
    conditions = Conditions(margin=30.0, adjudication=Adjudication(max_moves=60))
    tally = Match(*engines, games=4, conditions=conditions).run()
    assert tally.games == 4
    assert tally.faults == ({}, {})
    assert all(late.moves > 0 for late in tally.lateness)


@pytest.mark.slow
@pytest.mark.parametrize("game", ["international", "russian", "frisian", "brazilian", "english"])
def test_many_quick_games(game):
    engines = [Entrant.from_text(f"{name}=damier:hash_mb=4@time=0.02") for name in "AB"]
    tally = Match(*engines, games=20, conditions=Conditions(game, margin=30.0)).run()
    assert tally.games == 20
    assert tally.faults == ({}, {})


def test_a_game_knows_who_won():
    with match(Chance, Faulty(losing), games=2) as contest:
        white, black = contest.play()
    assert white.end.winner == WHITE
    assert white.end.reason == black.end.reason == Reason.RESIGNATION
    assert [game.score_of(0) for game in (white, black)] == [1, 1]
