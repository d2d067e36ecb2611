"""Quick matches: people meet at one table, bots come after the wait, and nobody is at two."""

from datetime import timedelta

import pytest

from accounts.models import AccountKind
from accounts.services import block_player
from core.refusal import BadRequest
from games.models import MatchRequest, Seat, Table
from games.models.table import RUNNING
from games.rules.errors import BotsNotAdmitted
from games.selectors.lobby import matching
from games.selectors.lobby.matching import match_requests_of, match_state
from games.services.attendance.signs_of_life import record_arrival
from games.services.lobby.lobby import open_table, take_seat
from games.services.matching.requests import keep_match_requests_alive
from games.services.matching.tables import PRESENT_SECONDS, form_tables
from games.services.matching.withdrawal import withdraw_request
from games.store.tables import load_snapshot
from tests.support.games.matching import LATER, is_waiting, seek, table_of
from tests.support.games.people import person
from tests.support.games.playing import AT, people


def after_the_wait(*users):
    """Form tables when all have waited; their pages have been there all the time."""
    keep_match_requests_alive(user_ids=[user.pk for user in users], now=LATER)
    return form_tables(now=LATER)


@pytest.mark.django_db
def test_people_who_want_the_same_are_seated_at_one_table_that_runs():
    alice, bob, dora = people(3)
    assert seek(alice, size=3, pace="fast", salt="ab") is None
    assert seek(bob, pace="fast") is None
    table_id = seek(dora, size=3, pace="fast")
    assert table_id == table_of(alice) == table_of(bob)
    row = Table.objects.get(pk=table_id)
    # Where the first trump card is a wizard, its dealer names a suit before the bids.
    assert row.status in RUNNING
    assert (row.size, row.options["clock"], row.visibility) == (3, 15, "public")
    assert [seat.user for seat in row.seats.order_by("seat")] == [alice, bob, dora]
    assert load_snapshot(table_id).state.seats[0].salt == "ab"


@pytest.mark.django_db
def test_bots_take_the_free_seats_after_the_wait_at_the_level_that_was_chosen():
    alice, bob = people(2)
    seek(alice, size=4, bot_level="master")
    seek(bob, now=AT + timedelta(seconds=5), size=4, bot_level="apprentice")
    assert match_state(alice.pk, now=AT)["match"]["fill_at"] == "2026-01-01T12:00:20Z"
    assert form_tables(now=AT + timedelta(seconds=5)) == []
    [table_id] = after_the_wait(alice, bob)
    assert table_of(alice) == table_of(bob) == table_id
    seats = Seat.objects.filter(table=table_id).order_by("seat")
    assert [(seat.kind, seat.level) for seat in seats] == [("human", "")] * 2 + [("bot", "master")] * 2


@pytest.mark.django_db
def test_cards_can_be_taken_back_against_bots_and_not_among_strangers():
    alice, bob, charlie = person("alice"), person("bob"), person("charlie")
    for user, size in ((alice, 3), (bob, 3), (charlie, 4)):
        seek(user, size=size)
    after_the_wait(alice, bob, charlie)
    undo = [Table.objects.get(pk=table_of(user)).options.get("undo", False) for user in (alice, bob, charlie)]
    assert undo == [False, False, True]


@pytest.mark.django_db
def test_who_refuses_bots_goes_on_waiting():
    alice, bob = people(2)
    seek(alice, fill_with_bots=False)
    seek(bob)
    assert match_state(alice.pk, now=AT)["match"]["fill_at"] is None
    after_the_wait(alice, bob)
    assert is_waiting(alice)
    assert table_of(bob) is not None


@pytest.mark.django_db
def test_guests_and_accounts_meet():
    guest, alice = person("a guest", AccountKind.GUEST), person("alice")
    seek(guest, size=3)
    seek(alice, size=3)
    assert seek(person("bob"), size=3) == table_of(guest)


@pytest.mark.django_db
def test_people_who_have_blocked_each_other_are_not_seated_together():
    alice, bob, dora = people(3)
    block_player(user=alice, name="bob", now=AT)
    seek(alice, size=3)
    seek(bob, size=3)
    assert seek(dora, size=3) is None
    tables = after_the_wait(alice, bob, dora)
    assert len(tables) == 2
    assert table_of(alice) != table_of(bob)


