"""The commands together, and what they have in common: how a fault is told."""

from __future__ import annotations

import os
import sys
from typing import Annotated, Any, NoReturn

import typer
from typer.core import TyperGroup

from damier._core import EngineError, MissingTableError, __version__
from damier.cli import (
    analyse,
    bench,
    dxp,
    evaluate,
    games,
    hub,
    match,
    pdn,
    perft,
    play,
    serve,
    show,
    tables,
    tournament,
    train,
)
from damier.cli.console import errors


class Commands(TyperGroup):
    """Tells whatever the user can put right in one line, with exit code 2."""

    def invoke(self, ctx: Any) -> Any:
        try:
            return super().invoke(ctx)
        except BrokenPipeError:
            # The reader (`head`, say) has seen enough; nothing more is to be flushed to it.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            raise typer.Exit(0) from None
        except (ValueError, MissingTableError, EngineError, OSError) as error:
            fail(error)


def fail(error: Exception) -> NoReturn:
    if isinstance(error, KeyError) and error.args:
        text = str(error.args[0])
    elif isinstance(error, OSError) and error.filename and error.strerror:
        text = f"{error.filename}: {error.strerror}"
    else:
        text = str(error)
    text = " ".join(text.split())
    errors.print(f"damier: {text}", style="red", markup=False, highlight=False, soft_wrap=True)
    raise typer.Exit(2)


app = typer.Typer(
    cls=Commands,
    help="Draughts: play, look, count. Without a command: the board in the browser.",
    add_completion=False,
    invoke_without_command=True,
    pretty_exceptions_enable=False,
    rich_markup_mode="rich",
)


def version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"damier {__version__}")
        raise typer.Exit


@app.callback()
def damier(
    context: typer.Context,
    host: serve.HostOption = "127.0.0.1",
    port: serve.PortOption = serve.PORT,
    no_browser: serve.NoBrowserOption = False,
    show_version: Annotated[
        bool, typer.Option("--version", help="Show the version and exit.", callback=version, is_eager=True)
    ] = False,
) -> None:
    if context.invoked_subcommand is None:
        serve.serve(host=host, port=port, browser=not no_browser)


app.command("serve")(serve.command)
app.command("play")(play.play)
app.command("perft")(perft.perft)
app.command("show")(show.show)
app.command("games")(games.games)
app.command("analyse")(analyse.analyse)
app.command("hub")(hub.hub)
app.command("dxp")(dxp.dxp)
app.command("bench")(bench.bench)
app.command("match")(match.match)
app.command("tournament")(tournament.tournament)
app.add_typer(pdn.app, name="pdn")
app.command("eval")(evaluate.evaluate)
app.command("selfplay")(train.selfplay)
app.add_typer(tables.app, name="tables")
app.add_typer(train.app, name="train")
