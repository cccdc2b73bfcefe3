"""``damier dxp``: games against other programs by DamExchange."""

from __future__ import annotations

import asyncio
from typing import Annotated, Final

import typer

from damier._core import BLACK, WHITE, Board
from damier.cli.console import GameOption, out

PATIENCE: Final = 24 * 3600.0  # seconds that we listen for a program to come


def dxp(
    address: Annotated[
        str | None, typer.Argument(help="HOST:PORT of a program that listens; without it, damier listens itself.")
    ] = None,
    host: Annotated[str, typer.Option(help="Address to listen on; only this machine can reach the default.")] = (
        "127.0.0.1"
    ),
    port: Annotated[int, typer.Option(help="Port to listen on.", min=0, max=65535)] = 27531,
    role: Annotated[
        str | None,
        typer.Option(
            help="initiator proposes games, follower accepts them; whoever connects is the initiator if absent."
        ),
    ] = None,
    games: Annotated[int, typer.Option(help="How many games to propose, colours alternating.", min=1)] = 1,
    color: Annotated[str, typer.Option("--color", "-c", help="Our side in the first game: white or black.")] = "white",
    minutes: Annotated[int, typer.Option(help="Minutes for each side.", min=1, max=999)] = 5,
    moves: Annotated[
        int, typer.Option(help="Moves for each side in that time; 0: the whole game.", min=0, max=999)
    ] = 75,
    fen: Annotated[str | None, typer.Option("--fen", "-f", help="Position to begin from.")] = None,
    game: GameOption = "international",
    engine: Annotated[str, typer.Option("--engine", "-e", help="Who plays: damier, damier/LEVEL, hub:COMMAND.")] = (
        "damier"
    ),
    depth: Annotated[
        int | None, typer.Option(help="Plies that a move is thought about at most.", min=1, max=99)
    ] = None,
    time: Annotated[float | None, typer.Option(help="Seconds that a move is thought about at most.", min=0.001)] = None,
    stop: Annotated[bool, typer.Option("--stop", help="Tell the other program after the last game to end.")] = False,
) -> None:
    """Play other programs by DamExchange: wait for one that proposes games, or propose them to one that listens."""
    from damier.engine import Limit, open_engine
    from damier.engine.dxp.server import DxpPlayer, DxpServer
    from damier.engine.spec import host_and_port
    from damier.engine.transport import ListeningTransport, TcpTransport

    roles = {"initiator": True, "follower": False, None: address is not None}
    if role not in roles:
        raise ValueError(f"no such role: {role} (initiator or follower)")
    leads = roles[role]
    sides = {"white": WHITE, "black": BLACK}
    if color.lower() not in sides:
        raise ValueError(f"no such side: {color} (white or black)")
    board = None if fen is None else Board(fen, game=game)
    if board is not None and not board.legal_moves:
        raise ValueError("there is nothing to play: no move is legal in this position")
    target = None if address is None else host_and_port(address)

    def tell(text: str) -> None:
        out.print(text, markup=False, soft_wrap=True)

    async def wait() -> None:
        async with DxpServer(player, host=host, port=port) as server:
            tell(f"{chosen.name} listens on {host}:{server.port}; Ctrl-C ends it")
            await server.serve()

    async def connection() -> TcpTransport:
        if target is not None:
            return TcpTransport(*target)
        transport = ListeningTransport(host, port, timeout=PATIENCE)
        await transport.prepare()
        tell(f"{chosen.name} listens on {host}:{transport.port} for a program to play against")
        return transport

    async def lead() -> None:
        await player.lead(
            await connection(),
            games=games,
            minutes=minutes,
            moves=moves or None,
            color=sides[color.lower()],
            board=board,
            stop=stop,
        )

    async def follow() -> None:
        await (wait() if target is None else player.follow(await connection()))

    with open_engine(engine) as chosen:
        player = DxpPlayer(chosen, name=chosen.name, game=game, limit=Limit(depth=depth, time=time), tell=tell)
        asyncio.run(lead() if leads else follow())
    known = [points for points in player.points if points is not None]
    left_open = len(player.points) - len(known)
    tell(f"{sum(known)} points of {2 * len(known)} in {len(player.points)} games ({left_open} left open)")
