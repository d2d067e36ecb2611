"""A cancelled tournament stays as it is."""

import pytest

from games.models import Table
from tests.support.tournaments.events import (
    AT,
    desk,
    event,
    fresh,
    organiser,
    sketched,
    stage_of,
    start,
    table,
    with_bots,
)
from tournaments.errors import WrongMoment
from tournaments.models import Placement
from tournaments.services.draw import drafts, draws
from tournaments.services.entry.bots import enter_bots
from tournaments.services.lifecycle import lifecycle, settings
from tournaments.services.stage.closing import set_qualification
from tournaments.services.table import clocks, opening
from tournaments.services.table.result_entry import enter_result
from tournaments.services.table.rulings import replay_table

pytestmark = pytest.mark.usefixtures("on_file")


def cancelled():
    """A tournament that was cancelled while its first stage played."""
    tournament = with_bots(event({"minutes": 45}, {"kind": "final"}), 8)
    start(tournament, 1)
    lifecycle.cancel_tournament(**desk(tournament), reason="a fire alarm")
    return fresh(tournament)


ON_CANCELLED = {
    "open check-in": lambda t: lifecycle.open_check_in(**desk(t)),
    "close check-in": lambda t: lifecycle.close_check_in(**desk(t)),
    "enter": lambda t: enter_bots(**desk(t), count=1, level="journeyman"),
    "draw": lambda t: draws.draw_stage(**desk(t), stage_number=2, seed=1),
    "release": lambda t: draws.release_draw(**desk(t), stage_number=1),
    "take back": lambda t: draws.take_back_draw(**desk(t), stage_number=1),
    "start": lambda t: opening.start_tables(**desk(t), stage_number=1),
    "pause": lambda t: clocks.hold_tables(**desk(t), stage_number=1),
    "add time": lambda t: clocks.add_time(**desk(t), stage_number=1, minutes=5),
    "replay": lambda t: replay_table(stage_table_id=table(t).pk, actor=organiser(), now=AT, reason="x"),
    "enter a result": lambda t: enter_result(
        stage_table_id=table(t).pk,
        rows=[{"seat": n, "score": 10, "correct_bids": 1} for n in range(4)],
        actor=organiser(),
        now=AT,
        reason="x",
    ),
    "finish": lambda t: lifecycle.finish_tournament(**desk(t)),
    "cancel": lambda t: lifecycle.cancel_tournament(**desk(t), reason="again"),
    "set a cut": lambda t: set_qualification(**desk(t), stage_number=1, qualify="best", count=4),
    "change a stage": lambda t: settings.change_stage(
        stage_id=stage_of(t, 2).pk, changes={"minutes": 5}, actor=organiser(), now=AT
    ),
    "renumber stages": lambda t: settings.renumber_stages(
        tournament_id=t.pk, numbers={stage_of(t, 2).pk: 3}, actor=organiser(), now=AT
    ),
    "remove a stage": lambda t: settings.remove_stage(stage_id=stage_of(t, 2).pk, actor=organiser(), now=AT),
    "run by its timetable": lambda t: settings.switch_timetable(**desk(t), automatic=True),
}


@pytest.mark.parametrize("act", ON_CANCELLED.values(), ids=ON_CANCELLED)
def test_what_is_cancelled_stays_as_it_is(act):
    tournament = cancelled()
    with pytest.raises(WrongMoment):
        act(tournament)
    assert (fresh(tournament).status, fresh(tournament).number) == ("cancelled", tournament.number)
    assert Table.objects.get(pk=table(tournament).annulled[0]).status == "abandoned"


def test_the_draft_of_a_cancelled_tournament_stays_as_it_is():
    tournament = event()
    sketched(tournament, 8)
    lifecycle.cancel_tournament(**desk(tournament), reason="snow")
    one, *_, other = Placement.objects.filter(stage__tournament=tournament).order_by("table", "seat")
    with pytest.raises(WrongMoment, match="over"):
        drafts.set_seat_lock(placement_id=one.pk, locked=True, actor=organiser(), now=AT)
    with pytest.raises(WrongMoment, match="over"):
        drafts.swap_seats(one=one.pk, other=other.pk, actor=organiser(), now=AT)
