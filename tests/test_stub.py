"""The stub says what `help` says: one text, not two."""

import ast
import inspect
from collections.abc import Iterator
from pathlib import Path

import pytest

from damier import _core

STUB = Path(__file__).parent.parent / "python" / "damier" / "_core.pyi"


def first_paragraph(text: str) -> str:
    return " ".join(text.strip().split("\n\n")[0].split())


def documented() -> Iterator[tuple[str, str, str]]:
    """Class, member and the first paragraph of its docstring, for all that have one."""
    for node in ast.parse(STUB.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.ClassDef) and not node.name.endswith("Error"):
            for member in (node, *(part for part in node.body if isinstance(part, ast.FunctionDef))):
                text = ast.get_docstring(member)
                if text and not member.name.startswith("__"):
                    yield node.name, "" if member is node else member.name, first_paragraph(text)


@pytest.mark.parametrize(("owner", "member", "text"), list(documented()))
def test_help_says_what_the_stub_says(owner: str, member: str, text: str) -> None:
    thing = getattr(_core, owner)
    if member:
        thing = inspect.getattr_static(thing, member)
    assert first_paragraph(thing.__doc__ or "") == text
