"""A width of 320 pixels, as at a zoom of 400 %: nothing scrolls sideways, and fingers fit."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.pages.accessibility.test_table_accessibility import NARROW, states_of_a_game
from tests.support.accounts import PASSWORD
from tests.support.browser.calls import Calls, custom
from tests.support.browser.layout import FINGER, SCROLLS, STICKS_OUT
from tests.support.browser.questions import HIDDEN_CHOICES, states_with_questions
from tests.support.browser.seat import Seat
from tests.support.browser.tournaments import announce, desk_call, draw_and_release, organise
from tests.support.servers import ServerProcess

PAGES = (
    "/",
    "/tables/",
    "/rules/",
    "/accessibility/",
    "/odds",
    "/players/",
    "/tournaments",
    "/accounts/login/",
)
OWN_PAGES = ("/accounts/preferences/", "/accounts/profile/")
SPACED_OUT = """() => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(`* {
    line-height: 1.5 !important; letter-spacing: .12em !important; word-spacing: .16em !important;
  }`);
  document.adoptedStyleSheets = [sheet];
}"""
"""The spacing that readers may choose (WCAG 1.4.12)."""
TOO_SMALL = """finger => [...document.querySelectorAll("a[href], button, input, select, summary")]
  .filter(one => one.checkVisibility() && !one.closest(".read-aloud") && !one.matches(".skip"))
  .filter(one => getComputedStyle(one).display !== "inline")
  .filter(one => {
    const {width, height} = one.getBoundingClientRect();
    const least = one.matches(".bid") ? 40 : finger;
    return width && (width < least || height < least);
  }).map(one => one.outerHTML.slice(0, 90))"""
"""Controls that are smaller than a finger; links within a text may be."""
PARTS = "a:not(.skip), button:not(.phrases button, .read-aloud button), input, select, h1, h2, p, .panel"


@pytest.fixture
def page(server: ServerProcess, new_player: Callable[..., Page]) -> Page:
    return new_player(server.url, viewport=NARROW, has_touch=True, is_mobile=True, reduced_motion="reduce")


def assert_reflows(page: Page) -> None:
    """Fail if the page needs a second direction to scroll, also with its texts spaced out."""
    assert page.evaluate(TOO_SMALL, FINGER) == []
    for spaced in (False, True):
        if spaced:
            page.evaluate(SPACED_OUT)
        assert page.evaluate(SCROLLS) <= 0, f"{page.url}, spaced: {spaced}"
        assert page.evaluate(STICKS_OUT, [PARTS, False]) == [], f"{page.url}, spaced: {spaced}"
    page.evaluate("document.adoptedStyleSheets = []")


def test_pages_reflow(page: Page) -> None:
    for path in PAGES:
        page.goto(path)
        expect(page.get_by_role("heading").first).to_be_attached()
        assert_reflows(page)
    Calls(page).guest()
    for path in OWN_PAGES:
        page.goto(path)
        # A guest's name is drawn by lot: this is as long as names get.
        page.locator("main h1").evaluate("h1 => h1.textContent = 'Wizard'.repeat(4)")
        assert_reflows(page)


@pytest.mark.parametrize("language", ["en", "de"])
def test_the_pages_of_somebody_with_friends_reflow(
    server: ServerProcess, new_player: Callable[..., Page], language: str
) -> None:
    """Their header has one word more."""
    page = new_player(server.url, viewport=NARROW, has_touch=True, is_mobile=True, locale=language)
    page.goto("/accounts/signup/")
    page.locator("#id_username").fill(f"Narrow{language}")
    page.locator("#id_password1").fill(PASSWORD)
    page.locator("main form button.primary").first.click()
    page.wait_for_url(lambda url: "signup" not in url)
    for path in ("/friends/", "/tables/", *OWN_PAGES):
        page.goto(path)
        expect(page.locator(".friends-link")).to_be_visible()
        assert_reflows(page)


@pytest.mark.parametrize("language", ["en", "de"])
def test_a_tournament_reflows(server: ServerProcess, new_player: Callable[..., Page], language: str) -> None:
    page = new_player(server.url, viewport=NARROW, has_touch=True, is_mobile=True, locale=language)
    fields = "prizes='A cup', description='Come!', capacity=64, entry_closes_at=now + timedelta(hours=1)"
    slug = announce(server, bots=9, options=fields)
    page.goto(f"/tournaments/{slug}")
    assert_reflows(page)
    organise(server, desk_call(slug, "lifecycle.close_check_in"), *draw_and_release(slug))
    organise(server, desk_call(slug, "opening.start_tables", stage_number=1))
    page.reload()
    expect(page.get_by_test_id("standings").locator("tbody tr")).to_have_count(9)
    assert_reflows(page)


def test_the_table_reflows_in_each_state(page: Page) -> None:
    Calls(page).guest()
    for _ in states_of_a_game(page):
        assert_reflows(page)


@pytest.mark.parametrize("language", ["en", "de"])
def test_what_a_table_seldom_asks_reflows(
    server: ServerProcess, new_player: Callable[..., Page], language: str
) -> None:
    page = new_player(server.url, viewport=NARROW, has_touch=True, is_mobile=True, locale=language)
    Calls(page).guest()
    for _ in states_with_questions(page, Calls(new_player(server.url)).guest()):
        assert_reflows(page)
        page.evaluate(SPACED_OUT)
        assert page.evaluate(HIDDEN_CHOICES) == []
        page.evaluate("document.adoptedStyleSheets = []")


@pytest.mark.parametrize(("seats", "cards"), [(6, 10), (3, 20)])
def test_the_fullest_tables_reflow(page: Page, seats: int, cards: int) -> None:
    options = custom(cards, cheating=True, coach=True)
    table_id = Calls(page).guest().open_table(options, seats=seats)["id"]
    page.goto(f"/tables/{table_id}/")
    person = Seat(page, touch=True)
    person.come_to("bid")
    assert_reflows(page)
    person.come_to("card")
    assert_reflows(page)


def test_the_analysis_reflows(page: Page) -> None:
    table_id = Calls(page).guest().open_table(custom(1))["id"]
    Calls(page).play_until(table_id, lambda sight: sight["status"] == "finished")
    page.goto(f"/tables/{table_id}/analysis/")
    expect(page.get_by_test_id("sums")).to_be_visible(timeout=60_000)
    assert_reflows(page)
