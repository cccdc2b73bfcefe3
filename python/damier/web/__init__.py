"""The board in the browser: a small server on this machine that knows the rules, and a page that shows them."""

from damier.web.app import create_app, serve

__all__ = ["create_app", "serve"]
