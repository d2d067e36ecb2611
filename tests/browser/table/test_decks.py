"""Decks at the table: one sprite and no other, names, sizes, and cards that move by the compositor alone."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.support.browser.calls import Calls, custom
from tests.support.browser.seat import Seat
from tests.support.servers import ServerProcess

MAX_FIRST_LOAD_BYTES = 250 * 1024
"""Bytes of a table's first visit as they are sent, with all headers."""
MAX_LAYOUT_SHIFT = 0.01
NAMES = {
    "classic": r"^(\d+|Jack|Queen|King|Ace) of (Hearts|Diamonds|Clubs|Spades)|^Wizard|^Jester",
    "fantasy": r"^(Red|Yellow|Green|Blue) \d+|\w+ \((Wizard|Jester)\)",
    "medieval": r"^\w+ of (Hearts|Diamonds|Clubs|Spades) \(\d+\)|^Wizard|^Jester",
    "modern": r"^(Red|Yellow|Green|Blue) \d+|^Wizard|^Jester",
}
SHIFTS = """() => {
  window.shifts = 0;
  new PerformanceObserver(list => {
    for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.shifts += entry.value;
  }).observe({type: "layout-shift", buffered: true});
}"""
MOVED = """() => {
  window.moved = new Set();
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (frames, how) {
    for (const frame of frames) for (const name of Object.keys(frame)) window.moved.add(name);
    return animate.call(this, frames, how);
  };
}"""


def at_table(page: Page, deck: str = "modern", **preferences: Any) -> Calls:
    """A guest with a deck who sees a table against two bots, with the drawings there."""
    calls = Calls(page).guest()
    calls.prefer(deck=deck, **preferences)
    page.goto(f"/tables/{calls.open_table(custom(7, 7))['id']}/")
    expect(page.locator(f":root[data-drawn={deck}] .hand .card")).to_have_count(7)
    return calls


@pytest.mark.parametrize("deck", NAMES)
def test_a_table_loads_the_drawings_of_ones_own_deck_alone(
    server: ServerProcess, new_player: Callable[..., Page], deck: str
) -> None:
    page = new_player(server.url, service_workers="block")
    loaded: list[str] = []
    page.on("request", lambda request: loaded.append(request.url.rsplit("/", 1)[-1]))
    Calls(page).guest().prefer(deck=deck)
    at_table(page, deck)
    assert [name for name in loaded if name.endswith(".svg") and "favicon" not in name] == [f"{deck}.svg"]
    for card in page.locator(".hand .card").all():
        label = card.get_attribute("aria-label") or ""
        code = card.get_attribute("data-card")
        expect(page.locator(f"#card-{code}")).to_have_count(1)
        assert card.evaluate("(card, name) => new RegExp(name).test(card.ariaLabel)", NAMES[deck]), label


def test_another_deck_comes_without_a_reload(server: ServerProcess, new_player: Callable[..., Page]) -> None:
    page = new_player(server.url)
    at_table(page)
    page.evaluate("document.documentElement.dataset.deck = 'medieval'")
    expect(page.locator(":root[data-drawn=medieval] #card-R13")).to_contain_text("DRAGON")
    expect(page.locator(".sprite svg")).to_have_count(1)


def test_drawings_that_cannot_be_loaded_are_asked_for_again(
    server: ServerProcess, new_player: Callable[..., Page]
) -> None:
    page = new_player(server.url, service_workers="block")
    answers = ["abort", "abort", "continue_"]
    page.route(
        "**/decks/classic.svg", lambda route: getattr(route, answers.pop(0) if answers else "continue_")()
    )
    calls = Calls(page).guest()
    calls.prefer(deck="classic")
    page.goto("/rules/")
    expect(page.locator(":root[data-drawn=classic]")).to_be_attached()


def test_the_first_visit_of_a_table_is_small(server: ServerProcess, new_player: Callable[..., Page]) -> None:
    page = new_player(server.url, service_workers="block")
    calls = Calls(page).guest()
    table_id = calls.open_table(custom(7))["id"]
    network = page.context.new_cdp_session(page)
    sizes: list[float] = []
    network.on("Network.loadingFinished", lambda event: sizes.append(event["encodedDataLength"]))
    network.send("Network.enable")
    network.send("Network.clearBrowserCache")
    page.add_init_script(f"({SHIFTS})()")
    page.goto(f"/tables/{table_id}/", wait_until="networkidle")
    expect(page.locator(":root[data-drawn] .hand .card").first).to_be_visible()
    assert 50_000 < sum(sizes) <= MAX_FIRST_LOAD_BYTES


def test_nothing_jumps_when_the_drawings_come(server: ServerProcess, new_player: Callable[..., Page]) -> None:
    page = new_player(server.url)
    at_table(page)
    page.evaluate(SHIFTS)
    before = page.evaluate("window.shifts")
    page.evaluate("document.documentElement.dataset.deck = 'fantasy'")
    expect(page.locator(":root[data-drawn=fantasy]")).to_be_attached()
    page.evaluate("() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
    assert page.evaluate("window.shifts") - before <= MAX_LAYOUT_SHIFT


def test_cards_move_by_transform_and_opacity_alone(
    server: ServerProcess, new_player: Callable[..., Page]
) -> None:
    page = new_player(server.url, reduced_motion="no-preference")
    page.add_init_script(f"({MOVED})()")
    at_table(page)
    person = Seat(page)
    for _ in range(4):
        person.do(person.wait_for_task())
    moved = set(page.evaluate("[...window.moved]"))
    assert moved == {"transform", "opacity"}


def test_a_deck_is_chosen_by_picture(server: ServerProcess, new_player: Callable[..., Page]) -> None:
    page = new_player(server.url)
    Calls(page).guest()
    page.goto("/accounts/preferences/")
    pictures = page.locator(".decks img")
    expect(pictures).to_have_count(4)
    for picture in pictures.all():
        picture.scroll_into_view_if_needed()
        expect(picture).to_have_js_property("complete", True)
        assert picture.evaluate("picture => picture.naturalWidth") > 0
    page.get_by_label("Medieval").check()
    page.get_by_label("Colours of the suits").select_option(
        label="Easy to tell apart for colour-blind people"
    )
    page.get_by_role("button", name="Save").click()
    expect(page.locator("html[data-deck=medieval][data-palette=colour_blind]")).to_be_attached()
    page.goto("/rules/")
    expect(page.locator(":root[data-drawn=medieval]")).to_be_attached()
    ink = "getComputedStyle(document.querySelector('#suit-R path')).fill"
    assert page.evaluate(ink) == "rgb(181, 66, 0)"


def test_hidden_hands_show_as_many_backs_as_there_are_cards(
    server: ServerProcess, new_player: Callable[..., Page]
) -> None:
    page = new_player(server.url)
    at_table(page, "classic")
    hidden = page.get_by_test_id("hidden-hand")
    expect(hidden).to_have_count(2)
    for hand in hidden.all():
        expect(hand.locator("use[href='#card-back']").first).to_be_visible()
    person = Seat(page)
    person.come_to("card")
    held = [
        player["cards"] for player in Calls(page).sight(page.url.rstrip("/").rsplit("/", 1)[-1])["players"]
    ]
    assert [hand.locator(".back").count() for hand in hidden.all()] == held[1:]
