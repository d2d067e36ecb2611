"""Who sits at a table chooses for each seat how well its bot plays."""

import json
import re
from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.support.browser.calls import Calls, custom
from tests.support.servers import ServerProcess


def test_each_seat_gets_a_bot_of_the_level_that_was_chosen_for_it(
    server: ServerProcess, new_player: Callable[..., Page]
) -> None:
    page = new_player(server.url)
    table = Calls(page).guest().open_table(custom(3), seats=5, bots=0)
    page.goto(f"/tables/{table['id']}/")
    asked = []
    for seat, level, shown in ((1, "Master", "Master"), (2, None, "Master"), (4, "Apprentice", "Apprentice")):
        if level:
            page.get_by_label("Bot level").select_option(label=level)
        place = page.locator(f"[data-seat='{seat}']")
        with page.expect_response(f"**/tables/{table['id']}/bots") as answer:
            place.locator("[data-action=add-bot]").click()
        assert answer.value.ok
        asked.append(json.loads(answer.value.request.post_data or ""))
        expect(place.locator("small")).to_have_text(f"bot, {shown}")
    assert asked == [
        {"level": "master", "seat": 1},
        {"level": "master", "seat": 2},
        {"level": "apprentice", "seat": 4},
    ]
    page.locator("[data-action=start]").click()
    expect(page.get_by_role("group", name=re.compile("bot, Master"))).to_have_count(2)
    expect(page.get_by_role("group", name=re.compile("bot, Apprentice"))).to_have_count(1)


def test_who_waits_sees_the_level_of_the_bot_that_takes_the_last_seat(
    server: ServerProcess, new_player: Callable[..., Page]
) -> None:
    host, friend = new_player(server.url), new_player(server.url)
    table = Calls(host).guest().open_table(custom(3), bots=0)
    Calls(friend).guest()
    for page in (host, friend):
        page.goto(f"/tables/{table['id']}/")
    friend.locator("[data-action=sit]").first.click()
    host.get_by_label("Bot level").select_option(label="Master")
    expect(host.locator("[data-action=add-bot]")).to_have_count(1)
    host.locator("[data-action=add-bot]").click()
    expect(friend.get_by_role("group", name=re.compile("bot, Master"))).to_be_visible()


def test_the_form_opens_a_table_with_bots_of_the_chosen_level(
    server: ServerProcess, new_player: Callable[..., Page]
) -> None:
    page = new_player(server.url)
    Calls(page).guest()
    page.goto("/tables/")
    form = page.get_by_test_id("open-table")
    form.get_by_label("Bots", exact=True).select_option("3")
    form.get_by_label("Bot level").select_option(label="Master")
    with page.expect_response(lambda answer: answer.request.method == "POST") as answer:
        form.get_by_role("button", name="Open the table").click()
    asked = json.loads(answer.value.request.post_data or "")
    assert answer.value.status == 201
    assert (asked["bots"], asked["bot_level"]) == (3, "master")
