"""What goes over the wire, described: the page itself and other programs speak the same language.

OpenAPI and `docs/api.md` are written from these models, and the tests hold every answer against them. The server does
not build its answers from them: pictures (`picture.py`, `study.py`) are plain data, made fast.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, RootModel
from pydantic.json_schema import models_json_schema

from damier.web.messages import COMMENT_LENGTH, FEN_LENGTH, MOVE_LENGTH, NODE_MAX, PLY_MAX, SOLVE_SECONDS_MAX

Side = Literal["white", "black"]
Piece = Annotated[str, Field(pattern="^[wWbB]$", description="`w` and `b` are men, `W` and `B` kings.")]
Squares = Annotated[
    dict[str, Piece],
    Field(description="What stands where: squares by their numbers.", examples=[{"28": "w", "19": "b"}]),
]
MoveText = Annotated[
    str, Field(min_length=1, max_length=MOVE_LENGTH, description="In Hub notation, or as people write it.")
]
Ply = Annotated[int, Field(ge=0, le=PLY_MAX, description="Plies played so far: which position is meant.")]
NodeId = Annotated[int, Field(ge=0, le=NODE_MAX, description="The number of a move in the tree; 0 is the beginning.")]


class Model(BaseModel):
    """What the server sends: nothing that is not described."""

    model_config = ConfigDict(extra="forbid", use_attribute_docstrings=True)


class Wish(BaseModel):
    """What the server is asked; what it does not know is passed over."""

    model_config = ConfigDict(use_attribute_docstrings=True)


# -- common -----------------------------------------------------------------------------------------------------------


class Problem(Model):
    """Why something was refused."""

    type: Literal["error"]
    message: str
    """A sentence for people."""
    field: str | None
    """The part of the question that is at fault."""


class Game(Model):
    """A draughts game: what a board needs to know of it."""

    id: str
    name: str
    files: int
    ranks: int
    all_squares: bool
    """Light and dark squares are played on."""
    two_games: bool
    """One is played on the dark squares, another on the light ones."""
    mirrored: bool
    algebraic: bool
    """Squares are called by letters and digits."""
    first: Side
    profiles: list[str]
    """The sets of drawing rules that it may be played with, the usual one first."""
    removal: Literal["at_end", "at_once"]
    """When jumped pieces leave the board."""


class GameWithBallots(Game):
    """A game, and the openings that can be drawn by lot."""

    ballots: list[int]
    """For how many plies."""


class Level(Model):
    """How strong damier plays."""

    name: str
    description: str


class Games(Model):
    """Every game and every level."""

    games: list[GameWithBallots]
    levels: list[Level]


class Square(Model):
    """Where a square lies."""

    square: int
    file: int
    rank: int
    name: str


class Part(Model):
    """One of the two moves of a turn, where two games are played at once."""

    from_: Annotated[int, Field(alias="from")]
    to: int
    path: list[int]
    captures: list[int]


class Move(Part):
    """A legal move."""

    id: str
    """Its Hub notation, which is never ambiguous."""
    promotes: bool
    text: str
    parts: list[Part]
    leaves: dict[str, str]
    """Where pieces stand on each other: what stands after it on the squares that it touches, from top to bottom."""


class PlayedMove(Model):
    """A move that was made, in enough detail to show it."""

    from_: Annotated[int, Field(alias="from")]
    to: int
    path: list[int]
    captures: Squares
    piece: Piece
    promotes: bool
    text: str
    parts: list[Part]
    """Its moves, where two games are played at once."""


class DrawCount(Model):
    """A drawing rule that counts."""

    rule: str
    clause: str
    description: str
    count: int
    limit: int
    automatic: bool
    """The game ends by itself; otherwise somebody must claim."""


class Outcome(Model):
    """How a game ended."""

    winner: Side | None
    termination: str
    rule: str
    clause: str
    reason: str
    result: str


class HalfOutcome(Model):
    """How one of two games ended."""

    winner: Side | None
    reason: str


class Half(Model):
    """One of two games at once."""

    squares: Literal["light", "dark"]
    outcome: HalfOutcome | None


class Position(Model):
    """A position: where the squares are, what stands on them, what may move."""

    ply: int
    game: Game
    squares: list[Square]
    turn: Side
    pieces: Squares
    towers: dict[str, str]
    """Where pieces stand on each other: symbols from top to bottom."""
    games: list[Half]
    moves: list[Move]
    clocks: list[DrawCount]
    outcome: Outcome | None
    fen: str


# -- games that are played --------------------------------------------------------------------------------------------


class NewGameWish(Wish):
    """A new game."""

    game: Annotated[str, Field(min_length=1, max_length=40, examples=["international", "russian"])]
    side: Literal["white", "black", "random", "both"] = "both"
    """Which the person plays; the other is damier's."""
    level: Annotated[str, Field(min_length=1, max_length=40)] | None = None
    fen: Annotated[str, Field(min_length=1, max_length=FEN_LENGTH, examples=["W:W31-50:B1-20"])] | None = None
    draws: Annotated[str, Field(min_length=1, max_length=40)] | None = None
    """A set of drawing rules; by default the game's first."""
    clock: Annotated[str, Field(min_length=1, max_length=40, examples=["180+2", "300", "40/3600"])] | None = None
    """In seconds; by default no time is kept."""
    ballot: Annotated[int, Field(ge=0, le=20)] | None = None
    """Plies of an opening that is drawn by lot."""


