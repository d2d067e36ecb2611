"""The session of a page ends: where the browser has a new one the page goes on, else it says so."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.support.browser.calls import Calls, custom
from tests.support.browser.seat import Seat
from tests.support.servers import ServerProcess

CLOSED = "The connection was closed."
PASSWORD = "seven wizards and a jester"


def at_table(page: Page) -> Seat:
    table_id = Calls(page).guest().open_table(custom(5, 5))["id"]
    page.goto(f"/tables/{table_id}/")
    person = Seat(page)
    person.come_to("bid")
    expect(page.get_by_test_id("connection")).to_have_attribute("data-state", "online")
    return person


def test_a_guest_becomes_an_account_in_another_tab_and_plays_on(
    server: ServerProcess, new_player: Callable[..., Page]
) -> None:
    page = new_player(server.url)
    person = at_table(page)
    with page.expect_navigation():
        claim_in_another_tab(page, "Ottilie")
    expect(page.get_by_test_id("connection")).to_have_attribute("data-state", "online")
    assert person.wait_for_task() == "bid"
    person.do("bid")
    person.come_to("card")
    expect(page.get_by_text(CLOSED)).to_have_count(0)


def test_who_logs_out_in_another_tab_is_told(server: ServerProcess, new_player: Callable[..., Page]) -> None:
    page = new_player(server.url)
    at_table(page)
    tab = page.context.new_page()
    tab.goto("/accounts/logout/")
    looks = []
    page.on("response", lambda answer: looks.append(answer.status) if answer.url.endswith("/me") else None)
    tab.get_by_role("button", name="Log out and lose it").click()
    expect(page.get_by_text(CLOSED)).to_be_visible()
    while len(looks) < 3:
        page.wait_for_event("response")
    assert looks == [401, 401, 401]
    expect(page.get_by_text(CLOSED)).to_be_visible()


@pytest.mark.parametrize("path", ["/tables/", "/friends/"])
def test_lobby_and_friends_page_go_on_with_a_new_session_or_say_that_they_are_closed(
    server: ServerProcess, new_player: Callable[..., Page], path: str
) -> None:
    page = new_player(server.url)
    Calls(page).guest()
    claim_in_another_tab(page, f"Otto{len(path)}")
    with page.expect_websocket() as line:
        page.goto(path)
    # A socket that is opened only after the change would have the new session from the start.
    line.value.wait_for_event("framereceived")
    tab = page.context.new_page()
    tab.goto("/accounts/password/change/")
    tab.get_by_label("Current password").fill(PASSWORD)
    for label in ("New password", "New password again"):
        tab.get_by_label(label, exact=True).fill(f"{PASSWORD} again")
    with page.expect_navigation():
        tab.locator("#content").get_by_role("button").click()
    expect(page.get_by_test_id("connection")).to_have_count(0)
    tab.goto("/accounts/logout/")
    tab.locator("#content").get_by_role("button", name="Log out").click()
    expect(page.get_by_test_id("connection")).to_contain_text(f"{CLOSED} You have been logged out.")
    expect(page.locator("[data-action=reload]")).to_be_visible()


def claim_in_another_tab(page: Page, name: str) -> None:
    """Make the guest's account permanent, which ends the session of this page."""
    tab = page.context.new_page()
    tab.goto("/accounts/claim/")
    tab.get_by_label("Name").fill(name)
    tab.get_by_label("Password").fill(PASSWORD)
    tab.get_by_role("button", name="Keep this account").click()
    tab.wait_for_url("**/accounts/profile/")
    tab.close()
