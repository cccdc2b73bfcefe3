"""The speeds that damier promises, beside those of dame-rs, both measured in turns in one run: ``make bench``.
Game trees, which dame-rs has not, are measured beside those of python-chess.

The others are installed from PyPI into environments of their own under ``.cache``. Every figure is the median over the
rounds; the ratio is the median of the ratios within each round, so that a busy machine disturbs both alike.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
import venv
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter

ROOT = Path(__file__).resolve().parent.parent
CACHE = ROOT / ".cache"
PEERS = {"dame-rs": "dame-rs==0.2.0", "python-chess": "chess==1.11.2"}

# Whole positions of games of different phases; every reader can read them.
FENS = (
    "W:W31-50:B1-20",
    "B:W27,28,32,33,34,35,36,37,38,39,40,42,43,44,45,46,47,48,49,50:B1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,18,19,20,23",
    "W:W27,28,30,32,33,34,35,37,38:B12,13,14,16,18,19,21,23,24,26",
    "W:WK3,25,34,45:BK46,7,10,18",
    "B:WK29,K31:BK4",
)

# The same work for both packages, as a program: prints one number, the units done per second.
LOOP = """
from time import perf_counter
from {module} import Board

def walk(board, depth):
    total = 0
    for move in board.legal_moves:
        board.push(move)
        total += 1 if depth == 1 else 1 + walk(board, depth - 1)
        board.pop()
    return total

board = Board()
walk(board, 3)
start = perf_counter()
nodes = walk(board, 6)
print(nodes / (perf_counter() - start))
"""

READ = """
from time import perf_counter
from {module} import Board
fens = {fens!r}
rounds = 40_000
start = perf_counter()
for _ in range(rounds):
    for fen in fens:
        Board(fen)
