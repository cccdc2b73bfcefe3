"""Languages: who hears which, and that nothing is left unsaid in any of them."""

import ast
import re
import runpy
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po
from starlette.datastructures import Headers, QueryParams

import damier
from damier import tables
from damier.saying import clause, say, say_of
from damier.web.statics import statics
from damier.web.tongues import CATALOGUES, COOKIE, LANGUAGES, accepted, tongue, wanted

ROOT = Path(__file__).parent.parent.parent
OTHERS = LANGUAGES[1:]
PLACES = re.compile(r"\{\w*\}")


# -- which language ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("question", "cookie", "header", "language"),
    [
        ("", "", "", "en"),
        ("", "", "nl-BE,nl;q=0.9,en;q=0.8", "nl"),
        ("", "", "de-DE,de;q=0.9", "en"),
        ("", "", "de,fr;q=0.7,en;q=0.9", "en"),
        ("", "", "pt-BR", "pt"),
        ("", "", "RU", "ru"),
        ("", "fr", "nl", "fr"),
        ("language=ru", "fr", "nl", "ru"),
        ("language=xx", "fr", "nl", "fr"),
        ("language=../../etc/passwd", "", "es", "es"),
        ("", "../../etc/passwd", "nl", "nl"),
        ("", '"><script>', "", "en"),
        ("", "nl\x00", "", "en"),
        ("", "", ";;;,,,=q;q=;q=x,q=1;", "en"),
        ("", "", "nl;q=0", "en"),
        ("", "", "nl;q=nan", "en"),
        ("", "", "x," * 5000 + "nl", "en"),
    ],
)
def test_the_language_that_a_page_wants(question: str, cookie: str, header: str, language: str) -> None:
    headers = {"accept-language": header, **({"cookie": f"{COOKIE}={cookie}"} if cookie else {})}
    assert wanted(QueryParams(question), Headers(headers)) == language


def test_the_dearest_language_comes_first() -> None:
    assert accepted("fr;q=0.5, nl-BE, nl;q=0.9, *;q=0.1") == ["nl-be", "nl", "fr"]


@pytest.mark.parametrize("path", ["/new", "/analysis", "/editor"])
def test_the_document_is_in_the_language_of_the_page(client: Any, path: str) -> None:
    answer = client.get(path, headers={"Accept-Language": "nl"})
    assert '<html lang="nl">' in answer.text
    assert "Het bord heeft JavaScript nodig." in answer.text
    assert f'<link rel="modulepreload" href="{statics().address("words/nl.js")}">' in answer.text
    assert answer.headers["content-language"] == "nl"
    assert {"Accept-Language", "Cookie"} <= {part.strip() for part in answer.headers["vary"].split(",")}
    assert '<html lang="en">' in client.get(path).text


def test_a_hostile_language_stays_outside(client: Any) -> None:
    for hostile in ("../../../etc/passwd", '"><script>alert(1)</script>', "nl%00", "%2e%2e/nl"):
        answer = client.get("/new", params={"language": hostile}, headers={"Cookie": f"{COOKIE}={hostile}"})
        assert answer.status_code == 200
        assert '<html lang="en">' in answer.text
        assert "alert" not in answer.text


# -- what the server says ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_refusal_is_in_the_language_of_the_page(
    client: Any, new_game: Callable[..., str], table: Any, language: str
) -> None:
    id = new_game(fen="W:W32,40:B27")
    with client.websocket_connect(f"/live/{id}?language={language}", headers={"host": "127.0.0.1"}) as socket:
        page = table(socket)
        message = page.ask("explain", **{"from": 40})["message"]
        assert (
            message
            == {
                "en": "the man on 40 cannot move: capture is compulsory: 32x21 (FMJD 4.1)",
                "nl": "de schijf op 40 kan niet zetten: slaan is verplicht: 32x21 (FMJD 4.1)",
                "fr": "le pion en 40 ne peut pas jouer : la prise est obligatoire : 32x21 (FMJD 4.1)",
                "es": "el peón de 40 no puede jugar: la captura es obligatoria: 32x21 (FMJD 4.1)",
                "ru": "шашка на 40 не может ходить: бить обязательно: 32x21 (FMJD 4.1)",
                "pt": "a pedra em 40 não pode jogar: a captura é obrigatória: 32x21 (FMJD 4.1)",
            }[language]
        )
        refused = page.ask("move", move="40-34")["message"]
        assert refused.startswith("40-34")
        assert "32x21 (FMJD 4.1)" in refused


