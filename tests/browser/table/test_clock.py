"""A table with a clock, from the form that opens it to the last ten seconds of a decision."""

import re
from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.support.browser.calls import Calls, custom
from tests.support.browser.seat import Seat
from tests.support.servers import ServerProcess


def test_a_clock_is_chosen_and_said_in_words(server: ServerProcess, new_player: Callable[..., Page]) -> None:
    page = new_player(server.url)
    Calls(page).guest()
    page.goto("/tables/")
    page.get_by_label("Time to think").select_option("15")
    page.get_by_role("button", name="Open the table").click()
    expect(page.locator(".agreed")).to_contain_text(
        "15 seconds per decision. Plus a reserve of one minute for the whole game."
    )
    page.goto("/tables/")
    expect(page.get_by_test_id("open-tables")).to_contain_text("15 s per decision")


def table_of_two(page: Page, other: Page, clock: int) -> None:
    """Both have a secret bid to make: those are made side by side, without the bank."""
    secret = [{"cards": 3, "reveal": "hiddentip"}]
    table = Calls(page).guest().open_table({**custom(), "rounds": secret, "clock": clock}, bots=1)
    page.goto(f"/tables/{table['id']}/")
    Calls(other).guest()
    other.goto(f"/tables/{table['id']}/")
    other.locator("[data-action=sit]").first.click()
    mine, theirs = Seat(page), Seat(other)
    # The other one may have to name trump first.
    while (task := mine.wait_for_task()) != "bid":
        if task == "suit":
            mine.do(task)
        elif theirs.wait_for_task() == "suit":
            theirs.do("suit")


def test_while_there_is_time_no_clock_is_marked(
    server: ServerProcess, new_player: Callable[..., Page]
) -> None:
    page, other = new_player(server.url), new_player(server.url)
    table_of_two(page, other, clock=60)
    expect(page.get_by_test_id("own-clock")).to_have_attribute("data-short", "false")
    expect(page.get_by_test_id("bank")).to_have_text("reserve 240 s")
    expect(page.get_by_test_id("seat-clock").first).to_have_text(re.compile(r"^[1-6][0-9] s$"))
    expect(page.get_by_test_id("last-seconds")).to_have_text("")


def test_the_last_ten_seconds_are_marked_and_told(
    server: ServerProcess, new_player: Callable[..., Page]
) -> None:
    page, other = new_player(server.url), new_player(server.url)
    table_of_two(page, other, clock=15)
    clock = page.get_by_test_id("own-clock")
    expect(clock).to_have_attribute("data-short", "true")
    # Told once, with the seconds that are left when the page comes to it.
    expect(page.get_by_test_id("last-seconds")).to_have_text(re.compile(r"^(10|[1-9]) seconds left\.$"))
    page.locator(".bids:not(.prepare) .bid:enabled").first.click()
    expect(clock).to_have_count(0)
    expect(other.get_by_test_id("own-clock")).to_be_visible()


def test_a_bank_is_shown_no_more_when_the_game_is_over(
    server: ServerProcess, new_player: Callable[..., Page]
) -> None:
    page = new_player(server.url)
    table = Calls(page).guest().open_table(custom(1, clock=60))
    page.goto(f"/tables/{table['id']}/")
    expect(page.get_by_test_id("bank")).to_be_visible()
    seat = Seat(page)
    seat.come_to("bid")
    seat.do("bid")
    seat.come_to("card")
    seat.do("card")
    expect(page.get_by_test_id("final")).to_be_visible()
    expect(page.get_by_test_id("bank")).to_have_count(0)
