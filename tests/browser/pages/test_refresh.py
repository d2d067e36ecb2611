"""Parts of pages that refresh themselves: only what has changed is replaced, so nobody loses their place."""

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.support.browser.desks import STAFF, open_desk
from tests.support.browser.tournaments import announce, desk_call, draw_and_release, organise
from tests.support.browsers import Players
from tests.support.servers import ServerProcess

PART = """
<div id="part">
  <p id="news">{news}</p>
  <details id="more"><summary>More</summary><p>{news}</p></details>
  <details id="less" open><summary>Less</summary></details>
  <input type="checkbox" id="all">
  <input type="search" id="search">
  <input type="hidden" id="token" value="{news}">
  <div id="menu" popover>{news}</div>
  <div id="wide" style="overflow: auto; width: 50px; height: 50px">
    <p style="width: 500px; height: 500px">{news}</p>
  </div>
  <p id="acts">{button}<a href="/">Home</a></p>
</div>
"""
BUTTON = '<button type="button" id="act">{}</button>'
STATE = """() => ({
    news: news.textContent, more: more.open, less: less.open, all: all.checked, find: search.value,
    token: token.value, menu: menu.matches(":popover-open"), left: wide.scrollLeft, top: wide.scrollTop,
})"""


def morph(page: Page, html: str) -> None:
    """Refresh the part with the module that the pages use."""
    page.evaluate(
        """async (html) => {
            const own = document.querySelector("script[src*='/js/']").src;
            const { morph } = await import(own.replace(/[/]js[/].*/, "/js/morph.js"));
            morph(part, html, "outerHTML");
        }""",
        html,
    )


def show(page: Page, html: str) -> None:
    page.evaluate("html => document.querySelector('main').innerHTML = html", html)


def test_what_a_reader_has_done_to_a_part_survives_its_refresh(
    server: ServerProcess, new_player: Players
) -> None:
    page = new_player(server.url)
    page.goto("/rules/")
    show(page, PART.format(news="Old", button=BUTTON.format("Go")))
    page.evaluate("""() => {
        more.open = true; less.open = false; all.checked = true; menu.showPopover();
        wide.scrollTo(120, 80); search.value = "ada"; search.focus(); search.setSelectionRange(1, 2);
    }""")
    morph(page, PART.format(news="New", button=BUTTON.format("Go on")))
    assert page.evaluate(STATE) == {
        "news": "New",
        "more": True,
        "less": False,
        "all": True,
        "find": "ada",
        "token": "New",
        "menu": True,
        "left": 120,
        "top": 80,
    }
    assert page.evaluate("[document.activeElement.id, search.selectionStart, search.selectionEnd]") == [
        "search",
        1,
        2,
    ]


def test_a_focused_button_keeps_the_focus_and_hands_it_on_when_it_goes(
    server: ServerProcess, new_player: Players
) -> None:
    page = new_player(server.url)
    page.goto("/rules/")
    show(page, PART.format(news="", button=BUTTON.format("Go")))
    page.locator("#act").focus()
    morph(page, PART.format(news="", button=BUTTON.format("Go on")))
    expect(page.get_by_role("button", name="Go on")).to_be_focused()
    morph(page, PART.format(news="", button='<button type="button">Another</button>'))
    expect(page.get_by_role("button", name="Another")).to_be_focused()
    morph(page, PART.format(news="", button=""))
    expect(page.locator("#acts a")).to_be_focused()
    page.locator("main").evaluate("it => { it.tabIndex = -1; it.focus() }")
    morph(page, PART.format(news="New", button=""))
    assert page.evaluate("document.activeElement.tagName") == "MAIN"


def start_and_pause(slug: str) -> tuple[str, str]:
    return desk_call(slug, "opening.start_tables", stage_number=1), desk_call(
        slug, "clocks.hold_tables", stage_number=1
    )


def test_a_stage_stays_folded_and_in_its_place_while_its_tables_change(
    server: ServerProcess, new_player: Callable[..., Page]
) -> None:
    slug = announce(server, bots=40)
    organise(server, desk_call(slug, "lifecycle.close_check_in"), *draw_and_release(slug))
    page = new_player(server.url)
    page.goto(f"/tournaments/{slug}")
    stage = page.locator("#open-1")
    stage.locator("summary").click()
    page.evaluate("window.scrollTo(0, 60)")
    seen = page.evaluate("[window.stage = document.querySelector('#open-1'), scrollY][1]")
    organise(server, *start_and_pause(slug))
    expect(page.get_by_text("paused", exact=True).first).to_be_attached()
    assert not stage.evaluate("it => it.open")
    expect(stage.locator("summary")).to_be_focused()
    assert page.evaluate("[stage === document.querySelector('#open-1'), scrollY]") == [True, seen]


def test_the_desk_keeps_the_focus_while_its_tables_change(
    server: ServerProcess, new_player: Callable[..., Page]
) -> None:
    slug = announce(server, bots=40)
    organise(server, STAFF, desk_call(slug, "lifecycle.close_check_in"), *draw_and_release(slug))
    page = new_player(server.url)
    open_desk(page, slug)
    page.get_by_role("link", name="Stage 1").first.click()
    link = page.locator("#table-8 h3 a")
    link.focus()
    page.evaluate("window.scrollTo(0, 300)")
    seen = page.evaluate("[window.link = document.activeElement, scrollY][1]")
    organise(server, *start_and_pause(slug))
    expect(page.locator("#table-8")).to_contain_text("paused")
    expect(link).to_be_focused()
    assert page.evaluate("[link === document.activeElement, scrollY]") == [True, seen]


def test_the_buttons_of_a_stage_follow_its_tables_and_leave_a_typed_reason(
    server: ServerProcess, new_player: Callable[..., Page]
) -> None:
    slug = announce(server, bots=4)
    organise(server, STAFF, desk_call(slug, "lifecycle.close_check_in"), *draw_and_release(slug))
    page = new_player(server.url)
    open_desk(page, slug)
    page.get_by_role("link", name="Stage 1").first.click()
    page.get_by_text("Take the seats back…").click()
    reason = page.locator("#take-back [name=reason]")
    reason.fill("wrong hall")
    organise(server, *start_and_pause(slug))
    resume = page.get_by_role("button", name="Resume all")
    expect(resume).to_be_visible()
    expect(page.get_by_role("button", name="Start all tables")).to_have_count(0)
    expect(reason).to_be_focused()
    expect(reason).to_have_value("wrong hall")
    resume.click()
    expect(page.get_by_role("status")).to_contain_text("resumed")
