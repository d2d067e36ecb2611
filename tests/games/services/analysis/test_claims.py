"""Several servers and one analysis: one claims it and makes it, the others wait until that claim expires."""

import os
import socket
import subprocess
from collections.abc import Callable
from datetime import timedelta
from threading import Event
from typing import Any

import pytest

from games.models import Analysis
from games.rules.protocol.analysis import Progress
from games.services.analysis import analysis, claims
from games.services.analysis.analysis import Job, judge_next_round
from games.services.analysis.claims import (
    CLAIM_TIMEOUT,
    RENEW_INTERVAL,
    Claim,
    Claimant,
    ClaimLost,
    claimant_of_this_process,
)
from tests.support.games.analysing import Hands, ask, played
from tests.support.games.playing import AT
from tests.support.games.threads import at_once
from tests.support.waiting import WAIT_TIMEOUT

ONE, OTHER = Claimant("one.example", 1, "a" * 32), Claimant("other.example", 2, "b" * 32)
MOMENT = timedelta(microseconds=1)


class Clock:
    """Stands still unless it is set."""

    def __init__(self) -> None:
        self.now = AT

    def __call__(self) -> Any:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def claims_of(db: None, clock: Clock) -> Callable[[Claimant], Claim]:
    """Claims of different servers on the same analysis."""
    table_id = played()
    return lambda by: Claim(table_id, 0, by, clock)


def jobs_of(hands: Hands, *servers: Claimant) -> list[Job]:
    """The same analysis as a job of each of these servers."""
    ask(played(2, 1, 2))
    job = hands.jobs.pop()
    return [job._replace(claimant=server, rounds_left=list(job.rounds_left)) for server in servers]


def test_two_that_claim_at_once_have_one_claim(hands: Hands, backend: str, monkeypatch) -> None:
    """Both have read that nobody has it before either writes."""
    table_id, both = played(), Event()
    holder, reads = claims._current_holder, iter((False, True))

    def wait_for_the_other(row: Analysis, now: Any) -> Claimant | None:
        if next(reads):
            both.set()
        assert both.wait(WAIT_TIMEOUT)
        return holder(row, now)

    monkeypatch.setattr(claims, "_current_holder", wait_for_the_other)
    Analysis.objects.create(table_id=table_id, seat=0)
    assert sorted(at_once([Claim(table_id, 0, by).take for by in (ONE, OTHER)])) == [False, True]


def test_while_one_server_judges_another_judges_nothing_and_does_not_wait(
    hands: Hands, backend: str, monkeypatch
) -> None:
    first, second = jobs_of(hands, ONE, OTHER)
    begun, go_on, answer = Event(), Event(), hands.ask

    def judge_later(question: Any) -> Any:
        begun.set()
        assert go_on.wait(WAIT_TIMEOUT)
        return answer(question)

    monkeypatch.setattr(hands, "ask", judge_later)

    def judge_all() -> None:
        while judge_next_round(first):
            pass

    def look() -> list[bool]:
        assert begun.wait(WAIT_TIMEOUT)
        turned_away = [judge_next_round(second) for _ in range(3)]
        go_on.set()
        return turned_away

    assert at_once([judge_all, look])[1] == [False] * 3
    assert len({question.seed for question in hands.asked}) == len(hands.asked)
    judged = Analysis.objects.get(table_id=first.table_id).data
    assert [past["round"] for past in judged] == [1, 2, 3]


def test_a_claim_expires_and_who_lost_it_notices(claims_of, clock: Clock) -> None:
    one, other = claims_of(ONE), claims_of(OTHER)
    assert one.take()
    assert other.is_held_by_another()
    clock.now = AT + CLAIM_TIMEOUT - MOMENT
    assert not other.take()
    clock.now = AT + CLAIM_TIMEOUT
    assert not other.is_held_by_another()
    assert other.take()
    with pytest.raises(ClaimLost):
        one.renew()
    assert not one.take()


def test_a_claim_is_kept_by_renewing_it(claims_of, clock: Clock, django_assert_num_queries) -> None:
    one, other = claims_of(ONE), claims_of(OTHER)
    assert one.take()
    clock.now = AT + RENEW_INTERVAL - MOMENT
    with django_assert_num_queries(0):
        one.renew()
    clock.now = AT + RENEW_INTERVAL
    one.renew()
    clock.now = AT + CLAIM_TIMEOUT
    assert not other.take()
    assert one.take()


def test_a_process_of_this_machine_that_has_died_blocks_nobody(claims_of) -> None:
    gone = subprocess.Popen(["true"])
    gone.wait()
    assert claims_of(Claimant(socket.gethostname(), gone.pid, "c" * 32)).take()
    assert claims_of(ONE).take()


def test_a_living_process_of_this_machine_keeps_its_claim(claims_of) -> None:
    assert claims_of(Claimant(socket.gethostname(), os.getppid(), "c" * 32)).take()
    assert not claims_of(ONE).take()


def test_who_has_done_or_failed_gives_its_claim_back(hands: Hands, db: None, clock: Clock) -> None:
    first, second = jobs_of(hands, ONE, OTHER)
    hands.gone = True
    with pytest.raises(analysis.Unanswered):
        judge_next_round(first, clock=clock)
    hands.gone = False
    while judge_next_round(second, clock=clock):
        pass
    row = Analysis.objects.get()
    assert (len(row.data), row.made_at, row.claimed_by, row.claimed_until) == (3, AT, "", None)


def test_a_server_that_lost_its_claim_goes_on_no_more(hands: Hands, db: None, caplog, monkeypatch) -> None:
    [job] = jobs_of(hands, ONE)
    monkeypatch.setattr(claims, "RENEW_INTERVAL", timedelta())
    answer = hands.ask

    def judge_and_lose_the_claim(question: Any) -> Any:
        Analysis.objects.update(claimed_by=str(OTHER))
        return answer(question)

    monkeypatch.setattr(hands, "ask", judge_and_lose_the_claim)
    analysis._judge_round_of_job(job)
    assert "Another server now analyses" in caplog.text
    assert (len(hands.asked), hands.jobs) == (1, [])
    assert Analysis.objects.get().claimed_by == str(OTHER)


def test_a_server_that_is_asked_meanwhile_tells_how_far_the_other_is(hands: Hands, db: None) -> None:
    table_id = played()
    claim = Claim(table_id, 0, OTHER)
    assert claim.take()
    assert ask(table_id) == Progress(0, 2)
    assert hands.jobs == []
    claim.release()
    assert ask(table_id) == Progress(0, 2)
    assert [job.claimant for job in hands.jobs] == [claimant_of_this_process()]


def test_what_is_stored_of_a_claimant_is_read_again() -> None:
    assert Claimant.parse(str(ONE)) == ONE
    assert Claimant.parse(str(claimant_of_this_process())) == claimant_of_this_process()
