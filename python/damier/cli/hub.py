"""``damier hub``: the engine for programs that speak Hub."""

from __future__ import annotations


def hub() -> None:
    """Play for another program: Hub 2 on standard input and output, every game through its parameter `variant`."""
    from damier.engine.hub.serve import serve

    serve()
