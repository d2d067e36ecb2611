"""A phone wakes up: what the network forgot meanwhile is noticed and mended at once, by the page's clock."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.support.browser.cable import Cable
from tests.support.browser.calls import Calls, custom
from tests.support.browser.clock import pause_clock
from tests.support.browser.seat import Seat
from tests.support.servers import ServerProcess

SOON = 1700
"""Milliseconds of the page's time: one question to the old line, and the first try to make a new one."""
WAKING = {
    "seen again": "document.dispatchEvent(new Event('visibilitychange'))",
    "thawed": "document.dispatchEvent(new Event('resume'))",
    "network back": "dispatchEvent(new Event('online'))",
    "page shown": "dispatchEvent(new PageTransitionEvent('pageshow', {persisted: true}))",
}


@pytest.mark.parametrize("sign", WAKING.values(), ids=WAKING)
def test_a_page_that_wakes_reconnects_at_once(
    server: ServerProcess, new_player: Callable[..., Page], sign: str
) -> None:
    with Cable(server.port) as cable:
        page = new_player(cable.url, viewport={"width": 360, "height": 740}, has_touch=True)
        page.clock.install()
        table_id = Calls(page).guest().open_table(custom(5))["id"]
        page.goto(f"/tables/{table_id}/")
        person = Seat(page, touch=True)
        person.come_to("card")
        connection = page.get_by_test_id("connection")
        expect(connection).to_have_attribute("data-state", "online")

        # For two seconds no timer runs, and the network forgets the line: nobody could know of it.
        pause_clock(page)
        cable.forget()
        page.clock.fast_forward(2000)
        page.evaluate(sign)
        page.clock.run_for(SOON)
        # The page's time stands still again: no later look can be what mends it.
        expect(connection).to_have_attribute("data-state", "online")
        page.clock.resume()
        person.do("card")
        expect(page.locator(".hand .card")).to_have_count(4)
