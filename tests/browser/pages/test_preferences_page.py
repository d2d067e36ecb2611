"""The page of preferences on phones: the decks stay within their frame, and all of them are whole."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.support.browser.calls import Calls
from tests.support.servers import ServerProcess

CUT_OFF = """choices => choices.filter(choice => {
  const frame = choice.closest(".decks").getBoundingClientRect();
  return choice.scrollWidth > choice.clientWidth || choice.getBoundingClientRect().right > frame.right + 1;
}).map(choice => choice.textContent.trim())"""
"""The decks whose name or picture does not fit, or that hang out of their group."""


@pytest.mark.parametrize("width", [320, 360])
def test_the_decks_fit_on_a_phone(server: ServerProcess, new_player: Callable[..., Page], width: int) -> None:
    page = new_player(server.url, viewport={"width": width, "height": 640}, has_touch=True, is_mobile=True)
    Calls(page).guest()
    page.goto("/accounts/preferences/")
    decks = page.locator(".decks label")
    expect(decks).to_have_count(4)
    assert decks.evaluate_all(CUT_OFF) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= width
