"""The board in the browser: a small server on this machine that knows the rules, and a page that shows them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from damier.web.app import create_app, serve

__all__ = ["create_app", "serve"]


def __getattr__(name: str) -> Any:
    # The process that builds tables needs no web framework.
    if name in __all__:
        from damier.web import app

        return getattr(app, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
