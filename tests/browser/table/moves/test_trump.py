"""The dealer who turned a Wizard names trump by the pop-up, the hand in sight beneath it."""

from collections.abc import Callable, Sequence

from playwright.sync_api import Page, expect

from games.rules.cards import is_wizard
from tests.support.browser.calls import Calls, custom
from tests.support.browser.deals import Deal, salt_where
from tests.support.browser.seat import Seat
from tests.support.servers import ServerProcess

LINES = """text => Object.fromEntries([...text.querySelectorAll("b, small:not(.sum)")].map(one => {
  const words = document.createRange();
  words.selectNodeContents(one.lastChild);
  return [one.textContent, new Set([...words.getClientRects()].map(line => line.top)).size];
}))"""
"""In how many lines each text beside the turned card is set."""


def opener_turns_a_wizard(rounds: Sequence[Deal]) -> bool:
    first = rounds[0]
    return first.dealer == 0 and first.turned is not None and is_wizard(first.turned)


def test_naming_trump(server: ServerProcess, new_player: Callable[..., Page]) -> None:
    page = new_player(server.url, viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True)
    salt = salt_where(opener_turns_a_wizard, cards=[1])
    table_id = Calls(page).guest().open_table(custom(1), salt=salt)["id"]

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
    lines = page.locator(".trump-text").evaluate(LINES)
    assert lines == {"Blue is trump": 1, "Named by the dealer": 1}
    assert Seat(page, touch=True).wait_for_task() == "bid"