class Address(Model):
    """Where other machines on the network find this server; nothing where only this machine can."""

    address: str | None


class Id(Model):
    """What was made or thrown away."""

    id: str


class Seats(Model):
    """Who plays."""

    white: Literal["person", "engine"]
    black: Literal["person", "engine"]


class Listing(Model):
    """One line of the list of games."""

    id: str
    game: str
    plies: int
    seats: Seats
    level: str | None
    created: float
    """Seconds since 1970."""
    updated: float
    result: str | None
    """Missing while the game goes on."""


class Sittings(Model):
    """A part of the list of games."""

    total: int
    """How many fit."""
    first: int
    sittings: list[Listing]
    remarks: list[str]
    """What is to be known of the place where they are kept."""


class SideClocks(Model):
    """Seconds that both sides have left."""

    white: float
    black: float


class Clocks(Model):
    """The clocks of a game."""

    control: str | None
    left: SideClocks
    running: Side | None


class StateMessage(Position):
    """A game that is played, after every change: all that there is to know."""

    type: Literal["state"]
    id: str
    last_move: PlayedMove | None
    history: list[str]
    first_turn: Side
    first_number: int
    seats: Seats
    person: Side
    level: str | None
    thinking: bool
    note: str | None
    draw_offer: Side | None
    can_offer_draw: bool
    can_claim_draw: bool
    claim_moves: list[str]
    can_undo: bool
    can_resign: bool
    clock: Clocks | None


class RefusalMessage(Model):
    """Why a piece may not go there."""

    type: Literal["refusal"]
    ply: int
    from_: Annotated[int, Field(alias="from")]
    to: int | None
    message: str
    must: list[int]
    """The pieces that must capture."""


class LookMessage(Model):
    """An earlier position."""

    type: Literal["look"]
    ply: int
    at: int
    pieces: Squares
    towers: dict[str, str] = {}
    last_move: PlayedMove | None


class Value(Model):
    """What a move is worth for who makes it, exactly."""

    result: Literal[1, 0, -1]
    plies: int | None
    """To the end of the game; missing for a draw."""


class HintMessage(Model):
    """A good move."""

    type: Literal["hint"]
    ply: int
    move: Move
    value: Value | None
    """Where endgame tables know it."""


class MoveWish(Wish):
    """A move."""

    type: Literal["move"]
    ply: Ply
    move: MoveText
    claim: bool = False
    """It claims a draw."""


class ExplainWish(Wish):
    """Why may a piece not go there?"""

    type: Literal["explain"]
    ply: Ply
    from_: Annotated[int, Field(alias="from", ge=0, le=1000)]
    to: Annotated[int, Field(ge=0, le=1000)] | None = None


