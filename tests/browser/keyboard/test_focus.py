"""The focus is never lost: what goes gives it to a neighbour, what closes to what opened it."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.support.browser.calls import Calls, custom
from tests.support.browser.keys import assert_focus_kept, press_by_keys, tab_to, watch_focus
from tests.support.browser.seat import Seat
from tests.support.servers import ServerProcess


@pytest.fixture
def page(server: ServerProcess, new_player: Callable[..., Page]) -> Page:
    page = new_player(server.url, viewport={"width": 1280, "height": 800})
    watch_focus(page)
    Calls(page).guest()
    return page


def at_table(page: Page, *cards: int, wanted: str = "bid", **options: object) -> Seat:
    """The player of a page at a new table against two bots, where the task is theirs."""
    table_id = Calls(page).open_table(custom(*cards, **options))["id"]
    page.goto(f"/tables/{table_id}/")
    person = Seat(page)
    person.come_to(wanted)
    return person


def test_a_bid_gives_the_focus_to_the_status_and_a_card_to_its_neighbour(page: Page) -> None:
    person = at_table(page, 4, 4, pause=60)
    bid = page.locator(".bids:not(.prepare) .bid:enabled").first
    press_by_keys(page, bid)
    expect(page.get_by_test_id("status")).to_be_focused()
    for left in (3, 2, 1):
        assert person.wait_for_task() == "card"
        tab_to(page, page.locator(".hand .card:focus"))
        while page.locator(".hand .card:focus").get_attribute("data-legal") != "true":
            before = page.locator(".hand .card:focus").get_attribute("data-card")
            page.keyboard.press("ArrowRight")
            if page.locator(".hand .card:focus").get_attribute("data-card") == before:
                page.keyboard.press("Home")
        page.keyboard.press("Enter")
        expect(page.locator(".hand .card")).to_have_count(left)
        expect(page.locator(".hand .card:focus")).to_have_count(1)
        assert_focus_kept(page)
    assert person.wait_for_task() == "card"
    page.keyboard.press("Enter")
    expect(page.get_by_test_id("summary")).to_be_visible()
    assert_focus_kept(page)
    page.keyboard.press("r")
    expect(page.locator(".hand .card")).to_have_count(4)
    assert_focus_kept(page)


def test_ready_gives_the_focus_to_the_headline_of_the_round(page: Page) -> None:
    at_table(page, 1, 1, wanted="ready", pause=60)
    press_by_keys(page, page.locator("[data-action=ready]"))
    assert_focus_kept(page)


@pytest.mark.parametrize(
    ("opener", "dialog"),
    [("Help", "help"), ("Menu", "menu"), ("Last trick", "last-trick"), ("Accuse", "accuse")],
)
@pytest.mark.parametrize("close", ["Escape", "Enter"])
def test_a_dialog_gives_the_focus_back_to_what_opened_it(
    page: Page, opener: str, dialog: str, close: str
) -> None:
    person = at_table(page, 3, cheating=True, wanted="card")
    person.do("card")
    person.come_to("card")
    button = page.locator(".tool", has_text=opener)
    press_by_keys(page, button)
    shown = page.get_by_test_id(dialog)
    expect(shown.get_by_role("heading").first).to_be_focused()
    if close == "Enter":
        press_by_keys(page, shown.get_by_role("button", name="Close"))
    else:
        page.keyboard.press("Escape")
    expect(shown).to_have_count(0)
    expect(button).to_be_focused()
    assert_focus_kept(page)


def test_scores_and_chat_give_the_focus_back(page: Page) -> None:
    at_table(page, 3)
    for name, panel in (("Scores", "sheet"), ("Chat", "chat")):
        button = page.locator(".tool", has_text=name)
        press_by_keys(page, button)
        expect(page.get_by_test_id(panel)).to_be_visible()
        expect(page.get_by_test_id(panel).locator(":focus")).to_have_count(1)
        press_by_keys(page, page.get_by_test_id(panel).get_by_role("button", name="Close"))
        expect(page.get_by_test_id(panel)).to_be_hidden()
        expect(button).to_be_focused()
    assert_focus_kept(page)


def test_an_accusation_closes_its_dialog_and_keeps_the_focus(page: Page) -> None:
    person = at_table(page, 3, cheating=True, wanted="card")
    person.do("card")
    person.come_to("card")
    press_by_keys(page, page.locator(".tool", has_text="Accuse"))
    press_by_keys(page, page.locator("[data-accuse]"))
    expect(page.get_by_test_id("accuse")).to_have_count(0)
    expect(page.get_by_test_id("announcer")).to_contain_text("accused")
    assert_focus_kept(page)


def test_a_question_about_one_round_closes_with_the_next(page: Page) -> None:
    """The dialog was opened by a key, with the focus on a button that goes with the round."""
    at_table(page, 1, 1, cheating=True, wanted="ready", pause=60)
    tab_to(page, page.locator("[data-action=ready]"))
    page.keyboard.press("a")
    expect(page.get_by_test_id("accuse")).to_be_visible()
    Calls(page).act(page.url.rstrip("/").rsplit("/", 1)[-1], type="ready")
    expect(page.get_by_test_id("accuse")).to_have_count(0)
    assert_focus_kept(page)


def test_rows_of_the_lobby_come_and_go_under_the_focus(
    page: Page, server: ServerProcess, new_player: Callable[..., Page]
) -> None:
    other = Calls(new_player(server.url)).guest()
    first, second = (other.open_table(custom(1), bots=0)["id"] for _ in range(2))
    page.goto("/tables/")
    row = page.locator(f"[data-testid=open-tables] [data-table='{first}'] a")
    tab_to(page, row)
    third = other.open_table(custom(1), bots=0)["id"]
    expect(page.locator(f"[data-table='{third}']")).to_be_visible()
    expect(row).to_be_focused()
    for table_id in (first, second, third):
        other.leave(table_id)
        expect(page.locator(f"[data-table='{table_id}']")).to_have_count(0)
        assert_focus_kept(page)