def test_two_pages_of_a_game_speak_two_languages(client: Any, new_game: Callable[..., str], table: Any) -> None:
    id = new_game()
    with (
        client.websocket_connect(f"/live/{id}?language=nl", headers={"host": "127.0.0.1"}) as first,
        client.websocket_connect(f"/live/{id}", headers={"host": "127.0.0.1", "accept-language": "ru"}) as second,
    ):
        dutch, russian = table(first), table(second)
        assert (dutch.state["game"]["name"], russian.state["game"]["name"]) == (
            "Internationaal dammen",
            "Международные шашки",
        )
        dutch.say("resign")
        dutch.hear_until(lambda state: state["outcome"] is not None)
        russian.hear_until(lambda state: state["outcome"] is not None)
        assert dutch.state["outcome"]["reason"] == "Zwart wint, Wit geeft op"
        assert russian.state["outcome"]["reason"] == "чёрные выиграли, белые сдались"


def test_the_catalogue_of_games_is_in_the_language_of_the_page(client: Any) -> None:
    found = client.get("/api/games", headers={"Accept-Language": "fr"}).json()
    assert found["games"][0] == {**found["games"][0], "id": "international", "name": "Dames internationales"}
    assert found["levels"][0] == {"name": "beginner", "description": "Voit les prises, joue librement."}


def test_what_is_wrong_with_a_position_is_in_the_language_of_the_page(client: Any) -> None:
    wish = {"game": "international", "pieces": {"3": "w", "20": "b"}}
    said = client.post("/api/setup", json=wish, headers={"Accept-Language": "es"}).json()
    assert [text.partition(" (")[0] for text in said["wrong"]] == [
        "el peón blanco de 3 está en la fila de coronación: debe ser una dama"
    ]
    answer = client.post(
        "/api/setup", json={"game": "international", "fen": "W:W99"}, headers={"Accept-Language": "nl"}
    )
    assert answer.status_code == 422
    assert "er is geen veld" in answer.json()["message"]


def test_problems_of_a_file_are_in_the_language_of_the_page(client: Any) -> None:
    headers = {"Content-Type": "application/octet-stream", "Accept-Language": "ru"}
    text = '[White "a"]\n1. 32-28 19-23 2. 33-29 *\n'
    id = client.post("/api/collections", content=text, headers=headers).json()["id"]
    for _ in range(200):
        found = client.get(f"/api/collections/{id}", headers=headers).json()
        if found["done"]:
            break
    assert found["kinds"] == {"Международные шашки": 1}
    problem = client.get(f"/api/collections/{id}/problems", headers=headers).json()["rows"][0]
    assert problem["reason"].startswith("невозможный ход 33-29: бить обязательно: 28x19")


