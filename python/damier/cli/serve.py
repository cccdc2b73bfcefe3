"""``damier``: the board in the browser."""

from __future__ import annotations

from typing import Annotated

import typer

PORT = 8064

HostOption = Annotated[
    str, typer.Option("--host", help="Address to serve on; only this machine can reach the default.")
]
PortOption = Annotated[int, typer.Option("--port", help="Port to serve on.", min=0, max=65535)]
NoBrowserOption = Annotated[bool, typer.Option("--no-browser", help="Do not open a browser.")]


def command(host: HostOption = "127.0.0.1", port: PortOption = PORT, no_browser: NoBrowserOption = False) -> None:
    """The board in the browser, for people and for programs; the same as `damier` alone."""
    serve(host=host, port=port, browser=not no_browser)


def serve(*, host: str, port: int, browser: bool) -> None:
    """Serves the board until interrupted, and opens it where there is a browser to open it in."""
    try:
        from damier.web import app

        app.serve(host=host, port=port, browser=browser)
    except ModuleNotFoundError as error:
        package = (error.name or "").partition(".")[0]
        if package == "damier":
            raise
        raise OSError(f"the board in the browser needs {package}: pip install 'damier[web]'") from None
