"""Writes ``docs/endings.md`` and its pictures from the endgame tables: ``python tools/endings.py``.

With ``--check``, only says what is not current.
"""

from __future__ import annotations

import sys
from pathlib import Path

import damier
from damier import svg, tables

DOCS = Path(__file__).resolve().parent.parent / "docs"
PICTURES = DOCS / "endings"
GAMES = ("international", "russian")
PICTURE_SIZE = 260
MAIN_ROAD = {"russian": [29, 25, 22, 18, 15, 11, 8, 4], "international": [46, 41, 37, 32, 28, 23, 19, 14, 10, 5]}
LESSONS = {
    "russian": [
        (
            "KKKvK",
            "Petrov's triangle",
            "Three kings catch one that is off the main road; this takes longest.",
        ),
        ("KKMvK", "Two kings and a man", "The man must be kept, or become the third king."),
        ("MMMvK", "Three men against a king", "The longest win of four pieces."),
        ("KvMMM", "A king against three men", "The men are stopped in time."),
    ],
    "international": [
        ("KKKvK", "Three kings against one", "Won only where the lone king is caught before it finds a long line."),
        ("KKMvK", "Two kings and a man against a king", "The longest win against a lone king."),
        ("KvMMM", "A king against three men", "The longest win of four pieces."),
        ("MvM", "A man against a man", "One queens first, and catches the other."),
    ],
}


def side(name: str) -> str:
    """``KKM`` in words."""
    words = []
    for letter, one, many in (("K", "king", "kings"), ("M", "man", "men")):
        count = name.count(letter)
        if count:
            words.append(f"{('', 'one', 'two', 'three')[count]} {one if count == 1 else many}")
    return " and ".join(words)


def percent(part: int, whole: int) -> str:
    share = 100 * part / whole if whole else 0.0
    return f"{share:.1f}" if part in (0, whole) or 0.05 <= share < 99.95 else ("<0.1" if share < 50 else ">99.9")


def overview(known: tables.Tables, game: str) -> list[str]:
    """Which material wins, and how often."""
    lines = [
        "| to move | against | wins % | draws % | losses % | longest win | longest loss |",
        "|---|---|---|---|---|---|---|",
    ]
    for table in sorted(known.tables(game), key=lambda table: (table.pieces, -table.quiet[0] / sum(table.quiet))):
        own, other = table.name.split("v")
        whole = sum(table.quiet)
        wins, losses, draws = (percent(part, whole) for part in table.quiet)
        lines.append(
            f"| {side(own)} | {side(other)} | {wins} | {draws} | {losses} "
            f"| {table.longest_win or ''} | {table.longest_loss or ''} |"
        )
    return lines


def longest(known: tables.Tables, game: str, name: str) -> tuple[damier.Board, int]:
    """The first position of a table whose win takes longest, and how many such positions there are."""
    table = next(table for table in known.tables(game) if table.name == name)
    own = known.of(game)
    found = own.find(name, table.longest_win, table.positions)
    return own.position(name, found[0]), len(found)


def lessons(known: tables.Tables, game: str) -> tuple[list[str], dict[str, str]]:
    lines, pictures = [], {}
    for name, title, text in LESSONS[game]:
        board, count = longest(known, game, name)
        picture = f"{game}-{name}.svg"
        pictures[picture] = svg.board(board, size=PICTURE_SIZE)
        plies = known.probe_dtw(board)
        shown, moves = board.copy(), []
        while len(moves) < 6:
            best = known.best_moves(shown)[0].move
            moves.append(shown.pdn(best))
            shown.push(best)
        more = f"one of {count:,} such positions" if count > 1 else "the only such position"
        lines += [
            f"### {title}",
            "",
            f"![{board.fen()}](endings/{picture})",
            "",
            f"{text} White to move wins in {plies} plies ({more}): {' '.join(moves)} … `{board.fen()}`",
            "",
        ]
    return lines, pictures


