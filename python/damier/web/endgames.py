"""The HTTP side of endgame tables: what a position is worth, which tables there are, and more of them built."""

from __future__ import annotations

import asyncio
import ipaddress
from typing import Any

from fastapi import APIRouter, Request

import damier
from damier.saying import said, say
from damier.web.api import answers, takes
from damier.web.builder import Builder
from damier.web.endings import Endings
from damier.web.messages import MessageError, parse_build, parse_new_study
from damier.web.records import board_of
from damier.web.routes import json_body
from damier.web.tongues import ToldRoute

router = APIRouter(route_class=ToldRoute)


@router.get("/api/tables", **answers("Tables"))
async def tables(request: Request) -> dict[str, Any]:
    """Which endgame tables there are, what may be built, and the build that is under way."""
    listing = await asyncio.to_thread(_endings(request).listing)
    return {"games": listing, "build": _builder(request).picture(), "may_build": _is_here(request)}


@router.post("/api/tables", **answers("BuildState", status=202), **takes("BuildWish"))
async def build_tables(request: Request) -> dict[str, Any]:
    """Begins to build the tables of a game up to so many pieces; only pages on the server's own machine may ask."""
    game, pieces = parse_build(await json_body(request))
    if not _is_here(request):
        raise MessageError(say("tables are built from a page on the machine itself: it is its disk that they fill"))
    try:
        rules = damier.Game(game)
    except ValueError as error:
        raise MessageError(said(error), "game") from None
    await _builder(request).start(rules, pieces)
    return {"build": _builder(request).picture()}


@router.get("/api/tables/build", **answers("BuildState"))
async def build(request: Request) -> dict[str, Any]:
    """How far the build is that is under way, or how the last one ended."""
    return {"build": _builder(request).picture()}


@router.delete("/api/tables/build", **answers("BuildState"))
async def stop_building(request: Request) -> dict[str, Any]:
    """Stops the build; the tables that are finished stay."""
    if not _is_here(request):
        raise MessageError(say("only a page on the machine itself may stop this"))
    await _builder(request).stop()
    return {"build": _builder(request).picture()}


@router.post("/api/values", **answers("Values"), **takes("StudyWish"))
async def values(request: Request) -> dict[str, Any]:
    """What every legal move of a position is worth, exactly; `null` where no table is to be expected."""
    board = board_of(parse_new_study(await json_body(request)))
    return {"table": await _endings(request).ask(board)}


def _endings(request: Request) -> Endings:
    endings: Endings = request.app.state.endings
    return endings


def _builder(request: Request) -> Builder:
    builder: Builder = request.app.state.builder
    return builder


def _is_here(request: Request) -> bool:
    """Does the page run on the server's own machine?"""
    try:
        return request.client is not None and ipaddress.ip_address(request.client.host).is_loopback
    except ValueError:
        return False
