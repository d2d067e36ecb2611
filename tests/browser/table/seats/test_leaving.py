"""Two people at a table: a pause by consent, and a seat that is left to a stand-in and taken back."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.support.browser.calls import Calls, custom
from tests.support.browser.messages import keep_messages, wait_for_message
from tests.support.servers import ServerProcess


@pytest.fixture
def pair(server: ServerProcess, new_player: Callable[..., Page]) -> tuple[Page, Page]:
    """Two people whose game with one bot runs, the first on a phone."""
    first = new_player(server.url, viewport={"width": 360, "height": 740})
    second = new_player(server.url, viewport={"width": 1280, "height": 800})
    table = Calls(first).guest().open_table(custom(5, 5), bots=1)
    Calls(second).guest()
    keep_messages(first).goto(f"/tables/{table['id']}/")
    second.goto(f"/tables/{table['id']}/")
    second.locator("[data-action=sit]").first.click()
    for page in (first, second):
        expect(page.locator(".board")).to_be_visible()
    return first, second


def menu(page: Page, action: str) -> None:
    page.locator(".tool[data-action=menu]").click()
    page.locator(f"[data-action={action}]").click()


def test_a_pause_needs_consent_and_each_can_end_it(pair: tuple[Page, Page]) -> None:
    first, second = pair
    menu(first, "ask-pause")
    expect(first.get_by_test_id("pause-asked")).to_contain_text("You asked for a pause.")
    expect(first.locator("[data-action=agree-pause]")).to_have_count(0)
    expect(second.get_by_test_id("pause-asked")).to_contain_text("asks for a pause.")
    second.locator("[data-action=agree-pause]").click()
    for page in pair:
        expect(page.get_by_test_id("paused")).to_be_visible()
        expect(page.get_by_test_id("halted")).to_have_count(0)
    first.locator("[data-action=go-on]").click()
    for page in pair:
        expect(page.get_by_test_id("paused")).to_have_count(0)
        expect(page.get_by_text("The game continues.").first).to_be_attached()


def test_who_leaves_is_asked_first_and_can_come_back(pair: tuple[Page, Page]) -> None:
    first, second = pair
    menu(second, "leave-game")
    expect(second.get_by_test_id("leave-question")).to_contain_text("the result will count as yours")
    second.locator("[data-action=stay]").click()
    expect(first.get_by_test_id("away")).to_have_count(0)

    menu(second, "leave-game")
    second.locator("[data-action=leave-now]").click()
    expect(first.get_by_test_id("away")).to_have_text("away: a stand-in plays")
    wait_for_message(first, "has left: a stand-in takes over.")

    second.get_by_test_id("back-to-table").click()
    expect(second.locator(".board")).to_be_visible()
    wait_for_message(first, "is back.")
    expect(first.get_by_test_id("away")).to_have_count(0)


def test_who_is_gone_is_counted_down_to_the_stand_in(pair: tuple[Page, Page]) -> None:
    first, second = pair
    second.goto("about:blank")
    expect(first.get_by_test_id("gone")).to_have_text(re.compile(r"^offline · [1-6]?\d s$"))
    second.go_back()
    expect(first.get_by_test_id("gone")).to_have_count(0)
