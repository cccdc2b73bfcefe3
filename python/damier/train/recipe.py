"""What is chosen before anything is learned: one readable file per game."""

from __future__ import annotations

import sys
from dataclasses import dataclass, fields, replace
from importlib.resources import files
from os import PathLike
from pathlib import Path
from typing import Any

from damier._core import Game

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib


@dataclass(frozen=True, slots=True, kw_only=True)
class Recipe:
    """How an evaluation is learned. Files: ``recipes/GAME.toml``; what they leave out is as here.

    >>> recipe("international").sight
    'patterns'
    """

    kind: str = "net"
    """``net`` for a network, ``weights`` for two numbers to each pattern."""
    sight: str = "patterns"
    """What a net is shown: ``patterns`` of men, kings and terms, or every piece on its ``squares``."""
    width: int = 16
    """Sums of a net for either side: 16, 32, 64 or 128."""
    epochs: int = 8
    """How often every position is looked at."""
    batch: int = 16_384
    """Positions between two steps."""
    rate: float = 8e-3
    """Length of the first steps; the last are a fiftieth of it."""
    epsilon: float = 2e-6
    """The higher, the less what is seldom met moves."""
    decay: float = 1e-2
    """What a step takes from every number, as a share of the rate."""
    share: float = 0.7
    """Of the aim, what the search said of a position; the rest is how its game ended."""
    scale: float = 0.0
    """On which scores become points, in hundredths of a man; at 0, that on which they predict results best. Where
    nearly all games are drawn, that one hardly tells scores apart."""
    spread: float = 8.0
    """Of weights: how far, in hundredths, a pattern is expected to be from its men one by one."""
    seed: int = 1

    def __post_init__(self) -> None:
        if self.kind not in ("net", "weights"):
            raise ValueError(f"kind={self.kind!r}: choose from net, weights")


def recipe(game: str | Game, path: str | PathLike[str] | None = None, **changes: Any) -> Recipe:
    """The recipe of a game, or of a file; `changes` go before what it says.

    Raises `ValueError` for a file that is none, and for what no recipe has; `OSError` for one that cannot be read.
    """
    name = Game(game).id if isinstance(game, str) else game.id
    if path is not None:
        data = _parsed(Path(path).read_text(encoding="utf-8"), str(path))
    else:
        own = files("damier.train") / "recipes" / f"{name}.toml"
        data = _parsed(own.read_text(encoding="utf-8"), f"{name}.toml") if own.is_file() else {}
    known = {field.name: field.type for field in fields(Recipe)}
    for key in [*data, *changes]:
        if key not in known:
            raise ValueError(f"no recipe has {key!r}: there are {', '.join(known)}")
    made = Recipe()
    for key, value in {**data, **changes}.items():
        wanted = type(getattr(made, key))
        if not isinstance(value, wanted if wanted is not float else (int, float)) or isinstance(value, bool):
            raise ValueError(f"{key}={value!r} must be {'a number' if wanted is not str else 'a word'}")
        made = replace(made, **{key: wanted(value)})
    return made


def _parsed(text: str, name: str) -> dict[str, Any]:
    try:
        data: dict[str, Any] = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise ValueError(f"{name} is no recipe: {error}") from error
    return data
