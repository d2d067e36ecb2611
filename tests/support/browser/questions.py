"""Tables at which a page asks its player something that other games rarely ask."""

from collections.abc import Iterator, Sequence

from playwright.sync_api import Page, expect

from games.rules.cards import is_wizard
from tests.support.browser.calls import Calls, custom
from tests.support.browser.deals import Deal, salt_where
from tests.support.browser.seat import VISIBLE_POINT, Seat

HIDDEN_CHOICES = f"""() => {{
  const pointOf = {VISIBLE_POINT};
  const choices = [...document.querySelectorAll(".suit, .claims button, .pause-asked button")];
  return choices.filter(one => one.scrollWidth > one.clientWidth || !pointOf(one)).map(one => one.outerHTML);
}}"""
"""Choices that are cut off, or lie beneath something else."""


def opener_names_trump(rounds: Sequence[Deal]) -> bool:
    """Whether the opener turns a Wizard up in the first round."""
    return rounds[0].dealer == 0 and is_wizard(rounds[0].turned or "")


def opener_deals_and_holds_the_only_wizard(rounds: Sequence[Deal]) -> bool:
    """Whether the opener has the last word in the first round, and takes the trick of the only Wizard."""
    first = rounds[0]
    wizards = [sum(map(is_wizard, hand)) for hand in first.hands]
    return first.dealer == 0 and not is_wizard(first.turned or "") and wizards == [1, 0, 0]


def states_with_questions(page: Page, friend: Calls) -> Iterator[str]:
    """Bring a guest's page to the choice of trump, the claim, and both sides of an undo."""
    calls = Calls(page)
    salt = salt_where(opener_names_trump, cards=[3])
    page.goto(f"/tables/{calls.open_table(custom(3), salt=salt)['id']}/")
    person = Seat(page)
    assert person.wait_for_task() == "suit"
    yield "suit"
    person.come_to("card")
    page.keyboard.press("k")
    expect(page.get_by_test_id("claim")).to_be_visible()
    yield "claim"

    salt = salt_where(opener_deals_and_holds_the_only_wizard, cards=[2])
    table_id = calls.open_table(custom(2, undo=True), bots=1, salt=salt)["id"]
    friend.join(table_id)
    friend.play_until(table_id, lambda sight: sight["turn"] == [0])
    calls.act(table_id, type="bid", bid=0)
    friend.play_until(table_id, lambda sight: sight["turn"] == [0])
    friend.act(table_id, type="ask_undo")
    page.goto(f"/tables/{table_id}/")
    expect(page.locator("[data-action=allow-undo]")).to_be_visible()
    # It lies over the table, and would lie over the question: the claim of the other table waits.
    expect(page.get_by_test_id("next-turn")).to_be_attached()
    yield "undo asked by another player"
    friend.act(table_id, type="withdraw_undo")
    # Nobody can decide anything before the opener leads to the next trick.
    calls.act(table_id, type="play", card=next(filter(is_wizard, calls.sight(table_id)["hand"])))
    calls.act(table_id, type="ask_undo")
    expect(page.locator("[data-action=withdraw-undo]")).to_be_visible()
    yield "own undo"
