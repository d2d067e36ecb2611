"""What organisers see of many tables, and their results: from the rows, and from the log alone."""

from datetime import timedelta
from random import Random

import pytest

from core.refusal import NotFound
from games.models import Seat
from games.rules.errors import NotFinished
from games.selectors.results import replay_seat_results
from games.selectors.states import table_states
from games.services.attendance import signs_of_life
from games.services.attendance.signs_of_life import record_arrival
from games.services.referee import Sitter, annul_game, halt_table, replace_player, set_time_limit, stop_game
from tests.support.games.people import person
from tests.support.games.playing import AT, opened, people, play_on, running, short, sight, user_at

pytestmark = pytest.mark.django_db


def state(table_id: str):
    return table_states([table_id])[table_id]


def test_a_running_table():
    table_id = running(4, **short(1, 3, 2))
    play_on(table_id, Random(2), until=lambda seen: (seen["round"] or {}).get("number") == 2)
    Seat.objects.filter(table_id=table_id).update(arrived_at=None)
    signs_of_life._known.clear()
    record_arrival(table_id=table_id, user=user_at(table_id, 1), now=AT)
    set_time_limit(table_id=table_id, closes_at=AT + timedelta(minutes=45), now=AT)
    halt_table(table_id=table_id, now=AT)
    found = state(table_id)
    seen = sight(table_id)
    assert (found.status, found.number, found.halted) == (seen["status"], seen["number"], True)
    assert (found.round, found.rounds, found.result) == (2, 3, None)
    assert found.scores == {player["seat"]: player["score"] for player in seen["players"]}
    assert set(found.scores.values()) != {0}
    assert found.closes_at == AT + timedelta(minutes=45)
    assert (found.arrived_at[1], found.arrived_at[0]) == (AT, None)
    assert found.sitters[1] == Sitter("bob", "human", user_at(table_id, 1))


def test_nothing_of_the_running_round_is_told():
    table_id = running(4, **short(1, 3, cheating=True))
    play_on(table_id, Random(2), until=lambda seen: (seen["round"] or {}).get("number") == 2)
    before = state(table_id)
    play_on(table_id, Random(2), until=lambda seen: seen["status"] == "pause", nerve=0.5)
    assert state(table_id)._replace(number=0, status="") == before._replace(number=0, status="")


def test_a_waiting_a_finished_a_stopped_and_an_annulled_table():
    waiting, over, stopped, annulled = opened(*people(1)), running(3), running(3), running(3)
    play_on(over, Random(1))
    stop_game(table_id=stopped, now=AT)
    annul_game(table_id=annulled, now=AT)
    found = table_states([waiting, over, stopped, annulled, "nowhere"])
    assert set(found) == {waiting, over, stopped, annulled}
    assert [found[t].status for t in (waiting, over, stopped, annulled)] == [
        "open",
        "finished",
        "finished",
        "abandoned",
    ]
    assert (found[waiting].round, found[waiting].rounds) == (0, 15)
    assert (found[over].round, found[over].rounds) == (2, 2)
    assert found[over].result == replay_seat_results(over)
    assert found[stopped].result == replay_seat_results(stopped)
    assert (found[waiting].result, found[annulled].result) == (None, None)


def test_however_many_tables_it_is_the_same_few_questions(django_assert_num_queries):
    tables = [running(3) for _ in range(12)]
    play_on(tables[0], Random(1))
    with django_assert_num_queries(3):
        assert len(table_states(tables)) == 12


def test_the_log_alone_leads_to_the_result_whatever_the_rows_say():
    table_id = running(3)
    replace_player(table_id=table_id, seat=1, sitter=Sitter("eve", "human", person("eve").pk), now=AT)
    play_on(table_id, Random(1))
    proven = replay_seat_results(table_id)
    assert proven == state(table_id).result
    assert [place.rank for place in proven] == [1, 2, 3]
    assert "eve" in [place.name for place in proven]
    Seat.objects.filter(table_id=table_id).update(score=999)
    assert state(table_id).result != proven
    assert replay_seat_results(table_id) == proven


def test_who_has_no_result_yet():
    with pytest.raises(NotFinished):
        replay_seat_results(running(3))
    with pytest.raises(NotFound):
        replay_seat_results("nowhere")
