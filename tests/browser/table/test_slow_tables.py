"""Slow tables in a browser: opened with the form, played without being there, paused by a vacation."""

import re
from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.support.browser.calls import Calls, custom
from tests.support.servers import ServerProcess


def test_a_slow_table_is_opened_and_says_how_many_days_are_left(
    server: ServerProcess, new_player: Callable[..., Page]
) -> None:
    page = new_player(server.url)
    calls = Calls(page).guest()
    page.goto("/tables/")
    page.get_by_label("Time to think").select_option("3 days per decision")
    expect(page.get_by_label("When somebody is away")).to_have_count(0)
    page.get_by_label("When time is over").select_option("The game ends")
    page.get_by_label("Bots", exact=True).select_option("3")
    page.get_by_test_id("open-table").get_by_role("button", name="Open the table").click()
    expect(page.get_by_test_id("slow-time")).to_have_text("2 days left")
    table_id = page.url.rstrip("/").rsplit("/", 1)[-1]
    assert calls.get(f"tables/{table_id}")["options"]["on_timeout"] == "end"
    page.goto("/accounts/profile/")
    page.get_by_role("link", name="Vacations").click()
    page.get_by_label("First day").fill(calls.sight(table_id)["server_time"][:10])
    page.get_by_label("Last day").fill(calls.sight(table_id)["deadline"][:10])
    page.get_by_role("button", name="Take this vacation").click()
    expect(page.get_by_test_id("vacation")).to_have_count(1)
    page.goto(f"/tables/{table_id}/")
    expect(page.get_by_test_id("vacation")).to_have_text(re.compile("on vacation until"))


def test_the_others_ask_for_a_stand_in_where_it_comes_only_on_request(
    server: ServerProcess, new_player: Callable[..., Page]
) -> None:
    page, other = new_player(server.url), new_player(server.url)
    calls = Calls(page).guest()
    table_id = calls.open_table(custom(3, stand_in_minutes=0), bots=1)["id"]
    Calls(other).guest()
    page.goto(f"/tables/{table_id}/")
    other.goto(f"/tables/{table_id}/")
    other.locator("[data-action=sit]").first.click()
    expect(page.locator(".seats")).to_be_visible()
    expect(page.get_by_test_id("stand-in-asked")).to_have_count(0)
    other.goto("/rules/")
    page.get_by_test_id("stand-in-asked").get_by_role("button", name="Ask for a stand-in").click()
    expect(page.get_by_test_id("away")).to_have_count(1)
    expect(page.get_by_test_id("stand-in-asked")).to_have_count(0)
