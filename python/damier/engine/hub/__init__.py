"""Hub, the line protocol of draughts engines: engines for us, and this engine for others."""

from damier.engine.hub.engine import AsyncHubEngine, HubEngine

__all__ = ["AsyncHubEngine", "HubEngine"]
