"""Hub: the syntax of its lines, engines that speak it, and this engine for those who do."""

import asyncio
import os
import re
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import damier
from damier.engine import (
    LEVELS,
    AsyncHubEngine,
    EngineError,
    HubEngine,
    Limit,
    MockTransport,
    Transcript,
    open_engine,
)
from damier.engine.hub import hub1, hub2, line, variants
from damier.engine.hub.client import HubClient, State, since_conversion
from damier.engine.hub.events import Answered, Blundered, Complained, Pong, Thought
from damier.engine.hub.serve import serve
from damier.engine.hub.server import HubServer
from damier.engine.option import Option

HERE = Path(__file__).parent
TRANSCRIPTS = HERE / "transcripts"
START = damier.Board().hub_position()
BACKWARD = "W:W28,45:B33,5"  # one legal move, 28x39
PATIENT = 60  # seconds: nothing that works waits for so long


def rogue(kind, *notes, **options):
    """An engine that misbehaves in one way."""
    command = [sys.executable, str(HERE / "rogue.py"), kind, *map(str, notes)]
    return HubEngine(command, **{"timeout": PATIENT, "grace": PATIENT, **options})


# ---------------------------------------------------------------------------------------------------------------
# Lines


@pytest.mark.parametrize(
    ("text", "command", "arguments"),
    [
        ("ping", "ping", {}),
        ("  go   think ", "go", {"think": ""}),
        ('id name=Scan author="Fabien Letouzey"', "id", {"name": "Scan", "author": "Fabien Letouzey"}),
        ('param name=book-file value="" type=string', "param", {"name": "book-file", "value": "", "type": "string"}),
        ('set-param name = hash  value= "64"', "set-param", {"name": "hash", "value": "64"}),
        ('pos pos=Wbe moves="38-15 5-41"', "pos", {"pos": "Wbe", "moves": "38-15 5-41"}),
        ("", "", {}),
        ("level time=1 time=2", "level", {"time": "2"}),
    ],
)
def test_lines_are_read(text, command, arguments):
    assert line.parse(text) == (command, arguments)


@pytest.mark.parametrize("text", ['pos "', "=", 'go="x"', "pos pos==W", 'pos moves="1-2', 'pos a="b"c', "hub=1"])
def test_lines_that_are_none(text):
    with pytest.raises(ValueError, match="column"):
        line.parse(text)


@given(
    st.from_regex(r"[a-z-]{1,12}", fullmatch=True),
    st.dictionaries(st.from_regex(r"[a-z-]{1,12}", fullmatch=True), st.text(st.characters(codec="ascii")), max_size=5),
)
def test_line_round_trip(command, arguments):
    clean = {name: "".join(" " if ord(c) < 32 or c in '"\x7f' else c for c in text) for name, text in arguments.items()}
    assert line.parse(line.write(command, arguments)) == (command, clean)


@given(st.text())
def test_any_line_is_read_or_refused(text):
    try:
        command, arguments = line.parse(text)
    except ValueError:
        return
    assert isinstance(command, str)
    assert all("=" not in name for name in arguments)


@given(st.text() | st.text('infodne mv="0123456789.-x'))
def test_engines_may_say_anything(text):
    for dialect in (hub1, hub2):
        dialect.understand(text)


def test_long_lines_are_read_in_linear_time():
    for text in (" " * 60_000 + "=", 'a="' + "x" * 60_000, "a " * 30_000 + '"', "=" * 60_000, "a=" * 30_000):
        with pytest.raises(ValueError, match="column"):
            line.parse(text)


# ---------------------------------------------------------------------------------------------------------------
# The conversation, without an engine


def started(*facts):
    client = HubClient()
    client.greet()
    for fact in (*facts, "wait"):
        client.receive(fact)
    client.prepare()
    client.receive("ready")
    return client


