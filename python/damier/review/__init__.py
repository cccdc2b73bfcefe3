"""Reviews of games: what each move was worth, where points were given away, how well each side played.

>>> import damier
>>> from damier.engine import Limit, LocalEngine
>>> from damier.review import review
>>> board = damier.Board()
>>> for move in ("32-28", "19-23", "28x19", "14x23", "37-32", "23-28"):
...     _ = board.push_pdn(move)
>>> with LocalEngine(hash_mb=4) as engine:
...     found = review(board, engine, Limit(nodes=20_000))
>>> last = found.moves[-1]
>>> last.text, last.mark, found.moves[2].forced
('23-28', '??', True)

`annotate` writes a review into a game record, `picture` draws it.
"""

from damier.review.annotate import annotate
from damier.review.curve import picture
from damier.review.judge import DUBIOUS, GRAVE, HALF, POOR, Judged, Review, accuracy, chances, expected, review

__all__ = [
    "DUBIOUS",
    "GRAVE",
    "HALF",
    "POOR",
    "Judged",
    "Review",
    "accuracy",
    "annotate",
    "chances",
    "expected",
    "picture",
    "review",
]
