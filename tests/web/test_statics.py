"""The files of the pages: kept by browsers as long as they are what they were, and asked for all at once."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from damier.web.statics import Statics, statics
from damier.web.tongues import LANGUAGES

SCREENS = ("/new", "/analysis", "/editor", "/learn", "/learn/coordinates", "/sheet")


class Screen:
    def __init__(self, page: Any) -> None:
        self.page = page


def test_a_file_is_kept_for_ever_under_its_fingerprint(client: Any) -> None:
    lasting = client.get(statics().address("board/element.js"))
    plain = client.get("/static/board/element.js")
    assert lasting.text == plain.text
    assert "immutable" in lasting.headers["cache-control"]
    assert plain.headers["cache-control"] == "no-cache"
    assert lasting.headers["content-type"].startswith("text/javascript")
    assert client.get("/static/page.css").headers["content-type"].startswith("text/css")
    assert client.get("/static/icon.svg").headers["content-type"] == "image/svg+xml"


def test_what_is_known_is_not_sent_again(client: Any) -> None:
    tag = client.get("/static/words.js").headers["etag"]
    again = client.get("/static/words.js", headers={"If-None-Match": tag})
    assert (again.status_code, again.content, again.headers["etag"]) == (304, b"", tag)
    assert client.get("/static/words.js", headers={"If-None-Match": '"other"'}).status_code == 200
    assert client.head("/static/words.js").content == b""


@pytest.mark.parametrize("path", ["", "board", "board/", "nothing.js", "0000000000000000/words.js", "../app.py"])
def test_what_is_not_there_is_said_so(client: Any, path: str) -> None:
    assert client.get(f"/static/{path}").status_code == 404


def test_files_are_only_read(client: Any) -> None:
    for method in ("POST", "PUT", "DELETE"):
        assert client.request(method, "/static/words.js", headers={"origin": "http://127.0.0.1"}).status_code == 405


def test_a_change_in_one_file_changes_every_address(tmp_path: Path) -> None:
    (tmp_path / "a.js").write_text("1")
    (tmp_path / "b.js").write_text("2")
    before = Statics(tmp_path)
    (tmp_path / "b.js").write_text("3")
    assert before.address("a.js") != Statics(tmp_path).address("a.js")
    (tmp_path / "b.js").write_text("2")
    assert before.address("a.js") == Statics(tmp_path).address("a.js")


def test_the_imports_of_a_module_are_followed(tmp_path: Path) -> None:
    (tmp_path / "far").mkdir()
    (tmp_path / "a.js").write_text(
        'import "./far/b.js";\nimport {\n  one,\n  two,\n} from "./c.js";\nexport { three } from "./far/d.js";\n'
        '/** @typedef {import("./never.js").Never} Never */\nconst later = () => import("./never.js");\n'
    )
    (tmp_path / "far" / "b.js").write_text('import { c } from "../c.js";\n')
    (tmp_path / "far" / "d.js").write_text("")
    (tmp_path / "c.js").write_text('import { a } from "./a.js";\n')
    assert Statics(tmp_path).modules("a.js") == ["a.js", "far/b.js", "c.js", "far/d.js"]


@pytest.mark.parametrize("path", SCREENS)
def test_a_screen_asks_for_all_that_it_needs_and_nothing_else(
    screens: Callable[[type], Callable[..., Any]], path: str
) -> None:
    """A module that were not in the document would be found out about only when another one had come."""
    for language in (LANGUAGES[0], LANGUAGES[-1]):
        page = screens(Screen)(path, locale=language).page
        page.locator("[data-word]").first.wait_for(state="attached")
        page.wait_for_function("() => [...document.querySelectorAll('[data-word]')].every((word) => word.textContent)")
        asked, loaded = page.evaluate(
            """() => {
                const links = [...document.querySelectorAll("link[rel=modulepreload], script[src]")];
                const modules = performance.getEntriesByType("resource").filter(({ name }) => name.endsWith(".js"));
                return [links.map((link) => link.href ?? link.src), modules.map(({ name }) => name)];
            }"""
        )
        script = page.locator("script[src]").evaluate("(script) => script.src")
        assert {link or script for link in asked} == set(loaded)
        assert len(loaded) == len(set(loaded))
        assert any(name.endswith(f"/words/{language}.js") for name in loaded) is (language != "en")
