"""The HTTP side of learning: the pages, the lessons of a game, what was tried."""

import asyncio
from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import Response

from damier.web.api import answers, takes
from damier.web.document import screen
from damier.web.lessons import course_picture, judge
from damier.web.messages import parse_try
from damier.web.routes import json_body
from damier.web.tongues import ToldRoute

router = APIRouter(route_class=ToldRoute)


@router.get("/learn", include_in_schema=False)
@router.get("/learn/{game}", include_in_schema=False)
async def learn(game: str = "") -> Response:
    """The learning screen: all games, the lessons of one, or the squares of the board."""
    page = "coordinates.html" if game == "coordinates" else "index.html"
    return screen(f"learn/{page}")


@router.get("/api/lessons/{game}", **answers("Course"))
async def lessons(game: str) -> dict[str, Any]:
    """The rules of a game in words, each with positions to try."""
    return await asyncio.to_thread(course_picture, game)


@router.post("/api/lessons/{game}/tries", **answers("Verdict"), **takes("TryWish"))
async def attempt(request: Request, game: str) -> dict[str, Any]:
    """Judges what a learner did: right, legal but beside the point, or illegal with the reason."""
    wish = parse_try(await json_body(request))
    return await asyncio.to_thread(judge, game, wish)
