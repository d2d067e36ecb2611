"""After a deployment an open page asks for a reload, and never in the middle of a round."""

import json
import re
from collections.abc import Callable

from playwright.sync_api import Page, WebSocketRoute, expect

from tests.support.browser.calls import Calls, custom
from tests.support.browser.seat import Seat
from tests.support.servers import ServerProcess

SOCKETS = re.compile("/ws/(tables|lobby)")
NEW_VERSION = json.dumps({"type": "new_version", "version": "0123456789ab"})


def outdate(page: Page) -> None:
    """Let all sockets of the page report a new version, as after a deployment; a reload ends that."""

    def through(line: WebSocketRoute) -> None:
        line.connect_to_server()
        line.send(NEW_VERSION)

    page.route_web_socket(SOCKETS, through)


def test_a_table_asks_between_rounds(server: ServerProcess, new_player: Callable[..., Page]) -> None:
    page = new_player(server.url, viewport={"width": 360, "height": 740})
    outdate(page)
    table_id = Calls(page).guest().open_table(custom(1, 1, pause=60))["id"]
    page.goto(f"/tables/{table_id}/")
    person = Seat(page)
    person.come_to("card")
    banner = page.get_by_test_id("new-version")
    expect(banner).to_have_count(0)
    person.do("card")
    expect(banner).to_contain_text("A new version is ready.")
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    with page.expect_event("load"):
        banner.get_by_role("button", name="Reload").click()


def test_the_lobby_asks_at_once(server: ServerProcess, new_player: Callable[..., Page]) -> None:
    page = new_player(server.url)
    outdate(page)
    page.goto("/tables/")
    expect(page.get_by_test_id("new-version")).to_contain_text("A new version is ready.")


def test_a_page_of_the_current_version_is_left_alone(
    server: ServerProcess, new_player: Callable[..., Page]
) -> None:
    page = new_player(server.url)
    with page.expect_websocket() as line:
        page.goto("/tables/")
    assert re.search("version=[0-9a-f]{12}$", line.value.url)
    expect(page.get_by_test_id("open-table")).to_be_visible()
    expect(page.get_by_test_id("new-version")).to_have_count(0)
