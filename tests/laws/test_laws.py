"""Laws that hold in every game and position, tried on positions that Hypothesis makes up."""

from __future__ import annotations

import contextlib
import os
import pickle

import pytest
from hypothesis import HealthCheck, assume, given, note, settings
from hypothesis import strategies as st

import bridge
import damier
import oracle

GAMES = tuple(oracle.GAMES)

settings.register_profile(
    "damier",
    deadline=None,
    max_examples=int(os.environ.get("DAMIER_EXAMPLES", 150)),
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.filter_too_much],
)
settings.load_profile("damier")


@st.composite
def boards(draw: st.DrawFn, games: tuple[str, ...] = GAMES) -> damier.Board:
    """A position of some game, reached by a few moves from pieces strewn over the board or from the start."""
    name = draw(st.sampled_from(games))
    rules = oracle.GAMES[name]
    if draw(st.booleans()):
        board = damier.Board(game=name)
    else:
        everywhere = oracle.squares(rules)
        most = len(everywhere) // 3
        places = draw(st.lists(st.sampled_from(everywhere), min_size=1, max_size=most, unique=True))
        symbols = "wb" if rules.goal == "first_king" else "wwwbbbWB"
        pieces = {at: draw(st.sampled_from(symbols)) for at in places}
        for at, piece in list(pieces.items()):
            if piece.islower() and at[1] == oracle.king_row(rules, oracle.side(piece)):
                if rules.goal == "first_king":
                    del pieces[at]
                else:
                    pieces[at] = piece.upper()
        assume(pieces)
        board = bridge.board(oracle.Position(rules, pieces, draw(st.sampled_from("WB"))), damier.Game(name))
    for choice in draw(st.lists(st.integers(0, 1 << 16), max_size=40)):
        moves = list(board.legal_moves)
        if not moves:
            break
        board.push(moves[choice % len(moves)])
    note(f"{name} {board.fen()}")
    return board


def position(board: damier.Board) -> oracle.Position:
    """The oracle's view of a board, without what a Frisian king remembers."""
    rules = oracle.GAMES[board.game.id]
    pieces = {oracle.square(rules, square): piece.symbol for square, piece in board.piece_map().items()}
    return oracle.Position(rules, pieces, board.turn.letter)


def state(board: damier.Board) -> tuple[object, ...]:
    """Everything about a board that a move changes and taking it back restores."""
    clocks = [(clock.rule, clock.count, clock.limit, clock.active) for clock in board.draw_clocks()]
    return (
        board.fen(counters=True),
        board.turn,
        board.piece_map(),
        board.ply,
        board.fullmove_number,
        board.zobrist_hash(),
        clocks,
        [board.is_repetition(count) for count in (2, 3, 4)],
        bridge.moves(board),
        board.result(),
        board.result(claim_draw=True),
    )


@given(boards())
def test_legals_are_legal(board: damier.Board) -> None:
    moves = list(board.legal_moves)
    assert len(moves) == len(set(moves)) == len(board.legal_moves) == board.legal_moves.count()
    assert bool(moves) == bool(board.legal_moves)
    captures = {move.is_capture for move in moves}
    assert len(captures) <= 1, "captures are compulsory"
    for move in moves:
        assert move in board.legal_moves
        mover = board.piece_at(move.from_square)
        assert mover is not None
        assert mover.color == board.turn
        assert all(
            (piece := board.piece_at(square)) is not None and piece.color != board.turn for square in move.captures
        )
        assert move.to_square == move.from_square or board.piece_at(move.to_square) is None or move.is_capture
        assert move.path[0] == move.from_square
        assert move.path[-1] == move.to_square
        before = board.piece_map()
        board.push(move)
        after = board.piece_map()
        assert len(after) == len(before) - len(move.captures)
        board.pop()


@given(boards())
def test_legals_are_the_oracles(board: damier.Board) -> None:
    if board.game.id not in ("frisian", "frysk"):
        assert bridge.moves(board) == oracle.legal(position(board))


@given(boards())
def test_others_are_illegal(board: damier.Board) -> None:
    for other in (damier.Board(game=board.game), board.mirror()):
        for move in other.legal_moves:
            if move not in board.legal_moves:
                before = state(board)
                with pytest.raises(damier.IllegalMoveError):
                    board.push(move)
                assert state(board) == before


@given(boards())
def test_fen_round_trip(board: damier.Board) -> None:
    for numbering in (None, "standard", "rotated"):
        fen = board.fen(numbering=numbering)
        again = damier.Board(fen, game=board.game, numbering=numbering, strict=False)
        assert again.piece_map() == board.piece_map()
        assert again.turn == board.turn
        assert again.fen(numbering=numbering) == fen
    counted = damier.Board(board.fen(counters=True), game=board.game)
    assert counted.fen(counters=True) == board.fen(counters=True)
    assert bridge.moves(counted) == bridge.moves(board)


@given(boards())
def test_hub_round_trip(board: damier.Board) -> None:
    again = damier.Board.from_hub(board.hub_position(), game=board.game)
    assert again.piece_map() == board.piece_map()
    assert again.hub_position() == board.hub_position()
    for move in board.legal_moves:
        assert board.parse_hub(board.hub(move)) == move
        assert move.hub() == board.hub(move)
        assert damier.Move.from_hub(move.hub(), game=board.game).captures == move.captures


@given(boards())
def test_pdn_round_trip(board: damier.Board) -> None:
    shorts = [board.pdn(move) for move in board.legal_moves]
    assert len(shorts) == len(set(shorts))
    for move in board.legal_moves:
        for numeric in (None, True, False):
            for long in (False, True):
                text = board.pdn(move, long=long, numeric=numeric)
                assert board.parse_pdn(text) == move, text
                assert " " not in text


