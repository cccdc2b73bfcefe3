"""DamExchange: its messages, the course of a conversation, and programs at both ends of a connection."""

import asyncio
import re
import socket
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import damier
from damier import BLACK, WHITE
from damier.engine import (
    DxpEngine,
    Engine,
    EngineError,
    Limit,
    LocalEngine,
    MockTransport,
    PlayResult,
    Transcript,
)
from damier.engine.dxp import message as dxp
from damier.engine.dxp.message import BackAcc, BackReq, Chat, DxpError, GameAcc, GameEnd, GameReq, Played, parse
from damier.engine.dxp.server import DxpPlayer, DxpServer
from damier.engine.dxp.session import (
    Began,
    Broken,
    DxpSession,
    Ended,
    Heard,
    Moved,
    Phase,
    Proposed,
    Refused,
    StaysHere,
    WentBack,
)
from damier.engine.transport import ListeningTransport, TcpTransport

HERE = Path(__file__).parent
TRANSCRIPTS = HERE / "transcripts"
START = damier.Board().hub_position()[1:].replace("b", "z")
PATIENT = 60  # seconds: nothing that works waits for so long


class First(Engine):
    """Plays the first legal move, at once."""

    name = "first"

    def analyse(self, board, limit, *, multipv=1, searchmoves=None):
        raise EngineError("it only plays")

    def play(self, board, limit):
        return PlayResult(next(iter(board.legal_moves)))

    def stop(self):
        pass


class Slow(First):
    """Never plays before it is stopped."""

    def __init__(self):
        super().__init__()
        self.engine = LocalEngine(hash_mb=1)

    def play(self, board, limit):
        return self.engine.play(board, Limit(infinite=True))

    def stop(self):
        self.engine.stop()


# ---------------------------------------------------------------------------------------------------------------
# Messages


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("R01Tornado voor Windows 4.0        W060065A", GameReq("Tornado voor Windows 4.0", WHITE, 60, 65)),
        (
            f"R01damier                          Z005000BZ{START}",
            GameReq("damier", BLACK, 5, None, (BLACK, START)),
        ),
        ("AScan 3.1                        0", GameAcc("Scan 3.1", "0")),
        ("M0012061100", Played(12, 6, 11)),
        ("M001205250422122320", Played(12, 5, 25, (22, 12, 23, 20))),
        ("E00", GameEnd()),
        ("E31", GameEnd(dxp.I_WIN, stop=True)),
        ("Chello", Chat("hello")),
        ("C", Chat("")),
        ("B005Z", BackReq(5, BLACK)),
        ("K0", BackAcc("0")),
    ],
)
def test_messages(text, message):
    assert parse(text) == message
    assert str(message) == text


def test_lengths_are_those_of_the_protocol():
    assert len(str(GameReq("damier", WHITE, 5))) == 43
    assert len(str(GameReq("damier", WHITE, 5, board=(WHITE, START)))) == 94
    assert len(str(GameAcc("damier", "0"))) == 34
    assert len(str(Played(0, 1, 2, tuple(range(1, 21))))) == 51


def test_fields_have_bounds():
    """Case 67: four digits for the seconds of a move, three for minutes and moves; what is more is cut."""
    text = str(GameReq("a very long name that has no end at all", WHITE, 1500, 2000))
    assert text == "R01a very long name that has no endW999999A"
    assert str(GameReq("damier", WHITE, 0)).endswith("W001000A")
    assert str(GameReq("  ", WHITE, 90, 75)) == f"R01{'damier':32}W090075A"
    assert str(Played.of(damier.Board().parse_pdn("32-28"), 123_456))[:5] == "M9999"
    assert str(Played.of(damier.Board().parse_pdn("32-28"), -1))[:5] == "M0000"
    assert str(Chat("x" * 500)) == "C" + "x" * 126
    assert str(Chat("dam à 10×10\n\0")) == "Cdam ? 10?10??"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "1 to 127 characters, not 0"),
        ("C" + "x" * 127, "1 to 127 characters, not 128"),
        ("Cé", "ASCII"),
        ("C\0", "ASCII"),
        ("X", "no message begins with 'X'"),
        ("M00120611", "MOVE: too short for the number of captures"),
        ("M001206110", "MOVE: too short for the number of captures"),
        ("M001206110012", "MOVE: 2 characters too many"),
        ("M001200110000", "origin must be a square from 01 to 50, not 00"),
        ("M0012061199", "too short for the captured square"),
        ("M00120651010", "destination must be a square"),
        ("M-012061100", "seconds must be 4 digits"),
        ("R01damier", "too short for the name"),
        ("R01damier                          X005000A", "colour of the follower must be one of W Z"),
        ("R01damier                          W005000C", "kind of start must be one of A B"),
        ("R01damier                          W005000BW" + "b" * 50, "only the letters w z W Z e, not 'b'"),
        ("R01damier                          W005000BW" + "e" * 49, "too short for the board"),
        ("E5 ", "reason must be one of 0 1 2 3"),
        ("E0", "too short for the stop code"),
        ("B05Z", "move number must be 3 digits"),
        ("K3", "answer must be one of 0 1 2"),
        ("Ashort", "too short for the name"),
    ],
)
def test_messages_that_are_none(text, reason):
    with pytest.raises(DxpError, match=re.escape(reason)):
        parse(text)


