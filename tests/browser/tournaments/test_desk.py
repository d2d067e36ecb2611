"""The organisers' console on a tablet: search while one types, seats swapped by taps, tables kept fresh."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Route, expect

from tests.support.browser.desks import STAFF, open_desk
from tests.support.browser.tournaments import announce, desk_call, organise
from tests.support.servers import ServerProcess

TABLET = {"viewport": {"width": 820, "height": 1180}, "has_touch": True, "is_mobile": True}
PEOPLE = (
    "[own_entry.enter_tournament("
    "tournament_id=Tournament.objects.get(slug={slug!r}).pk, user=person(name), now=now)"
    " for name in ('ada', 'bea', 'cleo')]"
)


def go(page: Page, name: str) -> None:
    """To another tab of the desk."""
    page.get_by_label("Desk").get_by_role("link", name=name).click()


def press(page: Page, name: str, said: str) -> None:
    """Press a button, and read what the desk says."""
    page.get_by_role("button", name=name, exact=True).first.click()
    expect(page.locator(".messagelist")).to_contain_text(said)


def sure(page: Page, name: str, said: str) -> None:
    """Open what is asked twice, say that one means it, and press."""
    page.locator("summary", has_text=f"{name}…").click()
    box = page.locator("details[open]", has=page.locator("summary", has_text=f"{name}…"))
    box.locator("[name=confirm]").check()
    box.get_by_role("button", name=name).click()
    expect(page.locator(".messagelist")).to_contain_text(said)


def close(page: Page, stage: str) -> None:
    """Close a stage; where the cards ended in a tie, the desk asks first whether the lot is to break it."""
    (sure if page.locator("summary", has_text=f"Close {stage}…").count() else press)(
        page, f"Close {stage}", "is closed"
    )


def hold_script(page: Page, path: str) -> Callable[[], Route]:
    """Let a script come as late as on a slow line; what is returned waits for its request."""
    held: list[Route] = []
    page.route(f"**/js/{path}", lambda route: held.append(route))

    def requested() -> Route:
        while not held:
            page.wait_for_timeout(20)
        return held[0]

    return requested


def test_a_tournament_by_taps(server: ServerProcess, new_player: Callable[..., Page]) -> None:
    slug = announce(server, bots=5)
    organise(server, STAFF, PEOPLE.format(slug=slug))
    page = new_player(server.url, **TABLET)
    open_desk(page, slug)
    press(page, "Open check-in", "Check-in is open")

    go(page, "Entrants")
    shown = page.locator("#entrants li:visible")
    expect(shown).to_have_count(8)
    page.get_by_label("Search").fill("be")
    expect(shown).to_have_count(1)
    expect(page.locator("[data-count]")).to_have_text("1")
    page.evaluate("window.same = true")
    press(page, "Check in bea", "bea is checked in")
    expect(shown).to_have_count(1)
    expect(page.get_by_role("button", name="Undo check-in of bea")).to_be_focused()
    page.get_by_label("Search").fill("")
    expect(shown).to_have_count(8)
    press(page, "Check in ada", "ada is checked in")
    assert page.evaluate("window.same") is True

    go(page, "Overview")
    sure(page, "Close check-in", "Check-in is closed")
    press(page, "Draw Stage 1", "is drawn")
    seats = page.locator("[data-seat]")
    expect(seats).to_have_count(7)
    first, last = seats.first.inner_text(), seats.last.inner_text()
    seats.first.tap()
    expect(seats.first).to_have_attribute("aria-pressed", "true")
    seats.last.tap()
    expect(page.locator(".messagelist")).to_contain_text("swapped seats")
    expect(seats.first).to_have_text(last)
    expect(seats.last).to_have_text(first)
    press(page, f"Lock {last}", "is locked")
    expect(page.get_by_role("button", name=f"Unlock {last}")).to_be_visible()
    press(page, "Release the seats", "are released")

    # From here on the page is not loaded again: what the tables do comes by itself.
    press(page, "Start all tables", "have started")
    page.evaluate("window.same = true")
    expect(page.locator(".card .badge.absent")).to_have_count(2)
    organise(server, _bots_for_all(slug))
    expect(page.locator(".card.finished")).to_have_count(2)
    assert page.evaluate("window.same") is True
    go(page, "Overview")
    close(page, "Stage 1")
    sure(page, "Finish the tournament", "the result is final")
    page.get_by_role("link", name="Prize list").click()
    expect(page.locator("tbody tr")).to_have_count(7)


def test_what_is_typed_before_the_script_has_loaded_is_searched_for(
    server: ServerProcess, new_player: Callable[..., Page]
) -> None:
    slug = announce(server, bots=5)
    organise(server, STAFF, PEOPLE.format(slug=slug))
    page = new_player(server.url, service_workers="block")
    open_desk(page, slug)
    script = hold_script(page, "desk/entrants.js")
    go(page, "Entrants")
    shown = page.locator("#entrants li:visible")
    expect(shown).to_have_count(8)
    page.get_by_label("Search").fill("be")
    script().continue_()
    expect(shown).to_have_count(1)


def test_seats_can_be_tapped_once_the_script_has_loaded(
    server: ServerProcess, new_player: Callable[..., Page]
) -> None:
    slug = announce(server, bots=8)
    drawn = desk_call(slug, "draws.draw_stage", stage_number=1, seed=1)
    organise(server, STAFF, desk_call(slug, "lifecycle.close_check_in"), drawn)
    page = new_player(server.url, **TABLET, service_workers="block")
    open_desk(page, slug)
    script = hold_script(page, "desk/swap.js")
    go(page, "Stage 1")
    seat = page.locator("[data-seat]").first
    expect(seat).to_be_disabled()
    script().continue_()
    seat.tap()
    expect(seat).to_have_attribute("aria-pressed", "true")


def test_results_are_entered_by_keyboard_alone(
    server: ServerProcess, new_player: Callable[..., Page]
) -> None:
    slug = announce(server, bots=0, options="online=False")
    organise(server, STAFF, REAL_CARDS.format(slug=slug))
    page = new_player(server.url)
    open_desk(page, slug)
    go(page, "Stage 1")
    page.get_by_role("link", name="Enter results").click()
    number = page.get_by_label("Table", exact=True)
    expect(number).to_be_focused()
    for table in ("2", "1"):
        page.keyboard.type(table)
        page.keyboard.press("Enter")
        expect(page.get_by_label("Score").first).to_be_focused()
        for seat in range(3):
            page.keyboard.type(str(30 - 10 * seat))
            page.keyboard.press("Enter")
            page.keyboard.type("1")
            page.keyboard.press("Enter")
        expect(page.locator(".messagelist")).to_have_text(f"The result of table {table} has been entered.")
        expect(number).to_be_focused()
        expect(number).to_have_value("")
    expect(page.get_by_text("All tables have a result.")).to_be_visible()


REAL_CARDS = """
tournament = Tournament.objects.get(slug={slug!r})
given = {{"tournament_id": tournament.pk, "actor": organiser(), "now": now}}
for name in ("Ada", "Bea", "Cleo", "Dora", "Eve", "Fay"):
    entries.enter_player(**given, name=name)
