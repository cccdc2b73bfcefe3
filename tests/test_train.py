"""Learning an evaluation: games on file, what is read of them, nets and weights, and what those are worth."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from xml.etree import ElementTree

import pytest

import damier
from damier import Board, tables, train
from damier.engine import EngineError, Limit, LocalEngine
from damier.train import picture

FAST = {"epochs": 2, "batch": 512}


@pytest.fixture(scope="module")
def russian(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("games") / "russian.games"
    train.selfplay("russian", path, games=400, nodes=60, seed=3)
    return path


def test_the_file_does_not_depend_on_the_number_of_threads(tmp_path: Path, russian: Path) -> None:
    one = tmp_path / "one.games"
    train.selfplay("russian", one, games=30, nodes=60, seed=3, threads=1)
    assert russian.read_bytes().startswith(one.read_bytes())


def test_games_begin_from_openings(tmp_path: Path, russian: Path) -> None:
    """From a position with two men a side no game has ever had more, and none comes from the start."""
    end = Board("W:Wa1,c1:Bb8,d8", game="russian")
    for threads in (1, 3):
        path = tmp_path / f"{threads}.games"
        train.selfplay("russian", path, games=40, nodes=60, threads=threads, openings=[end])
    assert (tmp_path / "1.games").read_bytes() == (tmp_path / "3.games").read_bytes()
    assert set(train.read("russian", [tmp_path / "1.games"], known=0).histograms()["pieces"]) <= {2, 3, 4}
    # The start is the one opening where none are given, and draws no number by chance.
    start, none = tmp_path / "start.games", tmp_path / "none.games"
    train.selfplay("russian", none, games=10, nodes=60, seed=3, openings=())
    assert russian.read_bytes().startswith(none.read_bytes())
    train.selfplay("russian", start, games=10, nodes=60, seed=3, openings=[Board(game="russian")])
    assert start.read_bytes() != none.read_bytes()


@pytest.mark.parametrize("game", ["bashni", "frisian", "canadian"])
def test_games_of_all_kinds_begin_from_openings(tmp_path: Path, game: str) -> None:
    board = Board(game=game)
    for _ in range(10):
        board.push(next(iter(board.legal_moves)))
    games, positions = train.selfplay(game, tmp_path / "x.games", games=6, nodes=40, openings=[board, board])
    assert games == 6
    assert positions > 20
    plies = train.read(game, [tmp_path / "x.games"]).histograms()["plies"]
    assert min(plies) == 10, "they count from the start of the game"


def test_openings_that_are_none_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "x.games"
    begun = Board(game="russian")
    over = Board("B:Wa1:B", game="russian")
    with pytest.raises(ValueError, match="opening 2: it is one of international, not of russian"):
        train.selfplay("russian", path, games=1, openings=[begun, Board()])
    with pytest.raises(ValueError, match="opening 1: the game is over there"):
        train.selfplay("russian", path, games=1, openings=[over])
    assert not path.exists()


def test_a_file_that_was_cut_off_goes_on(tmp_path: Path) -> None:
    whole, cut = tmp_path / "whole.games", tmp_path / "cut.games"
    reports: list[tuple[int, int]] = []
    counts = train.selfplay("frisian", whole, games=12, nodes=40, report=lambda *told: reports.append(told))
    assert reports[-1] == counts
    bytes_ = whole.read_bytes()
    for length in (0, 3, 40, len(bytes_) // 2, len(bytes_) - 1):
        cut.write_bytes(bytes_[:length] if length > 32 or length == 0 else b"")
        train.selfplay("frisian", cut, games=12, nodes=40)
        assert cut.read_bytes() == bytes_


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="no SIGKILL here")
def test_a_run_that_is_killed_goes_on(tmp_path: Path) -> None:
    path, whole = tmp_path / "killed.games", tmp_path / "whole.games"
    code = "import sys; from damier import train; train.selfplay('russian', sys.argv[1], games=100000, nodes=200)"
    child = subprocess.Popen([sys.executable, "-c", code, str(path)])
    deadline = time.monotonic() + 60
    while not (path.exists() and path.stat().st_size > 20_000) and time.monotonic() < deadline:
        time.sleep(0.05)
    child.send_signal(signal.SIGKILL)
    child.wait()
    kept = train.read("russian", [path], known=0)
    games, _ = train.selfplay("russian", path, games=kept.games + 2, nodes=200)
    train.selfplay("russian", whole, games=games, nodes=200)
    assert games == kept.games + 2
    assert path.read_bytes() == whole.read_bytes()


def test_what_is_read_is_quiet_new_and_not_known_to_tables(russian: Path) -> None:
    cases, all_ = train.read("russian", [russian]), train.read("russian", [russian, russian], known=0)
    assert cases.games * 2 == all_.games
    assert cases.known > 0
    assert cases.positions < all_.positions < cases.positions + cases.known + 1
    assert all_.repeated >= all_.positions
    counts = cases.histograms()
    assert min(counts["pieces"]) > 4
    for count in counts.values():
        assert sum(count.values()) == cases.positions
        assert list(count) == sorted(count)


def test_tables_end_games_whose_end_they_know(tmp_path: Path, russian: Path) -> None:
    with_tables = tmp_path / "tables.games"
    train.selfplay("russian", with_tables, games=100, nodes=60, seed=3, tables=tables.open())
    pieces = [train.read("russian", [path], known=0).histograms()["pieces"] for path in (russian, with_tables)]
    few = [sum(count for number, count in counts.items() if number <= 3) for counts in pieces]
    # Of four pieces there are wins that the drawing rules come before.
    assert few[0] > 0 == few[1]


def test_shuffled_positions_are_the_same_ones(tmp_path: Path, russian: Path) -> None:
    more, at_once, in_parts, other = (tmp_path / name for name in ("more.games", "a", "b", "c"))
    train.selfplay("russian", more, games=300, nodes=60, seed=8)
    done: list[float] = []
    train.shuffle("russian", [russian, more], at_once, report=done.append)
    assert done[-1] == 1.0
    assert done == sorted(done)
    # 1. The file is the same whatever the memory, and another one with another seed.
    train.shuffle("russian", [russian, more], in_parts, memory=1)
    assert in_parts.read_bytes() == at_once.read_bytes()
    train.shuffle("russian", [russian, more], other, seed=1)
    assert len(other.read_bytes()) == len(at_once.read_bytes())
    assert other.read_bytes() != at_once.read_bytes()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a", "b", "c", "more.games"]
    # 2. What is in it is what is read without shuffling.
    plain, shuffled = train.read("russian", [russian, more]), train.read("russian", [at_once])
    for name in ("positions", "games", "repeated", "known"):
        assert getattr(shuffled, name) == getattr(plain, name), name
    assert shuffled.repeated > 0 < shuffled.known
    assert shuffled.histograms() == plain.histograms()
    assert _records(at_once) == _records(other)
    # 3. Neighbours do not come from one game.
    plies = [int.from_bytes(record[2:4], "little") for record in _in_order(at_once)]
    neighbours = sum(abs(second - first) <= 2 for first, second in pairwise(plies))
    assert neighbours < len(plies) / 4
    # 4. It is learned from where it is.
    recipe = train.recipe("russian", **FAST)
    nets = [train.fit(cases, recipe, threads=1) for cases in (plain, shuffled, shuffled)]
    assert nets[1].data == nets[2].data
    assert abs(nets[1].validation - nets[0].validation) < 0.1 * nets[0].validation
    train.fit(shuffled, train.recipe("russian", kind="weights"))


HEADER, RECORD = 28 + 4 + 6 * 8 + 4 + 4, 1 + 5 + 3 * 4


def _in_order(shuffled: Path) -> list[bytes]:
    data = shuffled.read_bytes()[HEADER:]
    return [data[first : first + RECORD] for first in range(0, len(data), RECORD)]


def _records(shuffled: Path) -> list[bytes]:
    return sorted(_in_order(shuffled))


@pytest.mark.parametrize("game", ["frisian", "lasca"])
def test_positions_of_other_shapes_are_shuffled(game: str, tmp_path: Path) -> None:
    games, shuffled = tmp_path / "games", tmp_path / "shuffled"
    train.selfplay(game, games, games=40, nodes=40)
    train.shuffle(game, [games], shuffled)
    assert train.read(game, [shuffled]).histograms() == train.read(game, [games]).histograms()
    assert train.fit(train.read(game, [shuffled]), train.recipe(game, **FAST), threads=2).validation > 0


def test_what_was_shuffled_is_refused_where_it_is_not_whole(tmp_path: Path, russian: Path) -> None:
    shuffled, bad = tmp_path / "shuffled", tmp_path / "bad"
    train.shuffle("russian", [russian], shuffled)
    data = shuffled.read_bytes()
    altered = [(at, bytes([data[at] ^ 1])) for at in (HEADER - 30, HEADER - 6, HEADER - 1, HEADER, len(data) - 1)]
    for at, byte in altered:
        bad.write_bytes(data[:at] + byte + data[at + 1 :])
        with pytest.raises(ValueError, match="checksum"):
            train.read("russian", [bad])
    for cut in (data[:20], data[: HEADER - 1], data[:HEADER], data[:-1], data[:-RECORD], data + b"x"):
        bad.write_bytes(cut)
        with pytest.raises(ValueError, match=r"bad: (not )?shuffled positions|bad: \d+ and \d+ shuffled positions"):
            train.read("russian", [bad])
    for paths in ([shuffled, russian], [russian, shuffled], [shuffled, shuffled]):
        with pytest.raises(ValueError, match="shuffled"):
            train.read("russian", paths)
    with pytest.raises(ValueError, match="of poddavki"):
        train.read("poddavki", [shuffled])
    with pytest.raises(ValueError, match="without positions of at most 4 pieces, and those of at most 0"):
        train.read("russian", [shuffled], known=0)


def test_a_shuffling_that_fails_leaves_what_was_there(tmp_path: Path, russian: Path) -> None:
    shuffled, folder = tmp_path / "shuffled", tmp_path / "folder"
    folder.mkdir()
    shuffled.write_bytes(b"here before")

    def enough(share: float) -> None:
        if share > 0.2:
            raise KeyboardInterrupt

    refused: list[tuple[type[BaseException], str | None, Callable[[], object]]] = [
        (KeyboardInterrupt, None, lambda: train.shuffle("russian", [russian], shuffled, report=enough)),
        (ValueError, "games of poddavki", lambda: train.shuffle("poddavki", [russian], shuffled)),
        (ValueError, "no files", lambda: train.shuffle("russian", [], shuffled)),
        (ValueError, "memory", lambda: train.shuffle("russian", [russian], shuffled, memory=0)),
        (ValueError, "two games at once", lambda: train.shuffle("vigman", [russian], shuffled)),
        (OSError, "none", lambda: train.shuffle("russian", [tmp_path / "none"], shuffled)),
        (OSError, "folder", lambda: train.shuffle("russian", [russian], folder)),
        (OSError, "nowhere", lambda: train.shuffle("russian", [russian], tmp_path / "nowhere" / "shuffled")),
    ]
    for error, words, action in refused:
        with pytest.raises(error, match=words):
            action()
        assert shuffled.read_bytes() == b"here before"
        assert sorted(path.name for path in tmp_path.iterdir()) == ["folder", "shuffled"]
    games = russian.read_bytes()
    with pytest.raises(ValueError, match="would be lost"):
        train.shuffle("russian", [russian], russian)
    assert russian.read_bytes() == games
    train.shuffle("russian", [russian], shuffled)
    with pytest.raises(ValueError, match="shuffle the games that it was made of"):
        train.shuffle("russian", [shuffled], tmp_path / "again")


def test_files_of_something_else_are_refused(tmp_path: Path, russian: Path) -> None:
    with pytest.raises(ValueError, match="games of poddavki"):
        train.read("poddavki", [russian])
    other = tmp_path / "other"
    other.write_bytes(b"\x00" * 100)
    for action in (lambda: train.read("russian", [other]), lambda: train.selfplay("russian", other, games=1)):
        with pytest.raises(ValueError, match="it begins otherwise"):
            action()
    assert other.read_bytes() == b"\x00" * 100
    with pytest.raises(OSError, match="none"):
        train.read("russian", [tmp_path / "none"])
    with pytest.raises(OSError, match="folder"):
        train.selfplay("russian", tmp_path / "folder" / "x", games=1)
    with pytest.raises(ValueError, match="no games"):
        train.read("russian", [])
    for action in (lambda: train.selfplay("vigman", tmp_path / "x", games=1), lambda: train.read("vigman", [])):
        with pytest.raises(ValueError, match="two games at once are judged by what was learned of one of them"):
            action()
    assert not (tmp_path / "x").exists()


@pytest.mark.parametrize("changes", [{}, {"sight": "squares", "width": 64}, {"kind": "weights"}], ids=str)
def test_every_kind_learns_and_judges(russian: Path, changes: dict[str, object], tmp_path: Path) -> None:
    cases = train.read("russian", [russian])
    done: list[float] = []
    recipe = train.recipe("russian", **{**FAST, **changes})
    learned = train.fit(cases, recipe, threads=1, report=lambda share, _: done.append(share))
    assert done == sorted(done)
    assert train.fit(cases, recipe, threads=1).data == learned.data
    if learned.rounding is not None:
        assert 0 < learned.rounding[0] <= learned.rounding[1] < 25
        assert [epoch.number for epoch in learned.epochs] == [1, 2]
        assert learned.epochs[-1].validation == learned.validation
        ElementTree.fromstring(learned.picture())
    else:
        with pytest.raises(ValueError, match="only a net"):
            learned.picture()
    # A man more is a man more, and colours make no difference.
    board = Board("W:Wa1,c1,e1,g1:Bb8,d8,f8", game="russian")
    assert board.evaluate(weights=learned.data) > 20
    assert board.evaluate(weights=learned.data) == board.mirror().evaluate(weights=learned.data)
    path = tmp_path / "learned"
    path.write_bytes(learned.data)
    with LocalEngine(hash_mb=1, weights=path) as engine:
        assert engine.analyse(board, Limit(depth=4))[0].score.hundredths > 20
        # Another game keeps its own evaluation.
        assert engine.analyse(Board(), Limit(depth=2))


@pytest.mark.parametrize("game", ["bashni", "lasca"])
def test_towers_are_learned_too(game: str, tmp_path: Path) -> None:
    games, again, path = (tmp_path / name for name in ("a.games", "b.games", "a.net"))
    counts = train.selfplay(game, games, games=120, nodes=40, seed=2)
    # What was cut off goes on, whatever the number of threads.
    again.write_bytes(games.read_bytes()[: games.stat().st_size // 2])
    assert train.selfplay(game, again, games=120, nodes=40, seed=2, threads=1) == counts
    assert again.read_bytes() == games.read_bytes()
    cases = train.read(game, [games])
    assert counts == (120, cases.positions + cases.repeated)
    learned = train.fit(cases, train.recipe(game, **FAST), threads=1)
    assert train.fit(cases, train.recipe(game, **FAST), threads=1).data == learned.data
    assert learned.rounding is not None
    assert 0 < learned.rounding[0] <= learned.rounding[1] < 25
    path.write_bytes(learned.data)
    with LocalEngine(hash_mb=1, weights=path) as engine:
        board = Board(game=game)
        for _ in range(30):
            move = engine.play(board, Limit(nodes=200)).move
            assert move is not None
            board.push(move)
            value = board.evaluate(weights=learned.data)
            assert value == board.mirror().evaluate(weights=learned.data)
            if board.outcome() is not None:
                break
    with pytest.raises(ValueError, match="only a net sees"):
        train.fit(cases, train.recipe(game, kind="weights"))
    with pytest.raises(ValueError, match=f"weights are for {game}"):
        Board().evaluate(weights=learned.data)
    with pytest.raises(ValueError, match="damaged"):
        Board(game=game).evaluate(weights=learned.data[:-1] + bytes([learned.data[-1] ^ 1]))


def test_two_games_are_judged_by_what_was_learned_of_one(russian: Path, tmp_path: Path) -> None:
    net = train.fit(train.read("russian", [russian]), train.recipe("russian", **FAST)).data
    board = Board(game="vigman")
    for move in ("c3-d4/b3-c4", "f6-e5/a6-b5"):
        board.push_pdn(move)
    halves = board.boards
    assert board.evaluate(weights=net) == halves[0].evaluate(weights=net) + halves[1].evaluate(weights=net)
    with pytest.raises(ValueError, match="two games of russian"):
        board.evaluate(weights=train.fit(_frisian(tmp_path), train.recipe("frisian", **FAST)).data)


def _frisian(folder: Path) -> train.Cases:
    train.selfplay("frisian", folder / "frisian.games", games=60, nodes=30)
    return train.read("frisian", [folder / "frisian.games"])


def test_what_learned_from_few_games_beats_counting_pieces(tmp_path: Path) -> None:
    """The whole way on a tiny budget: games, positions, a net, a match."""
    games, path = tmp_path / "few.games", tmp_path / "tiny.net"
    train.selfplay("russian", games, games=1200, nodes=60, seed=3)
    recipe = train.recipe("russian", epochs=6, batch=512, epsilon=2e-7)
    path.write_bytes(train.fit(train.read("russian", [games]), recipe, threads=1).data)
    points = 0.0
    with LocalEngine(hash_mb=1, weights=path, tables=False) as engine:
        for number in range(20):
            points += _play(engine, number)
    assert points > 12


def _play(engine: LocalEngine, number: int) -> float:
    """Points of an engine, with 300 nodes a move, against a player who counts material three plies deep."""
    board = Board(game="russian")
    # Three plies by the number of the pair, so that the games differ.
    for step in (7, 5, 3):
        moves = list(board.legal_moves)
        board.push(moves[number // 2 * step % len(moves)])
    own = damier.WHITE if number % 2 == 0 else damier.BLACK
    engine.new_game()
    while board.outcome(claim_draw=True) is None and len(board.move_stack) < 160:
        move = engine.play(board, Limit(nodes=300)).move if board.turn == own else _counting(board)
        assert move is not None
        board.push(move)
    outcome = board.outcome(claim_draw=True)
    if outcome is None or outcome.winner is None:
        return 0.5
    return float(outcome.winner == own)


def _counting(board: Board) -> damier.Move:
    def material(now: Board) -> int:
        side = sum(100 + 200 * piece.king for piece in now.piece_map().values() if piece.color == now.turn)
        return 2 * side - sum(100 + 200 * piece.king for piece in now.piece_map().values())

    def value(now: Board, depth: int) -> int:
        moves = list(now.legal_moves)
        if not moves:
            return -10_000 - depth
        if (depth <= 0 and not any(move.is_capture for move in moves)) or depth < -6:
            return material(now)
        best = -20_000
        for move in moves:
            now.push(move)
            best = max(best, -value(now, depth - 1))
            now.pop()
        return best

    def after(move: damier.Move) -> int:
        board.push(move)
        found = -value(board, 2)
        board.pop()
        return found

    return max(board.legal_moves, key=after)


def test_recipes(tmp_path: Path) -> None:
    assert train.recipe("international").share == 0.8
    assert train.recipe("vigman") == train.Recipe()
    assert train.recipe("russian", epochs=3).epochs == 3
    path = tmp_path / "own.toml"
    path.write_text("width = 32\n")
    assert train.recipe("russian", path).width == 32
    for text, match in (
        ("width 32", "no recipe"),
        ("depth = 3", "depth"),
        ("width = 'x'", "a number"),
        ("kind='x'", "kind"),
    ):
        path.write_text(text)
        with pytest.raises(ValueError, match=match):
            train.recipe("russian", path)
    with pytest.raises(ValueError, match="there is no game"):
        train.recipe("chess")


def test_options_out_of_bounds_are_named(russian: Path) -> None:
    cases = train.read("russian", [russian])
    for key, value in (("width", 17), ("epochs", 0), ("rate", 2.0), ("share", -0.1), ("sight", "x"), ("batch", 0)):
        with pytest.raises(ValueError, match=key):
            train.fit(cases, train.recipe("russian", **{key: value}))


def test_too_few_games_are_said_to_be_too_few(tmp_path: Path) -> None:
    path = tmp_path / "one.games"
    train.selfplay("russian", path, games=1, nodes=30)
    with pytest.raises(ValueError, match="too few games"):
        train.fit(train.read("russian", [path]), train.recipe("russian"))


def test_whoever_listens_may_end_the_work(tmp_path: Path, russian: Path) -> None:
    class EnoughError(Exception):
        pass

    def enough(*_: object) -> None:
        raise EnoughError

    with pytest.raises(EnoughError):
        train.selfplay("russian", tmp_path / "x.games", games=10_000, nodes=60, report=enough)
    with pytest.raises(EnoughError):
        train.fit(train.read("russian", [russian]), train.recipe("russian", epochs=500), report=enough)


def test_weights_that_are_none_are_refused(tmp_path: Path, russian: Path) -> None:
    net = train.fit(train.read("russian", [russian]), train.recipe("russian", **FAST)).data
    with pytest.raises(ValueError, match="weights are for russian"):
        Board().evaluate(weights=net)
    for data in (b"", b"damier-n", net[:100], net[:-1], net[:-1] + bytes([net[-1] ^ 1]), os.urandom(300)):
        with pytest.raises(ValueError, match=r"net|weights"):
            Board(game="russian").evaluate(weights=data)
    path = tmp_path / "bad.net"
    path.write_bytes(net[:-1])
    with pytest.raises(ValueError, match="damaged"):
        LocalEngine(weights=path)
    with pytest.raises(EngineError, match="cannot read"):
        LocalEngine(weights=tmp_path / "none.net")


def test_contributions_say_what_is_lost() -> None:
    board = Board("W:W28,K2:B10,45")
    worth = board.contributions()
    assert set(worth) == {2, 10, 28, 45}
    without = Board("W:W28:B10,45")
    assert worth[2] == board.evaluate() - without.evaluate()
    assert Board("W:WK1:B45,50", strict=False).contributions().keys() == {45, 50}
    assert len(Board(game="vigman").contributions()) == 48
    towers = Board("W:Wa1,Kc3[Wbb],e1:Bb8,d8[bww],h8", game="bashni")
    worth_of_towers = towers.contributions()
    squares = set(towers.piece_map())
    assert set(worth_of_towers) == squares
    assert len(squares) == 6
    assert worth_of_towers[towers.game.parse_square("c3")] == max(worth_of_towers.values())
    ElementTree.fromstring(damier.svg.evaluation(towers))
    svg = ElementTree.fromstring(damier.svg.evaluation(board))
    texts = [element.text for element in svg.iter("{http://www.w3.org/2000/svg}text")]
    assert f"{worth[2] / 100:.2f}" in texts


def test_pictures_of_positions(russian: Path) -> None:
    cases = train.read("russian", [russian])
    for what in picture.BARS:
        ElementTree.fromstring(picture.histogram(cases, what))
    with pytest.raises(ValueError, match="choose from"):
        picture.histogram(cases, "moves")
