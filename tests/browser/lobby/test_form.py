"""The form that opens a table: well-known games, favourites, and a bidding for each round."""

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.support.browser.axe import assert_accessible
from tests.support.browser.calls import Calls
from tests.support.servers import ServerProcess


def opened_options(page: Page) -> dict:
    """Open the table that the form describes; its options."""
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_url("**/tables/*/")
    table_id = page.url.rstrip("/").rpartition("/")[2]
    return Calls(page).get(f"tables/{table_id}")["options"]


def test_each_round_has_the_bidding_that_was_chosen_for_it(
    server: ServerProcess, new_player: Callable[..., Page]
) -> None:
    page = new_player(server.url, viewport={"width": 360, "height": 740})
    page.goto("/tables/")
    page.get_by_label("Game", exact=True).select_option("custom")
    page.get_by_label("Cards by round").fill("1 3 2")
    page.get_by_text("Bidding, cheating, coach, breaks").click()
    page.get_by_label("Choose the bidding for each round").check()
    rows = page.get_by_test_id("rounds").locator("tbody tr")
    expect(rows).to_have_count(3)
    page.get_by_label("Round 1: when are bids shown?").select_option("hiddentip")
    page.get_by_label("Round 2: can bids add up?").select_option("notequal")
    page.get_by_label("Round 3: when are bids shown?").select_option("delayed")
    page.get_by_test_id("favourites").locator("summary").click()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert_accessible(page)
    options = opened_options(page)
    assert options["rounds"] == [
        {"cards": 1, "restriction": "american", "reveal": "hiddentip"},
        {"cards": 3, "restriction": "notequal", "reveal": "open"},
        {"cards": 2, "restriction": "american", "reveal": "delayed"},
    ]
    expect(page.locator(".agreed")).to_contain_text("Round 2: never equal; open, in turn.")


def test_a_well_known_game_fills_in_the_form(server: ServerProcess, new_player: Callable[..., Page]) -> None:
    page = new_player(server.url)
    page.goto("/tables/")
    start = page.get_by_label("Start from")
    start.select_option(label="Wizard Magic")
    expect(page.get_by_label("Edition")).to_have_value("magic")
    start.select_option(label="German tournament")
    expect(page.get_by_label("Edition")).to_have_value("base")
    page.get_by_label("Players", exact=True).last.select_option("5")
    # It is no longer the well-known game.
    expect(start).to_have_value("")
    options = opened_options(page)
    assert (options["preset"], options["spare_one_card"], options["clock"]) == ("tournament", True, 60)


def test_a_visitor_saves_renames_uses_and_deletes_a_favourite(
    server: ServerProcess, new_player: Callable[..., Page]
) -> None:
    page = new_player(server.url)
    page.goto("/tables/")
    page.get_by_label("Time to think").select_option("30")
    saved = page.get_by_test_id("favourites")
    saved.get_by_text("Favourites").click()
    saved.get_by_label("Name of this game").fill("Friday")
    saved.get_by_role("button", name="Save").click()
    expect(saved.get_by_role("listitem")).to_contain_text("Friday")
    saved.get_by_role("button", name="Rename").click()
    saved.get_by_label("New name").fill("Saturday")
    saved.get_by_label("New name").press("Enter")
    expect(saved.get_by_role("listitem")).to_contain_text("Saturday")

    page.reload()
    page.get_by_label("Start from").select_option(label="Saturday")
    expect(page.get_by_label("Time to think")).to_have_value("30")
    saved.get_by_text("Favourites").click()
    saved.get_by_label("Name of this game").fill("Saturday")
    saved.get_by_role("button", name="Save").click()
    expect(saved.get_by_role("alert")).to_contain_text("You have a favourite with this name.")
    saved.get_by_role("button", name="Delete").click()
    expect(saved.get_by_role("listitem")).to_have_count(0)
    expect(page.get_by_label("Start from").get_by_role("option", name="Saturday")).to_have_count(0)
