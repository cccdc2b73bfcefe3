"""A board in the terminal: discs of block characters where there is colour, letters where there is not."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from rich.console import Console, ConsoleOptions, RenderResult
from rich.segment import Segment
from rich.style import Style
from rich.text import Text

from damier._core import WHITE, Board, Color, Move

LIGHT: Final = "#ecd6b0"
DARK: Final = "#9a6a45"
GROUND: Final = ("#d3ab74", "#c89f68")
"""Boards that are played on all squares: two near tones instead of light and dark."""
LAST: Final = "#c99a2e"
MARKED: Final = "#3f8f6b"
NUMBER: Final = "#d9b88c"
PIECE: Final = {True: "#fff7e6", False: "#241b17"}
HEART: Final = {True: "#c58a1a", False: "#f0c04a"}
"""What tells a king: the middle of its disc."""


class Picture:
    """A Rich renderable of one position: every square four columns by two rows."""

    def __init__(
        self,
        board: Board,
        *,
        orientation: Color = WHITE,
        last_move: Move | None = None,
        marked: Collection[int] = (),
    ) -> None:
        self.board = board
        self.game = board.game
        self.orientation = orientation
        self.pieces = board.piece_map()
        towers = {square: board.tower_at(square) for square in self.pieces}
        self.towers = {square: tower for square, tower in towers.items() if len(tower) > 1}
        parts = () if last_move is None else last_move.parts
        self.last = frozenset(square for part in parts for square in (part.from_square, part.to_square))
        self.marked = frozenset(marked)

    def files(self) -> list[int]:
        files = list(range(self.game.files))
        return files if self.orientation == WHITE else files[::-1]

    def ranks(self) -> list[int]:
        ranks = list(range(self.game.ranks))[::-1]
        return ranks if self.orientation == WHITE else ranks[::-1]

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        if console.color_system is None:
            yield Text(self.letters())
            yield from self._stacks()
            return
        for rank in self.ranks():
            for half in (0, 1):
                yield Segment(f"{self._rank_name(rank) if half else '':>3} ", Style(dim=True))
                for file in self.files():
                    yield from self._cell(file, rank, half)
                yield Segment.line()
        names = self._file_names()
        if names:
            yield Segment("    " + "".join(f" {name:<3}" for name in names), Style(dim=True))
            yield Segment.line()
        yield from self._stacks()

    def _stacks(self) -> list[Text]:
        """What stands on each other, from top to bottom."""
        if not self.towers:
            return []
        stacks = (
            f"{self.game.square_name(square)} {''.join(piece.symbol for piece in tower)}"
            for square, tower in sorted(self.towers.items())
        )
        return [Text("towers: " + "  ".join(stacks), style="dim")]

    def letters(self) -> str:
        """Plain text: ``w W b B`` for pieces, empty squares as numbers or ``·``, nothing where nothing is played."""
        width = 1 if self.game.algebraic else 2
        lines = []
        for rank in self.ranks():
            cells = [f"{self._letter(self.game.square_at(file, rank)):>{width}}" for file in self.files()]
            lines.append(f"{self._rank_name(rank):>3} " + " ".join(cells))
        names = self._file_names()
        return "\n".join([*lines, "    " + " ".join(names)] if names else lines)

    def _letter(self, square: int | None) -> str:
        if square is None:
            return ""
        piece = self.pieces.get(square)
        if piece is not None:
            return piece.symbol
        return "·" if self.game.algebraic else str(square)

    def _cell(self, file: int, rank: int, half: int) -> list[Segment]:
        """The upper (0) or lower (1) row of one square."""
        square = self.game.square_at(file, rank)
        ground = self._ground(square, file, rank)
        if square is None:
            return [Segment("    ", Style(bgcolor=ground))]
        piece = self.pieces.get(square)
        if piece is None:
            text = f"{self.game.square_name(square):<4}" if half == 0 and not self.game.algebraic else "    "
            return [Segment(text, Style(color=NUMBER if ground == DARK else "#000000", bgcolor=ground))]
        white = piece.color == WHITE
        rim = Style(color=PIECE[white], bgcolor=ground)
        heart = Style(color=HEART[white] if piece.king else PIECE[white], bgcolor=PIECE[white])
        left, middle, right = ("▗", "▄▄", "▖") if half == 0 else ("▝", "▀▀", "▘")
        if half == 1 and square in self.towers:
            heart = Style(color=HEART[white], bgcolor=PIECE[white])
            middle = f"{len(self.towers[square]):<2}"
        return [Segment(left, rim), Segment(middle, heart), Segment(right, rim)]

    def _ground(self, square: int | None, file: int, rank: int) -> str:
        if square is None:
            return LIGHT
        if square in self.marked:
            return MARKED
        if square in self.last:
            return LAST
        return GROUND[(file + rank) % 2] if self.game.all_squares else DARK

    def _rank_name(self, rank: int) -> str:
        return str(rank + 1) if self.game.algebraic else ""

    def _file_names(self) -> list[str]:
        if not self.game.algebraic:
            return []
        names: dict[int, str] = {}
        for square in range(1, self.game.squares + 1):
            names[self.game.file_rank(square)[0]] = self.game.algebraic_name(square)[0]
        return [names[file] for file in self.files()]