def test_the_order_is_kept():
    client = HubClient()
    for request in (client.prepare, client.new_game, lambda: client.search(damier.Board(), Limit(depth=1))):
        with pytest.raises(EngineError, match="it must be"):
            request()
    client.greet()
    assert client.receive("ready") is None, "nobody asked"
    assert client.state == State.GREETED
    client.receive("wait")
    assert client.receive("wait") is None
    assert client.set_option.__self__ is client
    client.prepare()
    with pytest.raises(EngineError, match="preparing"):
        client.prepare()
    client.receive("ready")
    assert client.state == State.IDLE
    assert client.stop() == client.ponder_hit() == []
    client.search(damier.Board(), Limit(infinite=True))
    assert client.stop() == ["stop"]
    assert client.stop() == [], "it was asked before"
    assert isinstance(client.receive("done move=32-28"), Answered)
    assert client.receive("done move=32-28") is None, "nothing was asked"


def test_what_an_engine_says_in_a_search():
    client = started("id name=Example")
    client.search(damier.Board(), Limit(depth=9))
    thought = client.receive('info depth=9 score=-0.31 nodes=5 time=0.5 nps=1.5 pv="32-28 19-23 28x19 99-1"')
    assert isinstance(thought, Thought)
    info = thought.info
    assert [move.hub() for move in info.pv] == ["32-28", "19-23", "28x19x23"], "a line ends where it is not legal"
    assert (info.score.hundredths, info.depth, info.nodes, info.time, info.nps) == (-31, 9, 5, 0.5, 1_500_000)
    assert isinstance(client.receive("pong"), Pong)
    assert client.receive("info nodes=12") is None
    assert client.receive("Scan 3.1 thinks aloud") is None
    assert isinstance(client.receive('error message="no book"'), Complained)
    answer = client.receive("done move=32-28 ponder=19-23")
    assert (answer.move.hub(), answer.ponder.hub(), answer.info) == ("32-28", "19-23", info)


@pytest.mark.parametrize("text", ["28x39", "28x39x33"])
def test_single_captures_are_read_in_both_forms(text):
    client = started()
    client.search(damier.Board(BACKWARD), Limit(depth=1))
    assert client.receive(f"done move={text}").move.captures == damier.SquareSet([33])


def test_captures_are_read_in_any_order():
    board = damier.Board("W:W32:B28,19")
    long = next(move for move in board.legal_moves if len(move.captures) > 1)
    squares = [str(square) for square in long.captures]
    client = started()
    client.search(board, Limit(depth=1))
    text = "x".join([str(long.from_square), str(long.to_square), *reversed(squares)])
    assert client.receive(f"done move={text}").move == long


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("done", "gave no move"),
        ("done move=1-50", "illegal move"),
        ("done move=nonsense", "not a move"),
        ("done move=19-23", "illegal move"),
    ],
)
def test_answers_that_cannot_be_played(text, reason):
    client = started()
    client.search(damier.Board(), Limit(depth=1))
    answer = client.receive(text)
    assert isinstance(answer, Blundered)
    assert reason in answer.reason
    assert client.state == State.IDLE


def test_moves_since_the_last_irreversible_one_are_told():
    board = damier.Board("W:WK1,K50:BK5,30")
    for text in ("1-6", "30-35", "6-1", "5-10"):
        board.push_pdn(text)
    position, moves = since_conversion(board)
    assert moves == ["6-1", "5-10"]
    again = damier.Board.from_hub(position)
    for move in moves:
        again.push_hub(move)
    assert again.fen() == board.fen()
    assert board.ply == 4, "the board itself is not touched"


@pytest.mark.parametrize(
    ("limit", "line2", "line1"),
    [
        (Limit(depth=7), "level depth=7", ["depth 7"]),
        (Limit(nodes=1000), "level nodes=1000", None),
        (Limit(time=0.25), "level move-time=0.25", ["time 250"]),
        (Limit(clock=180), "level time=180", ["level 0 180000 0"]),
        (Limit(clock=1200, moves=75), "level moves=75 time=1200", ["level 75 1200000 0"]),
        (Limit(clock=182, increment=2), "level time=180 inc=2", ["level 0 180000 2000"]),
        (Limit(infinite=True), "level infinite", []),
        (Limit(clock=0.4, increment=1), "level time=0 inc=1", ["level 0 1 1000"]),
    ],
)
def test_all_limits_in_both_versions(limit, line2, line1):
    assert hub2.search(START, [], limit, "think")[1] == line2
    if line1 is None:
        assert "no limit on nodes" in str(hub1.refuse(limit))
    else:
        assert hub1.search(START, [], limit, "think")[1:-1] == line1


