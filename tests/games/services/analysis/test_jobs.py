"""The jobs of analyses: resumed after a crash, made once by several servers, in turns."""

import pytest

from core.refusal import NotFound
from games.models import Analysis, Table
from games.rules.errors import Busy
from games.rules.protocol.analysis import Progress
from games.services.analysis import analysis
from tests.support.games.analysing import Hands, ask, played

pytestmark = pytest.mark.django_db


def test_a_server_that_died_is_resumed_where_the_rounds_end(hands: Hands, monkeypatch) -> None:
    table_id = played()
    ask(table_id)
    hands.work(1)
    first = list(Analysis.objects.get().data)
    hands.jobs.clear()
    monkeypatch.setattr(analysis, "_running", {})
    assert ask(table_id) == Progress(1, 2)
    hands.work()
    assert ask(table_id)["rounds"][:1] == first
    Analysis.objects.all().delete()
    ask(table_id)
    hands.work()
    assert ask(table_id)["rounds"][:1] == first


def test_a_thinker_that_died_is_asked_again_at_once(hands: Hands) -> None:
    table_id = played()
    ask(table_id)
    hands.faults = 1
    hands.work()
    assert Analysis.objects.get().made_at is not None


def test_thinkers_that_are_gone_end_it_until_somebody_asks_again(hands: Hands, caplog) -> None:
    table_id = played()
    ask(table_id)
    hands.gone = True
    hands.work()
    assert "waits: nobody judges" in caplog.text
    assert "Traceback" not in caplog.text
    assert Analysis.objects.get().data == []
    hands.gone = False
    assert ask(table_id) == Progress(0, 2)
    hands.work()
    assert Analysis.objects.get().made_at is not None


def test_two_servers_that_are_both_asked_make_one_analysis_and_judge_no_round_twice(
    hands: Hands, monkeypatch
) -> None:
    table_id = played(2, 1, 2)
    ask(table_id)
    monkeypatch.setattr(analysis, "_running", {})
    ask(table_id)
    one, other = hands.jobs
    assert one.rounds_left == other.rounds_left
    while one.rounds_left:
        analysis.judge_next_round(one)
    told, asked = ask(table_id), len(hands.asked)
    while other.rounds_left:
        analysis.judge_next_round(other)
    assert (ask(table_id), len(hands.asked)) == (told, asked)
    assert [past["round"] for past in told["rounds"]] == [1, 2, 3]


def test_a_round_that_two_servers_judge_at_the_same_time_is_there_once(hands: Hands, monkeypatch) -> None:
    table_id = played()
    ask(table_id)
    monkeypatch.setattr(analysis, "_running", {})
    ask(table_id)
    one, other = hands.jobs
    monkeypatch.setattr(analysis, "_is_round_judged", lambda job, past: False)
    for job in (one, other, one, other):
        analysis.judge_next_round(job)
    assert [past["round"] for past in ask(table_id)["rounds"]] == [1, 2]


def test_a_game_that_is_deleted_meanwhile_costs_the_others_nothing(hands: Hands, caplog) -> None:
    gone, stays = played(), played()
    ask(gone, 0)
    ask(stays, 1)
    Table.objects.filter(pk=gone).delete()
    hands.work()
    assert "Traceback" not in caplog.text
    assert [row.table_id for row in Analysis.objects.all()] == [stays]
    with pytest.raises(NotFound):
        ask(gone)


def test_jobs_take_turns_a_round_each(hands: Hands) -> None:
    first, second = played(2, 2, 2), played(1)
    ask(first, 0)
    ask(second, 1)
    hands.work(2)
    assert [(job.table_id, len(job.rounds_left)) for job in hands.jobs] == [(first, 2)]


def test_one_at_a_time_for_each_person_and_not_too_many_in_all(hands: Hands, monkeypatch) -> None:
    one, other = played(), played()
    ask(one, 0)
    with pytest.raises(Busy):
        ask(other, 0)
    monkeypatch.setattr(analysis, "MAX_RUNNING", 1)
    with pytest.raises(Busy):
        ask(other, 1)
    hands.work()
    assert ask(other, 0) == Progress(0, 2)
