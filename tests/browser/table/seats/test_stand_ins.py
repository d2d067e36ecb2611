"""Somebody else has moved: when the own time was over, or while one was away, the page says so in words."""

from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page, expect

from tests.support.browser.cable import Cable
from tests.support.browser.calls import Calls, custom
from tests.support.browser.messages import keep_messages, wait_for_announcement, wait_for_toast
from tests.support.browser.seat import Seat
from tests.support.faults.hooks import HOOK
from tests.support.servers import ServerProcess

CLOCK = 15
"""The shortest that pages know."""
NO_RESERVE = "games.rules.clock:BANK=0"
QUICK_STAND_IN = (
    "games.services.attendance.grace:GRACE_SECONDS=3 "
    "games.services.attendance.absence:MIN_SILENT_SECONDS=1 "
    "games.services.attendance.absence:SEATS_INTERVAL_SECONDS=0.5 "
    "core.realtime.health:SILENCE_TIMEOUT_SECONDS=1.5 core.realtime.health:PING_INTERVAL_SECONDS=0.2 "
    "core.realtime.health:IDLE_SILENCE_TIMEOUT_SECONDS=1.5 "
    "core.realtime.health:IDLE_PING_INTERVAL_SECONDS=0.2"
)


def test_who_lets_the_time_run_out_is_told_what_was_done(
    start_server: Callable[..., ServerProcess], new_player: Callable[..., Page]
) -> None:
    server = start_server("sqlite", PYTHONPATH=HOOK, LIMITS=NO_RESERVE)
    page = keep_messages(new_player(server.url, viewport={"width": 360, "height": 740}))
    calls = Calls(page).guest()
    table_id = calls.open_table(custom(3, 3, clock=CLOCK), bots=1)["id"]
    page.goto(f"/tables/{table_id}/")
    # The game begins at the page: no clock runs while a busy machine loads it.
    page.locator("[data-action=add-bot]").click()
    wait_for_toast(page, r"^Your time ran out: \d was bid for you\.$")
    box = wait_for_toast(page, r"^Your time ran out: .+ was played for you\.$")
    assert 0 <= box["left"] <= box["right"] <= 360
    wait_for_announcement(page, "Your time ran out")
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
        page, other = keep_messages(new_player(cable.url)), keep_messages(new_player(server.url))
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
        expect(other.get_by_test_id("gone")).to_be_visible()
        wait_for_toast(other, "is away: a stand-in takes over")
        # The game does not wait: what the other one has to do comes again and again.
        while not moved_by_a_stand_in(Calls(other), table["id"]):
            task = mover.wait_for_task()
            assert task != "final"
            if task != "others":
                mover.do(task)

        cable.mend()
        wait_for_toast(page, "^You were away, so a stand-in played for you.$")
        wait_for_toast(page, "^Welcome back: you are playing again.$")
        wait_for_toast(other, "is back")


def moved_by_a_stand_in(calls: Calls, table_id: str) -> list[dict[str, Any]]:
    """What was decided for seat 0 by nobody who sits there."""
    events = calls.get(f"tables/{table_id}/events")["events"]
    return [event for event in events if event.get("seat") == 0 and event.get("by") == "bot"]
