"""Lessons: what each of them claims is true of its game, shown without the tool that found the positions."""

import itertools
import json
from collections.abc import Callable
from typing import Any

import pytest
from starlette.testclient import TestClient

import damier
from damier import WHITE, Board, Game, Move
from damier.web.lessons import FILE, ORDER, Exercise, lessons

STEPS = {"forward": (0, 1), "right": (1, 0), "backward": (0, -1), "left": (-1, 0)}
GAMES = [game.id for game in damier.games()]
EXERCISES = [
    pytest.param(game, exercise, id=f"{game}-{exercise.kind}")
    for game in GAMES
    for lesson in lessons(game)
    for exercise in lesson.exercises
]


def legal(board: Board) -> dict[str, Move]:
    return {move.hub(): move for move in board.legal_moves}


def under(board: Board, **changes: Any) -> dict[str, Move]:
    """The legal moves of the same pieces under the same game with a rule changed."""
    game = Game.custom(base=board.game, **changes)
    towers = board.game.rules["towers"]
    pieces = {square: board.tower_at(square) if towers else piece for square, piece in board.piece_map().items()}
    return legal(Board.from_pieces(pieces, board.turn, game=game, strict=False))


def after(board: Board, move: Move) -> Board:
    copy = board.copy()
    copy.push(move)
    return copy


def rank(board: Board, square: int) -> int:
    return board.game.file_rank(square)[1]


def directions(board: Board, move: Move) -> set[tuple[int, int]]:
    spots = [board.game.file_rank(square) for square in move.path]
    signs = [(a > 0) - (a < 0) for one, two in itertools.pairwise(spots) for a in (two[0] - one[0], two[1] - one[1])]
    return set(zip(signs[::2], signs[1::2], strict=False))


def worth(board: Board, move: Move) -> float:
    """As Frisian draughts counts: a king is worth a little less than two men."""
    return sum(1.99 if (piece := board.piece_at(square)) and piece.king else 1 for square in move.captures)


def kings(board: Board, move: Move) -> int:
    return sum(bool((piece := board.piece_at(square)) and piece.king) for square in move.captures)


def is_king(board: Board, move: Move) -> bool:
    piece = board.piece_at(move.from_square)
    return piece is not None and piece.king


