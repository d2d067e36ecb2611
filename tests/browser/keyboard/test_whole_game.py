"""Whole games by the keyboard alone: one sees where one is, and a screen reader says what happened."""

from collections.abc import Callable, Sequence

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from games.rules.cards import is_wizard
from tests.support.browser.calls import Calls, custom
from tests.support.browser.deals import Deal, salt_where
from tests.support.browser.keys import (
    assert_focus_kept,
    assert_focus_seen,
    press_by_keys,
    tab_to,
    watch_focus,
)
from tests.support.browser.messages import keep_messages, wait_for_announcement
from tests.support.browser.questions import (
    opener_deals_and_holds_the_only_wizard,
    opener_names_trump,
)
from tests.support.browser.seat import TO_DO
from tests.support.servers import ServerProcess


@pytest.fixture
def page(server: ServerProcess, new_player: Callable[..., Page]) -> Page:
    page = new_player(server.url, viewport={"width": 1280, "height": 800})
    watch_focus(page)
    return keep_messages(page)


def opener_names_trump_and_then_holds_two_wizards(rounds: Sequence[Deal]) -> bool:
    second = rounds[1]
    # In the second round only seat 2 plays before the opener.
    return (
        opener_names_trump(rounds)
        and all(map(is_wizard, second.hands[0]))
        and not any(map(is_wizard, second.hands[2]))
    )


def be_at(page: Page, target: Locator) -> None:
    """Expect the focus at an element, where it can be seen."""
    expect(target).to_be_focused()
    assert_focus_seen(page)


def wait_for(page: Page, task: str) -> None:
    """Wait until the page asks its player for this."""
    expect(page.locator(TO_DO[task]).first).to_be_visible()


def choose(page: Page, field: str, label: str) -> None:
    """Go to a choice of a form by the Tab key, and type the beginning of what is wanted."""
    select = page.locator(f"select[name={field}]")
    tab_to(page, select)
    assert_focus_seen(page)
    page.keyboard.type(label)
    expect(select.locator("option:checked")).to_contain_text(label)


def fill(page: Page, field: str, text: str) -> None:
    """Go to a field of a form by the Tab key, and type something else into it."""
    tab_to(page, page.locator(f"input[name={field}]"))
    assert_focus_seen(page)
    page.keyboard.press("Control+a")
    page.keyboard.type(text)


def use_salt(page: Page, salt: str) -> None:
    """Let the page open tables with this salt instead of a random one."""

    def send(route: Route) -> None:
        route.continue_(post_data={**route.request.post_data_json, "salt": salt})

    page.route("**/api/v1/tables", send)


def go_to_legal_card(page: Page) -> str:
    """Walk through the hand by the arrow keys to a card that the rules allow; returns its code."""
    focused = page.locator(".hand .card:focus")
    if focused.count() == 0:
        tab_to(page, focused)
    page.keyboard.press("Home")
    while focused.get_attribute("data-legal") != "true":
        page.keyboard.press("ArrowRight")
    be_at(page, focused)
    return focused.get_attribute("data-card") or ""


def play_by_keys(page: Page) -> None:
    card = go_to_legal_card(page)
    page.keyboard.press("Enter")
    expect(page.locator(f".hand [data-card={card}]")).to_have_count(0)
    assert_focus_kept(page)


def test_who_is_typing_when_trump_is_to_be_named_goes_on_typing(
    server: ServerProcess, page: Page, new_player: Callable[..., Page]
) -> None:
    salt = salt_where(opener_names_trump, cards=[2])
    table_id = Calls(page).guest().open_table(custom(2), bots=1, salt=salt)["id"]
    page.goto(f"/tables/{table_id}/")
    expect(page.get_by_role("heading", name="Waiting for one more player")).to_be_visible()
    page.keyboard.press("t")
    field = page.get_by_label("Message, or a command")
    expect(field).to_be_focused()
    page.keyboard.type("Shall ")
    Calls(new_player(server.url)).guest().join(table_id)
    wait_for(page, "suit")
    page.keyboard.type("we start?")
    expect(field).to_have_value("Shall we start?")
    be_at(page, field)


def play_a_card(calls: Calls, table_id: str) -> None:
    """Play any card that is legal."""
    calls.act(table_id, type="play", card=calls.sight(table_id)["legal"]["cards"][0])


