"""The rules of a game in words, each with its clause: what `damier games` prints and the docs show.

>>> import damier
>>> [fact.text for fact in facts(damier.Game("russian")) if fact.topic == "Choice"]
['free: any capture may be made']
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final, NamedTuple

from damier._core import WHITE, Board, DrawClock, Game


class Fact(NamedTuple):
    """One rule: what it is about, what it says, where that is written."""

    topic: str
    text: str
    clause: str


FORWARD: Final = {"forward_left", "forward_right"}
DIAGONAL: Final = FORWARD | {"backward_left", "backward_right"}
STRAIGHT: Final = {"forward", "backward", "left", "right"}
DIRECTIONS: Final = {
    frozenset(FORWARD): "diagonally forward",
    frozenset(DIAGONAL): "diagonally",
    frozenset(STRAIGHT - {"backward"}): "straight forward or sideways",
    frozenset(STRAIGHT): "straight",
    frozenset(FORWARD | STRAIGHT - {"backward"}): "forward, diagonally forward or sideways",
    frozenset(DIAGONAL | STRAIGHT): "in all eight directions",
}
LANDING: Final = {
    "any": "landing on any empty square behind the piece that it jumps",
    "next": "landing right behind the piece that it jumps",
    "next_after_king": "landing on any empty square behind, but right behind where the last piece jumped is a king",
}
REMOVAL: Final = {
    "at_end": "when the capture is over: until then they block, and none is jumped twice",
    "at_once": "one by one, as they are jumped: squares open up during the capture",
}
PROMOTION: Final = {
    "at_rest": "where a man comes to rest on the farthest row; passing over it in a capture does nothing",
    "in_passing": "on touching the farthest row, and a capture goes on as a king",
    "ends_move": "on reaching the farthest row, which ends the move",
}
CRITERIA: Final = {
    "quantity": "the most pieces",
    "with_king": "with a king rather than with a man",
    "kings": "the most kings",
    "kings_early": "a king as early as possible",
    "frisian_value": "the highest value, a king counting just less than two men",
}
GOAL: Final = {
    "block": "a side that has no move has lost",
    "misere": "a side that has no move has won",
    "first_king": "the first king wins; a side that has no move has lost",
}


TURNS: Final = {
    "one_move": "",
    "one_in_each": "two games are played at once, on the dark and on the light squares: one move in each that goes on",
    "two_moves": "two games are played at once, on the dark and on the light squares: two moves, in whichever",
}


def facts(game: Game) -> list[Fact]:
    """Every rule of the game, in the order of a rulebook."""
    rules, clauses = game.rules, game.clauses
    told = (
        ("Board", _board(game), "board"),
        ("Beginning", _beginning(game), "first"),
        ("Men move", f"one step {_directions(rules['man_moves'])}", "man_moves"),
        ("Men capture", _men_capture(rules), "man_captures"),
        ("Kings move", f"{_range(rules)} {_directions(rules['king_moves'])}", "king_moves"),
        ("Kings capture", _kings_capture(rules), "king_captures"),
        ("Duty", "a piece that can capture must, and goes on as long as it can", "compulsory"),
        ("Choice", precedence(rules["precedence"]), "precedence"),
        ("Removal", _removal(rules), "removal"),
        ("Towers", _towers(rules), "towers"),
        ("Promotion", PROMOTION[rules["promotion"]], "promotion"),
        ("Kings at rest", _king_limit(rules), "king_limit"),
        ("Goal", _goal(rules), "goal"),
        ("Turns", TURNS[rules["turn"]], "turn"),
    )
    return [Fact(topic, text, clauses.get(clause, "")) for topic, text, clause in told if text]


def drawing_rules(game: Game, profile: str) -> list[DrawClock]:
    """The drawing rules of one profile, with their limits."""
    clocks = Board(game=game, draws=profile).draw_clocks()
    # Two games at once have the same rules twice.
    return list({clock.rule: clock for clock in clocks}.values())


def limit(clock: DrawClock) -> str:
    """``50 plies``, ``3 times``, ``at once``"""
    if clock.rule.startswith("repetition"):
        return f"{clock.limit} times"
    return f"{clock.limit} plies" if clock.limit else "at once"


def precedence(criteria: Iterable[str]) -> str:
    """``the most pieces, then with a king rather than with a man``"""
    ladder = [CRITERIA[name] for name in criteria]
    return ", then ".join(ladder) if ladder else "free: any capture may be made"


def size(game: Game) -> str:
    """``10×8``"""
    return f"{game.files}×{game.ranks}"


def _board(game: Game) -> str:
    if game.rules["turn"] != "one_move":
        half = game.squares // 2
        return f"{size(game)}, {half} dark squares for one game and {half} light ones for the other"
    if game.all_squares:
        return f"{size(game)}, all {game.squares} squares"
    corner = "right" if game.mirrored else "left"
    return f"{size(game)}, {game.squares} squares of one colour, the corner at each player's lower {corner} among them"


def _beginning(game: Game) -> str:
    first = "White" if game.first == WHITE else "Black"
    rules = game.rules
    rows = rules["rows_of_men"]
    return f"{rules['men']} men on {rows} {'row' if rows == 1 else 'rows'} each; {first} moves first"


def _directions(names: Iterable[str]) -> str:
    words = tuple(names)
    return DIRECTIONS.get(frozenset(words), ", ".join(word.replace("_", " ") for word in words))


def _range(rules: Any) -> str:
    return "any distance" if rules["flying_kings"] else "one step"


def _men_capture(rules: Any) -> str:
    text = f"adjacent pieces {_directions(rules['man_captures'])}"
    return text if rules["men_capture_kings"] else f"{text}, but never a king"


def _kings_capture(rules: Any) -> str:
    directions = _directions(rules["king_captures"])
    if not rules["flying_kings"]:
        return f"adjacent pieces {directions}"
    return f"from any distance {directions}, {LANDING[rules['landing']]}"


def _towers(rules: Any) -> str:
    if not rules["towers"]:
        return ""
    again = "may be jumped again in the same capture" if rules["rejump"] else "is jumped once in a capture"
    return (
        "the top piece of a jumped tower goes under the tower that jumps it, and what lies below comes to light; "
        f"a tower moves whole, as its top piece does, and {again}; nothing leaves the board"
    )


def _goal(rules: Any) -> str:
    text = GOAL[rules["goal"]]
    return (
        text if rules["turn"] == "one_move" else f"{text}, in each game; two points for a win, one for a draw, summed"
    )


def _removal(rules: Any) -> str:
    if rules["towers"]:
        return (
            "picked up as it is jumped: a square that this empties is free at once"
            if rules["removal"] == "at_once"
            else "picked up as it is jumped, but a square that this empties blocks until the capture is over"
        )
    text = REMOVAL[rules["removal"]]
    return (
        text
        if rules["removal"] == "at_end" or rules["reversal"]
        else f"{text}; a piece may not turn back on its own line"
    )


def _king_limit(rules: Any) -> str:
    plies = rules["king_limit"]
    return "" if plies is None else f"a side that has men may make {plies} quiet moves in a row with the same king"


# ---------------------------------------------------------------------------------------------------------------
# As Markdown


def page(game: Game) -> str:
    """The page of one game in the docs."""
    names = [f"`{game.id}`", *(f"`{alias}`" for alias in game.aliases)]
    known = f"PDN GameType `{game.game_type}`" if game.game_type else "no PDN GameType"
    squares = (
        f"algebraic, {game.algebraic_name(1)} is square 1"
        if game.algebraic
        else f"numbers, 1 is the {'upper left' if game.numbering == 'standard' else 'lower right'} square"
    )
    lines = [
        f"# {game.name}",
        "",
        f"{', '.join(names)} · {known} · squares: {squares}",
        "",
        f"Start: `{game.start_fen}`",
        "",
        "| rule | here | clause |",
        "|---|---|---|",
        *(f"| {fact.topic} | {_cell(fact.text)} | {_cell(fact.clause)} |" for fact in facts(game)),
        "",
        "## Drawing rules",
        "",
    ]
    for index, profile in enumerate(game.profiles):
        lines += [f"### `{profile}`{' (default)' if index == 0 else ''}", ""]
        clocks = drawing_rules(game, profile)
        if not clocks:
            lines += ["None but by agreement.", ""]
            continue
        lines += ["| rule | drawn when | after | | clause |", "|---|---|---|---|---|"]
        lines += [
            f"| `{clock.rule}` | {_cell(clock.description)} | {limit(clock)} | "
            f"{'by itself' if clock.automatic else 'by claim'} | {_cell(clock.clause)} |"
            for clock in clocks
        ]
        lines.append("")
    return "\n".join(lines)


def index(games: Iterable[Game]) -> str:
    """The page that leads to the others."""
    lines = [
        "# The games",
        "",
        "Written from the rule data by `make docs`; not to be edited by hand.",
        "",
        "| game | board | men | first | kings | promotion | choice of captures | GameType |",
        "|---|---|---|---|---|---|---|---|",
    ]
    for game in games:
        rules = game.rules
        cells = (
            f"[{game.name}]({game.id}.md)",
            size(game),
            str(rules["men"]),
            "White" if game.first == WHITE else "Black",
            "flying" if rules["flying_kings"] else "short",
            rules["promotion"].replace("_", " "),
            precedence(rules["precedence"]),
            game.game_type.partition(",")[0] if game.game_type else "",
        )
        lines.append(f"| {' | '.join(map(_cell, cells))} |")
    return "\n".join([*lines, ""])


def _cell(text: str) -> str:
    return text.replace("|", "\\|")
