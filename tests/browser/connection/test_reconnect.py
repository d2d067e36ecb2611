"""The server dies in the middle of a game: the page says so, comes back by itself, and nothing is lost."""

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.support.browser.calls import Calls, custom
from tests.support.browser.seat import Seat
from tests.support.servers import ServerProcess


def test_a_game_goes_on_after_the_server_died(
    own_server: ServerProcess, new_player: Callable[..., Page]
) -> None:
    page = new_player(own_server.url)
    calls = Calls(page).guest()
    table_id = calls.open_table(custom(5, 5))["id"]
    page.goto(f"/tables/{table_id}/")
    person = Seat(page)
    person.come_to("card")
    person.do("card")
    person.come_to("card")
    connection = page.get_by_test_id("connection")
    expect(connection).to_have_attribute("data-state", "online")
    number = int(person.number)

    own_server.kill()
    expect(connection).to_have_attribute("data-state", "reconnecting")
    expect(page.get_by_text("Reconnecting… Nothing is lost.")).to_be_visible()
    expect(page.locator(".hand .card")).to_have_count(4)

    own_server.start()
    expect(connection).to_have_attribute("data-state", "online")
    expect(page.get_by_text("Reconnecting… Nothing is lost.")).to_have_count(0)
    assert int(person.number) >= number
    person.come_to("card")
    person.do("card")
    expect(page.locator(".hand .card")).to_have_count(3)


def test_a_card_played_into_silence_is_played_once_the_server_is_back(
    own_server: ServerProcess, new_player: Callable[..., Page]
) -> None:
    page = new_player(own_server.url)
    calls = Calls(page).guest()
    table_id = calls.open_table(custom(5))["id"]
    page.goto(f"/tables/{table_id}/")
    person = Seat(page)
    person.come_to("card")

    own_server.kill()
    expect(page.get_by_test_id("connection")).to_have_attribute("data-state", "reconnecting")
    person.do("card")
    pending = page.locator(".hand .card[aria-busy=true]")
    expect(pending).to_have_count(1)
    expect(page.get_by_test_id("status")).to_have_text("Playing…")
    card = pending.get_attribute("data-card")

    own_server.start()
    expect(page.locator(".hand .card")).to_have_count(4)
    plays = [event for event in calls.get(f"tables/{table_id}/events")["events"] if event.get("card") == card]
    assert [event["type"] for event in plays if event["type"] == "card_played"] == ["card_played"]
    person.come_to("card")
