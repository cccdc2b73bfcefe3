"""Whole games against programs that nobody here wrote: ``pytest -m peers``.

Each program is named by an environment variable, and its tests are skipped where it is not set:

- ``DAMIER_SCAN``: command of Scan 3 in Hub mode (``env --chdir=/opt/scan ./scan hub``); ``DAMIER_SCAN2``: of Scan 2.0;
- ``DAMIER_DAME_RS``: command of dame-rs in Hub mode (``dame hub``);
- ``DAMIER_SCAN_DXP``: folder of a Scan whose ``scan.ini`` says on which port it listens for DamExchange;
- ``DAMIER_MOBYDAM``: command of Moby Dam, with ``{port}`` for the port to connect to.
"""

from __future__ import annotations

import asyncio
import os
import re
import shutil
import socket
from pathlib import Path

import pytest

import damier
from damier import BLACK, WHITE
from damier.engine import DxpEngine, HubEngine, Limit, LocalEngine
from damier.engine.dxp.server import DxpPlayer, DxpServer
from damier.engine.transport import ListeningTransport, ProcessTransport, TcpTransport

pytestmark = pytest.mark.peers

QUICK = Limit(time=0.1)
PLIES = 300


def given(name: str) -> str:
    value = os.environ.get(name)
    if not value:
        pytest.skip(f"{name} is not set")
    return value


def play(peer, color, ours):
    """A game to its end, or to so many plies; the peer plays `color`. Every move is checked on our board."""
    board = damier.Board()
    while board.outcome(claim_draw=True) is None and board.ply < PLIES:
        result = peer.play(board, QUICK) if board.turn == color else ours.play(board, QUICK)
        if result.move is None:
            assert result.resigned or result.draw_offered, result.note
            break
        board.push(result.move)
    assert board.ply > 10
    return board


@pytest.fixture
def ours():
    with LocalEngine(hash_mb=16) as engine:
        yield engine


@pytest.mark.parametrize("name", ["DAMIER_SCAN", "DAMIER_SCAN2", "DAMIER_DAME_RS"])
def test_hub_games(name, ours):
    with HubEngine(given(name)) as peer:
        assert peer.version == (1 if name == "DAMIER_SCAN2" else 2)
        for color in (WHITE, BLACK):
            peer.new_game()
            play(peer, color, ours)
        assert peer.ping() < 10
        with peer.analysis(damier.Board()) as analysis:
            lines = next(analysis)
        assert lines[0].move in damier.Board().legal_moves
        result = peer.play(damier.Board(), Limit(clock=30, increment=1))
        assert result.move in damier.Board().legal_moves


@pytest.mark.parametrize("name", ["DAMIER_SCAN", "DAMIER_DAME_RS"])
def test_several_lines(name):
    with HubEngine(given(name)) as peer:
        lines = peer.analyse(damier.Board(), Limit(time=1), multipv=3)
    assert len({line.move for line in lines}) == 3
    assert [line.score.rank for line in lines] == sorted((line.score.rank for line in lines), reverse=True)


# ---------------------------------------------------------------------------------------------------------------
# DamExchange


def scan(tmp_path, **settings):
    """A copy of the folder of a Scan, with other settings; and the port of its `scan.ini`."""
    folder = Path(given("DAMIER_SCAN_DXP"))
    copy = tmp_path / "scan"
    shutil.copytree(folder, copy)
    ini = (copy / "scan.ini").read_text(encoding="utf-8")
    for name, value in settings.items():
        ini = re.sub(rf"(?m)^{name.replace('_', '-')} *=.*$", f"{name.replace('_', '-')} = {value}", ini)
    (copy / "scan.ini").write_text(ini, encoding="utf-8")
    return copy


def free_port():

    with socket.socket() as each:
        each.bind(("127.0.0.1", 0))
        return each.getsockname()[1]


def test_scan_follows_as_an_engine(tmp_path, ours):
    port = free_port()
    folder = scan(tmp_path, dxp_port=port)
    with DxpEngine("127.0.0.1", port, command=[str(folder / "scan"), "dxp"], cwd=folder, minutes=1) as peer:
        for color in (WHITE, BLACK):
            peer.new_game()
            play(peer, color, ours)
        assert peer.name.startswith("Scan")


def test_scan_takes_back(tmp_path):
    port = free_port()
    folder = scan(tmp_path, dxp_port=port)
    with DxpEngine("127.0.0.1", port, command=[str(folder / "scan"), "dxp"], cwd=folder, minutes=1) as peer:
        board = damier.Board()
        board.push(peer.play(board, QUICK).move)
        board.push(next(iter(board.legal_moves)))
        peer.play(board, QUICK)
        board.pop()
        board.push(list(board.legal_moves)[1])
        assert peer.play(board, QUICK).move in board.legal_moves


def test_scan_follows_us(tmp_path, ours):
    port = free_port()
    folder = scan(tmp_path, dxp_port=port)
    player = DxpPlayer(ours, limit=QUICK)
    asyncio.run(lead(player, TcpTransport("127.0.0.1", port), [str(folder / "scan"), "dxp"], folder))
    assert len(player.points) == 2


def test_scan_leads_us(tmp_path, ours):
    port = free_port()
    folder = scan(tmp_path, dxp_port=port, dxp_server="false", dxp_initiator="true", dxp_time=1, dxp_moves=30)
    player = DxpPlayer(ours, limit=QUICK)

    async def follow():
        program = ProcessTransport([str(folder / "scan"), "dxp"], cwd=folder)
        async with DxpServer(player, port=port):
            await program.open(lambda _: None, lambda _: None)
            while len(player.points) < 2:
                await asyncio.sleep(0.1)
            await program.close()

    asyncio.run(asyncio.wait_for(follow(), 300))
    assert len(player.points) >= 2


def test_moby_dam_follows_as_an_engine(ours):
    with DxpEngine("127.0.0.1", 0, listen=True, command=given("DAMIER_MOBYDAM"), minutes=1) as peer:
        peer.ping()
        peer.chat("console time 100")  # it takes commands by chat
        for color in (WHITE, BLACK):
            peer.new_game()
            play(peer, color, ours)
        assert peer.name.startswith("Moby Dam")


def test_moby_dam_follows_us(ours):
    player = DxpPlayer(ours, limit=QUICK)
    transport = ListeningTransport("127.0.0.1", 0)
    asyncio.run(lead(player, transport, given("DAMIER_MOBYDAM")))
    assert len(player.points) == 2


async def lead(player, transport, command, cwd=None):
    await transport.prepare()
    if isinstance(command, str):
        command = command.replace("{port}", str(transport.port))
    program = ProcessTransport(command, cwd=cwd)
    await program.open(lambda _: None, lambda _: None)
    try:
        await player.lead(transport, games=2, minutes=1, moves=30)
    finally:
        await program.close()
