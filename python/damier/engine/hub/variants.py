"""What games are called in Hub."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from damier._core import Game, games

# The names that Scan 3.1 declares; every other game goes by its id.
_NAMES: Final = {
    "international": "normal",
    "killer": "killer",
    "breakthrough": "bt",
    "frisian": "frisian",
    "antidraughts": "losing",
}


def name(game: Game) -> str:
    """What a game is called in Hub.

    >>> name(Game("international")), name(Game("russian"))
    ('normal', 'russian')
    """
    return _NAMES.get(game.id, game.id)


def find(game: Game, known: Collection[str]) -> str | None:
    """What a game is called among names that an engine knows, `None` where it does not know the game.

    >>> find(Game("antidraughts"), ["normal", "giveaway"])
    'giveaway'
    """
    return next((each for each in (name(game), game.id, *game.aliases) if each in known), None)


def all_names() -> dict[str, Game]:
    """Every game whose positions Hub can write, by its name in Hub."""
    return {name(game): game for game in games() if _is_flat(game)}


def _is_flat(game: Game) -> bool:
    """Whether a letter for each square tells the whole position: no towers, nor two games of which one may be over."""
    return not game.rules["towers"] and game.rules["turn"] == "one_move"
