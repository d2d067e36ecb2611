"""The same player twice at the same table: both tabs follow the game, and either can move."""

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.support.browser.calls import Calls, custom
from tests.support.browser.seat import Seat
from tests.support.servers import ServerProcess


def hand(tab: Seat) -> list[str]:
    """The cards in hand, as a tab shows them."""
    return tab.page.locator(".hand .card").evaluate_all("cards => cards.map(card => card.dataset.card)")


def test_two_tabs_follow_one_game(server: ServerProcess, new_player: Callable[..., Page]) -> None:
    page = new_player(server.url)
    table_id = Calls(page).guest().open_table(custom(3, 3))["id"]
    tabs = [Seat(page), Seat(page.context.new_page())]
    for tab in tabs:
        tab.page.goto(f"/tables/{table_id}/")

    for turn in range(3):
        moving, watching = tabs[turn % 2], tabs[1 - turn % 2]
        moving.come_to("card")
        expect(watching.game).to_have_attribute("data-number", moving.number)
        assert watching.wait_for_task() == "card"
        assert hand(watching) == hand(moving)
        assert len(hand(moving)) == 3 - turn
        before = moving.number
        moving.do("card")
        for tab in tabs:
            expect(tab.game).not_to_have_attribute("data-number", before)
    for tab in tabs:
        expect(tab.page.locator(".topbar")).to_contain_text("Round 2 of 2")
        expect(tab.page.locator(".hand .card")).to_have_count(3)
