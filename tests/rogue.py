"""A Hub engine that misbehaves as its argument says, for the tests of whoever must bear with it."""

import os
import subprocess
import sys
import time
from pathlib import Path

import damier

HELLO = ["id name=Rogue version=1", "param name=depth-max value=5 type=int min=1 max=9", "wait"]
POS = "pos pos="


def say(*lines):
    for line in lines:
        sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def first_move(line):
    """The first legal move after a `pos` line."""
    position, _, moves = line.removeprefix(POS).partition(" moves=")
    board = damier.Board.from_hub(position)
    for move in moves.strip('"').split():
        board.push_hub(move)
    return board.hub(next(iter(board.legal_moves)))


def main(kind, note=None):
    if kind == "deaf":
        time.sleep(600)
    if kind == "stillborn":
        sys.stderr.write("cannot find my weights\n")
        sys.exit(3)
    if kind == "parent":
        child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
        Path(note).write_text(f"{os.getpid()} {child.pid}", encoding="utf-8")
    move, searching, restarted = "", False, note is not None and kind == "dies once" and Path(note).exists()
    while True:
        line = sys.stdin.readline()
        if not line:
            if kind in ("parent", "unending"):
                time.sleep(600)  # as if it had not noticed
            return
        line = line.strip()
        if line == "hub":
            say(*HELLO)
        elif line == "init":
            if kind == "unready":
                time.sleep(600)
            say("initialising", "ready")
        elif line == "ping":
            if kind != "no pong":
                say("pong")
        elif line.startswith(POS):
            move = first_move(line)
        elif line == "quit":
            if kind not in ("parent", "unending"):
                return
        elif line == "stop":
            if kind != "hang" and searching:
                searching = False
                say(f"done move={move}")
        elif line.startswith("go"):
            searching = True
            if kind == "garbage":
                sys.stdout.buffer.write(b"\xff\xfe\x00 done\x00 info pv=\n" + bytes(range(256)) + b"\n")
                sys.stdout.buffer.flush()
                say('info pv="99-99', "info score=nan depth=1e9 nodes=x pv=1-2", "done", "id", "param", "wait", "ready")
                return
            if kind == "long line":
                say("info " + "x" * 300_000 + f" done move={move}", f"done move={move}")
                searching = False
            elif kind == "endless line":
                while True:
                    sys.stdout.write("x" * 65_536)
            elif kind == "flood":
                while True:
                    say(*["info depth=1"] * 1000)
            elif kind in ("dies", "dies once") and not restarted:
                if note is not None:
                    Path(note).write_text("died", encoding="utf-8")
                say("info depth=1 score=0.10 pv=32-28")
                sys.stderr.write("out of memory\n")
                sys.stderr.flush()
                os._exit(9)
            elif kind == "closes":
                os.close(1)
                time.sleep(600)
            elif kind == "illegal":
                say("done move=1-50")
            elif kind == "no move":
                say('error message="I do not know"', "done")
            elif kind == "liar":
                say(f"info depth=60 score=9.99 nodes=1 time=-5 nps=1e300 pv={move}", f"done move={move} ponder=1-50")
            elif kind in ("hang", "waits", "silent"):
                pass
            else:
                say(f'info depth=3 score=0.25 nodes=1000 time=0.010 nps=0.10 pv="{move}"', f"done move={move}")
                searching = False


if __name__ == "__main__":
    main(*sys.argv[1:])