# ---------------------------------------------------------------------------------------------------------------
# Recorded conversations: what programs that others wrote have really said


def speak(transcript, depth, **options):
    """The conversation that was recorded with each of them."""
    mock = MockTransport(transcript)
    with HubEngine(transport=mock, options=options) as engine:
        engine.ping()
        board = damier.Board()
        yield engine, engine.play(board, Limit(depth=depth))
        for text in ("32-28", "19-23", "28x19"):
            board.push_pdn(text)
        yield engine, engine.play(board, Limit(time=0.1))
        engine.new_game()
        board = damier.Board("W:WK1,K50:BK5,30")
        for text in ("1-6", "30-35", "6-1", "5-10"):
            board.push_pdn(text)
        yield engine, engine.play(board, Limit(clock=30, increment=0.5, moves=20, depth=depth))
        yield engine, engine.analyse(damier.Board(), Limit(depth=depth))[0]
    assert mock.finished


def test_scan_3_1():
    text = (TRANSCRIPTS / "scan-3.1.hub").read_text(encoding="utf-8")
    said = list(speak(text, 6, **{"book-margin": 7, "threads": 2}))
    engine, first = said[0]
    assert (engine.name, engine.version) == ("Scan 3.1", 2)
    assert engine.options["tt-size"] == Option("tt-size", "int", 22, 16, 30)
    assert engine.options["variant"].values == ("normal", "killer", "bt", "frisian", "losing")
    assert (first.move.hub(), first.ponder.hub(), str(first.info.score)) == ("31-26", "20-25", "+0.00")
    assert said[1][1].move.hub() == "14x23x19"
    assert said[1][1].info.score.color == damier.BLACK
    assert said[2][1].info.score.hundredths == 9997
    assert (said[3][1].depth, said[3][1].nodes) == (6, 4673)


def test_scan_2_0_speaks_hub_1():
    text = (TRANSCRIPTS / "scan-2.0.hub").read_text(encoding="utf-8")
    said = list(speak(text, 12, book="false"))
    engine, first = said[0]
    assert (engine.name, engine.version) == ("Scan 2.0", 1)
    assert (first.move.hub(), first.ponder.hub(), first.info.nodes) == ("34-30", "17-21", 224_400)
    black = said[1][1]
    assert (black.move.hub(), str(black.info.score), black.info.score.color) == ("14x23x19", "-0.04", damier.BLACK)
    assert [move.hub() for move in black.info.pv][1:4] == ["34-29", "23x34x29", "39x30x34"], (
        "its lines are in short form"
    )
    assert said[3][1].score.hundredths == 0


def test_dame_rs():
    text = (TRANSCRIPTS / "dame-rs-0.2.0.hub").read_text(encoding="utf-8")
    said = list(speak(text, 6, hash=16))
    assert said[0][0].name == "dame 0.2.0"
    assert said[0][0].options["book-file"] == Option("book-file", "string", "")
    assert said[0][1].move.hub() == "32-27"
    assert said[3][1].pv[2].hub() == "27x18x22"


# ---------------------------------------------------------------------------------------------------------------
# Engines as processes, good and bad


def test_an_engine_plays_and_analyses():
    board = damier.Board()
    with rogue("good") as engine:
        assert (engine.name, engine.version) == ("Rogue 1", 2)
        assert engine.ping() >= 0
        result = engine.play(board, Limit(time=5))
        assert result.move in board.legal_moves
        assert result.ponder is None, "a ponder move is optional"
        assert result.time > 0
        assert engine.analyse(board, Limit(depth=3))[0].score.hundredths == 25
        board.push(result.move)
        engine.new_game()
        assert engine.play(board, Limit(nodes=10)).move in board.legal_moves


def test_several_lines_from_an_engine_that_has_one():
    board = damier.Board()
    with rogue("good") as engine:
        lines = engine.analyse(board, Limit(depth=2), multipv=3)
        assert [line.score.hundredths for line in lines] == [-25] * 3, "seen from the side to move"
        assert len({line.move for line in lines}) == 3
        only = list(board.legal_moves)[4]
        assert [line.move for line in engine.analyse(board, Limit(depth=1), searchmoves=[only])] == [only]
        won = engine.analyse(damier.Board("W:W28:B22"), Limit(depth=1), multipv=2)
        assert won[0].score.win_in == 1, "told by the rules, not by the engine"
        assert engine.play(board, LEVELS["beginner"]).move in board.legal_moves


