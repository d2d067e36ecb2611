"""What players see of their organisers: caption, time left, a pause, a new player, the end."""

import re
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from tests.support.browser.calls import Calls, custom
from tests.support.browser.messages import keep_messages, wait_for_message
from tests.support.browser.organisers import ask
from tests.support.servers import ServerProcess

SIZES: dict[str, dict[str, Any]] = {
    "phone": {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True},
    "wide": {"viewport": {"width": 1280, "height": 800}},
}


def limited(server: ServerProcess, table_id: str, minutes: int) -> None:
    ask(
        server,
        "set_time_limit",
        table_id=table_id,
        closes_at=timezone.now() + timedelta(minutes=minutes),
    )


@pytest.mark.parametrize("size", ["phone", pytest.param("wide", marks=pytest.mark.long)])
def test_players_see_what_their_organisers_do(
    server: ServerProcess, new_player: Callable[..., Page], size: str
) -> None:
    page = new_player(server.url, **SIZES[size])
    calls = Calls(page).guest()
    table_id = calls.open_table(custom(8, 3), seats=4)["id"]
    ask(server, "caption", table_id=table_id, caption="Club evening, stage 2", caption_url="/rules/")
    limited(server, table_id, minutes=40)
    calls.play_until(table_id, lambda seen: seen["status"] == "playing" and seen["viewer"] in seen["turn"])
    keep_messages(page).goto(f"/tables/{table_id}/")
    expect(page.get_by_role("link", name="Club evening, stage 2")).to_have_attribute("href", "/rules/")
    left = page.get_by_test_id("time-left")
    expect(left).to_have_text(re.compile(r"^(40:00|39:\d\d) left$"))
    expect(left).to_have_attribute("data-short", "false")
    expect(page.get_by_test_id("halted")).to_have_count(0)

    limited(server, table_id, minutes=4)
    ask(server, "halt_table", table_id=table_id)
    expect(page.get_by_test_id("halted")).to_be_visible()
    expect(page.get_by_test_id("status")).to_contain_text("Paused")
    expect(left).to_have_attribute("data-short", "true")
    expect(page.locator(".card[data-legal=true]")).to_have_count(0)

    ask(server, "replace_player", table_id=table_id, seat=2, sitter="Circe the second")
    ask(server, "resume_table", table_id=table_id)
    expect(page.get_by_test_id("halted")).to_have_count(0)
    wait_for_message(page, "Circe the second has taken over")
    expect(page.locator(".card[data-legal=true]").first).to_be_visible()

    ask(server, "stop_game", table_id=table_id)
    expect(page.get_by_test_id("final")).to_be_visible()
    wait_for_message(page, "Round 1 does not count")
    expect(left).to_have_count(0)


def test_who_is_replaced_watches_from_then_on_and_an_annulled_game_says_so(
    server: ServerProcess, new_player: Callable[..., Page]
) -> None:
    page = new_player(server.url)
    calls = Calls(page).guest()
    table_id = calls.open_table(custom(8, 3), seats=4)["id"]
    calls.play_until(table_id, lambda seen: seen["status"] == "playing" and seen["viewer"] in seen["turn"])
    keep_messages(page).goto(f"/tables/{table_id}/")
    expect(page.get_by_test_id("hand")).to_be_visible()
    ask(server, "halt_table", table_id=table_id)
    expect(page.get_by_test_id("halted")).to_be_visible()
    ask(server, "replace_player", table_id=table_id, seat=0, sitter="Circe the second")
    wait_for_message(page, "You are watching now")
    expect(page.get_by_test_id("hand")).to_have_count(0)
    ask(server, "annul_game", table_id=table_id)
    expect(page.locator(".quiet-line", has_text="It does not count")).to_be_visible()