print(rounds * len(fens) / (perf_counter() - start))
"""

PERFT = """
from time import perf_counter
import {module}
{count}
start = perf_counter()
nodes = perft({depth})
print(nodes / (perf_counter() - start))
"""

IMPORT = """
import subprocess, sys
from time import perf_counter
code = "from time import perf_counter; start = perf_counter(); import {module}; print(perf_counter() - start)"
runs = [float(subprocess.run([sys.executable, "-c", code], capture_output=True, check=True).stdout) for _ in range(15)]
print(1000 * sorted(runs)[len(runs) // 2])
"""

# Games of ninety random plies, the same at every run; chess for python-chess, and draughts for everybody else.
GAMES = """
import random
from pathlib import Path

def write(path, count, board_of, text_of, result):
    if path.exists():
        return
    chance = random.Random(count)
    games = []
    for number in range(count):
        while True:
            board, words = board_of(), []
            for ply in range(90):
                moves = list(board.legal_moves)
                if not moves:
                    break
                move = chance.choice(moves)
                text = text_of(board, move)
                if text.count("x") > 1:
                    # Not every reader knows the long form.
                    break
                words.append((f"{ply // 2 + 1}. " if ply % 2 == 0 else "") + text)
                board.push(move)
            if len(words) == 90:
                break
        lines = [" ".join(words[at : at + 12]) for at in range(0, 90, 12)]
        tags = f'[Event "random"]\\n[Round "{number}"]\\n[White "A"]\\n[Black "B"]\\n[Result "*"]\\n'
        games.append(tags + result + "\\n" + "\\n".join(lines) + " *\\n\\n")
    path.write_text("".join(games))
"""

DRAUGHTS = (
    GAMES
    + """
import damier
path = Path("games.pdn")
write(path, 4000, damier.Board, damier.Board.pdn, '[GameType "20"]\\n')
"""
)

# On one processor, whatever threads there are.
ALONE = """
import os
if hasattr(os, "sched_setaffinity"):
    os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
"""

LINES = (
    DRAUGHTS
    + ALONE
    + """
from time import perf_counter
from damier import pdn
start = perf_counter()
games = list(pdn.scan(path, threads=1))
seconds = perf_counter() - start
assert len(games) == 4000 and all(game.ply_count == 90 and not game.errors for game in games)
print(len(games) / seconds)
"""
)

BOOK = (
    ALONE
    + """
from time import perf_counter
from dame import OpeningBook
text = open("games.pdn").read()
start = perf_counter()
OpeningBook.from_pdn(text, plies=90)
print(4000 / (perf_counter() - start))
"""
)

TREES = (
    DRAUGHTS
    + ALONE
    + """
from time import perf_counter
from damier import pdn
with open(path, "rb") as handle:
    start = perf_counter()
    count = sum(1 for game in pdn.read_games(handle))
    print(count / (perf_counter() - start))
"""
)

CHESS = (
    GAMES
    + ALONE
    + """
from time import perf_counter
import chess.pgn
path = Path("games.pgn")
write(path, 400, chess.Board, chess.Board.san, "")
with open(path) as handle:
    start = perf_counter()
    count = 0
    while chess.pgn.read_game(handle) is not None:
        count += 1
    print(count / (perf_counter() - start))
"""
)

THREADS = (
    DRAUGHTS
    + """
from time import perf_counter
from damier import pdn
def games(threads):
    start = perf_counter()
    count = sum(1 for game in pdn.scan([path] * 6, threads=threads))
    return count / (perf_counter() - start)
games(2)
print(games(2) / games(1))
"""
)

# A gigabyte of the same games: the most memory that a scan of it takes, in mebibytes.
GIGABYTE = (
    DRAUGHTS
    + """
import resource
from damier import pdn
large = Path("gigabyte.pdn")
if not large.exists() or large.stat().st_size < 1 << 30:
    data = path.read_bytes()
    with open(large, "wb") as handle:
        for _ in range((1 << 30) // len(data) + 1):
            handle.write(data)
count = sum(1 for game in pdn.scan(large, threads=2))
assert count % 4000 == 0 and count > 1_000_000
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024)
"""
)

# Positions a second of the search, and how deep it looks in five seconds, from the start.
SPEED = (
    ALONE
    + """
from damier import Board
from damier.engine import Limit, LocalEngine
with LocalEngine(hash_mb=64) as engine:
    found = engine.analyse(Board(), Limit(time=2.0))[0]
print(found.nodes / found.time)
"""
)

DEPTH = (
    ALONE
    + """
from damier import Board
from damier.engine import Limit, LocalEngine
with LocalEngine(hash_mb=64) as engine:
    print(engine.analyse(Board(), Limit(time=5.0))[0].depth)
"""
)

# The time that one thread takes to look at positions of games to a depth, over that of two threads. One thread and the
# other take turns, each with a table that knows nothing yet.
TOGETHER = """
from time import perf_counter
from damier import ballots
from damier.engine import Limit, LocalEngine

def position(ballot):
    board = ballot.board()
    with LocalEngine(hash_mb=16) as engine:
        for _ in range(14):
            board.push(engine.play(board, Limit(nodes=5_000)).move)
    return board

def seconds(board, threads):
    with LocalEngine(hash_mb=64, threads=threads) as engine:
        start = perf_counter()
        engine.analyse(board, Limit(depth={depth}))
        return perf_counter() - start

every = ballots.load("international", plies=6)
boards = [position(ballot) for ballot in every[:: len(every) // 20][:20]]
pairs = [(seconds(board, 1), seconds(board, 2)) for board in boards]
print(sum(one for one, _ in pairs) / sum(two for _, two in pairs))
"""


@dataclass(frozen=True)
class Measure:
    """One line of the table. `ours` and `theirs` are programs; `goal` is what damier promises."""

    name: str
    unit: str
    scale: float
    ours: str
    theirs: str | None
    goal: str
    peer: str = "dame-rs"


def perft(game: str, depth: int) -> str:
    count = f"board = damier.Board(game={game!r})\nperft = lambda depth: board.perft(depth)"
    return PERFT.format(module="damier", count=count, depth=depth)


def measures(deep: bool) -> list[Measure]:
    depth = 10 if deep else 9
    peer = PERFT.format(module="dame", count="perft = lambda depth: dame.perft(dame.Board(), depth)", depth=depth)
    gigabyte = [Measure("scan of 1 GiB", "MiB at most", 1, GIGABYTE, None, "constant")] if deep else []
    return [
        Measure(f"international perft {depth}", "M nodes/s", 1e6, perft("international", depth), peer, "12x dame-rs"),
        Measure(f"Russian perft {depth + 2}", "M nodes/s", 1e6, perft("russian", depth + 2), None, "300 M nodes/s"),
        Measure("legal_moves, push, pop", "M nodes/s", 1e6, *both(LOOP), "2x dame-rs"),
        Measure("reading FEN", "M positions/s", 1e6, *both(READ, fens=FENS), "1x dame-rs"),
        Measure("import", "ms", 1, *both(IMPORT), "under 10 ms"),
        Measure("PDN main lines", "k games/s", 1e3, LINES, BOOK, "3x dame-rs"),
        Measure("PDN trees", "games/s", 1, TREES, CHESS, "4x python-chess", peer="python-chess"),
        Measure("scan on two threads", "times one", 1, THREADS, None, "scales"),
        Measure("search", "M nodes/s", 1e6, SPEED, None, "2.5 M nodes/s"),
        Measure("search in five seconds", "plies", 1, DEPTH, None, "22 plies"),
        Measure("search on two threads", "times one", 1, TOGETHER.format(depth=20 if deep else 18), None, "1.6x"),
        *gigabyte,
    ]


def both(program: str, **values: object) -> tuple[str, str]:
    return program.format(module="damier", **values), program.format(module="dame", **values)


def peer_python(name: str) -> Path | None:
    """The interpreter that has a peer, made at first use; `None` where it cannot be had."""
    python = CACHE / name / ("Scripts" if os.name == "nt" else "bin") / "python"
    try:
        if not python.exists():
            venv.create(CACHE / name, with_pip=True)
        subprocess.run([python, "-m", "pip", "install", "--quiet", PEERS[name]], check=True)
    except (OSError, subprocess.CalledProcessError) as error:
        print(f"{name} cannot be installed ({error}); its figures stay empty", file=sys.stderr)
        return None
    return python


def run(python: Path, program: str) -> float:
    said = subprocess.run([python, "-c", program], check=True, capture_output=True, text=True, cwd=CACHE).stdout
    return float(said)


def in_turns(measure: Measure, ours: Path, theirs: Path | None, rounds: int) -> dict[str, float | None]:
    """Medians of both, and of their ratio."""
    own, other = [], []
    for _ in range(rounds):
        own.append(run(ours, measure.ours) / measure.scale)
        if theirs is not None and measure.theirs is not None:
            other.append(run(theirs, measure.theirs) / measure.scale)
    ratios = [a / b for a, b in zip(own, other, strict=False)]
    return {
        "damier": statistics.median(own),
        "peer": statistics.median(other) if other else None,
        "ratio": statistics.median(ratios) if ratios else None,
    }


def shown(value: float | None, form: str) -> str:
    return "" if value is None else format(value, form)


def main() -> None:
    from rich.console import Console
    from rich.table import Table

    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=5, help="how often each measure is repeated")
    parser.add_argument("--deep", action="store_true", help="perft one ply deeper, and a file of 1 GiB")
    parser.add_argument("--only", default="", help="only the measures with this in their name")
    parser.add_argument("--json", type=Path, help="also write the figures to this file")
    options = parser.parse_args()

    CACHE.mkdir(exist_ok=True)
    peers = {name: peer_python(name) for name in PEERS}
    console = Console()
    console.print(f"one core, median of {options.rounds} rounds, in turns")
    table = Table(box=None, header_style="dim", pad_edge=False)
    for column in ("", "damier", "peer", "", "ratio", "goal"):
        table.add_column(column, justify="right" if column in ("damier", "peer", "ratio") else "left", no_wrap=True)
    figures = {}
    start = perf_counter()
    for measure in measures(options.deep):
        if options.only not in measure.name:
            continue
        with console.status(measure.name):
            figures[measure.name] = found = in_turns(measure, Path(sys.executable), peers[measure.peer], options.rounds)
        table.add_row(
            measure.name,
            shown(found["damier"], ",.2f"),
            shown(found["peer"], ",.2f"),
            measure.unit,
            shown(found["ratio"], ".2f"),
            measure.goal,
        )
    console.print(table)
    console.print(f"[dim]{perf_counter() - start:.0f} s in all[/]")
    if options.json is not None:
        options.json.write_text(json.dumps(figures, indent=2) + "\n")


if __name__ == "__main__":
    main()
