"""From a phone to a wide screen: nothing sticks out, and each card of the largest hand can be reached."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.support.browser.calls import Calls, Sight, custom
from tests.support.browser.layout import FINGER, PARTS, SCROLLS, STICKS_OUT
from tests.support.browser.seat import VISIBLE_POINT, Seat
from tests.support.servers import ServerProcess

SIZES = {"upright": (360, 740), "lying": (740, 360), "wide": (1440, 900)}
EVERY_SIZE = ["upright", *(pytest.param(size, marks=pytest.mark.long) for size in ("lying", "wide"))]
LARGE_HANDS = [
    ("upright", 20),
    *(
        pytest.param(size, cards, marks=pytest.mark.long)
        for size, cards in (("upright", 15), ("lying", 20), ("wide", 20))
    ),
]
STRANGERS = ["/", "/tables/", "/rules/", "/odds", "/players/", "/accounts/login/", "/accounts/signup/"]
GUESTS = ["/", "/tables/", "/accounts/claim/", "/accounts/profile/"]
PARTS_AT_TABLE = ".seat, .slot .place, .status, .tool, .trump"
REACH = """cards => cards.map(card => {
  const box = card.getBoundingClientRect();
  let seen = 0;
  for (let x = 0.5; x < box.width; x += 1)
    seen += card.contains(document.elementFromPoint(box.left + x, box.top + box.height * .4));
  return seen;
})"""
"""How many pixels of each card's width are its own."""


def viewport(size: str) -> dict[str, Any]:
    width, height = SIZES[size]
    touch = {} if size == "wide" else {"has_touch": True, "is_mobile": True}
    return {"viewport": {"width": width, "height": height}, **touch}


def to_play(sight: Sight) -> bool:
    return sight["status"] == "playing" and sight["viewer"] in sight["turn"]


def check_pages(page: Page, paths: list[str]) -> None:
    for path in paths:
        page.goto(path)
        assert page.url.endswith(path)
        expect(page.get_by_role("heading").first).to_be_visible()
        assert page.evaluate(SCROLLS) <= 0, path
        assert page.evaluate(STICKS_OUT, [PARTS, False]) == [], path


@pytest.mark.parametrize("size", EVERY_SIZE)
def test_pages_never_scroll_sideways(
    server: ServerProcess, new_player: Callable[..., Page], size: str
) -> None:
    page = new_player(server.url, **viewport(size))
    check_pages(page, STRANGERS)
    Calls(page).guest()
    check_pages(page, GUESTS)


@pytest.mark.parametrize(("size", "cards"), LARGE_HANDS)
def test_a_large_hand_fits_and_every_card_can_be_reached(
    server: ServerProcess, new_player: Callable[..., Page], size: str, cards: int
) -> None:
    page = new_player(server.url, **viewport(size))
    table_id = Calls(page).guest().table_where(custom(cards), to_play)
    page.goto(f"/tables/{table_id}/")
    person = Seat(page, touch=size != "wide")
    person.come_to("card")
    hand = page.locator(".hand .card")
    expect(hand).to_have_count(cards)

    assert page.evaluate(SCROLLS) <= 0
    assert page.evaluate(STICKS_OUT, [PARTS_AT_TABLE, True]) == []
    assert page.evaluate(STICKS_OUT, [".hand .card", False]) == []
    assert all(hand.nth(index).evaluate(VISIBLE_POINT) for index in range(cards))
    assert min(hand.evaluate_all(REACH)) >= FINGER
    legal = page.locator(".hand .card[data-legal=true]")
    person.play(legal.last)
    expect(hand).to_have_count(cards - 1)
