"""A whole game as it is meant: alice at a desk, bob on a phone, two bots, by clicks and taps alone."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from games.rules.record.check import check_record
from tests.support.browser.calls import Calls, custom
from tests.support.browser.seat import Seat
from tests.support.faults.checks import audit
from tests.support.servers import ServerProcess

DESK = {"viewport": {"width": 1280, "height": 800}, "reduced_motion": "no-preference"}
PHONE = {
    "viewport": {"width": 360, "height": 740},
    "has_touch": True,
    "is_mobile": True,
    "reduced_motion": "reduce",
}
ROUNDS = 15
Ranking = list[tuple[str, str, str]]
WATCH_MOTION = """(() => {
  const moved = window.moved = new Set();
  const moves = (one) => one.playState === "running" && one.effect.getComputedTiming().activeDuration > 10;
  setInterval(() => {
    for (const one of document.getAnimations().filter(moves)) moved.add(one.effect.target.classList[0]);
  }, 50);
})()"""
"""Keeps what has moved for longer than a frame."""


def open_table(page: Page) -> str:
    """From the front page to a private table for four with two bots; its invite link."""
    page.goto("/")
    page.get_by_role("link", name="Open a table for friends").click()
    form = page.get_by_test_id("open-table")
    form.get_by_label("Players").select_option("4")
    form.get_by_label("Bots", exact=True).select_option("2")
    form.get_by_label("Who can join?").select_option("private")
    form.get_by_text("Bidding, cheating, coach, breaks").click()
    form.get_by_label("Seconds between rounds").fill("60")
    with page.expect_request("**/api/v1/tables") as sent:
        form.get_by_role("button", name="Open the table").click()
    assert re.fullmatch("[0-9a-f]{32}", sent.value.post_data_json["salt"])
    expect(page.get_by_role("heading", name="Waiting for one more player")).to_be_visible()
    return page.get_by_test_id("invite").input_value()


def play_on(people: list[Seat], ready: Callable[[Seat], None]) -> None:
    """Each person does what there is to do, until both see the result; `ready` looks at each summary."""
    over: set[Seat] = set()
    while len(over) < len(people):
        for person in people:
            task = person.wait_for_task()
            if task == "final":
                over.add(person)
            elif task != "others":
                if task == "ready":
                    ready(person)
                person.do(task)


def ranking(page: Page) -> Ranking:
    """Rank, name and points as the final table shows them."""
    places = page.get_by_test_id("final").locator("ol > li").all()
    return [
        (
            place.locator(".rank").text_content() or "",
            place.locator(".name b").text_content() or "",
            place.locator(".points").inner_text().replace("−", "-"),
        )
        for place in places
    ]


@pytest.fixture
def pair(server: ServerProcess, new_player: Callable[..., Page]) -> tuple[Seat, Seat]:
    """Alice and bob, whose pages note what moves."""
    alice, bob = Seat(new_player(server.url, **DESK)), Seat(new_player(server.url, **PHONE), touch=True)
    for person in (alice, bob):
        person.page.add_init_script(WATCH_MOTION)
    return alice, bob


def sit_down(alice: Seat, bob: Seat, invite: str, rounds: int) -> None:
    """Bob comes by the invite link, and the game begins for both."""
    bob.page.goto(invite)
    bob.page.get_by_role("button", name="Sit here").tap()
    for person in (alice, bob):
        expect(person.game).not_to_have_attribute("data-status", "open")
        expect(person.page.locator(".topbar")).to_contain_text(f"Round 1 of {rounds}")


def test_a_table_for_friends_is_opened_and_its_first_round_played(pair: tuple[Seat, Seat]) -> None:
    alice, bob = pair
    sit_down(alice, bob, open_table(alice.page), ROUNDS)
    waiting = {alice, bob}
    while waiting:
        for person in list(waiting):
            if (task := person.wait_for_task()) == "ready":
                waiting.remove(person)
            elif task != "others":
                person.do(task)


def test_a_short_game_from_its_first_to_its_last_card(server: ServerProcess, pair: tuple[Seat, Seat]) -> None:
    alice, bob = pair
    options = custom(1, 2) | {"pause": 60}
    table = Calls(alice.page).guest().open_table(options, seats=4, bots=2, visibility="private")
    alice.page.goto(f"/tables/{table['id']}/")
    play_a_game(server, alice, bob, f"/tables/{table['id']}/?invite={table['invite']}", rounds=2)


@pytest.mark.long
def test_a_whole_game(server: ServerProcess, pair: tuple[Seat, Seat]) -> None:
    alice, bob = pair
    play_a_game(server, alice, bob, open_table(alice.page), rounds=ROUNDS)


def play_a_game(server: ServerProcess, alice: Seat, bob: Seat, invite: str, rounds: int) -> None:
    """From bob's coming to the result, which the record and the logs confirm."""
    sit_down(alice, bob, invite, rounds)
    seen: dict[Seat, list[str]] = {alice: [], bob: []}

    def summary(person: Seat) -> None:
        box = person.page.get_by_test_id("summary")
        assert box.locator("tbody tr").count() == 4
        seen[person].append(box.locator(".kicker").text_content() or "")

    play_on([alice, bob], summary)

    assert seen[alice] == seen[bob] == [f"Round {number} of {rounds}" for number in range(1, rounds + 1)]
    assert {"face", "ghost"} <= set(alice.page.evaluate("[...moved]"))
    assert bob.page.evaluate("[...moved]") == []
    check_the_end(server, alice.page, bob.page, rounds)


def check_the_end(server: ServerProcess, wide: Page, phone: Page, rounds: int) -> None:
    """Both see the ranking of the record; the record and the logs pass their checks."""
    table_id = wide.url.rstrip("/").rpartition("/")[2]
    record = wide.request.get(f"/api/v1/tables/{table_id}/record").json()
    assert check_record(record) == []
    assert len(record["rounds"]) == rounds
    assert sorted(player["kind"] for player in record["players"]) == ["bot", "bot", "guest", "guest"]
    for page, own in ((wide, 0), (phone, 3)):
        names = {player["seat"]: player["name"] for player in record["players"]} | {own: "You"}
        places = sorted(record["result"], key=lambda place: place["rank"])
        assert ranking(page) == [
            (str(place["rank"]), names[place["seat"]], str(place["score"])) for place in places
        ]
    assert audit(server, table_id) == "1 tables checked, 0 with faults.\n"
