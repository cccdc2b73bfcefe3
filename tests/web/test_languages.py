"""Every screen in every language, in a real browser; and that no language lacks a word."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

LANGUAGES = ("en", "nl", "fr", "es", "ru", "pt")
FIRST_WORDS = {
    "en": ("New game", "Analysis", "Choose a game to begin."),
    "nl": ("Nieuwe partij", "Analyse", "Kies een spel om te beginnen."),
    "fr": ("Nouvelle partie", "Analyse", "Choisissez un jeu pour commencer."),
    "es": ("Nueva partida", "Análisis", "Elija un juego para empezar."),
    "ru": ("Новая партия", "Анализ", "Выберите игру, чтобы начать."),
    "pt": ("Nova partida", "Análise", "Escolha um jogo para começar."),
}
COMPULSORY = {
    "en": "The man on 40 cannot move: capture is compulsory: 32x21 (FMJD 4.1)",
    "nl": "De schijf op 40 kan niet zetten: slaan is verplicht: 32x21 (FMJD 4.1)",
    "fr": "Le pion en 40 ne peut pas jouer : la prise est obligatoire : 32x21 (FMJD 4.1)",
    "es": "El peón de 40 no puede jugar: la captura es obligatoria: 32x21 (FMJD 4.1)",
    "ru": "Шашка на 40 не может ходить: бить обязательно: 32x21 (FMJD 4.1)",
    "pt": "A pedra em 40 não pode jogar: a captura é obrigatória: 32x21 (FMJD 4.1)",
}
LISTEN = """() => {
    window.seen = new Set();
    const look = () => document.querySelectorAll("[data-word]").forEach((element) => seen.add(element.textContent));
    new MutationObserver(look).observe(document, { childList: true, subtree: true, characterData: true });
}"""
COMPARE = (Path(__file__).parent / "words.js").read_text("utf-8")
ROOM = (Path(__file__).parent / "room.js").read_text("utf-8")

Visit = Callable[..., Any]


@pytest.fixture
def visit(browser: Any) -> Iterator[Visit]:
    contexts = []

    @contextmanager
    def _closing() -> Iterator[None]:
        yield
        for context in contexts:
            context.close()

    def open_page(language: str, *, width: int = 1280, height: int = 800) -> Any:
        context = browser.new_context(
            locale=language, viewport={"width": width, "height": height}, reduced_motion="reduce"
        )
        context.set_default_timeout(60_000)
        contexts.append(context)
        page = context.new_page()
        page.errors = []
        page.on("pageerror", lambda error: page.errors.append(str(error)))
        page.add_init_script(f"({LISTEN})()")
        return page

    with _closing():
        yield open_page


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_first_screen_speaks_the_language_of_the_browser(visit: Visit, server: Any, language: str) -> None:
    page = visit(language)
    page.goto(server.address)
    page.locator("dialog .preview .man").first.wait_for()
    new_game, analysis, welcome = FIRST_WORDS[language]
    assert page.locator("html").get_attribute("lang") == language
    assert page.locator("#new-game").inner_text() == new_game
    assert page.locator("#analysis").inner_text() == analysis
    assert page.locator("#status").inner_text() == welcome
    assert page.locator("#new-game-title").inner_text() == new_game
    # Whatever was shown from the first moment on: never a word of another language.
    seen = set(page.evaluate("[...seen]")) - {""}
    others = {text for other, texts in FIRST_WORDS.items() if other != language for text in texts} - {analysis}
    assert seen & others == set()
    assert page.evaluate(
        "[...document.querySelectorAll('[data-word]')].every((e) => !/^(undefined)?$/.test(e.textContent))"
    )
    assert page.errors == []


@pytest.mark.parametrize("language", ["de", "zh-CN", "tlh"])
def test_a_language_that_nobody_knows_here_is_english(visit: Visit, server: Any, language: str) -> None:
    page = visit(language)
    page.goto(f"{server.address}/editor")
    page.locator("#screen[data-fen]").wait_for()
    assert page.locator("html").get_attribute("lang") == "en"
    assert page.locator("#title").inner_text() == "Set up a position"


def test_a_language_is_chosen_and_remembered(visit: Visit, server: Any) -> None:
    page = visit("en")
    page.goto(server.address)
    page.locator("dialog .preview .man").first.wait_for()
    page.locator("dialog").get_by_role("combobox", name="Language").select_option("ru")
    page.locator("#new-game", has_text="Новая партия").wait_for()
    page.locator("dialog .preview .man").first.wait_for()
    page.reload()
    page.locator("dialog .preview .man").first.wait_for()
    assert page.locator("#new-game").inner_text() == "Новая партия"
    page.goto(f"{server.address}/analysis?language=nl")  # a link in a language
    page.locator("#begin-game option").first.wait_for(state="attached")
    assert page.locator("#open").inner_text() == "Bestand openen"
    page.get_by_role("combobox", name="Taal").select_option("fr")
    page.locator("#open", has_text="Ouvrir un fichier").wait_for()
    assert "language" not in page.url
    page.goto(f"{server.address}/editor")
    page.locator("#screen[data-fen]").wait_for()
    assert page.locator("#title").inner_text() == "Composer une position"
    assert page.errors == []


def test_a_hostile_choice_is_not_heard(visit: Visit, server: Any) -> None:
    page = visit("nl")
    page.context.add_cookies(
        [{"name": "damier-language", "value": "../../x", "url": server.address}],
    )
    page.goto(f"{server.address}/editor?language=%22%3E%3Cscript%3E")
    page.locator("#screen[data-fen]").wait_for()
    assert page.locator("html").get_attribute("lang") == "nl"
    assert page.errors == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_refused_move_is_explained_in_the_language_of_the_page(visit: Visit, server: Any, language: str) -> None:
    page = visit(language)
    page.goto(f"{server.address}/play/{server.begin(fen='W:W32,40:B27')}")
    page.locator("main[data-ply]").wait_for()
    page.locator(".squares button").nth(39).focus()
    page.keyboard.press("Enter")
    page.locator("#message.refusal").wait_for()
    assert page.locator("#status").inner_text() == COMPULSORY[language]


def test_russian_plurals_of_the_page(visit: Visit, server: Any) -> None:
    page = visit("ru")
    page.goto(f"{server.address}/editor")
    page.locator("#screen[data-fen]").wait_for()
    said = page.evaluate(
        """async () => {
            const { words } = await import("/static/words.js");
            const { problemCount } = words.analysis.list;
            return [1, 2, 5, 11, 21, 22, 1234].map((count) => problemCount(count).replace(/\\s/g, " "));
        }"""
    )
    assert said == [
        "1 замечание",
        "2 замечания",
        "5 замечаний",
        "11 замечаний",
        "21 замечание",
        "22 замечания",
        "1 234 замечания",
    ]


@pytest.mark.parametrize("language", LANGUAGES[1:])
def test_no_word_is_missing(visit: Visit, server: Any, language: str) -> None:
    page = visit(language)
    page.goto(f"{server.address}/editor")
    page.locator("#screen[data-fen]").wait_for()
    assert page.evaluate(COMPARE, language) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_long_words_have_room_on_a_phone(visit: Visit, server: Any, language: str) -> None:
    page = visit(language, width=390, height=844)
    page.goto(f"{server.address}/play/{server.begin(clock='300+3')}")
    page.locator("main[data-ply]").wait_for()
    found = {"play": page.evaluate(ROOM)}
    page.locator("#new-game").click()
    page.locator("dialog .preview .man").first.wait_for()
    found["new game"] = page.evaluate(ROOM)
    page.goto(f"{server.address}/editor")
    page.locator("#screen[data-fen]").wait_for()
    found["editor"] = page.evaluate(ROOM)
    page.goto(f"{server.address}/analysis")
    page.locator("#begin-game option").first.wait_for(state="attached")
    found["welcome"] = page.evaluate(ROOM)
    page.locator("#begin button").click()
    page.locator("#screen[data-ready]").wait_for()
    found["analysis"] = page.evaluate(ROOM)
    for name, path, sign in (
        ("courses", "/learn", "#games a"),
        ("lesson", "/learn/russian", "#topic"),
        ("squares", "/learn/coordinates", "#game option"),
        ("sheet", "/sheet", "#print"),
    ):
        page.goto(f"{server.address}{path}")
        page.locator(sign).first.wait_for(state="attached")
        found[name] = page.evaluate(ROOM)
    assert {screen: problems for screen, problems in found.items() if problems} == {}
