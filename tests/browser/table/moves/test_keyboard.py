"""The table without a mouse: digits bid, arrows walk the hand, and one sees where one is."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.support.browser.calls import Calls, custom
from tests.support.browser.keys import NO_RING
from tests.support.browser.seat import Seat
from tests.support.servers import ServerProcess

NAMELESS = """() => [...document.querySelectorAll("button, a, input, select, [role=dialog], [role=group]")]
  .filter(one => one.checkVisibility())
  .filter(one => !(one.ariaLabel || one.textContent.trim() || one.labels?.length || one.title))
  .map(one => one.outerHTML)"""
# A second digit may follow for 0.7 s, and a busy machine takes longer than that to type it.
PATIENT_KEYS = """const real = setTimeout;
  globalThis.setTimeout = (act, ms, ...rest) => real(act, ms === 700 ? 600_000 : ms, ...rest);"""


@pytest.fixture
def person(server: ServerProcess, new_player: Callable[..., Page]) -> Seat:
    """Somebody without a mouse at a table of ten cards, who is to bid."""
    page = new_player(server.url, viewport={"width": 1280, "height": 800})
    page.add_init_script(PATIENT_KEYS)
    table_id = Calls(page).guest().open_table(custom(10, 10))["id"]
    page.goto(f"/tables/{table_id}/")
    seat = Seat(page)
    seat.come_to("bid")
    return seat


def own_bid(person: Seat) -> Locator:
    return person.page.locator(".seat.own [data-tricks]")


def test_a_digit_bids_at_once_where_no_second_can_follow(person: Seat) -> None:
    person.page.keyboard.press("3")
    expect(own_bid(person)).to_have_text("0/3")


def test_two_digits_are_one_bid(person: Seat) -> None:
    person.page.keyboard.press("1")
    person.page.keyboard.press("0")
    expect(own_bid(person)).to_have_text("0/10")


def test_enter_ends_a_bid(person: Seat) -> None:
    person.page.keyboard.press("1")
    expect(person.page.locator("[data-typed=true]")).to_have_text("1")
    person.page.keyboard.press("Enter")
    expect(own_bid(person)).to_have_text("0/1")


def test_arrows_and_enter_play_a_card(person: Seat) -> None:
    page = person.page
    page.keyboard.press("3")
    assert person.wait_for_task() == "card"
    while page.locator(".hand .card:focus").count() == 0:
        page.keyboard.press("Tab")
    cards = page.locator(".hand .card")
    codes = cards.evaluate_all("cards => cards.map(card => card.dataset.card)")
    focused = page.locator(".hand .card:focus-visible")

    page.keyboard.press("Home")
    for code in codes:
        expect(focused).to_have_attribute("data-card", code)
        assert not focused.evaluate(NO_RING)
        page.keyboard.press("ArrowRight")
    expect(focused).to_have_attribute("data-card", codes[-1])
    while focused.get_attribute("data-legal") != "true":
        page.keyboard.press("ArrowLeft")
    chosen = focused.get_attribute("data-card")
    page.keyboard.press("Enter")
    expect(page.locator(f".hand [data-card={chosen}]")).to_have_count(0)
    expect(cards).to_have_count(9)


def test_the_block_of_truth_opens_and_closes(person: Seat) -> None:
    page = person.page
    sheet = page.get_by_role("dialog", name="Scores")
    page.keyboard.press("b")
    expect(sheet).to_be_visible()
    page.keyboard.press("b")
    expect(sheet).to_have_count(0)
    page.keyboard.press("b")
    expect(sheet).to_be_visible()
    page.keyboard.press("Escape")
    expect(sheet).to_have_count(0)


def test_every_stop_of_the_tab_key_is_seen_and_named(person: Seat) -> None:
    page = person.page
    page.keyboard.press("3")
    assert person.wait_for_task() == "card"
    assert page.evaluate(NAMELESS) == []
    stops = set()
    for _ in range(30):
        page.keyboard.press("Tab")
        stop = page.locator(":focus-visible")
        # After the last stop the keys leave the page, and come back to its first one.
        if stop.count() == 1:
            assert not stop.evaluate(NO_RING), stop.evaluate("e => e.outerHTML")
            stops.add(stop.evaluate("e => e.outerHTML"))
    assert len(stops) >= 4


def test_what_is_drawn_is_said(person: Seat) -> None:
    page = person.page
    page.keyboard.press("3")
    expect(page.get_by_role("group", name="Your hand, 10 cards")).to_be_visible()
    expect(page.get_by_role("group", name="You: 0", exact=False)).to_be_visible()
    names = page.locator(".hand .card").evaluate_all("cards => cards.map(card => card.ariaLabel)")
    spoken = {"Red", "Yellow", "Green", "Blue", "Wizard", "Jester"}
    assert all(name.split()[0].strip(",") in spoken for name in names)
    expect(page.get_by_test_id("announcer")).to_contain_text("Your turn")


def test_a_tool_is_called_by_the_word_on_it(server: ServerProcess, new_player: Callable[..., Page]) -> None:
    """Who steers by voice says what is seen (WCAG 2.5.3)."""
    page = new_player(server.url, viewport={"width": 1280, "height": 800})
    table_id = Calls(page).guest().open_table(custom(3, 3, cheating=True, coach=True))["id"]
    page.goto(f"/tables/{table_id}/")
    Seat(page).come_to("bid")
    words = ["Accuse", "Coach", "Last trick", "Scores", "Menu", "Chat", "Help"]
    expect(page.locator(".tool")).to_have_text(words)
    names = page.locator(".tool").evaluate_all("all => all.map(one => one.ariaLabel)")
    assert all(name.startswith(word) for name, word in zip(names, words, strict=True))