lifecycle.close_check_in(**given)
draws.draw_stage(**given, stage_number=1, seed=1)
draws.release_draw(**given, stage_number=1)
opening.start_tables(**given, stage_number=1)
"""
"""Two tables of three play with real cards."""


def _bots_for_all(slug: str) -> str:
    """Bots sit down for all people, and play on for them."""
    return f"""
from tournaments.models import Placement
from tournaments.services.table.seat_changes import give_seat_to_replacement
for seat in Placement.objects.filter(stage__tournament__slug={slug!r}, entry__user__isnull=False):
    give_seat_to_replacement(placement_id=seat.pk, stand_by_entry_id=None,
        result_counts_for_former_player=True, actor=organiser(), now=now)
"""


def test_the_desk_works_without_scripts(server: ServerProcess, new_player: Callable[..., Page]) -> None:
    slug = announce(server, bots=8)
    organise(
        server,
        STAFF,
        desk_call(slug, "lifecycle.close_check_in"),
        desk_call(slug, "draws.draw_stage", stage_number=1, seed=1),
    )
    page = new_player(server.url, java_script_enabled=False)
    open_desk(page, slug)
    go(page, "Stage 1")
    names = page.locator(".seat-button")
    first, last = names.first.inner_text(), names.last.inner_text()
    page.get_by_label(re.compile("^Swap")).select_option(label=first)
    page.get_by_label("with").select_option(label=last)
    press(page, "Swap", "swapped seats")
    expect(names.first).to_have_text(last)
    press(page, "Release the seats", "are released")


@pytest.mark.parametrize(
    "width", [360, *(pytest.param(width, marks=pytest.mark.long) for width in (820, 1280))]
)
def test_no_page_is_wider_than_the_screen(
    server: ServerProcess, new_player: Callable[..., Page], width: int
) -> None:
    slug = announce(server, bots=8)
    drawn = desk_call(slug, "draws.draw_stage", stage_number=1, seed=1)
    organise(server, STAFF, desk_call(slug, "lifecycle.close_check_in"), drawn)
    page = new_player(server.url, viewport={"width": width, "height": 900})
    open_desk(page, slug)
    desk = page.url
    for path in (
        "",
        "check-in/",
        "add/",
        "namesakes/",
        "pairs/",
        "stages/1/",
        "stages/1/tables/1/",
        "standings/",
        "log/",
    ):
        page.goto(desk + path)
        assert page.evaluate("document.documentElement.scrollWidth") <= width, path
