"""A visitor chooses German, and the lobby, the table and its sentences follow."""

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.support.servers import ServerProcess


def test_lobby_and_table_are_in_the_chosen_language(
    server: ServerProcess, new_player: Callable[..., Page]
) -> None:
    page = new_player(server.url, locale="en-GB")
    page.goto("/rules/")
    page.get_by_role("button", name="Deutsch").click()
    expect(page.locator("html")).to_have_attribute("lang", "de")
    page.goto("/tables/")
    expect(page.get_by_role("heading", name="Tisch eröffnen")).to_be_visible()
    expect(page.get_by_role("link", name="Turniere").first).to_be_visible()
    page.goto("/")
    page.locator("form[data-salted] button").first.click()
    expect(page.locator("header.topbar")).to_contain_text("Runde 1 von 15")
    expect(page.get_by_test_id("status")).to_be_visible()
    page.get_by_role("button", name="Hilfe (?)").click()
    expect(page.get_by_test_id("help")).to_contain_text("So wird gespielt")


def test_english_pages_load_no_catalog(server: ServerProcess, new_player: Callable[..., Page]) -> None:
    page = new_player(server.url, locale="en-GB")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto("/tables/")
    expect(page.get_by_role("heading", name="Open a table")).to_be_visible()
    assert not [url for url in asked if "catalogs" in url]
