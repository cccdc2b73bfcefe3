"""The mason: a process of its own that builds endgame tables, one JSON object a line saying how far it is.

It works only while somebody listens: when its standard input is closed, also by the death of whoever started it, it
stops after the table it is at.
"""

import contextlib
import json
import os
import sys
import threading
from pathlib import Path
from typing import Any, Final

from damier._core import EngineError, InvalidTableError, TableBuild

REFRESH: Final = 0.25  # seconds
PATIENCE: Final = 4.0  # seconds after which a build that should stop is simply left: its finished tables stay


def main(game: str, pieces: str, folder: str) -> None:
    """Builds the tables of a game up to so many pieces."""
    if hasattr(os, "nice"):
        os.nice(10)
    lock = threading.Lock()

    def tell(**news: Any) -> None:
        with lock, contextlib.suppress(OSError):
            print(json.dumps(news), flush=True)

    try:
        threads = max(1, (os.cpu_count() or 2) - 1)
        work = TableBuild(game, Path(folder), pieces=int(pieces), threads=threads)
    except (ValueError, EngineError) as error:
        tell(what="failed", message=str(error))
        return
    over = threading.Event()

    def hear(what: str, first: Any, *rest: object) -> None:
        if what == "begins":
            tell(what="begins", total=first)
        elif what == "table":
            tell(what="table", name=first)

    def watch() -> None:
        while not over.wait(REFRESH):
            tell(what="at", positions=work.positions)

    def listen() -> None:
        # Not `sys.stdin`, whose lock would keep the interpreter from ending.
        while os.read(0, 4096):
            pass
        work.stop()
        if not over.wait(PATIENCE):
            os._exit(1)

    for task in (watch, listen):
        threading.Thread(target=task, daemon=True).start()
    try:
        work.run(hear)
        tell(what="done", positions=work.positions)
    except OSError as error:
        tell(what="failed", message=error.strerror or str(error), errno=error.errno, path=error.filename)
    except (EngineError, InvalidTableError) as error:
        tell(what="failed", message=str(error))
    finally:
        over.set()


if __name__ == "__main__":
    main(*sys.argv[1:])