class Shown:
    """An exercise with what its claims are about."""

    def __init__(self, exercise: Exercise) -> None:
        self.board = exercise.board
        self.rules = self.board.game.rules
        self.legal = legal(self.board)
        self.right = [self.legal[text] for text in exercise.right]
        self.wrong = exercise.wrong
        self.target = exercise.target

    def all_capture(self) -> bool:
        return all(move.is_capture for move in self.legal.values())

    def forbidden(self, **changes: Any) -> list[Move]:
        """The wrong moves, legal with one rule changed."""
        wider = under(self.board, **changes)
        assert set(self.wrong) <= set(wider)
        return [wider[text] for text in self.wrong]

    # -- claims, by the name of what is to be seen ----------------------------------------------------------------

    def man_moves(self) -> None:
        assert [move.to_square for move in self.right] == [self.target]
        assert not is_king(self.board, self.right[0])
        assert not any(move.is_capture or rank(self.board, move.to_square) < rank(self.board, move.from_square)
                       for move in self.legal.values())  # fmt: skip

    def must_capture(self) -> None:
        assert self.all_capture()
        assert self.wrong
        taken = {square for move in self.right for square in move.captures}
        alone = {square: piece for square, piece in self.board.piece_map().items() if square not in taken}
        free = legal(Board.from_pieces(alone, WHITE, game=self.board.game, draws=(), strict=False))
        assert set(self.wrong) <= set(free)

    def chain(self) -> None:
        assert all(len(move.captures) >= 2 for move in self.legal.values())

    def captures_backward(self) -> None:
        assert self.all_capture()
        assert all(rank(self.board, m.to_square) < rank(self.board, m.from_square) for m in self.right)
        assert not any(is_king(self.board, move) for move in self.right)

    def captures_straight(self) -> None:
        assert all(d in STEPS.values() for move in self.right for d in directions(self.board, move))
        assert not set(STEPS) & set(self.rules["man_moves"])

    def captures_sideways(self) -> None:
        assert all(d in ((1, 0), (-1, 0)) for move in self.right for d in directions(self.board, move))

    def never_backward(self) -> None:
        assert all(move.is_capture for move in self.forbidden(men_capture_backward=True))
        assert not any(move.is_capture for move in self.legal.values())

    def man_spares_king(self) -> None:
        assert all(kings(self.board, move) for move in self.forbidden(men_capture_kings=True))

    def promotes(self) -> None:
        assert all(move.promotes and not move.is_capture for move in self.right)

    def promotes_at_rest(self) -> None:
        assert all(any(rank(self.board, s) == self.board.game.ranks - 1 for s in m.path[1:]) for m in self.right)
        if self.rules["men_capture_backward"] and any(len(move.captures) > 1 for move in self.right):
            assert not any(move.promotes for move in self.right)
        same = under(self.board, promotion="in_passing")
        assert {(t, m.promotes) for t, m in same.items()} != {(t, m.promotes) for t, m in self.legal.items()}

    def promotes_in_passing(self) -> None:
        at_rest = under(self.board, promotion="at_rest")
        for move in self.right:
            assert move.promotes
            assert move.hub() not in at_rest
            assert rank(self.board, move.to_square) < self.board.game.ranks - 1

    def promotes_and_ends(self) -> None:
        assert all(move.promotes for move in self.right)
        most = max(len(move.captures) for move in self.right)
        assert any(len(move.captures) > most for move in under(self.board, promotion="in_passing").values())

    def king_flies(self) -> None:
        (move,) = self.right
        assert (is_king(self.board, move), move.to_square) == (True, self.target)
        assert abs(rank(self.board, move.to_square) - rank(self.board, move.from_square)) >= 4 or self.rules[
            "king_moves"
        ][0] in ("forward", "right")

    def king_moves(self) -> None:
        (move,) = self.right
        assert rank(self.board, move.to_square) == rank(self.board, move.from_square) - 1

    def king_captures(self) -> None:
        assert all(is_king(self.board, move) for move in self.right)
        assert all(rank(self.board, m.to_square) < rank(self.board, m.from_square) for m in self.right)

    def king_captures_far(self) -> None:
        for move in self.right:
            (victim,) = move.captures
            spots = [self.board.game.file_rank(square) for square in (move.from_square, victim, move.to_square)]
            assert max(abs(a - b) for a, b in zip(*spots[:2], strict=False)) >= 3
        landings = {move.to_square for move in self.legal.values()}
        assert len(landings) == 1 if self.rules["landing"] == "next" else len(landings) >= 2
        if self.rules["landing"] == "next":
            self.forbidden(landing="any")

    def king_halts(self) -> None:
        assert all(kings(self.board, move) for move in self.right)
        assert self.forbidden(landing="any")

    def king_turns(self) -> None:
        assert all(is_king(self.board, m) and len(m.captures) >= 2 for m in self.legal.values())

    def quantity(self) -> None:
        least = min(len(move.captures) for move in self.right)
        assert all(len(move.captures) < least for move in self.forbidden(precedence=()))

    def with_king(self) -> None:
        before = self.rules["precedence"][: self.rules["precedence"].index("with_king")]
        assert all(is_king(self.board, move) for move in self.right)
        assert not any(is_king(self.board, move) for move in self.forbidden(precedence=before))

    def kings(self) -> None:
        least = min(kings(self.board, move) for move in self.right)
        before = self.rules["precedence"][: self.rules["precedence"].index("kings")]
        assert all(kings(self.board, move) < least for move in self.forbidden(precedence=before))

    def kings_early(self) -> None:
        before = self.rules["precedence"][: self.rules["precedence"].index("kings_early")]
        first = self.right[0]
        for move in self.forbidden(precedence=before):
            assert len(move.captures) == len(first.captures)
            assert kings(self.board, move) == kings(self.board, first)
            assert self.first_king(first) < self.first_king(move)

    def first_king(self, move: Move) -> int:
        """How many jumps of a short king come before the one over a king."""
        spots = [self.board.game.file_rank(square) for square in move.path]
        jumped = [
            self.board.game.square_at((a[0] + b[0]) // 2, (a[1] + b[1]) // 2) for a, b in itertools.pairwise(spots)
        ]
        return next(i for i, s in enumerate(jumped) if s and (p := self.board.piece_at(s)) and p.king)

    def frisian_value(self) -> None:
        least = min(worth(self.board, move) for move in self.right)
        assert all(worth(self.board, move) < least for move in self.forbidden(precedence=()))

    def free(self) -> None:
        assert self.all_capture()
        most = max(len(move.captures) for move in self.legal.values())
        assert all(len(move.captures) < most for move in self.right)

    def turkish_strike(self) -> None:
        most = max(len(move.captures) for move in self.right)
        assert self.wrong
        assert all(len(move.captures) > most for move in self.forbidden(removal="at_once"))

    def removed_at_once(self) -> None:
        assert not {move.hub() for move in self.right} & set(under(self.board, removal="at_end"))

    def tower_takes(self) -> None:
        for move in self.right:
            assert len(after(self.board, move).tower_at(move.to_square)) == 2
            assert len(after(self.board, move).piece_map()) == len(self.board.piece_map()) - 1

    def tower_frees(self) -> None:
        for move in self.right:
            freed = [after(self.board, move).piece_at(square) for square in move.captures]
            assert any(piece is not None and piece.color == WHITE for piece in freed)

    def king_rests(self) -> None:
        fresh = legal(Board(self.board.fen(), game=self.board.game, draws=()))
        assert self.board.ply == 2 * self.rules["king_limit"]
        assert set(self.wrong) <= set(fresh)
        assert len({fresh[text].from_square for text in self.wrong}) == 1

    def one_in_each(self) -> None:
        for move in self.legal.values():
            dark, light = (sum(self.board.game.file_rank(part.from_square)) % 2 for part in move.parts)
            assert (dark, light) == (0, 1)

    def wins_by_block(self) -> None:
        for move in self.legal.values():
            end = after(self.board, move).outcome()
            assert (end is not None and end.winner == WHITE) == (move in self.right)

    wins_by_king = wins_by_block

    def wins_by_loss(self) -> None:
        for move in self.right:
            given = after(self.board, move)
            ends = [after(given, reply).outcome() for reply in given.legal_moves]
            assert ends
            assert all(end is not None and end.winner == WHITE for end in ends)

    def repeats(self) -> None:
        self.ends("repetition")

    def counts_out(self) -> None:
        self.ends("")

    def ends(self, rule: str) -> None:
        for move in self.right:
            end = after(self.board, move).outcome(claim_draw=True)
            assert end is not None
            assert end.winner is None
            assert end.rule.startswith(rule)
            assert end.rule in self.board.draws
        assert self.board.outcome(claim_draw=True) is None


@pytest.mark.parametrize(("game", "exercise"), EXERCISES)
def test_the_claim_is_true(game: str, exercise: Exercise) -> None:
    moves = legal(exercise.board)
    assert exercise.right
    assert exercise.right <= set(moves)
    assert not set(exercise.wrong) & set(moves)
    assert exercise.board.game.id == game
    assert exercise.board.turn == WHITE
    getattr(Shown(exercise), exercise.kind)()


def expected(game: Game) -> set[str]:
    """What the rules of a game must have to show."""
    rules = game.rules
    has_kings = rules["goal"] != "first_king"
    flies = rules["flying_kings"] and has_kings
    kinds = {
        "man_moves": True,
        "must_capture": True,
        "chain": True,
        "promotes": True,
        "captures_backward": rules["men_capture_backward"],
        "never_backward": not rules["men_capture_backward"],
        "captures_straight": {"left", "forward_left"} <= set(rules["man_captures"]),
        "man_spares_king": not rules["men_capture_kings"],
        "promotes_at_rest": rules["promotion"] == "at_rest",
        "promotes_in_passing": rules["promotion"] == "in_passing",
        "promotes_and_ends": rules["promotion"] == "ends_move",
        "king_flies": flies,
        "king_captures_far": flies,
        "king_moves": has_kings and not flies,
        "king_halts": rules["landing"] == "next_after_king",
        "free": not rules["precedence"],
        "turkish_strike": flies and rules["removal"] == "at_end",
        "removed_at_once": flies and rules["removal"] == "at_once",
        "tower_takes": rules["towers"],
        "tower_frees": rules["towers"],
        "king_rests": rules["king_limit"] is not None,
        "one_in_each": rules["turn"] != "one_move",
        "wins_by_loss": rules["goal"] == "misere",
        "wins_by_king": rules["goal"] == "first_king",
        "wins_by_block": rules["goal"] == "block" and rules["turn"] == "one_move",
        "repeats": rules["turn"] == "one_move" and any(r.startswith("repetition") for r in Board(game=game).draws),
        **dict.fromkeys(rules["precedence"], True),
    }
    return {kind for kind, holds in kinds.items() if holds}


@pytest.mark.parametrize("game", GAMES)
def test_every_rule_has_its_lesson(game: str) -> None:
    kinds = [exercise.kind for lesson in lessons(game) for exercise in lesson.exercises]
    assert expected(Game(game)) <= set(kinds)
    assert len(kinds) == len(set(kinds))
    topics = [lesson.topic for lesson in lessons(game)]
    assert topics == [topic for topic in ORDER if topic in topics]
    assert {"Men move", "Duty", "Choice", "Promotion", "Goal", "Draws"} <= set(topics)


def test_the_file_has_nothing_else() -> None:
    assert set(json.loads(FILE.read_text("utf-8"))) == set(GAMES)


@pytest.mark.parametrize("game", GAMES)
def test_a_course_comes_as_one_answer(client: TestClient, game: str) -> None:
    course = client.get(f"/api/lessons/{game}").json()
    assert course["game"]["id"] == game
    assert len(course["begins"]) == 2
    for lesson in course["lessons"]:
        for exercise in lesson["exercises"]:
            assert exercise["moves"]
            assert "right" not in exercise


def attempt(client: TestClient, game: str, **wish: Any) -> Any:
    return client.post(f"/api/lessons/{game}/tries", json=wish)


def test_an_attempt_is_judged(client: TestClient) -> None:
    lesson = next(lesson for lesson in lessons("international") if lesson.topic == "Choice")
    (exercise,) = lesson.exercises
    where = {"topic": "Choice", "number": 0}
    right = attempt(client, "international", **where, move=min(exercise.right)).json()
    assert right["verdict"] == "right"
    assert len(right["last_move"]["captures"]) == right["captured"] >= 2
    wrong = Move.from_hub(exercise.wrong[0])
    refused = attempt(client, "international", **where, **{"from": wrong.from_square, "to": wrong.to_square}).json()
    assert refused["verdict"] == "illegal"
    assert "FMJD 4.13" in refused["message"]
    assert refused["must"]
    shown = attempt(client, "international", **where, show=True).json()
    assert shown["verdict"] == "shown"
    assert shown["hint"]["from"] in refused["must"]


def test_a_move_beside_the_point_is_legal(client: TestClient) -> None:
    exercise = next(e for lesson in lessons("russian") if lesson.topic == "Choice" for e in lesson.exercises)
    other = next(text for text in legal(exercise.board) if text not in exercise.right)
    assert attempt(client, "russian", topic="Choice", number=0, move=other).json()["verdict"] == "legal"


@pytest.mark.parametrize(
    ("game", "wish", "field"),
    [
        ("chess", {"topic": "Choice", "number": 0, "move": "1-2"}, "game"),
        ("international", {"topic": "Castling", "number": 0, "move": "1-2"}, "topic"),
        ("international", {"topic": "Choice", "number": 9, "move": "1-2"}, "number"),
        ("international", {"topic": "Choice", "number": -1, "move": "1-2"}, "number"),
        ("international", {"topic": "Choice", "number": 0, "move": "x" * 900}, "move"),
        ("international", {"topic": "Choice", "number": 0, "move": "1-2"}, "move"),
        ("international", {"topic": "Choice", "number": 0, "from": 51}, "from"),
        ("international", {"topic": "Choice", "number": 0, "from": -1}, "from"),
        ("international", {"topic": "Choice", "number": 0, "from": 1, "to": 51}, "to"),
        ("international", {"topic": "Choice", "number": 0}, "from"),
        ("international", {"topic": ["Choice"], "number": 0, "from": 1}, "topic"),
        ("international", {"topic": "Choice", "number": 0, "show": "yes"}, "show"),
    ],
)
def test_a_bad_attempt_names_its_field(client: TestClient, game: str, wish: dict[str, Any], field: str) -> None:
    answer = attempt(client, game, **wish)
    assert (answer.status_code, answer.json()["field"]) == (422, field)


def test_an_unknown_game_is_met_in_words(client: TestClient) -> None:
    answer = client.get("/api/lessons/chess")
    assert (answer.status_code, answer.json()["field"]) == (422, "game")
    assert client.get("/learn/chess").status_code == 200


# -- in the browser ---------------------------------------------------------------------------------------------------


class Screen:
    def __init__(self, page: Any) -> None:
        self.page = page

    def step(self, key: str) -> None:
        self.page.locator(f'#screen[data-step="{key}"]').wait_for()

    def middle(self, square: int) -> tuple[float, float]:
        box = self.page.locator(f'#board .squares button[data-square="{square}"]').bounding_box()
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def says(self, verdict: str) -> str:
        self.page.locator(f'#screen[data-verdict="{verdict}"]').wait_for()
        return str(self.page.locator("#status").inner_text())


@pytest.fixture
def look(screens: Callable[..., Any]) -> Callable[..., Screen]:
    return screens(Screen, noted="status of 422")


def exercise(game: str, kind: str) -> Exercise:
    return next(e for lesson in lessons(game) for e in lesson.exercises if e.kind == kind)


def test_a_rule_is_learned_by_mouse(look: Callable[..., Screen]) -> None:
    screen = look("/learn")
    page = screen.page
    page.get_by_role("link", name="International draughts").click()
    screen.step("begin")
    page.get_by_role("button", name="Next").click()
    screen.step("man_moves")
    page.get_by_role("button", name="Which capture").click()
    screen.step("quantity")
    shown = exercise("international", "quantity")
    wrong, right = Move.from_hub(shown.wrong[0]), legal(shown.board)[min(shown.right)]
    page.mouse.move(*screen.middle(wrong.from_square))
    page.mouse.down()
    page.mouse.move(*screen.middle(wrong.to_square), steps=3)
    page.mouse.up()
    assert "FMJD 4.13" in screen.says("illegal")
    page.mouse.move(*screen.middle(right.from_square))
    page.mouse.down()
    page.mouse.move(*screen.middle(right.to_square), steps=3)
    page.mouse.up()
    assert "most pieces" in screen.says("right")
    page.reload()
    page.get_by_role("button", name="Which capture, done").wait_for()  # what was learned stays learned
    page.goto(page.url.replace("/international", ""))
    page.get_by_text("2 of 15 done").wait_for()


def test_a_rule_is_learned_by_keyboard(look: Callable[..., Screen]) -> None:
    screen = look("/learn/russian")
    page = screen.page
    screen.step("begin")
    page.get_by_role("button", name="Next").press("Enter")
    screen.step("man_moves")
    shown = exercise("russian", "man_moves")
    (move,) = (legal(shown.board)[text] for text in shown.right)
    # The other step first: it is legal, and beside the point.
    other = next(m for m in legal(shown.board).values() if m != move)
    for to in (other.to_square, move.to_square):
        page.locator(f'#board .squares button[data-square="{to}"]').focus()
        page.keyboard.press("Enter")
        screen.says("legal" if to == other.to_square else "right")
    page.keyboard.press("Enter")  # the way on has the focus
    screen.step("captures_backward")
    page.locator("#topic:focus").wait_for()


def test_a_rule_is_learned_by_touch(look: Callable[..., Screen]) -> None:
    screen = look("/learn/vigman", viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    page = screen.page
    screen.step("begin")
    page.get_by_role("button", name="Two games at once").tap()
    screen.step("one_in_each")
    shown = exercise("vigman", "one_in_each")
    move = legal(shown.board)[min(shown.right)]
    for part in move.parts:
        page.touchscreen.tap(*screen.middle(part.from_square))
        page.touchscreen.tap(*screen.middle(part.to_square))
    assert "Both games" in screen.says("right")


def test_who_fails_twice_may_see_it(look: Callable[..., Screen]) -> None:
    screen = look("/learn/frisian")
    page = screen.page
    screen.step("begin")
    page.get_by_role("button", name="A king needs rest").click()
    screen.step("king_rests")
    shown = exercise("frisian", "king_rests")
    king = Move.from_hub(shown.wrong[0], game="frisian").from_square
    for _ in range(2):
        page.mouse.click(*screen.middle(king))
        assert "Frisian rules, art. 17" in screen.says("illegal")
        page.evaluate("() => delete document.getElementById('screen').dataset.verdict")
        page.wait_for_timeout(500)  # two clicks in a breath are a double click, which says nothing new
    page.get_by_role("button", name="Show me").click()
    screen.says("shown")
    page.locator("#board .mark.hint").wait_for(state="attached")


def test_an_unknown_game_leads_to_the_others(look: Callable[..., Screen]) -> None:
    screen = look("/learn/%3Cb%3Echess")
    screen.page.get_by_role("alert").filter(has_text="There is no such game").wait_for()
    screen.page.get_by_role("link", name="Russian draughts").wait_for()
