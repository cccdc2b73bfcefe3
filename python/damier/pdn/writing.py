"""Games as text: strict PDN 3.0."""

from __future__ import annotations

from typing import TextIO

from damier._core import WHITE, Board, Game, Move, PdnWriter, pdn_result
from damier.pdn.headers import Headers, position
from damier.pdn.visitor import Skip, Visitor


class Exporter(Visitor[str]):
    """Writes what it is told, the way the standard wants it.

    `columns`: lines are broken where they would be longer; `None` leaves the moves on one line. `headers`, `comments`
    and `variations` leave these out where false. `score`: ``"fmjd"`` writes 2-0 1-1 0-2, ``"chess"`` 1-0 1/2-1/2 0-1,
    `None` what the standard has for the game. `numeric`: squares as numbers or as names; `None` as the game is written.
    """

    def __init__(
        self,
        *,
        columns: int | None = 80,
        headers: bool = True,
        comments: bool = True,
        variations: bool = True,
        score: str | None = None,
        numeric: bool | None = None,
    ) -> None:
        if score not in (None, "fmjd", "chess"):
            raise ValueError(f"score={score!r}: choose from fmjd, chess")
        if columns is not None and columns < 1:
            raise ValueError(f"columns={columns}: a line has at least one")
        self._writer = PdnWriter(columns)
        self._headers = headers
        self._comments = comments
        self._variations = variations
        self._score = score
        self._numeric = numeric
        self._number_needed = True
        self._begun = False

    def begin_line(self) -> None:
        """The next move gets its number, whoever makes it."""
        self._number_needed = True

    def end_headers(self, headers: Headers, root: Board) -> Skip | None:
        self._number_needed = True
        self._begun = position(root) is not None
        if self._headers:
            for name, value in self._tags(headers, root):
                self._writer.tag(name, value)
            self._writer.end_tags()
        return None

    def _tags(self, headers: Headers, root: Board) -> list[tuple[str, str]]:
        game = root.game
        tags = [(name, headers[name]) for name in headers if name != "FEN"]
        if "Result" in headers:
            result = pdn_result(headers["Result"], game, headers.left, self._score)
            tags = [(name, result if name == "Result" else value) for name, value in tags]
        names = {name for name, _ in tags}
        if self._numeric is not None and self._numeric == game.algebraic and game.game_type is not None:
            tags = [(name, value) for name, value in tags if name != "GameType"]
            tags.append(("GameType", notation(game, self._numeric)))
        elif game.game_type is None:
            if not names & {"Variant"}:
                tags.append(("Variant", game.id))
        elif not _names(headers, game):
            tags = [(name, value) for name, value in tags if name not in ("GameType", "Variant")]
            tags.append(("GameType", game.game_type))
        fen = position(root)
        if fen is not None:
            tags.append(("FEN", fen))
        return [*tags, *headers.repeated]

    def visit_move(self, board: Board, move: Move, nags: list[int]) -> None:
        second = board.turn != board.game.first
        number = board.fullmove_number if self._number_needed or not second else None
        self._writer.play(board.pdn(move, numeric=self._numeric), nags, number, second)
        self._number_needed = False
        self._begun = True

    def visit_setup(self, board: Board, fen: str) -> None:
        if not self._begun:
            # Otherwise this would be the position that the game begins with.
            self._writer.setup(board.fen())
            self._begun = True
        self._writer.setup(fen)
        self._number_needed = True

    def visit_nag(self, nag: int) -> None:
        self._writer.nag(nag)
        self._number_needed = True

    def visit_comment(self, comment: str) -> None:
        if self._comments:
            self._writer.comment(comment)
            self._number_needed = True

    def visit_unread(self, text: str) -> None:
        self.visit_comment(f"not played: {text}")

    def begin_variation(self) -> Skip | None:
        if not self._variations:
            return Skip.SKIP
        self._writer.open()
        self._number_needed = True
        return None

    def end_variation(self) -> None:
        self._writer.close()
        self._number_needed = True

    def end_game(self) -> None:
        self._writer.end_game()


class StringExporter(Exporter):
    """Gives the text of a game.

    >>> from damier.pdn import Game
    >>> game = Game()
    >>> end = game.add_line(["32-28", "19-23", "28x19", "14x23"])
    >>> print(game.accept(StringExporter(headers=False)))
    1. 32-28 19-23 2. 28x19 14x23 *
    """

    def result(self) -> str:
        return self._writer.take().rstrip("\n")


class FileExporter(Exporter):
    """Writes games to a handle, each with an empty line behind it: ``game.accept(FileExporter(handle))``."""

    def __init__(
        self,
        handle: TextIO,
        *,
        columns: int | None = 80,
        headers: bool = True,
        comments: bool = True,
        variations: bool = True,
        score: str | None = None,
        numeric: bool | None = None,
    ) -> None:
        super().__init__(
            columns=columns,
            headers=headers,
            comments=comments,
            variations=variations,
            score=score,
            numeric=numeric,
        )
        self._handle = handle

    def end_game(self) -> None:
        super().end_game()
        self._handle.write(self._writer.take())

    def result(self) -> str:
        return ""


def notation(game: Game, numeric: bool) -> str:
    """The GameType of a game, its squares written with numbers or with names.

    >>> notation(Game("russian"), True)
    '25,W,8,8,N2,0'
    """
    number, first, files, ranks, _, inverted = str(game.game_type).split(",")
    if not numeric:
        return f"{number},{first},{files},{ranks},A{0 if game.first == WHITE else 3},{inverted}"
    # The corner of square 1 as the side that begins sees it: 0 and 1 are its own, left and right; 2 and 3 opposite.
    file, rank = game.file_rank(1)
    if game.first != WHITE:
        file, rank = game.files - 1 - file, game.ranks - 1 - rank
    corner = (2 if rank > game.ranks // 2 else 0) + (1 if file >= game.files // 2 else 0)
    return f"{number},{first},{files},{ranks},N{corner},{inverted}"


def _names(headers: Headers, game: Game) -> bool:
    """Do the tags say which game it is?"""
    tag = headers.get("GameType", "").partition(",")[0].strip()
    return tag.isdigit() and str(game.game_type).partition(",")[0] == str(int(tag))
