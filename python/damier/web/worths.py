"""What a position is worth without search, and what each piece adds to it: for the heat map beside the analysis."""

from __future__ import annotations

import asyncio
from typing import Any

from fastapi import APIRouter, Request

import damier
from damier.svg import warmth
from damier.web.api import answers, takes
from damier.web.messages import parse_new_study
from damier.web.records import board_of
from damier.web.routes import json_body
from damier.web.tongues import ToldRoute

router = APIRouter(route_class=ToldRoute)


@router.post("/api/worths", **answers("Worths"), **takes("StudyWish"))
async def worths(request: Request) -> dict[str, Any]:
    """What a position looks worth to White, in hundredths of a man, and what each piece is worth where it stands."""
    board = board_of(parse_new_study(await json_body(request)))
    return await asyncio.to_thread(worths_picture, board)


def worths_picture(board: damier.Board) -> dict[str, Any]:
    value = board.evaluate()
    return {
        "value": value if board.turn == damier.WHITE else -value,
        "worths": [
            {"square": square, "worth": round(100 * men), "heat": round(heat, 3)}
            for square, (men, heat) in sorted(warmth(board).items())
        ],
    }
