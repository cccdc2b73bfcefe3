"""``damier match``: two engines, many games, and what they prove."""

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
    ReportOption,
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
from damier.match import Match, PlayedGame, Sprt, Tally, plot
from damier.match.journal import read
from damier.match.match import Told
from damier.match.record import PdnFile


def match(
    players: Annotated[
        list[str] | None, typer.Argument(help="Two engines, each [NAME=]ENGINE[@LIMIT].", metavar="A B")
    ] = None,
    game: GameOption = "international",
    draws: DrawsOption = None,
    games: Annotated[
        int | None, typer.Option("--games", "-n", help="At most so many games, an even number; 100 by default.")
    ] = None,
    time: TimeOption = None,
    clock: ClockOption = None,
    nodes: NodesOption = None,
    depth: DepthOption = None,
    source: OpeningsOption = None,
    plies: PliesOption = 6,
    seed: SeedOption = 0,
    concurrency: ConcurrencyOption = None,
    sprt: Annotated[
        str | None, typer.Option("--sprt", help="ELO0,ELO1: stop when one of them is accepted.", metavar="ELO0,ELO1")
    ] = None,
    alpha: Annotated[float, typer.Option("--alpha", help="How often ELO1 may be accepted wrongly.")] = 0.05,
    beta: Annotated[float, typer.Option("--beta", help="How often ELO0 may be accepted wrongly.")] = 0.05,
    normalized: Annotated[bool, typer.Option("--normalized", help="ELO0 and ELO1 are in normalised Elo.")] = False,
    resign: ResignOption = None,
    draw: DrawOption = None,
    max_moves: MaxMovesOption = 200,
    tables: TablesOption = False,
    margin: MarginOption = 0.1,
    patience: PatienceOption = 60.0,
    journal: JournalOption = None,
    resume: ResumeOption = None,
    report: ReportOption = None,
    pdn: PdnOption = None,
    svg: Annotated[
        Path | None, typer.Option("--svg", help="Draw Elo over the games into this file.", dir_okay=False)
    ] = None,
    curve: Annotated[
        int | None, typer.Option("--curve", help="With --svg: draw the evaluations of this game instead.", min=1)
    ] = None,
    machine: JsonOption = False,
) -> None:
    """Play a match between two engines: pairs of games from the same openings with both colours.

    ENGINE is damier, damier/LEVEL, damier:OPTION=VALUE,…; LIMIT is 75/1200, 180+2, or time= clock= inc= moves= nodes=
    depth= with commas between. An engine without a limit has the one of the options.
    """
    if sum(bool(way) for way in (players, resume, report)) != 1:
        raise ValueError("give two engines, or --resume JOURNAL, or --report JOURNAL")
    if curve is not None and svg is None:
        raise ValueError("--curve needs --svg FILE, which it is drawn into")
    if report is not None:
        _report(report, pdn=pdn, svg=svg, curve=curve, machine=machine)
        return
    if resume is not None:
        if journal is not None:
            raise ValueError("--resume names the journal already: leave --journal out")
        contest = Match.from_journal(resume, games=games, concurrency=concurrency)
    else:
        if len(players or ()) != 2:
            raise ValueError(f"a match has two players, not {len(players or ())}")
        common = conditions(game, draws, resign, draw, max_moves, tables, margin, patience)
        contest = Match(
            *entrants(players or [], control(time, clock, nodes, depth)),
            games=100 if games is None else games,
            conditions=common,
            openings=openings(source, common, seed, plies),
            sprt=_sprt(sprt, alpha, beta, normalized),
            seed=seed,
            concurrency=concurrency,
            journal=journal,
        )
    with contest:
        _play(contest, pdn=pdn, machine=machine, again=resume or journal)
        _draw(svg, curve, contest.played, [entrant.name for entrant in contest.entrants], contest.sprt)


