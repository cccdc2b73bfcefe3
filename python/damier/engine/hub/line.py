"""The lines of Hub 2: a command, then arguments with or without a value, in any order."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

# A name, then perhaps a value: bare, or between quotation marks if it is empty or has blanks in it.
_ARGUMENT: Final = re.compile(r'\s*([^\s="]+)(?:\s*=\s*(?:"([^"]*)"|([^\s="]+)))?')
_PLAIN: Final = re.compile(r'[^\s="\x00-\x1f\x7f]+')
_CONTROL: Final = re.compile(r'[\x00-\x1f\x7f"]')


def parse(line: str) -> tuple[str, dict[str, str]]:
    """The command and its arguments; those without a value have an empty one. An empty line has no command.

    Raises `ValueError` where the line is not written as Hub asks, naming the column.

    >>> parse('pos pos=Wbe moves="32-28 19-23" start')
    ('pos', {'pos': 'Wbe', 'moves': '32-28 19-23', 'start': ''})
    """
    line = line.strip()
    found: list[tuple[str, str]] = []
    at = 0
    while at < len(line):
        match = _ARGUMENT.match(line, at)
        rest = line[match.end() : match.end() + 1] if match is not None else line[at : at + 1]
        if match is None or rest in ("=", '"') or (match.end() < len(line) and not rest.isspace()):
            column = (at if match is None else match.end()) + 1
            raise ValueError(f'column {column}: expected NAME, NAME=VALUE or NAME="VALUE"')
        name, quoted, bare = match.groups()
        found.append((name, quoted if quoted is not None else bare or ""))
        at = match.end()
    if not found:
        return "", {}
    command, value = found[0]
    if value:
        raise ValueError("column 1: a line begins with a command, which has no value")
    return command, dict(found[1:])


def write(command: str, arguments: Mapping[str, object] | None = None) -> str:
    """One line; an argument whose value is `True` stands alone.

    >>> write("id", {"name": "damier", "author": "The authors", "empty": ""})
    'id name=damier author="The authors" empty=""'
    >>> write("go", {"think": True})
    'go think'
    """
    parts = [command]
    for name, value in (arguments or {}).items():
        if value is True:
            parts.append(name)
        else:
            text = _CONTROL.sub(" ", str(value))
            parts.append(f"{name}={text}" if _PLAIN.fullmatch(text) else f'{name}="{text}"')
    return " ".join(parts)
