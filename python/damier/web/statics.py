"""The files that pages are made of, read once and kept in memory.

Under an address that holds the fingerprint of all of them (`address`) a browser may keep them for ever: where one file
changes, every address is another one. Modules name each other relatively and so stay under the address they came by.
Under its plain address (``/static/words.js``) a file is asked for each time, and answered shortly where it is known.
"""

from __future__ import annotations

import hashlib
import mimetypes
import posixpath
import re
from functools import cache, cached_property
from pathlib import Path
from typing import Final

from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

STATIC: Final = Path(__file__).parent / "static"
PREFIX: Final = "/static/"
FOR_EVER: Final = "public, max-age=31536000, immutable"
IMPORT: Final = re.compile(r'^(?:import|export)\b(?:[^"\';]*?\bfrom)?\s*"(\.{1,2}/[^"]+)"', re.MULTILINE)

# Some machines say that JavaScript is plain text, and browsers then refuse to run it.
mimetypes.add_type("text/javascript", ".js")


class Statics:
    """ASGI application that answers with the files of a folder, as they were when it was made."""

    def __init__(self, folder: Path = STATIC) -> None:
        self.files = {
            path.relative_to(folder).as_posix(): path.read_bytes()
            for path in sorted(folder.rglob("*"))
            if path.is_file() and not path.name.startswith(".")
        }

    @cached_property
    def fingerprint(self) -> str:
        """Of all files together."""
        whole = hashlib.sha256()
        for name, content in self.files.items():
            whole.update(f"{name} {len(content)} ".encode() + content)
        return whole.hexdigest()[:16]

    def address(self, name: str) -> str:
        """Where a file can be had for ever."""
        return f"{PREFIX}{self.fingerprint}/{name}"

    def lasting(self, text: str) -> str:
        """A document with every plain address of a file as a lasting one."""
        return text.replace(f'"{PREFIX}', f'"{PREFIX}{self.fingerprint}/')

    def modules(self, name: str) -> list[str]:
        """A module and all that it imports, and what those import, in the order in which they are met."""
        found = [name]
        for module in found:
            source = self.files[module].decode()
            imported = (
                posixpath.normpath(posixpath.join(posixpath.dirname(module), path)) for path in IMPORT.findall(source)
            )
            found += [one for one in dict.fromkeys(imported) if one not in found]
        return found

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or scope["method"] not in ("GET", "HEAD"):
            raise HTTPException(405)
        name = scope["path"].removeprefix(scope.get("root_path", "")).lstrip("/")
        lasting = name.startswith(f"{self.fingerprint}/")
        content = self.files.get(name.removeprefix(f"{self.fingerprint}/"))
        if content is None:
            raise HTTPException(404)
        tag = f'"{hashlib.sha256(content).hexdigest()[:16]}"'
        headers = {"ETag": tag, **({"Cache-Control": FOR_EVER} if lasting else {})}
        if tag in Headers(scope=scope).get("if-none-match", ""):
            answer = Response(status_code=304, headers=headers)
        else:
            kind = mimetypes.guess_type(name)[0] or "application/octet-stream"
            answer = Response(content, headers=headers, media_type=kind)
        await answer(scope, receive, send)


@cache
def statics() -> Statics:
    """The files of the pages."""
    return Statics()