@given(st.text() | st.text("RAMECBK0123456789WZwzeAB ", max_size=130))
def test_any_text_is_a_message_or_refused(text):
    try:
        message = parse(text)
    except DxpError:
        return
    assert parse(str(message)) == message


def test_positions():
    board = damier.Board("B:WK1,50:BK2,20")
    turn, letters = dxp.letters(board)
    assert (turn, letters[0], letters[1], letters[19], letters[49]) == (BLACK, "W", "Z", "z", "w")
    assert dxp.board_from(turn, letters, "international").fen() == board.fen()
    with pytest.raises(DxpError, match="boards of 50 squares; Russian draughts has 32"):
        dxp.letters(damier.Board(game="russian"))


# ---------------------------------------------------------------------------------------------------------------
# The conversation, without a connection


def playing(follower=WHITE, **options):
    """The follower's side of a game that has begun."""
    session = DxpSession("damier", **options)
    assert isinstance(session.receive(GameReq("tester", follower, 5, 40))[0], Proposed)
    session.accept()
    assert sent(session) == [f"A{'damier':32}0"]
    return session


def sent(session):
    texts = [str(message) for message in session.outbox]
    session.outbox.clear()
    return texts


def test_a_game_as_follower():
    session = playing(BLACK)
    assert (session.phase, session.opponent, session.minutes, session.moves) == (Phase.THEIRS, "tester", 5, 40)
    assert session.hear("M0001322800")[0] == Moved(damier.Board().parse_pdn("32-28"), 1)
    assert session.phase == Phase.MINE
    session.play(session.board.parse_pdn("19-23"), 2.4)
    assert sent(session) == ["M0002192300"]
    (moved,) = session.hear("M000028190123")
    assert moved.move.captures == damier.SquareSet([23])
    session.end(dxp.I_LOSE)
    assert sent(session) == ["E10"]
    assert session.hear("E00") == [Ended(0, by_them=False)]
    assert session.phase == Phase.IDLE
    assert isinstance(session.hear(str(GameReq("tester", WHITE, 5)))[0], Proposed), "a next game on the same line"


@pytest.mark.parametrize(("code", "points"), [("0", None), ("1", 2), ("2", 1), ("3", 0)])
def test_they_end_the_game(code, points):
    session = playing(BLACK)
    assert session.hear(f"E{code}1") == [Ended(points, by_them=True)]
    assert sent(session) == ["E01"], "confirmed, with the same stop code"
    assert session.phase == Phase.OVER
    assert session.hear("M0001322800") == []


def test_the_end_may_be_told_out_of_turn():
    session = playing(WHITE)
    assert session.hear("E10") == [Ended(2, by_them=True, note="told out of turn")]


def test_a_game_as_initiator():
    session = DxpSession("damier")
    board = damier.Board("B:W31,32:B1,2")
    session.ask(follower=BLACK, minutes=3, moves=20, board=board)
    assert sent(session)[0].startswith(f"R01{'damier':32}Z003020BZzz")
    assert session.hear(str(GameAcc("other", "0"))) == [Began()]
    assert (session.phase, session.color, session.board.fen()) == (Phase.THEIRS, WHITE, board.fen())


