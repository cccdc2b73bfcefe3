"""How the engine learns to judge positions: games against itself, what is kept of them, an evaluation that learns.

>>> from pathlib import Path
>>> from tempfile import TemporaryDirectory
>>> from damier import Board, train
>>> with TemporaryDirectory() as folder:
...     path = Path(folder) / "few.games"
...     games, positions = train.selfplay("russian", path, games=40, nodes=60)
...     cases = train.read("russian", [path])
...     learned = train.fit(cases, train.recipe("russian", epochs=1, batch=256))
>>> games, positions == cases.positions + cases.repeated + cases.known
(40, True)
>>> start = Board(game="russian")
>>> start.evaluate(weights=learned.data) == start.mirror().evaluate(weights=learned.data)
True

From the command line: ``damier selfplay``, ``damier train``, then ``damier match --sprt`` decides whether what was
learned is better (see docs/8-training.md).
"""

from damier.train.cases import Cases, read, selfplay, shuffle
from damier.train.fit import Epoch, Learned, fit
from damier.train.recipe import Recipe, recipe

__all__ = ["Cases", "Epoch", "Learned", "Recipe", "fit", "read", "recipe", "selfplay", "shuffle"]
