"""Endgame tables from Python: probes, batches, builds, and what happens to files that are no tables."""

import os
import random
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy
import pytest

import damier
from damier import tables
from damier._core import TableBuild

DATA = Path(__file__).parents[1] / "data" / "tables"
GAMES = ("international", "russian")


@pytest.fixture(scope="module")
def known() -> tables.Tables:
    return tables.Tables(tables.SHIPPED)


@pytest.fixture
def small(tmp_path: Path) -> Path:
    """A folder with the tables of two pieces of Russian draughts."""
    return tables.build("russian", 2, tmp_path / "russian", threads=1)


def longest(game: str) -> list[tuple[int, str]]:
    lines = (DATA / f"{game}.longest").read_text().splitlines()
    return [(int(plies), fen) for plies, fen in (line.split() for line in lines if not line.startswith("#"))]


@pytest.mark.parametrize("game", GAMES)
def test_the_package_has_every_table_up_to_four_pieces(known: tables.Tables, game: str) -> None:
    expected = {}
    for line in (DATA / f"{game}.counts").read_text().splitlines():
        if not line.startswith("#"):
            name, *numbers = line.split()
            expected[name] = [int(number) for number in numbers]
    found = {
        table.name: [
            *(table.positions, table.wins, table.losses, table.draws),
            *table.quiet,
            *(table.longest_win, table.longest_loss),
        ]
        for table in known.tables(game)
    }
    assert found == expected
    assert all(set(table.bytes) == {"wdl", "dtw"} for table in known.tables(game))
    assert sum(file.stat().st_size for file in tables.SHIPPED.rglob("*") if file.is_file()) < 6_000_000


@pytest.mark.parametrize("game", GAMES)
def test_the_longest_wins_are_played_in_exactly_as_many_plies(known: tables.Tables, game: str) -> None:
    for plies, fen in longest(game):
        board = damier.Board(fen, game=game, draws=[])
        side = board.turn
        assert known.probe_dtw(board) == plies, fen
        for left in range(plies, 0, -1):
            assert known.probe_dtw(board) == (left if board.turn == side else -left)
            board.push(known.best_moves(board)[0].move)
        outcome = board.outcome()
        assert outcome is not None
        assert outcome.winner == side, fen


@pytest.mark.parametrize("game", GAMES)
def test_a_value_is_that_of_the_best_move(known: tables.Tables, game: str) -> None:
    own = known.of(game)
    for table in known.tables(game):
        assert own.check(table.name, table.positions // 50) >= 50


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_every_value_is_that_of_the_best_move(known: tables.Tables, game: str) -> None:
    own = known.of(game)
    assert all(own.check(table.name) == table.positions for table in known.tables(game))


@pytest.mark.parametrize("game", GAMES)
def test_colours_may_be_swapped(known: tables.Tables, game: str) -> None:
    dice = random.Random(1)
    for table in known.tables(game):
        for _ in range(5):
            board = known.of(game).position(table.name, dice.randrange(table.positions))
            assert known.probe_dtw(board) == known.probe_dtw(board.mirror())


def test_many_positions_at_once(known: tables.Tables) -> None:
    dice = random.Random(2)
    boards = [
        known.of("russian").position(table.name, dice.randrange(table.positions))
        for table in known.tables("russian")
        for _ in range(5)
    ]
    boards += [board.mirror() for board in boards]
    rows = numpy.zeros((len(boards), 4), dtype="uint64")
    for row, board in zip(rows, boards, strict=True):
        for square in range(1, 33):
            piece = board.piece_at(square)
            if piece is not None:
                row[2 * (piece.color == damier.BLACK) + piece.king] |= numpy.uint64(1 << (square - 1))
    turns = [board.turn == damier.BLACK for board in boards]
    assert known.probe_many("dtw", rows, turns, game="russian").tolist() == [known.probe_dtw(b) for b in boards]
    assert known.probe_many("wdl", rows, turns, game="russian").tolist() == [known.probe_wdl(b) for b in boards]
    many = numpy.tile(rows, (50, 1))
    for threads in (1, 3):
        values = known.probe_many("dtw", many, numpy.tile(turns, 50), game="russian", threads=threads)
        assert values.tolist() == [known.probe_dtw(board) for board in boards] * 50
    empty = known.probe_many("wdl", numpy.zeros((0, 4), dtype="uint64"), [], game="russian")
    assert empty.shape == (0,)
    assert empty.dtype == numpy.int16


@pytest.mark.parametrize(
    ("row", "turn", "reason"),
    [
        ([1 << 16, 1 << 16, 8, 0], 0, "position 1: two pieces stand on one square"),
        ([1 << 40, 0, 8, 0], 0, "position 1: there is no square 41"),
        ([1, 0, 8, 0], 0, "position 1: a man stands on the row where it is promoted"),
        ([1 << 16, 0, 8, 0], 2, "position 1: the side to move is 0 or 1, not 2"),
        ([31 << 12, 0, 15 << 4, 0], 0, "position 1: no table for MMMMMvMMMM of russian"),
    ],
)
def test_a_batch_names_the_position_that_is_wrong(known: tables.Tables, row: list[int], turn: int, reason: str) -> None:
    rows = numpy.array([[1 << 16, 0, 8, 0], row], dtype="uint64")
    with pytest.raises((ValueError, damier.MissingTableError)) as error:
        known.probe_many("wdl", rows, numpy.array([0, turn]), game="russian")
    assert error.value.args[0] == reason


def test_arrays_of_other_shapes_are_refused(known: tables.Tables) -> None:
    with pytest.raises(ValueError, match="uint64"):
        known.probe_many("wdl", [[1, 2, 3, 4]], [0])
    with pytest.raises(ValueError, match=r"\(n, 4\)"):
        known.probe_many("wdl", numpy.zeros((2, 3), dtype="uint64"), [0, 0])
    with pytest.raises(ValueError, match="choose from wdl, dtw, dtc"):
        known.probe_many("dtz", numpy.zeros((1, 4), dtype="uint64"), [0])  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="do not fit"):
        known.probe_many("wdl", numpy.zeros((1, 4), dtype="uint64"), [0], game="canadian")