@pytest.mark.parametrize(
    ("code", "reason", "phase"),
    [("1", "version", Phase.IDLE), ("2", "not this game", Phase.IDLE), ("3", "no game at all", Phase.OVER)],
)
def test_they_refuse(code, reason, phase):
    session = DxpSession("damier")
    session.ask(follower=BLACK, minutes=3)
    (refused,) = session.hear(str(GameAcc("other", code)))
    assert isinstance(refused, Refused)
    assert reason in refused.reason
    assert session.phase == phase


@pytest.mark.parametrize(
    ("request_text", "answer"),
    [
        (f"R02{'new':32}W005000A", "1"),
        (f"R01{'bad':32}W005000BW{'e' * 50}", "2"),
    ],
)
def test_what_we_cannot_play_is_refused(request_text, answer):
    session = DxpSession("damier")
    assert isinstance(session.hear(request_text)[0], Broken)
    assert sent(session)[0] == f"A{'damier':32}{answer}"
    assert session.phase == Phase.IDLE


def test_words_out_of_turn_are_answered_and_change_nothing():
    session = playing(WHITE)
    fen = session.board.fen()
    for text in ("M0001322800", str(GameReq("x", WHITE, 1)), str(GameAcc("x", "0")), "K0", "nonsense", "M", ""):
        assert isinstance(session.hear(text)[-1], Broken)
        assert any(said.startswith("Cerror: ") for said in sent(session))
    assert (session.board.fen(), session.phase) == (fen, Phase.MINE)
    assert session.hear("Chello") == [Heard("hello")]
    for request in (session.accept, session.refuse, lambda: session.ask(follower=WHITE, minutes=1)):
        with pytest.raises(EngineError, match="out of turn"):
            request()


def test_an_illegal_move_ends_the_game():
    session = playing(BLACK)
    (broken,) = session.hear("M0001010200")
    assert "illegal move 1-2" in broken.reason
    assert [text[0] for text in sent(session)] == ["C", "E"]
    assert session.hear("M0001322800") == [], "a move that crosses our message is no fault"
    assert session.hear("E00") == [Ended(None, by_them=False)]


def test_back_requests():
    session = playing(BLACK)
    session.hear("M0001322800")
    session.play(session.board.parse_pdn("19-23"), 0)
    session.hear("M000028190123")
    sent(session)
    assert session.hear("B002W") == [WentBack(1)]
    assert (session.board.ply, session.phase) == (2, Phase.THEIRS)
    assert session.hear("B001Z") == [WentBack(1)]
    assert (session.board.ply, session.phase) == (1, Phase.MINE)
    assert session.hear("B001Z") == [WentBack(0)]
    assert session.hear("B007W") == session.hear("B000W") == []
    assert sent(session) == ["K0", "K0", "K0", "K2", "K2"]
    strict = playing(BLACK, takes_back=False)
    assert strict.hear("B001W") == []
    assert sent(strict) == ["K1"]


def test_we_ask_back():
    session = DxpSession("damier")
    session.ask(follower=BLACK, minutes=3, board=damier.Board("B:W31,32:B1,2"))
    session.hear(str(GameAcc("other", "0")))
    session.hear("M0000010600")
    session.play(session.board.parse_pdn("31-26"), 0)
    sent(session)
    session.ask_back(1)
    assert sent(session) == ["B002W"], "where Black begins, its move is the second half of move 1"
    assert session.hear("K2") == [StaysHere()]
    assert (session.board.ply, session.phase) == (2, Phase.THEIRS)
    session.ask_back(0)
    assert sent(session) == ["B001Z"]
    assert isinstance(session.hear("M0000061100")[0], Moved), "a move that crosses the request"
    assert session.hear("K0") == [WentBack(3)]
    assert session.board.ply == 0


def test_only_boards_of_fifty_squares():
    assert DxpSession("damier", game="frisian").board.game.id == "frisian"
    with pytest.raises(EngineError, match="boards of 50 squares"):
        DxpSession("damier", game="russian")


