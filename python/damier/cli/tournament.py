"""``damier tournament``: round robin, gauntlet or Swiss, with a cross table."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.console import Group, RenderableType

from damier.cli import scoreboard
from damier.cli.console import DrawsOption, GameOption, errors, out
from damier.cli.contest import (
    ClockOption,
    ConcurrencyOption,
    DepthOption,
    DrawOption,
    JournalOption,
    JsonOption,
    MarginOption,
    MaxMovesOption,
    NodesOption,
    OpeningsOption,
    PatienceOption,
    PdnOption,
    PliesOption,
    ResignOption,
    ResumeOption,
    SeedOption,
    Stage,
    TablesOption,
    TimeOption,
    conditions,
    control,
    entrants,
    game_json,
    openings,
    say,
)
from damier.match.record import PdnFile
from damier.match.tournament import SYSTEMS, Tournament


def tournament(
    players: Annotated[
        list[str] | None, typer.Argument(help="Engines, each [NAME=]ENGINE[@LIMIT].", metavar="A B C …")
    ] = None,
    system: Annotated[str, typer.Option("--system", "-s", help=f"One of {', '.join(SYSTEMS)}.")] = "round-robin",
    rounds: Annotated[
        int | None, typer.Option("--rounds", "-r", help="How often all meet (1); in a Swiss, how many rounds.", min=1)
    ] = None,
    games: Annotated[int, typer.Option("--games", "-n", help="Games of each encounter.", min=1)] = 2,
    game: GameOption = "international",
    draws: DrawsOption = None,
    time: TimeOption = None,
    clock: ClockOption = None,
    nodes: NodesOption = None,
    depth: DepthOption = None,
    source: OpeningsOption = None,
    plies: PliesOption = 6,
    seed: SeedOption = 0,
    concurrency: ConcurrencyOption = None,
    resign: ResignOption = None,
    draw: DrawOption = None,
    max_moves: MaxMovesOption = 200,
    tables: TablesOption = False,
    margin: MarginOption = 0.1,
    patience: PatienceOption = 60.0,
    journal: JournalOption = None,
    resume: ResumeOption = None,
    pdn: PdnOption = None,
    machine: JsonOption = False,
) -> None:
    """Play a tournament between engines and show its cross table: points are 2 for a win and 1 for a draw.

    In a gauntlet the first engine meets all others. Engines and limits are written as in `damier match`.
    """
    if bool(players) == (resume is not None):
        raise ValueError("give the engines, or --resume JOURNAL")
    if resume is not None:
        if journal is not None:
            raise ValueError("--resume names the journal already: leave --journal out")
        contest = Tournament.from_journal(resume, concurrency=concurrency)
    else:
        common = conditions(game, draws, resign, draw, max_moves, tables, margin, patience)
        contest = Tournament(
            entrants(players or [], control(time, clock, nodes, depth)),
            system=system,
            rounds=rounds,
            games=games,
            conditions=common,
            openings=openings(source, common, seed, plies),
            seed=seed,
            concurrency=concurrency,
            journal=journal,
        )
    with contest:
        _play(contest, pdn=pdn, machine=machine, again=resume or journal)


def _play(contest: Tournament, *, pdn: Path | None, machine: bool, again: Path | None) -> None:
    names = [entrant.name for entrant in contest.entrants]
    file = None if pdn is None else PdnFile(pdn, contest.entrants, event=f"Tournament, {contest.system}")
    if file is not None:
        file.begin(contest.played.values())
    pace, recent = scoreboard.Pace(), scoreboard.Recent(names)
    swiss = contest.system == "swiss"

    def table(pace: str = "") -> RenderableType:
        return scoreboard.tournament(
            contest.table(), contest.total, len(contest.played), pace, solkoff=swiss, width=out.width
        )

    def picture() -> RenderableType:
        return Group(table(pace.told(contest.total - len(contest.played))), recent.shown())

    stage, stopped = Stage(picture, machine=machine), False
    try:
        with stage.open():
            for game in contest.play():
                pace.games += 1
                if file is not None:
                    file.add(game)
                stage.game(recent.add(game), lambda game=game: game_json(game, names))  # type: ignore[misc]
    except KeyboardInterrupt:
        stopped = True
    if file is not None:
        file.finish(contest.played.values())
    if machine:
        rows = contest.table().to_json()
        say({"type": "end", "stopped": stopped, "finished": contest.finished, "table": rows})
    else:
        out.print(table())
    if stopped:
        how = f"damier tournament --resume {again}" if again is not None else "with --journal it could be gone on with"
        errors.print(f"stopped: {how}", markup=False, soft_wrap=True)
        raise typer.Exit(130)
