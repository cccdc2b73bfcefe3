"""``damier pdn``: files of games checked, converted, sorted and counted."""

from __future__ import annotations

import typer

from damier.cli.pdn import check, convert, select, stats

app = typer.Typer(
    help="Files of games: check, convert, filter, split, merge, dedupe, count.",
    no_args_is_help=True,
    rich_markup_mode="rich",
    pretty_exceptions_enable=False,
)
app.command("check")(check.check)
app.command("convert")(convert.convert)
app.command("filter")(select.filter_games)
app.command("split")(select.split)
app.command("merge")(select.merge)
app.command("dedupe")(select.dedupe)
app.command("stats")(stats.stats)