def test_what_no_table_knows_is_an_error(known: tables.Tables) -> None:
    for board in (damier.Board(), damier.Board("W:WK1:BK64", game="turkish")):
        with pytest.raises(damier.MissingTableError, match="no table for"):
            known.probe_wdl(board)
    with pytest.raises(damier.MissingTableError, match="dtc"):
        known.probe_dtc(damier.Board("W:WK1:BK46"))
    with pytest.raises(damier.MissingTableError, match="the position alone does not decide"):
        known.probe_wdl(damier.Board("W:WK1,31:BK46", game="frisian"))
    with pytest.raises(ValueError, match="tables of russian, and the board is of international"):
        known.of("russian").probe(damier.Board(), "wdl")


def test_a_finished_game_has_a_value_too(known: tables.Tables) -> None:
    lost = damier.Board("B:W50:B")
    assert (known.probe_wdl(lost), known.probe_dtw(lost), known.best_moves(lost)) == (-1, 0, [])


def test_a_win_that_comes_too_late_is_not_settled(known: tables.Tables) -> None:
    board = damier.Board("W:WK1,K7,K18:BK35")
    value, plies = known.probe_wdl(board), known.probe_dtw(board)
    assert (value, plies) == (1, 15)
    assert known.settled(board) == (1, 15)
    # The winner dawdles and the loser holds out until fewer plies are left than the win takes.
    left = 32
    while known.settled(board) is not None:
        moves = [move for move in known.best_moves(board) if move.result == known.probe_wdl(board)]
        board.push(max(moves, key=lambda move: move.plies or 0).move)
        left = min(clock.limit - clock.count for clock in board.draw_clocks() if clock.active and clock.limit > 3)
    assert abs(known.probe_dtw(board)) > left


def test_a_set_of_its_own(small: Path) -> None:
    for path in (small, small.parent):
        known = tables.open(path)
        assert [table.name for table in known.tables("russian")] == ["KvK", "KvM", "MvK", "MvM"]
        assert known.probe_dtw(damier.Board("W:W17:B4", game="russian")) == 13
    with pytest.raises(damier.MissingTableError):
        tables.open(small.parent).probe_wdl(damier.Board("W:W31:B5"))
    with pytest.raises(damier.InvalidTableError, match="files=8, not files=10"):
        tables.open(small).probe_wdl(damier.Board("W:W31:B5"))
    with pytest.raises(FileNotFoundError, match="no such folder"):
        tables.open(small / "nowhere").of("russian")


def test_a_damaged_file_is_refused(small: Path) -> None:
    path = small / "MvM.wdl"
    path.write_bytes(path.read_bytes()[:-7])
    with pytest.raises(damier.InvalidTableError, match="damaged"):
        tables.open(small).of("russian")


