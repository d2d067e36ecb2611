"""The dealer who turned a Wizard names trump by the pop-up, the hand in sight beneath it."""

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.support.browser.calls import Calls, Sight, custom
from tests.support.browser.seat import Seat
from tests.support.servers import ServerProcess


def names_trump(sight: Sight) -> bool:
    return sight["status"] == "naming_trump" and sight["viewer"] in sight["turn"]


def test_naming_trump(server: ServerProcess, new_player: Callable[..., Page]) -> None:
    page = new_player(server.url, viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True)
    table_id = Calls(page).guest().table_where(custom(*[1] * 60), names_trump)

    page.goto(f"/tables/{table_id}/")
    picker = page.get_by_test_id("trump")
    expect(picker).to_be_visible()
    expect(page.get_by_test_id("status")).to_contain_text("ame the trump suit")
    assert all(
        page.locator(f".card[data-card='{card}']").evaluate("e => e.checkVisibility()")
        for card in Calls(page).sight(table_id)["hand"]
    )

    picker.get_by_role("button", name="Blue").tap()
    expect(picker).to_have_count(0)
    expect(page.locator(".trump")).to_contain_text("Blue is trump")
    assert Seat(page, touch=True).wait_for_task() == "bid"
