"""The coach at a table: asked about one's own sight, thinking elsewhere, one question a person at a time."""

from concurrent.futures import Future
from random import Random
from typing import Any

import pytest

from games.models import LogEntry
from games.rules.errors import Busy, CoachOff, Halted, NotSeated, NotYourTurn
from games.rules.topics.bidding import Bid
from games.selectors.memory import sight_with_memory
from games.services.analysis import coach
from games.services.bots.worker_pool import Question
from games.services.referee import halt_table
from tests.support.games.people import person
from tests.support.games.playing import (
    AT,
    do,
    number,
    on_turn,
    play_on,
    running,
    short,
    sight,
    snapshot,
    user_at,
)
from tests.support.waiting import WAIT_TIMEOUT

pytestmark = pytest.mark.django_db
TOLD = {"suits": [], "bids": [], "cards": [], "why": "Because."}


class Thinking:
    """A thinker in the test's hand: it does what it is told to while somebody waits."""

    def __init__(self, told: Any = TOLD) -> None:
        self.asked: list[Question] = []
        self.told = told
        self.meanwhile = lambda: None

    def ask(self, question: Question) -> "Future[Any]":
        self.asked.append(question)
        meanwhile, self.meanwhile = self.meanwhile, lambda: None
        meanwhile()
        future: Future[Any] = Future()
        future.set_result(self.told)
        return future


@pytest.fixture
def thinking(monkeypatch) -> Thinking:
    thinking = Thinking()
    monkeypatch.setattr(coach, "_workers", thinking)
    return thinking


def coached(status: str = "bidding", **options: Any) -> str:
    table_id = running(4, **short(5, coach=True, **options))
    play_on(table_id, Random(7), until=lambda seen: seen["status"] == status)
    return table_id


def ask(table_id: str, seat: int) -> dict[str, Any]:
    user = user_at(table_id, seat)
    assert user is not None
    return coach.ask_for_advice(table_id=table_id, user=user, deck="modern", now=AT)


@pytest.mark.parametrize(("status", "kind"), [("bidding", "bid"), ("playing", "card")])
def test_the_coach_promises_something_of_each_choice_and_changes_nothing(
    status: str, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    # It thinks in a process of its own, which takes its time to start on a busy machine.
    monkeypatch.setattr(coach, "ANSWER_TIMEOUT", WAIT_TIMEOUT)
    table_id = coached(status)
    seat = on_turn(table_id)
    before = LogEntry.objects.count()
    told = ask(table_id, seat)
    assert told["number"] == number(table_id)
    assert [choice[kind] for choice in told[f"{kind}s"]] == sight(table_id, seat)["legal"][f"{kind}s"]
    assert [choice["best"] for choice in told[f"{kind}s"]].count(True) == 1
    assert told["why"].endswith(".")
    assert (LogEntry.objects.count(), number(table_id)) == (before, told["number"])
    assert ask(table_id, seat) == told


def test_what_is_asked_is_the_askers_own_sight_and_memory(thinking: Thinking) -> None:
    table_id = coached("playing")
    seat = on_turn(table_id)
    assert ask(table_id, seat) == {"number": number(table_id), **TOLD}
    (question,) = thinking.asked
    seen = sight_with_memory(snapshot(table_id), seat, now=AT)
    assert (question.sight, question.level) == (seen, "coach")


def test_others_move_while_the_coach_thinks(thinking: Thinking) -> None:
    table_id = coached(reveal="hiddentip")
    before = number(table_id)
    thinking.meanwhile = lambda: do(table_id, 1, Bid(1))
    assert ask(table_id, 0)["number"] == before
    assert number(table_id) > before


def test_one_question_a_person_at_a_time(thinking: Thinking) -> None:
    table_id = coached(reveal="hiddentip")

    def meanwhile() -> None:
        assert ask(table_id, 1)["why"] == "Because."
        with pytest.raises(Busy):
            ask(table_id, 0)

    thinking.meanwhile = meanwhile
    assert ask(table_id, 0)["why"] == "Because."
    assert ask(table_id, 0)["why"] == "Because."
    assert len(thinking.asked) == 3


def test_a_coach_who_cannot_answer_is_busy(thinking: Thinking, monkeypatch) -> None:
    table_id = coached()
    seat = on_turn(table_id)
    thinking.told = None
    with pytest.raises(Busy):
        ask(table_id, seat)
    monkeypatch.setattr(coach, "ANSWER_TIMEOUT", 0)
    late: Future[Any] = Future()
    monkeypatch.setattr(thinking, "ask", lambda question: late)
    with pytest.raises(Busy):
        ask(table_id, seat)
    assert late.cancelled()


def test_who_may_not_ask(thinking: Thinking) -> None:
    table_id = coached()
    seat = on_turn(table_id)
    with pytest.raises(NotYourTurn):
        ask(table_id, (seat + 1) % 4)
    with pytest.raises(NotSeated):
        coach.ask_for_advice(table_id=table_id, user=person("charlie").pk, deck="modern", now=AT)
    halt_table(table_id=table_id, now=AT)
    with pytest.raises(Halted):
        ask(table_id, seat)
    without = running(4, **short(5))
    with pytest.raises(CoachOff):
        ask(without, on_turn(without))
    assert thinking.asked == []
