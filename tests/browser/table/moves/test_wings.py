"""Cards and bids are marked before one's turn, seen by their player alone, and played when the turn comes."""

from collections.abc import Callable
from typing import NamedTuple

from playwright.sync_api import Locator, Page, expect

from tests.support.browser.calls import Calls, Sight, custom
from tests.support.browser.messages import keep_messages, wait_for_message
from tests.support.browser.seat import VISIBLE_POINT
from tests.support.servers import ServerProcess

MAX_DEALS = 40


class Situation(NamedTuple):
    """Two people and a bot; the first is to lead, the second has the page open."""

    table_id: str
    first: Calls
    second: Calls
    page: Page

    def card(self, code: str) -> Locator:
        """A card of the second player's hand."""
        return self.page.locator(f'.hand [data-card="{code}"]')

    def press(self, code: str) -> None:
        """Click a card where it can be seen."""
        card = self.card(code)
        card.click(position=card.evaluate(VISIBLE_POINT))

    def announced(self, text: str) -> None:
        """A screen reader is told."""
        wait_for_message(self.page, text)


def situation(
    server: ServerProcess, new_player: Callable[..., Page], wanted: Callable[[Sight, Sight], bool]
) -> Situation:
    """A table at which the sights of the first and the second player are as wanted."""
    pages = [new_player(server.url), new_player(server.url)]
    first, second = (Calls(page).guest() for page in pages)
    for _ in range(MAX_DEALS):
        table_id = first.open_table(custom(8), bots=1, visibility="public")["id"]
        second.join(table_id)
        while (sight := first.sight(table_id))["status"] in ("naming_trump", "bidding", "playing"):
            if wanted(sight, second.sight(table_id)):
                keep_messages(pages[1]).goto(f"/tables/{table_id}/")
                pages[1].locator(".hand .card").first.wait_for()
                return Situation(table_id, first, second, pages[1])
            if sight["trick"] and sight["trick"]["plays"]:
                break
            for calls in (first, second):
                if (own := calls.sight(table_id))["viewer"] in own["turn"]:
                    calls.act(table_id, **first_choice(own))
    raise AssertionError("It never happens.")


def first_choice(sight: Sight) -> dict[str, object]:
    """The first thing that is legal."""
    legal = sight["legal"]
    if legal["suits"]:
        return {"type": "name_trump", "suit": legal["suits"][0]}
    if legal["bids"]:
        return {"type": "bid", "bid": legal["bids"][0]}
    return {"type": "play", "card": legal["cards"][0]}


def to_lead(first: Sight, second: Sight) -> bool:
    """The first player leads, and has a card of a suit that the second holds beside another one."""
    if first["status"] != "playing" or first["turn"] != [first["viewer"]] or first["trick"]["plays"]:
        return False
    return bool(led_and_held(first, second))


def led_and_held(first: Sight, second: Sight) -> list[tuple[str, str, str]]:
    """A card to lead, a card of the second player that follows, and one that doesn't."""
    suited = [card for card in second["hand"] if card[0] in "RYGB"]
    return [
        (led, follows, other)
        for led in first["hand"]
        for follows in suited
        for other in suited
        if led[0] == follows[0] != other[0]
    ]


def test_a_card_that_is_clicked_twice_gets_wings_and_is_played(
    server: ServerProcess, new_player: Callable[..., Page]
) -> None:
    here = situation(server, new_player, to_lead)
    table_id = here.table_id
    led, follows, _ = led_and_held(here.first.sight(table_id), here.second.sight(table_id))[0]
    here.press(follows)
    expect(here.page.locator(".wings")).to_have_count(0)
    here.press(follows)
    expect(here.card(follows).locator(".wings")).to_have_count(1)
    here.announced("will be played when it is your turn.")
    assert here.second.sight(table_id)["wing"] == follows
    assert here.first.sight(table_id)["wing"] is None

    here.first.act(table_id, type="play", card=led)
    expect(here.card(follows)).to_have_count(0)
    here.announced("was played for you.")


def test_a_card_that_may_not_be_played_loses_its_wings_and_its_player_is_told(
    server: ServerProcess, new_player: Callable[..., Page]
) -> None:
    here = situation(server, new_player, to_lead)
    table_id = here.table_id
    led, _, other = led_and_held(here.first.sight(table_id), here.second.sight(table_id))[0]
    here.card(other).focus()
    here.page.keyboard.press("w")
    expect(here.card(other).locator(".wings")).to_have_count(1)
    here.first.act(table_id, type="play", card=led)
    expect(here.page.locator(".toast").last).to_contain_text(
        "can’t be played now, so it is no longer marked."
    )
    expect(here.page.locator(".wings")).to_have_count(0)
    expect(here.card(other)).to_have_count(1)


def test_a_long_press_marks_and_a_click_takes_back(
    server: ServerProcess, new_player: Callable[..., Page]
) -> None:
    here = situation(server, new_player, to_lead)
    code = here.second.sight(here.table_id)["hand"][0]
    point = here.card(code).evaluate(VISIBLE_POINT)
    here.card(code).click(position=point, delay=700)
    expect(here.card(code).locator(".wings")).to_have_count(1)
    here.press(code)
    expect(here.page.locator(".wings")).to_have_count(0)
    here.announced("No card is marked any more.")


def test_a_bid_is_prepared_and_made(server: ServerProcess, new_player: Callable[..., Page]) -> None:
    def before_its_turn(first: Sight, second: Sight) -> bool:
        waits = not second["players"][second["viewer"]]["has_bid"]
        return first["status"] == "bidding" and first["turn"] == [first["viewer"]] and waits

    here = situation(server, new_player, before_its_turn)
    panel = here.page.get_by_test_id("prepare-bid")
    panel.locator("[data-bid='3']").click()
    expect(panel.locator("[data-bid='3']")).to_have_attribute("aria-pressed", "true")
    expect(panel).to_contain_text("You will bid 3")
    here.announced("You will bid 3 when it is your turn.")
    here.first.act(here.table_id, type="bid", bid=0)
    here.announced("Your bid of 3 was made.")
    seat = here.second.sight(here.table_id)["viewer"]
    assert here.first.sight(here.table_id)["players"][seat]["bid"] == 3
