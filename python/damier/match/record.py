"""Games as PDN 3.0: every move with its clock, its evaluation and its time, every game with the reason of its end.

>>> from damier.match import Conditions, Entrant, Match, Openings
>>> from damier.match import Adjudication
>>> players = [Entrant.from_text(f"{name}=damier:hash_mb=1@depth=2") for name in ("one", "two")]
>>> quick = Conditions(adjudication=Adjudication(max_moves=3))
>>> with Match(*players, games=2, conditions=quick, openings=Openings("start")) as match:
...     game = next(match.play())
>>> text = pdn(game, match.entrants)
>>> text.splitlines()[4:7]
['[White "one"]', '[Black "two"]', '[Result "1-1"]']
>>> '[Termination "adjudication"]' in text and '[EndReason "move_limit"]' in text
True
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TextIO

from damier._core import BLACK, WHITE, Board, __version__
from damier.match.game import PlayedGame, Ply
from damier.match.player import Entrant

WIDTH = 100
"""Characters of a line of moves."""


def pdn(game: PlayedGame, entrants: Sequence[Entrant], *, event: str = "Match", site: str = "?") -> str:
    """One game, with a newline at its end and an empty line after it.

    In comments: ``[%clk 0:01:23.4]`` is the time left, ``[%emt 0:00:00.1]`` the time taken, ``[%eval 0.25]`` the
    mover's evaluation in men as White sees it, ``[%eval #-7]`` a proved end in so many plies, lost for White.
    """
    board = game.root()
    tags = _tags(game, board, entrants, event, site)
    lines = [f'[{name} "{_quoted(value)}"]' for name, value in tags if value]
    return "\n".join([*lines, "", *_wrapped(_tokens(game, board)), "", ""])


def _tags(game: PlayedGame, board: Board, entrants: Sequence[Entrant], event: str, site: str) -> list[tuple[str, str]]:
    """The seven tags that every game has, then the others."""
    white, black = entrants[game.white], entrants[game.black]
    date, _, time = game.started.partition("T")
    date, time = date.replace("-", "."), time[:8]
    set_up = game.fen is not None
    controls = (white.control.tag, black.control.tag)
    same = controls[0] == controls[1]
    return [
        ("Event", event),
        ("Site", site),
        ("Date", date or "????.??.??"),
        ("Round", f"{game.round + 1}"),
        ("White", white.name),
        ("Black", black.name),
        ("Result", game.result),
        ("GameType", board.game.game_type or ""),
        ("Variant", "" if board.game.game_type else board.game.id),
        ("SetUp", "1" if set_up else ""),
        ("FEN", board.fen() if set_up else ""),
        ("WhiteType", "program"),
        ("BlackType", "program"),
        ("UTCDate", date),
        ("UTCTime", time),
        ("TimeControl", (controls[0] or "-") if same else ""),
        ("TimeControlWhite", "" if same else controls[0] or "-"),
        ("TimeControlBlack", "" if same else controls[1] or "-"),
        ("WhiteLimit", str(white.control)),
        ("BlackLimit", str(black.control)),
        ("PlyCount", str(len(game.moves))),
        ("Termination", game.end.reason.termination),
        ("EndReason", game.end.rule or game.end.reason.value),
        ("Annotator", f"damier {__version__}"),
    ]


def _tokens(game: PlayedGame, board: Board) -> list[str]:
    """Numbers, moves, comments and the result; a comment is one token, which may be broken at its blanks."""
    tokens: list[str] = []
    first = len(game.opening)
    number = board.fullmove_number
    after_comment = True
    for index, text in enumerate(game.moves):
        turn = board.turn
        starts = turn == board.game.first
        if starts or after_comment:
            tokens.append(f"{number}.{'' if starts else '..'}")
        move = board.parse_hub(text)
        tokens.append(board.pdn(move))
        board.push(move)
        number = board.fullmove_number
        comment = "" if index < first else _comment(game.plies[index - first], turn == WHITE)
        after_comment = bool(comment)
        if comment:
            tokens += f"{{{comment}}}".split(" ")
    tokens += f"{{{_plain(game.end.text)}}}".split(" ")
    tokens.append(game.result)
    return tokens


def _comment(ply: Ply, white: bool) -> str:
    parts = []
    if ply.clock is not None:
        parts.append(f"[%clk {_time(ply.clock)}]")
    parts.append(f"[%emt {_time(ply.seconds)}]")
    sign = 1 if white else -1
    if ply.win_in is not None:
        parts.append(f"[%eval #{sign * ply.win_in}]")
    elif ply.score is not None:
        parts.append(f"[%eval {sign * ply.score / 100:.2f}]")
    if ply.depth is not None:
        parts.append(f"[%depth {ply.depth}]")
    return " ".join(parts)


def _time(seconds: float) -> str:
    """``h:mm:ss.mmm``, without needless zeros after the point."""
    thousandths = max(0, round(seconds * 1000))
    minutes, thousandths = divmod(thousandths, 60_000)
    hours, minutes = divmod(minutes, 60)
    whole, thousandths = divmod(thousandths, 1000)
    fraction = f".{thousandths:03}".rstrip("0").rstrip(".")
    return f"{hours}:{minutes:02}:{whole:02}{fraction}"


def _wrapped(tokens: Iterable[str]) -> list[str]:
    lines, line = [], ""
    for token in tokens:
        if line and len(line) + 1 + len(token) > WIDTH:
            lines.append(line)
            line = token
        else:
            line = f"{line} {token}" if line else token
    return [*lines, line]


def _quoted(text: str) -> str:
    """As a tag holds it: printable, quotes and backslashes escaped."""
    return _plain(text).replace("\\", "\\\\").replace('"', '\\"')


def _plain(text: str) -> str:
    """One line without braces, which would end a comment, and without what cannot be printed."""
    text = text.replace("{", "(").replace("}", ")")
    return " ".join("".join(character if character.isprintable() else " " for character in text).split())


# ---------------------------------------------------------------------------------------------------------------
# Files


class PdnFile:
    """A PDN file that grows with a match: one game after another, in the order in which they end.

    `finish` writes it anew in the order of the schedule; so does opening it for a match that is gone on with.
    """

    def __init__(self, path: Path | str, entrants: Sequence[Entrant], *, event: str = "Match") -> None:
        self.path = Path(path)
        self.entrants = entrants
        self.event = event

    def begin(self, games: Iterable[PlayedGame]) -> None:
        """The games so far. Raises `ValueError` where there are none and the file is there already."""
        games = list(games)
        if not games and self.path.exists() and self.path.stat().st_size:
            raise ValueError(f"{self.path} is there already: name another file")
        self.finish(games)

    def add(self, game: PlayedGame) -> None:
        with self.path.open("a", encoding="utf-8") as file:
            file.write(self._text(game))

    def finish(self, games: Iterable[PlayedGame]) -> None:
        """The whole file at once: whoever reads it meanwhile sees the old one."""
        folder = self.path.parent
        handle, name = tempfile.mkstemp(prefix=f".{self.path.name}.", dir=folder)
        try:
            with os.fdopen(handle, "w", encoding="utf-8") as file:
                self.write(file, games)
            mode = self.path.stat().st_mode & 0o777 if self.path.exists() else 0o644
            os.chmod(name, mode)
            os.replace(name, self.path)
        except BaseException:
            with suppress(OSError):
                os.unlink(name)
            raise

    def write(self, file: TextIO, games: Iterable[PlayedGame]) -> None:
        for game in sorted(games, key=lambda game: game.number):
            file.write(self._text(game))

    def _text(self, game: PlayedGame) -> str:
        return pdn(game, self.entrants, event=self.event)


def side_scores(game: PlayedGame) -> list[tuple[int, int | None, int | None, bool]]:
    """Ply number (from 1, the opening counted), score and win-in as White sees them, and whether White moved."""
    board = game.root()
    turn = board.turn if len(game.opening) % 2 == 0 else board.turn.opposite
    told = []
    for index, ply in enumerate(game.plies, start=len(game.opening) + 1):
        sign = 1 if turn == WHITE else -1
        score = None if ply.score is None else sign * ply.score
        win_in = None if ply.win_in is None else sign * ply.win_in
        told.append((index, score, win_in, turn != BLACK))
        turn = turn.opposite
    return told
