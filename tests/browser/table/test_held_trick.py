"""Where rounds follow without a pause, the last trick of one is shown for a moment, in nobody's way."""

from collections.abc import Callable

from playwright.sync_api import Page, expect

from games.rules.cards import is_wizard
from tests.support.browser.calls import Calls, custom
from tests.support.browser.deals import salt_where
from tests.support.browser.seat import Seat
from tests.support.servers import ServerProcess

WATCH = """new MutationObserver(() => {
  const held = document.querySelector(".held-aside");
  if (!held || window.seen) return;
  const box = document.querySelector(".bids:not(.prepare) .bid:enabled")?.getBoundingClientRect();
  window.seen = {
    cards: [...held.querySelectorAll("[data-laid]")].map((one) => one.dataset.laid),
    bids: box && document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2)?.className,
  };
}).observe(document, { childList: true, subtree: true })"""
"""Keeps which cards were held, and whether a bid could be pressed at the same moment."""


def test_the_last_trick_is_held_and_the_bid_can_be_made(
    server: ServerProcess, new_player: Callable[..., Page]
) -> None:
    seat = Seat(new_player(server.url, viewport={"width": 360, "height": 740}, has_touch=True), touch=True)
    page, calls = seat.page, Calls(seat.page).guest()
    page.add_init_script(WATCH)
    secret = [{"cards": 1, "reveal": "hiddentip"}] * 2
    # Where a Wizard is turned up, the dealer names trump before anybody bids.
    salt = salt_where(lambda rounds: not is_wizard(rounds[1].turned or ""), cards=[1, 1])
    table_id = calls.open_table({**custom(), "rounds": secret}, salt=salt)["id"]
    page.goto(f"/tables/{table_id}/")
    seat.come_to("card")
    seat.do("card")
    expect(page.locator(".topbar")).to_contain_text("Round 2")
    seen = page.wait_for_function("() => window.seen").json_value()
    assert len(seen["cards"]) == 3
    assert seen["bids"] == "bid"
    expect(page.locator(".held-aside")).to_have_count(0)
