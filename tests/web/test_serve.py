"""Serving: the address, the port, the end."""

import asyncio
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from urllib.request import urlopen

import pytest

pytest.importorskip("fastapi", reason="the board in the browser needs damier[web]")

from damier.web import app

SERVE = "from damier.web import serve; serve(port={port}, browser=False)"


@pytest.fixture
def taken() -> Iterator[int]:
    """A port that somebody else listens on."""
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        yield other.getsockname()[1]


def test_where_the_port_is_taken_the_next_one_serves(
    taken: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    command = [sys.executable, "-c", SERVE.format(port=taken)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        line = process.stdout.readline()
        address = next(word for word in line.split() if word.startswith("http"))
        assert not address.endswith(f":{taken}/")
        with urlopen(address) as answer:
            assert b"<damier-board" in answer.read()
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=20)
    assert process.returncode == 0
    assert errors == ""


def test_an_answer_goes_out_as_soon_as_it_is_written() -> None:
    """Head and body are two writes: the second would wait until the first is acknowledged, which takes 40 ms."""

    async def is_prompt() -> bool:
        found: asyncio.Future[bool] = asyncio.get_running_loop().create_future()

        def met(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            accepted = writer.get_extra_info("socket")
            found.set_result(bool(accepted.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)))
            writer.close()

        with app._listen("127.0.0.1", app.PORT) as listener:
            async with await asyncio.start_server(met, sock=listener):
                _, writer = await asyncio.open_connection(*listener.getsockname())
                writer.close()
                return await found

    # In a thread of its own: where pages were opened before, this one has a loop that never ends.
    with ThreadPoolExecutor(1) as thread:
        assert thread.submit(asyncio.run, is_prompt()).result()


def test_where_no_port_is_free_one_sentence_says_so(taken: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(app, "PORTS_TRIED", 1)
    with pytest.raises(OSError, match="are all taken") as caught:
        app.serve(port=taken, browser=False)
    assert str(taken) in str(caught.value)


@pytest.mark.parametrize("host", ["256.1.1.1", "no.such.host.invalid", "203.0.113.7"])
def test_a_host_that_is_not_ours_is_named(host: str) -> None:
    with pytest.raises(OSError, match=f"cannot serve on {host}"):
        app.serve(host=host, port=0, browser=False)
