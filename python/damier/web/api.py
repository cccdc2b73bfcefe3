"""The interface described for programs: OpenAPI at ``/openapi.json``, from the models that the tests hold it to.

Routes name their models; the models themselves (`models.py`) are only loaded when somebody asks for the description.
"""

from __future__ import annotations

from typing import Any, Final

from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi
from fastapi.responses import Response

ABOUT: Final = """What the page in the browser uses, and any program may. Nothing asks for a name or a key: the server
serves this machine, and others only where it was started with `--host`. Requests come from the server's own pages or
from programs, which send no `Origin`. Every refusal is a `Problem`. Games that are played and games that are analysed
go over web sockets, whose messages are under `x-websockets`."""
REASONS: Final = {
    403: "Only pages of this server, by a name that it knows, may talk to it.",
    404: "There is nothing under that address.",
    422: "The question cannot be understood or followed: a sentence says why.",
    503: "What is kept cannot be reached: the disk or the database refuses.",
}


def answers(model: str, *, status: int = 200) -> dict[str, Any]:
    """A route that answers with JSON of a model."""
    found = {"description": "", "content": _json(model)}
    return {"status_code": status, "response_model": None, "responses": {status: found, **_refusals()}}


def answers_text(kind: str, what: str) -> dict[str, Any]:
    """A route that answers with a text of a kind."""
    found = {"description": what, "content": {kind: {"schema": {"type": "string"}}}}
    return {"response_model": None, "response_class": Response, "responses": {200: found, **_refusals()}}


def takes(model: str) -> dict[str, Any]:
    """A route that takes JSON of a model; it is read by hand, and no further than an honest one goes."""
    return {"openapi_extra": {"requestBody": {"required": True, "content": _json(model)}}}


def takes_bytes(what: str) -> dict[str, Any]:
    """A route that takes a file."""
    content = {"application/octet-stream": {"schema": {"type": "string", "format": "binary"}}}
    return {"openapi_extra": {"requestBody": {"required": True, "description": what, "content": content}}}


def describe(app: FastAPI) -> dict[str, Any]:
    """The OpenAPI of an application; made once."""
    if app.openapi_schema is None:
        from damier.web import models

        found = get_openapi(title="damier", version=app.version, description=ABOUT, routes=app.routes)
        schemas = models.schemas()
        found.setdefault("components", {})["schemas"] = schemas
        for operation in (operation for path in found["paths"].values() for operation in path.values()):
            for answer in operation["responses"].values():
                name = _name(answer.get("content", {}).get("application/json", {}).get("schema", {}))
                answer["description"] = answer["description"] or schemas.get(name, {}).get("description", "")
        found["x-websockets"] = {
            path: {"description": what, "send": _ref(wish.__name__), "receive": _ref(news.__name__)}
            for path, (what, wish, news) in models.SOCKETS.items()
        }
        app.openapi_schema = found
    return app.openapi_schema


def _refusals() -> dict[int, Any]:
    return {status: {"description": reason, "content": _json("Problem")} for status, reason in REASONS.items()}


def _json(model: str) -> dict[str, Any]:
    return {"application/json": {"schema": _ref(model)}}


def _ref(model: str) -> dict[str, Any]:
    return {"$ref": f"#/components/schemas/{model}"}


def _name(schema: dict[str, Any]) -> str:
    return str(schema.get("$ref", "")).rpartition("/")[2]
