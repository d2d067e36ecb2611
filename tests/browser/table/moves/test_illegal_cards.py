"""What the rules forbid now is seen to be so, says why, and does nothing when it is clicked."""

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.support.browser.calls import Calls, Sight, custom
from tests.support.browser.seat import Seat
from tests.support.servers import ServerProcess

SUITS = {"R": "red", "Y": "yellow", "G": "green", "B": "blue"}


def owes_a_suit(sight: Sight) -> bool:
    """The viewer is to play and holds cards that break the duty to follow suit."""
    return sight["status"] == "playing" and 0 < len(sight["legal"]["cards"]) < len(sight["hand"])


def may_not_say_one_bid(sight: Sight) -> bool:
    """The viewer deals in a restricted round and is to bid: one number is forbidden."""
    bids = sight["legal"]["bids"]
    return sight["status"] == "bidding" and 0 < len(bids) <= sight["round"]["cards"]


def test_illegal_cards_are_refused_at_sight(server: ServerProcess, new_player: Callable[..., Page]) -> None:
    page = new_player(server.url)
    calls = Calls(page).guest()
    table_id = calls.table_where(custom(10), owes_a_suit)
    before = calls.sight(table_id)
    page.goto(f"/tables/{table_id}/")
    person = Seat(page)
    person.come_to("card")
    number = person.number

    hand = {card.get_attribute("data-card"): card for card in page.locator(".hand .card").all()}
    assert set(hand) == set(before["hand"])
    for code, card in hand.items():
        legal = code in before["legal"]["cards"]
        expect(card).to_have_attribute("data-legal", str(legal).lower())
        expect(card).to_have_attribute("aria-disabled", str(not legal).lower())
    suit = SUITS[before["trick"]["suit"]]
    illegal = page.locator(".hand .card[data-legal=false]")
    for index in range(illegal.count()):
        card = illegal.nth(index)
        assert "must follow" in (card.get_attribute("aria-label") or "")
        person.play(card, force=True)
        expect(page.locator(".toast").last).to_have_text(f"You have a {suit} card, so you must follow {suit}")
    assert person.number == number
    assert calls.sight(table_id)["number"] == before["number"]
    assert calls.sight(table_id)["hand"] == before["hand"]

    person.come_to("card")
    person.do("card")
    expect(page.locator(".hand .card")).to_have_count(len(before["hand"]) - 1)


def test_the_forbidden_bid_is_refused_with_its_reason(
    server: ServerProcess, new_player: Callable[..., Page]
) -> None:
    page = new_player(server.url)
    calls = Calls(page).guest()
    table_id = calls.table_where(custom(5, 5, 5, restriction="notequal"), may_not_say_one_bid)
    legal = calls.sight(table_id)["legal"]["bids"]
    (forbidden,) = set(range(6)) - set(legal)
    page.goto(f"/tables/{table_id}/")
    person = Seat(page)
    person.come_to("bid")
    number = person.number

    for bid in range(6):
        expect(page.locator(f"[data-bid='{bid}']")).to_be_enabled(enabled=bid != forbidden)
    reason = f"The bids must not add up to 5, so you cannot bid {forbidden}."
    expect(page.get_by_role("region", name="Your bid")).to_contain_text(reason)
    page.locator(f"[data-bid='{forbidden}']").click(force=True)
    page.keyboard.press(str(forbidden))
    assert person.number == number
    assert calls.sight(table_id)["number"] == int(number)

    page.keyboard.press(str(legal[0]))
    expect(page.locator(".seat.own [data-tricks]")).to_have_text(f"0/{legal[0]}")