def _sprt(text: str | None, alpha: float, beta: float, normalized: bool) -> Sprt | None:
    if text is None:
        return None
    try:
        low, high = (float(part) for part in text.split(","))
    except ValueError:
        raise ValueError(f"--sprt takes two numbers with a comma between them, not {text!r}") from None
    return Sprt(low, high, alpha, beta, normalized)


def _play(contest: Match, *, pdn: Path | None, machine: bool, again: Path | None) -> None:
    names = [entrant.name for entrant in contest.entrants]
    file = None if pdn is None else PdnFile(pdn, contest.entrants, event=f"Match {names[0]} - {names[1]}")
    if file is not None:
        file.begin(contest.played.values())
    pace, recent = scoreboard.Pace(), scoreboard.Recent(names)

    def picture() -> RenderableType:
        table = scoreboard.match(names, contest.tally, contest.games, contest.sprt, pace.told(_left(contest)))
        return Group(table, recent.shown())

    count = contest.openings.count
    if count is not None and 2 * count < contest.games and not machine:
        errors.print(f"[dim]the {count} openings are played again after {2 * count} games[/]")
    stage, stopped = Stage(picture, machine=machine), False
    try:
        with stage.open():
            for game in contest.play():
                pace.games += 1
                if file is not None:
                    file.add(game)
                line = recent.add(game)
                stage.game(line, lambda game=game: game_json(game, names) | {"match": _told(contest)})  # type: ignore[misc]
    except KeyboardInterrupt:
        stopped = True
    if file is not None:
        file.finish(contest.played.values())
    if machine:
        say({"type": "end", "stopped": stopped, "finished": contest.finished, "match": _told(contest)})
    else:
        out.print(scoreboard.match(names, contest.tally, contest.games, contest.sprt))
    if stopped:
        how = f"damier match --resume {again}" if again is not None else "with --journal it could be gone on with"
        errors.print(f"stopped: {how}", markup=False, soft_wrap=True)
        raise typer.Exit(130)


def _told(contest: Match) -> dict[str, object]:
    return contest.tally.to_json(contest.sprt)


def _left(contest: Match) -> float:
    """Games that are still to be played, as far as can be told."""
    left: float = contest.games - contest.tally.games
    if contest.sprt is not None and contest.tally.games:
        tally, test = contest.tally, contest.sprt
        true = (tally.normalized if test.normalized else tally.elo).value
        if abs(true) < 1000:
            left = min(left, test.expected_games(true, tally.sample, llr=test.llr(tally.sample)))
    return left


def _report(path: Path, *, pdn: Path | None, svg: Path | None, curve: int | None, machine: bool) -> None:
    """What a journal remembers, while the match may go on."""
    settings, games = read(path)
    told = Told(settings, Match.kind)
    players, sprt = told.entrants(), told.sprt()
    names = [player.name for player in players]
    if len(names) != 2:
        raise ValueError(f"{path}: a match has two players, not {len(names)}")
    tally = Tally.of(games[number] for number in sorted(games))
    if pdn is not None:
        file = PdnFile(pdn, players, event=f"Match {names[0]} - {names[1]}")
        if pdn.exists():
            raise ValueError(f"{pdn} is there already: name another file")
        file.finish(games.values())
    _draw(svg, curve, games, names, sprt)
    if machine:
        say({"type": "report", "match": tally.to_json(sprt)})
    else:
        out.print(scoreboard.match(names, tally, max(told.number("goal"), tally.games), sprt))


def _draw(
    svg: Path | None, curve: int | None, games: dict[int, PlayedGame], names: list[str], sprt: Sprt | None
) -> None:
    if svg is None:
        return
    if curve is None:
        picture = plot.match([games[number] for number in sorted(games)], names, sprt=sprt)
    elif curve - 1 in games:
        picture = plot.game(games[curve - 1], names)
    else:
        raise ValueError(f"there is no game {curve} to draw")
    svg.write_text(picture, encoding="utf-8")
