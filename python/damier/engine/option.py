"""What can be set in an engine: names, types and bounds."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import isfinite
from typing import Final, Literal

Value = bool | int | float | str
Kind = Literal["bool", "int", "real", "string", "enum"]
KINDS: Final = ("bool", "int", "real", "string", "enum")


@dataclass(frozen=True, slots=True)
class Option:
    """Something that can be set in an engine.

    `kind` is ``bool``, ``int``, ``real``, ``string`` or ``enum``; `least` and `most` bound numbers, `values` lists what
    an ``enum`` may be.

    >>> threads = Option("threads", "int", 1, least=1, most=16)
    >>> threads.parse("4")
    4
    >>> threads.check(40)
    Traceback (most recent call last):
        ...
    ValueError: threads=40 must be from 1 to 16
    """

    name: str
    kind: Kind
    default: Value
    least: float | None = None
    most: float | None = None
    values: tuple[str, ...] = ()

    def check(self, value: Value) -> Value:
        """The value as the option has it. Raises `ValueError` naming the option and what it may be."""
        if self.kind in ("int", "real"):
            return self._number(value)
        if self.kind == "bool":
            if not isinstance(value, bool):
                raise ValueError(f"{self.name}={value} must be true or false")
            return value
        text = str(value)
        if self.kind == "enum" and text not in self.values:
            raise ValueError(f"{self.name}={text} must be one of {', '.join(self.values)}")
        if not text.isprintable() or '"' in text:
            raise ValueError(f"{self.name} must be one line of text without quotation marks")
        return text

    def parse(self, text: str) -> Value:
        """The value that a text stands for. Raises `ValueError` naming the option and what it may be."""
        if self.kind == "bool":
            if text not in ("true", "false"):
                raise ValueError(f"{self.name}={_short(text)} must be true or false")
            return text == "true"
        if self.kind in ("int", "real"):
            if len(text) > 40:
                raise ValueError(f"{self.name}={_short(text)} must be a number")
            try:
                return self._number(int(text) if self.kind == "int" else float(text))
            except ValueError as error:
                if str(error).startswith(f"{self.name}="):
                    raise
                kind = "a whole number" if self.kind == "int" else "a number"
                raise ValueError(f"{self.name}={_short(text)} must be {kind}") from None
        return self.check(text)

    def text(self, value: Value) -> str:
        """A value as it is sent; `check` it first."""
        if isinstance(value, bool):
            return "true" if value else "false"
        return str(value)

    def _number(self, value: Value) -> Value:
        if isinstance(value, bool) or not isinstance(value, int | float) or not isfinite(value):
            raise ValueError(f"{self.name}={value} must be a number")
        if self.kind == "int":
            if value != int(value):
                raise ValueError(f"{self.name}={value} must be a whole number")
            value = int(value)
        below = self.least is not None and value < self.least
        above = self.most is not None and value > self.most
        if below or above:
            raise ValueError(f"{self.name}={value} must be {self._range()}")
        return value

    def _range(self) -> str:
        if self.least is None or self.most is None:
            return f"at least {self.least:g}" if self.least is not None else f"at most {self.most:g}"
        return f"from {self.least:g} to {self.most:g}"


def find(options: Mapping[str, Option], name: str, engine: str) -> Option:
    """The option of that name, in which ``_`` may stand for ``-``. Raises `ValueError` listing what there is."""
    option = options.get(name) or options.get(name.replace("_", "-"))
    if option is None:
        known = ", ".join(options) or "none"
        raise ValueError(f"{engine} has no option {name} (it has {known})")
    return option


def _short(text: str) -> str:
    return text if len(text) <= 40 else f"{text[:40]}…"