def claims(known: tables.Tables, game: str) -> list[str]:
    """Does a drawing rule spoil a win that the tables know?"""
    rules = {clock.rule: clock for clock in damier.Board(game=game).draw_clocks()}
    found = {table.name: table for table in known.tables(game)}
    lines = ["| rule | endings | its plies | longest win | does it spoil a win? |", "|---|---|---|---|---|"]
    three = [name for name in ("KKKvK", "KKMvK", "KMMvK") if name in found]
    two = ["KKvK", "KMvK", "KvK"]
    concerned = {
        "three_against_king_16": three,
        "two_against_king_5": two,
        "kings_against_king_15": ["KKKvK"],
        "king_moves_25": list(found),
        "balance_30": [
            name for name, table in found.items() if table.pieces == 4 and all("K" in part for part in name.split("v"))
        ],
    }
    for rule, names in concerned.items():
        if rule not in rules:
            continue
        limit = rules[rule].limit
        longest_win = max(found[name].longest_win for name in names)
        which = [name for name in names if found[name].longest_win == longest_win]
        verdict = "no" if longest_win <= limit else f"it could: {', '.join(which)}"
        shown = ", ".join(names) if len(names) <= 4 else f"{len(names)} tables"
        said = f"{rules[rule].description} ({rules[rule].clause})"
        lines.append(f"| {said} | {shown} | {limit} | {longest_win} | {verdict} |")
    return lines


def main_road(known: tables.Tables, game: str) -> str:
    """Three kings against one on the main road, which none of the three holds."""
    own = known.of(game)
    road = set(MAIN_ROAD[game])
    table = next(table for table in known.tables(game) if table.name == "KKKvK")
    results = {1: 0, 0: 0, -1: 0}
    slowest = 0
    for number in range(table.positions):
        board = own.position("KKKvK", number)
        black = {square for square in road if (piece := board.piece_at(square)) and piece.color == damier.BLACK}
        white = {square for square in road if (piece := board.piece_at(square)) and piece.color == damier.WHITE}
        if not black or white or any(move.captures for move in board.legal_moves):
            continue
        value = known.probe_wdl(board)
        results[value] += 1
        if value > 0:
            slowest = max(slowest, known.probe_dtw(board))
    whole = sum(results.values())
    return (
        f"**The main road.** With the lone king on the long diagonal, no other piece on it and nothing to capture, "
        f"three kings win {results[1]:,} of {whole:,} positions ({percent(results[1], whole)} %), in {slowest} plies "
        f"at the most; the others are drawn."
    )


def page() -> tuple[str, dict[str, str]]:
    """The page, and its pictures by name."""
    known = tables.Tables(tables.SHIPPED)
    lines = [
        "# Endings",
        "",
        "What the [endgame tables](tables.md) know of two to four pieces. This page is written from the tables by",
        "`tools/endings.py`: nothing in it is an opinion. Percentages are of the positions in which the side to move",
        "has no capture; distances are in plies, both sides playing their best.",
        "",
    ]
    pictures: dict[str, str] = {}
    for game in GAMES:
        lines += [f"## {damier.Game(game).name}", ""]
        told, drawn = lessons(known, game)
        pictures |= drawn
        lines += told
        lines += [main_road(known, game), "", "### The drawing rules", ""]
        lines += ["Do the default drawing rules end a game that could have been won, counted from its beginning?", ""]
        lines += [*claims(known, game), "", "### Every ending", "", *overview(known, game), ""]
    return "\n".join(lines).rstrip() + "\n", pictures


def stale() -> list[str]:
    text, pictures = page()
    wanted = {DOCS / "endings.md": text, **{PICTURES / name: picture for name, picture in pictures.items()}}
    old = [path for path, text in wanted.items() if not path.exists() or path.read_text(encoding="utf-8") != text]
    return sorted(str(path.relative_to(DOCS)) for path in [*old, *(set(PICTURES.glob("*.svg")) - wanted.keys())])


def write() -> None:
    text, pictures = page()
    PICTURES.mkdir(exist_ok=True)
    for path in PICTURES.glob("*.svg"):
        if path.name not in pictures:
            path.unlink()
    for name, picture in pictures.items():
        (PICTURES / name).write_text(picture, encoding="utf-8")
    (DOCS / "endings.md").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    if "--check" in sys.argv[1:]:
        old = stale()
        print("\n".join(f"not current: docs/{name}" for name in old))
        sys.exit(bool(old))
    write()
