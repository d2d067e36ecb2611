"""The bar and the plates of a table: whatever they have to say, nothing lies over anything else."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.support.browser.calls import Calls, Sight, custom
from tests.support.browser.layout import SCROLLS, STICKS_OUT
from tests.support.servers import ServerProcess

SIZES = [(320, 640), (390, 844), (844, 390), (1440, 900)]
OVERLAPPING = """selectors => {
  const clashes = [];
  for (const parent of document.querySelectorAll(selectors.parent)) {
    const parts = [...parent.querySelectorAll(selectors.parts)].filter(one => one.checkVisibility());
    const boxes = parts.map(one => one.getBoundingClientRect());
    for (const [i, a] of boxes.entries()) for (const [j, b] of boxes.entries()) {
      const across = Math.min(a.right, b.right) - Math.max(a.left, b.left);
      const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
      if (i < j && across > 1 && down > 1 && !parts[i].contains(parts[j]))
        clashes.push(`${parts[i].outerHTML.slice(0, 70)} ${parts[j].outerHTML.slice(0, 70)}`);
    }
  }
  return clashes;
}"""
"""Parts of one thing that share a pixel."""
BAR = {"parent": ".topbar", "parts": ".home, .where b, .next-turn, .connection i, .tool"}
PLATES = {"parent": ".seats .seat", "parts": ".avatar, .tally, .score, .who b"}


def others_have_bid(sight: Sight) -> bool:
    """Whether it is the viewer's turn to bid, after somebody else."""
    bidding = sight["status"] == "bidding" and sight["viewer"] in sight["turn"]
    return bidding and any(player["has_bid"] for player in sight["players"])


def in_the_last_trick(sight: Sight) -> bool:
    """Whether the plates show what the round will bring."""
    return sight["status"] == "playing" and sight["viewer"] in sight["turn"] and bool(sight["trick"]["plays"])


@pytest.mark.parametrize("size", SIZES)
def test_the_link_to_the_next_turn_lies_over_nothing(
    server: ServerProcess, new_player: Callable[..., Page], size: tuple[int, int]
) -> None:
    page = new_player(server.url, viewport={"width": size[0], "height": size[1]}, locale="de")
    calls = Calls(page).guest()
    options = custom(1, reveal="hiddentip", coach=True)
    tables = [calls.open_table(options)["id"] for _ in range(3)]
    page.goto(f"/tables/{tables[0]}/")
    link = page.get_by_role("link", name="Du bist an 2 anderen Tischen am Zug")
    expect(link).to_be_visible()
    assert page.evaluate(OVERLAPPING, BAR) == []
    assert page.evaluate(STICKS_OUT, [".topbar *:not(.connection span, .next-turn span)", False]) == []
    bar, chip = page.locator(".topbar").bounding_box(), link.bounding_box()
    assert bar is not None
    assert chip is not None
    assert bar["y"] <= chip["y"]
    assert chip["y"] + chip["height"] <= bar["y"] + bar["height"]


@pytest.mark.parametrize("wanted", [others_have_bid, in_the_last_trick])
@pytest.mark.parametrize("size", [(320, 640), (390, 844)])
def test_points_and_tricks_of_six_are_read_on_a_phone(
    server: ServerProcess,
    new_player: Callable[..., Page],
    size: tuple[int, int],
    wanted: Callable[[Sight], bool],
) -> None:
    device: dict[str, Any] = {"has_touch": True, "is_mobile": True, "locale": "de"}
    page = new_player(server.url, viewport={"width": size[0], "height": size[1]}, **device)
    table_id = Calls(page).guest().table_where(custom(1), wanted, seats=6)
    page.goto(f"/tables/{table_id}/")
    expect(page.locator(".seats .seat")).to_have_count(5)
    assert page.evaluate(OVERLAPPING, PLATES) == []
    assert page.evaluate(STICKS_OUT, [".seat, .seat .tally", False]) == []
    assert page.evaluate(SCROLLS) <= 0


@pytest.mark.parametrize(("bids", "rows"), [(8, [4, 4]), (11, [6, 5]), (16, [6, 6, 4])])
def test_bids_stand_in_rows_of_about_the_same_length(
    server: ServerProcess, new_player: Callable[..., Page], bids: int, rows: list[int]
) -> None:
    page = new_player(server.url, viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    table_id = Calls(page).guest().table_where(custom(bids - 1), others_have_bid)
    page.goto(f"/tables/{table_id}/")
    expect(page.locator(".bid")).to_have_count(bids)
    tops = page.locator(".bid").evaluate_all("bids => bids.map(bid => bid.getBoundingClientRect().top)")
    assert [tops.count(top) for top in sorted(set(tops))] == rows
