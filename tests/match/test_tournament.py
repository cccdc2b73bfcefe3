"""Who meets whom, and where everybody stands."""

import math
from collections import Counter
from random import Random

import pytest

import players
from damier import BLACK, WHITE
from damier.match import Adjudication, Conditions, End, Entrant, Lateness, Openings, PlayedGame, Reason
from damier.match.journal import read
from damier.match.pairing import gauntlet, round_robin, swiss
from damier.match.tournament import CrossTable, Tournament
from players import Chance, Faulty, entrant

SHORT = Conditions(adjudication=Adjudication(max_moves=4))


def played(number, white, black, winner):
    """A game of which nothing but the result matters."""
    end = End(Reason.WON if winner else Reason.DRAWN, winner, "")
    late = Lateness()
    return PlayedGame(number, 0, number, white, black, "international", None, None, (), (), end, "", 0.0, (late, late))


# ---------------------------------------------------------------------------------------------------------------
# Pairings


@pytest.mark.parametrize("entrants", range(2, 14))
def test_round_robin(entrants):
    rounds = round_robin(entrants)
    assert len(rounds) == entrants - 1 + entrants % 2
    meetings = Counter(frozenset(pair) for pairs in rounds for pair in pairs)
    assert set(meetings.values()) == {1}
    assert len(meetings) == entrants * (entrants - 1) // 2
    for pairs in rounds:
        seated = [index for pair in pairs for index in pair]
        assert len(seated) == len(set(seated)) == entrants - entrants % 2
    whites = Counter(pair[0] for pairs in rounds for pair in pairs)
    assert max(whites.values()) - min(whites[index] for index in range(entrants)) <= 1


def test_round_robin_is_that_of_the_tables():
    """Berger's table for six, but for the turn of colours in the first game of each round."""
    table = ["1-6 2-5 3-4", "6-4 5-3 1-2", "2-6 3-1 4-5", "6-5 1-4 2-3", "3-6 4-2 5-1"]
    expected = [{frozenset(map(int, pair.split("-"))) for pair in line.split()} for line in table]
    assert [{frozenset((a + 1, b + 1)) for a, b in pairs} for pairs in round_robin(6)] == expected


def test_gauntlet():
    assert gauntlet(4, 1) == [[(0, 1)], [(0, 2)], [(0, 3)]]


def test_swiss_first_round_is_the_upper_half_against_the_lower():
    assert swiss([0] * 8, {}, Counter()) == [(0, 4), (1, 5), (2, 6), (3, 7)]


def test_swiss_pairs_equals():
    assert swiss([2, 0, 2, 0], {frozenset((0, 2)): 0}, Counter()) == [(0, 2), (1, 3)]
    assert swiss([2, 0, 2, 0], {frozenset((0, 2)): 1}, Counter()) in ([(0, 1), (2, 3)], [(0, 3), (2, 1)])


def test_swiss_byes_go_round_from_below():
    byes = Counter()
    points = [6, 4, 2, 1, 0]
    rested = []
    for _ in range(5):
        pairs = swiss(points, {}, byes)
        (resting,) = set(range(5)) - {index for pair in pairs for index in pair}
        rested.append(resting)
        byes[resting] += 1
    assert rested == [4, 3, 2, 1, 0]


