"""No orphans: a small process of its own outlives this one just long enough to end the engines that it started.

A program that is killed hard cannot tidy up. So the first engine also starts a reaper, which holds the other end of a
pipe: when the pipe closes, for whatever reason, every process group that is still on its list is killed. Engines that
quit when their input closes, as the protocols ask, are gone by then.
"""

from __future__ import annotations

import os
import sys
from threading import Lock
from typing import Final

POSSIBLE: Final = hasattr(os, "posix_spawn") and bool(sys.executable)

# Runs without this package: lines "+GROUP" and "-GROUP" come in, and at the end of input what is left is killed.
PROGRAM: Final = """
import os, signal, sys
os.setsid()
for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
    signal.signal(number, signal.SIG_IGN)
groups = set()
for line in sys.stdin:
    (groups.add if line[0] == "+" else groups.discard)(int(line[1:]))
for group in groups:
    try:
        os.killpg(group, signal.SIGKILL)
    except OSError:
        pass
"""


class Reaper:
    """Started with the first group that is put on its list; one for each process, also after a fork."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._pipe: int | None = None
        self._groups: set[int] = set()
        if POSSIBLE:
            os.register_at_fork(after_in_child=self._forget)

    def watch(self, group: int) -> None:
        """Puts a process group on the list."""
        if POSSIBLE:
            with self._lock:
                self._groups.add(group)
                self._tell(f"+{group}\n")

    def release(self, group: int) -> None:
        """Takes a process group off the list: it has ended."""
        with self._lock:
            if group in self._groups:
                self._groups.remove(group)
                self._tell(f"-{group}\n")

    def _tell(self, line: str) -> None:
        if self._pipe is not None:
            try:
                os.write(self._pipe, line.encode())
                return
            except OSError:  # the reaper itself was killed
                os.close(self._pipe)
        self._pipe = _start()
        os.write(self._pipe, "".join(f"+{group}\n" for group in self._groups).encode())

    def _forget(self) -> None:
        """In a forked child: the groups are the parent's, and the pipe must close when the parent ends."""
        self._lock = Lock()
        if self._pipe is not None:
            os.close(self._pipe)
        self._pipe = None
        self._groups = set()


def _start() -> int:
    """Starts a reaper and gives the pipe to it."""
    theirs, ours = os.pipe()
    quiet = [(os.POSIX_SPAWN_OPEN, fd, os.devnull, os.O_WRONLY, 0) for fd in (1, 2)]
    os.posix_spawn(
        sys.executable,
        [sys.executable, "-I", "-S", "-c", PROGRAM],
        os.environ,
        file_actions=[(os.POSIX_SPAWN_DUP2, theirs, 0), *quiet],
    )
    os.close(theirs)
    return ours


reaper: Final = Reaper()
