"""Quick match in the lobby: two people meet, bots come after the wait, and one can cancel."""

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.support.browser.axe import assert_accessible
from tests.support.faults.hooks import HOOK
from tests.support.servers import ServerProcess
from tests.support.starting import Starter

SOON = "games.services.matching.requests:FILL_DELAY_SECONDS=2"
TABLE = "**/tables/*/"


@pytest.fixture(scope="module")
def impatient_server(start_shared_server: Starter) -> Iterator[ServerProcess]:
    """A server at which bots come after two seconds."""
    return start_shared_server("sqlite", PYTHONPATH=HOOK, LIMITS=SOON)


def look_for(page: Page, *, size: str, bots: bool) -> None:
    """Start a search as a visitor, who becomes a guest by it."""
    page.goto("/tables/")
    panel = page.get_by_test_id("quick-match")
    panel.get_by_label("Players").select_option(size)
    panel.get_by_label("Fill up with bots").set_checked(bots)
    panel.get_by_test_id("find-match").click()


def test_three_visitors_who_want_the_same_meet_at_one_table(
    impatient_server: ServerProcess, new_player: Callable[..., Page]
) -> None:
    pages = [new_player(impatient_server.url) for _ in range(3)]
    for page in pages[:2]:
        look_for(page, size="3", bots=False)
        expect(page.get_by_test_id("searching")).to_contain_text("as soon as enough people are here")
    look_for(pages[2], size="3", bots=False)
    for page in pages:
        page.wait_for_url(TABLE)
        expect(page.locator(".bot-mark")).to_have_count(0)
    assert len({page.url for page in pages}) == 1


def test_one_visitor_gets_bots_after_the_wait(
    impatient_server: ServerProcess, new_player: Callable[..., Page]
) -> None:
    page = new_player(impatient_server.url)
    look_for(page, size="", bots=True)
    page.wait_for_url(TABLE)
    expect(page.locator(".seats .bot-mark")).to_have_count(3)
    # Who comes back to the lobby is not sent to the table again.
    page.goto("/tables/")
    expect(page.get_by_test_id("own-tables").get_by_role("listitem")).to_have_count(1)
    expect(page.get_by_test_id("find-match")).to_be_enabled()


def test_a_search_outlasts_a_reload_and_can_be_cancelled(
    impatient_server: ServerProcess, new_player: Callable[..., Page]
) -> None:
    page = new_player(impatient_server.url)
    look_for(page, size="6", bots=False)
    expect(page.get_by_test_id("searching")).to_contain_text("6 players")
    page.reload()
    expect(page.get_by_test_id("searching")).to_contain_text("6 players")
    assert_accessible(page)
    page.get_by_role("button", name="Cancel").click()
    expect(page.get_by_test_id("find-match")).to_be_enabled()
    page.reload()
    expect(page.get_by_test_id("find-match")).to_be_enabled()