class LookWish(Wish):
    """An earlier position."""

    type: Literal["look"]
    ply: Ply
    at: Ply


class DeedWish(Wish):
    """A deed that needs no more words."""

    type: Literal["undo", "resign", "offer_draw", "accept_draw", "decline_draw", "claim_draw", "think", "hint"]
    ply: Ply


class PlayWish(RootModel[Annotated[MoveWish | ExplainWish | LookWish | DeedWish, Field(discriminator="type")]]):
    """What a page says about a game that is played."""


class PlayNews(
    RootModel[
        Annotated[StateMessage | RefusalMessage | LookMessage | HintMessage | Problem, Field(discriminator="type")]
    ]
):
    """What a page is told about a game that is played."""


# -- positions set up by hand, endgame tables -------------------------------------------------------------------------


class ValuedMove(Value):
    """A legal move with its value."""

    move: str
    text: str
    from_: Annotated[int, Field(alias="from")]
    to: int


class Size(Model):
    """The tables of a game up to so many pieces."""

    pieces: int
    positions: int
    bytes: int
    """On disk, about."""
    reasonable: bool
    """They may be built from a page."""


class KnownTable(Model):
    """A position that endgame tables know; values are those of the side to move."""

    state: Literal["known"]
    pieces: int
    result: Literal[1, 0, -1]
    plies: int | None
    certain: bool
    """No drawing rule can come before the win."""
    moves: list[ValuedMove]
    """The best first."""


class UnknownTable(Model):
    """A position of few pieces that no table here knows."""

    state: Literal["missing", "damaged"]
    pieces: int
    have: int
    """Up to how many pieces there are tables."""
    size: Size | None
    message: str


Table = Annotated[KnownTable | UnknownTable, Field(discriminator="state")]


class Values(Model):
    """What endgame tables say; nothing where none is to be expected."""

    table: Table | None


class Worth(Model):
    """A piece, and what it is worth to its own side where it stands."""

    square: Annotated[int, Field(ge=1)]
    worth: int
    """In hundredths of a man."""
    heat: Annotated[float, Field(ge=-1, le=1)]
    """By how many men that is more than the mean of its kind."""


class Worths(Model):
    """What a position looks worth without search."""

    value: int
    """To White, in hundredths of a man."""
    worths: list[Worth]
    """Empty for towers."""


class SetUpWish(Wish):
    """Pieces on a board, or a FEN to take them from."""

    game: Annotated[str, Field(min_length=1, max_length=40, examples=["international"])]
    pieces: dict[str, Piece] | None = None
    turn: Side = "white"
    fen: Annotated[str, Field(min_length=1, max_length=FEN_LENGTH)] | None = None
    mirrored: bool = False
    """Colours are swapped and the board is turned."""
    quiet: Annotated[int, Field(ge=0, le=9999)] | None = None
    """Plies since the last capture or man's move; by default what the FEN says."""
    number: Annotated[int, Field(ge=1, le=9999)] | None = None
    """Of the coming move."""
    king_moves: Annotated[list[Annotated[int, Field(ge=0, le=3)]], Field(min_length=2, max_length=2)] | None = None
    """King moves in a row of White and of Black, where the game limits them."""


class SetUp(Model):
    """A position that is set up by hand, and what is wrong with it."""

    game: Game
    squares: list[Square]
    pieces: Squares
    turn: Side
    fen: str
    wrong: list[str]
    moves: int
    outcome: str | None
    quiet: int | None
    """Plies since the last capture or man's move; missing where no drawing rule counts them."""
    number: int
    king_moves: list[int] | None
    clocks: list[DrawCount]
    table: Table | None


class BuildWish(Wish):
    """Endgame tables to build."""

    game: Annotated[str, Field(min_length=1, max_length=40, examples=["english"])]
    pieces: Annotated[int, Field(ge=0, le=20)]
    """Up to so many, both sides together."""


