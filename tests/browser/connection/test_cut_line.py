"""The line falls silent in the middle of a game: the page says so, what was played into the silence is kept,
and the game goes on."""

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.support.browser.cable import Cable
from tests.support.browser.calls import Calls, custom
from tests.support.browser.seat import Seat
from tests.support.servers import ServerProcess


def test_the_line_is_cut_and_the_game_goes_on(server: ServerProcess, new_player: Callable[..., Page]) -> None:
    with Cable(server.port) as cable:
        page = new_player(cable.url, viewport={"width": 360, "height": 740}, has_touch=True)
        calls = Calls(page).guest()
        table_id = calls.open_table(custom(5))["id"]
        page.goto(f"/tables/{table_id}/")
        person = Seat(page, touch=True)
        person.come_to("card")

        cable.silence()
        person.do("card")
        card = page.locator(".hand .card[aria-busy=true]").get_attribute("data-card")
        expect(page.get_by_test_id("connection")).to_have_attribute("data-state", "reconnecting")
        expect(page.get_by_text("Reconnecting… Nothing is lost.")).to_be_visible()
        # It is not shown as played while nobody has said that it is.
        expect(page.locator(".hand .card")).to_have_count(5)

        cable.mend()
        expect(page.locator(".hand .card")).to_have_count(4)
        expect(page.get_by_test_id("connection")).to_have_attribute("data-state", "online")
        events = calls.get(f"tables/{table_id}/events")["events"]
        assert [event["type"] for event in events if event.get("card") == card].count("card_played") == 1
        person.come_to("card")
        person.do("card")
        expect(page.locator(".hand .card")).to_have_count(3)


def test_what_is_said_into_the_silence_arrives_once(
    server: ServerProcess, new_player: Callable[..., Page]
) -> None:
    with Cable(server.port) as cable:
        page = new_player(cable.url)
        calls = Calls(page).guest()
        table_id = calls.open_table(custom(5))["id"]
        page.goto(f"/tables/{table_id}/")
        page.locator("[data-action=chat]").click()
        text, say = page.locator("#chat-text"), page.locator("[data-action=say]")
        # The panel comes over the line, too.
        expect(text).to_be_editable()

        cable.silence()
        text.fill("Is anybody there?")
        say.click()
        expect(text).to_have_value("")
        expect(page.get_by_test_id("connection")).to_have_attribute("data-state", "reconnecting")

        cable.mend()
        expect(page.get_by_test_id("connection")).to_have_attribute("data-state", "online")
        expect(page.locator(".chat .words")).to_have_text(["Is anybody there?"])
        assert [each["text"] for each in calls.get(f"tables/{table_id}/chat")["messages"]] == [
            "Is anybody there?"
        ]
