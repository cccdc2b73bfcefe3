"""Game records of what is played or set up here."""

from __future__ import annotations

import time

import damier
from damier import pdn
from damier.web.sitting import Sitting

UNKNOWN = ("Event", "Site", "Round", "White", "Black", "Date")


def record_of(board: damier.Board) -> pdn.Game:
    """A record of what was played on a board, with only the tags that say something."""
    record = pdn.Game.from_board(board)
    for name in UNKNOWN:
        del record.headers[name]
    return record


def record_of_sitting(sitting: Sitting) -> pdn.Game:
    """A record of a game that is played here."""
    record = pdn.Game.from_board(sitting.board)
    record.headers["Event"] = "damier"
    record.headers["Date"] = time.strftime("%Y.%m.%d", time.localtime(sitting.created))
    for color, name in (("white", "White"), ("black", "Black")):
        if sitting.seats[color] == "engine":
            record.headers[name] = f"damier {damier.__version__}, {sitting.level}"
    if sitting.clock is not None:
        record.headers["TimeControl"] = sitting.clock.control.tag or "?"
    return record
