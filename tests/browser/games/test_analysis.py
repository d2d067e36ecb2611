"""After the game: from the final ranking to the analysis and through its decisions; what it shows is true."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.support.browser.calls import Calls, custom
from tests.support.browser.seat import Seat
from tests.support.browser.settings import SETTINGS
from tests.support.servers import ServerProcess


def figure(number: float) -> str:
    """A figure as the page says it: one decimal where there is one, with a true minus sign, and no −0."""
    return f"{number:z.1f}".removesuffix(".0").replace("-", "−")


@pytest.fixture(scope="module")
def server(start_shared_server: Callable[..., ServerProcess]) -> ServerProcess:
    """A server of these tests alone: what it still analyses after them keeps no coach waiting."""
    return start_shared_server("sqlite", **SETTINGS)


def signed(number: float) -> str:
    return f"+{figure(number)}" if number > 0 else figure(number)


def played(page: Page, *cards: int, **options: Any) -> str:
    """A game of a guest and two bots, played to its end on the page; the table's id."""
    table_id: str = Calls(page).guest().open_table(custom(*cards, **options))["id"]
    page.goto(f"/tables/{table_id}/")
    seat = Seat(page)
    while (task := seat.wait_for_task()) != "final":
        seat.do(task)
    return table_id


def decisions(told: dict[str, Any]) -> list[dict[str, Any]]:
    return [one for past in told["rounds"] for one in past["decisions"]]


def test_from_the_final_ranking_through_all_decisions(
    server: ServerProcess, new_player: Callable[..., Page]
) -> None:
    page = new_player(server.url, viewport={"width": 1280, "height": 900})
    table_id = played(page, 2, 3)
    page.get_by_role("link", name="How well did I play?").click()
    expect(page.get_by_role("heading", name="How you played")).to_be_visible()
    sums = page.get_by_test_id("sums")
    expect(sums).to_be_visible()
    told = Calls(page).get(f"tables/{table_id}/analysis")

    shown = [told["average"], told["luck"], told["made"], -told["lost"], told["fortune"], told["points"]]
    said = [figure(shown[0]), *map(signed, shown[1:5]), figure(shown[5])]
    expect(sums.locator("dd")).to_have_text(said)
    total = page.get_by_test_id("scores").locator(".legend span").first
    expect(total).to_have_text(re.compile(f"{re.escape(figure(told['points']))}$"))
    expect(page.get_by_test_id("costliest").locator("li")).to_have_count(len(told["costliest"]))
    expect(page.get_by_test_id("rounds").locator("tbody tr")).to_have_count(2)

    step, every = page.get_by_test_id("step"), decisions(told)
    page.get_by_test_id("rounds").get_by_role("button", name="Show round 1").click()
    for place, one in enumerate(every, start=1):
        expect(page.get_by_test_id("place")).to_have_text(f"{place} of {len(every)}")
        done = step.locator("tr[data-done=true]")
        expect(done.locator("td").first).to_have_text(figure(one["points"]))
        expect(step.locator("tr[data-best=true] td").first).to_have_text(figure(one["best_points"]))
        expect(step.locator(".choices tbody tr")).to_have_count(len(one["choices"]))
        expect(step.locator(".row:not(.trick) li")).to_have_count(len(one["hand"]))
        expect(step.locator(".trick li")).to_have_count(len(one["whole_trick"]))
        if place < len(every):
            step.get_by_role("button", name="Next").click()
    expect(step.get_by_role("button", name="Next")).to_be_disabled()
    page.get_by_label("Round", exact=True).select_option("2")
    # A bot's claim may have spared the first round its last card.
    in_first = len(told["rounds"][0]["decisions"])
    expect(page.get_by_test_id("place")).to_have_text(f"{in_first + 1} of {len(every)}")
    step.get_by_role("button", name="Previous").focus()
    page.keyboard.press("ArrowLeft")
    expect(page.get_by_test_id("place")).to_have_text(f"{in_first} of {len(every)}")

    page.goto("/")
    page.get_by_role("link", name=re.compile("^[A-Z][a-z]+[A-Z][a-z]+[0-9]+$")).first.click()
    page.get_by_role("link", name="Your games and statistics").click()
    page.get_by_role("link", name=re.compile("^Analysis of the game")).click()
    expect(sums).to_be_visible()