class Build(Model):
    """A build of endgame tables."""

    game: str
    name: str
    pieces: int
    state: Literal["running", "done", "stopped", "failed"]
    table: str | None
    positions: int
    total: int
    message: str | None
    seconds_left: int | None


class BuildState(Model):
    """The build that is under way, or how the last one ended."""

    build: Build | None


class GameTables(Model):
    """The endgame tables of a game."""

    id: str
    name: str
    have: int
    sizes: list[Size]


class Tables(BuildState):
    """Which endgame tables there are."""

    games: list[GameTables]
    may_build: bool
    """The page runs on the server's own machine."""


# -- files of games ---------------------------------------------------------------------------------------------------


class CollectionFile(Model):
    """A file of games that was opened."""

    id: str
    name: str
    bytes: int
    opened: float
    """Seconds since 1970."""


class Collections(Model):
    """The files that were opened last, and the encodings that one may be read in."""

    collections: list[CollectionFile]
    encodings: list[str]


class Collection(Model):
    """What is in a file."""

    id: str
    name: str
    games: int
    faults: int
    problems: int
    kinds: dict[str, int]
    """How many games of each draughts game."""
    game: str | None
    encoding: str | None
    found_encoding: str | None
    done: bool
    """It was read to its end."""
    cut: bool
    """It has more games than a list holds."""
    failure: str | None


class Row(Model):
    """One game of a file."""

    number: int
    line: int
    white: str
    black: str
    result: str
    date: str
    event: str
    round: str
    plies: int
    game: str
    faults: int
    problems: int
    changed: bool


class Rows(Model):
    """A part of the list of games."""

    total: int
    first: int
    rows: list[Row]
    done: bool


class TextProblem(Model):
    """Something that is wrong with the text of a game."""

    game: int
    line: int
    ply: int | None
    text: str
    reason: str
    fault: bool
    kind: str


class ProblemRows(Model):
    """A part of the list of problems."""

    total: int
    first: int
    rows: list[TextProblem]
    done: bool


class Neighbours(Model):
    """The games before and after one."""

    before: int | None
    after: int | None
    games: int
    name: str


class StudyWish(Wish):
    """What is to be analysed: a game that is played here, or a position with the moves after it."""

    game: Annotated[str, Field(min_length=1, max_length=40)] | None = None
    fen: Annotated[str, Field(min_length=1, max_length=FEN_LENGTH)] | None = None
    moves: list[MoveText] = []
    sitting: Annotated[str, Field(min_length=1, max_length=40)] | None = None


class StudyId(Model):
    """A game to work on: the file that it is in, and its number there."""

    id: str
    number: int


# -- games that are analysed ------------------------------------------------------------------------------------------


class Start(Model):
    """The position that a game begins with."""

    fen: str
    turn: Side
    number: int
    pieces: Squares
    towers: dict[str, str]


Ink = Literal["green", "red", "yellow", "blue"]
Change = tuple[str | None, str | None]


class Node(Model):
    """A move of the tree with all that is said about it; a position set up in mid-game has no move."""

    id: int
    parent: int | None
    children: list[int]
    nags: list[int]
    comment: str
    before: str
    unread: str
    text: str | None = None
    move: str | None = None
    from_: Annotated[int | None, Field(alias="from")] = None
    to: int | None = None
    path: list[int] = []
    captures: list[int] = []
    parts: list[Part] = []
    number: int | None = None
    color: Side | None = None
    turn: Side | None = None
    setup: str | None = None
    changes: dict[str, Change] = {}
    """What stood and what stands on every square that the move changes: symbols from top to bottom."""
    arrows: list[tuple[int, int, Ink]] = []
    clock: float | None = None
    eval: dict[str, float] | None = None


class ReviewedMove(Model):
    """A move as the review judges it."""

    node: int
    color: Side
    number: int
    text: str
    points: float
    """That White may expect after it."""
    cost: float
    mark: str | None
    is_best: bool
    best: list[str]


