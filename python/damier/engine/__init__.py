"""Opponents and analysts: one interface for the built-in engine and for every other one.

>>> import damier
>>> from damier.engine import Limit, LocalEngine
>>> with LocalEngine() as engine:
...     result = engine.play(damier.Board("W:W28,45:B33,5"), Limit(depth=2))
>>> result.move.to_square
39
"""

from damier.engine.base import Engine, Info, Limit, PlayResult
from damier.engine.levels import LEVELS, Level
from damier.engine.local import LocalEngine

__all__ = ["LEVELS", "Engine", "Info", "Level", "Limit", "LocalEngine", "PlayResult"]
