"""What is refused is told in the language of who asks: to programs as JSON, to people as a page."""

import errno
from collections.abc import Callable
from typing import Any

import pytest
from starlette.testclient import TestClient

from damier.web import create_app
from damier.web.tongues import LANGUAGES

VISIT = {"Accept": "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"}
NOTHING = {
    "en": "there is nothing at this address",
    "nl": "op dit adres is niets te vinden",
    "fr": "il n'y a rien à cette adresse",
    "es": "no hay nada en esta dirección",
    "ru": "по этому адресу ничего нет",
    "pt": "não há nada neste endereço",
}


class Screen:
    def __init__(self, page: Any) -> None:
        self.page = page


@pytest.fixture
def look(screens: Callable[..., Any]) -> Callable[..., Screen]:
    return screens(Screen, noted="status of 404|status of 422|CONNECTION_REFUSED")


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_person_who_went_astray_is_shown_the_way_home(client: TestClient, language: str) -> None:
    answer = client.get("/no/such/page", headers={**VISIT, "Accept-Language": language})
    said = NOTHING[language]
    assert answer.status_code == 404
    assert answer.headers["content-type"].startswith("text/html")
    assert answer.headers["content-language"] == language
    assert f'<html lang="{language}">' in answer.text
    assert f"<h1>{said[0].upper()}{said[1:]}.</h1>".replace("'", "&#x27;") in answer.text
    assert 'href="/">' in answer.text
    assert ("To the board" in answer.text) is (language == "en")


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_program_is_told_the_same_as_json(client: TestClient, language: str) -> None:
    for path, headers in (("/no/such/page", {}), ("/api/nothing", VISIT), ("/static/nothing.js", VISIT)):
        answer = client.get(path, headers={**headers, "Accept-Language": language})
        assert answer.status_code == 404
        assert answer.json() == {"type": "error", "message": NOTHING[language], "field": None}


def test_what_cannot_be_done_is_said_so(client: TestClient) -> None:
    answer = client.put("/api/games", headers={"Origin": "http://127.0.0.1", "Accept-Language": "nl"})
    assert (answer.status_code, answer.json()["message"]) == (405, "dat kan op dit adres niet")
    assert answer.headers["allow"] == "GET"


@pytest.mark.parametrize("headers", [{"Host": "evil.example"}, {"Origin": "http://evil.example"}])
def test_a_stranger_is_turned_away_in_their_language(client: TestClient, headers: dict[str, str]) -> None:
    answer = client.get("/", headers={**headers, "Accept-Language": "ru"})
    assert answer.status_code == 403
    assert answer.json()["message"] in (
        "этот сервер не отвечает на такое имя",
        "с этим сервером могут говорить только его собственные страницы",
    )
    page = client.get("/", headers={**headers, **VISIT, "Accept-Language": "ru"})
    assert (page.status_code, page.headers["content-language"]) == (403, "ru")


@pytest.mark.parametrize(
    ("question", "message"),
    [
        ({"first": "x"}, "first: verwacht wordt een geheel getal"),
        ({"first": "1.5"}, "first: verwacht wordt een geheel getal"),
        ({"first": "9" * 5000}, "first: verwacht wordt een geheel getal"),
        ({"first": "-1"}, "first: verwacht wordt 0 of meer"),
        ({"count": "9999"}, "count: verwacht wordt 500 of minder"),
        ({"over": "perhaps"}, "over: verwacht wordt true of false"),
        ({"search": "x" * 201}, "search: is langer dan 200 tekens"),
    ],
)
def test_what_is_wrong_with_a_question_is_said(client: TestClient, question: dict[str, str], message: str) -> None:
    answer = client.get("/api/sittings", params=question, headers={"Accept-Language": "nl"})
    assert (answer.status_code, answer.json()) == (
        422,
        {"type": "error", "message": message, "field": next(iter(question))},
    )


def test_what_is_missing_is_named(client: TestClient) -> None:
    answer = client.get("/api/diagram.svg", headers={"Accept-Language": "fr"})
    assert (answer.status_code, answer.json()["message"]) == (422, "fen : manque")


def test_a_fault_of_the_server_is_a_sentence(folder: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object, **__: object) -> None:
        raise RuntimeError("nobody expected this")

    with TestClient(create_app(folder), base_url="http://127.0.0.1", raise_server_exceptions=False) as client:
        monkeypatch.setattr(client.app.state.hall.shelf, "find", fail)  # type: ignore[attr-defined]
        answer = client.get("/api/sittings", headers={"Accept-Language": "es"})
        page = client.get("/", headers={**VISIT, "Accept-Language": "es"})
    assert (answer.status_code, answer.json()["message"]) == (500, "algo ha fallado en el servidor")
    assert (page.status_code, page.headers["content-language"]) == (500, "es")


@pytest.mark.parametrize("text", ["%00", "%ff%fe", "..%2f..%2fetc%2fpasswd", "%3Cscript%3E", "x" * 20_000])
def test_odd_bytes_in_an_address_lead_home(client: TestClient, text: str) -> None:
    for path in (f"/{text}", f"/editor/{text}", f"/api/{text}", f"/static/{text}"):
        answer = client.get(path, headers=VISIT)
        assert answer.status_code == 404
        assert "<script>" not in answer.text


def test_a_full_disk_is_said_in_the_language_of_the_page(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(client.app.state.archive, "_make_room", refuse)  # type: ignore[attr-defined]
    answer = client.post(
        "/api/collections",
        content=b"1. 32-28 *",
        headers={"Content-Type": "application/octet-stream", "Accept-Language": "nl"},
    )
    assert answer.status_code == 422
    assert answer.json()["message"].endswith("er is geen ruimte meer op de schijf")


def test_the_way_home_is_gone_with_a_click(look: Callable[..., Screen]) -> None:
    page = look("/no/such/page", locale="pt-BR").page
    page.get_by_role("heading", name="Não há nada neste endereço.").wait_for()
    assert page.locator("main img").evaluate("(image) => image.complete && image.naturalWidth > 0")
    page.get_by_role("link", name="Para o tabuleiro").click()
    page.locator("dialog[open]").wait_for()


def test_a_server_that_is_gone_is_told_in_the_language_of_the_page(look: Callable[..., Screen], server: Any) -> None:
    page = look("/analysis", locale="nl").page
    page.get_by_role("button", name="Plakken").click()
    page.locator("#paste-text").fill("W:W31:B20")
    server.stop()
    page.locator("dialog button[type=submit]").click()
    page.locator("dialog").get_by_text("De verbinding is weg").wait_for()


@pytest.mark.parametrize("name", ["chess", "%ff", "%3Cscript%3E"])
def test_a_game_that_cannot_be_learned_is_told_so(look: Callable[..., Screen], name: str) -> None:
    page = look(f"/learn/{name}", locale="nl").page
    page.locator("#problem").get_by_text("Dat spel is er niet.").wait_for()
