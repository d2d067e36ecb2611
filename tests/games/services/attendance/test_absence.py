"""AbsenceWatch: a countdown for who is gone, then a stand-in; the seat back at the first sign of life."""

import json
from datetime import timedelta
from random import Random

import pytest

from core.realtime import bus
from games import broadcast, presence
from games.models import LogEntry, Rating, Table
from games.rules.record.check import check_record
from games.rules.topics.absence import LeaveGame
from games.selectors import sights
from games.services.attendance.absence import AbsenceWatch, players_in_live_games, return_seat_to_player
from games.services.attendance.grace import GRACE_SECONDS
from games.services.attendance.signs_of_life import record_arrival
from games.services.audit import audit_table
from games.services.bots.turns import server_command
from games.services.commands.act import dispatch
from games.services.ratings import rate_due_games
from games.services.referee import halt_table
from games.store.snapshot import Accepted
from tests.support.games.absence import Watch, away
from tests.support.games.choices import some_action
from tests.support.games.clocks import count_entries
from tests.support.games.people import person
from tests.support.games.playing import (
    AT,
    do,
    number,
    on_turn,
    opened,
    play_on,
    running,
    short,
    sight,
    snapshot,
    user_at,
)

pytestmark = pytest.mark.usefixtures("either_database")


@pytest.fixture(autouse=True)
def hearing_of_countdowns(nobody_is_connected):
    bus.add_listener(keep, kind=broadcast.Countdown)
    yield
    bus.remove_listener(keep)
    told.clear()


told: list[broadcast.Countdown] = []


def keep(message: broadcast.Countdown) -> None:
    told.append(message)


def test_a_stand_in_comes_when_the_grace_is_over_and_not_before():
    table_id = running(3)
    watch = Watch(table_id)
    for second in (0, 30, 59):
        watch.at(second, 0, 1)
    assert away(table_id) == []
    watch.at(60, 0, 1)
    watch.at(61, 0, 1)
    assert away(table_id) == [2]
    assert count_entries(table_id, "player_away") == 1
    assert audit_table(table_id) == []


def test_the_countdown_is_told_once_with_its_moment_and_called_off_when_they_are_back():
    table_id = running(3)
    watch = Watch(table_id)
    for second in (0, 6, 7):
        watch.at(second, 0, 1)
    assert [(each.seat, each.away_at) for each in told] == [(2, (AT + timedelta(seconds=60)).isoformat())]
    watch.at(8, 0, 1, 2)
    assert (told[-1].seat, told[-1].away_at) == (2, None)
    watch.at(66, 0, 1)
    assert away(table_id) == []


def test_who_is_gone_again_and_again_has_less_time():
    table_id = running(3)
    watch, now = Watch(table_id), 0.0
    for grace in (*GRACE_SECONDS, GRACE_SECONDS[-1]):
        watch.at(now, 0, 1, 2)
        watch.at(now + grace - 1, 0, 1)
        assert away(table_id) == []
        watch.at(now + grace, 0, 1)
        assert away(table_id) == [2]
        now += grace + 1
        return_seat_to_player(table_id=table_id, user=user_at(table_id, 2), now=AT)
        assert away(table_id) == []


def test_after_a_restart_everybody_has_a_full_grace():
    table_id = running(3)
    Watch(table_id).at(59, 0, 1)
    again = Watch(table_id, start=1060.0)
    again.at(0, 0, 1)
    again.at(59, 0, 1)
    assert away(table_id) == []
    again.at(60, 0, 1)
    assert away(table_id) == [2]


def test_who_could_not_be_heard_while_the_process_stood_still_is_not_gone():
    """As when its machine was halted for a while: whoever was there has a full grace from then."""
    table_id = running(3)
    leavers = AbsenceWatch(1000.0)
    for second in (0, 1, 2):
        leavers.tick(now=AT, monotonic_now=1000.0 + second)
    leavers.tick(now=AT, monotonic_now=1900.0)
    assert away(table_id) == []
    for second in range(1, int(GRACE_SECONDS[0])):
        leavers.tick(now=AT, monotonic_now=1900.0 + second)
    assert away(table_id) == []
    leavers.tick(now=AT, monotonic_now=1900.0 + GRACE_SECONDS[0])
    assert away(table_id) == [0, 1, 2]


def test_not_all_are_found_gone_in_one_look_and_nobody_has_longer_for_that(monkeypatch):
    monkeypatch.setattr("games.services.attendance.absence.MAX_FOUND_AT_ONCE", 2)
    table_id = running(3)
    watch = Watch(table_id)
    watch.at(0)
    watch.at(6)
    assert len(told) == 2
    watch.at(7)
    assert len(told) == 3
    watch.at(GRACE_SECONDS[0] - 1)
    assert away(table_id) == []
    watch.at(GRACE_SECONDS[0])
    assert away(table_id) == [0, 1, 2]


def test_two_processes_make_one_entry():
    table_id = running(3)
    first, second = Watch(table_id), Watch(table_id)
    for seconds in (0, 60, 61):
        first.at(seconds, 0, 1)
        second.at(seconds, 0, 1)
    assert count_entries(table_id, "player_away") == 1


