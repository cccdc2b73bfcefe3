"""A study: the tree of one game while people work on it. It knows nothing of sockets or disks.

Every node has a number that stays the same while the study lives; the root is 0. A change answers with the numbers of
the nodes that look different now, and can be taken back.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final

import damier
from damier import pdn
from damier.pdn import commands
from damier.saying import Saying, said, say
from damier.web.messages import MessageError, plain
from damier.web.picture import (
    clock_picture,
    game_picture,
    move_picture,
    outcome_picture,
    parts_picture,
    squares_picture,
    towers_picture,
)

NODES_MAX: Final = 20_000
STEPS_MAX: Final = 200  # changes that can be taken back
MARKS_MAX: Final = 64
NAGS_MAX: Final = 256
COMMAND: Final = re.compile(r"\[%[a-z]{1,12}[^\]\[]{0,2000}\]", re.ASCII)
PROVED: Final = re.compile(r"\[%eval\s+#([-+]?\d{1,6})\s*\]", re.ASCII)

Undo = Callable[[], object]


class Study:
    """A game, its nodes by number, and the changes that were made."""

    def __init__(self, game: pdn.Game, problems: list[dict[str, Any]] | None = None) -> None:
        """Raises `MessageError` where the tree is too large to be shown."""
        self.game = game
        self.problems = problems or []
        self._nodes: dict[int, pdn.Node] = {}
        self._numbers: dict[pdn.Node, int] = {}
        self._steps: dict[int, dict[str, Any]] = {}
        self._undo: deque[tuple[Undo, list[int], pdn.Node | None]] = deque(maxlen=STEPS_MAX)
        for node in _walk(game):
            if len(self._nodes) >= NODES_MAX:
                raise MessageError(
                    say("this game has more than {most} moves with its variations: too many to show", most=NODES_MAX)
                )
            self._enter(node)
        self._describe_all()

    # -- facts ----------------------------------------------------------------------------------------------------

    def node(self, number: int) -> pdn.Node:
        node = self._nodes.get(number)
        if node is None or not self._is_in_tree(node):
            raise MessageError(say("this move is not there any more"), "node")
        return node

    def number(self, node: pdn.Node) -> int:
        return self._numbers[node]

    @property
    def can_undo(self) -> bool:
        return bool(self._undo)

    def board(self, number: int) -> damier.Board:
        return self.node(number).board()

    def picture(self) -> dict[str, Any]:
        """The whole study."""
        root = self.game.board()
        return {
            "type": "study",
            "game": game_picture(self.game.rules),
            "squares": squares_picture(self.game.rules),
            "headers": self.headers_picture(),
            "start": {
                "fen": root.fen(),
                "turn": str(root.turn),
                "number": root.fullmove_number,
                "pieces": {square: piece.symbol for square, piece in root.piece_map().items()},
                "towers": towers_picture(root),
            },
            "nodes": [self.node_picture(self._numbers[node]) for node in _walk(self.game)],
            "problems": self.problems,
            "can_undo": self.can_undo,
        }

    def headers_picture(self) -> list[list[str]]:
        return [[name, self.game.headers[name]] for name in self.game.headers]

    def node_picture(self, number: int) -> dict[str, Any]:
        """A move with all that is said about it, and the moves that follow."""
        node = self._nodes[number]
        step = self._steps[number]
        picture = {
            "id": number,
            "parent": None if node.parent is None else self._numbers.get(node.parent),
            "children": [self._numbers[child] for child in node.variations],
            **step,
            "nags": sorted(node.nags),
            "comment": visible(node.comment),
            "before": visible(node.starting_comment),
            "unread": node.unread,
        }
        if "[%" in node.comment:
            mover = damier.BLACK if step.get("color") == "black" else damier.WHITE
            picture["arrows"] = [list(arrow) for arrow in commands.arrows(node.comment, self.game.rules)]
            picture["clock"] = commands.clock(node.comment, mover, None)
            picture["eval"] = evaluation(node.comment)
        return picture

    def position_picture(self, number: int) -> dict[str, Any]:
        """What may be played after a node, and how the game stands there."""
        board = self.board(number)
        outcome = board.outcome()
        is_won = outcome is not None and outcome.winner is not None
        return {
            "type": "position",
            "node": number,
            "turn": str(board.turn),
            "fen": board.fen(),
            "moves": [] if is_won else [move_picture(board, move) for move in board.legal_moves],
            "outcome": outcome_picture(board, outcome) if outcome else None,
            "clocks": [clock_picture(clock) for clock in board.draw_clocks() if clock.active],
            "wrong": list(board.status()),
        }

    def explain(self, number: int, origin: int, target: int) -> dict[str, Any]:
        """Why a piece may not go from `origin` to `target` (0: anywhere), and which pieces must capture."""
        board = self.board(number)
        rules = board.game
        for square, name in ((origin, "from"), (target or 1, "to")):
            if not 1 <= square <= rules.squares:
                raise MessageError(
                    say("{field}: this board has the squares 1 to {last}", field=name, last=rules.squares), name
                )
        text = rules.square_name(origin)
        return {
            "type": "refusal",
            "node": number,
            "message": plain(board.explain(f"{text}-{rules.square_name(target)}" if target else text)),
            "must": sorted({move.from_square for move in board.legal_moves if move.is_capture}),
        }

    # -- changes: each answers with the numbers of the nodes that look different now -------------------------------

    def play(self, number: int, text: str) -> tuple[list[int], int]:
        """A move after a node, given in Hub text or as people write it: a new variation, unless it is there already.
        Answers with its number too.
        """
        parent = self.node(number)
        board = parent.board()
        move = _find_move(board, text)
        for child in parent.variations:
            if child.move == move:
                return [], self._numbers[child]
        if len(self._nodes) >= 2 * NODES_MAX:
            raise MessageError(say("a study has at most {most} moves", most=NODES_MAX))
        node = parent.add_variation(move)
        self._enter(node)
        new = self._numbers[node]
        before = _pieces(board)
        step = _step(board, move)
        board.push(move)
        self._steps[new] = step | {"changes": _difference(before, _pieces(board))}
        self._remember(lambda: parent.remove(node), [number])
        return [number, new], new

    def play_line(self, number: int, texts: Sequence[str]) -> tuple[list[int], int]:
        """Moves one after the other; what is there already is not added. Answers as `play` does."""
        changed: dict[int, None] = {}
        for text in texts:
            news, number = self.play(number, text)
            changed.update(dict.fromkeys(news))
        return list(changed), number

    def remove(self, number: int) -> list[int]:
        """Takes a move out, with all that follows."""
        node = self.node(number)
        parent = node.parent
        if parent is None:
            raise MessageError(say("this is where the game begins: it cannot be deleted"), "node")
        at = parent.variations.index(node)

        def put_back() -> None:
            parent.variations.insert(at, node)
            node.parent = parent

        parent.remove(node)
        changed = [self._numbers[parent]]
        self._remember(put_back, changed, node)
        return changed

    def promote(self, number: int, *, to_main: bool = False) -> list[int]:
        """Moves the variation that a move belongs to one place up, or makes it the main line all the way down."""
        before: list[tuple[pdn.Node, list[pdn.Node]]] = []
        for node in _upwards(self.node(number)):
            if node.starts_variation() and node.parent is not None:
                before.append((node.parent, list(node.parent.variations)))
                if to_main:
                    node.parent.promote_to_main(node)
                else:
                    node.parent.promote(node)
                if not to_main:
                    break
        return self._reordered(before, say("this is the main line already"))

    def demote(self, number: int) -> list[int]:
        """Moves the variation that a move belongs to one place down."""
        node = self.node(number)
        branch = next((above for above in _upwards(node) if above.starts_variation()), node)
        before: list[tuple[pdn.Node, list[pdn.Node]]] = []
        for candidate in (node, branch):
            parent = candidate.parent
            if parent is not None and parent.variations[-1] is not candidate:
                before.append((parent, list(parent.variations)))
                parent.demote(candidate)
                break
        return self._reordered(before, say("there is no variation below this one"))

    def comment(self, number: int, text: str, *, before: bool = False) -> list[int]:
        """What is said after a move, or before the first move of a variation. Times, marks and values stay."""
        node = self.node(number)
        old = (node.comment, node.starting_comment)
        if before:
            node.starting_comment = _with_text(node.starting_comment, text)
        else:
            node.comment = _with_text(node.comment, text)
        return self._said(node, old)

    def mark(self, number: int, arrows: list[tuple[int, int, str]]) -> list[int]:
        """The arrows and marked squares of a position, in place of those that are there."""
        node = self.node(number)
        squares = self.game.rules.squares
        if len(arrows) > MARKS_MAX:
            raise MessageError(say("a position has at most {most} arrows and marks", most=MARKS_MAX), "arrows")
        for origin, target, _ in arrows:
            if not (1 <= origin <= squares and 1 <= target <= squares):
                raise MessageError(
                    say("{field}: this board has the squares 1 to {last}", field="arrows", last=squares), "arrows"
                )
        old = (node.comment, node.starting_comment)
        try:
            node.set_arrows([pdn.Arrow(*arrow) for arrow in arrows])
        except ValueError as error:
            raise MessageError(said(error), "arrows") from None
        return self._said(node, old)

    def judge(self, number: int, nags: list[int]) -> list[int]:
        """The glyphs of a move, in place of those that it has."""
        node = self.node(number)
        old = set(node.nags)
        node.nags = set(nags)
        changed = [number]
        self._remember(lambda: setattr(node, "nags", old), changed)
        return changed

    def head(self, name: str, value: str) -> list[int]:
        """A tag of the game; an empty value takes it away."""
        headers = self.game.headers
        old = headers.get(name)
        if name in ("FEN", "SetUp", "GameType"):
            raise MessageError(say("the tag {name} belongs to the position", name=name), "name")
        try:
            if value:
                headers[name] = value
            elif old is not None:
                del headers[name]
        except (ValueError, TypeError) as error:
            raise MessageError(said(error), "name") from None

        def put_back() -> None:
            if old is not None:
                headers[name] = old
            elif name in headers:
                del headers[name]

        self._remember(put_back, [])
        return []

    def undo(self) -> list[int]:
        """Takes the last change back."""
        if not self._undo:
            raise MessageError(say("there is nothing to undo"))
        put_back, changed, restored = self._undo.pop()
        put_back()
        back = [] if restored is None else [self._numbers[node] for node in _walk(restored)]
        return [number for number in (*changed, *back) if self._is_in_tree(self._nodes[number])]

    # -- inside ---------------------------------------------------------------------------------------------------

    def _enter(self, node: pdn.Node) -> None:
        number = len(self._nodes)
        self._nodes[number] = node
        self._numbers[node] = number

    def _is_in_tree(self, node: pdn.Node) -> bool:
        while node.parent is not None:
            node = node.parent
        return node is self.game

    def _remember(self, put_back: Undo, changed: list[int], removed: pdn.Node | None = None) -> None:
        self._undo.append((put_back, changed, removed))

    def _reordered(self, before: list[tuple[pdn.Node, list[pdn.Node]]], refusal: Saying) -> list[int]:
        if not before:
            raise MessageError(refusal, "node")

        def put_back() -> None:
            for parent, order in reversed(before):
                parent.variations[:] = order

        changed = [self._numbers[parent] for parent, _ in before]
        self._remember(put_back, changed)
        return changed

    def _said(self, node: pdn.Node, old: tuple[str, str]) -> list[int]:
        def put_back() -> None:
            node.comment, node.starting_comment = old

        changed = [self._numbers[node]]
        self._remember(put_back, changed)
        return changed

    def _describe_all(self) -> None:
        """What each move did to the board, by one walk over the tree that plays and takes back."""
        self._steps[0] = {}
        board = self.game.board()
        todo: list[tuple[str, Any]] = [("go", child) for child in reversed(self.game.variations)]
        while todo:
            what, subject = todo.pop()
            if what == "back":
                board.pop()
                continue
            if what == "board":
                board = subject
                continue
            node: pdn.Node = subject
            before = _pieces(board)
            if node.move is not None:
                step = _step(board, node.move)
                board.push(node.move)
                todo.append(("back", None))
            else:
                todo.append(("board", board))
                board = node.board()
                step = {"setup": board.fen(), "number": board.fullmove_number, "turn": str(board.turn)}
            self._steps[self._numbers[node]] = step | {"changes": _difference(before, _pieces(board))}
            todo.extend(("go", child) for child in reversed(node.variations))


def visible(comment: str) -> str:
    """A comment without what programs write into it.

    >>> visible("[%clk 0:01:02] a fine move [%csl G23]")
    'a fine move'
    """
    if "[%" not in comment:
        return comment
    return re.sub(r"[ \t]{2,}", " ", COMMAND.sub("", comment)).strip()


def evaluation(comment: str) -> dict[str, float] | None:
    """``[%eval …]`` as men, or as plies to a proved end; good for White above 0."""
    if (proved := PROVED.search(comment)) is not None:
        return {"win_in": int(proved[1])}
    men = commands.evaluation(comment)
    return None if men is None else {"men": men}


def _with_text(comment: str, text: str) -> str:
    """A comment with other words, what programs wrote kept. Words never become commands."""
    said = " ".join(COMMAND.findall(comment))
    return f"{said} {text.replace('[%', '[ %')}".strip()


def _walk(game: pdn.Node) -> Iterator[pdn.Node]:
    """Every node, each after its parent."""
    todo = [game]
    while todo:
        node = todo.pop()
        yield node
        todo.extend(reversed(node.variations))


def _upwards(node: pdn.Node) -> Iterator[pdn.Node]:
    at: pdn.Node | None = node
    while at is not None:
        yield at
        at = at.parent


def _find_move(board: damier.Board, text: str) -> damier.Move:
    refusal = ""
    for parse in (board.parse_hub, board.parse_pdn):
        try:
            return parse(text)
        except ValueError as error:
            refusal = plain(said(error))
    raise MessageError(refusal, "move")


def _pieces(board: damier.Board) -> dict[int, str]:
    """What stands where: symbols, of a tower all from top to bottom."""
    return {square: piece.symbol for square, piece in board.piece_map().items()} | towers_picture(board)


def _difference(before: dict[int, str], after: dict[int, str]) -> dict[int, list[str | None]]:
    """What stood and what stands on every square that a step changes."""
    squares = before.keys() | after.keys()
    return {
        square: [before.get(square), after.get(square)]
        for square in sorted(squares)
        if before.get(square) != after.get(square)
    }


def _step(board: damier.Board, move: damier.Move) -> dict[str, Any]:
    """A move as the page shows it, before it is played on the board."""
    return {
        "text": board.pdn(move),
        "move": move.hub(),
        "from": move.from_square,
        "to": move.to_square,
        "path": list(move.path),
        "captures": list(move.captures),
        "parts": parts_picture(move),
        "number": board.fullmove_number,
        "color": str(board.turn),
    }
