"""The table by the rules of axe-core in each deck and palette, and on the narrowest screen."""

from collections.abc import Callable, Iterator
from itertools import product

import pytest
from playwright.sync_api import Page, expect

from accounts.preferences import DECKS, PALETTES
from tests.support.browser.axe import assert_accessible
from tests.support.browser.calls import Calls, custom
from tests.support.browser.questions import HIDDEN_CHOICES, states_with_questions
from tests.support.browser.seat import Seat
from tests.support.servers import ServerProcess

NARROW = {"width": 320, "height": 640}
COVERING = [("modern", "colour_blind"), ("medieval", "standard")]
"""Each palette once, with a deck of each family of suits; the others take `long`."""
CHOICES = [
    pytest.param(*choice, marks=[] if choice in COVERING else pytest.mark.long)
    for choice in product(DECKS, PALETTES)
]
DIALOGS = (("?", "help"), ("a", "accuse"), ("m", "menu"), ("l", "last-trick"), ("b", "sheet"), ("t", "chat"))


def states_of_a_game(page: Page) -> Iterator[str]:
    """Play a game of two rounds, and stop at each state that looks different."""
    options = custom(2, 1, cheating=True, coach=True, clock=60, pause=60)
    table_id = Calls(page).open_table(options, seats=4)["id"]
    page.goto(f"/tables/{table_id}/")
    person = Seat(page)
    person.come_to("bid")
    yield "bid"
    person.come_to("card")
    yield "card"
    person.do("card")
    assert person.wait_for_task() == "card"
    for key, name in DIALOGS:
        page.keyboard.press(key)
        expect(page.get_by_test_id(name)).to_be_visible()
        yield name
        page.keyboard.press("Escape")
        expect(page.get_by_test_id(name)).to_be_hidden()
    person.come_to("ready")
    yield "ready"
    while (task := person.wait_for_task()) != "final":
        person.do(task)
    yield "final"


@pytest.mark.parametrize(("deck", "palette"), CHOICES)
def test_a_game_in_each_deck_and_palette(
    server: ServerProcess, new_player: Callable[..., Page], deck: str, palette: str
) -> None:
    page = new_player(server.url, viewport={"width": 1280, "height": 800})
    Calls(page).guest().prefer(deck=deck, palette=palette)
    for _ in states_of_a_game(page):
        assert_accessible(page)


@pytest.mark.long
def test_a_game_on_the_narrowest_screen(server: ServerProcess, new_player: Callable[..., Page]) -> None:
    page = new_player(server.url, viewport=NARROW, has_touch=True, is_mobile=True)
    Calls(page).guest()
    for _ in states_of_a_game(page):
        assert_accessible(page)


@pytest.mark.parametrize("viewport", [{"width": 1280, "height": 800}, NARROW])
def test_what_a_table_seldom_asks(
    server: ServerProcess, new_player: Callable[..., Page], viewport: dict[str, int]
) -> None:
    page = new_player(server.url, viewport=viewport)
    Calls(page).guest()
    for _ in states_with_questions(page, Calls(new_player(server.url)).guest()):
        assert_accessible(page)
        page.emulate_media(contrast="more")
        assert_accessible(page)
        page.emulate_media(contrast="no-preference")
        assert page.evaluate(HIDDEN_CHOICES) == []
