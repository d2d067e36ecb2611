"""Keys that read aloud, keys that act, and the preference that switches them off."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.support.browser.calls import Calls, custom
from tests.support.browser.keys import press_by_keys, tab_to
from tests.support.browser.seat import Seat
from tests.support.servers import ServerProcess

READINGS = {
    "n": "Your bid. Round 1 of 1, 3 cards.",
    "h": "Your hand, 3 cards: ",
    "p": "No card has been played yet.",
    "s": "You: 0 points, no bid yet",
}


@pytest.fixture
def page(server: ServerProcess, new_player: Callable[..., Page]) -> Page:
    page = new_player(server.url, viewport={"width": 1280, "height": 800})
    Calls(page).guest()
    return page


def come_to_bid(page: Page) -> None:
    """Open a table of one round, and wait until its player has to bid."""
    page.goto(f"/tables/{Calls(page).open_table(custom(3))['id']}/")
    Seat(page).come_to("bid")


def test_keys_and_buttons_read_the_table_aloud(page: Page) -> None:
    come_to_bid(page)
    reading = page.get_by_test_id("reading")
    for key, text in READINGS.items():
        page.keyboard.press(key)
        expect(reading).to_contain_text(text)
    tab_to(page, page.locator("[data-read=now]"))
    expect(page.get_by_role("toolbar", name="Read aloud")).to_be_in_viewport(ratio=1)
    for key, text in READINGS.items():
        page.keyboard.press("Enter")
        expect(reading, key).to_contain_text(text)
        page.keyboard.press("ArrowRight")


def test_the_same_reading_is_read_again(page: Page) -> None:
    come_to_bid(page)
    page.keyboard.press("h")
    first = page.get_by_test_id("reading").locator("span").element_handle()
    page.keyboard.press("h")
    # A live region is read when a node is added, not when its text stays the same.
    page.wait_for_function("node => !node.isConnected", arg=first)


def test_cards_are_read_in_the_names_of_the_deck(page: Page) -> None:
    Calls(page).prefer(deck="classic")
    come_to_bid(page)
    page.keyboard.press("h")
    names = page.locator(".hand .card").evaluate_all("all => all.map(one => one.ariaLabel)")
    expect(page.get_by_test_id("reading")).to_contain_text(", ".join(names))


def test_shortcuts_do_nothing_while_somebody_types(page: Page) -> None:
    come_to_bid(page)
    page.keyboard.press("t")
    field = page.get_by_label("Message, or a command")
    expect(field).to_be_focused()
    page.keyboard.type("hb2?")
    expect(field).to_have_value("hb2?")
    assert page.get_by_test_id("reading").inner_text() == ""
    expect(page.get_by_test_id("sheet")).to_have_count(0)
    expect(page.get_by_test_id("help")).to_have_count(0)


def test_shortcuts_can_be_switched_off(page: Page) -> None:
    Calls(page).prefer(shortcuts=False)
    come_to_bid(page)
    page.keyboard.type("hb1?")
    press_by_keys(page, page.locator(".tool", has_text="Scores"))
    expect(page.get_by_test_id("sheet")).to_be_visible()
    assert page.get_by_test_id("reading").inner_text() == ""
    expect(page.get_by_test_id("help")).to_have_count(0)
    expect(page.locator(".bids .bid:enabled").first).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_test_id("sheet")).to_have_count(0)
