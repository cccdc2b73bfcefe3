"""Compositions: keys, duals, honest bounds. What is claimed is proved again by a search that shares no code."""

import threading
from pathlib import Path

import pytest

import damier
from damier import pdn
from damier.solver import Progress, Solution, Solved, Solver, Step

CORPUS = Path(__file__).parents[2] / "shared" / "corpus"
MINIATURE = "W:W20,30,34,37,40,44,48:B8,15,17,18,27,33,45"  # endgamesandmore.blogspot.com, 2017


def solve(fen: str, game: str = "international", seconds: float = 60) -> tuple[damier.Board, Solved]:
    board = damier.Board(fen, game=game)
    return board, Solver(board, seconds=seconds).run()


def keys(board: damier.Board, solved: Solved) -> list[str]:
    return [board.pdn(solution.move) for solution in solved.solutions]


def main_line(solution: Solution) -> list[Step]:
    line = [solution.tree]
    while line[-1].replies:
        line.append(line[-1].replies[0])
    return line


def test_a_miniature() -> None:
    board, solved = solve(MINIATURE)
    assert keys(board, solved) == ["37-31"]
    assert solved.complete
    (solution,) = solved.solutions
    assert solution.proof == "forced"
    assert [step.text for step in main_line(solution)][:6] == ["37-31", "15x35", "31x2", "45-50", "2-11", "50x25"]
    assert solution.moves == (len(main_line(solution)) + 1) // 2


def test_every_defence_is_answered() -> None:
    """The tree, move by move: every reply that the rules allow is there or counted, each line is legal."""
    board, solved = solve(MINIATURE)

    def look(step: Step, attacks: bool) -> None:
        board.push(step.move)
        assert board.fen() == step.fen
        if attacks and step.replies:
            assert len(step.replies) + step.left_out == board.legal_moves.count()
        if not attacks:
            assert len(step.replies) <= 1
        for reply in step.replies:
            look(reply, not attacks)
        board.pop()

    for solution in solved.solutions:
        look(solution.tree, True)
    assert board.fen() == MINIATURE


def test_two_keys_are_two_solutions() -> None:
    # Either man takes the last piece.
    board, solved = solve("W:W33,32:B28")
    assert set(keys(board, solved)) == {board.pdn(move) for move in board.legal_moves}
    assert [solution.end for solution in solved.solutions] == ["over", "over"]


def test_a_dual_in_the_main_line() -> None:
    """After the capture that is forced, two moves win as well: both shut the last man in or take it."""
    duals = []
    for fen, game in (("W:W27,38,39,42,48:B22,29,37", "international"), ("W:W37,38,43,48:B31,29", "international")):
        _, solved = solve(fen, game)
        for solution in solved.solutions:
            for ply, step in enumerate(main_line(solution)):
                for text, minor in step.duals:
                    duals.append((text, minor))
                    assert ply % 2 == 0
                    copy = damier.Board(fen, game=game, draws=())
                    for before in main_line(solution)[:ply]:
                        copy.push(before.move)
                    assert copy.parse_pdn(text) != step.move  # legal, and another one
    assert duals


def test_what_tables_call_a_draw_is_no_win() -> None:
    """White comes to win a king's worth by 37-32, and it is not enough: in the end there are two kings against one."""
    board, solved = solve(MINIATURE)
    assert "37-32" not in keys(board, solved)


def test_where_nothing_wins_nothing_is_claimed() -> None:
    board, solved = solve("W:W31,32:B19,20", seconds=6)
    assert solved.solutions == []
    assert solved.hint is not None
    assert solved.hint[0] in board.legal_moves


def test_the_limit_is_honest() -> None:
    """The start of a game cannot be looked through: what comes back says so, soon."""
    solved = Solver(damier.Board(), seconds=1).run()
    assert not solved.complete
    assert solved.solutions == []


def test_it_can_be_stopped() -> None:
    solver = Solver(damier.Board(), seconds=300)
    threading.Timer(0.5, solver.stop).start()
    solved = solver.run()
    assert not solved.complete
    assert solved.seconds < 60


def test_progress_is_told() -> None:
    told: list[Progress] = []
    Solver(damier.Board(MINIATURE)).run(told.append)
    assert told
    assert [p.positions for p in told] == sorted(p.positions for p in told)
    assert told[-1].solutions == 1


@pytest.mark.parametrize("game", [game.id for game in damier.games()])
def test_every_game_can_be_asked(game: str) -> None:
    solved = Solver(damier.Board(game=game), seconds=0.2).run()
    assert not any(solution.proof == "forced" for solution in solved.solutions)


def test_losing_is_winning_where_the_rules_say_so() -> None:
    """Poddavki: the last piece is given away."""
    board, solved = solve("W:Wc3:Be5", game="poddavki", seconds=10)
    assert [solution.end for solution in solved.solutions] == ["over"]
    assert keys(board, solved) == ["c3-d4"]


def test_a_first_king_wins() -> None:
    board, solved = solve("W:W7,48:B16,34", game="breakthrough", seconds=10)
    assert set(keys(board, solved)) == {"7-1", "7-2"}


def published() -> list[tuple[str, str, str, str]]:
    """Compositions of the corpus with their keys: problems set for the side to move, which wins by the record."""
    found: dict[str, tuple[str, str, str, str]] = {}
    for name in ("Cat.B1.pdn", "Cat.D1.pdn", "PWCP 2a.pdn"):
        path = CORPUS / "wiegerw-pdn" / "games" / "succeed" / name
        if not path.is_file():
            continue
        with path.open("rb") as handle:
            for game in pdn.read_games(handle):
                line = list(game.mainline())
                board = game.board()
                if "FEN" in game.headers and len(line) > 1 and game.winner == board.turn:
                    found.setdefault(board.fen(), (name, board.game.id, board.fen(), board.pdn(line[0].move)))
    return list(found.values())


@pytest.mark.slow
@pytest.mark.skipif(not CORPUS.is_dir(), reason="the corpus of games is not here (../shared/corpus)")
def test_published_compositions() -> None:
    """More than eight in ten are solved with the published key, in twenty seconds each."""
    problems = published()
    assert len(problems) > 100
    solved = 0
    for _, game, fen, key in problems:
        board = damier.Board(fen, game=game)
        solved += key in keys(board, Solver(board, seconds=20).run())
    assert solved >= 0.8 * len(problems)
