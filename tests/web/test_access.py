"""Every screen, in light and in dark, on a laptop and on a phone, as axe-core sees it."""

from typing import Any

import pytest

GAMES = """[White "Weiss"] [Black "Springer"] 1. 32-28 {quiet} 18-23! (1... 19-23?! 2. 28x19 14x23) 2. 38-32 12-18 *

[White "errs"] 1. 32-28 19-23 2. 33-29 *"""
RUN = """async () => (await axe.run(document, { resultTypes: ["violations"] })).violations
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 120)).join(" ")}`)"""


@pytest.mark.parametrize(
    ("width", "height", "scheme"), [(1280, 800, "light"), (390, 844, "dark")], ids=["laptop-light", "phone-dark"]
)
def test_nothing_keeps_people_out(browser: Any, server: Any, axe: str, width: int, height: int, scheme: str) -> None:
    context = browser.new_context(
        viewport={"width": width, "height": height}, color_scheme=scheme, reduced_motion="reduce"
    )
    context.set_default_timeout(90_000)
    page = context.new_page()
    found: dict[str, list[str]] = {}

    def look(name: str) -> None:
        page.evaluate(axe)
        violations = page.evaluate(RUN)
        if violations:
            found[name] = violations

    page.goto(f"{server.address}/play/{server.begin(clock='300+3')}")
    page.locator("main[data-ply]").wait_for()
    look("play")
    page.get_by_role("button", name="New game").click()
    page.locator("dialog .preview .man").first.wait_for()
    look("new game")
    page.goto(f"{server.address}/play/{server.begin()}")
    page.locator("main[data-ply]").wait_for()
    page.get_by_role("button", name="My games").click()
    page.locator("dialog.games a.game").first.wait_for()
    look("my games")
    page.goto(f"{server.address}/editor?fen=W:WK1,K7,K18:BK35:H3:F9")
    page.locator("#screen[data-fen]").wait_for()
    page.locator("#endings li").first.wait_for()
    look("editor")
    page.get_by_role("button", name="More tables").click()
    page.locator(".tables .sizes li").first.wait_for()
    look("tables")
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Analyse").click()
    page.locator("#endings li").first.wait_for()
    look("ending")
    page.goto(f"{server.address}/editor?fen=W:W12,18,22,29,33,39,47,48,49:B9,11,13,30,31,32,36,37,40")
    page.get_by_role("button", name="Solve", exact=True).click()
    page.locator("#solving[data-state=done]").wait_for()
    look("solved")
    page.get_by_role("button", name="To the sheet").click()
    page.goto(f"{server.address}/sheet")
    page.locator("#screen[data-pages='2']").wait_for()
    look("sheet")
    page.goto(f"{server.address}/learn/coordinates")
    page.locator("#game option").first.wait_for(state="attached")
    look("trainer")
    page.get_by_text("Name the square").click()
    page.get_by_role("button", name="Begin").click()
    page.get_by_label("Its name").wait_for()
    look("trainer, naming")
    page.goto(f"{server.address}/learn")
    page.locator("#games li").first.wait_for()
    look("learn")
    page.goto(f"{server.address}/learn/italian")
    page.locator("#screen[data-step=begin]").wait_for()
    page.get_by_role("button", name="Settings").click()
    page.get_by_role("dialog").wait_for()
    look("settings")
    page.keyboard.press("Escape")
    page.get_by_role("button", name="How a man moves").click()
    page.locator("#screen[data-step=man_moves]").wait_for()
    page.locator("#board .squares button").first.focus()
    page.keyboard.press("Enter")
    page.locator('#board .squares button[aria-label*="can move"]').first.focus()
    page.keyboard.press("Enter")
    look("lesson")
    page.goto(f"{server.address}/analysis")
    page.locator("#begin-game option").first.wait_for(state="attached")
    look("welcome")
    page.locator("#file").set_input_files({"name": "a.pdn", "mimeType": "text/plain", "buffer": GAMES.encode()})
    page.locator("#screen[data-view=list][data-done=true]").wait_for()
    look("list")
    page.get_by_role("tab", name="Problems").click()
    page.locator("#problems-panel .line").first.wait_for()
    look("problems")
    page.get_by_role("tab", name="Games").click()
    page.locator('#games-panel [data-index="0"]').click()
    page.locator("#screen[data-ready]").wait_for()
    page.keyboard.press("ArrowRight")
    page.get_by_role("switch", name="Engine").click()
    page.wait_for_function("() => document.querySelectorAll('#lines li').length > 0")
    page.get_by_role("button", name="Draw arrows").click()
    look("game")
    page.get_by_role("button", name="Review the game").click()
    page.locator("#screen[data-review=done]").wait_for()
    look("review")
    page.get_by_role("button", name="Share and save").click()
    page.get_by_role("dialog").wait_for()
    look("share")
    context.close()
    assert found == {}


@pytest.mark.parametrize(
    "path", ["/new", "/analysis", "/editor", "/learn", "/learn/international", "/learn/coordinates", "/sheet"]
)
def test_nothing_is_wider_than_a_phone(browser: Any, server: Any, path: str) -> None:
    context = browser.new_context(viewport={"width": 390, "height": 844}, reduced_motion="reduce")
    context.set_default_timeout(90_000)
    page = context.new_page()
    page.goto(server.address + path)
    page.locator(".bar nav > *").first.wait_for()
    wide = page.evaluate(
        "() => [document.documentElement, ...document.querySelectorAll('.bar, .bar nav')]"
        ".filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.outerHTML.slice(0, 60))"
    )
    context.close()
    assert wide == []