def test_analysis_is_live_and_can_be_stopped():
    with rogue("waits") as engine:
        with engine.analysis(damier.Board()) as analysis, pytest.raises(EngineError, match="already thinking"):
            engine.play(damier.Board(), Limit(depth=1))
        assert analysis.lines == []
        threading.Timer(0.2, engine.stop).start()
        assert engine.play(damier.Board(), Limit(infinite=True)).move in damier.Board().legal_moves
    with rogue("good") as engine, engine.analysis(damier.Board(), Limit(depth=3)) as analysis:
        assert [lines[0].depth for lines in analysis] == [3]
        assert analysis.wait()[0].nodes == 1000


def test_async():
    async def play():
        command = [sys.executable, str(HERE / "rogue.py"), "good"]
        async with AsyncHubEngine(command, timeout=PATIENT) as engine:
            seen = [lines async for lines in await engine.analysis(damier.Board(), Limit(depth=3))]
            async with AsyncHubEngine([*command[:-1], "waits"], timeout=PATIENT) as other:
                with pytest.raises(asyncio.TimeoutError):
                    await asyncio.wait_for(other.play(damier.Board(), Limit(infinite=True)), 0.3)
                with pytest.raises(asyncio.TimeoutError):  # also where it was left in the middle of `init`
                    await asyncio.wait_for(other.play(damier.Board(), Limit(infinite=True)), 0.001)
                await other.ping()
                answer = await other.play(damier.Board(), Limit(time=0.1))  # what was left half done is over
                assert answer.move in damier.Board().legal_moves
            return seen, await engine.play(damier.Board(), Limit(depth=3)), await engine.ping()

    seen, result, _ = asyncio.run(play())
    assert len(seen) == 1
    assert result.move in damier.Board().legal_moves


def test_options_are_checked_and_set_anew():
    transcript = Transcript()
    with rogue("good", options={"depth-max": 7}, transcript=transcript) as engine:
        with pytest.raises(ValueError, match="depth-max=12 must be from 1 to 9"):
            engine.configure(depth_max=12)
        with pytest.raises(ValueError, match="has no option colour"):
            engine.configure(colour="red")
        engine.play(damier.Board(), Limit(depth=1))
        engine.configure(depth_max=7)
        engine.play(damier.Board(), Limit(depth=1))
        engine.configure(depth_max=3)
        engine.play(damier.Board(), Limit(depth=1))
    said = [each.text for each in transcript if each.direction == ">"]
    assert said.count("set-param name=depth-max value=7") == 1
    assert said.count("set-param name=depth-max value=3") == 1
    assert said.count("hub") == 2, "Hub takes options only before `init`, so the program was started anew"
    with pytest.raises(ValueError, match="has no option colour"):
        rogue("good", options={"colour": "red"})


def test_games_that_an_engine_does_not_play():
    with rogue("good") as engine, pytest.raises(EngineError, match="does not play Russian draughts"):
        engine.play(damier.Board(game="russian"), Limit(depth=1))


@pytest.mark.parametrize(
    ("kind", "message"),
    [
        ("deaf", r"did not introduce itself"),
        ("stillborn", r"exit code 3; its last words: cannot find my weights"),
    ],
)
def test_engines_that_do_not_start(kind, message):
    with pytest.raises(EngineError, match=message):
        rogue(kind, timeout=1 if kind == "deaf" else PATIENT)


def test_commands_that_are_none(tmp_path):
    with pytest.raises(EngineError, match="cannot start /nowhere/engine: No such file"):
        HubEngine("/nowhere/engine --hub")
    with pytest.raises(EngineError, match="cannot read the command"):
        HubEngine('engine "')
    with pytest.raises(EngineError, match="needs a command"):
        HubEngine("")
    with pytest.raises(EngineError, match="cannot start"):
        HubEngine([sys.executable], cwd=tmp_path / "missing")


