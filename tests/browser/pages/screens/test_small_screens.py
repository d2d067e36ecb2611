"""What a phone has room for is not covered, not cut and not scrolled."""

from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page, expect

from tests.support.browser.calls import Calls, Sight, custom
from tests.support.browser.layout import SCROLLS, STICKS_OUT
from tests.support.browser.seat import Seat
from tests.support.servers import ServerProcess

OVERLAP = """cards => cards.slice(1).map((card, index) =>
  cards[index].getBoundingClientRect().right - card.getBoundingClientRect().left)"""
"""Pixels by which each card of one row lies over the one before it."""
COVERED = """([what, by]) => {
  const [one, two] = [what, by].map(name => document.querySelector(name).getBoundingClientRect());
  return one.top < two.bottom && two.top < one.bottom && one.left < two.right && two.left < one.right;
}"""

LIES_OVER = """() => [...document.querySelectorAll(".seats .seat")].flatMap(seat => {
  const [own, score, tally] = [seat, seat.querySelector(".score"), seat.querySelector(".tally")]
    .map(one => one?.getBoundingClientRect());
  const out = score.right > own.right + 1;
  const over = tally && score.right > tally.left + 1 && score.top < tally.bottom && tally.top < score.bottom;
  return out || over ? [seat.textContent] : [];
})"""
"""The plates whose score sticks out, or lies over the tricks."""


UNTOUCHABLE = """bids => bids.filter(bid => {
  const box = bid.getBoundingClientRect();
  return [.25, .5, .75].some(down =>
    !bid.contains(document.elementFromPoint(box.left + box.width / 2, box.top + box.height * down)));
}).map(bid => bid.dataset.bid)"""
"""The bids that are covered, if only in part."""
TEXT_MIDDLES = """links => links.filter(link => link.checkVisibility()).map(link => {
  const text = document.createRange();
  text.selectNodeContents(link);
  const { top, bottom } = text.getClientRects()[0];
  return Math.round(top + bottom);
})"""
"""Where the words of links stand, in half pixels from the top."""
ADVICE = {
    "suits": [],
    "bids": [{"bid": bid, "met": 0.3, "points": 4.0, "best": bid == 2} for bid in range(11)],
    "cards": [],
    "why": "With 1 Wizard and 2 trumps your hand is good for about 2 tricks, and the others bid 8 so far.",
}


def owes_a_bid(sight: Sight) -> bool:
    """Whether the viewer bids last, under a restriction: one number is refused."""
    return sight["viewer"] in sight["turn"] and 0 < len(sight["legal"]["bids"]) < sight["round"]["cards"] + 1


def test_the_reason_of_a_refused_bid_is_read_while_the_line_is_dead(
    own_server: ServerProcess, new_player: Callable[..., Page]
) -> None:
    page = new_player(own_server.url, viewport={"width": 360, "height": 740})
    options = {**custom(), "rounds": [{"cards": 5, "restriction": "notequal"}] * 3}
    table_id = Calls(page).guest().table_where(options, owes_a_bid)
    page.goto(f"/tables/{table_id}/")
    expect(page.locator(".reason")).to_contain_text("you cannot bid")
    arts = page.locator(".hand .card .art")
    assert max(arts.evaluate_all(OVERLAP)) <= 0
    own_server.kill()
    expect(page.locator(".trouble")).to_be_visible()
    assert not page.evaluate(COVERED, [".reason", ".trouble"])
    assert not page.evaluate(COVERED, [".topbar", ".trouble"])


def test_every_bid_can_be_tapped_on_the_smallest_phones(
    server: ServerProcess, new_player: Callable[..., Page]
) -> None:
    small: Any = {"width": 320, "height": 568}
    page = new_player(server.url, viewport=small, has_touch=True, is_mobile=True)
    page.route("**/advice", lambda route: route.fulfill(json=ADVICE))
    table = Calls(page).guest().open_table(custom(10, coach=True), seats=6)
    page.goto(f"/tables/{table['id']}/")
    Seat(page, touch=True).come_to("bid")
    bids = page.locator(".bid")
    expect(bids).to_have_count(11)
    assert bids.evaluate_all(UNTOUCHABLE) == []
    page.set_viewport_size({"width": 360, "height": 640})
    page.get_by_role("button", name="Coach").tap()
    expect(page.locator(".bid .promise")).to_have_count(11)
    assert bids.evaluate_all(UNTOUCHABLE) == []
    assert not page.evaluate(COVERED, [".coach-says p", ".bids"])


def test_the_first_screen_has_the_button_that_starts_a_game(
    server: ServerProcess, new_player: Callable[..., Page]
) -> None:
    page = new_player(server.url, viewport={"width": 844, "height": 390})
    page.goto("/")
    expect(page.locator("#fan .face").first).to_be_visible()
    for width, height in ((844, 390), (360, 640)):
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate(SCROLLS) <= 0
        expect(page.get_by_test_id("quick-play")).to_be_in_viewport(ratio=1)