def test_whoever_acts_has_the_seat_back_first():
    table_id = running(3)
    play_on(table_id, Random(1), until=lambda seen: seen["status"] == "bidding")
    seat = on_turn(table_id)
    watch = Watch(table_id)
    others = [each for each in range(3) if each != seat]
    watch.at(0, *others)
    watch.at(60, *others)
    assert away(table_id) == [seat]
    do(table_id, seat, some_action(sight(table_id, seat), Random(1)))
    assert away(table_id) == []
    assert count_entries(table_id, "player_back") == 1


def test_a_look_at_the_table_is_a_sign_of_life():
    table_id = running(3)
    before = presence.last_player_activity(table_id, 1)
    record_arrival(table_id=table_id, user=user_at(table_id, 1), now=AT)
    assert before is None
    assert presence.last_player_activity(table_id, 1) is not None


def test_who_left_on_purpose_is_away_until_coming_back():
    table_id = running(3)
    do(table_id, 1, LeaveGame())
    assert away(table_id) == [1]
    watch = Watch(table_id)
    watch.at(0, 0, 1, 2)
    watch.at(1, 0, 1, 2)
    assert away(table_id) == [1]
    return_seat_to_player(table_id=table_id, user=user_at(table_id, 1), now=AT)
    assert away(table_id) == []


def test_a_game_that_one_has_left_counts_and_tells_what_the_stand_in_did():
    table_id = running(6, preset="standard", pause=0)
    do(table_id, 1, LeaveGame())
    rng = Random(2)
    while (seen := sight(table_id))["status"] != "finished":
        if (seat := seen["turn"][0]) == 1:
            assert isinstance(dispatch(server_command(snapshot(table_id), now=AT, rng=rng)), Accepted)
        else:
            do(table_id, seat, some_action(sight(table_id, seat), rng))
    record = sights.read_record(table_id)
    plays = [play for each in record["rounds"] for trick in each["tricks"] for play in trick["plays"]]
    assert {play["by"] for play in plays if play["seat"] == 1} == {"bot"}
    assert {play["by"] for play in plays if play["seat"] != 1} == {"human"}
    decided = LogEntry.objects.filter(table_id=table_id, type__in=("card_played", "bid_made", "trump_named"))
    by = {(kind, each["seat"] == 1, each.get("by")) for kind, each in told_of(decided)}
    assert {each for each in by if each[1]} >= {("card_played", True, "bot"), ("bid_made", True, "bot")}
    assert {who for _, own, who in by if own} == {"bot"}
    assert "bot" not in {who for _, own, who in by if not own}
    assert check_record(record) == []
    # Whoever left is in the result, and it counts like everybody's.
    assert sorted(row["seat"] for row in record["result"]) == list(range(6))
    rate_due_games()
    assert list(Rating.objects.filter(user_id=user_at(table_id, 1)).values_list("games", flat=True)) == [1]


def told_of(entries) -> list[tuple[str, dict]]:
    """Type and fields of log entries."""
    return [(kind, json.loads(data)) for kind, data in entries.values_list("type", "data")]


def test_nobody_is_made_away_at_a_halted_table_and_no_bot_anywhere():
    halted = running(3)
    halt_table(table_id=halted, now=AT)
    before = number(halted)
    with_bots = opened(person("alice"), size=4, bots=3, options=short(2, 1))
    for table_id, there in ((halted, ()), (with_bots, (0,))):
        watch = Watch(table_id)
        watch.at(0, *there)
        watch.at(100, *there)
    assert number(halted) == before
    assert away(with_bots) == []


def test_nobody_is_looked_for_at_a_table_with_a_damaged_log():
    damaged, sound = running(3), running(3)
    Table.objects.filter(pk=damaged).update(quarantined="the log is damaged")
    assert {table_id for table_id, _, _ in players_in_live_games()} == {sound}


def test_the_grace_of_a_player_who_was_connected_begins_with_the_last_look_that_found_them():
    table_id = running(3)
    presence.add_socket(table_id, 2)
    watch = Watch(table_id)
    for second in (0, 50, 100):
        watch.at(second, 0, 1)
    presence.remove_socket(table_id, 2)
    for second in (101, 110, 100 + GRACE_SECONDS[0] - 1):
        watch.at(second, 0, 1)
    assert [(each.seat, each.away_at) for each in told] == [
        (2, (AT + timedelta(seconds=100 + GRACE_SECONDS[0])).isoformat())
    ]
    assert away(table_id) == []
    watch.at(100 + GRACE_SECONDS[0], 0, 1)
    assert away(table_id) == [2]


def test_a_countdown_is_called_off_when_the_player_connects():
    table_id = running(3)
    watch = Watch(table_id)
    for second in (0, 6):
        watch.at(second, 0, 1)
    presence.add_socket(table_id, 2)
    watch.at(7, 0, 1)
    assert (told[-1].seat, told[-1].away_at) == (2, None)
    watch.at(100, 0, 1)
    assert away(table_id) == []


def test_players_who_stay_connected_are_not_looked_at_one_by_one(monkeypatch):
    table_id = running(3)
    for seat in range(3):
        presence.add_socket(table_id, seat)
    watch = Watch(table_id)
    monkeypatch.setattr(AbsenceWatch, "_check_player", None)
    for second in (0, 60, 120):
        watch.at(second)
    assert presence.last_player_activity(table_id, 0) is None
