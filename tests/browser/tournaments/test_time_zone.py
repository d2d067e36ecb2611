"""The event's time on players' pages, and beside it the reader's own where their clocks differ."""

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.support.browser.tournaments import announce
from tests.support.servers import ServerProcess


def test_readers_elsewhere_see_their_own_time_too(
    server: ServerProcess, new_player: Callable[..., Page]
) -> None:
    slug = announce(server, bots=0, options="time_zone='Asia/Dubai'")
    there = new_player(server.url, timezone_id="Asia/Dubai")
    there.goto(f"/tournaments/{slug}")
    start = there.locator(".top time")
    expect(start).to_contain_text("UTC+4")
    expect(start).not_to_contain_text("your time")

    elsewhere = new_player(server.url, timezone_id="Asia/Tokyo", locale="en-GB")
    elsewhere.goto(f"/tournaments/{slug}")
    expect(elsewhere.locator(".top time")).to_contain_text("your time")
    expect(elsewhere.locator(".top time")).to_contain_text("UTC+4")
    elsewhere.goto("/tournaments")
    expect(elsewhere.locator(f"[data-slug={slug}] time")).to_contain_text("your time")