def test_the_header_is_one_row_whose_menu_works_without_scripts(
    server: ServerProcess, new_player: Callable[..., Page]
) -> None:
    page = new_player(
        server.url,
        viewport={"width": 320, "height": 568},
        has_touch=True,
        is_mobile=True,
        java_script_enabled=False,
    )
    Calls(page).guest()
    page.goto("/rules/")
    header, menu = page.locator(".site-header"), page.get_by_role("button", name="Menu")
    # The longest name that there can be.
    page.locator(".who").evaluate("link => link.textContent = 'W'.repeat(24)")
    for width in (320, 412, 821, 1280):
        page.set_viewport_size({"width": width, "height": 568})
        box = header.bounding_box()
        assert box is not None
        assert box["height"] < 60
        assert page.evaluate(SCROLLS) <= 0
        assert len(set(page.locator(".site-header nav .nav-link").evaluate_all(TEXT_MIDDLES))) == 1
        assert menu.is_visible() == (width < 820)
    page.set_viewport_size({"width": 320, "height": 568})
    menu.tap()
    assert page.evaluate(STICKS_OUT, [".site-menu .nav-link", True]) == []
    expect(page.get_by_role("link", name="Keep this account")).to_be_visible()
    expect(page.get_by_role("button", name="Log out")).to_be_visible()
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Tournaments")).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.get_by_role("link", name="Tournaments")).to_be_hidden()
    expect(menu).to_be_focused()


def test_nothing_at_the_own_place_moves_from_the_bid_to_the_summary(
    server: ServerProcess, new_player: Callable[..., Page]
) -> None:
    page = new_player(server.url, viewport={"width": 1280, "height": 800}, reduced_motion="reduce")
    table = Calls(page).guest().open_table({**custom(1, 1), "pause": 60})
    page.goto(f"/tables/{table['id']}/")
    person = Seat(page)
    plate = page.locator(".seat.own")
    person.come_to("bid")
    place = plate.bounding_box()
    for task in ("card", "ready"):
        person.come_to(task)
        assert plate.bounding_box() == place
    page.keyboard.press("r")
    expect(page.get_by_test_id("summary")).to_have_count(0)


def test_the_summary_of_six_needs_no_scrolling_on_its_side(
    server: ServerProcess, new_player: Callable[..., Page]
) -> None:
    page = new_player(server.url, viewport={"width": 740, "height": 360})
    options = {**custom(1, 1), "pause": 60}
    table_id = Calls(page).guest().table_where(options, lambda sight: sight["status"] == "pause", seats=6)
    page.goto(f"/tables/{table_id}/")
    summary = page.get_by_test_id("summary")
    expect(summary.locator("tbody tr")).to_have_count(6)
    assert summary.evaluate("one => one.scrollHeight - one.clientHeight") <= 0


def test_six_plates_and_their_words_lie_over_no_others_on_a_phone_that_watches(
    server: ServerProcess, new_player: Callable[..., Page]
) -> None:
    table = Calls(new_player(server.url)).guest().open_table(custom(3), seats=6)
    page = new_player(server.url, viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    page.goto(f"/tables/{table['id']}/")
    expect(page.locator(".seats .seat")).to_have_count(6)
    assert page.evaluate(LIES_OVER) == []


def test_six_players_beside_the_score_sheet_are_read_whole(
    server: ServerProcess, new_player: Callable[..., Page]
) -> None:
    page = new_player(server.url, viewport={"width": 1440, "height": 900})
    table = Calls(page).guest().open_table(custom(3), seats=6)
    page.goto(f"/tables/{table['id']}/")
    expect(page.locator(".seats .seat")).to_have_count(5)
    assert page.evaluate(LIES_OVER) == []
    page.keyboard.press("b")
    expect(page.locator(".board[data-beside=true]")).to_be_visible()
    assert page.evaluate(LIES_OVER) == []


def test_a_table_that_goes_on_to_the_right_fades_there_until_its_end(
    server: ServerProcess, new_player: Callable[..., Page]
) -> None:
    page = new_player(server.url, viewport={"width": 390, "height": 844})
    page.goto("/odds")
    wide = page.locator(".scroll-x", has_text="After 3")
    seen = "one => Number(getComputedStyle(one).getPropertyValue('--beyond'))"
    assert wide.evaluate(seen) < 0.5
    wide.evaluate("one => one.scrollLeft = one.scrollWidth")
    page.wait_for_function(f"one => ({seen})(one) === 1", arg=wide.element_handle())
    page.set_viewport_size({"width": 1440, "height": 900})
    page.wait_for_function(f"one => ({seen})(one) === 1", arg=wide.element_handle())


def test_the_odds_of_the_last_place_are_read_beside_their_card(
    server: ServerProcess, new_player: Callable[..., Page]
) -> None:
    page = new_player(server.url, viewport={"width": 360, "height": 740})
    page.goto("/odds?players=6&before=0&turned=G7&own=G3")
    row = page.locator(".chances tbody tr").first
    row.scroll_into_view_if_needed()
    page.locator(".chances").locator("..").evaluate("one => one.scrollLeft = one.scrollWidth")
    expect(row.locator("td").last).to_be_in_viewport(ratio=0.95)
    expect(row.locator("th")).to_be_in_viewport(ratio=0.95)
