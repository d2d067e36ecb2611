"""Before the start: what was agreed is said in words that tell something."""

import re
from collections.abc import Callable

from playwright.sync_api import Page, Route, expect

from tests.support.browser.calls import Calls, custom
from tests.support.browser.messages import keep_messages, wait_for_message
from tests.support.servers import ServerProcess


def test_own_rounds_that_are_all_bid_alike_say_how(
    server: ServerProcess, new_player: Callable[..., Page]
) -> None:
    page = new_player(server.url)
    calls = Calls(page).guest()
    alike = calls.open_table(custom(1, 2), bots=0)
    page.goto(f"/tables/{alike['id']}/")
    agreed = page.locator(".agreed")
    expect(agreed).to_contain_text("Free bidding: Any bid is allowed")
    expect(agreed).to_contain_text("Open, in turn: Everyone sees each bid as it is made")

    rounds = [{"cards": 1, "reveal": "hiddentip"}, {"cards": 2}]
    mixed = calls.open_table({**custom(), "rounds": rounds}, bots=0)
    page.goto(f"/tables/{mixed['id']}/")
    expect(agreed).to_contain_text("The bidding differs from round to round.")


def test_the_names_at_a_table_are_read_whole_in_a_phones_lobby(
    server: ServerProcess, new_player: Callable[..., Page]
) -> None:
    page = new_player(server.url, viewport={"width": 390, "height": 844})
    Calls(page).guest().open_table(custom(1), seats=6, bots=4)
    page.goto("/tables/")
    names = page.get_by_test_id("open-tables").locator(".who").first
    expect(names).to_contain_text("and 4 bots (Journeyman)")
    assert names.evaluate("one => one.scrollWidth - one.clientWidth") <= 0


def test_the_host_changes_the_game_and_removes_a_player(
    server: ServerProcess, new_player: Callable[..., Page]
) -> None:
    host, other = new_player(server.url), keep_messages(new_player(server.url))
    table = Calls(host).guest().open_table(custom(1), seats=5, bots=0)
    Calls(other).guest().join(table["id"])
    for page in (host, other):
        page.goto(f"/tables/{table['id']}/")
    expect(other.get_by_test_id("change-game")).to_have_count(0)
    expect(other.get_by_role("button", name="Remove")).to_have_count(0)
    host.get_by_test_id("change-game").locator("summary").first.click()
    host.get_by_label("Time to think").select_option("30")
    host.get_by_role("button", name="Change the game").click()
    expect(other.locator(".agreed")).to_contain_text("30 seconds per decision")
    host.get_by_role("button", name="Remove").click()
    expect(host.locator("[data-taken=true]")).to_have_count(1)
    other.get_by_role("button", name="Sit here").first.click()
    wait_for_message(other, "The host has removed you from this table.")


def test_the_invite_link_goes_to_the_devices_share_sheet(
    server: ServerProcess, new_player: Callable[..., Page]
) -> None:
    page = new_player(server.url)
    page.add_init_script(
        "navigator.share = async (shared) => { document.documentElement.dataset.shared = shared.url; }"
    )
    table = Calls(page).guest().open_table(custom(1), bots=0)
    page.goto(f"/tables/{table['id']}/")
    page.get_by_role("button", name="Share").click()
    assert (
        page.evaluate("document.documentElement.dataset.shared")
        == page.get_by_test_id("invite").input_value()
    )


def test_neither_free_seats_nor_the_invite_link_are_told_before_they_are_known(
    server: ServerProcess, new_player: Callable[..., Page]
) -> None:
    page = new_player(server.url)
    table = Calls(page).guest().open_table(custom(1), bots=0)
    held: list[Route] = []
    page.route(f"**/api/v1/tables/{table['id']}", lambda route: held.append(route))
    page.goto(f"/tables/{table['id']}/")
    expect(page.get_by_role("heading", name="Waiting for players", exact=True)).to_be_visible()
    expect(page.get_by_test_id("invite")).to_have_count(0)
    for route in held:
        route.continue_()
    expect(page.get_by_role("heading", name="Waiting for 2 more players")).to_be_visible()
    expect(page.get_by_test_id("invite")).to_have_value(re.compile(r"\?invite=\w+$"))
