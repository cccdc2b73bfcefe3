"""How often equals draw: ``python tools/draws.py [GAME ...]``; the shares of `damier.review` come from here.

The built-in search plays itself from ballots of six plies, every move by the same number of nodes. A game that goes on
and on is a draw.
"""

from __future__ import annotations

import argparse
import sys

import damier
from damier import ballots
from damier._core import Search

PLIES_MOST = 250


def winner(board: damier.Board, search: Search, nodes: int) -> damier.Color | None:
    """Plays a game to its end."""
    while board.ply < PLIES_MOST:
        end = board.outcome()
        if end is not None:
            return end.winner
        board.push(search.run(board, nodes=nodes)[0]["pv"][0])
    return None


def share(game: damier.Game, count: int, nodes: int) -> float:
    """The draws among so many games."""
    openings = ballots.load(game, plies=6)
    draws = 0
    for number in range(count):
        search = Search(hash_mb=4)
        draws += winner(openings[number % len(openings)].board(), search, nodes) is None
    return draws / count


def main() -> None:
    parser = argparse.ArgumentParser(description="Measures the share of draws.")
    parser.add_argument("game", nargs="*", help="ids of games; all unless some are named")
    parser.add_argument("--games", type=int, default=100, help="to be played (100)")
    parser.add_argument("--nodes", type=int, default=1_000, help="of search for each move (1000)")
    options = parser.parse_args()
    try:
        chosen = [damier.Game(name) for name in options.game] or damier.games()
    except ValueError as error:
        sys.exit(str(error))
    for game in chosen:
        print(f'    "{game.id}": {share(game, options.games, options.nodes):.2f},', flush=True)


if __name__ == "__main__":
    main()
