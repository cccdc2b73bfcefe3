"""``damier games``: the rule table, and the page of one game."""

from __future__ import annotations

from typing import Annotated

import typer
from rich.table import Table

from damier import manual
from damier._core import WHITE, Game
from damier._core import games as all_games
from damier.cli.console import out


def games(
    game: Annotated[str | None, typer.Argument(help="Id, alias or PDN GameType; all games if absent.")] = None,
) -> None:
    """List every game and what sets it apart, or show the rules of one with their clauses."""
    if game is None:
        out.print(_all())
    else:
        _one(Game(game))


def _all() -> Table:
    table = Table(box=None, pad_edge=False, header_style="dim")
    for name in ("id", "board", "men", "first", "capture", "kings", "promotion", "choice", "PDN"):
        table.add_column(name, justify="right" if name in ("men", "PDN") else "left", no_wrap=name != "choice")
    for game in all_games():
        rules = game.rules
        table.add_row(
            f"[bold]{game.id}[/]",
            manual.size(game),
            str(rules["men"]),
            "White" if game.first == WHITE else "Black",
            "both ways" if rules["men_capture_backward"] else "forward",
            "flying" if rules["flying_kings"] else "short",
            rules["promotion"].replace("_", " "),
            ", ".join(name.replace("_", " ") for name in rules["precedence"]) or "free",
            game.game_type.partition(",")[0] if game.game_type else "",
        )
    return table


def _one(game: Game) -> None:
    out.print(f"[bold]{game.name}[/] · {', '.join((game.id, *game.aliases))}", soft_wrap=True)
    out.print(f"{game.start_fen}\n", style="dim", soft_wrap=True)
    table = Table(box=None, pad_edge=False, show_header=False)
    table.add_column(style="bold", no_wrap=True)
    table.add_column()
    table.add_column(style="dim")
    for fact in manual.facts(game):
        table.add_row(fact.topic, fact.text, fact.clause)
    out.print(table)
    for index, profile in enumerate(game.profiles):
        out.print(f"\nDraws, profile [bold]{profile}[/]{' (default)' if index == 0 else ''}")
        table = Table(box=None, pad_edge=False, show_header=False)
        for style in ("bold", "", "", "dim"):
            table.add_column(style=style)
        for clock in manual.drawing_rules(game, profile):
            when = f"{manual.limit(clock)}{'' if clock.automatic else ', by claim'}"
            table.add_row(clock.rule, clock.description, when, clock.clause)
        out.print(table)
