"""The interface as it is described: OpenAPI against the server, and every message of a web socket against its model."""

import json
import random
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from pydantic import TypeAdapter, ValidationError
from starlette.testclient import TestClient

from damier.web import builder as building
from damier.web import create_app, messages, models
from damier.web.messages import MessageError

BYTES = {"content-type": "application/octet-stream"}
PLAYED = (
    '[White "A"] 1. 32-28 {a [%csl G23] move} 18-23 (1... 19-23 2. 28x19 14x23) 2. 33-29 *\n\n[White "B"] 1. 50-1 *'
)


@pytest.fixture(scope="module")
def described(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    with TestClient(create_app(tmp_path_factory.mktemp("api")), base_url="http://127.0.0.1") as client:
        answer = client.get("/openapi.json")
        assert answer.status_code == 200
        found: dict[str, Any] = answer.json()
        return found


def references(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        if isinstance(value.get("$ref"), str):
            yield value["$ref"]
        for part in value.values():
            yield from references(part)
    elif isinstance(value, list):
        for part in value:
            yield from references(part)


def test_every_route_is_described_with_its_models(described: dict[str, Any]) -> None:
    schemas = described["components"]["schemas"]
    for reference in references(described):
        assert reference.rpartition("/")[2] in schemas, reference
    operations = [(path, way, it) for path, ways in described["paths"].items() for way, it in ways.items()]
    assert len(operations) >= 24
    for path, way, operation in operations:
        assert operation["description"], (path, way)
        good = [answer for status, answer in operation["responses"].items() if status.startswith("2")]
        assert len(good) == 1, (path, way)
        ((kind, content),) = good[0]["content"].items()
        assert "$ref" in content["schema"] or kind != "application/json", (path, way)
        for status in ("403", "404", "422", "503"):
            problem = operation["responses"][status]["content"]["application/json"]["schema"]
            assert problem == {"$ref": "#/components/schemas/Problem"}
        if way == "post" and not path.endswith("/reading"):
            assert operation["requestBody"]["required"], path
    assert set(described["x-websockets"]) == {"/live/{id}", "/live/{id}/{number}"}


def test_the_description_needs_nothing_from_elsewhere(described: dict[str, Any]) -> None:
    assert "://" not in json.dumps(described)


def test_the_messages_are_those_that_are_understood() -> None:
    def kinds(wish: Any) -> set[str]:
        parts = wish.model_fields["root"].annotation.__args__
        return {kind for part in parts for kind in part.model_fields["type"].annotation.__args__}

    assert kinds(models.PlayWish) == set(messages.KINDS)
    assert kinds(models.WorkWish) == set(messages.STUDY_KINDS)


def values(schema: dict[str, Any], models_: dict[str, Any]) -> st.SearchStrategy[Any]:
    """What fits a part of the messages' JSON Schema."""
    if "$ref" in schema:
        return values(models_[schema["$ref"].rpartition("/")[2]], models_)
    for way in ("oneOf", "anyOf"):
        if way in schema:
            return st.one_of(*(values(part, models_) for part in schema[way]))
    if "const" in schema or "enum" in schema:
        return st.sampled_from(schema.get("enum", [schema.get("const")]))
    if schema["type"] == "object":
        fields = {name: values(part, models_) for name, part in schema["properties"].items()}
        needed = {name: fields[name] for name in schema["required"]}
        return st.fixed_dictionaries(needed, optional={name: fields[name] for name in fields.keys() - needed.keys()})
    if schema["type"] == "array":
        if "prefixItems" in schema:
            return st.tuples(*(values(part, models_) for part in schema["prefixItems"]))
        return st.lists(values(schema["items"], models_), max_size=schema["maxItems"])
    return {
        "integer": lambda: st.integers(schema.get("minimum", 0), schema.get("maximum", 1000)),
        "string": lambda: st.text(min_size=schema.get("minLength", 0), max_size=schema["maxLength"]),
        "boolean": st.booleans,
        "null": st.none,
    }[schema["type"]]()


@pytest.mark.parametrize(
    ("wish", "parse"),
    [(models.PlayWish, messages.parse_message), (models.WorkWish, messages.parse_study_message)],
)
def test_what_the_models_allow_is_understood(wish: Any, parse: Callable[[str], Any]) -> None:
    schema = wish.model_json_schema()

    @settings(max_examples=200, deadline=None, suppress_health_check=list(HealthCheck))
    @given(values(schema, schema["$defs"]))
    def check(value: Any) -> None:
        wish.model_validate_json(json.dumps(value))
        try:
            kind = parse(json.dumps(value)).kind
        except MessageError as error:
            # Blank texts and messages that are too long are no part of JSON Schema; nor is a place before the present.
            if not any(said in str(error) for said in ("is empty", "longer than", "at: expected")):
                raise
        else:
            assert kind == value["type"]

    check()


def test_what_the_models_refuse_is_refused() -> None:
    for text in ('{"type":"move","ply":-1,"move":"x"}', '{"type":"fly","ply":0}', '{"type":"look","ply":0}'):
        with pytest.raises(ValidationError):
            models.PlayWish.model_validate_json(text)
        with pytest.raises(MessageError):
            messages.parse_message(text)


@pytest.mark.parametrize("game", ["international", "bashni", "vigman", "turkish", "russian"])
def test_every_message_of_a_game_fits_its_model(
    client: TestClient, new_game: Callable[..., str], attend: Any, game: str
) -> None:
    news = TypeAdapter(models.PlayNews)
    chance = random.Random(game)
    with attend(new_game(game=game, clock="300+3")) as socket:
        state = socket.receive_json()
        news.validate_python(state)

        def ask(kind: str, **rest: Any) -> dict[str, Any]:
            wish = {"type": kind, "ply": state["ply"], **rest}
            models.PlayWish.model_validate(wish)
            socket.send_json(wish)
            answer: dict[str, Any] = socket.receive_json()
            news.validate_python(answer)
            return answer

        for _ in range(30):
            if not state["moves"]:
                break
            state = ask("move", move=chance.choice(state["moves"])["id"])
            assert state["type"] == "state"
        assert ask("look", at=3)["type"] == "look"
        assert ask("explain", **{"from": 1, "to": None})["type"] == "refusal"
        assert ask("explain", **{"from": 999, "to": None})["type"] == "error"
        assert ask("claim_draw")["type"] in ("error", "state")
        if state["moves"]:
            assert ask("hint")["type"] == "hint"
        assert ask("resign")["outcome"]


def test_every_message_of_an_analysis_fits_its_model(client: TestClient) -> None:
    news = TypeAdapter(models.StudyNews)
    id = client.post("/api/collections", content=PLAYED.encode(), headers=BYTES).json()["id"]
    heard: list[str] = []
    with client.websocket_connect(f"/live/{id}/1", headers={"host": "127.0.0.1"}) as socket:

        def hear(kind: str, **sought: Any) -> dict[str, Any]:
            while True:
                message: dict[str, Any] = socket.receive_json()
                news.validate_python(message)
                heard.append(message["type"])
                if message["type"] == kind and all(message.get(name) == value for name, value in sought.items()):
                    return message

        def say(kind: str, **rest: Any) -> None:
            wish = {"type": kind, **rest}
            models.WorkWish.model_validate(wish)
            socket.send_json(wish)

        hear("study")
        say("position", node=1)
        hear("position")
        say("play", node=0, move="34-29")
        hear("go")
        say("comment", node=1, text="fine", before=False)
        hear("changed")
        say("marks", node=1, arrows=[[28, 23, "green"], [1, 1, "red"]])
        hear("changed")
        say("glyphs", node=1, nags=[1])
        hear("changed")
        say("header", name="Event", text="Club")
        hear("changed")
        say("explain", **{"node": 0, "from": 50})
        hear("refusal")
        say("delete", node=999)
        hear("error")
        say("engine", node=0, lines=2, threat=False)
        hear("lines", state="thinking")
        say("engine_off")
        say("review", depth="quick")
        hear("review", state="done")
        say("try", node=1, move="31-26")
        hear("tried")
        say("annotate")
        hear("study")
        say("restore")
        hear("study")
    with client.websocket_connect(f"/live/{id}/2", headers={"host": "127.0.0.1"}) as socket:
        assert TypeAdapter(models.StudyMessage).validate_python(socket.receive_json()).problems
    study = client.post("/api/studies", json={"game": "international", "fen": "W:WK1,K7,K18:BK35"}).json()
    with client.websocket_connect(f"/live/{study['id']}/1", headers={"host": "127.0.0.1"}) as socket:
        news.validate_python(socket.receive_json())
        socket.send_json({"type": "position", "node": 0})
        for kind in ("position", "table"):
            message = socket.receive_json()
            news.validate_python(message)
            assert message["type"] == kind
    assert {"study", "changed", "position", "refusal", "go", "lines", "review", "tried", "error"} <= set(heard)


def test_the_page_of_the_docs_is_current() -> None:
    import importlib.util

    spec = importlib.util.spec_from_file_location("api", Path(__file__).parents[2] / "tools" / "api.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    assert not module.is_stale(), "run `make docs`"


# -- schemathesis: whatever is asked gets an answer that fits the description, and never a fault of the server --------


def test_the_server_is_as_it_is_described(server: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    schemathesis = pytest.importorskip("schemathesis")
    from urllib.request import Request, urlopen

    from schemathesis.checks import load_all_checks
    from schemathesis.core.failures import FailureGroup

    def refuse(*_: object) -> None:
        raise MessageError("nothing is built here")

    monkeypatch.setattr(building.Builder, "_check", refuse)
    upload = Request(f"{server.address}/api/collections?name=x.pdn", PLAYED.encode(), BYTES)
    with urlopen(upload) as answer:
        collection = json.load(answer)["id"]
    sitting = server.begin(game="russian")
    schema = schemathesis.openapi.from_url(f"{server.address}/openapi.json")
    load_all_checks()
    wanted = schemathesis.checks.CHECKS.get_by_names(
        [
            "not_a_server_error",
            "status_code_conformance",
            "content_type_conformance",
            "response_schema_conformance",
            "response_headers_conformance",
            "unsupported_method",
            "negative_data_rejection",
        ]
    )
    problems = []
    for result in schema.get_all_operations():
        operation = result.ok()

        @settings(
            max_examples=12,
            deadline=None,
            database=None,
            derandomize=True,
            phases=[Phase.explicit, Phase.generate],
            suppress_health_check=list(HealthCheck),
        )
        @given(case=operation.as_strategy())
        def check(case: Any) -> None:
            # Half of the questions are about something that is there.
            given = case.path_parameters or {}
            if "id" in given and case.method != "DELETE" and len(str(given["id"])) % 2:
                given["id"] = sitting if "sittings" in case.path else collection
            # So are most of the draughts games.
            if isinstance(case.body, dict) and len(str(case.body.get("game", ""))) % 3:
                case.body |= {"game": "russian"}
                for name in ("fen", "draws", "level", "clock", "ballot", "moves", "sitting"):
                    case.body.pop(name, None)
            case.call_and_validate(checks=wanted)

        try:
            check()
        except FailureGroup as group:
            problems += [f"{operation.label}: {failure}" for failure in group.exceptions]
    assert problems == []
