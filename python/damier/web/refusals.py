"""Refusals: whatever goes wrong is answered with a sentence, to programs as JSON (`MessageError.picture`), and to a
person whose browser asked for a page with a page.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, Response
from starlette.exceptions import HTTPException

from damier.library import StoreError
from damier.saying import say
from damier.web.document import refusal
from damier.web.messages import MessageError
from damier.web.statics import PREFIX
from damier.web.tongues import tell

SENTENCES: Final = {
    404: say("there is nothing at this address"),
    405: say("that cannot be done at this address"),
}
BROKEN: Final = say("something went wrong in the server")


def answer_with_sentences(app: FastAPI) -> None:
    """Has everything that an application refuses told in the language of who asks."""
    app.add_exception_handler(MessageError, _message_error)
    app.add_exception_handler(StoreError, _store_error)
    app.add_exception_handler(RequestValidationError, _request_error)
    app.add_exception_handler(HTTPException, _http_error)
    app.add_exception_handler(Exception, _broken)


def refuse(request: Request, error: MessageError, status: int, headers: Mapping[str, str] | None = None) -> Response:
    """The answer to a request that is refused."""
    if _is_visit(request):
        return refusal(str(tell(error.picture()["message"])), status, headers)
    return JSONResponse(tell(error.picture()), status, headers)


def _is_visit(request: Request) -> bool:
    """A person's browser goes to a page, and no program asks for data."""
    is_page = not request.url.path.startswith(("/api/", PREFIX))
    return request.method == "GET" and is_page and "text/html" in request.headers.get("accept", "")


async def _message_error(request: Request, error: Exception) -> Response:
    assert isinstance(error, MessageError)
    return refuse(request, error, 422)


async def _store_error(request: Request, error: Exception) -> Response:
    assert isinstance(error, StoreError)
    return refuse(request, MessageError(error.strerror or str(error)), 503)


async def _request_error(request: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)
    first = error.errors()[0]
    field = str(first["loc"][-1])
    return refuse(request, MessageError(_wrong(field, first), field), 422)


async def _http_error(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    sentence = SENTENCES.get(error.status_code, error.detail)
    return refuse(request, MessageError(sentence), error.status_code, error.headers)


async def _broken(request: Request, error: Exception) -> Response:
    return refuse(request, MessageError(BROKEN), 500)


def _wrong(field: str, found: Mapping[str, Any]) -> str:
    """What is wrong with a part of the address."""
    limits = found.get("ctx", {})
    match found["type"]:
        case "missing":
            return say("{field}: is missing", field=field)
        case "int_parsing" | "int_parsing_size" | "int_from_float":
            return say("{field}: expected a whole number", field=field)
        case "bool_parsing":
            return say("{field}: expected true or false", field=field)
        case "greater_than_equal":
            return say("{field}: expected {least} or more", field=field, least=limits["ge"])
        case "less_than_equal":
            return say("{field}: expected {most} or less", field=field, most=limits["le"])
        case "string_too_long":
            return say("{field}: is longer than {most} characters", field=field, most=limits["max_length"])
        case _:
            return say("{field}: {reason}", field=field, reason=found["msg"])