def test_a_wing_undo_and_chat_with_another_person(
    server: ServerProcess, page: Page, new_player: Callable[..., Page]
) -> None:
    friend = Calls(new_player(server.url)).guest()
    salt = salt_where(opener_deals_and_holds_the_only_wizard, cards=[2])
    calls = Calls(page).guest()
    table_id = calls.open_table(custom(2, undo=True), bots=1, salt=salt)["id"]
    page.goto(f"/tables/{table_id}/")
    expect(page.get_by_role("heading", name="Waiting for one more player")).to_be_visible()
    friend.join(table_id)
    wait_for(page, "others")
    wait_for_announcement(page, "Round 1 of 1")
    page.keyboard.press("1")
    wait_for_announcement(page, "You will bid 1 when it is your turn.")
    friend.act(table_id, type="bid", bid=0)
    friend.play_until(table_id, lambda sight: sight["status"] == "playing" and sight["turn"] == [2])

    # The friend plays a card and wants it back.
    play_a_card(friend, table_id)
    wait_for_announcement(page, "played .*Your turn")
    wait_for(page, "card")
    tab_to(page, page.locator(".hand .card:focus"))
    friend.act(table_id, type="ask_undo")
    wait_for_announcement(page, "wants to take back")
    press_by_keys(page, page.get_by_role("button", name="Allow"))
    wait_for_announcement(page, "took back")
    assert_focus_kept(page)

    # The wizard gets wings, is played when the friend has played, and is taken back.
    card = page.locator(".hand .card[data-card^=W]")
    tab_to(page, page.locator(".hand .card:focus"))
    page.keyboard.press("Home")
    while card.evaluate("one => one !== document.activeElement"):
        page.keyboard.press("ArrowRight")
    be_at(page, card)
    page.keyboard.press("w")
    wait_for_announcement(page, "Wizard will be played when it is your turn.")
    be_at(page, card)
    play_a_card(friend, table_id)
    wait_for_announcement(page, "You took the trick.")
    expect(card).to_have_count(0)
    assert_focus_kept(page)
    page.keyboard.press("u")
    wait_for_announcement(page, "You ask to take that back. Waiting for")
    friend.act(table_id, type="answer_undo", allow=True)
    wait_for_announcement(page, "You took back Wizard")
    expect(card).to_have_count(1)
    assert_focus_kept(page)

    # A word in between, then the game goes on.
    page.keyboard.press("t")
    be_at(page, page.get_by_label("Message, or a command"))
    page.keyboard.type("Well played")
    page.keyboard.press("Enter")
    expect(page.get_by_test_id("chat").get_by_role("log")).to_contain_text("Well played")
    be_at(page, page.get_by_label("Message, or a command"))
    friend.say(table_id, "Thank you")
    expect(page.get_by_test_id("chat-announcer")).to_contain_text("Thank you")
    page.keyboard.press("Escape")
    be_at(page, page.get_by_role("button", name="Chat"))
    play_by_keys(page)


def test_from_the_front_page_through_a_game_against_bots_to_the_next_one(
    server: ServerProcess, page: Page
) -> None:
    use_salt(page, salt_where(opener_names_trump_and_then_holds_two_wizards, cards=[2, 2]))
    page.goto("/")
    press_by_keys(page, page.get_by_role("link", name="Open a table for friends"))
    page.wait_for_url("**/tables/**")
    choose(page, "preset", "Custom")
    choose(page, "seats", "3")
    fill(page, "rounds", "2 2")
    choose(page, "bots", "2")
    press_by_keys(page, page.locator("summary", has_text="Bidding"))
    fill(page, "pause", "60")
    button = page.get_by_role("button", name="Open the table")
    tab_to(page, button)
    be_at(page, button)
    page.keyboard.press("Enter")
    page.wait_for_url(lambda url: "/tables/" in url and "#" not in url)

    wait_for(page, "suit")
    wait_for_announcement(page, "Name the trump")
    be_at(page, page.locator(".suit").first)
    page.keyboard.press("Tab")
    be_at(page, page.locator(".suit").nth(1))
    page.keyboard.press("Enter")
    wait_for(page, "bid")
    wait_for_announcement(page, "bid \\d.*Your bid")
    assert_focus_kept(page)
    page.keyboard.press("1")
    wait_for(page, "card")
    wait_for_announcement(page, "played .*Your turn")
    play_by_keys(page)
    wait_for(page, "card")
    play_by_keys(page)

    wait_for(page, "ready")
    wait_for_announcement(page, "Bid (met|missed): .*total")
    be_at(page, page.get_by_test_id("summary").get_by_role("heading"))
    page.keyboard.press("r")
    wait_for(page, "bid")
    wait_for_announcement(page, "Round 2 of 2")
    assert_focus_kept(page)
    page.keyboard.press("2")
    wait_for(page, "card")
    page.keyboard.press("k")
    be_at(page, page.get_by_test_id("claim").get_by_role("heading"))
    press_by_keys(page, page.get_by_role("button", name="I take them all"))
    wait_for_announcement(page, "You claimed all remaining tricks.")
    wait_for(page, "ready")
    be_at(page, page.get_by_test_id("summary").get_by_role("heading"))
    page.keyboard.press("r")

    wait_for(page, "final")
    wait_for_announcement(page, "Final ranking: 1. ")
    be_at(page, page.get_by_test_id("final").get_by_role("heading"))
    table = page.url
    press_by_keys(page, page.get_by_role("button", name="Play again"))
    page.wait_for_url(lambda url: url != table)
    expect(page.locator(".hand .card").first).to_be_visible()
    press_by_keys(page, page.get_by_role("link", name="Front page"))
    press_by_keys(page, page.get_by_role("link", name="Lobby", exact=True))
    press_by_keys(page, page.get_by_test_id("own-tables").get_by_role("link"))
    page.wait_for_url(lambda url: len(url) == len(table))
