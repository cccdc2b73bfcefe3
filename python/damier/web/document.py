"""The document of a screen: in the language of the page, with the board as it will first be seen and the style sheets
for it, so that a browser can show it before anything else has come, and with the addresses of all that it will need, so
that a browser asks for everything at once.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from html import escape
from typing import Final

from fastapi.responses import HTMLResponse

from damier.saying import say
from damier.web.policy import policy
from damier.web.statics import PREFIX, statics
from damier.web.tongues import LANGUAGES, spoken, tongue

NO_SCRIPT: Final = say("The board needs JavaScript.")
NOTHING: Final = "There is nothing at this address."  # in the page for refusals, where another sentence may stand
HOME: Final = say("To the board")
STYLE: Final = re.compile(rf'\s*<link rel="stylesheet" href="{PREFIX}([^"]+)">')
SCRIPT: Final = re.compile(rf'<script type="module" src="{PREFIX}([^"]+)"></script>')
BOARD: Final = '<damier-board id="board"></damier-board>'


def screen(name: str, board: str = BOARD, *, view: str | None = None) -> HTMLResponse:
    """The document of a screen, a file among the statics. `board` is the board as it is first seen (`Glimpse.html`);
    `view` is the part of the screen that is shown at once, where it has several.
    """
    language = spoken()
    text, allowed = _document(name, language)
    text = text.replace(BOARD, board, 1)
    if view is not None:
        text = text.replace(f'<section id="{view}" hidden', f'<section id="{view}"', 1)
        text = text.replace('data-view="none"', f'data-view="{view}"', 1)
    return HTMLResponse(text, headers=_headers(language, allowed))


def refusal(sentence: str, status: int, headers: Mapping[str, str] | None = None) -> HTMLResponse:
    """The page that says why there is no other one, with the way back to the board. `sentence` is told as it is."""
    language = spoken()
    text = statics().files["refusal/index.html"].decode()
    text = text.replace('<html lang="en">', f'<html lang="{language}">', 1)
    text = text.replace(NOTHING, escape(f"{sentence[:1].upper()}{sentence[1:]}."), 1)
    text = text.replace(HOME, escape(tongue(language).say(HOME)), 1)
    text, allowed = _styled(text)
    return HTMLResponse(statics().lasting(text), status, {**(headers or {}), **_headers(language, allowed)})


def _headers(language: str, allowed: str) -> dict[str, str]:
    return {
        "Content-Language": language,
        "Vary": "Accept-Language, Cookie",
        "Content-Security-Policy": allowed,
    }


@cache
def _document(name: str, language: str) -> tuple[str, str]:
    """The document without its board, and its policy."""
    text = statics().files[name].decode()
    text = text.replace('<html lang="en">', f'<html lang="{language}">', 1)
    text = text.replace(NO_SCRIPT, escape(tongue(language).say(NO_SCRIPT)), 1)
    script = SCRIPT.search(text)
    assert script is not None
    modules = statics().modules(script[1])[1:]
    if language != LANGUAGES[0]:
        modules.append(f"words/{language}.js")
    preloads = "".join(f'<link rel="modulepreload" href="{PREFIX}{module}">\n  ' for module in modules)
    # The script itself comes first: browsers ask for things in the order in which they read of them.
    text = text.replace(script[0], f"{script[0]}\n  {preloads.rstrip()}", 1)
    text, allowed = _styled(text)
    return statics().lasting(text), allowed


def _styled(text: str) -> tuple[str, str]:
    """A document with its style sheets in it, in place of their addresses; and the policy that allows them."""
    style = "".join(statics().files[name].decode() for name in STYLE.findall(text))
    return STYLE.sub("", text).replace("</head>", f"  <style>{style}</style>\n</head>", 1), policy(style)
