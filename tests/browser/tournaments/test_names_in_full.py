"""Long names and badges of entrants: nothing covers them, and nothing cuts them off."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.support.browser.desks import STAFF, open_desk
from tests.support.browser.tournaments import announce, desk_call, draw_and_release, organise
from tests.support.servers import ServerProcess

NAMESAKES = """
for one in Tournament.objects.get(slug={slug!r}).entries.all():
    one.name = "Annabella Bartholomew-Smith"
    one.save()
"""
CUT_OFF = """[...document.querySelectorAll(".cards .name")]
  .filter(one => one.scrollWidth > one.clientWidth).map(one => one.innerText)"""
COVERED = """[...document.querySelectorAll(".entrant")].filter(row => {
  const badge = row.querySelector(".badge").getBoundingClientRect();
  const acts = row.querySelector(".row-acts").getBoundingClientRect();
  return badge.right > acts.left && badge.bottom > acts.top;
}).map(row => row.innerText)"""


@pytest.mark.parametrize("width", [390, 700, 1440])
def test_no_button_covers_the_status_of_an_entrant(
    server: ServerProcess, new_player: Callable[..., Page], width: int
) -> None:
    slug = announce(server, bots=3)
    present = "Tournament.objects.get(slug={slug!r}).entries.filter(start_number=2)"
    organise(server, STAFF, f"{present.format(slug=slug)}.update(status='stand_by', checked_in_at=now)")
    page = new_player(server.url, viewport={"width": width, "height": 900})
    open_desk(page, slug)
    page.goto(page.url + "check-in/")
    expect(page.get_by_text("Waiting list · is here")).to_be_visible()
    assert page.evaluate(COVERED) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= width


@pytest.mark.parametrize("width", [360, 1440])
def test_what_tells_namesakes_apart_is_not_cut_off(
    server: ServerProcess, new_player: Callable[..., Page], width: int
) -> None:
    slug = announce(server, bots=8)
    organise(server, NAMESAKES.format(slug=slug))
    start = desk_call(slug, "opening.start_tables", stage_number=1)
    organise(server, desk_call(slug, "lifecycle.close_check_in"), *draw_and_release(slug), start)
    page = new_player(server.url, viewport={"width": width, "height": 900})
    page.goto(f"/tournaments/{slug}")
    # The bots play at once, and the scores make the columns of names narrow.
    expect(page.locator(".cards .score")).to_have_count(8)
    expect(page.locator(".cards .name", has_text="(no. 8)")).to_be_visible()
    assert page.evaluate(CUT_OFF) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= width
