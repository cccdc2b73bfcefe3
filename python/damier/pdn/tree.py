"""A game as a tree of moves.

Everything here goes step by step, never down a call for every move or variation: a game may be as long and as deep as
its file says.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, TypeVar

from damier._core import Board, Color, Move, PdnGame, PdnProblem, pdn_score, pdn_tidy
from damier._core import Game as Rules
from damier.pdn import commands
from damier.pdn.commands import Arrow
from damier.pdn.headers import Headers, position
from damier.pdn.visitor import SKIP, Visitor

Result = TypeVar("Result")


class Node:
    """A move of a game, and what follows it: `variations`, of which the first is the main line.

    `move` is `None` where a position was set up in mid-game (`setup` is then its FEN) and at the root, which is the
    `Game` itself. `unread` is what follows in the text and could not be played.
    """

    __slots__ = ("_comment", "_nags", "_starting_comment", "move", "parent", "setup", "unread", "variations")

    parent: Node | None
    move: Move | None
    variations: list[Node]
    setup: str | None
    unread: str

    def __init__(self, parent: Node | None = None, move: Move | None = None, setup: str | None = None) -> None:
        self.parent = parent
        self.move = move
        self.variations = []
        self.setup = setup
        self.unread = ""
        self._comment = ""
        self._starting_comment = ""
        self._nags: set[int] | None = None

    # What is said about the move -----------------------------------------------------------------------------------

    @property
    def comment(self) -> str:
        """What is said after the move. A line break is a blank, an empty line parts paragraphs, braces are
        parentheses: that is all that a file can hold.
        """
        return self._comment

    @comment.setter
    def comment(self, text: str) -> None:
        self._comment = pdn_tidy(text)

    @property
    def starting_comment(self) -> str:
        """What is said before the first move of a variation."""
        return self._starting_comment

    @starting_comment.setter
    def starting_comment(self, text: str) -> None:
        self._starting_comment = pdn_tidy(text)

    @property
    def nags(self) -> set[int]:
        """Numeric annotation glyphs: 1 ``!``, 2 ``?``, 3 ``!!``, 4 ``??``, 5 ``!?``, 6 ``?!``, 7 forced, …"""
        if self._nags is None:
            self._nags = set()
        return self._nags

    @nags.setter
    def nags(self, nags: Iterable[int]) -> None:
        self._nags = set(nags)

    def clock(self, color: Color | None = None) -> float | None:
        """Seconds left after the move, of the side that made it where none is named: ``[%clk …]``, ``[%clock …]``."""
        return commands.clock(self._comment, self._mover(), color)

    def set_clock(self, seconds: float | None, color: Color | None = None) -> None:
        """Writes the time into the comment; `None` takes it out."""
        self.comment = commands.with_clock(self._comment, seconds, self._mover(), color)

    def move_time(self) -> float | None:
        """Seconds that the move took: ``[%emt …]``."""
        return commands.move_time(self._comment)

    def set_move_time(self, seconds: float | None) -> None:
        self.comment = commands.with_move_time(self._comment, seconds)

    def eval(self) -> float | None:
        """What a program thinks of the position, in men, good for White above 0: ``[%eval …]``."""
        return commands.evaluation(self._comment)

    def set_eval(self, men: float | None) -> None:
        self.comment = commands.with_evaluation(self._comment, men)

    def arrows(self) -> list[Arrow]:
        """Arrows and marked squares: ``[%cal G3228]``, ``[%csl Rc3]``."""
        return commands.arrows(self._comment, self.rules)

    def set_arrows(self, arrows: Iterable[Arrow]) -> None:
        """Raises `ValueError` for a colour other than green, red, yellow and blue."""
        self.comment = commands.with_arrows(self._comment, list(arrows), self.rules)

    # Where it stands -----------------------------------------------------------------------------------------------

    def game(self) -> Game:
        """The game that it belongs to."""
        node = self
        while node.parent is not None:
            node = node.parent
        if not isinstance(node, Game):
            raise ValueError("the node was removed from its game")
        return node

    @property
    def rules(self) -> Rules:
        return self.game().rules

    def board(self) -> Board:
        """A new board with the position after the move, and all that led to it. Raises `IllegalMoveError` where a move
        on the way is not legal.
        """
        path: list[Node] = []
        node: Node = self
        while node.parent is not None:
            path.append(node)
            if node.setup is not None:
                break
            node = node.parent
        game = node.game()
        board = game.board() if node.parent is None else _set_up(node, game.rules)
        for step in reversed(path):
            if step.move is not None:
                board.push(step.move)
        return board

    def turn(self) -> Color:
        """Who is to move after it."""
        plies = 0
        node: Node = self
        while node.parent is not None and node.setup is None:
            plies += 1
            node = node.parent
        game = node.game()
        first = game._root.turn if node.parent is None else _set_up(node, game.rules).turn
        return first if plies % 2 == 0 else first.opposite

    def _mover(self) -> Color:
        return self.turn().opposite

    def ply(self) -> int:
        """Moves before it and with it, from the root."""
        plies = 0
        node: Node = self
        while node.parent is not None:
            plies += node.move is not None
            node = node.parent
        return plies

    def pdn(self, *, long: bool = False, numeric: bool | None = None) -> str:
        """The text of its move; see `Board.pdn`. Empty where it has none."""
        if self.move is None or self.parent is None:
            return ""
        return self.parent.board().pdn(self.move, long=long, numeric=numeric)

    def next(self) -> Node | None:
        """The next node of the main line from here."""
        return self.variations[0] if self.variations else None

    def end(self) -> Node:
        """The last node of the main line from here."""
        node = self
        while node.variations:
            node = node.variations[0]
        return node

    def is_end(self) -> bool:
        return not self.variations

    def starts_variation(self) -> bool:
        """Is it an alternative to the main move of its position?"""
        return self.parent is not None and bool(self.parent.variations) and self.parent.variations[0] is not self

    def is_mainline(self) -> bool:
        node: Node = self
        while (parent := node.parent) is not None:
            if not parent.variations or parent.variations[0] is not node:
                return False
            node = parent
        return True

    def mainline(self) -> Iterator[Node]:
        """The nodes of the main line that come after this one."""
        node = self
        while node.variations:
            node = node.variations[0]
            yield node

    def mainline_moves(self) -> Iterator[Move]:
        """The moves of the main line that come after this one."""
        return (node.move for node in self.mainline() if node.move is not None)

    # Changing it ---------------------------------------------------------------------------------------------------

    def add_variation(
        self,
        move: Move | str,
        *,
        comment: str = "",
        starting_comment: str = "",
        nags: Iterable[int] = (),
    ) -> Node:
        """A new move from here, after those that are there; the first one is the main line. A text is read as a move in
        the position. Raises what `Board.parse_pdn` raises.
        """
        if isinstance(move, str):
            move = self.board().parse_pdn(move)
        node = Node(self, move)
        self.variations.append(node)
        if comment:
            node.comment = comment
        if starting_comment:
            node.starting_comment = starting_comment
        if nags:
            node.nags = set(nags)
        return node

    def add_main_variation(self, move: Move | str, *, comment: str = "", nags: Iterable[int] = ()) -> Node:
        """The same, as the new main line."""
        node = self.add_variation(move, comment=comment, nags=nags)
        self.promote_to_main(node)
        return node

    def add_line(
        self,
        moves: Iterable[Move | str],
        *,
        comment: str = "",
        starting_comment: str = "",
        nags: Iterable[int] = (),
    ) -> Node:
        """Moves one after the other; comment and glyphs belong to the last one. Returns its node."""
        board = self.board()
        node = self
        for move in moves:
            if isinstance(move, str):
                move = board.parse_pdn(move)
            board.push(move)
            node = node.add_variation(move, starting_comment=starting_comment)
            starting_comment = ""
        if comment:
            node.comment = f"{node.comment} {comment}"
        node.nags |= set(nags)
        return node

    def add_setup(self, fen: str) -> Node:
        """A position that is set up here, in mid-game. Raises `InvalidFenError`, `InvalidSetupError`."""
        board = Board(fen, game=self.rules, strict=False)
        text = board.fen(counters=True)
        if ":F" not in fen.upper():
            # The move after the last one, where the other side is now to move.
            before = self.board()
            number = before.fullmove_number
            number += before.turn != board.turn == board.game.first
            text = text.replace(":F1", f":F{number}", 1)
        node = Node(self, None, text)
        self.variations.append(node)
        return node

    def variation(self, which: int | Move | Node) -> Node:
        """One of the variations: by its index, its move or itself. Raises `KeyError`."""
        return self.variations[self._index(which)]

    def promote(self, which: int | Move | Node) -> None:
        """Moves a variation one place up."""
        at = self._index(which)
        if at > 0:
            self.variations[at - 1], self.variations[at] = self.variations[at], self.variations[at - 1]

    def promote_to_main(self, which: int | Move | Node) -> None:
        """Makes a variation the main line."""
        self.variations.insert(0, self.variations.pop(self._index(which)))

    def demote(self, which: int | Move | Node) -> None:
        """Moves a variation one place down."""
        at = self._index(which)
        if at + 1 < len(self.variations):
            self.variations[at + 1], self.variations[at] = self.variations[at], self.variations[at + 1]

    def remove(self, which: int | Move | Node) -> None:
        """Takes a variation out, with all that follows in it."""
        self.variations.pop(self._index(which)).parent = None

    def _index(self, which: int | Move | Node) -> int:
        for index, node in enumerate(self.variations):
            if node is which or index == which or (isinstance(which, Move) and node.move == which):
                return index
        raise KeyError(f"there is no variation {which!r} here")

    # Telling it ----------------------------------------------------------------------------------------------------

    def walk(self, visitor: Visitor[Any], board: Board) -> None:
        """Tells a visitor everything that follows; `board` has the position here, and again when that is done."""
        # What is still to be told: ("go", node) plays its move and tells what follows, ("open", node) tells a variation
        # whose move has not been played, ("close", board, ply) goes back to where it began.
        todo: list[tuple[str, Any, int]] = [("close", board, board.ply)]
        _tell_next(self, visitor, board, todo)
        while todo:
            what, subject, ply = todo.pop()
            if what == "close":
                board = subject
                while board.ply > ply:
                    board.pop()
                if todo:
                    visitor.end_variation()
                continue
            if what == "open":
                if visitor.begin_variation() is SKIP:
                    continue
                todo.append(("close", board, board.ply))
                _tell(subject, visitor, board)
            if subject.move is not None:
                board.push(subject.move)
            elif subject.setup is not None:
                board = _set_up(subject, board.game)
            _tell_next(subject, visitor, board, todo)

    def __str__(self) -> str:
        from damier.pdn.writing import StringExporter

        exporter = StringExporter(headers=False)
        exporter.begin_line()
        self.walk(exporter, self.board())
        return exporter.result()

    def __repr__(self) -> str:
        what = f"setup {self.setup}" if self.setup is not None else str(self.move)
        return f"<{type(self).__name__} {what} ({len(self.variations)} after it)>"

    def __reduce__(self) -> tuple[Any, ...]:
        game = self.game()
        return _node_at, (game, list(_nodes(game)).index(self))


class Game(Node):
    """A game: the root of its moves, its `headers`, and in `errors` what was wrong with its text.

    >>> game = Game(game="russian")
    >>> node = game.add_line(["c3-d4", "d6-c5", "b2-c3"], nags=[1])
    >>> print(game.add_variation("g3-f4", comment="the other way").parent)
    [Event "?"]
    [Site "?"]
    [Date "????.??.??"]
    [Round "?"]
    [White "?"]
    [Black "?"]
    [Result "*"]
    [GameType "25,W,8,8,A0,0"]
    <BLANKLINE>
    1. c3-d4 (1. g3-f4 {the other way}) 1... d6-c5 2. b2-c3! *
    """

    __slots__ = ("_root", "errors", "headers", "reason")

    headers: Headers
    errors: list[PdnProblem]
    reason: str

    def __init__(self, headers: Headers | None = None, *, game: str | Rules = "international") -> None:
        super().__init__()
        self.headers = Headers.with_roster() if headers is None else headers
        self.errors = []
        self.reason = ""
        self._root = Board(game=game)

    @classmethod
    def from_board(cls, board: Board) -> Game:
        """A game with the moves that were played on a board, and its result."""
        game = cls(game=board.game)
        game._root = board.root
        node: Node = game
        for move in board.move_stack:
            node = node.add_variation(move)
        game.headers["Result"] = board.result(claim_draw=True)
        return game

    @classmethod
    def from_record(cls, record: PdnGame) -> Game:
        """A game as the reader found it."""
        game = cls.__new__(cls)
        Node.__init__(game)
        game.headers = Headers.from_text(record.headers)
        game.errors = record.problems
        game.reason = record.reason
        game.headers.left = record.left
        root = record.root()
        game._root = Board() if root is None else root
        said = pdn_score(game.headers.get("Result", ""))
        if said is None and record.result not in (None, "*"):
            game.headers._tags["Result"] = str(record.result)
        nodes: list[Node] = [game]
        new, add = Node.__new__, nodes.append
        parents, moves, notes = record.nodes()
        for index, move in zip(parents, moves, strict=True):
            node = new(Node)
            node.parent = parent = nodes[index]
            node.move = move
            node.variations = []
            node.setup = None
            node.unread = node._comment = node._starting_comment = ""
            node._nags = None
            parent.variations.append(node)
            add(node)
        for index, name, value in notes:
            node = nodes[index]
            if name == "comment":
                node._comment = value
            elif name == "starting_comment":
                node._starting_comment = value
            elif name == "nags":
                node._nags = set(value)
            elif name == "setup":
                node.setup = value
            else:
                node.unread = value
        return game

    @property
    def rules(self) -> Rules:
        """Which draughts game it is."""
        return self._root.game

    def board(self) -> Board:
        """A new board with the position that the game begins with."""
        return self._root.copy()

    def set_up(self, board: Board) -> None:
        """Lets the game begin with another position, or be another draughts game. Raises `ValueError` where there are
        moves already.
        """
        if self.variations:
            raise ValueError("the game has moves: its first position cannot change")
        self._root = board.copy(stack=False)

    @property
    def winner(self) -> Color | None:
        """Who won, by the Result tag; `None` for a draw and for what says nothing."""
        score = pdn_score(self.headers.get("Result", "*"))
        if score is None or score[0] == score[1]:
            return None
        left = self.headers.left
        return left if score[0] > score[1] else left.opposite

    @property
    def is_draw(self) -> bool:
        """Does the Result tag say that it was drawn? Both may also have lost: ``0-0``."""
        score = pdn_score(self.headers.get("Result", "*"))
        return score is not None and score[0] == score[1] > 0

    def fen(self) -> str | None:
        """The position that it begins with, `None` where that is the start of the draughts game that it is."""
        return position(self._root)

    def accept(self, visitor: Visitor[Result]) -> Result:
        """Tells a visitor the game from beginning to end; gives what it makes of it."""
        visitor.begin_game()
        for name in self.headers:
            visitor.visit_header(name, self.headers[name])
        for name, value in self.headers.repeated:
            visitor.visit_header(name, value)
        board = self.board()
        if visitor.end_headers(self.headers, board) is not SKIP:
            for nag in sorted(self._nags or ()):
                visitor.visit_nag(nag)
            if self._comment:
                visitor.visit_comment(self._comment)
            if self.unread:
                visitor.visit_unread(self.unread)
            self.walk(visitor, board)
        for error in self.errors:
            visitor.handle_error(error)
        visitor.visit_result(self.headers.get("Result", "*"))
        visitor.end_game()
        return visitor.result()

    def __str__(self) -> str:
        """Strict PDN 3.0 in 80 columns."""
        from damier.pdn.writing import StringExporter

        return self.accept(StringExporter())

    def __repr__(self) -> str:
        names = " - ".join(self.headers.get(side, "?") for side in ("White", "Black"))
        return f"<Game {names}, {self.rules.id}, {sum(1 for _ in self.mainline())} plies>"

    def __reduce__(self) -> tuple[Any, ...]:
        nodes = list(_nodes(self))
        index = {id(node): at for at, node in enumerate(nodes)}
        parents = [index[id(node.parent)] for node in nodes[1:]]
        moves = [(node.move, node.setup) for node in nodes[1:]]
        said = [(node._comment, node._starting_comment, node._nags, node.unread) for node in nodes]
        headers = (list(self.headers._tags.items()), self.headers.repeated)
        return _restore, (
            type(self),
            headers,
            self._root,
            self.headers.left,
            parents,
            moves,
            said,
            self.reason,
            self.errors,
        )


def _nodes(game: Node) -> Iterator[Node]:
    """Every node, each after its parent and before its younger siblings."""
    todo = [game]
    while todo:
        node = todo.pop()
        yield node
        todo.extend(reversed(node.variations))


def _node_at(game: Game, index: int) -> Node:
    return list(_nodes(game))[index]


def _set_up(node: Node, rules: Rules) -> Board:
    return Board(node.setup, game=rules, strict=False)


def _tell(node: Node, visitor: Visitor[Any], board: Board) -> None:
    """A move and what is said about it; the board has the position before it."""
    if node._starting_comment:
        visitor.visit_comment(node._starting_comment)
    nags = sorted(node._nags) if node._nags else []
    if node.move is not None:
        visitor.visit_move(board, node.move, nags)
    elif node.setup is not None:
        visitor.visit_setup(board, node.setup)
        for nag in nags:
            visitor.visit_nag(nag)
    if node._comment:
        visitor.visit_comment(node._comment)
    if node.unread:
        visitor.visit_unread(node.unread)


def _tell_next(node: Node, visitor: Visitor[Any], board: Board, todo: list[tuple[str, Any, int]]) -> None:
    """What follows a node: the main move now, then its alternatives, then what follows the main move."""
    if node.variations:
        main = node.variations[0]
        _tell(main, visitor, board)
        todo.append(("go", main, 0))
        todo.extend(("open", other, 0) for other in reversed(node.variations[1:]))


def _restore(
    kind: type[Game],
    headers: tuple[list[tuple[str, str]], list[tuple[str, str]]],
    root: Board,
    left: Color,
    parents: list[int],
    moves: list[tuple[Move | None, str | None]],
    said: list[tuple[str, str, set[int] | None, str]],
    reason: str,
    errors: list[PdnProblem],
) -> Game:
    """For pickle and copies."""
    game = kind.__new__(kind)
    Node.__init__(game)
    game.headers = Headers.from_text(headers[0])
    game.headers.repeated = list(headers[1])
    game._root = root
    game.headers.left = left
    game.reason = reason
    game.errors = list(errors)
    nodes: list[Node] = [game]
    for parent, (move, setup) in zip(parents, moves, strict=True):
        node = Node(nodes[parent], move, setup)
        nodes[parent].variations.append(node)
        nodes.append(node)
    for node, (comment, starting, nags, unread) in zip(nodes, said, strict=True):
        node._comment, node._starting_comment, node._nags, node.unread = comment, starting, nags, unread
    return game