@pytest.mark.parametrize(
    ("kind", "message"),
    [
        ("unready", r"did not (get `ready`|introduce itself as a Hub engine \(`wait`\)) within 1 s"),
        ("dies", r"is lost during a search: it ended with exit code 9; its last words: out of memory"),
        ("hang", r"did not answer `stop` within 0.3 s; it was ended"),
        ("silent", r"has said nothing for 0.3 s; it was ended"),
        ("closes", r"is lost during a search: it closed its output"),
        ("illegal", r"answered '1-50' in W:.*illegal move 1-50"),
        ("no move", r"gave no move, but an error: I do not know"),
        ("flood", r"floods: more than 20000 lines"),
        ("endless line", r"it floods: more than 16 MiB"),
        ("garbage", r"gave no move|is lost"),
    ],
)
def test_engines_that_fail_in_a_search(kind, message, monkeypatch):
    """Each is told in one line; the next call starts the program again."""
    limit = Limit(depth=1) if kind in ("silent", "flood") else Limit(time=0.1)
    options = {"hang": {"grace": 0.3}, "silent": {"silence": 0.3}}.get(kind, {})
    monkeypatch.setattr("damier.engine.hub.engine.LINES_MAX", 20_000)
    with rogue(kind, **options) as engine:
        if kind == "unready":
            engine.engine.timeout = 1
        for _ in range(2):
            with pytest.raises(EngineError, match=message) as caught:
                engine.play(damier.Board(), limit)
            assert "\n" not in str(caught.value)


def test_an_engine_that_died_is_started_again(tmp_path):
    with rogue("dies once", tmp_path / "note") as engine:
        with pytest.raises(EngineError, match="exit code 9"):
            engine.play(damier.Board(), Limit(depth=3))
        assert engine.play(damier.Board(), Limit(depth=3)).move in damier.Board().legal_moves


def test_an_engine_that_does_not_answer_pings():
    with rogue("no pong", timeout=PATIENT) as engine:
        engine.play(damier.Board(), Limit(depth=1))
        engine.engine.timeout = 0.3
        with pytest.raises(EngineError, match="did not answer a ping"):
            engine.ping()


def test_lies_and_long_lines_do_no_harm():
    with rogue("liar") as engine:
        result = engine.play(damier.Board(), Limit(time=1))
        assert result.time >= 0, "the time is ours, whatever it says"
        assert result.ponder is None
    with rogue("long line") as engine:
        assert engine.play(damier.Board(), Limit(time=1)).move in damier.Board().legal_moves


def test_a_closed_engine_says_so():
    engine = rogue("good")
    engine.close()
    engine.close()
    with pytest.raises(EngineError, match="closed"):
        engine.play(damier.Board(), Limit(depth=1))


# ---------------------------------------------------------------------------------------------------------------
# No orphans


def runs(pid):
    """Whether a process is there and not merely waiting to be buried."""
    try:
        return Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()[0] != "Z"
    except (FileNotFoundError, ProcessLookupError):
        return False


def eventually(condition):
    """Waits until it holds; a minute is far more than anything here takes."""
    for _ in range(600):
        if condition():
            return True
        time.sleep(0.1)
    return False


needs_proc = pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="there is no /proc here")


@needs_proc
def test_closing_ends_the_engine_and_its_children(tmp_path):
    note = tmp_path / "pids"
    with rogue("parent", note):
        pids = note.read_text(encoding="utf-8").split()
        assert all(runs(pid) for pid in pids)
    assert eventually(lambda: not any(runs(pid) for pid in pids))


@needs_proc
@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM])
def test_no_engine_outlives_a_program_that_is_killed(tmp_path, number):
    note = tmp_path / "pids"
    code = (
        "import sys, time\nfrom damier.engine import HubEngine\n"
        f"engine = HubEngine([sys.executable, {str(HERE / 'rogue.py')!r}, 'parent', {str(note)!r}], timeout=60)\n"
        "print('there', flush=True)\ntime.sleep(600)\n"
    )
    program = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True)
    assert program.stdout.readline() == "there\n"
    pids = note.read_text(encoding="utf-8").split()
    assert all(runs(pid) for pid in pids)
    program.send_signal(number)
    program.wait()
    program.stdout.close()
    assert eventually(lambda: not any(runs(pid) for pid in pids)), "neither the engine nor its child"


# ---------------------------------------------------------------------------------------------------------------
# This engine for others


