"""The guard at the door: only pages that this server itself has sent may talk to it.

A web page from elsewhere could otherwise reach a server on this machine, directly (cross-site requests, web sockets)
or by a name that it points here (DNS rebinding). So `Host` must be an address or a name that was expected, `Origin`
(which browsers always send where it matters) must be that same host, and answers carry a strict content policy.
"""

import ipaddress
from collections.abc import Iterable
from typing import Final

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from damier.saying import Saying, say
from damier.web.messages import MessageError
from damier.web.policy import policy
from damier.web.refusals import refuse

SAFE_METHODS: Final = frozenset({"GET", "HEAD"})
STRANGE_NAME: Final = say("this server does not answer to that name")
STRANGE_PAGE: Final = say("only pages of this server may talk to it")
HEADERS: Final = {
    "Content-Security-Policy": policy(),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": "no-cache",
}


class Guard:
    """ASGI middleware that turns strangers away."""

    def __init__(self, app: ASGIApp, names: Iterable[str] = ()) -> None:
        self._app = app
        self._names = frozenset({"localhost", *(name.lower() for name in names)})

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        refusal = self._refusal(scope, Headers(scope=scope))
        if refusal is None:
            await self._app(scope, receive, _with_headers(send))
        elif scope["type"] == "websocket":
            await receive()  # the request to connect, which is answered by closing
            await send({"type": "websocket.close", "code": 1008, "reason": str(refusal)})
        else:
            answer = refuse(Request(scope), MessageError(refusal), 403)
            await answer(scope, receive, _with_headers(send))

    def _refusal(self, scope: Scope, headers: Headers) -> Saying | None:
        host = headers.get("host", "")
        if not self._is_ours(host):
            return STRANGE_NAME
        origin = headers.get("origin")
        if origin is not None and origin not in (f"http://{host}", f"https://{host}"):
            return STRANGE_PAGE
        if scope["type"] == "http" and scope["method"] in SAFE_METHODS:
            return None
        if headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none"):
            return STRANGE_PAGE
        return None

    def _is_ours(self, host: str) -> bool:
        """An address cannot be rebound, so any will do; of names only those that were expected."""
        name = host.rsplit(":", 1)[0] if not host.endswith("]") else host
        try:
            ipaddress.ip_address(name.strip("[]"))
        except ValueError:
            return name.lower() in self._names
        return True


def _with_headers(send: Send) -> Send:
    async def send_with_headers(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in HEADERS.items():
                headers.setdefault(name, value)
        await send(message)

    return send_with_headers
