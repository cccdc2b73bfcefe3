"""Boards as SVG: one function, two styles of pieces, every geometry.

>>> import damier, damier.svg
>>> picture = damier.svg.board(damier.Board(), size=400)
>>> picture.startswith("<svg")
True
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from html import escape
from math import hypot
from typing import Any, Final, NamedTuple

from damier._core import WHITE, Board, Color, Game, Move, Piece

Arrow = tuple[int, int] | tuple[int, int, str]
"""Origin, destination and, if wanted, a CSS colour."""

CELL: Final = 48.0
"""Side of a square in user units."""
MARGIN: Final = 22.0
"""Width of the border that carries the coordinates."""
FRAME: Final = 4.0
"""Width of the border without coordinates."""
WARM: Final = "#e0512f"
COLD: Final = "#2f7fd0"
"""What is worth more and less than the mean on a heat map."""
FONT: Final = "ui-sans-serif,system-ui,-apple-system,'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif"


class Style(NamedTuple):
    """The colours of one look. `hatched`: dark squares in lines, as books print them. `flat`: pieces in outline."""

    border: str
    label: str
    light: str
    dark: str
    number: str
    grid: str
    last: str
    mark: str
    arrow: str
    hatched: bool
    flat: bool


STYLES: Final[dict[str, Style]] = {
    "disc": Style(
        border="#3b2a20",
        label="#e9d8bd",
        light="#f1dcb8",
        dark="#a4724a",
        number="#f1dcb8",
        grid="#8a5c38",
        last="#e3b23c",
        mark="#2f9e6e",
        arrow="#2f6fb0",
        hatched=False,
        flat=False,
    ),
    "diagram": Style(
        border="#ffffff",
        label="#222222",
        light="#ffffff",
        dark="#d5d5d5",
        number="#333333",
        grid="#111111",
        last="#f4d35e",
        mark="#2a9d5c",
        arrow="#1d5fa8",
        hatched=True,
        flat=True,
    ),
}


class _View:
    """Where squares lie on the paper: the board as seen by one side."""

    def __init__(self, game: Game, orientation: Color, margin: float) -> None:
        self.game = game
        self.turned = orientation != WHITE
        self.margin = margin
        self.width = game.files * CELL + 2 * margin
        self.height = game.ranks * CELL + 2 * margin

    def column_row(self, square: int) -> tuple[int, int]:
        """0-based from the upper left corner of the paper."""
        file, rank = self.game.file_rank(square)
        if self.turned:
            return self.game.files - 1 - file, rank
        return file, self.game.ranks - 1 - rank

    def corner(self, square: int) -> tuple[float, float]:
        column, row = self.column_row(square)
        return self.margin + column * CELL, self.margin + row * CELL

    def centre(self, square: int) -> tuple[float, float]:
        x, y = self.corner(square)
        return x + CELL / 2, y + CELL / 2


def board(
    board: Board,
    *,
    orientation: Color = WHITE,
    last_move: Move | None = None,
    arrows: Iterable[Arrow] = (),
    squares: Iterable[int] = (),
    numbers: bool | None = None,
    style: str = "disc",
    size: int | None = None,
    coordinates: bool = True,
    heat: Mapping[int, tuple[float, str]] | None = None,
) -> str:
    """The position as one SVG element, drawn without ids, scripts or outside resources.

    `orientation`: the side at the bottom. `last_move`: its squares are coloured. `arrows`: `Arrow` tuples.
    `squares`: squares to mark. `numbers`: the name of every empty square in its corner, by default where squares
    have numbers. `style`: ``"disc"`` or ``"diagram"``. `size`: the width in pixels, else the picture fills its place.
    `coordinates`: the border with its names. `heat`: squares with a number from -1 (cold) to 1 (warm) to be
    shown as a colour, and a text to be written over them. Raises `ValueError` naming the square, the
    style or the size.

    >>> import damier
    >>> "White to move" in board(damier.Board(game="turkish"), style="diagram")
    True
    """
    if style not in STYLES:
        raise ValueError(f"no such style: {style!r} (there are {', '.join(STYLES)})")
    if size is not None and size <= 0:
        raise ValueError(f"the size must be positive, not {size}")
    look = STYLES[style]
    game = board.game
    view = _View(game, orientation, MARGIN if coordinates else FRAME)
    pieces = board.piece_map()
    towers = {square: board.tower_at(square) for square in pieces} if game.rules["towers"] else {}
    marked = [_known(game, square) for square in squares]
    if numbers is None:
        numbers = not game.algebraic

    # 1. The element, its size and what a screen reader says.
    title = f"{game.name}: {'White' if board.turn == WHITE else 'Black'} to move"
    dimensions = "" if size is None else f' width="{size}" height="{round(size * view.height / view.width)}"'
    out = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {n(view.width)} {n(view.height)}"{dimensions} '
        f'role="img" aria-label="{escape(title)}" font-family="{escape(FONT)}">',
        f"<title>{escape(title)}</title>",
        f"<desc>{escape(_description(game, pieces, towers))}</desc>",
    ]
    # 2. The board.
    out += _ground(view, look)
    if coordinates:
        out += _coordinates(view, look)
    # 3. What lies under the pieces: last move, marks, numbers.
    if last_move is not None:
        out += _last_move(view, look, last_move)
    heats = {_known(game, square): value for square, value in (heat or {}).items()}
    out += [_warmth(view, square, value) for square, (value, _) in heats.items()]
    out += [_mark(view, look, square) for square in marked]
    if numbers:
        out += [_number(view, look, square) for square in range(1, game.squares + 1) if square not in pieces]
    # 4. Pieces, then arrows over them.
    for square, piece in sorted(pieces.items()):
        tower = towers.get(square, ())
        out.append(_tower(view, look, square, tower) if len(tower) > 1 else _piece(view, look, square, piece))
    out += [_label(view, square, text) for square, (_, text) in heats.items()]
    out += [_arrow(view, look, arrow) for arrow in arrows]
    out.append("</svg>")
    return "".join(out)


def evaluation(board_: Board, *, weights: bytes | None = None, **options: Any) -> str:
    """The position with what each piece is worth to its own side where it stands, in men, as a heat map: the warmer the
    square, the more a piece is above the mean of its kind (see `Board.contributions`); a tower counts as a whole, as
    one of the kind of its top. `options` are those of `board`.

    >>> import damier
    >>> evaluation(damier.Board(), size=400).count("<rect") > 40
    True
    """
    heat = {square: (heat, f"{men:.2f}") for square, (men, heat) in warmth(board_, weights=weights).items()}
    return board(board_, heat=heat, **options)


def warmth(board: Board, *, weights: bytes | None = None) -> dict[int, tuple[float, float]]:
    """What each piece is worth to its own side where it stands, in men, and by how much that is more than the mean of
    its kind, from -1 to 1.

    >>> import damier
    >>> worth, heat = warmth(damier.Board("W:W28,33:B10,45"))[45]
    >>> worth > 0, -1 <= heat <= 1
    (True, True)
    """
    pieces = board.piece_map()
    worth = {
        square: share / 100 * (1 if pieces[square].color == WHITE else -1)
        for square, share in board.contributions(weights=weights).items()
    }
    kinds: dict[bool, list[float]] = {}
    for square, men in worth.items():
        kinds.setdefault(pieces[square].king, []).append(men)
    means = {king: sum(values) / len(values) for king, values in kinds.items()}
    return {square: (men, max(-1.0, min(1.0, men - means[pieces[square].king]))) for square, men in worth.items()}


def n(value: float) -> str:
    """A number as short as it can be written."""
    return f"{value:.2f}".rstrip("0").rstrip(".")


def _known(game: Game, square: int) -> int:
    if not 1 <= square <= game.squares:
        raise ValueError(f"no such square: {square} ({game.name} has 1 to {game.squares})")
    return square


def _description(game: Game, pieces: dict[int, Piece], towers: dict[int, tuple[Piece, ...]]) -> str:
    """``White: men 31, 32; kings 5. Black: nothing.`` A tower is told from top to bottom: ``c3 (wbb)``."""

    def told(square: int) -> str:
        tower = towers.get(square, ())
        below = f" ({''.join(piece.symbol for piece in tower)})" if len(tower) > 1 else ""
        return game.square_name(square) + below

    sides = []
    for name, white in (("White", True), ("Black", False)):
        own = [(square, piece) for square, piece in sorted(pieces.items()) if (piece.color == WHITE) == white]
        groups = [
            f"{kind} {', '.join(told(square) for square, piece in own if piece.king == king)}"
            for kind, king in (("men", False), ("kings", True))
            if any(piece.king == king for _, piece in own)
        ]
        sides.append(f"{name}: {'; '.join(groups) or 'nothing'}.")
    return " ".join(sides)


def _ground(view: _View, look: Style) -> list[str]:
    game, margin = view.game, view.margin
    across, down = game.files * CELL, game.ranks * CELL
    out = [
        f'<rect width="{n(view.width)}" height="{n(view.height)}" rx="6" fill="{look.border}"/>',
        f'<rect x="{n(margin)}" y="{n(margin)}" width="{n(across)}" height="{n(down)}" fill="{look.light}"/>',
    ]
    if game.rules["turn"] != "one_move":
        return _two_grounds(view, look)
    if game.all_squares:
        # Every square is played on: one ground with a grid, as the board of these games has.
        ground = look.light if look.hatched else "#d9b27c"
        lines = [f"M{n(margin + i * CELL)} {n(margin)}v{n(down)}" for i in range(game.files + 1)]
        lines += [f"M{n(margin)} {n(margin + i * CELL)}h{n(across)}" for i in range(game.ranks + 1)]
        out.append(
            f'<rect x="{n(margin)}" y="{n(margin)}" width="{n(across)}" height="{n(down)}" fill="{ground}"/>'
            f'<path d="{"".join(lines)}" stroke="{look.grid}" stroke-width="1.5" fill="none"/>'
        )
        return out
    corners = [view.corner(square) for square in range(1, game.squares + 1)]
    path = "".join(f"M{n(x)} {n(y)}h{n(CELL)}v{n(CELL)}h{n(-CELL)}z" for x, y in corners)
    out.append(f'<path d="{path}" fill="{look.dark}"/>')
    if look.hatched:
        steps = [CELL * i / 6 for i in range(1, 7)]
        lines = []
        for x, y in corners:
            lines += [f"M{n(x)} {n(y + step)}L{n(x + step)} {n(y)}" for step in steps]
            lines += [f"M{n(x + step)} {n(y + CELL)}L{n(x + CELL)} {n(y + step)}" for step in steps[:-1]]
        out[-1] = f'<path d="{path}" fill="#f4f4f4"/>'
        out.append(f'<path d="{"".join(lines)}" stroke="#a8a8a8" stroke-width="1" fill="none"/>')
    out.append(
        f'<rect x="{n(margin)}" y="{n(margin)}" width="{n(across)}" height="{n(down)}" fill="none" '
        f'stroke="{look.grid}" stroke-width="1.5"/>'
    )
    return out


def _two_grounds(view: _View, look: Style) -> list[str]:
    """Both colours of square, each with a game of its own."""
    game, margin = view.game, view.margin
    across, down = game.files * CELL, game.ranks * CELL
    dark = [square for square in range(1, game.squares + 1) if sum(game.file_rank(square)) % 2 == 0]
    path = "".join(
        f"M{n(x)} {n(y)}h{n(CELL)}v{n(CELL)}h{n(-CELL)}z" for x, y in (view.corner(square) for square in dark)
    )
    frame = f'x="{n(margin)}" y="{n(margin)}" width="{n(across)}" height="{n(down)}"'
    return [
        f'<rect width="{n(view.width)}" height="{n(view.height)}" rx="6" fill="{look.border}"/>',
        f'<rect {frame} fill="{look.light}"/>',
        f'<path d="{path}" fill="{look.dark}"/>',
        f'<rect {frame} fill="none" stroke="{look.grid}" stroke-width="1.5"/>',
    ]


def _coordinates(view: _View, look: Style) -> list[str]:
    """Files and ranks where squares are written ``c3``, else the numbers of the outermost squares."""
    game, half = view.game, view.margin / 2
    labels: list[tuple[float, float, str]] = []
    for square in range(1, game.squares + 1):
        column, row = view.column_row(square)
        x, y = view.centre(square)
        if game.algebraic:
            name = game.algebraic_name(square)
            letter, digits = name[:1], name[1:]
            if row in (0, game.ranks - 1):
                # The row next to the border does not hold every file: the row beside it names the others.
                labels += [(x, half, letter), (x, view.height - half, letter)]
            if column in (0, game.files - 1):
                labels += [(half, y, digits), (view.width - half, y, digits)]
        else:
            text = game.square_name(square)
            if row == 0:
                labels.append((x, half, text))
            if row == game.ranks - 1:
                labels.append((x, view.height - half, text))
            if column == 0:
                labels.append((half, y, text))
            if column == game.files - 1:
                labels.append((view.width - half, y, text))
    texts = [
        f'<text x="{n(x)}" y="{n(y)}">{escape(text)}</text>'
        for x, y, text in sorted({(round(x, 2), round(y, 2), text) for x, y, text in labels})
    ]
    return [
        f'<g fill="{look.label}" font-size="11" font-weight="600" text-anchor="middle" dominant-baseline="central">',
        *texts,
        "</g>",
    ]


def _last_move(view: _View, look: Style, move: Move) -> list[str]:
    ends = {square for part in move.parts for square in (part.from_square, part.to_square)}
    stops = dict.fromkeys(_known(view.game, square) for square in (*sorted(ends), *move.path))
    out = []
    for square in stops:
        x, y = view.corner(square)
        opacity = "0.72" if square in ends else "0.38"
        out.append(
            f'<rect x="{n(x)}" y="{n(y)}" width="{n(CELL)}" height="{n(CELL)}" fill="{look.last}" '
            f'fill-opacity="{opacity}"/>'
        )
    for square in move.captures:
        x, y = view.centre(_known(view.game, square))
        arm = CELL * 0.13
        out.append(
            f'<path d="M{n(x - arm)} {n(y - arm)}L{n(x + arm)} {n(y + arm)}M{n(x + arm)} {n(y - arm)}'
            f'L{n(x - arm)} {n(y + arm)}" stroke="{look.last}" stroke-width="4" stroke-linecap="round"/>'
        )
    return out


def _mark(view: _View, look: Style, square: int) -> str:
    x, y = view.corner(square)
    return (
        f'<rect x="{n(x + 2)}" y="{n(y + 2)}" width="{n(CELL - 4)}" height="{n(CELL - 4)}" rx="5" '
        f'fill="{look.mark}" fill-opacity="0.28" stroke="{look.mark}" stroke-width="3"/>'
    )


def _warmth(view: _View, square: int, value: float) -> str:
    x, y = view.corner(square)
    color, strength = (WARM if value > 0 else COLD), min(1.0, abs(value)) ** 0.7
    return (
        f'<rect x="{n(x)}" y="{n(y)}" width="{n(CELL)}" height="{n(CELL)}" fill="{color}" '
        f'fill-opacity="{n(0.95 * strength)}"/>'
    )


def _label(view: _View, square: int, text: str) -> str:
    x, y = view.centre(square)
    return (
        f'<text x="{n(x)}" y="{n(y + 4)}" font-size="12" font-weight="700" fill="#fff" stroke="#1a1410" '
        f'stroke-width="3" stroke-linejoin="round" paint-order="stroke" text-anchor="middle">{escape(text)}</text>'
    )


def _number(view: _View, look: Style, square: int) -> str:
    x, y = view.corner(square)
    halo = ' stroke="#fff" stroke-width="3" stroke-linejoin="round" paint-order="stroke"' if look.hatched else ""
    return (
        f'<text x="{n(x + 4)}" y="{n(y + 13)}" font-size="11" font-weight="500" fill="{look.number}"{halo}>'
        f"{escape(view.game.square_name(square))}</text>"
    )


def _piece(view: _View, look: Style, square: int, piece: Piece) -> str:
    x, y = view.centre(square)
    white = piece.color == WHITE
    return _flat(x, y, white, piece.king) if look.flat else _disc(x, y, white, piece.king)


def _tower(view: _View, look: Style, square: int, tower: tuple[Piece, ...]) -> str:
    """A stack seen from the side, its top as every other piece is seen, and how many pieces it has of either colour."""
    x, y = view.centre(square)
    # However high it is, it stands on its square: tall towers have thinner discs.
    step = min(6.0, 22.0 / (len(tower) - 1))
    foot = y + CELL * 0.5 - 5
    r = CELL * 0.36
    parts = []
    for level, piece in enumerate(reversed(tower[1:])):
        white = piece.color == WHITE
        fill, edge = ("#fbf1dd", "#8a713f") if white else ("#3d332e", "#0d0a09")
        if look.flat:
            fill, edge = ("#ffffff", "#111111") if white else ("#111111", "#ffffff")
        at = foot - level * step
        parts.append(
            f'<path d="M{n(x - r)} {n(at - step)}v{n(step)}a{n(r)} 4.5 0 0 0 {n(2 * r)} 0v{n(-step)}" '
            f'fill="{fill}" stroke="{edge}" stroke-width="1"/>'
        )
        if piece.king:
            parts.append(
                f'<path d="M{n(x - 6)} {n(at + 2.4 - step / 2)}h12" stroke="#d99a1c" '
                f'stroke-width="{n(min(3, step))}" stroke-linecap="round"/>'
            )
    top = foot - (len(tower) - 1) * step - CELL * 0.22
    piece = tower[0]
    white = piece.color == WHITE
    head = _flat(x, top, white, piece.king) if look.flat else _disc(x, top, white, piece.king)
    scale = f'<g transform="translate({n(x)} {n(top)}) scale(.86 .62) translate({n(-x)} {n(-top)})">{head}</g>'
    mine = sum(one.color == piece.color for one in tower)
    parts.append(scale)
    # The count tells what a stack of thin discs does not.
    label = f"{mine}+{len(tower) - mine}" if mine < len(tower) else str(mine)
    parts.append(
        f'<text x="{n(x + CELL / 2 - 1)}" y="{n(y + CELL / 2 - 3)}" font-size="10" font-weight="700" '
        f'text-anchor="end" fill="#fff" stroke="#000" stroke-width="2.4" stroke-linejoin="round" '
        f'paint-order="stroke">{label}</text>'
    )
    return "".join(parts)


def _disc(x: float, y: float, white: bool, king: bool) -> str:
    """A turned wooden disc seen a little from the front; a king wears a crown."""
    face, ring, edge, shine = (
        ("#fbf1dd", "#d9c39a", "#a58a5c", "#ffffff") if white else ("#3d332e", "#6b5a50", "#17120f", "#8a776b")
    )
    r = CELL * 0.41
    parts = [
        f'<ellipse cx="{n(x)}" cy="{n(y + 4.5)}" rx="{n(r)}" ry="{n(r - 0.5)}" fill="#000" fill-opacity="0.28"/>',
        f'<circle cx="{n(x)}" cy="{n(y + 1.8)}" r="{n(r)}" fill="{edge}"/>',
        f'<circle cx="{n(x)}" cy="{n(y - 0.8)}" r="{n(r)}" fill="{face}" stroke="{edge}" stroke-width="1"/>',
        f'<path d="M{n(x - r + 3)} {n(y - 2.8)}A{n(r - 3)} {n(r - 3)} 0 0 1 {n(x + r - 3)} {n(y - 2.8)}" '
        f'fill="none" stroke="{shine}" stroke-opacity="0.7" stroke-width="1.4"/>',
    ]
    if king:
        parts.append(_crown(x, y - 0.8, "#c8952b" if white else "#f0c04a", "#7a5510" if white else "#17120f"))
    else:
        parts += [
            f'<circle cx="{n(x)}" cy="{n(y - 0.8)}" r="{n(r * factor)}" fill="none" stroke="{ring}" '
            f'stroke-width="1.5"/>'
            for factor in (0.7, 0.4)
        ]
    return "".join(parts)


def _crown(x: float, y: float, fill: str, stroke: str) -> str:
    points = ((-10, 7), (-12, -5), (-5.5, 0.5), (0, -8.5), (5.5, 0.5), (12, -5), (10, 7))
    path = "L".join(f"{n(x + dx)} {n(y + dy)}" for dx, dy in points)
    balls = "".join(
        f'<circle cx="{n(x + dx)}" cy="{n(y + dy)}" r="1.9" fill="{fill}" stroke="{stroke}" stroke-width="0.9"/>'
        for dx, dy in ((-12, -6), (0, -9.5), (12, -6))
    )
    return (
        f'<path d="M{path}z" fill="{fill}" stroke="{stroke}" stroke-width="1.2" stroke-linejoin="round"/>{balls}'
        f'<path d="M{n(x - 9.6)} {n(y + 4)}h19.2" stroke="{stroke}" stroke-width="1"/>'
    )


def _flat(x: float, y: float, white: bool, king: bool) -> str:
    """As books print them: a plain disc, a king as two discs upon each other."""
    fill, line = ("#ffffff", "#111111") if white else ("#111111", "#ffffff")
    r = CELL * 0.36
    heights = (4.0, -3.0) if king else (0.0,)
    parts = [
        f'<circle cx="{n(x)}" cy="{n(y + dy)}" r="{n(r)}" fill="{fill}" stroke="#111111" stroke-width="1.8"/>'
        + (f'<circle cx="{n(x)}" cy="{n(y + dy)}" r="{n(r - 2.4)}" fill="none" stroke="{line}" stroke-width="1"/>')
        * (not white or king)
        for dy in heights
    ]
    if king:
        points = ((-7, 2), (-8.5, -6.5), (-3.8, -3), (0, -9), (3.8, -3), (8.5, -6.5), (7, 2))
        path = "L".join(f"{n(x + dx)} {n(y + dy)}" for dx, dy in points)
        parts.append(f'<path d="M{path}z" fill="{line}"/>')
    return "".join(parts)


def _arrow(view: _View, look: Style, arrow: Arrow) -> str:
    origin, destination = (_known(view.game, square) for square in arrow[:2])
    color = arrow[2] if len(arrow) == 3 else look.arrow
    (x1, y1), (x2, y2) = view.centre(origin), view.centre(destination)
    length = hypot(x2 - x1, y2 - y1)
    if length == 0:
        return (
            f'<circle cx="{n(x1)}" cy="{n(y1)}" r="{n(CELL * 0.45)}" fill="none" stroke="{escape(color)}" '
            f'stroke-width="4" stroke-opacity="0.85"/>'
        )
    # From near the edge of the origin to the middle of the destination; the head is as long as a third of a square.
    ux, uy = (x2 - x1) / length, (y2 - y1) / length
    head, half, shaft = CELL * 0.36, CELL * 0.2, CELL * 0.075
    sx, sy = x1 + ux * CELL * 0.22, y1 + uy * CELL * 0.22
    bx, by = x2 - ux * head, y2 - uy * head
    outline = (
        (sx - uy * shaft, sy + ux * shaft),
        (bx - uy * shaft, by + ux * shaft),
        (bx - uy * half, by + ux * half),
        (x2, y2),
        (bx + uy * half, by - ux * half),
        (bx + uy * shaft, by - ux * shaft),
        (sx + uy * shaft, sy - ux * shaft),
    )
    points = " ".join(f"{n(px)},{n(py)}" for px, py in outline)
    return f'<polygon points="{points}" fill="{escape(color)}" fill-opacity="0.82" stroke="#fff" stroke-width="1"/>'
