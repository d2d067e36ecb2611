"""The chat at the table's page: two players and a spectator, in browsers of their own."""

import pytest
from playwright.sync_api import Page, expect

from tests.support.browser.calls import Calls, custom
from tests.support.browsers import Players
from tests.support.servers import ServerProcess

Room = tuple[Page, Page, Page, Calls]


@pytest.fixture
def room(server: ServerProcess, new_player: Players) -> Room:
    """Two players before their game and a spectator, on the page of one table."""
    pages = [new_player(server.url) for _ in range(3)]
    players = [Calls(page).guest() for page in pages]
    table = players[0].open_table(custom(1, 2), seats=3, bots=0)
    players[1].join(table["id"])
    for page in pages:
        page.goto(f"{server.url}/tables/{table['id']}/")
        expect(page.get_by_test_id("connection")).to_have_attribute("data-state", "online")
    return pages[0], pages[1], pages[2], players[1]


def open_chat(page: Page) -> None:
    page.locator("[data-action=chat]").click()
    expect(page.locator(".phrases button").first).to_be_visible()


def enter(page: Page, text: str) -> None:
    page.locator("#chat-text").fill(text)
    page.locator("[data-action=say]").click()


def test_players_talk_and_spectators_among_themselves(room: Room) -> None:
    ada, ben, eve, _ = room
    open_chat(ada)
    enter(ada, "<img src=x onerror=alert(1)> Hello")
    expect(ben.locator(".chat-button .badge")).to_have_text("1")
    expect(ben.locator("[data-action=chat]")).to_have_accessible_name("Chat (T): 1 new message")
    open_chat(ben)
    expect(ben.locator(".chat .words")).to_have_text("<img src=x onerror=alert(1)> Hello")
    expect(ben.locator(".chat-button .badge")).to_have_count(0)
    open_chat(eve)
    expect(eve.locator(".chat h2")).to_have_text("Spectators’ chat")
    eve.locator("[data-phrase=hello]").click()
    expect(eve.locator(".chat .words")).to_have_text(["<img src=x onerror=alert(1)> Hello", "Hello!"])
    ben.locator("[data-phrase=well_played]").click()
    expect(ada.locator(".chat .words").last).to_have_text("Well played!")
    expect(ada.locator(".chat .words")).to_have_count(2)


def test_commands_are_answered_to_their_author(room: Room) -> None:
    ada, ben, _, _ = room
    open_chat(ada)
    open_chat(ben)
    enter(ada, "/who")
    expect(ada.locator(".chat .note")).to_contain_text("Seat 1:")
    expect(ada.locator(".chat .note .answer-line")).to_have_count(2)
    expect(ada.locator(".chat .typed")).to_have_text("/who")
    enter(ada, "/bit 2")
    expect(ada.locator(".chat .note[data-error=true]")).to_have_text(
        "There is no command /bit. Did you mean /bid?"
    )
    expect(ada.locator(".chat .typed")).to_have_text(["/who", "/bit 2"])
    # What was refused can be mended.
    expect(ada.locator("#chat-text")).to_have_value("/bit 2")
    enter(ada, "Sorry")
    expect(ben.locator(".chat .message")).to_have_count(1)


def test_a_muted_player_is_read_no_more(room: Room) -> None:
    ada, ben, _, _ = room
    open_chat(ada)
    open_chat(ben)
    enter(ben, "Noise")
    ada.locator("[data-action=message-menu]").click()
    ada.locator("[data-action=mute-player]").click()
    expect(ada.locator(".chat .words")).to_have_count(0)
    expect(ada.locator(".chat .note")).to_contain_text("You have muted")


def test_a_double_click_on_report_chooses_no_reason(room: Room) -> None:
    ada, ben, _, _ = room
    ada.set_viewport_size({"width": 360, "height": 740})
    open_chat(ben)
    enter(ben, "Hello")
    open_chat(ada)
    ada.locator("[data-action=message-menu]").click()
    ada.locator("[data-action=report]").dblclick()
    expect(ada.locator("[data-report]")).to_have_count(4)


def test_a_report_is_thanked_for(room: Room) -> None:
    ada, ben, _, _ = room
    open_chat(ada)
    open_chat(ben)
    enter(ben, "Something rude")
    ada.locator("[data-action=message-menu]").click()
    ada.locator("[data-action=report]").click()
    ada.locator("[data-report=insult]").click()
    expect(ada.locator(".chat .note")).to_have_text("Thank you. The moderators will look at this message.")


def test_the_chat_opens_by_key_and_takes_no_key_of_the_table(room: Room) -> None:
    ada, _, _, _ = room
    open_chat(ada)
    expect(ada.locator("#chat-text")).to_be_focused()
    ada.keyboard.press("Escape")
    expect(ada.get_by_test_id("chat")).to_be_hidden()
    expect(ada.locator("[data-action=chat]")).to_be_focused()


def test_a_message_of_another_takes_no_focus_and_moves_nothing(room: Room) -> None:
    ada, ben, _, _ = room
    open_chat(ben)
    ada.locator("[data-action=start]").or_(ada.locator("[data-action=leave]")).first.focus()
    before = ada.locator(".places").bounding_box()
    enter(ben, "Hello")
    expect(ada.locator(".chat-button .badge")).to_have_text("1")
    assert ada.locator(".places").bounding_box() == before
    expect(ada.locator("[data-action=leave]")).to_be_focused()


def test_who_leaves_the_game_by_a_command_leaves_its_page(server: ServerProcess, new_player: Players) -> None:
    page = new_player(server.url)
    table = Calls(page).guest().open_table(custom(5, 5))
    page.goto(f"{server.url}/tables/{table['id']}/")
    open_chat(page)
    enter(page, "/leave")
    expect(page).to_have_url(f"{server.url}/")
