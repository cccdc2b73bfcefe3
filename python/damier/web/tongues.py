"""Tongues: which language a page wants, and what is said to people in it.

Sentences are `damier.saying.Saying` objects, English with their template and parts; a catalogue
(``data/translations/nl.po`` …, gettext) has the templates in another language. They stay whole until they leave the
server: `tell` puts what is sent to a page into the language of that page.
"""

from __future__ import annotations

import contextlib
import io
from collections.abc import Awaitable, Callable
from contextvars import ContextVar
from functools import cache, wraps
from gettext import GNUTranslations, NullTranslations
from pathlib import Path
from typing import Any, Final

from babel.core import negotiate_locale
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from fastapi.routing import APIRoute
from starlette.datastructures import Headers, QueryParams
from starlette.requests import cookie_parser
from starlette.types import ASGIApp, Receive, Scope, Send

import damier
from damier.saying import Saying, fill

LANGUAGES: Final = ("en", "nl", "fr", "es", "ru", "pt")
"""The first one is what is spoken where nothing else is understood; `static/tongue.js` has their names."""
COOKIE: Final = "damier-language"
PARAMETER: Final = "language"
WISHES_MAX: Final = 20  # languages of a browser that are looked at
CATALOGUES: Final = Path(damier.__file__).parent / "data" / "translations"


class Tongue:
    """One language, and what is said in it."""

    def __init__(self, language: str, catalogue: NullTranslations) -> None:
        self.language = language
        self._catalogue = catalogue

    def say(self, text: str) -> str:
        """A sentence in this language; text that is no sentence of damier's stays as it is."""
        if not isinstance(text, Saying) or not text:
            return text
        if text.plural is None:
            template = self._catalogue.gettext(text.template)
        else:
            template = self._catalogue.ngettext(text.template, text.plural, text.number)
        return fill(template, text.parts, self.say)

    def tell(self, picture: Any) -> Any:
        """The same picture with every sentence in this language."""
        if self.language == LANGUAGES[0]:
            return picture
        return self._tell(picture)

    def _tell(self, part: Any) -> Any:
        if isinstance(part, str):
            return self.say(part)
        if isinstance(part, dict):
            return {self._tell(key): self._tell(value) for key, value in part.items()}
        if isinstance(part, (list, tuple)):
            return [self._tell(value) for value in part]
        return part


@cache
def tongue(language: str) -> Tongue:
    """The tongue of a language; its catalogue is read once."""
    if language == LANGUAGES[0]:
        return Tongue(language, NullTranslations())
    compiled = io.BytesIO()
    with (CATALOGUES / f"{language}.po").open("rb") as source:
        write_mo(compiled, read_po(source, locale=language))
    compiled.seek(0)
    return Tongue(language, GNUTranslations(compiled))


_spoken: ContextVar[str] = ContextVar("language", default=LANGUAGES[0])


def tell(picture: Any) -> Any:
    """What is sent to the page that is being answered, in its language."""
    return tongue(_spoken.get()).tell(picture)


class Interpreter:
    """ASGI middleware that hears which language each request and web socket wants."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] in ("http", "websocket"):
            _spoken.set(wanted(QueryParams(scope["query_string"]), Headers(scope=scope)))
        await self._app(scope, receive, send)


def wanted(question: QueryParams, headers: Headers) -> str:
    """The language of the address, else the one that was chosen here before, else the browser's first that is known.
    Whatever else stands there is not understood, and not heard.
    """
    chosen: list[str] = [question.get(PARAMETER, ""), _cookie(headers)]
    for language in chosen:
        if language in LANGUAGES:
            return language
    return negotiate_locale(accepted(headers.get("accept-language", "")), LANGUAGES, sep="-") or LANGUAGES[0]


def accepted(header: str) -> list[str]:
    """The languages of an ``Accept-Language`` header, the dearest first.

    >>> accepted("fr;q=0.5, nl-BE, nl;q=0.9, de;q=0, *;q=0.1")
    ['nl-be', 'nl', 'fr']
    """
    wishes = []
    for wish in header.split(",")[:WISHES_MAX]:
        language, _, weight = (part.strip() for part in wish.partition(";"))
        quality = 1.0
        if weight.startswith("q="):
            with contextlib.suppress(ValueError):
                quality = float(weight[2:])
        if language.replace("-", "").isalnum() and language.isascii() and quality > 0:
            wishes.append((quality, language.lower()))
    return [language for _, language in sorted(wishes, key=lambda wish: -wish[0])]


def spoken() -> str:
    """The language of the page that is being answered."""
    return _spoken.get()


class ToldRoute(APIRoute):
    """A route whose answer is told in the language of who asks."""

    def __init__(self, path: str, endpoint: Callable[..., Any], **settings: Any) -> None:
        super().__init__(path, _told(endpoint), **settings)


def _told(endpoint: Callable[..., Awaitable[Any]]) -> Callable[..., Awaitable[Any]]:
    @wraps(endpoint)
    async def answer(*args: Any, **named: Any) -> Any:
        return tell(await endpoint(*args, **named))

    return answer


def _cookie(headers: Headers) -> str:
    return cookie_parser(headers.get("cookie", "")).get(COOKIE, "")
