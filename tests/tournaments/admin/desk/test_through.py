"""The names on the page of a closed stage: who goes on, and in which order."""

from tests.support.tournaments.events import desk, event, fresh, play, start, with_bots
from tests.support.tournaments.pages.desks import Organiser, organising
from tournaments.selectors.final_ranking import ranked_entrants
from tournaments.selectors.snapshot.read import read_snapshot
from tournaments.selectors.standings import standings_after
from tournaments.services.stage.closing import close_stage


def listed(page: str) -> list[str]:
    """The names on a stage's page, from top to bottom."""
    names = page.partition('<ol class="names">')[2].partition("</ol>")[0]
    return [item.partition("</li>")[0].partition("<span")[0].strip() for item in names.split("<li>")[1:]]


def test_a_stage_lists_its_names_in_the_order_that_counts_and_says_which(on_file):
    tournament = event(
        {"qualify": "best", "qualify_count": 8},
        {"kind": "knock_out", "qualify": "per_table", "qualify_count": 2},
        {"kind": "final"},
    )
    olga = Organiser(organising("olga", tournament), with_bots(tournament, 12))
    for stage_number in (1, 2, 3):
        start(tournament, stage_number)
        play(tournament, stage_number, seed=3)
        close_stage(**desk(tournament), stage_number=stage_number)
    snapshot = read_snapshot(fresh(tournament))
    name = {pk: entry.shown_name for pk, entry in snapshot.entries.items()}
    standings = [name[one.entry] for one in standings_after(snapshot)]
    ranking = [name[entry] for entry in ranked_entrants(snapshot)][:4]
    seeds = [each for each in standings if each in ranking]
    assert ranking != seeds, "the final has changed the order, or this test shows nothing"

    first, second, final = (olga.page("stage", number) for number in (1, 2, 3))
    assert listed(first) == standings[:8]
    assert "Names, by standing <" in first
    assert listed(second) == seeds
    assert "Names, by their standing after the preliminary stages" in second
    assert listed(final) == ranking
    assert "Names, by final ranking" in final