class Master:
    """One that speaks to a `HubServer` and waits for what it says."""

    def __init__(self):
        self.said = []
        self.news = threading.Condition()
        self.server = HubServer(self.hear)

    def hear(self, text):
        with self.news:
            self.said.append(text)
            self.news.notify_all()

    def tell(self, *lines):
        return [self.server.receive(each) for each in lines]

    def wait_for(self, command):
        """The next line with this command; older lines are forgotten."""
        with self.news:
            assert self.news.wait_for(lambda: any(each.split()[0] == command for each in self.said), PATIENT), self.said
            at = next(index for index, each in enumerate(self.said) if each.split()[0] == command)
            found, self.said = self.said[at], self.said[at + 1 :]
            return line.parse(found)[1]


@pytest.fixture
def master():
    master = Master()
    yield master
    master.server.close()


def test_introduction(master):
    master.tell("hub")
    assert master.said[-1] == "wait"
    facts = line.parse(master.said[0])[1]
    assert facts["name"] == "damier"
    assert facts["version"] == damier.__version__
    params = {line.parse(text)[1]["name"]: line.parse(text)[1] for text in master.said[1:-1]}
    assert params["hash"]["type"] == params["threads"]["type"] == "int"
    assert (params["hash"]["min"], params["hash"]["max"]) == ("1", "65536")
    assert params["tables"] == {"name": "tables", "value": "true", "type": "bool"}
    values = params["variant"]["values"].split()
    assert {"normal", "killer", "bt", "frisian", "losing", "russian", "turkish"} <= set(values)
    assert params["variant"]["value"] == "normal"


def test_an_ending_is_played_from_the_tables(master):
    position = damier.Board("W:WK1,K7,K18:BK35").hub_position()
    master.tell("init", f"pos pos={position}", "level depth=1", "go think")
    assert master.wait_for("info")["win-in"] == "15"
    master.wait_for("done")


@pytest.mark.parametrize("game", damier.games(), ids=lambda game: game.id)
def test_every_flat_game_has_a_name(master, game):
    if game not in variants.all_names().values():
        pytest.skip("a letter for each square does not tell its positions")
    name = variants.name(game)
    assert variants.find(game, variants.all_names()) == name
    master.tell(f"set-param name=variant value={name}", "init", "pos", "level depth=2", "go think")
    board = damier.Board(game=game)
    move = board.parse_hub(master.wait_for("done")["move"])
    master.tell(f"pos pos={board.hub_position()} moves={board.hub(move)}", "go think")
    board.push(move)
    assert board.parse_hub(master.wait_for("done")["move"]) in board.legal_moves


@pytest.mark.parametrize(
    "level",
    [
        "level depth=3",
        "level nodes=2000",
        "level move-time=0.05",
        "level time=1",
        "level moves=75 time=1",
        "level time=0.5 inc=0.01",
        "level time=-3 inc=0",
        "level depth=4 nodes=100000 move-time=30",
        "level future=1 depth=2",
    ],
)
def test_every_form_of_level(master, level):
    master.tell("init", f"pos pos={START}", level, "go think")
    done = master.wait_for("done")
    assert damier.Board().parse_hub(done["move"]) in damier.Board().legal_moves
    assert not any(text.startswith("error") for text in master.said)


def test_information_is_in_hub_units(master):
    master.tell("init", "pos", "level depth=6", "go analyze")
    info = master.wait_for("info")
    assert 0 <= float(info["time"]) < PATIENT
    assert abs(float(info["score"])) < 2
    assert int(info["nodes"]) > 0
    board = damier.Board()
    for text in info["pv"].split():
        board.push_hub(text)
    done = master.wait_for("done")
    assert set(done) == {"move", "ponder"}


def test_a_forced_capture_and_a_win(master):
    master.tell("init", f"pos pos={damier.Board(BACKWARD).hub_position()}", "level depth=3", "go think")
    assert master.wait_for("done")["move"] == "28x39x33"
    master.tell(f"pos pos={damier.Board('W:W28:B22').hub_position()}", "level depth=3", "go think")
    assert master.wait_for("info")["win-in"] == "1"


