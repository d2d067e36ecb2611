"""An organiser's day on which much goes wrong and all is put right, through the admin's own pages alone."""

from io import StringIO
from typing import Any

import pytest
from django.core.management import call_command

from tests.support.tournaments.events import event, fresh, stage_of, table
from tests.support.tournaments.pages.desks import Organiser, fields_on, organising
from tournaments.models import Entry, HandResult, Placement

NAMES = ("Ada", "Bob", "Cleo", "Dora", "Emil", "Fay", "Gus", "Nora")
Made = dict[str, tuple[int, int]]
"""Score and correct bids by name, in two rounds of one card and of two."""


@pytest.fixture
def olga(on_file: None) -> Organiser:
    """The owner of a tournament with real cards: one stage, and a final of the best four."""
    tournament = event({"qualify": "best", "qualify_count": 4}, {"kind": "final"}, online=False)
    return Organiser(organising("olga", tournament), tournament)


def seats(olga: Organiser, table_number: int, stage: int = 1) -> list[str]:
    """Who sits at a table, by seat."""
    table_snapshot = Placement.objects.filter(table=table(olga.tournament, table_number, stage)).order_by(
        "seat"
    )
    return [str(placement.entry) for placement in table_snapshot]


def placement(olga: Organiser, name: str) -> int:
    """Somebody's seat in the first stage."""
    return Placement.objects.get(stage=stage_of(olga.tournament), entry__name=name).pk


def sheet(olga: Organiser, table_number: int, made: Made, stage: int = 1) -> dict[str, Any]:
    """The form of a table's result as it is shown now, filled in from a score sheet."""
    form = fields_on(olga.page("table", stage, table_number).partition('id="result"')[2])
    for seat, name in enumerate(seats(olga, table_number, stage)):
        form[f"{seat}-score"], form[f"{seat}-correct_bids"] = (str(part) for part in made[name])
    return {**form, "reason": "score sheet"}


def enter(olga: Organiser, table_number: int, made: Made, stage: int = 1) -> None:
    """A table's result."""
    pk = table(olga.tournament, table_number, stage).pk
    assert "entered" in olga.press("result", pk, **sheet(olga, table_number, made, stage))


def in_order(names: list[str]) -> Made:
    """A result in which the first named is first, and so on."""
    return dict(zip(names, [(40, 2), (10, 1), (0, 1), (-20, 0)], strict=True))


def test_a_day_on_which_everything_is_put_right(olga):
    tournament = olga.tournament
    otto = Organiser(organising("otto", tournament, "arbiter"), tournament)
    olga.import_list("name\n" + "\n".join(NAMES))
    olga.sure("check_in_all")
    assert "closed" in olga.sure("close_check_in")
    for name in ("draw", "release", "start"):
        olga.press(name, 1)

    # Nora does not come. Stan does, who stood by.
    assert "Stan" in olga.press("add_player", name="Stan")
    stan = Entry.objects.get(tournament=tournament, name="Stan")
    said = olga.press("give_seat", placement=placement(olga, "Nora"), who=stan.pk, reason="did not come")
    assert said == "The player from the waiting list has taken the seat."

    # Both arbiters have the sheet of table 1 before them, and one of them misreads it.
    one, two = seats(olga, 1), seats(olga, 2)
    right, misread = in_order(one), in_order(one[1::-1] + one[2:])
    ours, theirs = sheet(olga, 1, misread), sheet(otto, 1, right)
    pk = table(tournament).pk
    assert "entered" in olga.press("result", pk, **ours)
    assert f"by olga: seat 1, {one[0]}, 10 points" in otto.press("result", pk, **theirs)
    assert "corrected" in otto.press("result", pk, **fields_on(otto.shown))

    # What no game ends with is refused, and nothing of the sheet has to be typed again.
    typed = {**sheet(olga, 2, in_order(two)), "0-score": "400"}
    assert "400 points are not possible" in olga.press("result", table(tournament, 2).pk, **typed)
    typed = {**fields_on(olga.shown), "0-score": "40"}
    assert "entered" in olga.press("result", table(tournament, 2).pk, **typed)

    # The last of table 1 and the second of table 2 had sat on each other's seats.
    said = olga.press(
        "wrong_players", one=placement(olga, one[3]), other=placement(olga, two[1]), reason="they say so"
    )
    assert said == f"Swapped: {two[1]} at table 1, seat 4 and {one[3]} at table 2, seat 2."
    assert "closed" in olga.sure("close_stage", 1)
    assert "drawn" in olga.press("draw", 2)
    assert set(seats(olga, 1, 2)) == {one[0], one[1], two[0], one[3]}

    # After the draw of the final it is found that the sheet of table 2 was held upside down.
    olga.press("release", 2)
    upside_down = in_order([two[3], two[2], one[3], two[0]])
    olga.press("result", table(tournament, 2).pk, **sheet(olga, 2, upside_down))
    for name, what in ((two[3], "would play in"), (two[0], "has a seat in"), (one[3], "has a seat in")):
        assert f"{name} {what} Final" in olga.shown
    shown = fields_on(olga.shown)
    assert "corrected" in olga.press("result", table(tournament, 2).pk, **shown, next_draw="discard")
    for name in ("draw", "release", "start"):
        olga.press(name, 2)
    final = seats(olga, 1, 2)
    assert set(final) == {one[0], one[1], two[3], two[2]}

    # Somebody is disqualified by mistake, and somebody is first together with another.
    champion, other, third, fourth = final
    entry = Entry.objects.get(tournament=tournament, name=champion)
    olga.sure("disqualify", entry.pk, reason="a phone rang")
    assert "no longer disqualified" in olga.sure("lift", entry.pk, reason="not their phone")
    enter(olga, 1, {champion: (30, 1), other: (30, 1), third: (0, 1), fourth: (-20, 0)}, stage=2)
    assert "closed" in olga.sure("close_stage", 2)
    assert "the result is final" in olga.sure("finish")

    # They protest against the tie: the stage is reopened, and the final is played again.
    assert "open again" in olga.sure("reopen", 2, reason="both are first: they play for it")
    assert "starts again" in olga.sure("replay", table(tournament, 1, 2).pk, reason="a tie for the title")
    enter(olga, 1, in_order([champion, other, third, fourth]), stage=2)
    assert "closed" in olga.sure("close_stage", 2)
    assert "the result is final" in olga.sure("finish")
    assert f'<td class="n">1</td> <th scope="row"> {champion} ' in olga.page("prizes")
    assert fresh(tournament).status == "finished"
    assert HandResult.objects.filter(table__stage__tournament=tournament).count() == 7
    said = StringIO()
    call_command("recompute", tournament.slug, stdout=said)
    assert said.getvalue() == f"{tournament.slug}: proved\n"
