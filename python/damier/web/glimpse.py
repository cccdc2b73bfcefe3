"""A glimpse: the board as it is first seen, drawn by the server while the programs of the page are on their way.

It is drawn as `<damier-board>` draws it (``static/board/wood.js``, ``men.js``, ``towers.js``; a test holds both
together), in the looks that this browser was told to remember, and the element takes its place without a change.
"""

from __future__ import annotations

from functools import cache
from html import escape
from typing import Any, Final, NamedTuple

import damier
from damier.web.picture import towers_picture

COOKIE: Final = "damier-looks"
LABELS: Final = ("auto", "numbers", "coordinates", "none")
WOODS: Final = ("oak", "slate", "meadow", "paper")
STYLES: Final = ("turned", "red", "flat")
UNIT: Final = 100
PREFIX: Final = "damier-0"  # the elements of a page count from one
RISE: Final = 46  # of the highest top over the lowest foot of a tower
THICKEST: Final = 13


class Looks(NamedTuple):
    """What a person likes: one of each list above, and the game of the last dialog for a new one."""

    labels: str = LABELS[0]
    wood: str = WOODS[0]
    style: str = STYLES[0]
    game: str = "international"


def looks(text: str) -> Looks:
    """What a browser remembers, as its cookie has it; what cannot be is not heard.

    >>> looks("none.slate.flat.russian").style, looks("auto.<b>.turned").wood
    ('flat', 'oak')
    """
    told = dict(zip(Looks._fields, text.split("."), strict=False))
    known = {"labels": LABELS, "wood": WOODS, "style": STYLES, "game": tuple(game.id for game in damier.games())}
    return Looks(**{name: value for name, value in told.items() if value in known[name]})


