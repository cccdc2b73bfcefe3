"""Gathers what the server says to people and brings `python/damier/data/translations` up to date: ``make messages``.

What is new stands empty in the catalogues, and the tests say so until it is translated. The words of the pages are not
here: they are the modules of `python/damier/web/static/words`.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from babel.messages.catalog import Catalog
from babel.messages.extract import extract
from babel.messages.pofile import read_po, write_po

import damier
from damier.engine import LEVELS
from damier.saying import Saying, clause
from damier.web.tongues import CATALOGUES, LANGUAGES

ROOT: Final = Path(__file__).parent.parent
KEYWORDS: Final = {"say": None, "Saying": None, "template_of": None, "say_of": (2, 3)}
CLAUSE: Final = re.compile(r'offer_clause: "([^"]+)"')
# Of books and their numbers, the same in every language.
NAMES: Final = re.compile(
    r"(FMJD|FMJD-64|FID|Lasker|PDN|Mindsports|Killer draughts|lidraughts|Vigman)"
    r"( (art\.|GameType|antidraughts|breakthrough|\d[\w.]*))*"
)
TEXT: Final = r'"((?:[^"\\]|\\.)*)"'
SAID: Final = re.compile(rf"\bsay!\(\s*(?:[^;\"]{{0,80}};\s*{TEXT},\s*{TEXT}|{TEXT})")

# Without the hours and addresses that would be other ones each time.
HEADER: Final = r"""msgid ""
msgstr ""
"Language: {language}\n"
"Content-Type: text/plain; charset=utf-8\n"
"Content-Transfer-Encoding: 8bit\n"
"Plural-Forms: {plurals}\n"

"""

Message = str | tuple[str, str]


def messages() -> dict[Message, list[str]]:
    """Every template (of something counted: for one and for several) and the files that say it."""
    found: dict[Message, list[str]] = {}
    for message, place in (*_of_python(), *_of_rust(), *_of_data()):
        places = found.setdefault(message, [])
        if place not in places:
            places.append(place)
    return dict(sorted(found.items(), key=lambda item: (item[1][0], str(item[0]))))


def update(language: str) -> Catalog:
    """The catalogue of a language with every message in it, and none that nobody says."""
    path = CATALOGUES / f"{language}.po"
    old = Catalog(locale=language)
    if path.exists():
        with path.open("rb") as source:
            old = read_po(source, locale=language)
    new = Catalog(locale=language, charset="utf-8", fuzzy=False)
    for message, places in messages().items():
        known = old.get(message[0] if isinstance(message, tuple) else message)
        new.add(message, known.string if known else "", locations=[(place, None) for place in places])
    return new


def _of_python() -> Iterator[tuple[Message, str]]:
    for path in sorted((ROOT / "python").rglob("*.py")):
        # Elsewhere, what is called `say` is something else.
        if "from damier.saying import" not in path.read_text(encoding="utf-8"):
            continue
        with path.open("rb") as source:
            for _, message, _, _ in extract("python", source, KEYWORDS):
                texts = message if isinstance(message, tuple) else (message,)
                if len(texts) == 2 and all(texts):
                    yield (texts[0], texts[1]), _place(path)
                elif texts[0]:  # no variable
                    yield texts[0], _place(path)


def _of_rust() -> Iterator[tuple[Message, str]]:
    for path in sorted((ROOT / "crates").rglob("src/**/*.rs")):
        source = path.read_text(encoding="utf-8").partition("#[cfg(test)]")[0]
        source = re.sub(r"^\s*//.*$", "", source, flags=re.MULTILINE)
        for written in CLAUSE.findall(source):
            yield from _of_clause(written)
        for one, many, alone in SAID.findall(source):
            yield (_text(alone) if alone else (_text(one), _text(many))), _place(path)


def _of_data() -> Iterator[tuple[Message, str]]:
    """Names and drawing rules of the games, and what levels can do."""
    for game in damier.games():
        yield game.name, "crates/damier-rules/src/games"
        for profile in game.profiles:
            for clock in damier.Board(game=game, draws=profile).draw_clocks():
                yield str(clock.description), "crates/damier-rules/src/games"
                yield from _of_clause(clock.clause)
        for found in game.clauses.values():
            yield from _of_clause(found)
    for level in LEVELS.values():
        yield level.description, "python/damier/engine/levels.py"


def _of_clause(text: str) -> Iterator[tuple[Message, str]]:
    """What there is to translate in the clause of a rulebook."""
    said = clause(text)
    if not isinstance(said, Saying):
        return
    if not NAMES.fullmatch(said.template):
        yield said.template, "crates/damier-rules/src/games"
    for part in said.parts.values():
        if isinstance(part, Saying):
            yield from _of_clause(part)


def _text(literal: str) -> str:
    """What a Rust literal says."""
    return re.sub(r"\\\n\s*", "", literal).replace('\\"', '"')


def _place(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def main() -> None:
    for language in LANGUAGES[1:]:
        catalogue = update(language)
        with (CATALOGUES / f"{language}.po").open("wb") as target:
            target.write(HEADER.format(language=language, plurals=catalogue.plural_forms).encode())
            # Lines would be new wherever a file grows.
            write_po(target, catalogue, width=0, omit_header=True, include_lineno=False)
        missing = sum(not message.string or not all(message.string) for message in catalogue if message.id)
        print(f"{language}: {len(catalogue)} messages, {missing} to be translated")


if __name__ == "__main__":
    sys.exit(main())
