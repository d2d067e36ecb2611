"""Several tables at once: a link to the next where it is one's turn, and a dot on the tab's icon."""

import re
from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.support.browser.calls import Calls, custom
from tests.support.servers import ServerProcess


def test_the_table_and_the_lobby_link_to_the_next_turn(
    server: ServerProcess, new_player: Callable[..., Page]
) -> None:
    page = new_player(server.url)
    calls = Calls(page).guest()
    # In rounds with secret bids everybody has to act at once.
    first = calls.open_table(custom(1, reveal="hiddentip"))
    second = calls.open_table(custom(1, reveal="hiddentip"))
    page.goto(f"/tables/{first['id']}/")
    icon = page.locator('link[rel="icon"]')
    expect(icon).to_have_attribute("href", re.compile("favicon-turn.svg"))
    page.get_by_role("link", name="Your turn at another table").click()
    expect(page).to_have_url(re.compile(second["id"]))
    page.goto("/tables/")
    expect(page.get_by_role("link", name="To your next turn")).to_have_attribute(
        "href", re.compile(first["id"])
    )
