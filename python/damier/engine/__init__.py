"""Opponents and analysts: one interface for the built-in engine and for every other one.

>>> import damier
>>> from damier.engine import Limit, LocalEngine
>>> with LocalEngine() as engine:
...     result = engine.play(damier.Board("W:W28,45:B33,5"), Limit(depth=2))
>>> result.move.to_square
39
"""

from typing import TYPE_CHECKING, Final

from damier._core import EngineError
from damier.engine.base import Analysis, Engine
from damier.engine.info import Info, PlayResult
from damier.engine.levels import LEVELS, Level
from damier.engine.limit import Limit
from damier.engine.local import LocalEngine
from damier.engine.option import Option
from damier.engine.score import Score, Wdl
from damier.engine.spec import open_engine
from damier.engine.transcript import Transcript

if TYPE_CHECKING:
    from damier.engine.asynchronous import AsyncAnalysis, AsyncEngine, AsyncLocalEngine
    from damier.engine.dxp import AsyncDxpEngine, DxpEngine
    from damier.engine.hub import AsyncHubEngine, HubEngine
    from damier.engine.transport import MockTransport

__all__ = [
    "LEVELS",
    "Analysis",
    "AsyncAnalysis",
    "AsyncDxpEngine",
    "AsyncEngine",
    "AsyncHubEngine",
    "AsyncLocalEngine",
    "DxpEngine",
    "Engine",
    "EngineError",
    "HubEngine",
    "Info",
    "Level",
    "Limit",
    "LocalEngine",
    "MockTransport",
    "Option",
    "PlayResult",
    "Score",
    "Transcript",
    "Wdl",
    "open_engine",
]

# What talks to other programs needs an event loop; loading one takes time that a game in the browser need not wait for.
_LATER: Final = {
    "AsyncAnalysis": "asynchronous",
    "AsyncDxpEngine": "dxp",
    "AsyncEngine": "asynchronous",
    "AsyncHubEngine": "hub",
    "AsyncLocalEngine": "asynchronous",
    "DxpEngine": "dxp",
    "HubEngine": "hub",
    "MockTransport": "transport",
}


def __getattr__(name: str) -> object:
    if name in _LATER:
        from importlib import import_module

        return getattr(import_module(f"damier.engine.{_LATER[name]}"), name)
    raise AttributeError(f"module 'damier.engine' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
