"""DamExchange (DXP), the protocol by which draughts programs play each other over a connection."""

from damier.engine.dxp.engine import AsyncDxpEngine, DxpEngine

__all__ = ["AsyncDxpEngine", "DxpEngine"]