@pytest.mark.parametrize(
    ("language", "word", "game"),
    [
        ("nl", "TÚRKS", "turkish"),
        ("ru", "турецкие", "turkish"),
        ("fr", "russes", "russian"),
        ("nl", "russian", "russian"),
    ],
)
def test_games_are_found_by_their_name_in_the_language_of_the_page(
    client: Any, new_game: Callable[..., str], language: str, word: str, game: str
) -> None:
    ids = {game: new_game(game=game) for game in ("turkish", "russian", "international")}
    headers = {"Accept-Language": language}
    found = client.get("/api/sittings", params={"search": word}, headers=headers).json()
    assert [listing["id"] for listing in found["sittings"]] == [ids[game]]
    assert client.get("/api/sittings", params={"search": f"{word} beginner"}, headers=headers).json()["total"] == 0
    if word != game:
        assert client.get("/api/sittings", params={"search": word}).json()["total"] == 0
        text = client.get("/api/sittings/pdn", params={"search": word}, headers=headers).text
        assert text.count("[GameType") == 1
    kinds = {"turkish": "30", "russian": "25", "international": "20"}
    pdn = "".join(f'[Event "x"]\n[GameType "{kind}"]\n[Result "*"]\n\n*\n\n' for kind in kinds.values())
    posted = client.post("/api/collections", content=pdn, headers={"Content-Type": "application/octet-stream"}).json()
    for _ in range(200):
        if client.get(f"/api/collections/{posted['id']}").json()["done"]:
            break
    rows = client.get(f"/api/collections/{posted['id']}/games", params={"search": word}, headers=headers).json()
    assert [row["number"] for row in rows["rows"]] == [1 + list(kinds).index(game)]


def test_russian_has_three_plurals() -> None:
    russian = tongue("ru")
    said = {
        count: russian.say(say_of(count, "1 ply", "{count} plies")) for count in (1, 2, 5, 11, 21, 22, 25, 101, 112)
    }
    assert said == {
        1: "1 полуход",
        2: "2 полухода",
        5: "5 полуходов",
        11: "11 полуходов",
        21: "21 полуход",
        22: "22 полухода",
        25: "25 полуходов",
        101: "101 полуход",
        112: "112 полуходов",
    }


def test_what_others_say_is_told_as_they_said_it() -> None:
    dutch = tongue("nl")
    assert dutch.say("White") == "White"
    assert dutch.say(say("White")) == "Wit"
    assert (
        dutch.say(say("the tag {name} belongs to the position", name="{clause}"))
        == "de tag {clause} hoort bij de stand"
    )
    assert dutch.tell({"a": [say("White"), 1, None, "White"], say("Black"): True}) == {
        "a": ["Wit", 1, None, "White"],
        "Zwart": True,
    }


# -- nothing is left unsaid -------------------------------------------------------------------------------------------


def catalogue(language: str) -> Catalog:
    with (CATALOGUES / f"{language}.po").open("rb") as source:
        return read_po(source, locale=language)


@pytest.fixture(scope="module")
def messages() -> dict[Any, list[str]]:
    found: dict[Any, list[str]] = runpy.run_path(str(ROOT / "tools" / "messages.py"))["messages"]()
    return found


def test_the_messages_are_found(messages: dict[Any, list[str]]) -> None:
    assert "capture is compulsory: {moves} ({clause})" in messages
    assert ("1 ply", "{count} plies") in messages
    assert "there is no move to take back" in messages
    assert "Frisian draughts" in messages
    assert len(messages) > 300


@pytest.mark.parametrize("language", OTHERS)
def test_a_catalogue_is_complete(language: str, messages: dict[Any, list[str]]) -> None:
    said = {message.id: message for message in catalogue(language) if message.id}
    assert set(messages) - set(said) == set(), "not translated: run tools/messages.py"
    assert set(said) - set(messages) == set(), "nobody says that any more: run tools/messages.py"
    assert [message.id for message in said.values() if message.fuzzy] == []
    assert [id for id, message in said.items() if not all(_forms(message.string))] == []


@pytest.mark.parametrize("language", OTHERS)
def test_a_translation_has_the_parts_of_the_original(language: str) -> None:
    wrong = []
    for message in catalogue(language):
        if not message.id:
            continue
        places = {place for form in _forms(message.id) for place in PLACES.findall(form)}
        if isinstance(message.id, tuple):
            for form in _forms(message.string):
                # One thing need not be counted.
                if not places - {"{count}"} <= set(PLACES.findall(form)) <= places:
                    wrong.append((message.id, form))
        elif set(PLACES.findall(message.string)) != places:
            wrong.append((message.id, message.string))
    assert wrong == []


