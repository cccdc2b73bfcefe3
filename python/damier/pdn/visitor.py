"""What a walk over a game tells, step by step."""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING, Final, Generic, TypeVar

if TYPE_CHECKING:
    from damier._core import Board, Move, PdnProblem
    from damier.pdn.headers import Headers

Result = TypeVar("Result", covariant=True)


class Skip(Enum):
    """The type of `SKIP`."""

    SKIP = "skip"


SKIP: Final = Skip.SKIP


class Visitor(Generic[Result]):
    """Is told a game from beginning to end; what it makes of it is its `result`.

    Every method may be left as it is. `end_headers` and `begin_variation` may return `SKIP`: the moves, or the
    variation, are then left out.
    """

    def begin_game(self) -> None: ...
    def visit_header(self, name: str, value: str) -> None: ...
    def end_headers(self, headers: Headers, root: Board) -> Skip | None:
        """All tags have been told; `root` is the position that the game begins with."""
        return None

    def visit_move(self, board: Board, move: Move, nags: list[int]) -> None:
        """A move, and the position before it; its glyphs are told with it."""

    def visit_setup(self, board: Board, fen: str) -> None:
        """A position that is set up in mid-game, and the one before it."""

    def visit_nag(self, nag: int) -> None:
        """A glyph of a position that no move led to: where the game begins, or one that is set up."""

    def visit_comment(self, comment: str) -> None: ...
    def visit_unread(self, text: str) -> None:
        """What follows in the text and could not be played."""

    def begin_variation(self) -> Skip | None:
        return None

    def end_variation(self) -> None: ...
    def visit_result(self, result: str) -> None: ...
    def handle_error(self, error: PdnProblem) -> None: ...
    def end_game(self) -> None: ...
    def result(self) -> Result:
        raise NotImplementedError
