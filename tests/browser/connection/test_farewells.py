"""The server closes a table's line: the page says why, and comes back by itself or tells what to do."""

import re
import sqlite3
from collections.abc import Callable
from contextlib import closing

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

from tests.support.browser.calls import Calls, custom
from tests.support.browser.clock import pause_clock
from tests.support.browser.seat import Seat
from tests.support.servers import ServerProcess

PHONE, WIDE = {"width": 360, "height": 740}, {"width": 1280, "height": 800}
VIEWPORTS = [pytest.param(PHONE, id="phone"), pytest.param(WIDE, id="wide", marks=pytest.mark.long)]
SOCKETS = re.compile("/ws/tables/")


def at_table(page: Page) -> tuple[str, Seat]:
    """A guest who is to play a card."""
    table_id = Calls(page).guest().open_table(custom(5, 5))["id"]
    page.goto(f"/tables/{table_id}/")
    person = Seat(page)
    person.come_to("card")
    return table_id, person


def fits(page: Page) -> None:
    """What the page says is seen whole, and nothing has to be scrolled sideways."""
    box = page.get_by_test_id("trouble").bounding_box()
    assert box
    width = page.viewport_size["width"] if page.viewport_size else 0
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= width
    assert page.evaluate("document.documentElement.scrollWidth") <= width


@pytest.mark.parametrize("viewport", VIEWPORTS)
@pytest.mark.parametrize(
    ("code", "words"),
    [
        (1012, "Reconnecting… The server is restarting. Nothing is lost."),
        (4008, "Reconnecting… Your connection was too slow. You will see everything you missed."),
        (4029, "Reconnecting… This page sent too many messages at once. Nothing is lost."),
    ],
)
def test_it_says_why_and_comes_back(
    server: ServerProcess, new_player: Callable[..., Page], viewport: dict[str, int], code: int, words: str
) -> None:
    page = new_player(server.url, viewport=viewport)
    lines: list[WebSocketRoute] = []

    def through(line: WebSocketRoute) -> None:
        line.connect_to_server()
        lines.append(line)

    page.route_web_socket(SOCKETS, through)
    page.clock.install()
    _, person = at_table(page)
    # By the page's own time, so that what it says stands until it has been looked at.
    pause_clock(page)
    lines[0].send(f'{{"type": "bye", "code": {code}, "retry_after": 2}}')
    lines[0].close(code=code)
    expect(page.get_by_test_id("trouble")).to_have_text(words)
    fits(page)
    assert len(lines) == 1
    # It waits for as long as it was told to, and then goes on without a word of anybody.
    page.clock.run_for(2600)
    page.clock.resume()
    expect(page.get_by_test_id("connection")).to_have_attribute("data-state", "online")
    expect(page.get_by_test_id("trouble")).to_have_count(0)
    assert len(lines) == 2
    person.do("card")
    expect(page.locator(".hand .card")).to_have_count(4)


@pytest.mark.parametrize("viewport", VIEWPORTS)
def test_who_is_logged_out_elsewhere_can_log_in_again(
    server: ServerProcess, new_player: Callable[..., Page], viewport: dict[str, int]
) -> None:
    page = new_player(server.url, viewport=viewport)
    table_id, _ = at_table(page)
    headers = Calls(page)._headers()
    assert page.request.post("/api/v1/auth/logout", headers=headers).status == 204
    expect(page.get_by_test_id("trouble")).to_contain_text(
        "The connection was closed. You have been logged out."
    )
    fits(page)
    expect(page.locator("[data-action=load-again]")).to_be_visible()
    page.locator("[data-action=log-in]").click()
    page.wait_for_url(f"**/accounts/login/?next=*{table_id}*")
    expect(page.get_by_label("Password")).to_be_visible()


@pytest.mark.parametrize("viewport", VIEWPORTS)
def test_at_a_table_that_is_quarantined_it_says_so_until_that_is_mended(
    server: ServerProcess, new_player: Callable[..., Page], viewport: dict[str, int]
) -> None:
    page = new_player(server.url, viewport=viewport)
    table_id, _ = at_table(page)
    note(server, table_id, "Entry 2 of the log is missing.")
    trouble = page.get_by_test_id("trouble")
    expect(trouble).to_contain_text("The table is unavailable until it has been repaired.")
    fits(page)
    page.locator("[data-action=load-again]").click()
    expect(page.get_by_role("heading", name="This table is unavailable")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= viewport["width"]
    note(server, table_id, "")
    page.get_by_role("link", name="Reload").click()
    expect(page.get_by_test_id("connection")).to_have_attribute("data-state", "online")
    person = Seat(page)
    person.come_to("card")
    person.do("card")
    expect(page.locator(".hand .card")).to_have_count(4)


def note(server: ServerProcess, table_id: str, why: str) -> None:
    """Put a table aside, or give it back, as another process does."""
    path = server.environment["DATABASE_URL"].removeprefix("sqlite:///")
    with closing(sqlite3.connect(path)) as database, database:
        database.execute("UPDATE games_table SET quarantined = ? WHERE id = ?", (why, table_id))