class ReviewMessage(Model):
    """How far the review of a game is, or what it found."""

    type: Literal["review"]
    state: Literal["waiting", "running", "done", "stopped", "failed"]
    done: int | None = None
    total: int | None = None
    message: str | None = None
    start: float | None = None
    accuracy: dict[str, float | None] | None = None
    counts: dict[str, dict[str, int]] | None = None
    moves: list[ReviewedMove] | None = None


class StudyMessage(Model):
    """A game that is analysed: the whole tree."""

    type: Literal["study"]
    collection: str
    number: int
    changed: bool
    game: Game
    squares: list[Square]
    headers: list[tuple[str, str]]
    start: Start
    nodes: list[Node]
    problems: list[TextProblem]
    can_undo: bool
    review: ReviewMessage | None
    note: str | None


class ChangedMessage(Model):
    """What looks different now."""

    type: Literal["changed"]
    nodes: list[Node]
    headers: list[tuple[str, str]]
    can_undo: bool
    changed: bool
    note: str | None


class PositionMessage(Model):
    """What may be played after a move."""

    type: Literal["position"]
    node: int
    turn: Side
    fen: str
    moves: list[Move]
    outcome: Outcome | None
    clocks: list[DrawCount]
    wrong: list[str]
    table: bool
    """What endgame tables say follows."""


class TableMessage(Model):
    """What endgame tables say of the position after a move."""

    type: Literal["table"]
    node: int
    table: Table | None


class StudyRefusalMessage(Model):
    """Why a piece may not go there."""

    type: Literal["refusal"]
    node: int
    message: str
    must: list[int]


class GoMessage(Model):
    """The move that was made has this number."""

    type: Literal["go"]
    node: int


class LineMove(Model):
    """A move of the engine's line."""

    move: str
    text: str
    number: int
    color: Side


class Line(Model):
    """A line of the engine; values are White's."""

    hundredths: int
    win_in: int | None
    points: float
    from_: Annotated[int, Field(alias="from")]
    to: int
    parts: list[Part]
    moves: list[LineMove]


class LinesMessage(Model):
    """What the engine thinks."""

    type: Literal["lines"]
    node: int
    threat: bool
    state: Literal["waiting", "thinking", "done", "over", "full", "failed"]
    lines: list[Line]
    depth: int | None = None
    seldepth: int | None = None
    nodes: int | None = None
    nps: int | None = None
    seconds: float | None = None
    message: str | None = None


class TriedMessage(Model):
    """What another move was worth in the place of one that was judged."""

    type: Literal["tried"]
    node: int
    text: str
    move: str
    is_best: bool
    is_good: bool
    accuracy: int
    cost: float


class StudyNews(
    RootModel[
        Annotated[
            StudyMessage
            | ChangedMessage
            | PositionMessage
            | TableMessage
            | StudyRefusalMessage
            | GoMessage
            | LinesMessage
            | ReviewMessage
            | TriedMessage
            | Problem,
            Field(discriminator="type"),
        ]
    ]
):
    """What a page is told about a game that is analysed."""


class NodeWish(Wish):
    """Something about one move: what may be played after it; or it is deleted, moved up or down, made the main line."""

    type: Literal["position", "delete", "promote", "main", "demote"]
    node: NodeId


class StudyMoveWish(Wish):
    """A move, or one to be tried in the place of one that was judged."""

    type: Literal["play", "try"]
    node: NodeId
    move: MoveText


class StudyExplainWish(Wish):
    """Why may a piece not go there?"""

    type: Literal["explain"]
    node: NodeId
    from_: Annotated[int, Field(alias="from", ge=0, le=1000)]
    to: Annotated[int, Field(ge=0, le=1000)] | None = None


class CommentWish(Wish):
    """What is said after a move, or before it."""

    type: Literal["comment"]
    node: NodeId
    text: Annotated[str, Field(max_length=COMMENT_LENGTH)]
    before: bool = False


class MarksWish(Wish):
    """The arrows and marked squares of a position; both ends of a mark are the same."""

    type: Literal["marks"]
    node: NodeId
    arrows: Annotated[list[tuple[int, int, Ink]], Field(max_length=200)]


