"""A table at which one may cheat: the hint, the call, the verdict for all, and the truth at the end."""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import pytest
from playwright.sync_api import Locator, Page, expect

from games.rules.cards import SUIT
from tests.support.browser.calls import Calls, Sight, custom, owes_ready
from tests.support.browser.deals import Deal, salt_where
from tests.support.browser.seat import Seat
from tests.support.servers import ServerProcess

DESK = {"viewport": {"width": 1280, "height": 800}}
PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}
ROUNDS = (2, 2)
BOBS_SALT = bytes([7] * 16)
SAME_SALT = "crypto.getRandomValues = array => array.fill(7)"
"""Lets a page choose BOBS_SALT."""
HINT = "cheat-hint"
WATCH = """new MutationObserver(() => {
  window.told ??= new Set();
  const places = "[data-testid=announcer], .toast.verdict, [data-testid=mark]";
  for (const one of document.querySelectorAll(places)) {
    const where = one.closest("[data-seat]")?.dataset.seat ?? one.dataset.testid ?? "all";
    told.add(`${where}: ${one.textContent}`);
  }
}).observe(document, { childList: true, characterData: true, subtree: true })"""
"""Keeps what is told for a moment, and where: at a seat, to all, or to the ear."""
TOLD = """wanted => Object.entries(wanted).every(([where, text]) =>
  [...window.told].some(one => one.startsWith(`${where}: `) && one.includes(text)))"""
CLEARED = """element => {
  const { left, top, right, bottom, width, height } = element.getBoundingClientRect();
  const inside = left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight;
  return inside && element.contains(document.elementFromPoint(left + width / 2, top + height / 2));
}"""
"""Whether an element is on the screen as a whole, and nothing lies over it."""


class Person(NamedTuple):
    """Somebody at the table: what they see, and what they do unseen between the moments that count."""

    seat: Seat
    calls: Calls

    @property
    def page(self) -> Page:
        return self.seat.page


def each_can_cheat_once(rounds: Sequence[Deal]) -> bool:
    """Whether in round 1 alice (seat 0), and in round 2 bob (2), has to follow and could do otherwise."""
    return all(
        must_follow(dealt, leader, cheater)
        for dealt, leader, cheater in zip(rounds, (2, 0), (0, 2), strict=True)
    )


def must_follow(dealt: Deal, leader: int, cheater: int) -> bool:
    """Whether the leader can lead one suit alone, and the cheater has a card of it and one of another."""
    led, held = ({SUIT[card] for card in dealt.hands[seat]} for seat in (leader, cheater))
    leads = (dealt.dealer + 1) % len(dealt.hands) == leader
    return leads and None not in led | held and len(led) == 1 and len(held) == 2 and led < held


def can_cheat(sight: Sight) -> bool:
    """Whether there is a card to cheat with, in a trick after which the round goes on."""
    mine = sight["viewer"] in sight["turn"] and sight["status"] == "playing"
    return mine and sight["trick"]["number"] == 1 and bool(forbidden(sight))


def forbidden(sight: Sight) -> list[str]:
    """The cards in hand that the rules forbid and the table accepts."""
    return [card for card in sight["playable"] if card not in sight["legal"]["cards"]]


def play_until_one_can_cheat(table_id: str, people: list[Person]) -> tuple[Person, Person]:
    """Who can cheat now, and who will watch."""
    while True:
        for person, other in (people, people[::-1]):
            sight = person.calls.play_until(table_id, lambda seen: can_cheat(seen) or not_on_turn(seen))
            assert sight, "Nobody could cheat in the whole game."
            if can_cheat(sight):
                return person, other


def not_on_turn(sight: Sight) -> bool:
    idle = sight["viewer"] not in sight["turn"] and not owes_ready(sight)
    return sight["status"] != "finished" and idle


def play_to_the_end(table_id: str, people: list[Person]) -> None:
    while all(person.calls.play_until(table_id, not_on_turn) for person in people):
        pass


def cheat(person: Person, table_id: str) -> None:
    """Play a forbidden card: the hint comes first, and the card may still be kept."""
    sight = person.calls.sight(table_id)
    page, before = person.page, sight["number"]
    page.wait_for_selector(f".game[data-number='{before}'] .mine[data-mine=true]")
    card = page.locator(f".card[data-card='{forbidden(sight)[0]}']")
    hint = page.get_by_test_id(HINT)

    person.seat.play(card)
    expect(hint).to_contain_text("would be cheating")
    assert hint.evaluate(CLEARED)
    expect(hint.get_by_role("button", name="Keep it")).to_be_focused()
    person.seat.press(hint.get_by_role("button", name="Keep it"))
    expect(hint).to_have_count(0)
    assert person.seat.game.get_attribute("data-number") == str(before)

    person.seat.play(card)
    person.seat.press(hint.get_by_role("button", name="Play it anyway"))
    page.wait_for_selector(f".game:not([data-number='{before}'])")


def accuse(person: Person, accused: int) -> None:
    """Call the cheat: by the key where there are keys, by the button in the bar where there are not."""
    if person.seat.touch:
        person.seat.press(person.page.locator(".topbar [data-action=accuse]"))
    else:
        person.page.keyboard.press("a")
    person.seat.press(person.page.get_by_test_id("accuse").locator(f"[data-accuse='{accused}']"))


def number_of(person: Person, table_id: str) -> int:
    return int(person.calls.sight(table_id)["viewer"])