def test_a_search_hears_ping_and_stop(master):
    master.tell("init", "pos", "level infinite", "go think")
    master.tell("ping")
    master.wait_for("pong")
    assert master.server.is_searching
    master.tell("pos pos=W", "new-game", "go think", "hub", "set-param name=hash value=1", "level depth=1", "nonsense")
    assert [text for text in master.said if text.startswith("error")] == [
        f'error message="{command}: not during a search: only ping, stop, ponder-hit and quit are heard"'
        for command in ("pos", "new-game", "go", "hub", "set-param", "level")
    ]
    master.tell("stop")
    assert master.wait_for("done")["move"]
    master.tell("stop", "ponder-hit")
    assert not [text for text in master.said if text.startswith("error")]


def test_pondering(master):
    master.tell("init", "pos", "level depth=2", "go ponder")
    master.tell("ping")
    master.wait_for("pong")
    master.tell("ponder-hit")
    assert master.wait_for("done")["move"]
    master.tell("level move-time=0.01", "go ponder", "stop")
    assert master.wait_for("done")["move"]


def test_levels_before_one_search_add_up_and_are_kept(master):
    master.tell("init", "pos", "level depth=50", "level nodes=500", "go think")
    assert int(master.wait_for("info")["depth"]) < 50
    master.wait_for("done")
    master.tell("go think")  # the level is kept
    master.wait_for("done")
    master.tell("level depth=1", "go think")  # a new one has nothing of the old
    master.wait_for("done")
    master.tell("new-game", "pos", "go think", "stop")  # and a new game has none
    master.wait_for("done")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("pos pos=Wxyz", "pos: .*51"),
        ("pos pos=" + "W" + "e" * 50, "pos: .*no piece"),
        ("pos moves=1-50", "pos: illegal move"),
        ('pos moves="' + "32-28 " * 3000 + '"', "at most 2000 moves"),
        ("level depth=0", "depth=0 must be from 1 to 99"),
        ("level depth=ten", "depth=ten must be a whole number"),
        ("level time=inf", "time=inf must be a number"),
        ("level time=nan", "time=nan must be a number"),
        ("level moves=3", "moves and inc go with time"),
        ("level infinite depth=3", "infinite goes with nothing else"),
        ("level nodes=" + "9" * 5000, "must be a number"),
        ("set-param name=colour value=red", "no parameter colour"),
        ("set-param name=hash value=0", "hash=0 must be from 1 to 65536"),
        ("set-param name=hash value=many", "hash=many must be a whole number"),
        ("set-param name=variant value=chess", "variant=chess must be one of normal"),
        ("set-param name=tables value=yes", "tables=yes must be true or false"),
        ("set-param value=1", "no parameter without a name"),
        ("go sideways", "think, ponder or analyze, not sideways"),
        ("go think ponder", "one of them"),
        ('pos pos="', "column"),
    ],
)
def test_what_makes_no_sense_is_told(master, text, message):
    master.tell("init")
    master.wait_for("ready")
    assert master.tell(text) == [True]
    (error,) = master.said
    assert error.startswith('error message="')
    assert re.search(message, error)
    assert len(error) < 500
    master.said.clear()
    master.tell("pos", "level depth=1", "go think")
    assert master.wait_for("done")["move"], "it goes on"


def test_no_position_and_no_move(master):
    master.tell("init", "go think")
    assert "no position" in master.wait_for("error")["message"]
    master.tell("pos", "pos pos=Wx", "go think")  # a bad one leaves none in its place
    master.wait_for("error")
    assert "no position" in master.wait_for("error")["message"]
    master.tell("pos pos=" + damier.Board("B:W50:B").hub_position(), "go think")
    assert "no legal move" in master.wait_for("error")["message"]
    assert master.wait_for("done") == {}


def test_unknown_commands_are_passed_over(master):
    assert master.tell("hello", "", "   ", "hub2 x=y", "future thing=1") == [True] * 5
    assert master.said == []


SAYINGS = """hub init ping stop quit new-game pos level go think ponder analyze ponder-hit set-param name=hash value=1
value=x depth=1 depth=2 depth=-1 nodes=50 time=0.001 time=1e400 inc=1 moves=4 moves="32-28 19-23" moves=1-50 infinite =
" variant= name=variant value=russian value=turkish pos=W pos=Wbbbbeeeewwww \x00 é"""
WORDS = st.sampled_from(SAYINGS.split())


