"""Two people: one takes a card back, the other is asked, and the table is as it was."""

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.support.browser.calls import Calls, custom
from tests.support.servers import ServerProcess


def test_a_card_is_taken_back_when_the_other_person_allows_it(
    server: ServerProcess, new_player: Callable[..., Page]
) -> None:
    pages = [new_player(server.url), new_player(server.url)]
    people = [Calls(page).guest() for page in pages]
    options = {**custom(4), "undo": True}
    table_id = people[0].open_table(options, bots=1, visibility="public")["id"]
    people[1].join(table_id)
    asking = play_until_a_person_is_followed_by_a_person(people, table_id)
    for page in pages:
        page.goto(f"/tables/{table_id}/")
    own, other = pages[asking], pages[1 - asking]
    hand = len(people[asking].sight(table_id)["hand"])
    own.locator('[data-action="undo"]').click()
    expect(own.get_by_test_id("undo-asked")).to_contain_text("Waiting for")
    expect(other.get_by_test_id("undo-asked")).to_contain_text("wants to take back")
    expect(other.get_by_test_id("announcer")).to_contain_text("wants to take back")
    other.locator('[data-action="allow-undo"]').click()
    expect(own.locator(".hand .card")).to_have_count(hand + 1)
    expect(other.get_by_test_id("undo-asked")).to_have_count(0)
    # Whoever led may have played the card before, too, and can then take that back as well.
    further = "can_undo" in people[asking].sight(table_id)
    expect(own.locator('[data-action="undo"]')).to_have_count(int(further))


def play_until_a_person_is_followed_by_a_person(people: list[Calls], table_id: str) -> int:
    """Play until one person has played a card and the other is to play; the first one's number."""
    for _ in range(200):
        for number, calls in enumerate(people):
            sight = calls.sight(table_id)
            if sight["viewer"] not in sight["turn"]:
                continue
            legal = sight["legal"]
            if sight["status"] == "bidding":
                calls.act(table_id, type="bid", bid=legal["bids"][0])
            elif sight["status"] == "naming_trump":
                calls.act(table_id, type="name_trump", suit=legal["suits"][0])
            else:
                calls.act(table_id, type="play", card=legal["cards"][0])
                other = people[1 - number].sight(table_id)
                # Not where the bot has played in between: then it is too late.
                if other["turn"] == [other["viewer"]] and calls.sight(table_id).get("can_undo") == "card":
                    return number
    raise AssertionError("It never happens.")