TEXTS = st.sampled_from(
    [
        str(GameReq("tester", WHITE, 5)),
        str(GameReq("tester", BLACK, 5, 10, (WHITE, START))),
        str(GameAcc("tester", "0")),
        str(GameAcc("tester", "2")),
        *(
            "M0001322800",
            "M0001192300",
            "M000028190123",
            "M0001313700",
            "E00",
            "E21",
            "Chi",
            "B001W",
            "B002Z",
            "K0",
            "K2",
        ),
    ]
)
DOINGS = st.sampled_from(["accept", "refuse", "ask", "play", "end", "back"])


@settings(max_examples=300, deadline=None)
@given(st.booleans(), st.lists(TEXTS | DOINGS | st.text(max_size=130), max_size=25))
def test_any_conversation_is_survived(takes_back, doings):
    """Whatever is said and done: no exception but `EngineError` on our side, and every message is well written."""
    session = DxpSession("damier", takes_back=takes_back)
    for doing in doings:
        try:
            if doing == "accept":
                session.accept()
            elif doing == "refuse":
                session.refuse()
            elif doing == "ask":
                session.ask(follower=WHITE, minutes=1)
            elif doing == "play":
                session.play(next(iter(session.board.legal_moves)), 0)
            elif doing == "end":
                session.end()
            elif doing == "back":
                session.ask_back(0)
            else:
                session.hear(doing)
        except EngineError:
            continue
        if session.phase in (Phase.MINE, Phase.THEIRS):
            assert (session.board.turn == session.color) == (session.phase == Phase.MINE)
    for message in session.outbox:
        assert parse(str(message)) == message or isinstance(message, Chat)


# ---------------------------------------------------------------------------------------------------------------
# Recorded conversations: what programs that others wrote have really said


@pytest.mark.parametrize(
    ("name", "opponent", "moves"),
    [
        ("scan-3.1", "Scan 3.1", ["31-26", "36-31", "37-31", "12-18", "18-22"]),
        ("moby-dam-2019", "Moby Dam (Nov 30 2026)", ["31-27", "27x16", "35-30", "12-18", "18-22"]),
    ],
)
def test_recorded_games(name, opponent, moves):
    mock = MockTransport((TRANSCRIPTS / f"{name}.dxp").read_text(encoding="utf-8"))
    played = []
    with DxpEngine(transport=mock, minutes=1, moves=100) as engine:
        board = damier.Board()
        if mock.script[0].text.startswith("C"):
            engine.ping()
            engine.chat("console time 20")

        def answer():
            result = engine.play(board, Limit(time=1))
            played.append(board.pdn(result.move))
            return result.move

        board.push(answer())
        board.push(next(iter(board.legal_moves)))
        board.push(answer())
        board.pop()
        board.pop()
        board.push(list(board.legal_moves)[1])
        answer()  # our other move made it ask back
        board = damier.Board("B:W28,K3:BK1,12,13")
        answer()
        board = damier.Board("B:W28,27:B18")
        answer()
        assert engine.name == opponent
    assert played == moves
    assert mock.finished


# ---------------------------------------------------------------------------------------------------------------
# Both ends of a connection


def free_port():
    with socket.socket() as each:
        each.bind(("127.0.0.1", 0))
        return each.getsockname()[1]


def meet(ours, theirs, **game):
    """A `DxpServer` with one engine, and another that leads; both players, when it is over."""
    follower, leader = DxpPlayer(ours), DxpPlayer(theirs)

    async def play():
        async with DxpServer(follower, port=0) as server:
            await leader.lead(TcpTransport("127.0.0.1", server.port), **game)
            for _ in range(600):
                if len(follower.points) == len(leader.points):
                    break
                await asyncio.sleep(0.1)

    asyncio.run(asyncio.wait_for(play(), PATIENT))
    return follower, leader


def test_games_from_both_sides():
    follower, leader = meet(First(), First(), games=3, minutes=1, moves=None)
    assert len(leader.points) == 3
    assert [None if points is None else 2 - points for points in leader.points] == follower.points
    assert set(leader.points) <= {0, 1, 2}, "the rules decide"


def test_a_number_of_moves_leaves_a_game_open():
    follower, leader = meet(First(), First(), games=2, minutes=1, moves=3, stop=True)
    assert follower.points == leader.points == [None, None]