@pytest.mark.django_db
def test_nobody_is_in_two_searches():
    alice, bob, dora = people(3)
    seek(alice, size=3)
    seek(alice, size=4, now=AT + timedelta(seconds=1))
    assert MatchRequest.objects.filter(user=alice).count() == 1
    seek(bob, size=3)
    assert seek(dora, size=3) is None


@pytest.mark.django_db
def test_the_same_wish_again_keeps_its_place():
    [alice] = people(1)
    seek(alice, size=3)
    first = MatchRequest.objects.get(user=alice)
    seek(alice, size=3, now=AT + timedelta(seconds=3))
    again = MatchRequest.objects.get(user=alice)
    assert (again.pk, again.requested_at) == (first.pk, AT)
    assert again.seen_at == AT + timedelta(seconds=3)


@pytest.mark.django_db
def test_who_was_given_a_table_is_told_of_it_again_until_they_come():
    alice, bob, dora = people(3)
    for user in (alice, bob, dora):
        seek(user, size=3)
    table_id = table_of(alice)
    assert seek(alice, size=4) == table_id
    withdraw_request(user=alice)
    assert table_of(alice) == table_id
    record_arrival(table_id=table_id, user=alice.pk, now=AT)
    assert match_state(alice.pk, now=AT)["match"] is None
    assert seek(alice, size=4) is None
    assert is_waiting(alice)


@pytest.mark.django_db
def test_a_withdrawn_request_is_not_matched():
    alice, bob, dora = people(3)
    seek(alice, size=3)
    withdraw_request(user=alice)
    withdraw_request(user=alice)
    seek(bob, size=3)
    assert seek(dora, size=3) is None
    assert match_state(alice.pk, now=AT)["match"] is None


@pytest.mark.django_db
def test_somebody_who_sits_down_elsewhere_looks_no_further():
    alice, bob = people(2)
    seek(alice)
    table_id = open_table(user=alice, size=4, now=AT)
    seek(bob)
    take_seat(table_id=table_id, user=bob, now=AT)
    assert not MatchRequest.objects.exists()


@pytest.mark.django_db
def test_people_who_show_no_sign_of_life_are_passed_over_until_they_are_back():
    alice, bob, dora = people(3)
    gone = AT + timedelta(seconds=PRESENT_SECONDS + 1)
    seek(alice, size=3)
    seek(bob, size=3, now=gone)
    assert seek(dora, size=3, now=gone) is None
    keep_match_requests_alive(user_ids=[alice.pk], now=gone)
    assert len(form_tables(now=gone)) == 1


@pytest.mark.django_db
def test_a_deactivated_account_is_not_seated():
    alice, bob, dora = people(3)
    seek(alice, size=3)
    alice.is_active = False
    alice.save()
    seek(bob, size=3)
    assert seek(dora, size=3) is None


@pytest.mark.django_db
def test_bot_accounts_and_unknown_levels_are_refused():
    with pytest.raises(BotsNotAdmitted):
        seek(person("robby", AccountKind.BOT))
    with pytest.raises(BadRequest):
        seek(person("alice"), bot_level="genius")
    assert not MatchRequest.objects.exists()


@pytest.mark.django_db
def test_a_table_that_cannot_be_stored_leaves_its_people_waiting(monkeypatch):
    def fail(*_, **__):
        raise RuntimeError("The disk is full.")

    alice, bob, dora = people(3)
    seek(alice, size=3)
    seek(bob, size=3)
    with monkeypatch.context() as patch:
        patch.setattr("games.services.matching.tables.create_table", fail)
        assert seek(dora, size=3) is None
    assert all(is_waiting(user) for user in (alice, bob, dora))
    assert len(form_tables(now=AT)) == 1


@pytest.mark.django_db
def test_a_crowd_of_whom_nobody_is_searching_costs_one_small_query(monkeypatch, django_assert_num_queries):
    monkeypatch.setattr(matching, "MAX_USERS_IN_QUERY", 2)
    crowd = people(3)
    with django_assert_num_queries(1):
        assert match_requests_of(user.pk for user in crowd) == {}
    seek(crowd[0], pace="fast")
    with django_assert_num_queries(2):
        assert set(match_requests_of(user.pk for user in crowd)) == {crowd[0].pk}
    # Of those who are searching, only the users that were asked for.
    assert match_requests_of([user.pk for user in crowd[1:]]) == {}
