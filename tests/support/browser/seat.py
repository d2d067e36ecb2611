"""A person at a table's page: sees what the page shows, moves by clicks or by taps, and by nothing else."""

from typing import Any

from playwright.sync_api import Locator, Page

TO_DO = {
    "final": "[data-testid=final]",
    "ready": ".summary [data-action=ready]:enabled",
    "suit": ".suit:enabled",
    "bid": ".bids:not(.prepare) .bid:enabled",
    "card": ".mine[data-mine=true] .card[data-legal=true][aria-disabled=false]",
    # Another person is to act, as this page sees it.
    "others": ".seats .seat[data-turn=true]:not(:has(.bot-mark)), .summary [data-action=ready]:disabled",
}
FIND_TASK = """([tasks, done]) => {
  const number = document.querySelector(".game")?.dataset.number;
  return number !== done && Object.keys(tasks).find(name => document.querySelector(tasks[name]));
}"""
VISIBLE_POINT = """element => {
  const box = element.getBoundingClientRect();
  for (const down of [.3, .5, .15, .7]) for (const across of [.5, .35, .2, .1, .06, .8]) {
    const [x, y] = [box.width * across, box.height * down];
    if (element.contains(document.elementFromPoint(box.left + x, box.top + y))) return {x, y};
  }
  return null;
}"""
"""A point of an element, counted from its corner, over which nothing else lies; or null."""


class Seat:
    """One person's page of a table."""

    def __init__(self, page: Page, *, touch: bool = False) -> None:
        self.page = page
        self.touch = touch
        self.game = page.locator(".game")
        self._done = ""

    @property
    def number(self) -> str:
        """The number of the page's newest sight."""
        return self.game.get_attribute("data-number") or ""

    def press(self, target: Locator, **where: Any) -> None:
        """Click, or tap where there is no mouse."""
        (target.tap if self.touch else target.click)(**where)

    def play(self, card: Locator, **how: Any) -> None:
        """Press a card where it can be seen."""
        point = card.evaluate(VISIBLE_POINT)
        assert point, "a card is hidden behind others"
        self.press(card, position=point, **how)

    def wait_for_task(self) -> str:
        """Wait until someone who is no bot has to act; what it is, `others` if it is not this person's."""
        found = self.page.wait_for_function(FIND_TASK, arg=[TO_DO, self._done], polling=50)
        return str(found.json_value())

    def do(self, task: str) -> None:
        """Do what is to be done in the simplest way that is allowed; the next task is one after this."""
        self._done = self.number
        target = self.page.locator(TO_DO[task]).first
        (self.play if task == "card" else self.press)(target)

    def come_to(self, wanted: str) -> None:
        """Do what comes before the task that is wanted, such as naming trump before the bid."""
        while (task := self.wait_for_task()) != wanted:
            assert task not in ("others", "final")
            self.do(task)