class GlyphsWish(Wish):
    """The glyphs of a move, as numbers of PDN."""

    type: Literal["glyphs"]
    node: NodeId
    nags: Annotated[list[Annotated[int, Field(ge=0, le=255)]], Field(max_length=20)]


class HeaderWish(Wish):
    """A tag of the game; an empty text takes it away."""

    type: Literal["header"]
    name: Annotated[str, Field(min_length=1, max_length=200)]
    text: Annotated[str, Field(max_length=COMMENT_LENGTH)]


class EngineWish(Wish):
    """Let the engine search a position."""

    type: Literal["engine"]
    node: NodeId
    lines: Annotated[int, Field(ge=0, le=5)]
    threat: bool = False
    """What the side threatens that is not to move."""


class LineWish(Wish):
    """Moves one after the other."""

    type: Literal["line"]
    node: NodeId
    moves: Annotated[list[MoveText], Field(max_length=40)]


class ReviewWish(Wish):
    """Let the game be judged."""

    type: Literal["review"]
    depth: Literal["quick", "normal", "deep"]


class StudyDeedWish(Wish):
    """A deed that needs no more words."""

    type: Literal["undo", "restore", "engine_off", "review_off", "annotate"]


class WorkWish(
    RootModel[
        Annotated[
            NodeWish
            | StudyMoveWish
            | StudyExplainWish
            | CommentWish
            | MarksWish
            | GlyphsWish
            | HeaderWish
            | EngineWish
            | LineWish
            | ReviewWish
            | StudyDeedWish,
            Field(discriminator="type"),
        ]
    ]
):
    """What a page says about a game that is analysed."""


# -- learning ---------------------------------------------------------------------------------------------------------


class Fact(Model):
    """What a rulebook says."""

    text: str
    clause: str


class Exercise(Position):
    """A position in which a rule is tried. Which moves show it is told when one is tried."""

    kind: str
    """What is to be done."""
    target: int
    """A square that is marked; 0 is none."""
    played: list[str]
    """The moves that led to the position, where they matter."""


class Lesson(Model):
    """One subject of the rules."""

    topic: str
    facts: list[Fact]
    draws: list[DrawCount]
    exercises: list[Exercise]


class Course(Model):
    """The rules of a game in words, with positions to try."""

    game: Game
    squares: list[Square]
    pieces: Squares
    turn: Side
    begins: list[Fact]
    lessons: list[Lesson]


class TryWish(Wish):
    """What a learner does: plays a move that the board offers, sends a piece where none of them goes, or gives up."""

    topic: Annotated[str, Field(min_length=1, max_length=40, examples=["Men move"])]
    number: Annotated[int, Field(ge=0, le=100)]
    """Which exercise of the lesson."""
    move: MoveText | None = None
    from_: Annotated[int, Field(alias="from", ge=0, le=1000)] = 0
    to: Annotated[int, Field(ge=0, le=1000)] | None = None
    show: bool = False
    """The learner gives up."""


class Hint(Model):
    """The way of a move that shows the rule."""

    from_: Annotated[int, Field(alias="from")]
    to: int


class TriedMove(Model):
    """How a move went that was tried."""

    from_: Annotated[int, Field(alias="from")]
    to: int
    path: list[int]
    captures: Squares
    piece: Piece


class ShownVerdict(Model):
    """Where to look, for who gives up."""

    verdict: Literal["shown"]
    hint: Hint


class IllegalVerdict(Model):
    """Why a piece may not go there."""

    verdict: Literal["illegal"]
    message: str
    must: list[int]
    """The pieces that must capture."""


class LegalVerdict(Model):
    """A legal move: it shows the rule, or is beside the point."""

    verdict: Literal["right", "legal"]
    text: str
    promotes: bool
    captured: int
    pieces: Squares
    towers: dict[str, str]
    turn: Side
    outcome: Outcome | None
    last_move: TriedMove


