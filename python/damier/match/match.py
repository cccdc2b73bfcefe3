"""A match of two players: pairs of games from the same openings, until enough is known."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from pathlib import Path
from random import Random
from typing import Any, Final

from damier.match.adjudication import Adjudication
from damier.match.arena import Arena
from damier.match.control import Control
from damier.match.elo import Sprt
from damier.match.game import PlayedGame
from damier.match.journal import Journal, read
from damier.match.openings import Openings
from damier.match.play import Conditions, Fixture, Watch
from damier.match.player import Entrant
from damier.match.tally import Tally

MOST: Final = 10_000_000
"""Games that a match may have."""


def boards_at_once() -> int:
    """How many games this machine can play at once without one slowing another: one for every two processors.

    >>> boards_at_once() >= 1
    True
    """
    try:
        processors = len(os.sched_getaffinity(0))
    except AttributeError:  # not on this system
        processors = os.cpu_count() or 1
    return max(1, processors // 2)


class Match:
    """Two players, a supply of openings, and what holds for every game.

    Opening number n is played twice, with colours changed, in the games 2n and 2n + 1. What is left to chance follows
    from `seed`, so that players who do not depend on time play the same match again.

    >>> from damier.match import Adjudication, Conditions
    >>> players = [Entrant.from_text(f"{name}=damier:hash_mb=1@nodes=500") for name in ("one", "two")]
    >>> quick = Conditions(adjudication=Adjudication(max_moves=20))
    >>> tally = Match(*players, games=2, conditions=quick, openings=Openings("random:4")).run()
    >>> tally.games, sum(tally.pairs)
    (2, 1)
    """

    kind: Final = "match"

    def __init__(
        self,
        first: Entrant,
        second: Entrant,
        *,
        games: int = 100,
        conditions: Conditions | None = None,
        openings: Openings | None = None,
        sprt: Sprt | None = None,
        seed: int = 0,
        concurrency: int | None = None,
        journal: Path | str | None = None,
        resume: bool = False,
        watch: Watch | None = None,
    ) -> None:
        """`games`: at most so many, an even number. `sprt`: ends the match when it accepts a hypothesis.

        `journal`: a file that remembers every game; with `resume` it goes on where that file ends, and the settings
        must be those that the file was begun with. `watch` is called after each move. Raises `ValueError` naming what
        is wrong with the settings or the journal.
        """
        if first.name == second.name:
            raise ValueError(f"both players are called {first.name}: give one of them a name, NAME=ENGINE")
        if not 2 <= games <= MOST or games % 2:
            raise ValueError(f"the number of games must be even, 2 to {MOST}, not {games}")
        self.entrants = (first, second)
        self.games = games
        self.conditions = conditions or Conditions()
        self.openings = openings or Openings(None, self.conditions.game, seed)
        if self.openings.game != self.conditions.game:
            raise ValueError(f"openings of {self.openings.game} are of no use in {self.conditions.game}")
        self.sprt = sprt
        self.seed = seed
        self.tally = Tally()
        self.played: dict[int, PlayedGame] = {}
        """The games so far, by number."""
        self.journal = open_journal(journal, self.settings, resume)
        try:
            self.arena = Arena(
                self.entrants,
                self.conditions,
                concurrency=concurrency or boards_at_once(),
                journal=self.journal,
                watch=watch,
            )
            if self.journal is not None:
                for number, game in sorted(self.journal.games.items()):
                    must_fit(game, self.fixture(number))
                    self._count(game)
        except BaseException:
            self.close()
            raise

    @property
    def settings(self) -> dict[str, Any]:
        """What a journal keeps, as plain values; nothing but the goal may change while a match lasts."""
        return {
            "kind": self.kind,
            "goal": self.games,
            "entrants": [entrant.described for entrant in self.entrants],
            "sprt": None if self.sprt is None else {name: getattr(self.sprt, name) for name in Sprt.__slots__},
            **common_settings(self.conditions, self.openings, self.seed),
        }

    @classmethod
    def from_journal(
        cls,
        path: Path | str,
        *,
        games: int | None = None,
        concurrency: int | None = None,
        watch: Watch | None = None,
    ) -> Match:
        """The match that a journal remembers, to be gone on with, to so many `games` if its goal is to be another."""
        settings, played = read(path)
        told = Told(settings, cls.kind)
        entrants = told.entrants()
        if len(entrants) != 2:
            raise ValueError(f"{path}: a match has two players, not {len(entrants)}")
        # The goal may have been raised since the file was begun.
        goal = max(told.number("goal"), max(played, default=0) // 2 * 2 + 2)
        return cls(
            *entrants,
            games=goal if games is None else games,
            conditions=told.conditions(),
            openings=told.openings(),
            sprt=told.sprt(),
            seed=told.seed(),
            concurrency=concurrency,
            journal=path,
            resume=True,
            watch=watch,
        )

    def fixture(self, number: int) -> Fixture:
        """Game number `number` of the schedule."""
        white = number % 2
        return Fixture(
            number,
            white,
            1 - white,
            self.openings[number // 2],
            round=number // 2,
            pair=number // 2,
            seed=game_seed(self.seed, number),
        )

    @property
    def finished(self) -> bool:
        """Everything is played, or the test has its answer."""
        return self.tally.games >= self.games or (self.sprt is not None and self.tally.verdict(self.sprt) is not None)

    def play(self) -> Iterator[PlayedGame]:
        """Plays on, and gives each game when it is finished."""
        if self.finished:
            return
        left = (self.fixture(number) for number in range(self.games) if number not in self.played)
        playing = self.arena.play(left)
        try:
            for game in playing:
                self._count(game)
                yield game
                if self.finished:
                    return
        finally:
            playing.close()  # type: ignore[attr-defined] # a generator: ends the games in play

    def run(self) -> Tally:
        """Plays to the end."""
        with self:
            for _ in self.play():
                pass
        return self.tally

    def _count(self, game: PlayedGame) -> None:
        self.played[game.number] = game
        self.tally.add(game)

    def close(self) -> None:
        if self.journal is not None:
            self.journal.close()

    def __enter__(self) -> Match:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


# ---------------------------------------------------------------------------------------------------------------
# What a match and a tournament have in common


def game_seed(seed: int, number: int) -> int:
    """What chance begins with in game `number`: 63 bits."""
    return Random(f"{seed}:{number}").getrandbits(63)


def open_journal(path: Path | str | None, settings: Mapping[str, Any], resume: bool) -> Journal | None:
    """A new journal, or an old one whose settings must be the same.

    Raises `ValueError` naming the first setting that is not.
    """
    if path is None:
        if resume:
            raise ValueError("there is no journal to resume")
        return None
    if not resume:
        return Journal.create(path, settings)
    journal = Journal.open(path)
    for name in sorted({*settings, *journal.settings} - {"goal"}):
        old, new = journal.settings.get(name), settings.get(name)
        if old != new:
            journal.close()
            raise ValueError(f"{path} was begun with another {name}: {old!r}, not {new!r}")
    return journal


def must_fit(game: PlayedGame, fixture: Fixture) -> None:
    """Refuses a game of a journal that is not the one of the schedule: the openings have changed since."""
    told = (game.white, game.black, game.fen, game.opening)
    if told != (fixture.white, fixture.black, fixture.opening.fen, fixture.opening.moves):
        raise ValueError(f"game {fixture.number} of the journal is not that of the schedule: other openings or players")


def common_settings(conditions: Conditions, openings: Openings, seed: int) -> dict[str, Any]:
    adjudication = conditions.adjudication
    return {
        "game": conditions.game,
        "draws": conditions.draws,
        "margin": conditions.margin,
        "patience": conditions.patience,
        "adjudication": {name: getattr(adjudication, name) for name in Adjudication.__slots__},
        "openings": openings.source,
        "plies": openings.plies,
        "seed": seed,
    }


class Told:
    """Settings of a journal, read back. Every method raises `ValueError` naming the setting that makes no sense."""

    def __init__(self, settings: Mapping[str, Any], *kinds: str) -> None:
        self.settings = settings
        if settings.get("kind") not in kinds:
            raise ValueError(f"the journal is that of a {settings.get('kind')}, not of a {' or '.join(kinds)}")

    def _read(self, name: str, kind: type, make: Any) -> Any:
        value = self.settings.get(name)
        if not isinstance(value, kind) or isinstance(value, bool):
            raise ValueError(f"the journal says nothing sensible about {name}: {value!r}")
        try:
            return make(value)
        except (TypeError, KeyError, AttributeError) as error:
            raise ValueError(f"the journal says nothing sensible about {name}: {error}") from None

    def entrants(self) -> list[Entrant]:
        def make(told: list[dict[str, str]]) -> list[Entrant]:
            entrants = []
            for each in told:
                limit = each["limit"]
                entrants.append(Entrant(each["name"], each["engine"], Control.from_text(limit) if limit else Control()))
            return entrants

        entrants: list[Entrant] = self._read("entrants", list, make)
        return entrants

    def conditions(self) -> Conditions:
        adjudication: Adjudication = self._read("adjudication", dict, lambda told: Adjudication(**told))
        draws = self.settings.get("draws")
        return Conditions(
            game=self._read("game", str, str),
            draws=None if draws is None else str(draws),
            adjudication=adjudication,
            margin=self._read("margin", (int, float), float),  # type: ignore[arg-type]
            patience=self._read("patience", (int, float), float),  # type: ignore[arg-type]
        )

    def openings(self) -> Openings:
        return Openings(
            self._read("openings", str, str), self._read("game", str, str), self.seed(), self._read("plies", int, int)
        )

    def seed(self) -> int:
        return self.number("seed")

    def number(self, name: str) -> int:
        number: int = self._read(name, int, int)
        return number

    def text(self, name: str) -> str:
        text: str = self._read(name, str, str)
        return text

    def sprt(self) -> Sprt | None:
        if self.settings.get("sprt") is None:
            return None
        sprt: Sprt = self._read("sprt", dict, lambda told: Sprt(**told))
        return sprt
