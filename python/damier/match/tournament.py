"""Tournaments: many entrants, one schedule, one table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from math import ceil, log2
from pathlib import Path
from typing import Any, Final

from damier.match.arena import Arena
from damier.match.elo import Estimate, Sample, estimate
from damier.match.game import Lateness, PlayedGame
from damier.match.journal import Journal, read
from damier.match.match import Told, boards_at_once, common_settings, game_seed, must_fit, open_journal
from damier.match.openings import Openings
from damier.match.pairing import Encounter, gauntlet, round_robin, swiss
from damier.match.play import Conditions, Fixture, Watch
from damier.match.player import Entrant

SYSTEMS: Final = ("round-robin", "gauntlet", "swiss")
MOST: Final = 256
"""Entrants that a tournament may have."""


@dataclass
class Score:
    """Wins, draws and losses against one opponent or against all of them."""

    wins: int = 0
    draws: int = 0
    losses: int = 0

    @property
    def games(self) -> int:
        return self.wins + self.draws + self.losses

    @property
    def points(self) -> int:
        """As draughts counts them: 2 for a win, 1 for a draw."""
        return 2 * self.wins + self.draws

    def add(self, score: float) -> None:
        self.wins += score == 1
        self.draws += score == 0.5
        self.losses += score == 0

    def __str__(self) -> str:
        return f"{self.wins}-{self.draws}-{self.losses}"


@dataclass
class Row:
    """One entrant in the table."""

    index: int
    name: str
    total: Score = field(default_factory=Score)
    against: dict[int, Score] = field(default_factory=dict)
    byes: int = 0
    bye_points: int = 0
    lateness: Lateness = field(default_factory=Lateness)
    faults: Counter[str] = field(default_factory=Counter)
    sonneborn_berger: float = 0.0
    """The points of every opponent, whole for a game won and half for one drawn."""
    solkoff: float = 0.0
    """The points of all opponents, each once."""
    rank: int = 0

    @property
    def points(self) -> int:
        return self.total.points + self.bye_points

    @property
    def elo(self) -> Estimate:
        """Against the opponents that it met, taken together."""
        return estimate(Sample.of_games(self.total.wins, self.total.draws, self.total.losses))


class CrossTable:
    """Where everybody stands. `rows`: the best first."""

    def __init__(
        self,
        names: Sequence[str],
        games: Iterable[PlayedGame],
        *,
        by_solkoff: bool = False,
        byes: Counter[int] | None = None,
        bye_points: int = 0,
    ) -> None:
        """Ties are broken by Sonneborn and Berger's points, in a Swiss by those of Solkoff first, then by wins."""
        table = [Row(index, name) for index, name in enumerate(names)]
        for game in games:
            for own, other, late in (
                (game.white, game.black, game.lateness[0]),
                (game.black, game.white, game.lateness[1]),
            ):
                score = game.score_of(own)
                row = table[own]
                row.total.add(score)
                row.against.setdefault(other, Score()).add(score)
                row.lateness += late
                if game.end.reason.fault and score == 0:
                    row.faults[game.end.reason.value] += 1
        for row in table:
            row.byes = (byes or Counter())[row.index]
            row.bye_points = row.byes * bye_points
        for row in table:
            row.sonneborn_berger = sum(
                table[other].points * (score.wins + score.draws / 2) for other, score in row.against.items()
            )
            row.solkoff = sum(table[other].points for other in row.against)

        def merit(row: Row) -> tuple[float, ...]:
            breaks = (row.solkoff, row.sonneborn_berger) if by_solkoff else (row.sonneborn_berger,)
            return (row.points, *breaks, row.total.wins)

        self.rows = sorted(table, key=lambda row: (*(-value for value in merit(row)), row.index))
        for place, row in enumerate(self.rows, start=1):
            above = self.rows[place - 2]
            row.rank = above.rank if place > 1 and merit(above) == merit(row) else place

    def to_json(self) -> list[dict[str, Any]]:
        return [
            {
                "rank": row.rank,
                "name": row.name,
                "points": row.points,
                "games": row.total.games,
                "wins": row.total.wins,
                "draws": row.total.draws,
                "losses": row.total.losses,
                "byes": row.byes,
                "sonneborn_berger": row.sonneborn_berger,
                "solkoff": row.solkoff,
                "faults": dict(row.faults),
                "worst_time": row.lateness.worst,
                "against": {
                    other.name: str(row.against[other.index]) for other in self.rows if other.index in row.against
                },
            }
            for row in self.rows
        ]


