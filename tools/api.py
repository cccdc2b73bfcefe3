"""Writes ``docs/api.md`` from the description of the server's interface: part of ``make docs``."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

PAGE = Path(__file__).resolve().parent.parent / "docs" / "api.md"


def description() -> dict[str, Any]:
    from damier.web import create_app

    with TemporaryDirectory() as folder:
        return create_app(Path(folder)).openapi()


def page() -> str:
    """The whole page."""
    found = description()
    schemas = found["components"]["schemas"]
    return "\n".join(
        [
            "# The interface for programs",
            "",
            "```console",
            "$ damier serve --port 8064",
            "```",
            "",
            *found["info"]["description"].splitlines(),
            "",
            "`/openapi.json` has all this for machines; this page is written from it (`make docs`). An example:",
            "",
            *EXAMPLE,
            "",
            "## Questions and answers",
            "",
            "| | | takes | answers with |",
            "|---|---|---|---|",
            *(_operation(path, way, it) for path, ways in found["paths"].items() for way, it in ways.items()),
            "",
            "What can be wrong is answered with a `Problem`: "
            + "; ".join(
                f"{status} {text[0].lower()}{text[1:].rstrip('.')}" for status, text in _refusals(found).items()
            )
            + ".",
            "",
            "## Web sockets",
            "",
            *(line for path, socket in found["x-websockets"].items() for line in _socket(path, socket, schemas)),
            "## Models",
            "",
            *(
                line
                for name in sorted(schemas)
                if "properties" in schemas[name]
                for line in _model(name, schemas[name])
            ),
        ]
    )


EXAMPLE = """```console
$ curl -s 127.0.0.1:8064/api/values -H 'Content-Type: application/json' -d '{"fen": "W:WK1,K7,K18:BK35"}'
{"table":{"state":"known","pieces":4,"result":1,"plies":15,"certain":true,"moves":[{"move":"7-2", …
```""".splitlines()


def _operation(path: str, way: str, operation: dict[str, Any]) -> str:
    takes = [
        f"`{_short(parameter['name'], parameter)}`"
        for parameter in operation.get("parameters", ())
        if parameter["in"] == "query"
    ]
    body = operation.get("requestBody", {}).get("content", {})
    for kind, content in body.items():
        takes.insert(0, _link(content["schema"]) or f"`{kind}`")
    good = next(answer for status, answer in operation["responses"].items() if status.startswith("2"))
    ((kind, content),) = good["content"].items()
    text = " ".join(operation["description"].split())
    return f"| `{way.upper()} {path}` | {text} | {', '.join(takes)} | {_link(content['schema']) or f'`{kind}`'} |"


def _short(name: str, parameter: dict[str, Any]) -> str:
    default = parameter.get("schema", {}).get("default")
    return name if default in (None, "") else f"{name}={str(default).lower() if isinstance(default, bool) else default}"


def _refusals(found: dict[str, Any]) -> dict[str, str]:
    operation = next(iter(found["paths"].values()))["get"]
    return {
        status: answer["description"]
        for status, answer in sorted(operation["responses"].items())
        if not status.startswith("2")
    }


def _socket(path: str, socket: dict[str, Any], schemas: dict[str, Any]) -> Iterator[str]:
    yield from (f"### `{path}`", "", socket["description"], "")
    for way, title in (("send", "A page says"), ("receive", "and is told")):
        root = schemas[socket[way]["$ref"].rpartition("/")[2]]
        parts = [part["$ref"].rpartition("/")[2] for part in root["oneOf"]]
        yield f"{title}: " + ", ".join(f"{_kinds(schemas[name])} ([{name}](#{name.lower()}))" for name in parts) + "."
        yield ""


def _kinds(schema: dict[str, Any]) -> str:
    kind = schema["properties"]["type"]
    return ", ".join(f"`{name}`" for name in kind.get("enum", [kind.get("const")]))


def _model(name: str, schema: dict[str, Any]) -> Iterator[str]:
    yield from (f"### {name}", "", " ".join(schema.get("description", "").split()), "", "| | | |", "|---|---|---|")
    required = schema.get("required", [])
    for field, about in schema["properties"].items():
        text = " ".join(about.get("description", "").split())
        yield f"| `{field}`{'' if field in required else '?'} | {_type(about)} | {text} |"
    yield ""


def _type(schema: dict[str, Any]) -> str:
    """A type as people read it."""
    if "$ref" in schema:
        return _link(schema)
    if "const" in schema:
        return f"`{schema['const']}`"
    if "enum" in schema:
        return ", ".join(f"`{value}`" for value in schema["enum"])
    for way in ("anyOf", "oneOf"):
        if way in schema:
            return " or ".join(_type(part) for part in schema[way])
    kind = schema.get("type", "anything")
    if kind == "array":
        if "prefixItems" in schema:
            return "[" + ", ".join(_type(part) for part in schema["prefixItems"]) + "]"
        return f"list of {_type(schema['items'])}"
    if kind == "object":
        inner = schema.get("additionalProperties")
        return f"object of {_type(inner)}" if isinstance(inner, dict) else "object"
    bounds = [
        f"{sign} {schema[key]}"
        for key, sign in (("minimum", "from"), ("maximum", "to"), ("maxLength", "up to"))
        if key in schema
    ]
    return " ".join(
        [{"null": "nothing", "integer": "whole number", "boolean": "true or false"}.get(kind, kind), *bounds]
    )


def _link(schema: dict[str, Any]) -> str:
    name = schema.get("$ref", "").rpartition("/")[2]
    return f"[{name}](#{name.lower()})" if name else ""


def is_stale() -> bool:
    return not PAGE.exists() or PAGE.read_text(encoding="utf-8") != page()


def write() -> None:
    PAGE.write_text(page(), encoding="utf-8")


if __name__ == "__main__":
    if "--check" in sys.argv[1:]:
        sys.exit("not current: docs/api.md" if is_stale() else 0)
    write()
