"""The light and the dark theme, and what a device asks for: contrast, or its own colours."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.support.browser.calls import Calls, custom
from tests.support.servers import ServerProcess

BRIGHTNESS = """selector => {
  const canvas = document.createElement("canvas").getContext("2d", {willReadFrequently: true});
  canvas.fillStyle = getComputedStyle(document.querySelector(selector)).color;
  canvas.fillRect(0, 0, 1, 1);
  const [red, green, blue] = canvas.getImageData(0, 0, 1, 1).data;
  return (red * 0.2126 + green * 0.7152 + blue * 0.0722) / 255;
}"""
"""Of the writing: dark in the light theme and bright in the dark one."""
PAGES = ("/", "/tables/", "/rules/", "/odds", "/tournaments", "/accounts/preferences/", "/offline")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_pages_follow_the_device(server: ServerProcess, new_player: Callable[..., Page], scheme: str) -> None:
    page = new_player(server.url, color_scheme=scheme)
    Calls(page).guest()
    for path in PAGES:
        page.goto(path)
        writing = page.evaluate(BRIGHTNESS, "h1")
        assert writing < 0.3 if scheme == "light" else writing > 0.7, path


@pytest.mark.parametrize(("theme", "device"), [("light", "dark"), ("dark", "light")])
def test_ones_own_choice_is_stronger_than_the_device(
    server: ServerProcess, new_player: Callable[..., Page], theme: str, device: str
) -> None:
    page = new_player(server.url, color_scheme=device)
    calls = Calls(page).guest()
    calls.prefer(theme=theme)
    for path in ("/rules/", f"/tables/{calls.open_table(custom(3))['id']}/"):
        page.goto(path)
        writing = page.evaluate(BRIGHTNESS, "h1")
        assert writing < 0.3 if theme == "light" else writing > 0.7, path
        expect(page.locator(f'meta[name=color-scheme][content="{theme}"]')).to_be_attached()


def test_a_device_with_its_own_colours_keeps_cards_and_marks_whose_turn_it_is(
    server: ServerProcess, new_player: Callable[..., Page]
) -> None:
    page = new_player(server.url, forced_colors="active")
    calls = Calls(page).guest()
    page.goto(f"/tables/{calls.open_table(custom(3, 3))['id']}/")
    expect(page.locator(":root[data-drawn] .hand .face").first).to_be_visible()
    adjusted = "element => getComputedStyle(element).forcedColorAdjust"
    assert page.locator(".hand .face").first.evaluate(adjusted) == "none"
    assert page.locator(".seat").first.evaluate("seat => getComputedStyle(seat).borderStyle") == "solid"
    turn = page.locator(".seat[data-turn=true]").first
    expect(turn).to_have_css("outline-style", "solid")
    page.keyboard.press("m")
    expect(page.get_by_test_id("menu")).to_be_visible()
    background = page.get_by_test_id("menu").evaluate("one => getComputedStyle(one).backgroundColor")
    assert background.startswith("rgb("), "The table shows through."


def test_a_device_that_asks_for_contrast_gets_stronger_lines(
    server: ServerProcess, new_player: Callable[..., Page]
) -> None:
    page = new_player(server.url, color_scheme="dark")
    page.goto("/rules/")
    muted = "() => getComputedStyle(document.documentElement).getPropertyValue('--muted')"
    before = page.evaluate(muted)
    page.emulate_media(contrast="more")
    assert page.evaluate(muted) != before
