"""Game records (PDN): every dialect read, strict PDN 3.0 written, after the manner of ``chess.pgn``.

>>> import io
>>> game = read_game(io.StringIO('[White "Baba Sy"] 1. 32-28 18-23 2. 38-32 (2. 33-29 {sharper} 23x32) 12-18 2-0'))
>>> game.headers["White"], len(list(game.mainline())), str(game.winner)
('Baba Sy', 4, 'white')
>>> [node.pdn() for node in game.mainline()]
['32-28', '18-23', '38-32', '12-18']

A fault does not cost a game, and costs the file nothing: what comes before it is kept, the rest stays as text, and
`Game.errors` says which game, line and ply it is, and why.

>>> game = read_game(io.StringIO("1. 32-28 19-23 2. 33-29"))
>>> print(game.errors[0])
game 1, line 1, ply 3: illegal move 33-29: capture is compulsory: 28x19 (FMJD 4.1)
>>> game.end().unread
'33-29'
"""

from damier._core import PdnProblem as Problem
from damier.pdn.commands import Arrow
from damier.pdn.headers import Headers
from damier.pdn.reading import Departure, departures, read_game, read_games, read_headers, skip
from damier.pdn.scanning import Scanned, scan
from damier.pdn.tree import Game, Node
from damier.pdn.visitor import SKIP, Skip, Visitor
from damier.pdn.writing import FileExporter, StringExporter

__all__ = [
    "SKIP",
    "Arrow",
    "Departure",
    "FileExporter",
    "Game",
    "Headers",
    "Node",
    "Problem",
    "Scanned",
    "Skip",
    "StringExporter",
    "Visitor",
    "departures",
    "read_game",
    "read_games",
    "read_headers",
    "scan",
    "skip",
]
