"""The analysis's call: progress, then the analysis; who gets none."""

import pytest

from games.services.analysis import analysis
from tests.support.games.people import api_of, person
from tests.support.games.playing import finished, people, running, short
from tests.support.games.responses import TABLES, is_refused

pytestmark = pytest.mark.django_db


@pytest.fixture
def jobs(monkeypatch) -> list[analysis.Job]:
    jobs: list[analysis.Job] = []
    monkeypatch.setattr(analysis, "_queue_job", jobs.append)
    monkeypatch.setattr(analysis, "_running", {})
    return jobs


def test_who_sat_there_is_told_how_far_it_is_and_then_all(jobs: list[analysis.Job], nobody) -> None:
    table_id = finished(*people(3), options=short(2))
    alice, path = api_of(person("alice")), f"{TABLES}/{table_id}/analysis"
    answer = alice.get(path)
    assert (answer.status_code, answer.json()) == (202, {"done": 0, "of": 1})
    assert not analysis.judge_next_round(jobs.pop())
    told = alice.get(path).json()
    assert (told["table"], told["seat"], len(told["rounds"])) == (table_id, 0, 1)
    assert [one["kind"] for one in told["rounds"][0]["decisions"]] == ["bid", "play", "play"]
    assert nobody.get(path, {"seat": 0}).json() == told
    assert jobs == []


def test_who_gets_none(jobs: list[analysis.Job], charlie, nobody) -> None:
    table_id = finished(*people(3), options=short(2))
    alice, path = api_of(person("alice")), f"{TABLES}/{table_id}/analysis"
    is_refused(lambda: charlie.get(path), 409, "not_seated")
    is_refused(lambda: nobody.get(path, {"seat": 0}), 409, "not_seated")
    is_refused(lambda: alice.get(path, {"seat": 3}), 404, "not_found")
    is_refused(lambda: alice.get(f"{TABLES}/nowhere/analysis"), 404, "not_found")
    assert alice.get(path, {"seat": "x"}).status_code == 400
    going = running(3, **short(2))
    is_refused(lambda: alice.get(f"{TABLES}/{going}/analysis"), 409, "not_finished")
    assert jobs == []