def test_tables_that_come_with_the_package_stand_in_for_damaged_ones(
    small: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DAMIER_TABLES", str(small.parent))
    (small / "KKKKvK.wdl").write_bytes(b"nonsense that is long enough")
    known = tables.open()
    assert known.probe_dtw(damier.Board("W:W17:B4", game="russian")) == 13
    assert len(known.problems("russian")) == 1
    assert "not an endgame table" in known.problems("russian")[0]


def test_games_that_play_alike_share_tables(small: Path) -> None:
    shorter = damier.Game.custom(base="russian", rows_of_men=2)
    assert TableBuild.rules_hash(shorter) == TableBuild.rules_hash("russian")
    assert tables.open(small).probe_dtw(damier.Board("W:W17:B4", game=shorter)) == 13
    assert tables.folder(shorter).name != tables.folder("russian").name == "russian"


def test_other_games_can_be_built(tmp_path: Path) -> None:
    for game in ("poddavki", "italian", "breakthrough", "frisian", "turkish"):
        known = tables.open(tables.build(game, 2, tmp_path / game, dtc=True, threads=1))
        names = [table.name for table in known.tables(game)]
        assert names == (["MvM"] if game == "breakthrough" else ["KvK", "KvM", "MvK", "MvM"])
        for name in names:
            known.of(game).check(name, 7)


def test_a_build_tells_how_far_it_is(tmp_path: Path) -> None:
    told: list[tuple[object, ...]] = []
    build = TableBuild("russian", tmp_path, pieces=2)
    build.run(lambda *event: told.append(event))
    assert told[0] == ("begins", 3488)
    assert told[-1] == ("done", "MvM", 760)
    assert build.positions == build.total == 3488
    again: list[tuple[object, ...]] = []
    TableBuild("russian", tmp_path, pieces=2).run(lambda *event: again.append(event))
    assert again == [("begins", 0)]


def test_what_the_listener_raises_ends_the_build(tmp_path: Path) -> None:
    def hear(*event: object) -> None:
        if event[0] == "done":
            raise LookupError("enough")

    with pytest.raises(LookupError, match="enough"):
        TableBuild("russian", tmp_path, pieces=3).run(hear)
    assert not list(tmp_path.glob("*.part"))


def test_bad_orders_are_refused(tmp_path: Path) -> None:
    for pieces in (1, 9):
        with pytest.raises(ValueError, match="pieces"):
            TableBuild("russian", tmp_path, pieces=pieces)
    with pytest.raises(damier.EngineError, match="memory"):
        TableBuild("russian", tmp_path, pieces=4, memory_mb=1).run()
    (tmp_path / "file").write_text("")
    with pytest.raises(OSError, match="file"):
        TableBuild("russian", tmp_path / "file", pieces=2).run()


@contextmanager
def without_privileges() -> Iterator[None]:
    """Root may write everywhere, so it is somebody else for a while."""
    user = os.geteuid()
    if user == 0:
        os.seteuid(65534)
    try:
        yield
    finally:
        os.seteuid(user)


@pytest.mark.skipif(not hasattr(os, "seteuid"), reason="folders have no owners here")
def test_a_folder_that_cannot_be_written_is_an_error_of_the_system() -> None:
    # A folder of pytest's own can only be entered by its owner.
    with TemporaryDirectory() as name:
        folder = Path(name)
        folder.chmod(0o555)
        with without_privileges(), pytest.raises(PermissionError) as raised:
            TableBuild("russian", folder / "new", pieces=2).run()
        folder.chmod(0o755)
        assert raised.value.filename == str(folder / "new")
        assert not (folder / "new").exists()


def test_a_set_that_is_not_strict_leaves_out_what_it_cannot_use(small: Path) -> None:
    (small / "KvM.wdl").unlink()
    with pytest.raises(damier.InvalidTableError, match=r"KvM\.wdl is missing"):
        tables.open(small).of("russian")
    known = tables.open(small, strict=False)
    assert [table.name for table in known.tables("russian")] == ["KvK", "MvK", "MvM"]
    assert len(known.problems("russian")) == 1


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="no such signal here")
def test_a_build_that_was_killed_goes_on(tmp_path: Path) -> None:
    script = (
        "import sys; from damier._core import TableBuild\n"
        "def hear(*event):\n"
        "    if event[:2] == ('done', 'KKvK'): print('now', flush=True); sys.stdin.read()\n"
        "TableBuild('russian', sys.argv[1], pieces=3).run(hear)\n"
    )
    with subprocess.Popen(
        [sys.executable, "-c", script, str(tmp_path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "now\n"
        with pytest.raises(damier.EngineError, match="another program is building"):
            TableBuild("russian", tmp_path, pieces=2).run()
        os.kill(process.pid, signal.SIGKILL)
        process.wait(timeout=60)
    finished = {path.stem for path in tmp_path.glob("*.wdl")}
    assert {"KvK", "MvM", "KKvK"} <= finished
    told: list[tuple[object, ...]] = []
    TableBuild("russian", tmp_path, pieces=3).run(lambda *event: told.append(event))
    rebuilt = {event[1] for event in told if event[0] == "done"}
    assert rebuilt.isdisjoint(finished - {"KKvK", "KvKK"})
    assert len(tables.open(tmp_path).tables("russian")) == 16


def test_a_copy_of_the_folder_is_as_good(small: Path, tmp_path: Path) -> None:
    shutil.copytree(small, tmp_path / "copy")
    tables.open(tmp_path / "copy").verify("russian")


@pytest.mark.slow
def test_the_page_of_endings_is_current() -> None:
    """As ``python tools/endings.py`` writes it."""
    tool = Path(__file__).parents[1] / "tools" / "endings.py"
    subprocess.run([sys.executable, str(tool), "--check"], check=True)
