"""Draughts: the rules of every game, a board in the manner of python-chess, an opponent.

>>> import damier
>>> board = damier.Board()
>>> board.push_pdn("32-28")
Move.from_pdn('32-28')
>>> board.legal_moves.count()
9

:mod:`damier.svg` draws boards, :mod:`damier.engine` plays, :mod:`damier.pdn` reads and writes game records,
:mod:`damier.tables` knows endings, :mod:`damier.manual` tells the rules in words; they are loaded when first used.
"""

from damier._core import (
    BLACK,
    WHITE,
    AmbiguousMoveError,
    Board,
    Color,
    DrawClock,
    EngineError,
    Game,
    IllegalMoveError,
    InvalidFenError,
    InvalidMoveError,
    InvalidSetupError,
    InvalidTableError,
    LegalMoves,
    MissingTableError,
    Move,
    Outcome,
    Piece,
    SquareSet,
    Termination,
    __version__,
    games,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from damier import engine, manual, pdn, svg, tables

__all__ = [
    "BLACK",
    "WHITE",
    "AmbiguousMoveError",
    "Board",
    "Color",
    "DrawClock",
    "EngineError",
    "Game",
    "IllegalMoveError",
    "InvalidFenError",
    "InvalidMoveError",
    "InvalidSetupError",
    "InvalidTableError",
    "LegalMoves",
    "MissingTableError",
    "Move",
    "Outcome",
    "Piece",
    "SquareSet",
    "Termination",
    "__version__",
    "engine",
    "games",
    "manual",
    "pdn",
    "svg",
    "tables",
]


def __getattr__(name: str) -> object:
    """Loads the parts at first use, so that `import damier` stays fast."""
    if name in ("engine", "manual", "pdn", "svg", "tables"):
        from importlib import import_module

        return import_module(f"damier.{name}")
    raise AttributeError(f"module 'damier' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
