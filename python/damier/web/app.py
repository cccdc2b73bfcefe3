"""The web application: put together here, and served from here."""

import asyncio
import contextlib
import errno
import os
import socket
import sys
import webbrowser
from collections.abc import AsyncIterator, Iterable
from pathlib import Path
from typing import Final

import uvicorn
from fastapi import FastAPI
from platformdirs import user_data_path

import damier
from damier.library import Store
from damier.web import endgames, live, records, routes, school, sheet, solving, worths
from damier.web.address import qr_terminal, reachable
from damier.web.analyst import Analyst
from damier.web.api import describe
from damier.web.archive import Archive
from damier.web.builder import Builder
from damier.web.desk import Desks
from damier.web.endings import Endings
from damier.web.guard import Guard
from damier.web.hall import Hall
from damier.web.legacy import take_in
from damier.web.messages import MESSAGE_BYTES
from damier.web.refusals import answer_with_sentences
from damier.web.shelf import Shelf
from damier.web.statics import statics
from damier.web.tongues import Interpreter

PORT: Final = 8064  # 64 squares
PORTS_TRIED: Final = 20


def create_app(folder: Path | None = None, *, names: Iterable[str] = ()) -> FastAPI:
    """The application. `folder` holds what is kept, the user's data folder by default; `names` are further host names
    that it answers to, beside addresses and ``localhost``.

    Raises `OSError` where the games there were kept by a newer damier.
    """
    store = Store(folder if folder is not None else user_data_path("damier", False))
    store.check()
    take_in(store)

    @contextlib.asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        app.state.endings = Endings()
        app.state.builder = Builder(app.state.endings)
        app.state.hall = Hall(Shelf(store), app.state.endings)
        app.state.archive = Archive(store)
        app.state.analyst = Analyst()
        app.state.desks = Desks(app.state.archive, app.state.analyst, app.state.endings)
        app.state.sockets = set()
        opening = asyncio.create_task(_open(store))
        yield
        await opening
        app.state.hall.close()
        app.state.analyst.close()
        await app.state.builder.stop()
        await app.state.archive.close()
        store.close()

    app = FastAPI(title="damier", version=damier.__version__, lifespan=lifespan, docs_url=None, redoc_url=None)
    app.state.address = None  # until it is served to a network
    app.include_router(routes.router)
    app.include_router(records.router)
    app.include_router(endgames.router)
    app.include_router(live.router)
    app.include_router(school.router)
    app.include_router(sheet.router)
    app.include_router(solving.router)
    app.include_router(worths.router)
    app.mount("/static", statics(), name="static")
    answer_with_sentences(app)
    app.add_middleware(Guard, names=tuple(names))
    app.add_middleware(Interpreter)
    app.openapi = lambda: describe(app)  # type: ignore[method-assign]
    return app


def serve(host: str = "127.0.0.1", port: int = PORT, *, browser: bool = True) -> None:
    """Serves the board until interrupted. Where `port` is taken, the next free one serves.

    Raises `OSError` with a sentence for people where no port is free or `host` is not an address of this machine.
    """
    app = create_app(names=[host])
    listener = _listen(host, port)
    app.state.address = reachable(host, listener.getsockname()[1])
    near = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)
    shown = f"[{near}]" if ":" in near else near
    address = f"http://{shown}:{listener.getsockname()[1]}/"
    print(f"damier: the board is at {address} (Ctrl+C ends)", flush=True)
    if app.state.address is not None:
        print(f"damier: other machines on the network find it at {app.state.address}", flush=True)
        if sys.stdout.isatty():
            print(qr_terminal(app.state.address), flush=True)
    if browser and _has_browser():
        webbrowser.open(address)  # the listener holds the request until the server is ready
    config = uvicorn.Config(
        app,
        log_level="warning",
        ws_max_size=MESSAGE_BYTES,
        ws_max_queue=16,
        server_header=False,
        timeout_graceful_shutdown=2,
    )
    with listener, contextlib.suppress(KeyboardInterrupt):
        uvicorn.Server(config).run(sockets=[listener])


def _listen(host: str, port: int) -> socket.socket:
    """A socket on the first free port from `port` on."""
    last = min(port + PORTS_TRIED, 65536)
    for number in range(port, last):
        try:
            family, kind, protocol, _, where = socket.getaddrinfo(host, number, type=socket.SOCK_STREAM)[0]
            # With the protocol named, what is written goes out at once; else half an answer may wait for 40 ms.
            listener = socket.socket(family, kind, protocol)
        except OSError as error:
            raise OSError(f"cannot serve on {host}: {error.strerror}") from None
        try:
            if sys.platform != "win32":
                listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            listener.bind(where)
            listener.listen(128)
        except PermissionError as error:
            listener.close()
            raise OSError(f"cannot serve on port {number} of {host}: {error.strerror}") from None
        except OSError as error:
            listener.close()
            if error.errno != errno.EADDRINUSE:
                raise OSError(f"cannot serve on {host}: {error.strerror}") from None
        else:
            return listener
    raise OSError(f"cannot serve on {host}: the ports {port} to {last - 1} are all taken")


def _has_browser() -> bool:
    """False where a browser could only open inside the terminal."""
    if sys.platform in ("win32", "darwin"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


async def _open(store: Store) -> None:
    """Opens the store while the first page is on its way. Where that fails, whoever needs it is told."""
    with contextlib.suppress(OSError):
        await asyncio.to_thread(store.open)
    for remark in store.remarks:
        print(f"damier: {remark}", file=sys.stderr, flush=True)
