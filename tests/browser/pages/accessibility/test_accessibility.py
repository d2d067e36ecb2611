"""Every page by the rules of axe-core: contrast, names, labels, landmarks and the order of headings."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.template.loader import render_to_string
from playwright.sync_api import Page, expect

from tests.support.accounts import code_of
from tests.support.browser.axe import SIZES, assert_accessible, assert_all_accessible
from tests.support.browser.calls import Calls, custom
from tests.support.browser.desks import STAFF, open_desk
from tests.support.browser.seat import Seat
from tests.support.browser.tournaments import announce, desk_call, draw_and_release, organise
from tests.support.servers import ServerProcess

EVERY_SIZE = pytest.mark.parametrize("size", ["wide", pytest.param("phone", marks=pytest.mark.long)])


@pytest.fixture
def page(server: ServerProcess, new_player: Callable[..., Page], size: str) -> Page:
    return new_player(server.url, **SIZES[size])


@EVERY_SIZE
def test_what_every_visitor_finds(page: Page) -> None:
    assert_all_accessible(page, "/", "/tables/", "/rules/", "/odds", "/players/", "/tournaments", "/offline")
    assert_all_accessible(page, "/accessibility/")


@EVERY_SIZE
def test_what_a_visitor_asks_for(page: Page) -> None:
    assert_all_accessible(page, "/odds?players=4&up=R7&card=R13&card=W&card=B2", "/api/v1/docs")
    assert_all_accessible(page, "/accounts/login/", "/accounts/signup/", "/accounts/password/reset/")
    assert_all_accessible(page, "/accounts/password/reset/done/", "/accounts/password/reset/key/1-x/")
    assert_all_accessible(
        page, "/accounts/confirm-email/", "/accounts/confirm-email/x/", "/accounts/inactive/"
    )


@EVERY_SIZE
def test_forms_that_are_refused_say_why(page: Page) -> None:
    page.goto("/accounts/login/")
    page.get_by_label("Name or e-mail").fill("nobody")
    page.get_by_label("Password").fill("wrong")
    page.locator("main button[type=submit]").first.click()
    expect(page.locator("[role=alert], .errors").first).to_be_visible()
    assert_accessible(page)


@EVERY_SIZE
def test_what_the_server_says_instead_of_a_page(page: Page) -> None:
    assert_all_accessible(page, "/nowhere", "/accounts/guest/")
    names = ("403", "403_csrf", "413", "429", "500", "503")
    page.route("/said/*", lambda route: route.fulfill(body=render_to_string(Path(route.request.url).name)))
    assert_all_accessible(page, *(f"/said/{name}.html" for name in names))


@EVERY_SIZE
def test_ones_own_account(page: Page) -> None:
    Calls(page).guest()
    name = page.request.get("/api/v1/me").json()["username"]
    assert_all_accessible(page, "/accounts/profile/", "/accounts/claim/", f"/players/{name}/")


@EVERY_SIZE
def test_a_registered_persons_account(server: ServerProcess, page: Page, size: str) -> None:
    page.goto("/accounts/signup/")
    page.get_by_label("Name", exact=True).fill(f"Axel{size}")
    page.get_by_label("Password", exact=True).fill("seven wizards and a jester")
    page.locator("main button[type=submit]").first.click()
    page.wait_for_url(lambda url: "signup" not in url)
    assert_all_accessible(page, "/accounts/profile/", "/accounts/email/", "/accounts/password/change/")


@EVERY_SIZE
def test_two_factor_authentication(page: Page, size: str) -> None:
    name, password = f"Tova{size}", "seven wizards and a jester"
    page.goto("/accounts/signup/")
    page.get_by_label("Name", exact=True).fill(name)
    page.get_by_label("Password", exact=True).fill(password)
    page.locator("main button[type=submit]").first.click()
    page.wait_for_url(lambda url: "signup" not in url)
    page.goto("/accounts/2fa/totp/activate/")
    assert_accessible(page)
    page.get_by_label("Password").fill(password)
    page.get_by_role("button", name="Continue").click()
    secret = page.locator("code.codes").inner_text()
    assert_accessible(page)
    page.get_by_label("Code").fill("12")
    page.get_by_role("button", name="Turn it on").click()
    expect(page.get_by_text("Incorrect code.")).to_be_visible()
    assert_accessible(page)
    page.get_by_label("Code").fill(code_of(secret))
    page.get_by_role("button", name="Turn it on").click()
    recovery_code = page.locator("ul.codes li").first.inner_text()
    assert_accessible(page)
    own = (
        "",
        "totp/deactivate/",
        "recovery-codes/generate/",
        "webauthn/",
        "webauthn/add/",
        "reauthenticate/",
    )
    assert_all_accessible(page, *(f"/accounts/2fa/{path}" for path in own), "/accounts/reauthenticate/")
    page.context.clear_cookies()
    page.goto("/accounts/login/")
    page.get_by_label("Name or e-mail").fill(name)
    page.get_by_label("Password").fill(password)
    page.get_by_role("button", name="Log in", exact=True).click()
    expect(page.get_by_role("heading", name="One more step")).to_be_visible()
    assert_accessible(page)
    page.get_by_label("Code").fill(recovery_code)
    page.get_by_role("button", name="Log in", exact=True).click()
    page.wait_for_url(lambda url: "2fa" not in url)


@EVERY_SIZE
def test_a_waiting_room(page: Page) -> None:
    waiting = Calls(page).guest().open_table(custom(2, 1), bots=1)["id"]
    page.goto(f"/tables/{waiting}/")
    expect(page.get_by_role("heading", name="The game at this table")).to_be_visible()
    assert_accessible(page)


@pytest.mark.parametrize("size", ["phone"])
def test_the_menu_of_a_phone(page: Page) -> None:
    page.goto("/rules/")
    page.get_by_role("button", name="Menu").tap()
    expect(page.get_by_role("link", name="Tournaments")).to_be_visible()
    assert_accessible(page)


@EVERY_SIZE
def test_a_table_while_a_round_is_played(page: Page) -> None:
    options = custom(3, cheating=True, coach=True, clock=60)
    person = Seat(at_table(page, options))
    person.come_to("bid")
    # The key does nothing before the page knows the table's options.
    expect(page.get_by_role("button", name="Coach (C)")).to_be_enabled()
    page.keyboard.press("c")
    # The first answer of a server waits for its search workers to start.
    expect(page.locator(".promise").first).to_be_visible()
    assert_accessible(page)
    person.do("bid")
    person.come_to("card")
    person.do("card")
    person.come_to("card")
    assert_accessible(page)
    for key, opened in (("?", "dialog"), ("b", ".sheet"), ("a", "dialog")):
        page.keyboard.press(key)
        expect(page.locator(opened).first).to_be_visible()
        assert_accessible(page)
        page.keyboard.press("Escape")
        expect(page.locator(opened)).to_have_count(0)


@EVERY_SIZE
def test_a_table_after_a_round_and_after_the_game(page: Page) -> None:
    person = Seat(at_table(page, custom(1, 1) | {"pause": 60}))
    person.come_to("ready")
    assert_accessible(page)
    while (task := person.wait_for_task()) != "final":
        person.do(task)
    assert_accessible(page)
    page.get_by_test_id("analysis").click()
    expect(page.get_by_test_id("sums")).to_be_visible()
    assert_accessible(page)


def at_table(page: Page, options: dict[str, Any]) -> Page:
    """A guest's page at a table against two bots."""
    table_id = Calls(page).guest().open_table(options)["id"]
    page.goto(f"/tables/{table_id}/")
    return page


