"""Before the start: what was agreed is said in words that tell something."""

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.support.browser.calls import Calls, custom
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
