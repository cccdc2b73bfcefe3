"""Engines by name: how one is given on the command line."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from damier._core import Board, EngineError, Move
from damier.engine.base import ENDLESS, Analysis, Engine
from damier.engine.info import Info, PlayResult
from damier.engine.levels import LEVELS, Level
from damier.engine.limit import Limit
from damier.engine.local import OPTIONS, LocalEngine
from damier.engine.option import Option, Value, find


def open_engine(spec: str, **options: Any) -> Engine:
    """The engine that a text stands for; close it, or use it in a `with` block.

    ``damier`` is the built-in one, ``damier:hash_mb=64,threads=2`` the same with options, ``damier/club`` at a level
    (see `LEVELS`), at which it then plays whatever limit it is given; ``hub:COMMAND`` starts a program that speaks Hub,
    ``dxp:HOST:PORT`` connects to one that speaks DamExchange, and ``dxp:HOST:PORT COMMAND`` starts it before;
    ``dxp-listen:HOST:PORT COMMAND`` waits for it to connect to us (``{port}`` in the command is the port).
    `options` are those of the engine's class. Raises `EngineError` where the text is none of these or the engine does
    not start, `ValueError` where an option may not have its value.

    >>> with open_engine("damier:hash_mb=4") as engine:
    ...     engine.name
    'damier'
    >>> open_engine("uci:stockfish")
    Traceback (most recent call last):
        ...
    damier.EngineError: no such engine: 'uci:stockfish' (damier, damier/LEVEL, hub:COMMAND, dxp:HOST:PORT)
    """
    kind, _, rest = spec.strip().partition(":")
    rest = rest.strip()
    if kind == "hub" and rest:
        from damier.engine.hub import HubEngine

        return HubEngine(rest, **options)
    if kind in ("dxp", "dxp-listen") and rest:
        from damier.engine.dxp import DxpEngine

        address, _, command = rest.partition(" ")
        host, port = host_and_port(address)
        return DxpEngine(host, port, listen=kind == "dxp-listen", command=command.strip() or None, **options)
    name, slash, level = kind.partition("/")
    if name != "damier":
        raise EngineError(f"no such engine: {spec[:80]!r} (damier, damier/LEVEL, hub:COMMAND, dxp:HOST:PORT)")
    engine = LocalEngine(**{**_local_options(rest), **options})
    if not slash:
        return engine
    if level not in LEVELS:
        raise EngineError(f"no such level: {level} (there are {', '.join(LEVELS)})")
    return LevelEngine(engine, LEVELS[level])


class LevelEngine(Engine):
    """An engine that plays at one level, whatever longer limit it is given; its analyses are at full strength."""

    def __init__(self, engine: Engine, level: Level) -> None:
        super().__init__(random=engine.random)
        self.engine, self.level = engine, level
        self.name = f"{engine.name}/{level.name}"

    @property
    def options(self) -> Mapping[str, Option]:
        return self.engine.options

    def configure(self, **values: Value) -> None:
        self.engine.configure(**values)

    def new_game(self) -> None:
        self.engine.new_game()

    def analyse(
        self, board: Board, limit: Limit, *, multipv: int = 1, searchmoves: Sequence[Move] | None = None
    ) -> list[Info]:
        return self.engine.analyse(board, limit, multipv=multipv, searchmoves=searchmoves)

    def analysis(
        self,
        board: Board,
        limit: Limit = ENDLESS,
        *,
        multipv: int = 1,
        searchmoves: Sequence[Move] | None = None,
    ) -> Analysis:
        return self.engine.analysis(board, limit, multipv=multipv, searchmoves=searchmoves)

    def play(self, board: Board, limit: Limit | Level) -> PlayResult:
        return self.engine.play(board, self._within(limit) if isinstance(limit, Limit) else limit)

    def stop(self) -> None:
        self.engine.stop()

    def ping(self) -> float:
        return self.engine.ping()

    def close(self) -> None:
        self.engine.close()

    def _within(self, limit: Limit) -> Level:
        """The level, with no more time than the limit leaves."""
        own = self.level.limit
        seconds = limit.seconds
        if limit.clock is not None:
            seconds = min(limit.clock, limit.clock / (limit.moves or 30) + limit.increment)
        time = min((each for each in (own.time, seconds) if each is not None), default=None)
        return replace(self.level, limit=replace(own, time=time))


def host_and_port(address: str) -> tuple[str, int]:
    """``HOST:PORT`` taken apart. Raises `EngineError` where it is not written so."""
    host, _, text = address.rpartition(":")
    host = host.removeprefix("[").removesuffix("]")
    if not host or not (text.isascii() and text.isdigit() and len(text) <= 5 and 0 < int(text) < 65_536):
        raise EngineError(f"not an address: {address[:80]!r} (HOST:PORT, with a port from 1 to 65535)")
    return host, int(text)


def _local_options(text: str) -> dict[str, Value]:
    options: dict[str, Value] = {}
    for part in filter(None, text.split(",")):
        name, equals, value = part.partition("=")
        if not equals:
            raise EngineError(f"not an option: {part[:80]!r} (NAME=VALUE)")
        option = find(OPTIONS, name.strip(), "damier")
        options[option.name] = option.parse(value.strip())
    return options
