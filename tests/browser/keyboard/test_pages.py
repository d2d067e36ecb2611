"""The Tab key on pages outside of the table: each link and button is a stop, in reading order."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page

from tests.support.browser.axe import SIZES
from tests.support.browser.calls import Calls
from tests.support.servers import ServerProcess

STOPS = """[...document.querySelectorAll('a[href], button, input, select, summary, [tabindex="0"]')]
  .filter(one => one.type !== "hidden" && one.checkVisibility())"""
NAMES_OF_STOPS = f"() => {STOPS}.map(one => one.outerHTML.slice(0, 90))"
NAME_OF_FOCUS = "() => document.activeElement.outerHTML.slice(0, 90)"


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("path", ["/", "/accessibility/"])
def test_the_tab_key_stops_at_each_link_and_button(
    server: ServerProcess, new_player: Callable[..., Page], size: str, path: str
) -> None:
    page = new_player(server.url, **SIZES[size])
    for become in (None, Calls(page).guest):
        if become:
            become()
        page.goto(path)
        stops = page.evaluate(NAMES_OF_STOPS)
        assert any("/tables/" in stop for stop in stops)
        reached = []
        for _ in stops:
            page.keyboard.press("Tab")
            reached.append(page.evaluate(NAME_OF_FOCUS))
        assert reached == stops
