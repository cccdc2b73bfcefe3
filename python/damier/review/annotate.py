"""A review written into a game record."""

from __future__ import annotations

import re
from typing import Final

from damier._core import BLACK, WHITE, Color, __version__
from damier.engine import Limit, Score
from damier.pdn import Game, Node
from damier.review.judge import Judged, Review

GLYPHS: Final = {"?!": 6, "?": 2, "??": 4}
"""The numbers (NAG) by which records name the marks."""
QUALITY: Final = range(1, 7)
"""The glyphs that judge a move: ! ? !! ?? !? ?!"""
PROVED: Final = re.compile(r"\s*\[%eval\s+#[-+]?\d{1,6}\s*\]")
SUMMARY: Final = re.compile(r"\s*White: accuracy [^()]{1,200}\([^()]{1,200} a move\)")
WORDS: Final = (("?!", "inaccuracy", "inaccuracies"), ("?", "mistake", "mistakes"), ("??", "blunder", "blunders"))


def annotate(game: Game, found: Review, *, plies: int = 10) -> None:
    """Adds a review to the record that it was made of; nothing that is there already is lost.

    After every move of the main line ``[%eval 0.25]``, in men, good for White above 0 (``[%eval #-7]``: lost for White
    in 7 plies); marks where the move has none yet; where a marked move was not the best, the better line as a variation
    of at most `plies` plies, unless one begins with the same move already; what a marked move gives away that was
    proved (``throws away a win in 9 plies``); at the beginning a summary. Raises `ValueError` where the record's main
    line is not the one that was reviewed.
    """
    nodes = [node for node in game.mainline() if node.move is not None]
    if [node.move for node in nodes] != [judged.move for judged in found.moves]:
        raise ValueError("the review is of another game: its moves differ from those of the record")
    for node, judged in zip(nodes, found.moves, strict=True):
        if judged.score is not None:
            set_score(node, judged.score)
        if judged.mark:
            if not node.nags & set(QUALITY):
                node.nags |= {GLYPHS[judged.mark]}
            if judged.lapse and judged.lapse not in node.comment:
                node.comment = f"{node.comment} {judged.lapse}".strip()
            _show_better(node, judged, plies)
    game.comment = f"{SUMMARY.sub('', game.comment)}\n\n{summary(found)}".strip()
    if game.headers.get("Annotator", "?") in ("", "?"):
        game.headers["Annotator"] = f"damier {__version__}"


def set_score(node: Node, score: Score) -> None:
    """``[%eval …]`` in a comment, in place of the one that is there, the rest of the comment kept."""
    white = score.white()
    node.comment = PROVED.sub("", node.comment)
    if white.win_in is None:
        node.set_eval(white.hundredths / 100)
    else:
        node.set_eval(None)
        node.comment = f"[%eval #{white.win_in}] {node.comment}".strip()


def _show_better(node: Node, judged: Judged, plies: int) -> None:
    parent = node.parent
    if parent is None or judged.is_best or any(other.move == judged.best[0] for other in parent.variations):
        return
    first = parent.add_variation(judged.best[0])
    if judged.best_score is not None:
        set_score(first, judged.best_score)
    if plies > 1 and len(judged.best) > 1:
        first.add_line(judged.best[1:plies])


def summary(found: Review) -> str:
    """One sentence for each side, and who says so; empty where no move was judged."""
    if not found.moves:
        return ""
    sides = " ".join(_side(found, color) for color in (WHITE, BLACK))
    engine = re.sub(r"[(){}]", "", found.engine)[:80]
    return f"{sides} ({engine}, {limit(found.limit)})"


def limit(value: Limit) -> str:
    """A limit in words.

    >>> limit(Limit(nodes=20_000))
    '20000 nodes a move'
    """
    parts = [
        f"{value.depth} plies" if value.depth else "",
        f"{value.nodes} nodes" if value.nodes else "",
        f"{value.time:g} s" if value.time else "",
    ]
    return f"{' or '.join(part for part in parts if part)} a move"


def _side(found: Review, color: Color) -> str:
    value = found.accuracy(color)
    known = "accuracy unknown" if value is None else f"accuracy {value:.0f} %"
    counts = [(found.count(color, mark), one, many) for mark, one, many in WORDS]
    return (
        ", ".join(
            [
                f"{color}: {known}".capitalize(),
                *(f"{count} {one if count == 1 else many}" for count, one, many in counts),
            ]
        )
        + "."
    )
