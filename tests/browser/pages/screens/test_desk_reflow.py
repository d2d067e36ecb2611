"""The organisers' console at 320 pixels, as at a zoom of 400 %, in both languages and themes."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.pages.accessibility.test_table_accessibility import NARROW
from tests.support.browser.desks import STAFF, open_desk
from tests.support.browser.layout import SCROLLS
from tests.support.browser.tournaments import announce, desk_call, draw_and_release, organise
from tests.support.servers import ServerProcess

STICKS_OUT = """() => [...document.querySelectorAll("#content :is(a, button, input, select, h1, h2, p)")]
  .filter(one => one.checkVisibility() && !one.closest(".scroll, .away, .visually-hidden"))
  .filter(one => one.getBoundingClientRect().right > innerWidth + 1)
  .map(one => one.outerHTML.slice(0, 90))"""

CUT_OFF = """() => [...document.querySelectorAll(".inline-related .form-row")]
  .filter(row => row.checkVisibility() && row.scrollWidth > row.clientWidth)
  .map(row => row.className)"""

LUMINANCE = """() => {
  const [red, green, blue] = getComputedStyle(document.querySelector("h1")).color.match(/[.\\d]+/g);
  return red * 0.2126 + green * 0.7152 + blue * 0.0722;
}"""


@pytest.mark.parametrize("language", ["en", "de"])
def test_the_desk_reflows(server: ServerProcess, new_player: Callable[..., Page], language: str) -> None:
    page = new_player(server.url, viewport=NARROW, has_touch=True, is_mobile=True, locale="en")
    slug = announce(server, bots=9)
    organise(server, STAFF)
    open_desk(page, slug)
    page.context.add_cookies([{"name": "language", "value": language, "url": server.url}])
    page.reload()
    expect(page.locator("html")).to_have_attribute("lang", language)
    check_every_tab(page)
    organise(server, desk_call(slug, "lifecycle.close_check_in"), *draw_and_release(slug))
    organise(server, desk_call(slug, "opening.start_tables", stage_number=1))
    check_every_tab(page)


def check_every_tab(page: Page) -> None:
    tabs = page.locator(".desk-tabs a").evaluate_all("links => links.map(link => link.href)")
    overview = tabs[0]
    page.goto(tabs[1])
    entrant = page.locator(".entrant a.name").first.evaluate("link => link.href")
    more = page.locator("#content .acts a.desk-button").evaluate_all("links => links.map(link => link.href)")
    pages = [each for each in (*tabs, entrant, *more) if "csv" not in each]
    for path in pages:
        page.goto(path)
        page.locator("#content details").evaluate_all("all => all.forEach(one => { one.open = true; })")
        assert page.evaluate(SCROLLS) <= 0, path
        assert page.evaluate(STICKS_OUT) == [], path
    page.goto(overview)


def test_the_fields_of_stages_fit_their_boxes(server: ServerProcess, new_player: Callable[..., Page]) -> None:
    page = new_player(server.url, viewport=NARROW, has_touch=True, is_mobile=True)
    slug = announce(server, bots=0)
    organise(server, STAFF)
    open_desk(page, slug)
    page.locator(".breadcrumbs a").nth(2).click()
    expect(page.locator("#stages-0 .form-row").first).to_be_visible()
    page.locator("#content details").evaluate_all("all => all.forEach(one => { one.open = true; })")
    assert page.evaluate(CUT_OFF) == []


def test_a_refusal_has_the_focus(server: ServerProcess, new_player: Callable[..., Page]) -> None:
    page = new_player(server.url)
    slug = announce(server, bots=0)
    organise(server, STAFF)
    open_desk(page, slug)
    page.goto(f"{page.url.rstrip('/')}/add/")
    page.locator("textarea[name=text]").fill("name,Who\nAda,x")
    page.get_by_role("button", name="Show the preview").click()
    expect(page.get_by_role("alert")).to_be_focused()
    expect(page.locator("textarea[name=text]")).to_have_value("name,Who\nAda,x")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_console_follows_the_device_and_ones_own_choice(
    server: ServerProcess, new_player: Callable[..., Page], scheme: str
) -> None:
    page = new_player(server.url, color_scheme=scheme)
    slug = announce(server, bots=4)
    organise(server, STAFF)
    open_desk(page, slug)
    used = "getComputedStyle(document.documentElement).colorScheme"
    assert page.evaluate(used) == "light dark"
    assert (page.evaluate(LUMINANCE) > 128) == (scheme == "dark")


def test_lists_are_printed_in_dark_ink_and_without_buttons(
    server: ServerProcess, new_player: Callable[..., Page]
) -> None:
    page = new_player(server.url, color_scheme="dark", viewport={"width": 794, "height": 1123})
    slug = announce(server, bots=9)
    organise(server, STAFF, desk_call(slug, "lifecycle.close_check_in"), *draw_and_release(slug))
    open_desk(page, slug)
    links = page.locator(".desk-tabs a").evaluate_all("links => links.map(link => link.href)")
    page.emulate_media(media="print", color_scheme="dark")
    for path in (*links, f"/tournaments/{slug}"):
        page.goto(path)
        expect(page.get_by_role("heading").first).to_be_visible()
        assert page.evaluate(LUMINANCE) < 128, path
        for hidden in (".site-header", ".desk-tabs", ".button", ".desk-button"):
            assert not any(each.is_visible() for each in page.locator(hidden).all()), f"{hidden} on {path}"
