"""Pages of tournaments on a phone, a tablet and a laptop: nothing sticks out, nothing jumps, fingers fit."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.support.browser.layout import FINGER, PARTS, SCROLLS, STICKS_OUT
from tests.support.browser.tournaments import announce, desk_call, draw_and_release, organise
from tests.support.servers import ServerProcess

SIZES = {"phone": (360, 740), "tablet": (820, 1180), "laptop": (1280, 800)}
EVERY_SIZE = ["phone", *(pytest.param(size, marks=pytest.mark.long) for size in ("tablet", "laptop"))]
LONG = "The International Championship of All Who Bid Exactly What They Take, 2026"
WATCH_SHIFTS = """
window.shifted = 0;
new PerformanceObserver(list => {
  for (const entry of list.getEntries()) window.shifted += entry.value;
}).observe({ type: "layout-shift", buffered: true });
"""
SMALL = """least => [...document.querySelectorAll("main :is(.button, summary, input, .rows a)")]
  .filter(one => one.checkVisibility() && !one.matches(".visually-hidden") && one.offsetHeight < least)
  .map(one => one.outerHTML.slice(0, 90))"""
STEADY = 0.05
"""More than that of the screen may not have moved (good is below 0.1)."""


def context(size: str) -> dict[str, Any]:
    width, height = SIZES[size]
    touch = {} if size == "laptop" else {"has_touch": True, "is_mobile": True}
    return {"viewport": {"width": width, "height": height}, **touch}


@pytest.fixture
def slugs(server: ServerProcess) -> dict[str, str]:
    """A tournament at each time of its life."""
    named = f"name={LONG!r}, prizes='A cup\\nA bottle of wine', description='Come!\\n\\nAnd stay.'"
    entry = announce(server, options=f"{named}, capacity=64, entry_closes_at=now + timedelta(hours=1)")
    drawn, over = announce(server, bots=21, options=named), announce(server, bots=9, options=named)
    ready = [desk_call(slug, "lifecycle.close_check_in") for slug in (drawn, over)]
    organise(
        server,
        *ready,
        *draw_and_release(drawn),
        *draw_and_release(over),
        desk_call(over, "opening.start_tables", stage_number=1),
    )
    return {"entry": entry, "drawn": drawn, "over": over}


@pytest.mark.parametrize("size", EVERY_SIZE)
def test_nothing_sticks_out_and_nothing_jumps(
    server: ServerProcess, new_player: Callable[..., Page], slugs: dict[str, str], size: str
) -> None:
    page = new_player(server.url, **context(size))
    page.add_init_script(WATCH_SHIFTS)
    paths = ["/tournaments", *(f"/tournaments/{slug}" for slug in slugs.values())]
    for path in paths:
        page.goto(path)
        expect(page.get_by_role("heading").first).to_be_visible()
        if path.endswith(slugs["over"]):
            # The bots play at once; what comes of it appears without anybody's doing.
            expect(page.get_by_test_id("standings").locator("tbody tr")).to_have_count(9)
        page.evaluate("document.fonts.ready")
        assert page.evaluate(SCROLLS) <= 0, path
        assert page.evaluate(STICKS_OUT, [PARTS, False]) == [], path
        assert page.evaluate(SMALL, FINGER) == [], path
        if not path.endswith(slugs["over"]):
            assert page.evaluate("shifted") < STEADY, path


@pytest.mark.parametrize("size", EVERY_SIZE)
def test_a_hall_screen_shows_whole_rows_alone(
    server: ServerProcess, new_player: Callable[..., Page], slugs: dict[str, str], size: str
) -> None:
    page = new_player(server.url, **context(size))
    page.goto(f"/tournaments/{slugs['drawn']}/hall")
    expect(page.locator(".grid p").first).to_be_visible()
    assert page.evaluate("document.documentElement.scrollHeight <= innerHeight + 1")
    assert page.evaluate(STICKS_OUT, ["header, main, footer, .grid p, h1, .clock", True]) == []
