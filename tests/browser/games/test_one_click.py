"""In one click, without an account, to a game that stays one's own when the account is claimed."""

import re
from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.support.browser.calls import Calls
from tests.support.browser.seat import Seat
from tests.support.servers import ServerProcess


def test_one_click_to_a_game_that_stays_ones_own(
    server: ServerProcess, new_player: Callable[..., Page]
) -> None:
    page = new_player(server.url)
    page.goto("/")
    with page.expect_request("**/play/") as sent:
        page.get_by_test_id("quick-play").click()
    assert re.search(r"(^|&)salt=[0-9a-f]{32}(&|$)", sent.value.post_data or "")

    person = Seat(page)
    person.come_to("bid")
    expect(page.locator(".seats .seat")).to_have_count(3)
    expect(page.locator(".seats .bot-mark")).to_have_count(3)
    person.come_to("card")
    table = page.url

    page.get_by_role("link", name="Front page").click()
    page.get_by_role("link", name="Keep this account").click()
    page.get_by_label("Name").fill("marigold")
    page.get_by_label("Password").fill("a raven on a spindle")
    page.get_by_role("button", name="Keep this account").click()
    expect(page.get_by_role("heading", name="marigold")).to_be_visible()
    expect(page.get_by_role("link", name="Keep this account")).to_have_count(0)

    mine = Calls(page).get("tables?mine=1")["results"]
    assert [entry["id"] for entry in mine] == [table.rstrip("/").rpartition("/")[2]]
    page.goto(table)
    again = Seat(page)
    again.come_to("card")
    again.do("card")
    expect(page.locator(".hand .card")).to_have_count(0)