def test_given_positions_and_the_built_in_engine():
    with LocalEngine(hash_mb=1) as engine:
        told = []
        follower = DxpPlayer(engine, limit=Limit(depth=3), tell=told.append)

        async def play():
            async with DxpServer(follower, port=0) as server:
                leader = DxpPlayer(First())
                transport = TcpTransport("127.0.0.1", server.port)
                board = damier.Board("W:W45:BK1,K2,K3,K4")
                await leader.lead(transport, games=2, minutes=1, board=board, color=BLACK)
                return leader.points

        asyncio.run(asyncio.wait_for(play(), PATIENT))
        assert told[0] == "somebody is here"
        assert told[1].startswith("game 1 against damier: White, 1 min")


def test_an_engine_over_a_connection():
    """`DxpEngine` against `DxpServer`: a game, back, another position."""

    async def serve(started, done):
        async with DxpServer(DxpPlayer(First()), port=0) as server:
            started.set_result(server.port)
            await done.wait()

    async def play():
        done = asyncio.Event()
        started = asyncio.get_running_loop().create_future()
        serving = asyncio.ensure_future(serve(started, done))
        port = await started
        seen = await asyncio.to_thread(client, port)
        done.set()
        await serving
        return seen

    def client(port):
        transcript = Transcript()
        with DxpEngine("127.0.0.1", port, minutes=30, timeout=PATIENT, transcript=transcript) as engine:
            board = damier.Board()
            while board.ply < 20:
                board.push(engine.play(board, Limit(time=1)).move)
                board.push(list(board.legal_moves)[-1])
            for _ in range(4):
                board.pop()
            board.push(engine.play(board, Limit(time=1)).move)
            engine.new_game()
            assert engine.play(board, Limit(time=1)).move in board.legal_moves
            with pytest.raises(EngineError, match="DamExchange tells moves and no more"):
                engine.analyse(board, Limit(depth=1))
            with pytest.raises(EngineError, match="DamExchange tells moves and no more"):
                engine.analysis(board)
            with pytest.raises(EngineError, match="was told to play International draughts, not Frisian"):
                engine.play(damier.Board(game="frisian"), Limit(time=1))
        return [each.text for each in transcript if each.direction == ">"]

    said = asyncio.run(asyncio.wait_for(play(), PATIENT))
    assert sum(text.startswith("R01") for text in said) == 2
    assert sum(text.startswith("B") for text in said) == 1


def test_they_may_move_in_the_breath_in_which_they_go_back():
    script = """
    > R01damier                          W005000A
    < AExample                         0
    < M0001322800
    > M0000192300
    < M000128190123
    > B001W
    < K0
    < M0001343000
    > E00
    < E00
    """
    transport, limit = MockTransport(script), Limit(time=1)
    with DxpEngine(transport=transport, minutes=5) as engine:
        board = damier.Board()
        board.push(engine.play(board, limit).move)
        board.push_pdn("19-23")
        board.push(engine.play(board, limit).move)
        assert [str(move) for move in board.move_stack] == ["32-28", "19-23", "28x19"]
        assert str(engine.play(damier.Board(), limit).move) == "34-30"
        engine.new_game()
    assert transport.finished


def test_time_comes_from_the_limit():
    def minutes(limit, **options):
        script = "> R01damier                          W{}A\n< AExample                         0\n< M0001322800\n> E00"
        with DxpEngine(transport=MockTransport(script.format(options.pop("expected"))), **options) as engine:
            engine.play(damier.Board(), limit)

    minutes(Limit(clock=61, moves=20), expected="002020")
    minutes(Limit(clock=5000), expected="084000")
    minutes(Limit(time=2), expected="003075")
    minutes(Limit(depth=2), minutes=7, moves=30, expected="007030")
    with (
        DxpEngine(transport=MockTransport("")) as engine,
        pytest.raises(EngineError, match="DamExchange has limits of time alone"),
    ):
        engine.play(damier.Board(), Limit(depth=2))


@pytest.mark.parametrize(
    ("said", "resigned", "drawn", "note"),
    [
        ("E10", True, False, "it gives up"),
        ("E20", False, True, "it says that the game is drawn"),
        ("E30", False, False, "it says that it has won"),
        ("E00", False, False, "it leaves the result open"),
    ],
)
def test_an_engine_that_ends_the_game(said, resigned, drawn, note):
    script = f"> R01damier                          W001000A\n< AExample                         0\n< {said}\n> E00"
    with DxpEngine(transport=MockTransport(script), minutes=1) as engine:
        result = engine.play(damier.Board(), Limit(time=1))
    assert result.move is None
    assert (result.resigned, result.draw_offered, result.note) == (resigned, drawn, note)


