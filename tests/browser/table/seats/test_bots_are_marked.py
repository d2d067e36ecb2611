"""Whoever looks at a list of seats, or has it read, knows which players are bots."""

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.support.browser.calls import Calls, custom
from tests.support.browser.tournaments import organise
from tests.support.servers import ServerProcess


def test_bots_are_marked_in_the_lobby_in_the_waiting_room_and_at_the_table(
    server: ServerProcess, new_player: Callable[..., Page]
) -> None:
    host, guest = new_player(server.url), new_player(server.url)
    table = Calls(host).guest().open_table(custom(3), seats=3, bots=1)
    bot = next(player["name"] for player in table["sight"]["players"] if player["kind"] == "bot")

    host.goto("/tables/")
    expect(host.get_by_test_id("open-tables")).to_contain_text("and 1 bot (Journeyman)")
    host.goto(f"/tables/{table['id']}/")
    expect(host.locator(".who", has_text=bot).locator("small")).to_have_text("bot, Journeyman")

    Calls(guest).guest()
    guest.goto(f"/tables/{table['id']}/")
    guest.locator("[data-action=sit]").first.click()
    seat = host.locator(".seat", has_text=bot)
    expect(seat.locator(".bot-mark")).to_be_visible()
    assert ", bot" in (seat.get_attribute("aria-label") or "")


def flag(server: ServerProcess, name: str) -> None:
    """Staff say that this account is a bot's."""
    users = "person(name)._meta.model.objects.filter(username=name)"
    organise(server, f"name = {name!r}", f"{users}.update(kind='bot')")


def test_a_table_without_visiting_bots_is_opened_by_a_tick_and_says_so(
    server: ServerProcess, new_player: Callable[..., Page]
) -> None:
    page, other = new_player(server.url), new_player(server.url)
    name = Calls(other).guest().get("me")["username"]
    flag(server, name)
    Calls(page).guest()
    page.goto("/tables/")
    form = page.get_by_test_id("open-table")
    form.get_by_text("Bidding, cheating, coach, breaks").click()
    tick = form.get_by_label("Other people’s bots can join")
    expect(tick).to_be_checked()
    tick.uncheck()
    form.get_by_role("button", name="Open the table").click()
    expect(page.get_by_test_id("no-visiting-bots")).to_be_visible()
    other.goto(page.url)
    other.locator("[data-action=sit]").first.click()
    expect(other.get_by_text("Other people’s bots may not join this table.")).to_be_visible()


def test_a_visiting_bot_that_takes_its_time_shows_its_clock_as_others_do(
    server: ServerProcess, new_player: Callable[..., Page]
) -> None:
    page, other = new_player(server.url), new_player(server.url)
    robot = Calls(other).guest()
    name = robot.get("me")["username"]
    flag(server, name)
    secret = [{"cards": 3, "reveal": "hiddentip"}]
    table = Calls(page).guest().open_table({**custom(), "rounds": secret, "clock": 60}, bots=1)
    page.goto(f"/tables/{table['id']}/")
    other.goto(f"/tables/{table['id']}/")
    other.locator("[data-action=sit]").first.click()
    clocks = page.get_by_test_id("seat-clock")
    # When the site's own bot has bid.
    expect(clocks).to_have_count(1)
    expect(clocks).to_be_visible()
    expect(page.locator(".seat", has=clocks)).to_contain_text(name)