@pytest.mark.parametrize("entrants", [2, 3, 4, 5, 8, 9, 16, 33, 64])
def test_swiss_does_not_repeat_an_encounter(entrants):
    random, met, byes, points = Random(entrants), Counter(), Counter(), [0] * entrants
    rounds = min((entrants + 1) // 2, math.ceil(math.log2(entrants)) + 1)
    for _ in range(rounds):
        pairs = swiss(points, met, byes)
        seated = [index for pair in pairs for index in pair]
        assert len(seated) == len(set(seated)) == entrants - entrants % 2
        for a, b in pairs:
            met[frozenset((a, b))] += 1
            result = random.choice((0, 1, 2))
            points[a] += result
            points[b] += 2 - result
        for index in set(range(entrants)) - set(seated):
            byes[index] += 1
            points[index] += 2
    assert max(met.values()) == 1
    assert max(byes.values(), default=0) <= math.ceil(rounds / entrants)


def all_rounds(indices):
    """Every way to pair all of these."""
    if not indices:
        yield []
        return
    first, *rest = indices
    for other in rest:
        for pairs in all_rounds([index for index in rest if index != other]):
            yield [(first, other), *pairs]


def repetitions(pairs, met):
    return max((met[frozenset(pair)] for pair in pairs), default=0)


@pytest.mark.parametrize("entrants", [2, 3, 4, 5, 6, 7])
def test_swiss_repeats_no_more_than_it_must(entrants):
    random = Random(entrants)
    for _ in range(60):
        met = Counter(frozenset(random.sample(range(entrants), 2)) for _ in range(random.randrange(12)))
        byes = Counter(random.randrange(entrants) for _ in range(random.randrange(4)))
        pairs = swiss([random.randrange(4) for _ in range(entrants)], met, byes)
        everybody = list(range(entrants))
        fewest = min(byes[index] for index in everybody)
        fields = [everybody]
        if entrants % 2:
            fields = [[index for index in everybody if index != rest] for rest in everybody if byes[rest] == fewest]
        least = min(repetitions(each, met) for field in fields for each in all_rounds(field))
        assert repetitions(pairs, met) == least


def test_swiss_with_more_rounds_than_opponents():
    """Everybody has met everybody: they meet again, and it does not take for ever."""
    entrants = 12
    met = Counter({frozenset((a, b)): 1 for a in range(entrants) for b in range(a)})
    assert len(swiss([0] * entrants, met, Counter())) == 6
    # All but a hopeless rest have met: no round without a repetition exists.
    odd = Counter({frozenset((a, b)): 1 for a in range(3, 40) for b in range(40) if a != b})
    assert len(swiss(list(range(40)), odd, Counter())) == 20


# ---------------------------------------------------------------------------------------------------------------
# The table


def test_sonneborn_and_berger():
    """By hand: A beats B and draws with C, B beats C. Points A 3, B 2, C 1."""
    games = [played(0, 0, 1, WHITE), played(1, 2, 0, None), played(2, 2, 1, BLACK)]
    table = CrossTable("ABC", games)
    assert [(row.name, row.points, row.sonneborn_berger) for row in table.rows] == [
        ("A", 3, 2 + 0.5),
        ("B", 2, 1),
        ("C", 1, 1.5),
    ]
    assert [row.rank for row in table.rows] == [1, 2, 3]
    assert str(table.rows[0].against[1]) == "1-0-0"
    assert str(table.rows[2].against[0]) == "0-1-0"


def test_ties_are_broken_and_otherwise_shared():
    # A beats C, B and C beat D: all but D have 2 points, and A's win counts for most.
    games = [played(0, 1, 3, WHITE), played(1, 0, 2, WHITE), played(2, 2, 3, WHITE)]
    table = CrossTable("ABCD", games)
    assert [(row.name, row.rank) for row in table.rows] == [("A", 1), ("B", 2), ("C", 2), ("D", 4)]
    even = CrossTable("AB", [played(0, 0, 1, None)])
    assert [row.rank for row in even.rows] == [1, 1]
    empty = CrossTable("AB", [])
    assert [(row.rank, row.points, str(row.elo)) for row in empty.rows] == [(1, 0, "?"), (1, 0, "?")]


def test_points_add_up():
    random = Random(1)
    games = [played(number, *random.sample(range(6), 2), random.choice((WHITE, BLACK, None))) for number in range(200)]
    table = CrossTable("ABCDEF", games)
    assert sum(row.points for row in table.rows) == 2 * len(games)
    assert sum(row.total.games for row in table.rows) == 2 * len(games)
    for row in table.rows:
        for other, score in row.against.items():
            mirrored = next(each for each in table.rows if each.index == other).against[row.index]
            assert (score.wins, score.draws, score.losses) == (mirrored.losses, mirrored.draws, mirrored.wins)
    assert [row.points for row in table.rows] == sorted((row.points for row in table.rows), reverse=True)


# ---------------------------------------------------------------------------------------------------------------
# Tournaments


def field(count, weak=()):
    """So many players; those in `weak` give up at once."""
    return [
        entrant("ABCDEFGHIJ"[index], (lambda: Faulty(players.resign)) if index in weak else Chance)
        for index in range(count)
    ]


def tournament(count=4, weak=(), **options):
    options.setdefault("conditions", SHORT)
    options.setdefault("concurrency", 1)
    options.setdefault("openings", Openings("random", options["conditions"].game, options.get("seed", 0)))
    return Tournament(field(count, weak), **options)


def facts(games):
    return {number: (game.white, game.black, game.moves, game.end) for number, game in games.items()}


@pytest.mark.parametrize(("system", "games"), [("round-robin", 12), ("gauntlet", 6), ("swiss", 12)])
def test_every_game_is_played_once(system, games):
    contest = tournament(system=system)
    assert contest.total == games
    table = contest.run()
    assert sorted(contest.played) == list(range(games))
    assert contest.finished
    assert sum(row.total.games for row in table.rows) == 2 * games
    colours = Counter((game.pair, game.white, game.opening) for game in contest.played.values())
    assert set(colours.values()) == {1}
    for pair in {game.pair for game in contest.played.values()}:
        a, b = (game for game in contest.played.values() if game.pair == pair)
        assert (a.white, a.black, a.opening) == (b.black, b.white, b.opening)


@pytest.mark.parametrize("system", ["round-robin", "swiss"])
def test_all_of_a_round_begin_from_the_same_openings(system):
    contest = tournament(6, system=system, games=4, openings=Openings("random:4"))
    contest.run()
    for number in {game.round for game in contest.played.values()}:
        assert len({game.opening for game in contest.played.values() if game.round == number}) == 2


def test_the_better_ones_come_first():
    table = tournament(6, weak=(0, 2), system="swiss").run()
    assert {row.name for row in table.rows[-2:]} == {"A", "C"}
    assert table.rows[-1].total.wins <= 2


def test_swiss_with_an_odd_number():
    contest = tournament(5, system="swiss", rounds=4)
    table = contest.run()
    assert contest.total == 4 * 2 * 2
    assert sum(row.byes for row in table.rows) == 4
    assert max(row.byes for row in table.rows) == 1
    resting = next(row for row in table.rows if row.byes)
    assert resting.points == resting.total.points + 4
    assert max(sum(score.games for score in row.against.values()) for row in table.rows) <= 8
    assert all(score.games == 2 for row in table.rows for score in row.against.values())


def test_colours_change_from_one_time_to_the_next():
    contest = tournament(4, rounds=2, games=1)
    contest.run()
    firsts = Counter(frozenset((game.white, game.black)) for game in contest.played.values())
    assert set(firsts.values()) == {2}
    assert len({(game.white, game.black) for game in contest.played.values()}) == 12


@pytest.mark.parametrize("system", ["round-robin", "gauntlet", "swiss"])
@pytest.mark.parametrize("stop", [0, 5, 8])
def test_going_on(tmp_path, system, stop):
    whole = tournament(5, system=system, seed=2, rounds=2, weak=(1,))
    table = whole.run()
    path = tmp_path / "t.jsonl"
    with tournament(5, system=system, seed=2, rounds=2, weak=(1,), journal=path) as contest:
        for game in contest.play():
            if game.number == min(stop, whole.total - 1):
                break
    again = tournament(5, system=system, seed=2, rounds=2, weak=(1,), journal=path, resume=True)
    assert 0 < len(again.played) <= whole.total
    assert again.run().to_json() == table.to_json()
    assert facts(again.played) == facts(whole.played)
    assert facts(read(path)[1]) == facts(whole.played)


def test_a_tournament_from_its_journal_alone(tmp_path):
    path = tmp_path / "t.jsonl"
    engines = [Entrant.from_text(f"{name}=damier:hash_mb=1@nodes=50") for name in "ABC"]
    first = Tournament(engines, system="swiss", rounds=2, games=2, conditions=SHORT, seed=4, journal=path)
    with first:
        next(first.play())
    again = Tournament.from_journal(path)
    assert (again.entrants, again.system, again.rounds, again.games) == (tuple(engines), "swiss", 2, 2)
    again.run()
    assert again.finished
    with pytest.raises(ValueError, match="that of a tournament, not of a match"):
        from damier.match import Match

        Match.from_journal(path)


def test_settings_make_sense(tmp_path):
    for wrong, message in (
        ({"count": 1}, "2 to 256 entrants"),
        ({"system": "knockout"}, "no such system: knockout"),
        ({"rounds": 0}, "rounds must be 1"),
        ({"games": 0}, "games of an encounter must be 1"),
        ({"concurrency": 5000}, "at once"),
    ):
        with pytest.raises(ValueError, match=message):
            tournament(**wrong)
    with pytest.raises(ValueError, match="2 entrants are called A"):
        Tournament([entrant("A", Chance), entrant("A", Chance)])
    path = tmp_path / "t.jsonl"
    with tournament(journal=path):
        pass
    with pytest.raises(ValueError, match="begun with another rounds: 1, not 2"):
        tournament(journal=path, resume=True, rounds=2)
