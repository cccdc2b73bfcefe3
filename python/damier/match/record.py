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
from typing import Final, TextIO

from damier._core import BLACK, WHITE, __version__
from damier.match.game import PlayedGame, Ply
from damier.match.player import Entrant
from damier.pdn import Game, StringExporter
from damier.pdn.commands import time

WIDTH: Final = 100
"""Characters of a line of moves."""


def record(game: PlayedGame, entrants: Sequence[Entrant], *, event: str = "Match", site: str = "?") -> Game:
    """The game with its tags, and after each move what is known of it.

    In comments: ``[%clk 0:01:23.4]`` is the time left, ``[%emt 0:00:00.1]`` the time taken, ``[%eval 0.25]`` the
    mover's evaluation in men as White sees it, ``[%eval #-7]`` a proved end in so many plies, lost for White.
    """
    told = Game.from_board(game.board())
    told.headers.update(_tags(game, entrants, event, site))
    nodes = list(told.mainline())
    turn = told.board().turn
    for place, node in enumerate(nodes):
        if place >= len(game.opening):
            node.comment = _comment(game.plies[place - len(game.opening)], turn == WHITE)
        turn = turn.opposite
    last = nodes[-1] if nodes else told
    last.comment = f"{last.comment} {game.end.text}"
    return told


def pdn(game: PlayedGame, entrants: Sequence[Entrant], *, event: str = "Match", site: str = "?") -> str:
    """The text of the game, with an empty line after it."""
    text = record(game, entrants, event=event, site=site).accept(StringExporter(columns=WIDTH))
    return f"{text}\n\n"


def _tags(game: PlayedGame, entrants: Sequence[Entrant], event: str, site: str) -> dict[str, str]:
    white, black = entrants[game.white], entrants[game.black]
    date, _, clock = game.started.partition("T")
    date, clock = date.replace("-", "."), clock[:8]
    controls = (white.control.tag, black.control.tag)
    same = controls[0] == controls[1]
    tags = {
        "Event": event,
        "Site": site,
        "Date": date or "????.??.??",
        "Round": f"{game.round + 1}",
        "White": white.name,
        "Black": black.name,
        "Result": game.result,
        "WhiteType": "program",
        "BlackType": "program",
        "UTCDate": date,
        "UTCTime": clock,
        "TimeControl": (controls[0] or "-") if same else "",
        "TimeControlWhite": "" if same else controls[0] or "-",
        "TimeControlBlack": "" if same else controls[1] or "-",
        "WhiteLimit": str(white.control),
        "BlackLimit": str(black.control),
        "PlyCount": str(len(game.moves)),
        "Termination": game.end.reason.termination,
        "EndReason": game.end.rule or game.end.reason.value,
        "Annotator": f"damier {__version__}",
        "SetUp": "1" if game.fen is not None else "",
    }
    return {name: value for name, value in tags.items() if value}


def _comment(ply: Ply, white: bool) -> str:
    parts = []
    if ply.clock is not None:
        parts.append(f"[%clk {time(ply.clock)}]")
    parts.append(f"[%emt {time(ply.seconds)}]")
    sign = 1 if white else -1
    if ply.win_in is not None:
        parts.append(f"[%eval #{sign * ply.win_in}]")
    elif ply.score is not None:
        parts.append(f"[%eval {sign * ply.score / 100:.2f}]")
    if ply.depth is not None:
        parts.append(f"[%depth {ply.depth}]")
    return " ".join(parts)


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
