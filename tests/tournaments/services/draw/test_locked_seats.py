"""Seats that an organiser has locked stay as they are when the rest is drawn again."""

import pytest

from tests.support.games.people import person
from tests.support.tournaments.corrections import enter, real_cards
from tests.support.tournaments.drawing import sizes
from tests.support.tournaments.events import AT, desk, event, organiser, with_bots, with_people
from tournaments.models import Placement
from tournaments.services.draw import drafts, draws
from tournaments.services.entry import own_entry
from tournaments.services.stage import closing

pytestmark = pytest.mark.usefixtures("on_file")


def test_locked_seats_stay_when_the_rest_is_drawn_again():
    tournament = with_bots(event(), 16)
    draws.draw_stage(**desk(tournament), stage_number=1, seed=1)
    kept = Placement.objects.select_related("table").filter(stage__tournament=tournament).order_by("pk")[5]
    drafts.set_seat_lock(placement_id=kept.pk, locked=True, actor=organiser(), now=AT)
    draws.draw_stage(**desk(tournament), stage_number=1, seed=2)
    now = Placement.objects.get(stage__tournament=tournament, entry=kept.entry)
    assert (now.table.number, now.seat, now.locked) == (kept.table.number, kept.seat, True)


def test_a_locked_seat_of_who_has_left_stops_no_draw():
    tournament = event()
    with_people(tournament, ("alice", "bob", "dora", "emil"))
    draws.draw_stage(**desk(tournament), stage_number=1)
    bob = Placement.objects.get(stage__tournament=tournament, entry__name="bob")
    drafts.set_seat_lock(placement_id=bob.pk, locked=True, actor=organiser(), now=AT)
    own_entry.withdraw_from_tournament(tournament_id=tournament.pk, user=person("bob"), now=AT)
    draws.draw_stage(**desk(tournament), stage_number=1)
    assert sizes(tournament) == [3]


def test_a_lock_at_a_large_table_that_a_swiss_draw_has_moved_keeps_its_seat():
    tournament = real_cards(
        {"kind": "drawn"}, {"kind": "swiss"}, names=tuple(f"player-{n}" for n in range(13))
    )
    # Those at the table of five come first, fourth, seventh …: in the middle are the fewest of them.
    enter(tournament, 1, (60, 2), (30, 1), (10, 1), (-20, 0), (-30, 0))
    enter(tournament, 2, (50, 2), (20, 1), (0, 1), (-30, 0))
    enter(tournament, 3, (40, 2), (10, 1), (0, 1), (-20, 0))
    closing.close_stage(**desk(tournament), stage_number=1)
    draws.draw_stage(**desk(tournament), stage_number=2, seed=1)
    assert sizes(tournament, 2) == [4, 5, 4]
    fifth = Placement.objects.get(stage__tournament=tournament, stage__number=2, seat=4)
    drafts.set_seat_lock(placement_id=fifth.pk, locked=True, actor=organiser(), now=AT)
    draws.draw_stage(**desk(tournament), stage_number=2, seed=2)
    assert sizes(tournament, 2) == [4, 5, 4]
    now = Placement.objects.get(stage__tournament=tournament, stage__number=2, entry=fifth.entry)
    assert (now.table.number, now.seat, now.locked) == (2, 4, True)
