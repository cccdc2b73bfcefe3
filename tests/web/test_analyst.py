"""Searches for the pages that ask for one: bounded, each in its turn."""

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

import pytest

pytest.importorskip("fastapi", reason="the board in the browser needs damier[web]")

import damier
from damier import pdn
from damier.web import analyst, reviewer
from damier.web.analyst import Analyst, Thinker, other_side

PATIENCE = 120
InLoop = Callable[[Coroutine[Any, Any, Any]], Any]


class Ear:
    """What a page was told."""

    def __init__(self) -> None:
        self.heard: list[dict[str, Any]] = []
        self._at = 0
        self._news = asyncio.Event()

    def __call__(self, message: dict[str, Any]) -> None:
        self.heard.append(message)
        self._news.set()

    async def hear(self, holds: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        """The next message of which something holds."""

        async def wait() -> dict[str, Any]:
            while True:
                while self._at < len(self.heard):
                    self._at += 1
                    if holds(self.heard[self._at - 1]):
                        return self.heard[self._at - 1]
                self._news.clear()
                await self._news.wait()

        return await asyncio.wait_for(wait(), PATIENCE)


def thinks(message: dict[str, Any]) -> bool:
    return bool(message["state"] == "thinking" and message["lines"])


def test_lines_are_told_as_they_come(in_loop: InLoop) -> None:
    async def work() -> None:
        ear = Ear()
        thinker = Thinker(Analyst(seats=1), ear)
        await thinker.start(damier.Board("B:W28,32,37:B14,19,23"), 3, {"node": 7})
        await ear.hear(lambda message: message["state"] == "thinking" and message["depth"] >= 3)
        await thinker.close()
        last = ear.heard[-1]
        assert last["node"] == 7
        assert {"depth", "seldepth", "nodes", "nps", "seconds"} <= last.keys()
        assert 1 <= len(last["lines"]) <= 3
        board = damier.Board("B:W28,32,37:B14,19,23")
        for line in last["lines"]:
            assert 0 <= line["points"] <= 1
            for move in line["moves"]:
                assert move["text"] == board.pdn(board.parse_hub(move["move"]))
                break

    in_loop(work())


def test_values_are_whites(in_loop: InLoop) -> None:
    async def work(fen: str) -> dict[str, Any]:
        ear = Ear()
        thinker = Thinker(Analyst(seats=1), ear)
        await thinker.start(damier.Board(fen), 1, {})
        message = await ear.hear(lambda message: message["state"] == "done")
        await thinker.close()
        line: dict[str, Any] = message["lines"][0]
        return line

    won = in_loop(work("W:W28:B23"))
    assert (won["points"], won["win_in"]) == (1, 1)
    lost = in_loop(work("B:W28:B23"))
    assert (lost["points"], lost["win_in"]) == (0, -1)


def test_nothing_is_searched_where_the_game_is_over(in_loop: InLoop) -> None:
    async def work() -> None:
        ear = Ear()
        thinker = Thinker(Analyst(), ear)
        await thinker.start(damier.Board("B:W28:B"), 1, {})
        assert (await ear.hear(lambda message: True))["state"] == "over"
        await thinker.close()

    in_loop(work())


def test_more_pages_than_seats_take_turns(in_loop: InLoop) -> None:
    async def work() -> None:
        crowd = Analyst(seats=1, turn=0)
        ears = [Ear() for _ in range(3)]
        thinkers = [Thinker(crowd, ear) for ear in ears]
        for thinker in thinkers:
            await thinker.start(damier.Board(), 1, {})
        for _ in range(2):
            await asyncio.gather(*(ear.hear(thinks) for ear in ears))
        depths = [[message["depth"] for message in ear.heard if thinks(message)] for ear in ears]
        assert all(found == sorted(found) for found in depths), "nothing shallower is told when a search goes on"
        await thinkers[0].close()
        await ears[1].hear(thinks)
        for thinker in thinkers[1:]:
            await thinker.close()
        assert (crowd.thinkers, crowd.is_crowded) == (0, False)

    in_loop(work())


def test_who_leaves_while_waiting_is_forgotten(in_loop: InLoop) -> None:
    async def work() -> None:
        crowd = Analyst(seats=1, turn=1000)
        ears = [Ear(), Ear(), Ear()]
        thinkers = [Thinker(crowd, ear) for ear in ears]
        await thinkers[0].start(damier.Board(), 1, {})
        await ears[0].hear(thinks)
        for thinker in thinkers[1:]:
            await thinker.start(damier.Board(), 1, {})
        await ears[2].hear(lambda message: message["state"] == "waiting")
        await thinkers[1].stop()
        await thinkers[0].stop()
        await ears[2].hear(thinks)
        for thinker in thinkers:
            await thinker.close()
        assert not crowd.is_crowded

    in_loop(work())


def test_engines_are_bounded(monkeypatch: pytest.MonkeyPatch, in_loop: InLoop) -> None:
    monkeypatch.setattr(analyst, "THINKERS_MAX", 1)

    async def work() -> None:
        crowd = Analyst(seats=2)
        ears = [Ear(), Ear()]
        thinkers = [Thinker(crowd, ear) for ear in ears]
        await thinkers[0].start(damier.Board(), 1, {})
        await ears[0].hear(thinks)
        await thinkers[1].start(damier.Board(), 1, {})
        await ears[1].hear(lambda message: message["state"] == "full")
        for thinker in thinkers:
            await thinker.close()

    in_loop(work())


def test_the_other_side_threatens() -> None:
    board = damier.Board("W:W27,37:B18,9")
    turned = other_side(board)
    assert turned is not None
    assert (str(turned.turn), turned.piece_map()) == ("black", board.piece_map())
    assert other_side(damier.Board("W:W28:B")) is None


def test_reviews_take_turns_and_are_bounded(in_loop: InLoop, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reviewer, "REVIEWS_MAX", 2)
    game = pdn.Game()
    game.add_line(["32-28", "19-23", "28x19", "14x23", "37-32", "23-28", "32x23"])

    async def work() -> None:
        crowd = Analyst(seats=1, turn=0)
        ears = [Ear() for _ in range(3)]
        reviewers = [reviewer.Reviewer(crowd, ear) for ear in ears]
        tasks = [each.start(game, "quick") for each in reviewers]
        found = await asyncio.wait_for(asyncio.gather(*tasks), PATIENCE)
        assert [review is not None for review in found] == [True, True, False]
        assert ears[2].heard[-1]["state"] == "failed"
        assert [move.mark for move in found[0].moves] == [move.mark for move in found[1].moves]
        assert (crowd.reviews, crowd.is_crowded) == (0, False)
        crowd.close()

    in_loop(work())