@given(boards())
def test_incremental_hash_is_fresh_hash(board: damier.Board) -> None:
    fresh = damier.Board(board.fen(counters=True), game=board.game)
    assert fresh.zobrist_hash() == board.zobrist_hash()
    for move in board.legal_moves:
        board.push(move)
        assert damier.Board(board.fen(counters=True), game=board.game).zobrist_hash() == board.zobrist_hash()
        board.pop()
    assert fresh.zobrist_hash() == board.zobrist_hash()


@given(boards())
def test_side_to_move_changes_the_hash(board: damier.Board) -> None:
    turned = damier.Board.from_pieces(board.piece_map(), board.turn.opposite, game=board.game)
    assert turned.zobrist_hash() != board.zobrist_hash()


@given(boards())
def test_colour_flip_symmetry(board: damier.Board) -> None:
    total = board.game.squares
    mirror = board.mirror()
    assert mirror.turn == board.turn.opposite
    if board.game.id not in ("frisian", "frysk"):
        turned = {
            oracle.Move(
                total + 1 - move.origin,
                total + 1 - move.destination,
                frozenset(total + 1 - square for square in move.captures),
                move.promotes,
            )
            for move in bridge.moves(board)
        }
        assert bridge.moves(mirror) == turned
        assert mirror.perft(2) == board.perft(2)
    assert mirror.mirror().fen() == board.fen()


@given(boards(), st.lists(st.integers(0, 1 << 16), max_size=12))
def test_pop_undoes_push(board: damier.Board, choices: list[int]) -> None:
    states = [state(board)]
    played = []
    for choice in choices:
        moves = list(board.legal_moves)
        if not moves:
            break
        played.append(moves[choice % len(moves)])
        board.push(played[-1])
        assert board.peek() == played[-1]
        states.append(state(board))
    while played:
        assert state(board) == states.pop()
        assert board.pop() == played.pop()
    assert state(board) == states.pop()


@given(boards())
def test_constant_rules_equal_run_time_rules(board: damier.Board) -> None:
    custom = damier.Board(board.fen(counters=True), game=damier.Game.custom(base=board.game))
    assert bridge.moves(custom) == bridge.moves(board)
    assert custom.perft(2) == board.perft(2)
    assert custom.perft(2, ordered=True) == board.perft(2, ordered=True)


@given(boards())
def test_pickles(board: damier.Board) -> None:
    again = pickle.loads(pickle.dumps(board))
    assert again == board
    assert state(again) == state(board)
    assert again.move_stack == board.move_stack
    for move in board.legal_moves:
        assert pickle.loads(pickle.dumps(move)) == move
        assert hash(pickle.loads(pickle.dumps(move))) == hash(move)


@given(boards())
def test_copies_are_equal_and_their_own(board: damier.Board) -> None:
    twin = board.copy()
    before = state(board)
    assert twin == board
    for move in board.legal_moves:
        twin.push(move)
        assert state(board) == before
        assert twin != board
        twin.pop()
    while twin.ply:
        twin.pop()
    assert twin == board.root
    assert state(board) == before


@given(boards())
def test_ordered_is_no_less_than_unique(board: damier.Board) -> None:
    for depth in (1, 2, 3):
        if board.perft(depth) > 50_000:
            break
        assert board.perft(depth, ordered=True) >= board.perft(depth)


@given(boards())
def test_perft_is_the_sum_over_children(board: damier.Board) -> None:
    total = 0
    for move in board.legal_moves:
        board.push(move)
        total += board.perft(1)
        board.pop()
    assert board.perft(2) == total


@given(boards())
def test_who_cannot_move_has_lost_or_won(board: damier.Board) -> None:
    outcome = board.outcome()
    if not board.legal_moves:
        assert outcome is not None
    if outcome is not None and outcome.rule in ("no_moves", "no_pieces"):
        misere = oracle.GAMES[board.game.id].goal == "misere"
        assert outcome.winner == (board.turn if misere else board.turn.opposite)
    if outcome is None:
        assert board.result() == "*"


# Text that somebody might send: letters, digits and signs of positions and moves in every order.
TEXTS = st.text(alphabet="WBKwbkeGP0123456789abcdefghijklx-:,.;?!+*HF \u2013\u00e9", max_size=40) | st.text(max_size=20)


@given(TEXTS, st.sampled_from(GAMES))
def test_no_text_is_worse_than_refused(text: str, game: str) -> None:
    board = damier.Board(game=game)
    before = state(board)
    for read in (
        lambda: damier.Board(text, game=game),
        lambda: damier.Board(text, game=game, strict=False, turn=damier.WHITE),
        lambda: damier.Board.from_hub(text, game=game),
        lambda: board.parse_pdn(text),
        lambda: board.parse_hub(text),
        lambda: board.game.parse_square(text),
        lambda: damier.Move.from_pdn(text, game=game),
        lambda: damier.Move.from_hub(text, game=game),
        lambda: damier.Game(text),
    ):
        with contextlib.suppress(ValueError):
            read()
    assert isinstance(board.explain(text), str)
    assert state(board) == before


@given(boards(), TEXTS)
def test_a_loose_board_still_plays(board: damier.Board, text: str) -> None:
    """What `strict=False` lets in must not upset moves, notation or counting."""
    fen = f"{board.fen()}{text}"
    with contextlib.suppress(ValueError):
        loose = damier.Board(fen, game=board.game, strict=False)
        assert loose.perft(1) == len(list(loose.legal_moves))
        loose.perft(2)
        for move in loose.legal_moves:
            assert loose.parse_pdn(loose.pdn(move)) == move