def test_a_phone_shows_all_without_pushing_the_page_aside(
    server: ServerProcess, new_player: Callable[..., Page]
) -> None:
    page = new_player(server.url, viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    table_id = Calls(page).guest().open_table(custom(5))["id"]
    assert Calls(page).play_until(table_id, lambda sight: sight["status"] == "finished")
    page.goto(f"/tables/{table_id}/analysis/")
    expect(page.get_by_test_id("sums")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    every = decisions(Calls(page).get(f"tables/{table_id}/analysis"))
    box = page.get_by_test_id("chances").bounding_box()
    assert box is not None
    page.get_by_test_id("chances").tap(position={"x": box["width"] - 16, "y": box["height"] / 2})
    expect(page.get_by_test_id("place")).to_have_text(f"{len(every)} of {len(every)}")


def test_a_stranger_reads_what_is_made_and_sets_nothing_going(
    server: ServerProcess, new_player: Callable[..., Page]
) -> None:
    ada, stranger = new_player(server.url), new_player(server.url)
    calls = Calls(ada).guest()
    table_id = calls.open_table(custom(1), visibility="public")["id"]
    assert calls.play_until(table_id, lambda sight: sight["status"] == "finished")
    path = f"/tables/{table_id}/analysis/"
    stranger.goto(f"{path}?seat=0")
    expect(stranger.get_by_test_id("trouble")).to_contain_text("Nobody has asked")
    expect(stranger.get_by_role("link", name="log in", exact=True)).to_be_visible()
    ada.goto(path)
    expect(ada.get_by_test_id("sums")).to_be_visible()
    stranger.goto(f"/tables/{table_id}/")
    stranger.get_by_role("link", name="Analysis").click()
    stranger.get_by_role("link", name=re.compile(": analysis$")).click()
    expect(stranger.get_by_test_id("sums").locator("dd")).to_have_text(
        ada.get_by_test_id("sums").locator("dd").all_inner_texts()
    )


def test_who_has_another_game_analysed_waits_and_then_sees_this_one(
    server: ServerProcess, new_player: Callable[..., Page]
) -> None:
    page = new_player(server.url)
    calls = Calls(page).guest()
    games = [calls.open_table(custom(*cards))["id"] for cards in ((9, 9), (1,))]
    for table_id in games:
        assert calls.play_until(table_id, lambda sight: sight["status"] == "finished")
    calls.get(f"tables/{games[0]}/analysis")
    page.goto(f"/tables/{games[1]}/analysis/")
    expect(page.get_by_test_id("waiting")).to_contain_text("Another of your games")
    expect(page.get_by_test_id("sums")).to_be_visible()
    assert calls.get(f"tables/{games[0]}/analysis")["rounds"]


def test_a_server_that_died_in_the_middle_goes_on_where_it_was(
    own_server: ServerProcess, new_player: Callable[..., Page]
) -> None:
    page = new_player(own_server.url)
    calls = Calls(page).guest()
    table_id = calls.open_table(custom(1, 9, 9))["id"]
    assert calls.play_until(table_id, lambda sight: sight["status"] == "finished")
    page.goto(f"/tables/{table_id}/analysis/")
    bar = page.get_by_role("progressbar")
    expect(bar).to_have_attribute("value", "1")
    own_server.kill()
    expect(page.get_by_test_id("trouble")).to_be_visible()
    own_server.start()
    expect(bar).to_have_attribute("value", re.compile("[12]"))
    expect(page.get_by_test_id("sums")).to_be_visible()
    assert "Traceback" not in own_server.log()
