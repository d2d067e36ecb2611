"""Preferences are set on a page, apply at once to tables that are open elsewhere, and are honoured there."""

from collections.abc import Callable

from playwright.sync_api import Page, expect

from accounts.preferences import DEFAULTS
from tests.support.browser.calls import Calls, Sight, custom
from tests.support.browser.seat import VISIBLE_POINT, Seat
from tests.support.servers import ServerProcess

IS_SHOWN_AS = """cards => [...document.querySelectorAll(".hand .card")].every(
  (card, index) => card.dataset.card === cards[index])"""
"""Whether the hand is in this order."""


def prefer(page: Page, **preferences: object) -> None:
    """Set preferences over the API, as from another device."""
    cookies = {cookie["name"]: cookie["value"] for cookie in page.context.cookies()}
    answer = page.request.patch(
        "/api/v1/me",
        data={"preferences": {**DEFAULTS._asdict(), **preferences}},
        headers={"X-CSRFToken": cookies["csrftoken"]},
    )
    assert answer.ok, answer.text()


def width_of_cards(page: Page) -> float:
    """How wide a card of the hand is drawn."""
    box = page.locator(".hand .face").first.bounding_box()
    assert box
    return box["width"]


def test_the_page_changes_a_table_that_is_open_in_another_tab(
    server: ServerProcess, new_player: Callable[..., Page]
) -> None:
    page = new_player(server.url)
    calls = Calls(page).guest()
    table_id = calls.open_table(custom(8))["id"]
    page.goto(f"/tables/{table_id}/")
    Seat(page).come_to("bid")
    width = width_of_cards(page)
    settings = page.context.new_page()
    settings.goto("/")
    settings.get_by_role("link", name="Preferences").click()
    settings.get_by_label("Size of the cards").select_option("large")
    settings.get_by_label("Order of the hand").select_option("dealt")
    settings.get_by_role("button", name="Save").click()
    expect(settings.get_by_text("Your preferences are saved.")).to_be_visible()

    expect(page.locator("html")).to_have_attribute("data-card-size", "large")
    page.wait_for_function(IS_SHOWN_AS, arg=calls.sight(table_id)["hand"])
    assert width_of_cards(page) > width
    page.reload()
    expect(page.locator("html")).to_have_attribute("data-card-size", "large")


def test_a_card_is_played_by_the_second_tap_where_that_is_preferred(
    server: ServerProcess, new_player: Callable[..., Page]
) -> None:
    page = new_player(server.url)
    table_id = Calls(page).guest().open_table(custom(4))["id"]
    prefer(page, confirm_card=True)
    page.goto(f"/tables/{table_id}/")
    person = Seat(page)
    person.come_to("card")
    card = page.locator(".hand .card.legal").first
    point = card.evaluate(VISIBLE_POINT)
    card.click(position=point)
    expect(card).to_have_class("card legal chosen")
    expect(page.locator(".hand .card")).to_have_count(4)
    card.click(position=card.evaluate(VISIBLE_POINT))
    expect(page.locator(".hand .card")).to_have_count(3)


def test_a_forced_card_is_played_where_that_is_preferred(
    server: ServerProcess, new_player: Callable[..., Page]
) -> None:
    page = new_player(server.url)
    calls = Calls(page).guest()

    def forced(sight: Sight) -> bool:
        return len(sight["legal"]["cards"]) == 1 and len(sight["hand"]) > 1

    table_id = calls.table_where(custom(8), forced)
    (only,) = calls.sight(table_id)["legal"]["cards"]
    page.goto(f"/tables/{table_id}/")
    card = page.locator(f'.hand [data-card="{only}"]')
    expect(card).to_have_count(1)
    prefer(page, play_forced=True)
    expect(card).to_have_count(0)