@pytest.fixture
def people(server: ServerProcess, new_player: Callable[..., Page]) -> list[Person]:
    """Alice at a desk and bob on a phone."""
    seats = [Seat(new_player(server.url, **DESK)), Seat(new_player(server.url, **PHONE), touch=True)]
    for seat in seats:
        seat.page.add_init_script(WATCH)
        seat.page.add_init_script(SAME_SALT)
    return [Person(seat, Calls(seat.page).guest()) for seat in seats]


def sit_down(people: list[Person], options: dict[str, Any], **fields: Any) -> str:
    """A table for both and a bot; it says that one may cheat before one sits down."""
    alice, bob = people
    table = alice.calls.open_table(options, bots=1, visibility="private", **fields)
    alice.page.goto(f"/tables/{table['id']}/")
    bob.page.goto(f"/tables/{table['id']}/?invite={table['invite']}")
    sit = bob.page.get_by_role("button", name="Sit here")
    expect(bob.page.get_by_test_id("cheating")).to_be_visible()
    assert bob.page.get_by_test_id("cheating").evaluate(CLEARED)
    sit.tap()
    for person in people:
        expect(person.page.locator(".topbar")).to_contain_text("Round 1")
    return str(table["id"])


def told(cheats: Locator) -> list[bool]:
    """Of the cheats on the score sheet, whether each was called."""
    return [cheat.get_attribute("data-called") == "true" for cheat in cheats.all()]


def test_a_cheat_is_played_called_and_told_at_the_end(server: ServerProcess, people: list[Person]) -> None:
    # The bot has its proof of a cheat when the suit is shown, at the latest by the last card, and calls it in
    # the pause. So only the first cheat's fate is certain.
    salt = salt_where(each_can_cheat_once, cards=ROUNDS, others=[None, BOBS_SALT])
    table_id = sit_down(people, custom(*ROUNDS, cheating=True), salt=salt)

    cheater, watcher = play_until_one_can_cheat(table_id, people)
    caught = number_of(cheater, table_id)
    cheat(cheater, table_id)
    assert not watcher.page.evaluate("[...told].some(one => one.startsWith('all: '))"), (
        "Nobody is told of a cheat"
    )
    accuse(watcher, caught)
    for person in people:
        person.page.wait_for_function(
            TOLD,
            arg={
                "all": "cheating. ",
                "announcer": "cheating. ",
                str(caught): "caught −10",
                str(number_of(watcher, table_id)): "right +10",
            },
        )
    assert told(open_scores(watcher).locator("[data-cheat]")) == []
    expect(watcher.page.locator(".sheet .running .adjust")).to_have_count(2)
    watcher.page.keyboard.press("Escape") if not watcher.seat.touch else close_scores(watcher)

    cheater, _ = play_until_one_can_cheat(table_id, people)
    cheat(cheater, table_id)

    play_to_the_end(table_id, people)
    rows = people[0].calls.sight(table_id)["sheet"]
    called = [cheat["called_by"] is not None for row in rows for cheat in row["cheats"]]
    assert True in called
    assert len(called) >= 2
    away = called.count(False) or "none"
    for person in people:
        expect(person.page.get_by_test_id("cheats")).to_contain_text(f"{away} got away")
        person.seat.press(person.page.get_by_test_id("final").get_by_role("button", name="Scores"))
        cheats = person.page.get_by_test_id("sheet").locator("[data-cheat]")
        assert told(cheats) == called
        for number, was_called in enumerate(called):
            expect(cheats.nth(number)).to_contain_text("caught by" if was_called else "got away")


def open_scores(person: Person) -> Locator:
    person.seat.press(person.page.locator(".topbar [data-action=sheet]"))
    sheet = person.page.get_by_test_id("sheet")
    expect(sheet).to_be_visible()
    return sheet


def close_scores(person: Person) -> None:
    person.seat.press(person.page.get_by_role("button", name="Close the scores"))


def test_in_the_pause_the_last_trick_can_be_looked_at_and_called(
    server: ServerProcess, new_player: Callable[..., Page]
) -> None:
    seat = Seat(new_player(server.url, **PHONE), touch=True)
    page, calls = seat.page, Calls(seat.page).guest()
    page.add_init_script(WATCH)
    table_id = calls.open_table(custom(1, 1, cheating=True) | {"pause": 60}, seats=6)["id"]
    sight = calls.play_until(table_id, lambda seen: seen["status"] == "pause")
    assert sight
    number = sight["viewer"]
    page.goto(f"/tables/{table_id}/")
    summary = page.get_by_test_id("summary")
    expect(summary.get_by_role("timer")).to_contain_text("Next round in")
    for name in ("Last trick", "Who cheated?", "Ready for the next round"):
        button = summary.get_by_role("button", name=name)
        expect(button).to_be_visible()
        assert button.evaluate(CLEARED), f"{name} is not on the screen"

    summary.get_by_role("button", name="Last trick").tap()
    trick = page.get_by_test_id("last-trick")
    assert trick.locator("[data-laid]").count() == 6
    trick.get_by_role("button", name="Who cheated?").tap()
    page.get_by_test_id("accuse").locator("[data-accuse]").first.tap()

    # Nobody can have cheated with a single card.
    page.wait_for_function(TOLD, arg={"all": "no cheat to call", str(number): "wrong −10"})
    expect(summary.locator("tr[data-own=true]")).to_contain_text("−10")
    seat.do("ready")
    expect(page.locator(".topbar")).to_contain_text("Round 2")
    expect(page.get_by_test_id("accuse")).to_have_count(0)
