"""``damier hub``: the server on standard input and output."""

from __future__ import annotations

import os
from contextlib import suppress

from damier.engine.hub.server import HubServer
from damier.engine.transport import LINE_MAX, Splitter


def serve(source: int = 0, target: int = 1) -> None:
    """Answers the lines that come through one file descriptor through another, until `quit` or the end of input."""

    def write(line: str) -> None:
        data = f"{line}\n".encode()
        with suppress(BrokenPipeError):  # nobody listens any more; the end of input will tell
            while data:
                data = data[os.write(target, data) :]

    server = HubServer(write)
    splitter = Splitter(most=LINE_MAX)
    try:
        while data := os.read(source, 65_536):
            for line in splitter.feed(data):
                if line is None:
                    server.complain("line", f"longer than {LINE_MAX} bytes")
                elif not server.receive(line):
                    return
    finally:
        server.close()
