"""The queue of moves at a slow table: laid aside in a dialog, seen there, emptied, made and reported."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.support.browser.axe import assert_accessible
from tests.support.browser.calls import Calls, custom
from tests.support.servers import ServerProcess

TIMEOUT_MS = 20_000
"""The server makes queued moves within seconds, also where other tests keep it busy."""


@pytest.fixture
def pages(server: ServerProcess, new_player: Callable[..., Page]) -> tuple[Page, Page, str]:
    """Two people and a bot at a slow table: the one who waits, the one who has to bid, and the table's id."""
    one, other = new_player(server.url), new_player(server.url)
    calls, others = Calls(one).guest(), Calls(other).guest()
    table_id = calls.open_table(custom(2, 1, pace="slow", days=3), seats=3, bots=1)["id"]
    others.join(table_id)
    while not (people := [each for each in (calls, others) if _has_to_bid(each, table_id)]):
        for each in (calls, others):
            sight = each.sight(table_id)
            if sight["status"] == "naming_trump" and sight["viewer"] in sight["turn"]:
                each.act(table_id, type="name_trump", suit="R")
    [active] = people
    waiting, active = (other, one) if active is calls else (one, other)
    waiting.goto(f"/tables/{table_id}/")
    return waiting, active, table_id


def _has_to_bid(calls: Calls, table_id: str) -> bool:
    sight = calls.sight(table_id)
    return sight["status"] == "bidding" and sight["viewer"] in sight["turn"]


def open_queue(page: Page) -> Locator:
    page.locator("[data-action=queue]").click()
    return page.get_by_test_id("queue")


def queue(page: Page, moves: str) -> None:
    dialog = open_queue(page)
    dialog.get_by_label("Moves, with commas between them").fill(moves)
    dialog.get_by_role("button", name="Queue these moves").click()
    expect(dialog).to_have_count(0)


def test_moves_are_queued_seen_again_changed_and_emptied(pages: tuple[Page, Page, str]) -> None:
    page, _, table_id = pages
    button = page.locator("[data-action=queue]")
    expect(button).to_have_text("Queue moves…")
    dialog = open_queue(page)
    field = dialog.get_by_label("Moves, with commas between them")
    field.fill("0")
    card = Calls(page).sight(table_id)["hand"][0]
    dialog.locator(f"[data-card={card}]").click()
    expect(field).to_have_value(f"0, {card}")
    assert_accessible(page)
    dialog.get_by_role("button", name="Queue these moves").click()
    expect(button).to_have_text("2 moves queued")
    page.reload()
    expect(button).to_have_text("2 moves queued")
    dialog = open_queue(page)
    expect(dialog.get_by_label("Moves, with commas between them")).to_have_value(f"0, {card}")
    dialog.get_by_role("button", name="Empty the queue").click()
    expect(button).to_have_text("Queue moves…")
    assert Calls(page).get(f"tables/{table_id}/queue") == {"moves": [], "report": None}


def test_what_is_no_move_is_refused_and_stays_to_be_corrected(pages: tuple[Page, Page, str]) -> None:
    page, *_ = pages
    dialog = open_queue(page)
    field = dialog.get_by_label("Moves, with commas between them")
    field.fill("0, purple")
    dialog.get_by_role("button", name="Queue these moves").click()
    expect(page.locator(".toast.error")).to_have_text("“purple” is no move. Write 2, R7 or red.")
    expect(field).to_have_value("0, purple")


def test_a_queued_move_is_made_when_its_turn_comes_and_one_that_is_refused_is_reported(
    pages: tuple[Page, Page, str],
) -> None:
    page, active, table_id = pages
    button = page.locator("[data-action=queue]")
    queue(page, "99, 0")
    expect(button).to_have_text("2 moves queued")
    Calls(active).act(table_id, type="bid", bid=0)
    report = "Your queued move “99” was not made:"
    expect(page.locator(".toast.ruling")).to_contain_text(report, timeout=TIMEOUT_MS)
    expect(button).to_have_text("Queue moves…")
    expect(open_queue(page).get_by_test_id("queue-report")).to_contain_text(report)
    page.keyboard.press("Escape")
    queue(page, "0")
    expect(page.locator(".seat.own")).to_have_attribute("aria-label", re.compile("bid 0"), timeout=TIMEOUT_MS)
    expect(button).to_have_text("Queue moves…", timeout=TIMEOUT_MS)
    assert Calls(page).get(f"tables/{table_id}/queue") == {"moves": [], "report": None}


def test_live_tables_have_no_queue(server: ServerProcess, new_player: Callable[..., Page]) -> None:
    page = new_player(server.url)
    table_id = Calls(page).guest().open_table(custom(3))["id"]
    page.goto(f"/tables/{table_id}/")
    expect(page.get_by_test_id("status")).to_be_visible()
    expect(page.locator("[data-action=queue]")).to_have_count(0)