@pytest.mark.parametrize("language", OTHERS)
def test_a_catalogue_is_in_its_language(language: str) -> None:
    """What is said alike in both languages is a name, or has no words."""
    alike = {
        message.id
        for message in catalogue(language)
        if message.id == message.string and re.search(r"[^\W\d_]", PLACES.sub("", message.id))
    }
    assert alike <= {"Frysk!", "Lasca, 7×7", "GameType 50 is Othello", "Promotion"}


@pytest.mark.parametrize("language", OTHERS)
def test_every_clause_is_said_in_every_language(language: str) -> None:
    """Only names and their numbers are the same everywhere."""
    names = runpy.run_path(str(ROOT / "tools" / "messages.py"))["NAMES"]
    clauses = {found for game in damier.games() for found in game.clauses.values()}
    for game in damier.games():
        for profile in game.profiles:
            clauses |= {clock.clause for clock in damier.Board(game=game, draws=profile).draw_clocks()}
    assert len(clauses) > 80
    english = {found for found in clauses if found and tongue(language).say(clause(found)) == found}
    assert {found for found in english if not names.fullmatch(found)} == set()
    assert "Thai rules: kings" not in english


def test_the_clause_of_a_result_is_in_the_language_of_the_page(client: Any, new_game: Callable[..., str]) -> None:
    id = new_game(game="turkish", fen="W:WKa1:BKh8")
    with client.websocket_connect(f"/live/{id}?language=nl", headers={"host": "127.0.0.1"}) as socket:
        state = socket.receive_json()
        assert state["outcome"] is None or "rules" not in state["outcome"]["reason"]
        socket.send_json({"type": "explain", "ply": 0, "from": 1})
        assert "rules" not in str(socket.receive_json())


def test_nothing_that_a_page_is_told_is_english_alone() -> None:
    """Whoever refuses says a sentence that has a template."""
    told = {"MessageError", "LookupError", "StoreError", "NewerStoreError"}
    plain = []
    for path in sorted((ROOT / "python/damier").glob("web/*.py")) + sorted(
        (ROOT / "python/damier").glob("library/*.py")
    ):
        for call in ast.walk(ast.parse(path.read_text("utf-8"))):
            if not (
                isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id in told and call.args
            ):
                continue
            text = call.args[0]
            if isinstance(text, ast.JoinedStr) or (isinstance(text, ast.Constant) and text.value):
                plain.append(f"{path.name}:{call.lineno}")
    assert plain == []


def test_what_is_wrong_with_a_table_is_said_in_every_language() -> None:
    wrong = "/x/KKvK.dtw: the table is damaged: the checksum of block 3 is wrong"
    assert tongue("nl").say(tables.trouble(wrong)) == (
        "/x/KKvK.dtw: de tabel is beschadigd: de controlesom van blok 3 klopt niet"
    )
    assert tables.trouble("No space left on device") == "No space left on device"
    # The sentences are those that are said.
    source = "".join(path.read_text("utf-8") for path in (ROOT / "crates/damier-tables/src").glob("*.rs"))
    source += (ROOT / "crates/damier-py/src/tables.rs").read_text("utf-8")
    for template in tables._TROUBLES:
        what = template.removeprefix("no ").partition(" for {")[0] if template.startswith("no ") else template
        assert max(re.split(r"\{\w+\}", what), key=len).strip(" :,") in source, template


def _forms(text: Any) -> tuple[str, ...]:
    return text if isinstance(text, tuple) else (text,)


def test_every_language_has_its_files_and_no_other_has() -> None:
    source = (ROOT / "python/damier/web/static/tongue.js").read_text("utf-8")
    listed = re.findall(r"^  (\w\w): \{ name: ", source, re.MULTILINE)
    assert tuple(listed) == LANGUAGES
    assert sorted(path.stem for path in CATALOGUES.glob("*.po")) == sorted(OTHERS)
    modules = (ROOT / "python/damier/web/static/words").glob("*.js")
    assert sorted(path.stem for path in modules) == sorted(OTHERS)