def test_an_engine_that_refuses():
    script = "> R01damier                          W001000A\n< AExample                         2"
    with (
        DxpEngine(transport=MockTransport(script), minutes=1) as engine,
        pytest.raises(EngineError, match="refuses to play: not this game"),
    ):
        engine.play(damier.Board(), Limit(time=1))


def test_an_engine_that_plays_against_the_rules():
    script = "> R01damier                          W001000A\n< AExample                         0\n< M0001010200"
    fault = next(str(message) for message in faulty().outbox)
    script += f"\n> {fault}\n> E00\n< E00"
    with DxpEngine(transport=MockTransport(script), minutes=1) as engine:
        result = engine.play(damier.Board(), Limit(time=1))
    assert result.move is None
    assert result.note == "the game was ended: it played against the rules"


def faulty():
    session = playing(BLACK)
    session.hear("M0001010200")
    return session


def test_nobody_there():
    with pytest.raises(EngineError, match=r"cannot connect to 127\.0\.0\.1:\d+: connection refused"):
        DxpEngine("127.0.0.1", free_port(), timeout=0.3)
    with pytest.raises(EngineError, match=r"nobody has connected to 127\.0\.0\.1:\d+ within 0.2 s"):
        DxpEngine("127.0.0.1", 0, listen=True, timeout=0.2)


def test_a_port_that_is_taken():
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        for start in (
            lambda: asyncio.run(DxpServer(DxpPlayer(First()), port=port).open()),
            lambda: asyncio.run(ListeningTransport("127.0.0.1", port).prepare()),
        ):
            with pytest.raises(EngineError, match=f"cannot listen on 127.0.0.1:{port}: the port is taken"):
                start()
        done = damier_dxp("--port", str(port))
        assert done.returncode == 2
        assert done.stderr.strip() == f"damier: cannot listen on 127.0.0.1:{port}: the port is taken by another program"


# ---------------------------------------------------------------------------------------------------------------
# Peers that misbehave


async def conversation(player, steps):
    """What a `DxpServer` answers to raw bytes: each step sends and waits for so many messages."""
    heard = []
    async with DxpServer(player, port=0) as server:
        reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
        for data, count in steps:
            writer.write(data)
            for _ in range(count):
                heard.append((await asyncio.wait_for(reader.readuntil(b"\0"), PATIENT))[:-1].decode("ascii"))
        writer.close()
    return heard


def converse(player, *steps):
    return asyncio.run(conversation(player, steps))


ASK_BLACK = f"R01{'raw':32}Z005000A\0".encode()
ASK_WHITE = f"R01{'raw':32}W005000A\0".encode()


def test_messages_in_pieces_and_several_at_once():
    first, rest = ASK_BLACK[:20], ASK_BLACK[20:]
    heard = converse(
        DxpPlayer(First()), (first, 0), (rest, 1), (b"Chello\0M00013228", 0), (b"00\0C\0", 1), (b"B001W\0", 1)
    )
    assert heard[0].startswith("Adamier")
    assert [text[0] for text in heard[1:]] == ["M", "K"]


def test_garbage_is_answered_and_the_game_goes_on():
    heard = converse(
        DxpPlayer(First()),
        (b"\xff\xfe\0" + b"x" * 1000 + b"\0\0", 2),
        (ASK_BLACK, 1),
        (b"M0001\0", 1),
        (b"M0001322800\0", 1),
    )
    assert [text[0] for text in heard] == ["C", "C", "A", "C", "M"], "an overlong message is dropped"


def test_an_illegal_move_is_explained_and_ends_the_game():
    heard = converse(DxpPlayer(First()), (ASK_BLACK, 1), (b"M0001313000\0", 2), (b"E00\0", 0), (ASK_WHITE, 2))
    assert heard[1].startswith("Cerror: illegal move 31-30")
    assert heard[2] == "E00"
    assert heard[3][-1] == "0", "and the next game begins"