class Glimpse(NamedTuple):
    """One board."""

    board: damier.Board
    looks: Looks
    bottom: str = "white"

    @property
    def labels(self) -> str:
        if self.looks.labels != "auto":
            return self.looks.labels
        return "coordinates" if self.board.game.algebraic else "numbers"

    @property
    def frame(self) -> int:
        return 38 if self.labels == "coordinates" else 22

    @property
    def width(self) -> int:
        return self.board.game.files * UNIT + 2 * self.frame

    @property
    def height(self) -> int:
        return self.board.game.ranks * UNIT + 2 * self.frame

    def centre(self, file: int, rank: int) -> tuple[int, int]:
        """The middle of a square."""
        game, turned = self.board.game, self.bottom == "black"
        column = game.files - 1 - file if turned else file
        row = rank if turned else game.ranks - 1 - rank
        return self.frame + column * UNIT + UNIT // 2, self.frame + row * UNIT + UNIT // 2

    @property
    def html(self) -> str:
        """The element with what will be seen in it."""
        game = self.board.game
        kind = "all-squares" if game.all_squares and game.rules["turn"] == "one_move" else ""
        box = f"0 0 {self.width} {self.height}"
        first = "wood first wide" if game.files > game.ranks else "wood first"
        wood = _tag("svg", "".join(self._wood()), class_=first, aria_hidden="true", viewBox=box)
        pieces = _tag("svg", self._pieces(), class_="pieces", aria_hidden="true", viewBox=box)
        return _tag("damier-board", wood + pieces, id="board", class_=kind, data_wood=self.looks.wood)

    def _wood(self) -> list[str]:
        game, width, height, frame = self.board.game, self.width, self.height, self.frame
        inner: dict[str, Any] = {"x": frame, "y": frame, "width": game.files * UNIT, "height": game.ranks * UNIT}
        return [
            _grain(),
            _tag("rect", class_="frame", width=width, height=height, rx=14),
            _tag("rect", class_="grain", width=width, height=height, rx=14, filter=f"url(#{PREFIX}-frame-grain)"),
            _tag("rect", class_="bevel", x=2, y=2, width=width - 4, height=height - 4, rx=12),
            _tag("rect", class_="ground", **inner),
            _tag("path", class_="dark", d="".join(self._dark())),
            _tag("rect", class_="grain", filter=f"url(#{PREFIX}-square-grain)", **inner),
            _tag(
                "rect",
                class_="groove",
                x=frame - 3,
                y=frame - 3,
                width=inner["width"] + 6,
                height=inner["height"] + 6,
            ),
            *self._names(),
            _tag("rect", class_="dusk", width=width, height=height, rx=14),
        ]

    def _dark(self) -> list[str]:
        game = self.board.game
        spots = [game.file_rank(square) for square in range(1, game.squares + 1)]
        if game.all_squares:
            spots = [(file, rank) for file, rank in spots if (file + rank) % 2 == 0]
        corners = ((x - UNIT // 2, y - UNIT // 2) for x, y in (self.centre(*spot) for spot in spots))
        return [f"M{x} {y}h{UNIT}v{UNIT}h{-UNIT}z" for x, y in corners]

    def _names(self) -> list[str]:
        game, frame = self.board.game, self.frame
        squares = range(1, game.squares + 1)
        if self.labels == "numbers":
            places = ((square, self.centre(*game.file_rank(square))) for square in squares)
            return [
                _tag("text", str(square), class_="number", x=x - UNIT // 2 + 4, y=y - UNIT // 2 + 17)
                for square, (x, y) in places
            ]
        if self.labels == "none":
            return []
        files = {game.file_rank(square)[0]: game.algebraic_name(square).rstrip("0123456789") for square in squares}
        return [
            *(
                _tag("text", files.get(file, ""), class_="coordinate", x=self.centre(file, 0)[0], y=y)
                for file in range(game.files)
                for y in (frame // 2, self.height - frame // 2)
            ),
            *(
                _tag("text", str(rank + 1), class_="coordinate", x=x, y=self.centre(0, rank)[1])
                for rank in range(game.ranks)
                for x in (frame // 2, self.width - frame // 2)
            ),
        ]

    def _pieces(self) -> str:
        board, towers = self.board, towers_picture(self.board)
        men = []
        for square, piece in board.piece_map().items():
            x, y = self.centre(*board.game.file_rank(square))
            look = towers.get(square, piece.symbol)
            drawn = _tower(look) if len(look) > 1 else _tag("use", href=f"#{PREFIX}-{look}")
            kind = f"man {'tower ' if len(look) > 1 else ''}{_side(look[0])}"
            place = {"data_piece": look, "data_square": square, "transform": f"translate({x} {y})"}
            men.append(_tag("g", drawn, class_=kind, **place))
        return _shapes(self.looks.style) + _tag("g", "".join(men))


def _side(symbol: str) -> str:
    return "white" if symbol in "wW" else "black"


def _tag(kind: str, inside: str = "", **attributes: object) -> str:
    """An element; attributes as Python can write them (``class_``, ``stroke_width``), those that are empty left out."""
    told = (
        f' {name.rstrip("_").replace("_", "-")}="{escape(str(value))}"'
        for name, value in attributes.items()
        if value != ""
    )
    return f"<{kind}{''.join(told)}>{inside}</{kind}>"


# -- the wood ---------------------------------------------------------------------------------------------------------


@cache
def _grain() -> str:
    def noise(name: str, frequency: str, seed: int) -> str:
        inside = (
            _tag("feTurbulence", type="fractalNoise", baseFrequency=frequency, numOctaves=3, seed=seed)
            + _tag("feColorMatrix", values="0 0 0 0 0.22  0 0 0 0 0.11  0 0 0 0 0.03  0.9 0 0 0 -0.33")
            + _tag("feComposite", operator="in", in2="SourceGraphic")
        )
        return _tag("filter", inside, id=f"{PREFIX}-{name}", x=0, y=0, width="100%", height="100%")

    return _tag("defs", noise("frame-grain", "0.004 0.09", 7) + noise("square-grain", "0.06 0.006", 3))


# -- the pieces -------------------------------------------------------------------------------------------------------


class Paint(NamedTuple):
    face: tuple[str, ...]
    edge: tuple[str, ...]
    groove: str
    light: str
    crown: str


_BLACK: Final = Paint(("#6a5750", "#3d2f2a", "#241a17"), ("#3a2b26", "#0c0807"), "#0d0807", "#8a746a", "#e9bd62")
_WHITE: Final = Paint(("#fffaf0", "#f6e8c8", "#dcc595"), ("#d6bd8b", "#8d7141"), "#a98c58", "#fffdf6", "#9a6420")
_RED: Final = Paint(("#d4584a", "#a82a22", "#7c1610"), ("#8c201a", "#4b0b08"), "#5d0f0b", "#ea8a7c", "#ffe0a0")
PAINTS: Final = {
    "turned": {"white": _WHITE, "black": _BLACK},
    "red": {"white": _WHITE, "black": _RED},
    "flat": {
        "white": Paint(("#ffffff",), ("#ffffff",), "#1a1a1a", "#ffffff", "#1a1a1a"),
        "black": Paint(("#1a1a1a",), ("#1a1a1a",), "#1a1a1a", "#1a1a1a", "#ffffff"),
    },
}


@cache
def _shapes(style: str) -> str:
    """What all pieces of a board refer to."""
    shade = _tag("stop", offset="72%", stop_color="#000", stop_opacity=0.42) + _tag(
        "stop", offset="100%", stop_color="#000", stop_opacity=0
    )
    paints = PAINTS[style]
    return _tag(
        "defs",
        _tag("radialGradient", shade, id=f"{PREFIX}-shade")
        + "".join(_paint(side, paint) for side, paint in paints.items())
        + "".join(_shape(symbol, style) for symbol in "wWbB"),
        data_style=style,
    )


def _paint(side: str, paint: Paint) -> str:
    face = "".join(
        _tag("stop", offset=f"{offset}%", stop_color=color)
        for offset, color in zip((0, 48, 100), paint.face, strict=False)
    )
    edge = "".join(_tag("stop", offset=f"{i * 100}%", stop_color=color) for i, color in enumerate(paint.edge))
    return _tag("radialGradient", face, id=f"{PREFIX}-{side}-face", cx="38%", cy="30%", r="78%") + _tag(
        "linearGradient", edge, id=f"{PREFIX}-{side}-edge", x1=0, y1=0, x2=0, y2=1
    )


def _shape(symbol: str, style: str) -> str:
    if style == "flat":
        return _tag("g", _outline(symbol), id=f"{PREFIX}-{symbol}")
    paint = PAINTS[style][_side(symbol)]
    shadow = _tag("ellipse", cx=2, cy=8, rx=48, ry=47, fill=f"url(#{PREFIX}-shade)")
    discs = (
        _disc(symbol, paint, 3, top=False) + _disc(symbol, paint, -8, top=True)
        if symbol in "WB"
        else _disc(symbol, paint, -2, top=True)
    )
    return _tag("g", shadow + discs, id=f"{PREFIX}-{symbol}")


def _outline(symbol: str) -> str:
    paint = PAINTS["flat"][_side(symbol)]
    stroke = "#ffffff" if _side(symbol) == "black" else paint.groove
    rim = _tag("circle", r=40, fill=paint.face[0], stroke=stroke, stroke_width=4)
    if symbol not in "WB":
        return rim
    ring = _tag("circle", r=31, fill="none", stroke=paint.crown, stroke_width=4)
    return rim + ring + _emblem(paint, 0)


def _emblem(paint: Paint, lift: int) -> str:
    return _tag(
        "path",
        transform=f"translate(0 {lift + 1})",
        d="M-18 10L-21-9L-10-1L0-15L10-1L21-9L18 10z M-17 13H17V17H-17z",
        fill=paint.crown,
        stroke=paint.groove,
        stroke_width=1,
        stroke_linejoin="round",
        stroke_opacity=0.5,
    )


def _disc(symbol: str, paint: Paint, lift: int, *, top: bool) -> str:
    side, radius = _side(symbol), 39
    edge = _tag(
        "path",
        d=f"M{-radius} {lift}v7a{radius} {radius} 0 0 0 {2 * radius} 0v-7z",
        fill=f"url(#{PREFIX}-{side}-edge)",
    )
    face = _tag(
        "circle",
        cy=lift,
        r=radius,
        fill=f"url(#{PREFIX}-{side}-face)",
        stroke=paint.groove,
        stroke_width=1.2,
        stroke_opacity=0.75 if side == "white" else 1,
    )
    if not top:
        return edge + face

    def ring(radius: int) -> str:
        return _tag(
            "circle", cy=lift + 0.9, r=radius, fill="none", stroke=paint.light, stroke_width=1.6, stroke_opacity=0.75
        ) + _tag("circle", cy=lift, r=radius, fill="none", stroke=paint.groove, stroke_width=1.8, stroke_opacity=0.8)

    gloss = _tag(
        "path",
        d=f"M-32 {lift - 9}A34 34 0 0 1 13 {lift - 31}A41 41 0 0 0 -32 {lift - 9}z",
        fill="#fff",
        fill_opacity=0.85 if side == "white" else 0.3,
    )
    if symbol in "WB":
        return edge + face + ring(33) + _emblem(paint, lift) + gloss
    return edge + face + ring(33) + ring(24) + ring(14) + gloss


def _tower(look: str) -> str:
    """Pieces that stand on each other, with their count: those of the owner, and the prisoners."""
    step = min(THICKEST, RISE / (len(look) - 1))
    discs = [
        _tag(
            "use",
            href=f"#{PREFIX}-{symbol}",
            transform=f"translate(0 {_number(RISE / 2 - step * (len(look) - 1 - depth))}) scale(0.84 0.7)",
        )
        for depth, symbol in enumerate(look)
    ]
    own = sum(_side(symbol) == _side(look[0]) for symbol in look)
    count = f"{own}+{len(look) - own}" if own < len(look) else str(own)
    return "".join(reversed(discs)) + _tag("text", count, class_="tower-count", x=UNIT // 2 - 3, y=UNIT // 2 - 6)


def _number(value: float) -> str:
    """As JavaScript writes it."""
    return str(int(value)) if value == int(value) else repr(value)
