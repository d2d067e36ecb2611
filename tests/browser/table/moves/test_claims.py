"""Claims at the table: a button and a key, a question, a refusal, and the round's end; and those of bots."""

from collections.abc import Callable, Sequence

import pytest
from playwright.sync_api import Page, expect

from games.rules.cards import is_wizard
from tests.support.browser.calls import Calls, custom
from tests.support.browser.deals import SERVER_SEED, Deal, salt_where
from tests.support.browser.messages import keep_messages, wait_for_message
from tests.support.browser.seat import Seat
from tests.support.faults.hooks import HOOK
from tests.support.servers import ServerProcess
from tests.support.starting import Starter

PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}


def opener_leads_two_wizards(rounds: Sequence[Deal]) -> bool:
    first = rounds[0]
    return first.dealer == 2 and all(map(is_wizard, first.hands[0])) and not is_wizard(first.turned or "")


def a_bot_holds_three_wizards(rounds: Sequence[Deal]) -> bool:
    return any(all(map(is_wizard, hand)) for hand in rounds[0].hands[1:])


@pytest.fixture
def table(server: ServerProcess, new_player: Callable[..., Page]) -> Callable[..., Page]:
    """Opens the page of a table at which the opener holds two Wizards and is to lead."""

    def opened(**device: object) -> Page:
        page = new_player(server.url, **device)
        salt = salt_where(opener_leads_two_wizards, cards=[2])
        calls = Calls(page).guest()
        table_id = calls.open_table(custom(2, 1, pause=60), salt=salt)["id"]
        calls.act(table_id, type="bid", bid=2)
        calls.play_until(table_id, lambda sight: sight["status"] == "playing")
        keep_messages(page).goto(f"/tables/{table_id}/")
        Seat(page).wait_for_task()
        return page

    return opened


def test_a_claim_that_is_not_certain_is_refused_and_one_that_is_ends_the_round(
    table: Callable[..., Page],
) -> None:
    page = table()
    page.get_by_role("button", name="Claim…").click()
    dialog = page.get_by_test_id("claim")
    dialog.get_by_role("button", name="I take none of them").click()
    wait_for_message(page, "This claim is not certain")
    expect(page.locator(".hand .card")).to_have_count(2)

    page.keyboard.press("k")
    dialog.get_by_role("button", name="I take them all").press("Enter")
    wait_for_message(page, "You claimed all remaining tricks.")
    expect(page.locator(".summary")).to_be_visible()
    expect(page.locator(".hand .card")).to_have_count(0)


def test_it_can_be_tapped_on_a_phone_and_changed_ones_mind_about(table: Callable[..., Page]) -> None:
    page = table(**PHONE)
    button = page.get_by_role("button", name="Claim…")
    box = button.bounding_box()
    assert box is not None
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= 360
    button.tap()
    page.get_by_role("button", name="Play on").tap()
    expect(page.get_by_test_id("claim")).to_have_count(0)
    expect(page.locator(".hand .card")).to_have_count(2)
    button.tap()


def test_when_a_bot_claims_the_page_says_who_and_shows_the_round(
    start_server: Starter, new_player: Callable[..., Page]
) -> None:
    server = start_server("sqlite", PYTHONPATH=HOOK, SERVER_SEED=SERVER_SEED.hex())
    page = new_player(server.url, **PHONE)
    salt = salt_where(a_bot_holds_three_wizards, cards=[3])
    table_id = Calls(page).guest().open_table(custom(3, 1, pause=60), salt=salt)["id"]
    keep_messages(page).goto(f"/tables/{table_id}/")
    seat = Seat(page, touch=True)
    seat.come_to("card")
    # Nobody claims before everybody has played a card.
    expect(page.locator(".hand .card")).to_have_count(3)
    seat.do("card")
    wait_for_message(page, "claimed all remaining tricks.")
    expect(page.locator(".summary")).to_be_visible()
    expect(page.locator(".hand .card")).to_have_count(0)
