"""Somebody else has moved: when the own time was over, or while one was away, the page says so in words."""

import re
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Locator, Page, expect

from tests.support.browser.cable import Cable
from tests.support.browser.calls import Calls, custom
from tests.support.browser.seat import Seat
from tests.support.faults.hooks import HOOK
from tests.support.servers import ServerProcess

CLOCK = 6
LATE = 20_000
QUICK_CLOCK = f"games.rules.options:CLOCKS={CLOCK} games.rules.clock:BANK=0"
QUICK_STAND_IN = (
    "games.services.attendance.absence:GRACE_SECONDS=3 "
    "games.services.attendance.absence:MIN_SILENT_SECONDS=1 "
    "games.services.attendance.absence:SEATS_INTERVAL_SECONDS=0.5 "
    "core.realtime.health:SILENCE_TIMEOUT_SECONDS=1.5 core.realtime.health:PING_INTERVAL_SECONDS=0.2"
)
KEEP_WORDS = """element => {
  window.announced = [];
  const keep = () => announced.push(element.textContent);
  new MutationObserver(keep).observe(element, {childList: true, characterData: true, subtree: true});
}"""
"""Bots without a pause say the next thing at once: keep all that is read out."""


def said(page: Page, words: str) -> Locator:
    """A message over the table."""
    return page.locator(".toast", has_text=re.compile(words))


def test_who_lets_the_time_run_out_is_told_what_was_done(
    start_server: Callable[..., ServerProcess], new_player: Callable[..., Page]
) -> None:
    server = start_server("sqlite", PYTHONPATH=HOOK, LIMITS=QUICK_CLOCK)
    page = new_player(server.url, viewport={"width": 360, "height": 740})
    calls = Calls(page).guest()
    table_id = calls.open_table(custom(3, 3, clock=CLOCK))["id"]
    page.goto(f"/tables/{table_id}/")
    page.get_by_test_id("announcer").evaluate(KEEP_WORDS)
    expect(said(page, r"^Your time ran out: \d was bid for you\.$")).to_be_visible(timeout=LATE)
    card = said(page, r"^Your time ran out: .+ was played for you\.$")
    expect(card).to_be_visible(timeout=LATE)
    assert "Your time ran out" in page.evaluate("announced.join(' ')")
    box = card.bounding_box()
    assert box
    assert 0 <= box["x"] <= box["x"] + box["width"] <= 360
    # The seat stays one's own: it is only the decision that was made.
    own = calls.sight(table_id)
    assert not own["players"][0]["away"]
    done = [event for event in calls.get(f"tables/{table_id}/events")["events"] if event.get("seat") == 0]
    late = {event["type"] for event in done if event.get("by") == "clock"}
    assert late >= {"bid_made", "card_played"}


def test_who_was_away_is_told_that_a_stand_in_has_played(
    start_server: Callable[..., ServerProcess], new_player: Callable[..., Page]
) -> None:
    server = start_server("sqlite", PYTHONPATH=HOOK, LIMITS=QUICK_STAND_IN)
    with Cable(server.port) as cable:
        page, other = new_player(cable.url), new_player(server.url)
        calls = Calls(page).guest()
        table = calls.open_table(custom(4, 4), bots=1)
        Calls(other).guest()
        page.goto(f"/tables/{table['id']}/")
        other.goto(f"/tables/{table['id']}/")
        other.locator("[data-action=sit]").first.click()
        mover = Seat(other)
        expect(page.locator(".board")).to_be_visible()
        expect(other.get_by_test_id("gone")).to_have_count(0)

        cable.silence()
        expect(other.get_by_test_id("gone")).to_be_visible(timeout=LATE)
        expect(said(other, "is away: a stand-in takes over")).to_be_visible(timeout=LATE)
        # The game does not wait: what the other one has to do comes again and again.
        while not moved_by_a_stand_in(Calls(other), table["id"]):
            task = mover.wait_for_task()
            assert task != "final"
            if task != "others":
                mover.do(task)

        cable.mend()
        expect(said(page, "^You were away, so a stand-in played for you.$")).to_be_visible(timeout=LATE)
        expect(said(page, "^Welcome back: you are playing again.$")).to_be_visible(timeout=LATE)
        expect(said(other, "is back")).to_be_visible(timeout=LATE)


def moved_by_a_stand_in(calls: Calls, table_id: str) -> list[dict[str, Any]]:
    """What was decided for seat 0 by nobody who sits there."""
    events = calls.get(f"tables/{table_id}/events")["events"]
    return [event for event in events if event.get("seat") == 0 and event.get("by") == "bot"]
