"""Masters think elsewhere: at the table they are waited for, and no other table waits."""

import asyncio
from concurrent.futures import Future
from random import Random

import pytest
from django.utils import timezone

from games.bots.choose import LEVELS, choose_action
from games.models import Table
from games.rules.topics.bidding import Bid
from games.services.audit import audit_table
from games.services.bots import turns
from games.services.bots.worker_pool import Question
from games.services.scheduler import backoff, scheduler
from games.store import tables
from tests.support.games.choices import some_action
from tests.support.games.people import person
from tests.support.games.playing import do, number, opened, short, sight
from tests.support.games.schedulers import (
    Wakes,
    aside,
    play_with_scheduler,
    run_scheduler,
    waits_for_alice,
    with_bots,
)
from tests.support.waiting import WAIT_TIMEOUT

pytestmark = pytest.mark.usefixtures("on_file")


class Held:
    """A worker pool whose answers come when the test says so."""

    def __init__(self) -> None:
        self.asked: list[tuple[Question, Future]] = []
        self._wake_up = asyncio.Event()

    def ask(self, question: Question) -> Future:
        self.asked.append((question, Future()))
        self._wake_up.set()
        return self.asked[-1][1]

    async def until_asked(self, times: int) -> None:
        """Wait for so many questions."""
        async with asyncio.timeout(WAIT_TIMEOUT):
            while len(self.asked) < times:
                await self._wake_up.wait()
                self._wake_up.clear()

    def answer(self, at: int) -> None:
        question, future = self.asked[at]
        future.set_result(choose_action(question.sight, level="journeyman", rng=Random(question.seed)))

    def stop(self) -> None:
        for _, future in self.asked:
            future.cancel()


@pytest.fixture
def held(monkeypatch, on_file) -> Held:
    """A worker pool in the test's hand; no table of another test is due."""
    Table.objects.update(due_at=None)
    thinkers = Held()
    monkeypatch.setattr(scheduler, "WorkerPool", lambda: thinkers)
    return thinkers


def with_masters(**options) -> str:
    return opened(
        person("mary"), size=4, bots=3, bot_level="master", options=short(2, 1, **options), now=timezone.now()
    )


async def test_a_master_is_asked_for_its_own_sight_and_moves_when_it_has_thought(held) -> None:
    async with run_scheduler():
        table_id = await aside(with_masters)(reveal="hiddentip")
        await held.until_asked(1)
        before = number(table_id)
        question = held.asked[0][0]
        assert question.level == "master"
        assert question.sight["viewer"] in sight(table_id)["turn"]
        held.answer(0)
        await held.until_asked(2)
        assert number(table_id) > before
        assert sight(table_id)["players"][question.sight["viewer"]]["has_bid"]


async def test_no_other_table_waits_for_a_master(held) -> None:
    with Wakes() as wakes:
        async with run_scheduler():
            slow = await aside(with_masters)()
            await held.until_asked(1)
            before = number(slow)
            quick = await aside(with_bots)()
            await wakes.until(lambda: waits_for_alice(quick))
    assert number(slow) == before
    assert len(held.asked) == 1


async def test_an_answer_is_refused_when_the_table_has_moved_on_and_the_master_is_asked_again(held) -> None:
    async with run_scheduler():
        table_id = await aside(with_masters)(reveal="hiddentip")
        await held.until_asked(1)
        await aside(do)(table_id, 0, Bid(1), timezone.now())
        before = number(table_id)
        held.answer(0)
        await held.until_asked(2)
        assert number(table_id) == before
        held.answer(1)
        await held.until_asked(3)
        assert number(table_id) > before
    assert await aside(audit_table)(table_id) == []


@pytest.mark.parametrize("fails", [False, True])
async def test_a_table_at_which_thinking_fails_rests_before_it_is_asked_again(held, fails) -> None:
    """Else the scheduler would ask for the same move without end."""
    open_one = scheduler.Scheduler()
    nothing = {"number": 7, "legal": {"suits": [], "bids": [], "cards": []}}
    asked = turns.SlowMove(Question(nothing, "master", 1), "a-table", 0, 7)
    search = asyncio.ensure_future(open_one._search_and_move(asked))
    open_one._searches["a-table"] = search
    await held.until_asked(1)
    if fails:
        held.asked[0][1].set_exception(RuntimeError("no bot answers this"))
    else:
        held.asked[0][1].set_result(None)
    await search
    assert len(open_one._timers) == 0
    assert open_one._backoff.is_skipped("a-table")


async def test_where_no_thinker_answers_the_simplest_move_is_made_after_a_rest(held, monkeypatch) -> None:
    monkeypatch.setattr(scheduler, "POLL_INTERVAL_SECONDS", 0.01)
    monkeypatch.setattr(backoff, "FAILED_SECONDS", 0.02)
    with Wakes() as wakes:
        async with run_scheduler():
            table_id = await aside(with_masters)(reveal="hiddentip")
            for asked in range(1, 4):
                await held.until_asked(asked)
                held.asked[-1][1].set_exception(RuntimeError("no bot answers this"))
            await wakes.until(lambda: sum(player["has_bid"] for player in sight(table_id)["players"]) == 3)
    assert len(held.asked) == 3


async def test_masters_play_a_game_to_its_end_and_never_think_in_this_process(monkeypatch) -> None:
    monkeypatch.setattr(turns, "choose_action", None)
    with Wakes() as wakes:
        async with run_scheduler():
            table_id = await aside(with_masters)(pause=0)
            await play_with_scheduler(table_id, wakes)
    assert await aside(audit_table)(table_id) == []


@pytest.mark.parametrize("level", LEVELS)
def test_the_level_of_a_seat_reaches_its_bot(level, monkeypatch) -> None:
    table_id = opened(person("mary"), size=4, bots=3, bot_level=level, options=short(2, 1))
    levels = []
    monkeypatch.setattr(turns, "choose_action", lambda seen, *, level, rng, honest: levels.append(level))
    while sight(table_id)["turn"] == [0]:
        do(table_id, 0, some_action(sight(table_id, 0), Random(1)))
    snapshot = tables.load_snapshot(table_id)
    slow = turns.find_slow_move(snapshot, now=timezone.now(), rng=Random(1))
    turns.server_command(snapshot, now=timezone.now(), rng=Random(1))
    assert levels == [level]
    assert (slow.question.level if slow else None) == ("master" if level == "master" else None)
