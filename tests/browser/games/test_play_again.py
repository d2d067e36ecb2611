"""From the final ranking to the next game of the same people."""

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.support.browser.calls import Calls, custom
from tests.support.servers import ServerProcess


def test_two_friends_and_a_bot_play_again(server: ServerProcess, new_player: Callable[..., Page]) -> None:
    first, second = (new_player(server.url) for _ in range(2))
    opener, friend = Calls(first).guest(), Calls(second).guest()
    table = opener.open_table(custom(1), seats=3, bots=1, bot_level="apprentice")
    friend.join(table["id"])
    while opener.sight(table["id"])["status"] != "finished":
        for calls in (opener, friend):
            calls.play_until(table["id"], lambda sight: sight["viewer"] not in sight["turn"])
    for page in (first, second):
        page.goto(f"/tables/{table['id']}/")
        expect(page.get_by_test_id("final")).to_be_visible()

    second.get_by_role("button", name="Play again").click()
    expect(second.get_by_role("heading", name="Waiting for one more player")).to_be_visible()
    name = friend.get("me")["username"]
    expect(first.get_by_test_id("next-game")).to_have_text(f"{name} wants to play again.")
    first.get_by_role("button", name="Join the next game").click()
    first.wait_for_url(second.url)
    expect(first.locator(".seats .seat")).to_have_count(2)
    expect(second.locator(".seats .seat")).to_have_count(2)
    played, anew = (
        opener.get(f"tables/{url.rstrip('/').rpartition('/')[2]}") for url in (table["id"], first.url)
    )
    for field in ("options", "players", "visibility"):
        assert anew[field] == played[field]
