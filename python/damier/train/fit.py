"""An evaluation that learns from positions."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from damier import chart
from damier._core import Game
from damier.train.cases import Cases
from damier.train.recipe import Recipe


@dataclass(frozen=True, slots=True)
class Epoch:
    """Mean cost beyond the least there can be, in natural units of information a position."""

    number: int
    training: float
    validation: float


@dataclass(frozen=True, slots=True)
class Learned:
    """An evaluation, and how it came about."""

    game: Game
    data: bytes = field(repr=False)
    """The file: for `LocalEngine(weights=…)` and `Board.evaluate(weights=…)`."""
    recipe: Recipe
    validation: float
    """Mean cost beyond the least there can be, of the games that were kept back."""
    scale: float
    """On which scores predict results best, in hundredths of a man."""
    rounding: tuple[float, float] | None = None
    """By which whole numbers have changed the scores of a net, in hundredths: root of the mean square, most."""
    epochs: Sequence[Epoch] = ()

    def picture(self) -> str:
        """The costs over the epochs of a net as one SVG element. Raises `ValueError` for weights, which have none."""
        if not self.epochs:
            raise ValueError("only a net learns in epochs")
        costs = [cost for epoch in self.epochs for cost in (epoch.training, epoch.validation)]
        low, high = 0.95 * min(costs), 1.05 * max(costs)
        view = chart.View(1, max(len(self.epochs), 2), low, high)
        words = f"validation {self.validation:.5f} after {len(self.epochs)} epochs"
        out = chart.begin(f"{self.game.name}: what was learned", words, "Costs over epochs")
        out += chart.grid(view, "epoch", "cost", chart.ticks(low, high, 6), chart.ticks(1, view.x1, 10))
        for name, color in (("training", chart.FIRST), ("validation", chart.SECOND)):
            points = [(float(epoch.number), float(getattr(epoch, name))) for epoch in self.epochs]
            out.append(chart.line(points, view, color, 2.4))
            out.append(chart.dot(*points[-1], view, color))
        out += chart.legend([(chart.FIRST, "learned from"), (chart.SECOND, "kept back")])
        return chart.end(out)


def fit(
    cases: Cases,
    recipe: Recipe,
    *,
    threads: int | None = None,
    report: Callable[[float, Epoch | None], object] | None = None,
) -> Learned:
    """Learns by a recipe, on so many `threads` (all processors by default). `report` is called with the share of the
    whole that is done, and with each epoch of a net at its end.

    The same positions, recipe and number of threads give the same bytes. Raises `ValueError` where there are too few
    games or the recipe makes no sense.
    """
    if recipe.kind == "weights":
        most = 120

        def step(count: int) -> None:
            if report is not None:
                report(min(1.0, count / most), None)

        found = cases.core.fit_patterns(
            share=recipe.share, scale=recipe.scale, spread=recipe.spread, iterations=most, report=step
        )
        return Learned(cases.game, found["data"], recipe, found["validation"], found["scale"])
    epochs: list[Epoch] = []

    def hear(epoch: int, done: float, training: float, validation: float | None) -> None:
        finished = None if validation is None else Epoch(epoch, training, validation)
        if finished is not None:
            epochs.append(finished)
        if report is not None:
            report((epoch - 1 + done) / recipe.epochs, finished)

    found = cases.core.fit_net(
        sight=recipe.sight,
        width=recipe.width,
        epochs=recipe.epochs,
        batch=recipe.batch,
        rate=recipe.rate,
        epsilon=recipe.epsilon,
        decay=recipe.decay,
        share=recipe.share,
        scale=recipe.scale,
        seed=recipe.seed,
        threads=threads or os.cpu_count() or 1,
        report=hear,
    )
    rounding: Any = found["rounding"]
    return Learned(
        cases.game,
        found["data"],
        recipe,
        found["validation"],
        found["scale"],
        (rounding[0], rounding[1]),
        tuple(epochs),
    )
