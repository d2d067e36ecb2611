"""A tournament on a phone: enter, check in, the seat, the table that opens by itself, the standings live."""

import re
from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.support.browser.seat import Seat
from tests.support.browser.tournaments import announce, desk_call, draw_and_release, organise
from tests.support.servers import ServerProcess

PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}
TABLE = re.compile(r"/tables/[\w-]+/$")


def sign_up(page: Page, name: str) -> None:
    page.goto("/accounts/signup/")
    page.locator("[name=username]").fill(name)
    page.locator("[name=password1]").fill("seven wizards and a jester")
    page.locator("main button[type=submit]").first.tap()
    page.wait_for_url(lambda url: "signup" not in url)


def step(page: Page, wanted: str) -> None:
    """Wait until the page says what is next."""
    expect(page.get_by_test_id("own")).to_have_attribute("data-step", wanted)


def entered(page: Page, slug: str, name: str) -> None:
    sign_up(page, name)
    page.goto(f"/tournaments/{slug}")
    page.get_by_role("button", name=f"Enter as {name}").tap()
    expect(page.get_by_text("You have entered.")).to_be_visible()


def test_from_entry_to_the_standings(server: ServerProcess, new_player: Callable[..., Page]) -> None:
    slug = announce(server, rounds=(2,))
    page, watcher = new_player(server.url, **PHONE), new_player(server.url)
    watcher.goto(f"/tournaments/{slug}")
    sign_up(page, "wanda")
    page.goto("/tournaments")
    page.locator(f"[data-slug={slug}] a").tap()
    page.get_by_label("Nation").select_option("Austria")
    page.get_by_role("button", name="Enter as wanda").tap()
    step(page, "wait")

    organise(server, desk_call(slug, "lifecycle.open_check_in"))
    page.get_by_role("button", name="Check in").tap()
    step(page, "there")
    said = page.get_by_test_id("said")

    draw, release = draw_and_release(slug)
    organise(server, desk_call(slug, "lifecycle.close_check_in"), draw)
    step(page, "there")
    expect(watcher.locator("[data-table]")).to_have_count(0)
    organise(server, release)
    step(page, "seat")
    own = page.get_by_test_id("own")
    number = own.locator("[data-slot=number]").inner_text()
    expect(said).to_contain_text(f"table {number}, seat")
    expect(own.locator("[data-slot=opens_at]")).to_have_text(re.compile(r"Opens in \d+:\d\d"))
    expect(page).to_have_title(re.compile(rf"Table {number}, seat \d"))
    mine = page.locator(f"[data-table='{number}'] li.own")
    expect(mine).to_contain_text("wanda")
    expect(watcher.locator("[data-table]")).to_have_count(2)

    organise(server, desk_call(slug, "opening.start_tables", stage_number=1))
    page.wait_for_url(TABLE)
    rows = watcher.get_by_test_id("standings").locator("tbody tr")
    expect(rows).to_have_count(8)
    unplayed = watcher.get_by_test_id("standings").locator("tr", has_text="wanda").locator("td").nth(1)
    expect(unplayed).to_have_text(re.compile(r"^\s*0"))

    person = Seat(page, touch=True)
    while (task := person.wait_for_task()) != "final":
        person.do(task)
    expect(unplayed).not_to_have_text(re.compile(r"^\s*0"))

    page.get_by_role("link", name="Back to the tournament").tap()
    step(page, "done")
    expect(page.get_by_test_id("standings").locator("tr.own")).to_contain_text("wanda")
    expect(own.locator("[data-slot=place]")).to_have_text(re.compile(r"^\d+$"))
    # The game is over, so nothing opens by itself any more.
    game = page.locator(f"[data-table='{number}'] .games a").first
    expect(game).to_have_attribute("href", TABLE)


def test_a_page_that_nobody_looks_at_goes_to_its_table_at_once(
    server: ServerProcess, new_player: Callable[..., Page]
) -> None:
    slug = announce(server, bots=3)
    page = new_player(server.url, **PHONE)
    entered(page, slug, "beatrix")
    page.add_init_script("Object.defineProperty(document, 'hidden', { get: () => true })")
    page.goto(f"/tournaments/{slug}")
    all_in = desk_call(slug, "entries.check_in_all"), desk_call(slug, "lifecycle.close_check_in")
    organise(server, *all_in, *draw_and_release(slug))
    step(page, "seat")
    organise(server, desk_call(slug, "opening.start_tables", stage_number=1))
    page.wait_for_url(TABLE)
    # Coming back does not lead away again: there is a button.
    page.goto(f"/tournaments/{slug}")
    step(page, "play")
    expect(page.get_by_role("link", name="Go to your table")).to_be_visible()
    page.get_by_role("link", name="Go to your table").tap()
    page.wait_for_url(TABLE)


def test_a_name_is_found_among_many_tables(server: ServerProcess, new_player: Callable[..., Page]) -> None:
    slug = announce(server, bots=40)
    organise(server, desk_call(slug, "lifecycle.close_check_in"), *draw_and_release(slug))
    page = new_player(server.url, **PHONE)
    page.goto(f"/tournaments/{slug}")
    tables = page.locator("[data-table]:visible")
    expect(tables).to_have_count(10)
    page.get_by_label("Find a name").fill("bot 17")
    expect(tables).to_have_count(1)
    expect(tables).to_contain_text("Bot 17")
    # What changes meanwhile does not end the search.
    organise(server, desk_call(slug, "draws.take_back_draw", stage_number=1), *draw_and_release(slug))
    expect(page.locator("#live [data-find]")).to_have_value("bot 17")
    expect(tables).to_have_count(1)