class Verdict(RootModel[Annotated[ShownVerdict | IllegalVerdict | LegalVerdict, Field(discriminator="verdict")]]):
    """What is to be said about an attempt."""


# -- compositions -----------------------------------------------------------------------------------------------------


class ProblemWish(Wish):
    """A composition to solve."""

    game: Annotated[str, Field(min_length=1, max_length=40, examples=["international"])]
    fen: Annotated[str, Field(min_length=1, max_length=FEN_LENGTH)]
    seconds: Annotated[int, Field(ge=0, le=SOLVE_SECONDS_MAX)] | None = None
    """How long it may take; 20 by default."""


class WaitingLine(Model):
    """Other searches come first."""

    type: Literal["waiting"]


class ProgressLine(Model):
    """How far a search has come."""

    type: Literal["progress"]
    stage: str
    free: int
    quiet: int
    positions: int
    solutions: int
    seconds: float


class Dual(Model):
    """Another move that wins as well."""

    text: str
    minor: bool


class SolutionStep(Model):
    """A move of a solution, with what follows."""

    id: str
    text: str
    from_: Annotated[int, Field(alias="from")]
    to: int
    path: list[int]
    captures: list[int]
    promotes: bool
    duals: list[Dual]
    left_out: int
    """Replies that are not told."""
    replies: list[SolutionStep]


class Solution(Model):
    """A first move that wins by force."""

    text: str
    proof: Literal["forced", "search"]
    moves: int
    """How many moves of the attacker it takes."""
    end: Literal["over", "table", "material", "search"]
    gain: int
    """In men."""
    duals: int
    tree: SolutionStep


class EngineHint(Model):
    """What the engine likes best where nothing was proved."""

    text: str
    hundredths: int
    """Of a man."""


class SolvedLine(Model):
    """Everything that was found."""

    type: Literal["solved"]
    complete: bool
    """Every first move was looked through as far as the bounds go."""
    free: int
    quiet: int
    positions: int
    seconds: float
    hint: EngineHint | None
    solutions: list[Solution]


class SolvingNews(RootModel[Annotated[WaitingLine | ProgressLine | SolvedLine | Problem, Field(discriminator="type")]]):
    """A line about a composition that is solved."""


class Diagram(Model):
    """A position for a sheet."""

    number: int
    """Of its game in the file."""
    game: str
    fen: str
    turn: Side
    title: str
    solution: str
    """The moves that follow."""


class Diagrams(Model):
    """Positions of a file that are worth a diagram."""

    diagrams: list[Diagram]
    left_out: int
    """Games without any."""
    cut: bool
    """There are more than a sheet has room for."""
    name: str
    """Of the file."""


SOCKETS: dict[str, tuple[str, type[BaseModel], type[BaseModel]]] = {
    "/live/{id}": (
        "A game that is played. Its whole state is told after every change; a page may miss some in between, never the "
        "last. Close codes: 4404 there is no such game, 4422 it is damaged, 1013 try again later.",
        PlayWish,
        PlayNews,
    ),
    "/live/{id}/{number}": (
        "A game of a file that is analysed. The whole tree is told once, then what has changed. Close codes as above.",
        WorkWish,
        StudyNews,
    ),
}
"""Web sockets: what they are for, what a page says, what it is told."""


def schemas() -> dict[str, Any]:
    """Every model as JSON Schema, by its name."""
    wishes = [(model, "validation") for model in _family(Wish)]
    news = [(model, "serialization") for model in _family(Model)]
    roots = [(wish, "validation") for _, wish, _ in SOCKETS.values()]
    roots += [(told, "serialization") for _, _, told in SOCKETS.values()]
    roots += [(model, "serialization") for model in (Verdict, SolvingNews)]
    every: list[Any] = [*wishes, *news, *roots]
    return dict(models_json_schema(every, ref_template="#/components/schemas/{model}")[1]["$defs"])


def _family(base: type[BaseModel]) -> list[type[BaseModel]]:
    """The models that are made from one."""
    return [model for child in base.__subclasses__() for model in (child, *_family(child))]