@settings(max_examples=150, deadline=None)
@given(st.lists(st.lists(WORDS, max_size=4).map(" ".join) | st.text(max_size=60), max_size=12))
def test_any_input_is_survived(lines):
    """Whatever comes: no exception, every line well written, and afterwards the engine still plays."""
    master = Master()
    try:
        for text in lines:
            master.tell(text)
            master.tell("stop")
            assert eventually(lambda: not master.server.is_searching)
        master.tell("set-param name=variant value=normal", "set-param name=hash value=1", "init", "pos")
        master.tell("level depth=1", "level nodes=100")
        master.said.clear()
        master.tell("go think")
        assert master.wait_for("done")["move"]
        for text in master.said:
            assert line.parse(text)[0] in ("id", "param", "wait", "ready", "pong", "info", "done", "error")
    finally:
        master.server.close()


def test_a_closed_input_ends_it_in_the_middle_of_a_search():
    command = [sys.executable, "-c", "from damier.engine.hub.serve import serve; serve()"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as program:
        program.stdin.write(b"hub\ninit\npos\nlevel infinite\ngo think\nping\n")
        program.stdin.flush()
        while program.stdout.readline() != b"pong\n":
            pass
        program.stdin.close()
        assert program.wait(PATIENT) == 0


def test_bytes_and_long_lines():
    source, feed = os.pipe()
    sink, target = os.pipe()
    thread = threading.Thread(target=serve, args=(source, target))
    thread.start()
    os.write(feed, b"\xff\xfe\x00\r\nping\r\n" + b"pos " + b"x" * 200_000 + b"\nping\nquit\n")
    thread.join(PATIENT)
    assert not thread.is_alive()
    os.close(target)
    with os.fdopen(sink, encoding="utf-8") as said:
        assert said.read().splitlines() == ["pong", 'error message="line: longer than 65536 bytes"', "pong"]
    for fd in (source, feed):
        os.close(fd)


def test_our_engine_through_our_client():
    """`damier hub` driven by `HubEngine`: a whole game, a change of the game, several lines."""
    command = [sys.executable, "-c", "from damier.cli import main; main()", "hub"]
    with HubEngine(command, options={"hash": 4}, timeout=PATIENT, random=Random(1)) as engine:
        assert engine.name == f"damier {damier.__version__}"
        for game in ("international", "russian"):
            board = damier.Board(game=game)
            while board.outcome(claim_draw=True) is None and board.ply < 60:
                result = engine.play(board, Limit(depth=2))
                assert result.info.pv[0] == result.move
                board.push(result.move)
        lines = engine.analyse(damier.Board(), Limit(depth=4), multipv=3)
        assert [line.score.rank for line in lines] == sorted((line.score.rank for line in lines), reverse=True)


# ---------------------------------------------------------------------------------------------------------------
# Engines by name


def test_engines_by_name():
    with open_engine(f"hub:{sys.executable} {HERE / 'rogue.py'} good") as engine:
        assert engine.name == "Rogue 1"
    with open_engine("damier:hash_mb=2,threads=1") as engine:
        assert engine.play(damier.Board(), Limit(depth=2)).move in damier.Board().legal_moves
    with open_engine("damier/beginner", hash_mb=2, random=Random(3)) as engine:
        assert engine.name == "damier/beginner"
        assert engine.play(damier.Board(), Limit(clock=60, increment=1)).move in damier.Board().legal_moves


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("stockfish", "no such engine: 'stockfish'"),
        ("hub:", "no such engine"),
        ("damier/weltmeister", "no such level: weltmeister"),
        ("damier:hash_mb", "not an option: 'hash_mb'"),
        ("damier:hash_mb=0", "hash_mb=0 must be from 1 to 65536"),
        ("damier:hash_mb=x", "hash_mb=x must be a whole number"),
        ("damier:colour=red", "damier has no option colour"),
        ("damier:leave_out=luck", "no such step of the search: luck"),
        ("dxp:nowhere", "not an address: 'nowhere'"),
        ("dxp:host:99999", "not an address"),
    ],
)
def test_engines_that_are_none(spec, message):
    with pytest.raises((EngineError, ValueError), match=message):
        open_engine(spec)
