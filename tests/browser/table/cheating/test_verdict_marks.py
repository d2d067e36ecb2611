"""The points of a verdict, which hang at the seats for a moment, cover neither names nor scores."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page

from tests.support.browser.calls import Calls, custom
from tests.support.browser.seat import TO_DO
from tests.support.servers import ServerProcess

PUT_MARKS = """async () => {
  const seats = [...document.querySelectorAll(".seat")];
  for (const seat of seats) {
    if (!seat.matches(".own")) seat.querySelector(".who b").textContent = "Maximiliane-Wilhelmine";
    seat.querySelector(".score").textContent = "−120";
    seat.querySelector(".flag.verdict")?.remove();
    const mark = document.createElement("span");
    mark.className = "flag verdict";
    mark.textContent = "erwischt −10";
    seat.append(mark);
    await Promise.all(mark.getAnimations().map(({ finished }) => finished));
  }
}"""
"""Gives every seat a long name, a long score and the longest mark, in German."""
COVERED = """() => [...document.querySelectorAll(".seat")].flatMap((seat) => {
  const mark = seat.querySelector(".flag.verdict").getBoundingClientRect();
  const outside = mark.left < 0 || mark.right > innerWidth ? ["the edge of the screen"] : [];
  return outside.concat([".who b", ".score"].filter((part) => {
    const box = seat.querySelector(part).getBoundingClientRect();
    const [width, height] = [Math.min(mark.right, box.right) - Math.max(mark.left, box.left),
      Math.min(mark.bottom, box.bottom) - Math.max(mark.top, box.top)];
    return width > 1 && height > 1;
  }));
})"""
"""What lies under the marks, or beyond the screen."""


PHONES = ((320, 640), (360, 740), (390, 844), (740, 360))


@pytest.mark.parametrize("seats", [3, 6])
def test_marks_leave_names_and_scores_readable_on_phones(
    server: ServerProcess, new_player: Callable[..., Page], seats: int
) -> None:
    page = new_player(server.url)
    table = Calls(page).guest().open_table(custom(3, 3, cheating=True), seats=seats)
    page.goto(f"/tables/{table['id']}/")
    page.wait_for_selector(f"{TO_DO['bid']}, {TO_DO['suit']}")
    for width, height in PHONES:
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate(PUT_MARKS)
        assert page.evaluate(COVERED) == [], (width, height)