class Tournament:
    """Entrants who meet by a system: ``round-robin``, ``gauntlet`` (the first against all others) or ``swiss``.

    An encounter has `games` games, two of them from each opening with colours changed. All encounters of a round begin
    from the same openings.

    >>> from damier.match import Adjudication, Conditions
    >>> three = [Entrant.from_text(f"{name}=damier:hash_mb=1@nodes=200") for name in "ABC"]
    >>> quick = Conditions(adjudication=Adjudication(max_moves=10))
    >>> table = Tournament(three, conditions=quick, openings=Openings("random:4")).run()
    >>> [row.total.games for row in table.rows]
    [4, 4, 4]
    """

    kind: Final = "tournament"

    def __init__(
        self,
        entrants: Sequence[Entrant],
        *,
        system: str = "round-robin",
        rounds: int | None = None,
        games: int = 2,
        conditions: Conditions | None = None,
        openings: Openings | None = None,
        seed: int = 0,
        concurrency: int | None = None,
        journal: Path | str | None = None,
        resume: bool = False,
        watch: Watch | None = None,
    ) -> None:
        """`rounds`: how often everybody meets (once if not said); in a Swiss, how many rounds there are.

        The rest is as in `Match`. Raises `ValueError` naming what is wrong.
        """
        names = [entrant.name for entrant in entrants]
        if not 2 <= len(names) <= MOST:
            raise ValueError(f"a tournament has 2 to {MOST} entrants, not {len(names)}")
        for name, count in Counter(names).items():
            if count > 1:
                raise ValueError(f"{count} entrants are called {name}: give them names, NAME=ENGINE")
        if system not in SYSTEMS:
            raise ValueError(f"no such system: {system} (there are {', '.join(SYSTEMS)})")
        if rounds is None:
            rounds = 1 if system != "swiss" else ceil(log2(len(names))) + 1
        if not 1 <= rounds <= 10_000:
            raise ValueError(f"the number of rounds must be 1 to 10000, not {rounds}")
        if not 1 <= games <= 10_000:
            raise ValueError(f"the number of games of an encounter must be 1 to 10000, not {games}")
        self.entrants = tuple(entrants)
        self.system = system
        self.rounds = rounds
        self.games = games
        self.conditions = conditions or Conditions()
        self.openings = openings or Openings(None, self.conditions.game, seed)
        if self.openings.game != self.conditions.game:
            raise ValueError(f"openings of {self.openings.game} are of no use in {self.conditions.game}")
        self.seed = seed
        self._rounds = self._fixed()
        self.played: dict[int, PlayedGame] = {}
        """The games so far, by number."""
        self.journal: Journal | None = open_journal(journal, self.settings, resume)
        try:
            self.arena = Arena(
                self.entrants,
                self.conditions,
                concurrency=concurrency or boards_at_once(),
                journal=self.journal,
                watch=watch,
            )
            if self.journal is not None:
                self._remember(self.journal)
        except BaseException:
            self.close()
            raise

    @property
    def settings(self) -> dict[str, Any]:
        """What must not change while a tournament lasts, as plain values."""
        return {
            "kind": self.kind,
            "entrants": [entrant.described for entrant in self.entrants],
            "system": self.system,
            "rounds": self.rounds,
            "games": self.games,
            **common_settings(self.conditions, self.openings, self.seed),
        }

    @classmethod
    def from_journal(
        cls, path: Path | str, *, concurrency: int | None = None, watch: Watch | None = None
    ) -> Tournament:
        """The tournament that a journal remembers, to be gone on with."""
        settings, _ = read(path)
        told = Told(settings, cls.kind)
        return cls(
            told.entrants(),
            system=told.text("system"),
            rounds=told.number("rounds"),
            games=told.number("games"),
            conditions=told.conditions(),
            openings=told.openings(),
            seed=told.seed(),
            concurrency=concurrency,
            journal=path,
            resume=True,
            watch=watch,
        )

    @property
    def total(self) -> int:
        """Games of the whole tournament."""
        return sum(self._sizes) * self.games

    @property
    def finished(self) -> bool:
        return len(self.played) >= self.total

    def play(self) -> Iterator[PlayedGame]:
        """Plays on, and gives each game when it is finished."""
        for fixtures in self._stages():
            playing = self.arena.play(fixtures)
            try:
                for game in playing:
                    self.played[game.number] = game
                    yield game
            finally:
                playing.close()  # type: ignore[attr-defined] # a generator: ends the games in play

    def run(self) -> CrossTable:
        """Plays to the end."""
        with self:
            for _ in self.play():
                pass
        return self.table()

    def table(self) -> CrossTable:
        byes = self._byes(self.rounds) if self.system == "swiss" else None
        return CrossTable(
            [entrant.name for entrant in self.entrants],
            self.played.values(),
            by_solkoff=self.system == "swiss",
            byes=byes,
            bye_points=2 * self.games,
        )

    # -----------------------------------------------------------------------------------------------------------
    # The schedule

    @property
    def _sizes(self) -> list[int]:
        """Encounters of each round."""
        if self.system == "swiss":
            return [len(self.entrants) // 2] * self.rounds
        return [len(encounters) for encounters in self._rounds]

    def _fixed(self) -> list[list[Encounter]]:
        """The rounds, where they do not depend on results; colours change from one time to the next."""
        if self.system == "swiss":
            return []
        once = round_robin(len(self.entrants)) if self.system == "round-robin" else gauntlet(len(self.entrants), 1)
        rounds = []
        for number in range(self.rounds):
            rounds += [[(b, a) if number % 2 else (a, b) for a, b in encounters] for encounters in once]
        return rounds

    def _stages(self) -> Iterator[Iterator[Fixture]]:
        """What may be played at once and is not played yet: everything, or one Swiss round after the other."""
        if self.system != "swiss":
            yield self._left(enumerate(self._rounds))
            return
        for number in range(self.rounds):
            yield self._left([(number, self._swiss(number))])

    def _left(self, rounds: Iterable[tuple[int, list[Encounter]]]) -> Iterator[Fixture]:
        for number, encounters in rounds:
            for fixture in self._fixtures(number, encounters):
                if fixture.number not in self.played:
                    yield fixture

    def _fixtures(self, number: int, encounters: Sequence[Encounter]) -> Iterator[Fixture]:
        """The games of round `number`."""
        pairs = (self.games + 1) // 2
        before = sum(self._sizes[:number])
        for index, (a, b) in enumerate(encounters, start=before):
            for game in range(self.games):
                white, black = (b, a) if game % 2 else (a, b)
                game_number = index * self.games + game
                yield Fixture(
                    game_number,
                    white,
                    black,
                    self.openings[number * pairs + game // 2],
                    round=number,
                    pair=index * pairs + game // 2,
                    seed=game_seed(self.seed, game_number),
                )

    def _swiss(self, number: int) -> list[Encounter]:
        """Round `number`, which follows from the games of the rounds before it."""
        before = [game for game in self.played.values() if game.round < number]
        met = Counter(frozenset((game.white, game.black)) for game in before)
        meetings = {pair: ceil(count / self.games) for pair, count in met.items()}
        byes = self._byes(number)
        table = CrossTable([entrant.name for entrant in self.entrants], before, byes=byes, bye_points=2 * self.games)
        points = {row.index: row.points for row in table.rows}
        pairs = swiss([points[index] for index in range(len(self.entrants))], meetings, byes)
        whites = Counter(game.white for game in before)
        # Who has had White less often has it first.
        return [(b, a) if whites[a] > whites[b] else (a, b) for a, b in pairs]

    def _byes(self, rounds: int) -> Counter[int]:
        """How often each entrant had no opponent in the first `rounds` rounds that were begun."""
        byes: Counter[int] = Counter()
        if len(self.entrants) % 2 == 0:
            return byes
        for number in range(rounds):
            playing = {
                index for game in self.played.values() if game.round == number for index in (game.white, game.black)
            }
            if len(playing) == len(self.entrants) - 1:
                byes.update(set(range(len(self.entrants))) - playing)
        return byes

    def _remember(self, journal: Journal) -> None:
        """Takes up the games of a journal, round by round, each of which must be one of the schedule."""
        waiting = dict(journal.games)
        for number in range(len(self._sizes)):
            encounters = self._swiss(number) if self.system == "swiss" else self._rounds[number]
            for fixture in self._fixtures(number, encounters):
                game = waiting.pop(fixture.number, None)
                if game is not None:
                    must_fit(game, fixture)
                    self.played[game.number] = game
        if waiting:
            raise ValueError(f"game {min(waiting)} of the journal is not in the schedule")

    def close(self) -> None:
        if self.journal is not None:
            self.journal.close()

    def __enter__(self) -> Tournament:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
