"""``damier play``: a game against the engine in the terminal."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Final

import typer

from damier._core import (
    BLACK,
    WHITE,
    AmbiguousMoveError,
    Board,
    Color,
    IllegalMoveError,
    InvalidMoveError,
    Move,
    Outcome,
)
from damier.cli.board import Picture
from damier.cli.console import DrawsOption, GameOption, out, side, verdict
from damier.engine import LEVELS, Level, Limit, LocalEngine

HINT: Final = Limit(time=1.0)
HELP: Final = (
    "Type a move as it is written (32-28, 28x19, c3-d4), or: "
    "moves · undo · flip · hint · draw · claim · resign · fen · help · quit"
)


def play(
    game: GameOption = "international",
    fen: Annotated[str | None, typer.Option("--fen", "-f", help="Position to begin from.")] = None,
    color: Annotated[str, typer.Option("--color", "-c", help="Your side: white or black.")] = "white",
    level: Annotated[str, typer.Option("--level", "-l", help=f"One of {', '.join(LEVELS)}.")] = "casual",
    draws: DrawsOption = None,
) -> None:
    """Play a game in the terminal, moves typed as they are written."""
    sides = {"white": WHITE, "black": BLACK}
    if color.lower() not in sides:
        raise ValueError(f"no such side: {color} (white or black)")
    if level not in LEVELS:
        raise ValueError(f"no such level: {level} (there are {', '.join(LEVELS)})")
    with LocalEngine() as engine:
        Duel(Board(fen, game=game, draws=draws), sides[color.lower()], LEVELS[level], engine).play()


class Duel:
    """A game in progress: the board, who sits where, and how it is seen."""

    def __init__(self, board: Board, player: Color, level: Level, engine: LocalEngine) -> None:
        self.board = board
        self.player = player
        self.level = level
        self.engine = engine
        self.orientation = player
        self.end: Outcome | None = None
        self.commands: dict[str, Callable[[], None]] = {
            "moves": self.list_moves,
            "undo": self.undo,
            "flip": self.flip,
            "hint": self.hint,
            "draw": self.offer_draw,
            "claim": self.claim_draw,
            "resign": self.resign,
            "fen": self.print_fen,
            "help": self.print_help,
        }

    def play(self) -> None:
        """Turn by turn until the game ends or the player leaves."""
        out.print(f"[bold]{self.board.game.name}[/] against damier, level {self.level.name}. {self.level.description}")
        self.print_help()
        self.show()
        while True:
            self.end = self.end or self.board.outcome()
            if self.end is not None:
                out.print(f"\n{verdict(self.board, self.end)}", style="bold", soft_wrap=True)
                return
            if self.board.turn != self.player:
                self.reply()
            elif not self.turn():
                out.print(f"\nLeft at: {self.board.fen()}", style="dim", markup=False, soft_wrap=True)
                return

    def turn(self) -> bool:
        """One line from the player; false when there are no more."""
        try:
            text = out.input(f"[bold]{side(self.player)}[/] > ").strip()
        except (EOFError, KeyboardInterrupt):
            return False
        word = text.lower()
        if word in ("quit", "exit", "q"):
            return False
        if word in self.commands:
            self.commands[word]()
        elif text:
            self.move(text)
        return True

    def move(self, text: str) -> None:
        try:
            self.board.push_pdn(text)
        except AmbiguousMoveError as error:
            out.print(str(error), style="yellow", markup=False, soft_wrap=True)
        except IllegalMoveError as error:
            out.print(str(error), style="red", markup=False, soft_wrap=True)
        except InvalidMoveError as error:
            out.print(f"{error}; type help for what can be typed", style="red", markup=False, soft_wrap=True)
        else:
            self.show()

    def reply(self) -> None:
        with out.status("thinking …"):
            move = self.engine.play(self.board, self.level).move
        assert move is not None  # the built-in engine neither resigns nor ends a game
        text = self.board.pdn(move)
        self.board.push(move)
        self.show()
        out.print(f"[bold]{side(self.player.opposite)}[/] plays [bold]{text}[/]")

    # -----------------------------------------------------------------------------------------------------------
    # Commands

    def list_moves(self) -> None:
        out.print("  ".join(self.board.pdn(move) for move in self.board.legal_moves))

    def undo(self) -> None:
        """Back to the player's last turn."""
        if self.board.ply < 2:
            out.print("there is nothing to take back")
            return
        self.board.pop()
        self.board.pop()
        self.show()

    def flip(self) -> None:
        self.orientation = self.orientation.opposite
        self.show()

    def hint(self) -> None:
        with out.status("thinking …"):
            best = self.engine.analyse(self.board, HINT)[0]
        out.print(f"hint: [bold]{self.board.pdn(best.move)}[/] ({best.score})")

    def offer_draw(self) -> None:
        if not self.board.can_offer_draw:
            out.print("a draw may not be offered yet under these rules")
        elif self.engine.accepts_draw(self.board, self.level):
            self.end = self.board.agree_draw()
        else:
            out.print("damier declines: play on")

    def claim_draw(self) -> None:
        if self.board.can_claim_draw():
            self.end = self.board.claim_draw()
        else:
            out.print("no drawing rule is fulfilled")

    def resign(self) -> None:
        self.end = self.board.resign(self.player)

    def print_fen(self) -> None:
        out.print(self.board.fen(), markup=False, soft_wrap=True)

    def print_help(self) -> None:
        out.print(HELP, style="dim")

    def show(self) -> None:
        last: Move | None = self.board.peek() if self.board.ply else None
        out.print()
        out.print(Picture(self.board, orientation=self.orientation, last_move=last))
        clocks = [clock for clock in self.board.draw_clocks() if clock.active and 2 * clock.count >= clock.limit]
        for clock in clocks:
            out.print(f"{clock.description}: {clock.count} of {clock.limit}", style="dim", soft_wrap=True)
