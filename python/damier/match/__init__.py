"""Matches and tournaments of engines: played to the rules, remembered game by game, and reckoned honestly.

>>> from damier.match import Sample, estimate
>>> print(estimate(Sample.of_games(wins=30, draws=60, losses=10)))
+70.4 ± 42.8
"""

from damier.match.adjudication import Adjudication
from damier.match.control import Clock, Control
from damier.match.elo import Estimate, Sample, Sprt, estimate, expected_score, normalized, superiority
from damier.match.game import End, Lateness, PlayedGame, Ply, Reason
from damier.match.match import Match, boards_at_once
from damier.match.openings import Opening, Openings
from damier.match.play import Conditions, Fixture, play_game
from damier.match.player import EnginePlayer, Entrant, Player
from damier.match.seat import Seat
from damier.match.tally import Tally

__all__ = [
    "Adjudication",
    "Clock",
    "Conditions",
    "Control",
    "End",
    "EnginePlayer",
    "Entrant",
    "Estimate",
    "Fixture",
    "Lateness",
    "Match",
    "Opening",
    "Openings",
    "PlayedGame",
    "Player",
    "Ply",
    "Reason",
    "Sample",
    "Seat",
    "Sprt",
    "Tally",
    "boards_at_once",
    "estimate",
    "expected_score",
    "normalized",
    "play_game",
    "superiority",
]
