"""The rules of a game in words, each with its clause: what `damier games` prints and the docs show.

>>> import damier
>>> [fact.text for fact in facts(damier.Game("russian")) if fact.topic == "Choice"]
['free: any capture may be made']
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import reduce
from typing import Any, Final, NamedTuple

from damier._core import WHITE, Board, DrawClock, Game
from damier.saying import Saying, say, say_of


class Fact(NamedTuple):
    """One rule: what it is about, what it says, where that is written."""

    topic: str
    text: str
    clause: str


FORWARD: Final = {"forward_left", "forward_right"}
DIAGONAL: Final = FORWARD | {"backward_left", "backward_right"}
STRAIGHT: Final = {"forward", "backward", "left", "right"}
DIRECTIONS: Final = {
    frozenset(FORWARD): say("diagonally forward"),
    frozenset(DIAGONAL): say("diagonally"),
    frozenset(STRAIGHT - {"backward"}): say("straight forward or sideways"),
    frozenset(STRAIGHT): say("straight"),
    frozenset(FORWARD | STRAIGHT - {"backward"}): say("forward, diagonally forward or sideways"),
    frozenset(DIAGONAL | STRAIGHT): say("in all eight directions"),
}
LANDING: Final = {
    "any": say("landing on any empty square behind the piece that it jumps"),
    "next": say("landing right behind the piece that it jumps"),
    "next_after_king": say(
        "landing on any empty square behind, but right behind where the last piece jumped is a king"
    ),
}
REMOVAL: Final = {
    "at_end": say("when the capture is over: until then they block, and none is jumped twice"),
    "at_once": say("one by one, as they are jumped: squares open up during the capture"),
}
PROMOTION: Final = {
    "at_rest": say("where a man comes to rest on the farthest row; passing over it in a capture does nothing"),
    "in_passing": say("on touching the farthest row, and a capture goes on as a king"),
    "ends_move": say("on reaching the farthest row, which ends the move"),
}
CRITERIA: Final = {
    "quantity": say("the most pieces"),
    "with_king": say("with a king rather than with a man"),
    "kings": say("the most kings"),
    "kings_early": say("a king as early as possible"),
    "frisian_value": say("the highest value, a king counting just less than two men"),
}
GOAL: Final = {
    "block": say("a side that has no move has lost"),
    "misere": say("a side that has no move has won"),
    "first_king": say("the first king wins; a side that has no move has lost"),
}


TURNS: Final = {
    "one_move": "",
    "one_in_each": say(
        "two games are played at once, on the dark and on the light squares: one move in each that goes on"
    ),
    "two_moves": say("two games are played at once, on the dark and on the light squares: two moves, in whichever"),
}


def facts(game: Game) -> list[Fact]:
    """Every rule of the game, in the order of a rulebook."""
    rules, clauses = game.rules, game.clauses
    told = (
        (say("Board"), _board(game), "board"),
        (say("Beginning"), _beginning(game), "first"),
        (say("Men move"), say("one step {directions}", directions=_directions(rules["man_moves"])), "man_moves"),
        (say("Men capture"), _men_capture(rules), "man_captures"),
        (say("Kings move"), _kings_move(rules), "king_moves"),
        (say("Kings capture"), _kings_capture(rules), "king_captures"),
        (say("Duty"), say("a piece that can capture must, and goes on as long as it can"), "compulsory"),
        (say("Choice"), precedence(rules["precedence"]), "precedence"),
        (say("Removal"), _removal(rules), "removal"),
        (say("Towers"), _towers(rules), "towers"),
        (say("Promotion"), PROMOTION[rules["promotion"]], "promotion"),
        (say("Kings at rest"), _king_limit(rules), "king_limit"),
        (say("Goal"), _goal(rules), "goal"),
        (say("Turns"), TURNS[rules["turn"]], "turn"),
    )
    return [Fact(topic, text, clauses.get(clause, "")) for topic, text, clause in told if text]


def drawing_rules(game: Game, profile: str) -> list[DrawClock]:
    """The drawing rules of one profile, with their limits."""
    clocks = Board(game=game, draws=profile).draw_clocks()
    # Two games at once have the same rules twice.
    return list({clock.rule: clock for clock in clocks}.values())


def limit(clock: DrawClock) -> Saying:
    """``50 plies``, ``3 times``, ``at once``"""
    if clock.rule.startswith("repetition"):
        return say_of(clock.limit, "once", "{count} times")
    return say_of(clock.limit, "1 ply", "{count} plies") if clock.limit else say("at once")


def precedence(criteria: Iterable[str]) -> Saying:
    """``the most pieces, then with a king rather than with a man``"""
    ladder = [CRITERIA[name] for name in criteria]
    if not ladder:
        return say("free: any capture may be made")
    return reduce(lambda first, following: say("{first}, then {next}", first=first, next=following), ladder)


def size(game: Game) -> str:
    """``10×8``"""
    return f"{game.files}×{game.ranks}"


def _board(game: Game) -> Saying:
    if game.rules["turn"] != "one_move":
        return say(
            "{size}, {half} dark squares for one game and {half} light ones for the other",
            size=size(game),
            half=game.squares // 2,
        )
    if game.all_squares:
        return say("{size}, all {squares} squares", size=size(game), squares=game.squares)
    if game.mirrored:
        return say(
            "{size}, {squares} squares of one colour, the corner at each player's lower right among them",
            size=size(game),
            squares=game.squares,
        )
    return say(
        "{size}, {squares} squares of one colour, the corner at each player's lower left among them",
        size=size(game),
        squares=game.squares,
    )


def _beginning(game: Game) -> Saying:
    rows = game.rules["rows_of_men"]
    men = say_of(rows, "{men} men on {count} row each", "{men} men on {count} rows each", men=game.rules["men"])
    if game.first == WHITE:
        return say("{men}; White moves first", men=men)
    return say("{men}; Black moves first", men=men)


def _directions(names: Iterable[str]) -> str:
    words = tuple(names)
    return DIRECTIONS.get(frozenset(words)) or ", ".join(word.replace("_", " ") for word in words)


def _kings_move(rules: Any) -> Saying:
    directions = _directions(rules["king_moves"])
    if rules["flying_kings"]:
        return say("any distance {directions}", directions=directions)
    return say("one step {directions}", directions=directions)


def _men_capture(rules: Any) -> Saying:
    directions = _directions(rules["man_captures"])
    if rules["men_capture_kings"]:
        return say("adjacent pieces {directions}", directions=directions)
    return say("adjacent pieces {directions}, but never a king", directions=directions)


def _kings_capture(rules: Any) -> Saying:
    directions = _directions(rules["king_captures"])
    if not rules["flying_kings"]:
        return say("adjacent pieces {directions}", directions=directions)
    return say("from any distance {directions}, {landing}", directions=directions, landing=LANDING[rules["landing"]])


def _towers(rules: Any) -> str:
    if not rules["towers"]:
        return ""
    if rules["rejump"]:
        return say(
            "the top piece of a jumped tower goes under the tower that jumps it, and what lies below comes to light; "
            "a tower moves whole, as its top piece does, and may be jumped again in the same capture; "
            "nothing leaves the board"
        )
    return say(
        "the top piece of a jumped tower goes under the tower that jumps it, and what lies below comes to light; "
        "a tower moves whole, as its top piece does, and is jumped once in a capture; nothing leaves the board"
    )


def _goal(rules: Any) -> Saying:
    text = GOAL[rules["goal"]]
    if rules["turn"] == "one_move":
        return text
    return say("{goal}, in each game; two points for a win, one for a draw, summed", goal=text)


def _removal(rules: Any) -> Saying:
    if rules["towers"]:
        if rules["removal"] == "at_once":
            return say("picked up as it is jumped: a square that this empties is free at once")
        return say("picked up as it is jumped, but a square that this empties blocks until the capture is over")
    text = REMOVAL[rules["removal"]]
    if rules["removal"] == "at_end" or rules["reversal"]:
        return text
    return say("{removal}; a piece may not turn back on its own line", removal=text)


def _king_limit(rules: Any) -> str:
    plies = rules["king_limit"]
    if plies is None:
        return ""
    return say_of(
        plies,
        "a side that has men may make one quiet move in a row with the same king",
        "a side that has men may make {count} quiet moves in a row with the same king",
    )


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
