"""A line on which nothing comes any more: when the page says so, when it gives it up, when it tries again.

All by the page's own clock, which the test moves.
"""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

from tests.support.browser.calls import Calls, custom
from tests.support.browser.clock import pause_clock
from tests.support.browser.seat import Seat
from tests.support.servers import ServerProcess

DELAYS = """async () => {
  const main = document.querySelector("script[src*='/js/']").src;
  const { delayAfter } = await import(main.replace(/js[/].*$/, "js/live/backoff.js"));
  return [...Array(12).keys()].map(tries => [delayAfter(tries, () => 0), delayAfter(tries, () => 0.999999)]);
}"""


class Lines:
    """All lines between a page and the server; a deaf one is open and carries nothing."""

    def __init__(self, page: Page) -> None:
        self.page, self.deaf = page, False
        self.made = self.pings = self.answers = 0
        page.route_web_socket(re.compile("/ws/tables/"), self._route)

    def _route(self, line: WebSocketRoute) -> None:
        self.made += 1
        if self.deaf:
            return
        server = line.connect_to_server()
        line.on_message(lambda text: self._from_page(server, text))
        server.on_message(lambda text: self._from_server(line, text))

    def _from_page(self, server: WebSocketRoute, text: str | bytes) -> None:
        self.pings += text == '{"type":"ping"}'
        if not self.deaf:
            server.send(text)

    def _from_server(self, line: WebSocketRoute, text: str | bytes) -> None:
        if not self.deaf:
            self.answers += text == '{"type":"pong"}'
            line.send(text)

    def come_to_rest(self) -> None:
        """Until nothing is under way."""
        while self.answers < self.pings:
            self.page.wait_for_timeout(20)


@pytest.fixture
def page(server: ServerProcess, new_player: Callable[..., Page]) -> Page:
    """A player's page whose clock the test moves."""
    page = new_player(server.url)
    page.clock.install()
    return page


def test_a_dead_line_is_said_within_three_seconds_and_given_up_after_nine(page: Page) -> None:
    lines = Lines(page)
    table_id = Calls(page).guest().open_table(custom(5))["id"]
    page.goto(f"/tables/{table_id}/")
    person = Seat(page)
    person.come_to("card")
    connection = page.get_by_test_id("connection")
    pause_clock(page)
    page.clock.run_for(2600)
    lines.come_to_rest()
    expect(connection).to_have_attribute("data-state", "online")

    # The last answer came in this very moment of the page's time.
    lines.deaf, lines.pings = True, 0
    page.clock.run_for(3000)
    expect(connection).to_have_attribute("data-state", "reconnecting")
    page.clock.run_for(3000)
    assert lines.made == 1, "a line is given nine seconds"
    assert lines.pings >= 2, "it is asked every two and a half"
    lines.deaf = False
    page.clock.run_for(3300)
    expect(connection).to_have_attribute("data-state", "online")
    assert lines.made == 2
    page.clock.resume()
    person.do("card")
    expect(page.locator(".hand .card")).to_have_count(4)


def test_tries_come_further_apart_with_some_chance_in_it(page: Page) -> None:
    page.goto("/tables/")
    delays = page.evaluate(DELAYS)
    assert delays[0] == [100, 100]
    longest = [most for most, _ in delays]
    assert longest == sorted(longest)
    assert longest[:6] == [100, 200, 400, 800, 1600, 3200]
    assert set(longest[6:]) == {3500}
    # Up to a third less, so that a crowd does not come back at once; and never nothing.
    assert all(least == pytest.approx(most - (most - 100) / 3, abs=1) for most, least in delays)
