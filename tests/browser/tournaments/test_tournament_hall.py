"""The screen of a hall: turns its pages, comes back after the server was away, and grows not."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.support.browser.tournaments import announce, desk_call, draw_and_release, organise
from tests.support.servers import ServerProcess

SCREEN = {"viewport": {"width": 1280, "height": 720}}
TURNS = """async turns => {
  const heading = document.querySelector("h2");
  const seen = new Set();
  let turned = 0;
  await new Promise(done => new MutationObserver((_, observer) => {
    seen.add(heading.firstChild.textContent);
    turned += 1;
    if (turned >= turns) { observer.disconnect(); done(); }
  }).observe(document.querySelector(".grid"), { childList: true }));
  return [...seen];
}"""
NODES = "document.getElementsByTagName('*').length"


def test_it_shows_seats_clock_standings_and_results_in_turn_and_does_not_grow(
    server: ServerProcess, new_player: Callable[..., Page]
) -> None:
    slug = announce(server, bots=44)
    organise(server, desk_call(slug, "lifecycle.close_check_in"), *draw_and_release(slug))
    page = new_player(server.url, **SCREEN)
    page.goto(f"/tournaments/{slug}/hall?turn=0.05")
    expect(page.locator("[data-part=stage]")).to_have_text("Stage 1 begins in")
    assert set(page.evaluate(TURNS, 8)) == {"Seats by name", "Seats by table"}
    organise(server, desk_call(slug, "opening.start_tables", stage_number=1))
    expect(page.locator("[data-part=stage]")).to_have_text("Stage 1 · 11 of 11 tables finished")
    seen = page.evaluate(TURNS, 12)
    assert set(seen) == {"Standings", "Latest results"}
    before = page.evaluate(NODES)
    page.evaluate(TURNS, 100)
    # A page of another kind has more rows; what is not there any more is not kept.
    assert page.evaluate(NODES) < 2 * before + 200
    assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")


def test_the_clock_runs(server: ServerProcess, new_player: Callable[..., Page]) -> None:
    slug = announce(server, bots=7, options="", stages="{'minutes': 45}")
    organise(
        server,
        "person('ada')",
        f"tournament_id = desk({slug!r})['tournament_id']",
        "own_entry.enter_tournament(tournament_id=tournament_id, user=person('ada'), now=now)",
    )
    organise(server, desk_call(slug, "entries.check_in_all"), desk_call(slug, "lifecycle.close_check_in"))
    organise(server, *draw_and_release(slug), desk_call(slug, "opening.start_tables", stage_number=1))
    page = new_player(server.url, **SCREEN)
    page.goto(f"/tournaments/{slug}/hall")
    clock = page.locator("[data-part=clock]")
    expect(clock).to_have_text(re.compile(r"44:\d\d"))
    organise(server, desk_call(slug, "clocks.add_time", stage_number=1, minutes=-41))
    expect(clock).to_have_attribute("data-tone", "warn")
    organise(server, desk_call(slug, "clocks.hold_tables", stage_number=1))
    expect(clock).to_have_text(re.compile(r"Paused \d:\d\d"))


def test_it_comes_back_by_itself(own_server: ServerProcess, new_player: Callable[..., Page]) -> None:
    slug = announce(own_server, bots=8)
    page = new_player(own_server.url, **SCREEN)
    page.goto(f"/tournaments/{slug}/hall?turn=0.2")
    expect(page.locator("h2")).to_have_text("Welcome")
    own_server.kill()
    expect(page.locator("[data-part=lost]")).to_be_visible()
    own_server.start()
    organise(own_server, desk_call(slug, "lifecycle.close_check_in"), *draw_and_release(slug))
    expect(page.locator("h2")).to_contain_text("Seats by name")
    expect(page.locator("[data-part=lost]")).to_be_hidden()


CUT = """[...document.querySelectorAll("h1, .stage, .grid span")]
  .filter(one => one.scrollWidth > one.clientWidth + 1 || one.scrollHeight > one.clientHeight + 1)
  .map(one => one.textContent)"""
SMALLEST = """Math.min(...[...document.querySelectorAll(".grid span")]
  .map(one => parseFloat(getComputedStyle(one).fontSize) / innerHeight))"""
NAMES = ["Ada", "Bo Li", "Maximiliane-Charlotte von Hohenzollern", "Wolfeschlegelsteinhausenbergerdorffersen"]


@pytest.mark.parametrize(("width", "height"), [(1280, 720), pytest.param(1920, 1080, marks=pytest.mark.long)])
def test_names_as_long_as_can_be_are_read_whole(
    server: ServerProcess, new_player: Callable[..., Page], width: int, height: int
) -> None:
    title = "The International Championship of All Who Bid Exactly What They Take, 2026"
    slug = announce(server, bots=0, options=f"online=False, name={title!r}")
    names = [f"{NAMES[n % 4][:37]} {n}" for n in range(38)]
    enter = f"[entries.enter_player(**desk({slug!r}), name=name, nation='GER') for name in {names!r}]"
    organise(server, enter, desk_call(slug, "lifecycle.close_check_in"), *draw_and_release(slug))
    results = f"""for table in Tournament.objects.get(slug={slug!r}).stages.get().tables.all()[:4]:
    rows = [dict(seat=n, score=-60 + 10 * min(n, 3), correct_bids=0) for n in range(table.size)]
    enter_result(stage_table_id=table.pk, rows=rows, actor=organiser(), now=now, reason="the sheet")"""
    start = desk_call(slug, "opening.start_tables", stage_number=1)
    organise(server, "from tournaments.services.table.result_entry import enter_result", start, results)
    page = new_player(server.url, viewport={"width": width, "height": height})
    page.goto(f"/tournaments/{slug}/hall?turn=0.4")
    seen = set()
    while seen != {"Seats by name", "Seats by table", "Standings", "Latest results"}:
        page.evaluate(TURNS, 1)
        seen.add(page.locator("h2").evaluate("heading => heading.firstChild.textContent"))
        assert page.evaluate(CUT) == []
        # Letters of a sixtieth of the screen's height are read from as far away as the footer is.
        assert page.evaluate(SMALLEST) > 1 / 60
        assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")
