"""Two people become friends, see each other come, and meet at a table after a challenge."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.support.accounts import PASSWORD
from tests.support.browser.axe import assert_accessible
from tests.support.browser.calls import Calls, Sight, custom
from tests.support.browser.messages import keep_messages, wait_for_message
from tests.support.servers import ServerProcess


def register(page: Page, name: str) -> Page:
    """Make an account by the form."""
    page.goto("/accounts/signup/")
    page.get_by_label("Name", exact=True).fill(name)
    page.locator("#id_password1").fill(PASSWORD)
    page.locator("main form.form button[type=submit], main form button.primary").first.click()
    page.wait_for_url(lambda url: "signup" not in url)
    return page


def test_from_a_friend_request_to_the_same_table(
    server: ServerProcess, new_player: Callable[..., Page]
) -> None:
    paula = register(keep_messages(new_player(server.url)), "Paula")
    quentin = register(new_player(server.url, viewport={"width": 360, "height": 740}), "Quentin")
    paula.goto("/friends/")
    expect(paula.get_by_text("Nobody yet.")).to_be_visible()
    quentin.goto("/tables/")
    expect(quentin.locator("[data-waiting]").first).to_be_hidden()

    paula.get_by_label("Name of a player").fill("nobody-here")
    paula.get_by_role("button", name="Ask").click()
    expect(paula.get_by_role("alert")).to_contain_text("There is no player with an account of this name.")
    paula.get_by_label("Name of a player").fill("quentin")
    paula.keyboard.press("Enter")
    expect(paula.get_by_test_id("sent")).to_contain_text("Quentin")
    expect(quentin.locator("[data-waiting]").first).to_have_text("1")

    quentin.goto("/friends/")
    quentin.get_by_role("button", name="Accept: Paula").click()
    expect(quentin.get_by_test_id("friends")).to_contain_text("Paula")
    row = paula.get_by_test_id("friends").locator("li")
    expect(row).to_have_attribute("data-status", "online")
    assert_accessible(paula)
    assert_accessible(quentin)

    row.get_by_role("link", name="Challenge: Quentin").click()
    expect(paula.get_by_test_id("challenged")).to_contain_text("Quentin is challenged as soon as")
    paula.get_by_role("button", name="Open the table").click()
    paula.wait_for_url("**/tables/*/")
    expect(paula.get_by_test_id("challenged")).to_contain_text("Quentin")

    card = quentin.get_by_test_id("challenges")
    expect(card).to_contain_text("Paula challenges you")
    assert_accessible(quentin)
    quentin.get_by_role("button", name="Accept the challenge of Paula").click()
    quentin.wait_for_url(paula.url)
    for page in (paula, quentin):
        expect(page.locator(".places [data-taken=true]")).to_have_count(2)
    wait_for_message(paula, "Quentin has accepted your challenge.")


def test_a_challenge_lies_over_every_page_with_a_socket_and_can_be_declined(
    server: ServerProcess, new_player: Callable[..., Page]
) -> None:
    rosa = register(keep_messages(new_player(server.url)), "Rosa")
    sven = register(new_player(server.url), "Sven")
    elsewhere = Calls(sven).open_table(custom(1), bots=0)["id"]
    sven.goto(f"/tables/{elsewhere}/")
    expect(sven.locator(".places")).to_be_visible()
    table = Calls(rosa).open_table(custom(1), bots=0)["id"]
    rosa.goto(f"/tables/{table}/")
    rosa.get_by_text("Challenge somebody…").click()
    for name, said in (("Rosa", "You can’t challenge yourself."), ("SVEN", "")):
        rosa.get_by_label("Name of a player").fill(name)
        rosa.get_by_role("button", name="Challenge", exact=True).click()
        if said:
            wait_for_message(rosa, said)
    expect(rosa.get_by_test_id("challenged")).to_contain_text("challenged")
    expect(sven.get_by_test_id("challenges")).to_contain_text("Rosa challenges you")
    assert_accessible(sven)
    assert_accessible(rosa)
    sven.get_by_role("button", name="Decline the challenge of Rosa").click()
    expect(sven.get_by_test_id("challenges").locator("li")).to_have_count(0)
    expect(rosa.get_by_test_id("challenged")).to_contain_text("has declined")


def test_a_player_is_asked_from_their_own_page_and_guests_are_told_to_keep_their_account(
    server: ServerProcess, new_player: Callable[..., Page]
) -> None:
    register(new_player(server.url), "Tilda")
    ulla = register(new_player(server.url), "Ulla")
    ulla.goto("/players/Tilda/")
    ulla.get_by_role("button", name="Add as a friend").click()
    expect(ulla.locator(".notices")).to_contain_text("Tilda has been asked.")
    guest = new_player(server.url)
    Calls(guest).guest()
    guest.goto("/friends/")
    expect(guest.locator("main")).to_contain_text("Keep this account")


def owes_bid(sight: Sight) -> bool:
    """Whether it is the viewer's turn to bid."""
    return sight["status"] == "bidding" and sight["viewer"] in sight["turn"]


@pytest.mark.parametrize("size", [(320, 640), (390, 844), (844, 390)])
def test_on_a_phone_a_challenge_hides_neither_trump_nor_bids(
    server: ServerProcess, new_player: Callable[..., Page], size: tuple[int, int]
) -> None:
    names = f"Tina{size[0]}", f"Ulf{size[0]}"
    tina = register(new_player(server.url), names[0])
    viewport = {"width": size[0], "height": size[1]}
    ulf = register(new_player(server.url, viewport=viewport, is_mobile=True, locale="de"), names[1])
    ulf.goto(f"/tables/{Calls(ulf).table_where(custom(8), owes_bid, seats=6)}/")
    expect(ulf.locator(".bid").first).to_be_visible()
    Calls(tina).challenge(Calls(tina).open_table({}, seats=4, bots=0)["id"], names[1])
    expect(ulf.get_by_test_id("challenges")).to_contain_text(f"{names[0]} fordert dich heraus")
    card = ulf.locator(".challenge").bounding_box()
    assert card is not None
    for below in ulf.locator(".turned, .trump-text, .bid").all():
        box = below.bounding_box()
        assert box is not None
        is_beside = box["x"] + box["width"] <= card["x"]
        assert is_beside or card["y"] + card["height"] <= box["y"]
