"""Lessons: the rules of a game in words, each with positions in which it can be tried.

The words are the manual's, the positions those of ``data/lessons.json``, which ``tools/lessons.py`` finds from the rule
data. What a learner plays is judged here: right, legal but beside the point, or illegal with the reason.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

import damier
from damier import manual
from damier.saying import clause, said, say
from damier.web.messages import MessageError, Try, plain
from damier.web.picture import clock_picture, outcome_picture, position_picture

FILE: Final = Path(damier.__file__).parent / "data" / "lessons.json"
ORDER: Final = (
    "Men move", "Men capture", "Duty", "Promotion", "Kings move", "Kings capture", "Choice", "Removal", "Towers",
    "Kings at rest", "Turns", "Goal", "Draws",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Exercise:
    """A position with the moves that show the rule."""

    kind: str
    board: damier.Board
    right: frozenset[str]
    wrong: tuple[str, ...]
    """Moves that the rule forbids: without it they would be legal."""
    target: int

    def picture(self) -> dict[str, Any]:
        """The position as the page shows it. Which moves are right stays here until one is tried."""
        root = self.board.root
        played = []
        for move in self.board.move_stack:
            played.append(root.pdn(move))
            root.push(move)
        return {"kind": self.kind, "target": self.target, "played": played, **position_picture(self.board)}

    def judge(self, attempt: Try) -> dict[str, Any]:
        """``right``, ``legal`` or ``illegal``, with what follows or the reason; ``shown`` to who gives up."""
        if attempt.show:
            move = self.board.parse_hub(min(self.right))
            return {"verdict": "shown", "hint": {"from": move.from_square, "to": move.to_square}}
        if attempt.move is None:
            return self._refuse(attempt.origin, attempt.target)
        try:
            move = self.board.parse_hub(attempt.move)
        except ValueError as error:
            raise MessageError(said(error), "move") from None
        after = self.board.copy()
        text, piece = self.board.pdn(move), self.board.piece_at(move.from_square)
        taken = {square: self.board.piece_at(square) for square in move.captures}
        after.push(move)
        outcome = after.outcome(claim_draw=True)
        return {
            "verdict": "right" if move.hub() in self.right else "legal",
            "text": text,
            "promotes": move.promotes,
            "captured": len(move.captures),
            **{name: value for name, value in position_picture(after).items() if name in ("pieces", "towers", "turn")},
            "outcome": None if outcome is None else outcome_picture(after, outcome),
            "last_move": {
                "from": move.from_square,
                "to": move.to_square,
                "path": list(move.path),
                "captures": {square: man.symbol for square, man in taken.items() if man},
                "piece": piece.symbol if piece else "w",
            },
        }

    def _refuse(self, origin: int, target: int) -> dict[str, Any]:
        game = self.board.game
        for square, name in ((origin, "from"), (target or 1, "to")):
            if not 1 <= square <= game.squares:
                raise MessageError(
                    say("{field}: this board has the squares 1 to {last}", field=name, last=game.squares), name
                )
        text = game.square_name(origin)
        return {
            "verdict": "illegal",
            "message": plain(self.board.explain(f"{text}-{game.square_name(target)}" if target else text)),
            "must": sorted({move.from_square for move in self.board.legal_moves if move.is_capture}),
        }


@dataclass(frozen=True, slots=True)
class Lesson:
    """One subject of the rules."""

    topic: str
    facts: tuple[manual.Fact, ...]
    clocks: tuple[damier.DrawClock, ...]
    exercises: tuple[Exercise, ...]

    def picture(self) -> dict[str, Any]:
        return {
            "topic": self.topic,
            "facts": [{"text": fact.text, "clause": clause(fact.clause)} for fact in self.facts],
            "draws": [clock_picture(clock) for clock in self.clocks],
            "exercises": [exercise.picture() for exercise in self.exercises],
        }


@lru_cache(maxsize=8)
def lessons(id: str) -> tuple[Lesson, ...]:
    """The lessons of a game, in the order in which they are learned. Raises `MessageError` for an unknown game."""
    game = _game(id)
    facts = manual.facts(game)
    clocks = tuple(manual.drawing_rules(game, next(iter(game.profiles))))
    found = _examples().get(game.id, [])
    made = []
    for topic in ORDER:
        told = tuple(fact for fact in facts if fact.topic == topic)
        shown = tuple(exercise_of(game, example) for example in found if example["topic"] == topic)
        if told or shown or topic == "Draws":
            made.append(Lesson(topic, told, clocks if topic == "Draws" else (), shown))
    return tuple(made)


def course_picture(id: str) -> dict[str, Any]:
    """A game's lessons as the page receives them, with the board as the game begins."""
    game = _game(id)
    begins = [fact for fact in manual.facts(game) if fact.topic in ("Board", "Beginning")]
    return {
        **{name: position_picture(damier.Board(game=game))[name] for name in ("game", "squares", "pieces", "turn")},
        "begins": [{"text": fact.text, "clause": clause(fact.clause)} for fact in begins],
        "lessons": [lesson.picture() for lesson in lessons(game.id)],
    }


def judge(id: str, attempt: Try) -> dict[str, Any]:
    """What is to be said about an attempt."""
    lesson = next((lesson for lesson in lessons(_game(id).id) if lesson.topic == attempt.topic), None)
    if lesson is None:
        raise MessageError(say("this game has no such lesson"), "topic")
    if attempt.number >= len(lesson.exercises):
        raise MessageError(say("this lesson has no such exercise"), "number")
    return lesson.exercises[attempt.number].judge(attempt)


def exercise_of(game: damier.Game, example: dict[str, Any]) -> Exercise:
    """An exercise out of the file. Only where a draw is the subject do drawing rules end anything."""
    draws: Sequence[str] | None = None if example["topic"] == "Draws" else ()
    board = damier.Board(example["fen"], game=game, draws=draws)
    for text in example.get("moves", ()):
        board.push_hub(text)
    return Exercise(
        example["kind"], board, frozenset(example["right"]), tuple(example.get("wrong", ())), example.get("target", 0)
    )


def _game(id: str) -> damier.Game:
    try:
        return damier.Game(id)
    except ValueError as error:
        raise MessageError(said(error), "game") from None


@lru_cache(maxsize=1)
def _examples() -> dict[str, list[dict[str, Any]]]:
    found: dict[str, list[dict[str, Any]]] = json.loads(FILE.read_text("utf-8"))
    return found
