"""``damier``: the board in the browser."""

from __future__ import annotations


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
