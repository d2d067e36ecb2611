"""The coach: asked by a button or a key, says what each choice promises, and goes with the turn."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Route, expect

from tests.support.browser.calls import Calls, Sight, custom
from tests.support.browser.seat import Seat
from tests.support.servers import ServerProcess

CUT = """selector => [...document.querySelectorAll(selector)].filter(one => {
  const box = one.getBoundingClientRect();
  return box.left < 0 || box.right > innerWidth || box.top < 0 || box.bottom > innerHeight;
}).map(one => one.className)"""
"""Elements that are not wholly on the screen."""


def to_bid(sight: Sight) -> bool:
    return sight["status"] == "bidding" and sight["viewer"] in sight["turn"]


def ask_by_key(page: Page) -> None:
    """Press the coach's key as soon as the page knows that this table has a coach."""
    expect(page.get_by_role("button", name="Coach (C)")).to_be_enabled()
    page.keyboard.press("c")


def deals(sight: Sight) -> bool:
    return bool(sight["round"]["dealer"] == sight["viewer"])


def open_seat(page: Page, *cards: int, **options: bool) -> Seat:
    """Somebody who is to bid."""
    table_id = Calls(page).guest().table_where(custom(*cards, **options), to_bid)
    page.goto(f"/tables/{table_id}/")
    seat = Seat(page, touch=bool(page.evaluate("navigator.maxTouchPoints")))
    assert seat.wait_for_task() == "bid"
    return seat


def test_one_key_asks_and_the_turn_takes_the_advice_away(
    server: ServerProcess, new_player: Callable[..., Page]
) -> None:
    seat = open_seat(new_player(server.url, viewport={"width": 1280, "height": 800}), 5, 5, coach=True)
    page, says = seat.page, seat.page.get_by_test_id("coach")
    expect(page.locator(".promise")).to_have_count(0)
    ask_by_key(page)
    expect(says.locator("b")).to_have_text(re.compile(r"^Bid \d\.$"))
    expect(page.locator(".bid:enabled .promise")).to_have_count(page.locator(".bid:enabled").count())
    expect(page.locator(".bid .promise[data-best=true]")).to_have_count(1)
    expect(page.get_by_role("button", name="to meet your bid").first).to_be_visible()

    seat.do("bid")
    assert seat.wait_for_task() == "card"
    expect(page.locator(".promise")).to_have_count(0)
    expect(says).to_have_text("")
    page.keyboard.press("c")
    legal = page.locator(".hand .card[data-legal=true]")
    expect(legal.locator(".promise").first).to_be_visible()
    expect(legal.locator(".promise")).to_have_count(legal.count())
    page.keyboard.press("c")
    expect(page.locator(".promise")).to_have_count(0)


def test_a_phone_has_room_for_the_coach(server: ServerProcess, new_player: Callable[..., Page]) -> None:
    page = new_player(server.url, viewport={"width": 360, "height": 640}, has_touch=True, is_mobile=True)
    seat = open_seat(page, 9, 9, coach=True)
    button = page.get_by_role("button", name="Coach (C)")
    button.tap()
    expect(page.locator(".bid .promise")).to_have_count(page.locator(".bid:enabled").count())
    assert page.evaluate(CUT, ".coach-says p, .bid .promise, .bids, .hand") == []
    seat.do("bid")
    assert seat.wait_for_task() == "card"
    button.tap()
    expect(page.locator(".card .promise").first).to_be_visible()
    assert page.evaluate(CUT, ".coach-says p, .card .promise, .trick, .hand") == []


@pytest.mark.parametrize("cards", [pytest.param(15, marks=pytest.mark.long), 20])
def test_two_rows_of_bids_fit_a_phone_that_lies_on_its_side(
    server: ServerProcess, new_player: Callable[..., Page], cards: int
) -> None:
    page = new_player(server.url, viewport={"width": 740, "height": 360}, has_touch=True, is_mobile=True)
    open_seat(page, cards, 1, coach=True, restriction="notequal")
    page.get_by_role("button", name="Coach (C)").tap()
    expect(page.locator(".bid .promise")).to_have_count(page.locator(".bid:enabled").count())
    seats, panel, own, says = (
        page.locator(name).bounding_box() for name in (".seats", ".bids", ".seat.own", ".coach-says p")
    )
    assert seats is not None
    assert panel is not None
    assert own is not None
    assert says is not None
    assert seats["y"] + seats["height"] <= panel["y"]
    assert panel["y"] + panel["height"] <= min(own["y"], says["y"])
    bottoms = page.locator(".bid .promise").evaluate_all(
        "all => all.map(one => one.getBoundingClientRect().bottom)"
    )
    assert max(bottoms) <= panel["y"] + panel["height"]


def test_who_has_to_bid_again_sees_no_advice_on_the_first_bid(
    server: ServerProcess, new_player: Callable[..., Page]
) -> None:
    wide = {"width": 1280, "height": 800}
    players = [Calls(new_player(server.url, viewport=wide)).guest() for _ in range(3)]
    options = custom(1, coach=True)
    options["rounds"][0].update(reveal="hiddentip", restriction="notequal")
    table_id = players[0].open_table(options, bots=0)["id"]
    for each in players[1:]:
        each.join(table_id)
    dealer = next(each for each in players if deals(each.sight(table_id)))
    # Whoever deals may have to name trump first.
    assert dealer.play_until(table_id, to_bid)
    for bid, other in enumerate(each for each in players if each is not dealer):
        other.act(table_id, type="bid", bid=bid)
    page = dealer.page
    promises = page.locator(".bid .promise")
    page.goto(f"/tables/{table_id}/")
    seat = Seat(page)
    assert seat.wait_for_task() == "bid"
    ask_by_key(page)
    expect(promises).to_have_count(2)
    # The others have bid 0 and 1: with a 0 the bids add up to the one trick.
    seat.do("bid")
    assert seat.wait_for_task() == "bid"
    expect(page.locator(".bid:enabled")).to_have_count(1)
    expect(promises).to_have_count(0)
    ask_by_key(page)
    expect(page.get_by_test_id("coach")).to_have_text("Bid 1. The rules leave you no other bid.")


def test_there_is_no_coach_where_nobody_asked_for_one(
    server: ServerProcess, new_player: Callable[..., Page]
) -> None:
    page = open_seat(new_player(server.url), 3, 3).page
    expect(page.get_by_role("button", name="Scores (B)")).to_be_visible()
    expect(page.get_by_role("button", name="Coach (C)")).to_have_count(0)
    page.keyboard.press("c")
    expect(page.get_by_test_id("coach")).to_have_count(0)


def test_who_asks_before_the_options_are_loaded_is_answered_then(
    server: ServerProcess, new_player: Callable[..., Page]
) -> None:
    page = new_player(server.url)
    table_id = Calls(page).guest().table_where(custom(5, coach=True), to_bid)
    held: list[Route] = []
    page.route(f"**/api/v1/tables/{table_id}", lambda route: held.append(route))
    page.goto(f"/tables/{table_id}/")
    assert Seat(page).wait_for_task() == "bid"
    page.keyboard.press("c")
    expect(page.get_by_test_id("coach")).to_have_count(0)
    assert held
    for route in held:
        route.continue_()
    expect(page.get_by_test_id("coach").locator("b")).to_have_text(re.compile(r"^Bid \d\.$"))