def test_back_and_end_while_it_thinks():
    heard = converse(
        DxpPlayer(Slow()),
        (ASK_WHITE, 1),
        (b"Chello\0B001W\0", 1),
        (b"E10\0", 1),
        (ASK_WHITE, 1),
    )
    assert heard[1:3] == ["K0", "E00"]


def test_a_second_one_is_told_that_we_are_busy():
    async def play():
        async with DxpServer(DxpPlayer(First()), port=0) as server:
            reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
            writer.write(ASK_BLACK)
            await asyncio.wait_for(reader.readuntil(b"\0"), PATIENT)
            other, _ = await asyncio.open_connection("127.0.0.1", server.port)
            said = await asyncio.wait_for(other.read(), PATIENT)
            writer.write(b"M0001322800\0")
            assert (await asyncio.wait_for(reader.readuntil(b"\0"), PATIENT))[:1] == b"M"
            writer.close()
            return said

    assert asyncio.run(play()) == b"Cbusy with another opponent\0"


def test_one_that_leaves_and_one_that_comes_after():
    async def play():
        told = []
        async with DxpServer(DxpPlayer(First(), tell=told.append), port=0) as server:
            for _ in range(3):
                reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
                writer.write(ASK_WHITE)
                assert (await asyncio.wait_for(reader.readuntil(b"\0"), PATIENT))[:1] == b"A"
                writer.close()
                while server._game is None or not server._game.done():
                    await asyncio.sleep(0.01)
        return told

    told = asyncio.run(asyncio.wait_for(play(), PATIENT))
    assert sum("raw is gone: the connection" in text for text in told) == 3


def test_what_they_say_steers_no_terminal():
    told = []
    converse(DxpPlayer(First(), tell=told.append), (ASK_BLACK, 1), (b"Chi \x1b[2J\x07 there\0M0001322800\0", 1))
    assert "they say: hi ?[2J? there" in told


def test_one_that_never_moves_nor_answers():
    told = []
    player = DxpPlayer(First(), grace=0.2, answer=0.2, tell=told.append)

    async def play():
        async with DxpServer(player, port=0) as server:
            reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
            writer.write(ASK_BLACK)
            await reader.readuntil(b"\0")
            while not player._left:
                await asyncio.sleep(0.01)
            player._left[WHITE] = 0.0
            writer.write(b"B001W\0")  # wakes it, so that the time that is left counts
            said = await reader.read()
            writer.close()
            return said

    assert asyncio.run(asyncio.wait_for(play(), PATIENT)) == b"K0\0E00\0"
    assert any("the game is ended" in text for text in told)


# ---------------------------------------------------------------------------------------------------------------
# The command


def damier_dxp(*arguments):
    command = [sys.executable, "-c", "from damier.cli import main; main()", "dxp", *arguments]
    return subprocess.run(command, capture_output=True, text=True, timeout=PATIENT, check=False)


def test_the_command_in_both_roles():
    port = free_port()
    command = [sys.executable, "-c", "from damier.cli import main; main()", "dxp", "--port", str(port), "--depth", "1"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as program:
        try:
            assert program.stdout.readline().startswith(f"damier listens on 127.0.0.1:{port}")
            done = damier_dxp(f"127.0.0.1:{port}", "--games", "2", "--moves", "4", "--depth", "1")
            assert done.returncode == 0, done.stderr
            lines = done.stdout.splitlines()
            assert lines[0] == "game 1 against damier: White, 5 min for 4 moves"
            assert lines[-1] == "0 points of 0 in 2 games (2 left open)"
        finally:
            program.kill()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["nowhere"], "not an address: 'nowhere'"),
        (["127.0.0.1:1", "--color", "red"], "no such side: red"),
        (["127.0.0.1:1", "--game", "russian"], "boards of 50 squares"),
        (["127.0.0.1:1", "--engine", "nobody"], "no such engine: 'nobody'"),
        (["--role", "referee"], "no such role: referee"),
        (["127.0.0.1:1", "--fen", "W:W6:B1,2"], "there is nothing to play"),
    ],
)
def test_the_command_refuses(arguments, message):
    done = damier_dxp(*arguments)
    assert done.returncode == 2
    assert re.search(message, done.stderr)
    assert len(done.stderr.strip().splitlines()) == 1
