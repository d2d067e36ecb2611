"""Wizard Magic in the browser: chosen in the form, told to who sits down, and seen on the four 1s."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.support.browser.calls import Calls, Sight, custom
from tests.support.servers import ServerProcess

SIZES = ({"width": 390, "height": 780}, {"width": 1280, "height": 800})
HAT = ".face use[href$='-magic']"
"""What the face of a 1 has in this edition alone."""


def shot(page: Page, name: str) -> None:
    """Keep a picture where somebody wants to look at it."""
    if folder := os.environ.get("PICTURES"):
        page.screenshot(path=Path(folder) / f"{name}.png")


def holds_a_one(sight: Sight) -> bool:
    """Whether the viewer, who is to bid, holds a 1."""
    return sight["viewer"] in sight["turn"] and any(
        card[1:] == "1" and card[0] in "RYGB" for card in sight["hand"]
    )


@pytest.mark.parametrize("size", SIZES, ids=["phone", "desktop"])
def test_the_edition_is_chosen_in_plain_words(
    server: ServerProcess, new_player: Callable[..., Page], size: dict[str, int]
) -> None:
    page = new_player(server.url, viewport=size)
    Calls(page).guest()
    page.goto("/tables/")
    shot(page, f"lobby-{size['width']}")
    field = page.get_by_label("Edition", exact=True)
    field.select_option(label="Wizard Magic")
    expect(page.get_by_text("A 1 played where its suit must be followed beats everything")).to_be_visible()
    field.scroll_into_view_if_needed()
    shot(page, f"form-{size['width']}")
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_url("**/tables/*/")
    expect(page.get_by_text("Wizard Magic: A 1 played where")).to_be_visible()
    shot(page, f"waiting-{size['width']}")


@pytest.mark.parametrize("size", SIZES, ids=["phone", "desktop"])
def test_a_1_looks_like_the_wizard_that_it_can_be(
    server: ServerProcess, new_player: Callable[..., Page], size: dict[str, int]
) -> None:
    page = new_player(server.url, viewport=size)
    for edition, hats in ((None, 0), ("magic", 1)):
        options = custom(9, 9) | ({"edition": edition} if edition else {})
        page.goto(f"/tables/{Calls(page).guest().table_where(options, holds_a_one)}/")
        ones = page.locator('.hand [data-card="R1"], [data-card="Y1"], [data-card="G1"], [data-card="B1"]')
        expect(ones.first.locator(HAT)).to_have_count(hats)
        expect(page.locator(".hand .card").first).to_be_visible()
        shot(page, f"table-{edition}-{size['width']}")
    page.keyboard.press("?")
    expect(page.get_by_test_id("help")).to_contain_text("Wizard Magic")
    shot(page, f"help-{size['width']}")


@pytest.mark.parametrize("size", SIZES, ids=["phone", "desktop"])
def test_the_rules_show_the_four_cards(
    server: ServerProcess, new_player: Callable[..., Page], size: dict[str, int]
) -> None:
    page = new_player(server.url, viewport=size)
    page.goto("/rules/#magic")
    expect(page.locator(f"[data-edition=magic] {HAT}")).to_have_count(4)
    page.locator("#magic").scroll_into_view_if_needed()
    shot(page, f"rules-{size['width']}")
