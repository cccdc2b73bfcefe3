"""What is said to people: a sentence in English that knows how it was made, so that it can be said in any language.

>>> said = Saying("{side} wins in {place}", {"side": Saying("White"), "place": "Huissen"})
>>> said
'White wins in Huissen'
>>> said.template, said.parts["place"]
('{side} wins in {place}', 'Huissen')
>>> Saying("one piece", {"count": "3"}, "{count} pieces", 3)
'3 pieces'

`damier.web.tongues` says it in another language. Where a sentence becomes part of another one, it must be a part of it,
not of its text: ``say("the engine failed: {reason}", reason=error.args[0])``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any, Final

PLACE: Final = re.compile(r"\{(\w+)\}")


class Saying(str):
    """A `str` in English, with the template and the parts that it was made of."""

    template: str
    """By which catalogues know the sentence: of something counted, that for one."""
    parts: Mapping[str, str]
    plural: str | None
    """The template for several."""
    number: int
    """Of how many it is said."""

    def __new__(
        cls, template: str, parts: Mapping[str, str] | None = None, plural: str | None = None, number: int = 1
    ) -> Saying:
        parts = {name: clause(part) if name == "clause" else part for name, part in (parts or {}).items()}
        english = template if plural is None or number == 1 else plural
        said = super().__new__(cls, fill(english, parts, str))
        said.template, said.parts, said.plural, said.number = template, parts, plural, number
        return said

    def __reduce__(self) -> tuple[Any, ...]:
        return Saying, (self.template, dict(self.parts), self.plural, self.number)


def clause(text: str) -> str:
    """Where a rule is written, as it can be said in any language: a name with its numbers, or words about a rulebook.

    >>> clause("Frisian rules, art. 7").template, clause("Thai rules: kings").parts["what"]
    ('{book}, art. {number}', 'kings')
    """
    if isinstance(text, Saying) or not text:
        return text
    book, _, what = text.partition(": ")
    if what:
        return Saying("{book}: {what}", {"book": Saying(book), "what": Saying(what)})
    book, _, number = text.partition(", art. ")
    if number:
        return Saying("{book}, art. {number}", {"book": Saying(book), "number": number})
    return Saying(text)


def say(template: str, **parts: object) -> Saying:
    """A sentence with its parts: ``say("there is no {what}", what=…)``."""
    return Saying(template, {name: part if isinstance(part, str) else str(part) for name, part in parts.items()})


def say_of(count: int, one: str, many: str, **parts: object) -> Saying:
    """A sentence about so many things, whose number it may name: ``say_of(3, "one ply", "{count} plies")``."""
    said = say(one, count=count, **parts)
    return Saying(one, said.parts, many, count)


def template_of(text: str) -> str:
    """A template that catalogues shall have, of a sentence that somebody else says."""
    return text


def said(error: BaseException) -> str:
    """What an error says to people, with its parts where it knows them (`str` would lose them)."""
    first = error.args[0] if error.args else ""
    return first if isinstance(first, Saying) else str(error)


def fill(template: str, parts: Mapping[str, str], tell: Callable[[str], str]) -> str:
    """A template with its parts, each as `tell` tells it; nothing that a part holds is a place for another one."""
    return PLACE.sub(lambda place: tell(parts[place[1]]), template)