@EVERY_SIZE
def test_a_tournament_from_entry_to_its_final_list(server: ServerProcess, page: Page) -> None:
    fields = "prizes='A cup', description='Come!', capacity=64, entry_closes_at=now + timedelta(hours=1)"
    slug = announce(server, bots=9, options=fields)
    address = f"/tournaments/{slug}"
    assert_all_accessible(page, address)
    organise(server, desk_call(slug, "lifecycle.close_check_in"), *draw_and_release(slug))
    assert_all_accessible(page, address)
    page.goto(f"{address}/hall")
    expect(page.locator(".grid p").first).to_be_visible()
    assert_accessible(page)
    organise(server, desk_call(slug, "opening.start_tables", stage_number=1))
    page.goto(address)
    expect(page.get_by_test_id("standings").locator("tbody tr")).to_have_count(9)
    assert_accessible(page)


@EVERY_SIZE
def test_the_desk_before_a_tournament(server: ServerProcess, page: Page) -> None:
    desk = desk_of(server, page, announce(server, bots=3))
    tabs = page.get_by_label("Desk").get_by_role("link")
    others = tabs.evaluate_all("links => links.map(link => link.getAttribute('href'))")
    assert_all_accessible(page, desk, *others, f"{desk}add/")
    page.goto(f"{desk}check-in/")
    page.get_by_role("link", name="More about").first.click()
    assert_accessible(page)


@EVERY_SIZE
def test_lists_and_namesakes_at_the_desk(server: ServerProcess, page: Page) -> None:
    slug = announce(server, bots=0, options="online=False")
    twice = [desk_call(slug, "entries.enter_player", name="Tom Müller") for _ in range(2)]
    organise(server, *twice, desk_call(slug, "entries.enter_player", name="Ada"))
    desk = desk_of(server, page, slug)
    assert_all_accessible(page, f"{desk}check-in/", f"{desk}namesakes/", f"{desk}add/")
    page.get_by_text("What the file contains").click()
    page.get_by_label("or paste its lines").fill("name,club,nation\nAda,Bonn,DE\nBob,Trier,AT\nCy,,nowhere\n")
    page.get_by_role("button", name="Show the preview").click()
    expect(page.get_by_role("heading", name="What this list would do")).to_be_visible()
    assert_accessible(page)
    page.get_by_role("button", name="Enter 1 and change 1").click()
    expect(page.locator(".messagelist")).to_contain_text("1 entered, 1 changed, 0 unchanged, 1 left out.")


@EVERY_SIZE
def test_the_desk_at_a_draw(server: ServerProcess, page: Page) -> None:
    slug = announce(server, bots=7)
    drawn = desk_call(slug, "draws.draw_stage", stage_number=1, seed=1)
    organise(server, desk_call(slug, "lifecycle.close_check_in"), drawn)
    desk = desk_of(server, page, slug)
    assert_all_accessible(page, f"{desk}stages/1/")
    organise(server, desk_call(slug, "draws.release_draw", stage_number=1))
    page.reload()
    assert_accessible(page)
    page.get_by_role("link", name="Table 1").first.click()
    assert_accessible(page)


def desk_of(server: ServerProcess, page: Page, slug: str) -> str:
    """The address of a tournament's desk, at which the page is, with its owner."""
    organise(server, STAFF)
    open_desk(page, slug)
    return page.url
