"""Many boards played at once over web sockets, and how long the server takes to answer a move: part of ``make bench``.

A server of its own runs in another process, on this machine only and with a folder of its own; every board is played by
two people who move at random, without a pause. Every move is on the disk before it is answered.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import statistics
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from tempfile import TemporaryDirectory
from time import perf_counter
from urllib.request import Request, urlopen

from websockets.asyncio.client import connect

SERVER = "from damier.web import serve; serve(port={port}, browser=False)"


@contextmanager
def server(port: int) -> Iterator[str]:
    """A server until the block is left; gives its host and port."""
    with TemporaryDirectory() as folder:
        process = subprocess.Popen(
            [sys.executable, "-c", SERVER.format(port=port)],
            env={**os.environ, "XDG_DATA_HOME": folder, "LOCALAPPDATA": folder},
            stdout=subprocess.PIPE,
            text=True,
        )
        try:
            assert process.stdout is not None
            line = process.stdout.readline()  # "damier: the board is at http://127.0.0.1:8064/ (…)"
            yield line.partition("http://")[2].partition("/")[0]
        finally:
            process.terminate()
            process.wait(30)


def begin(host: str) -> str:
    body = json.dumps({"game": "international", "side": "both"}).encode()
    request = Request(f"http://{host}/api/sittings", body, {"Content-Type": "application/json"})
    with urlopen(request) as answer:
        return str(json.load(answer)["id"])


async def play(host: str, id: str, plies: int, seed: int) -> list[float]:
    """Plays one board; gives the seconds from each move to the state after it."""
    chance = random.Random(seed)
    taken: list[float] = []
    async with connect(f"ws://{host}/live/{id}", max_size=1 << 22) as socket:
        state = json.loads(await socket.recv())
        while len(taken) < plies and state["moves"]:
            move = chance.choice(state["moves"])
            start = perf_counter()
            await socket.send(json.dumps({"type": "move", "ply": state["ply"], "move": move["id"]}))
            state = json.loads(await socket.recv())
            taken.append(perf_counter() - start)
            if state["type"] != "state":
                raise RuntimeError(f"the server answered {state}")
    return taken


async def load(host: str, boards: int, plies: int) -> tuple[list[float], float]:
    ids = [await asyncio.to_thread(begin, host) for _ in range(boards)]
    start = perf_counter()
    found = await asyncio.gather(*(play(host, id, plies, seed) for seed, id in enumerate(ids)))
    return [seconds for board in found for seconds in board], perf_counter() - start


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--boards", type=int, default=200, help="how many are played at once")
    parser.add_argument("--plies", type=int, default=30, help="how long each is played")
    parser.add_argument("--port", type=int, default=8964, help="the first port that is tried")
    options = parser.parse_args()
    with server(options.port) as host:
        one, _ = asyncio.run(load(host, 1, options.plies))
        many, seconds = asyncio.run(load(host, options.boards, options.plies))
    print(f"one board: a move is answered in {1000 * statistics.median(one):.1f} ms (median)")
    print(
        f"{options.boards} boards at once: {len(many) / seconds:.0f} moves/s, answered in "
        f"{1000 * statistics.median(many):.0f} ms (median), {1000 * sorted(many)[len(many) * 99 // 100]:.0f} ms (99 %)"
    )


if __name__ == "__main__":
    main()
