"""The draft of a draw by the desk's buttons: drawn again, seats swapped and locked, a withdrawal."""

import pytest

from tests.support.tournaments.drawing import placements
from tests.support.tournaments.events import stage_of


def test_the_same_seed_draws_the_same_seats(drawn):
    before = [placement.entry_id for placement in placements(drawn)]
    drawn.press("draw", 1, seed=4)
    assert [placement.entry_id for placement in placements(drawn)] != before
    drawn.press("draw", 1, seed=3)
    assert [placement.entry_id for placement in placements(drawn)] == before


@pytest.mark.parametrize("seed", ["x", "-1", "99999999999999999999"])
def test_what_is_no_seed_draws_nothing(drawn, seed):
    before = [placement.pk for placement in placements(drawn)]
    assert "Seed" in drawn.press("draw", 1, seed=seed)
    assert [placement.pk for placement in placements(drawn)] == before


def test_two_seats_are_swapped(drawn):
    first, last = placements(drawn)[0], placements(drawn)[-1]
    assert "swapped seats" in drawn.press("swap", one=first.pk, other=last.pk)
    now = placements(drawn)
    assert (now[0].entry_id, now[-1].entry_id) == (last.entry_id, first.entry_id)
    assert "Choose two" in drawn.press("swap", one=first.pk, other=first.pk)
    assert "second seat" in drawn.press("swap", one=first.pk)


def test_who_is_locked_stays_when_the_rest_is_drawn_again(drawn):
    kept = placements(drawn)[5]
    assert "is locked" in drawn.press("lock", lock=kept.pk)
    assert "Unlock" in drawn.page("stage", 1)
    drawn.press("draw", 1, seed=99)
    now = next(one for one in placements(drawn) if one.entry_id == kept.entry_id)
    assert (now.table.number, now.seat, now.locked) == (2, kept.seat, True)
    assert "unlocked" in drawn.press("lock", unlock=now.pk)


def test_a_seat_that_was_drawn_again_is_no_longer_there(drawn):
    old = placements(drawn)[0].pk
    drawn.press("draw", 1, seed=5)
    assert "drawn again" in drawn.press("lock", lock=old)


def test_a_withdrawal_between_draw_and_release_is_refused_by_name(drawn):
    gone = placements(drawn)[2].entry
    drawn.sure("withdraw", gone.pk)
    assert gone.name in drawn.press("release", 1)
    assert stage_of(drawn.tournament).released_at is None
    drawn.press("draw", 1)
    assert "released" in drawn.press("release", 1)
