"""Bots that hesitate and then accuse, as the scheduler runs them."""

import asyncio
from contextlib import asynccontextmanager
from random import Random

import pytest
from django.utils import timezone

from core.realtime import bus
from games import broadcast
from games.models import Table
from games.rules.topics.cheating import Accuse
from games.rules.topics.pause import Ready
from games.services.audit import audit_table
from games.services.bots import accusers
from games.services.bots.accusers import Accusers, PlannedAccusation
from games.services.commands import committer
from games.services.commands.command import Unavailable
from games.services.scheduler import scheduler
from tests.support.games.cheating.accusers import table_with_a_proof
from tests.support.games.cheating.cheating_tables import cheating_table, proven, verdicts
from tests.support.games.choices import some_action
from tests.support.games.playing import do, number, play_on, sight, snapshot
from tests.support.games.schedulers import Wakes, aside, running_beside
from tests.support.waiting import WAIT_TIMEOUT

pytestmark = pytest.mark.usefixtures("on_file")


def listening() -> bool:
    """Whether bots watch."""
    return any(
        getattr(one, "__qualname__", "") == "Accusers._request_cheat_check" for one in bus.all_listeners()
    )


@asynccontextmanager
async def at_work(job):
    """The bots, or the whole scheduler, at work."""
    async with running_beside(job) as task:
        async with asyncio.timeout(WAIT_TIMEOUT):
            while not listening():
                await asyncio.sleep(0)
        yield task


def remind(table_id: str) -> None:
    """Tell of the table's last move, as its commit does."""
    bus.publish_message(broadcast.Wake(table_id, number(table_id)))


# --- At the door -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("pause", [False, True])
async def test_the_scheduler_calls_every_proof_once_and_never_in_vain(pause):
    table_id, _ = await aside(table_with_a_proof)(pause=pause)
    before = number(table_id)
    known = len(verdicts(table_id))
    guilty = {found.proof.accused for found in proven(table_id)}
    with Wakes() as wakes:
        async with at_work(scheduler.scheduler_job()):
            remind(table_id)
            await wakes.until(lambda: not proven(table_id))
    new = verdicts(table_id)[known:]
    assert sorted(accused for _, accused, _ in new) == sorted(guilty)
    assert {verdict for _, _, verdict in new} == {"caught"}
    assert all(accuser != 0 for accuser, _, _ in new)
    assert number(table_id) == before + len(new)
    assert await aside(audit_table)(table_id) == []


async def test_accusations_in_the_pause_leave_its_end_where_it_was():
    table_id, _ = await aside(table_with_a_proof)(pause=True)
    ends = (await Table.objects.aget(pk=table_id)).due_at
    with Wakes() as wakes:
        async with at_work(scheduler.scheduler_job()):
            remind(table_id)
            await wakes.until(lambda: not proven(table_id))
            row = await Table.objects.aget(pk=table_id)
    assert (row.status, row.due_at) == ("pause", ends)


async def test_in_a_whole_game_no_bot_is_ever_wrong_or_late():
    rng = Random(3)
    table_id = await aside(cheating_table)(6, 6, 6, 6, now=timezone.now(), pause=60)
    with Wakes() as wakes:
        async with at_work(scheduler.scheduler_job()):
            while True:
                await wakes.until(lambda: _waits_for_alice(table_id))
                seen = sight(table_id, 0)
                if seen["status"] == "finished":
                    break
                action = Ready() if seen["status"] == "pause" else some_action(seen, rng)
                await aside(do)(table_id, 0, action, timezone.now())
    said = [one for past in snapshot(table_id).state.past for one in past.accusations]
    assert said
    assert {one.verdict for one in said} == {"caught"}
    assert await aside(audit_table)(table_id) == []


def _waits_for_alice(table_id: str) -> bool:
    seen = sight(table_id)
    if seen["status"] == "pause":
        return 0 not in seen["ready"]
    return seen["status"] == "finished" or (0 in seen["turn"] and not proven(table_id))


async def test_of_what_alice_called_first_a_bot_says_nothing():
    table_id, found = await aside(table_with_a_proof)()
    keeper = Accusers()
    await aside(do)(table_id, 0, Accuse(found.proof.accused, "button"), timezone.now())
    before = number(table_id)
    committer.start_committer()
    await keeper._make_accusations([PlannedAccusation(timezone.now(), found)])
    await aside(committer.stop_committer)()
    assert number(table_id) == before
    assert keeper.plans == []


async def test_who_is_overtaken_on_the_way_looks_again(monkeypatch):
    """Alice plays a card between the bot's look and its word: the proof holds, so it is called after all."""
    table_id, found = await aside(table_with_a_proof)()
    look = accusers.accusation_command

    def alice_is_quicker(*given, **more):
        command = look(*given, **more)
        monkeypatch.setattr(accusers, "accusation_command", look)
        do(table_id, 0, some_action(sight(table_id, 0), Random(1)), timezone.now())
        return command

    monkeypatch.setattr(accusers, "accusation_command", alice_is_quicker)
    keeper = Accusers()
    call = PlannedAccusation(timezone.now(), found)
    committer.start_committer()
    await keeper._make_accusations([call])
    assert keeper.plans == [call]
    assert all(accuser != found.seat for accuser, _, _ in verdicts(table_id))
    await keeper._make_accusations(keeper._take_due_plans(timezone.now()))
    await aside(committer.stop_committer)()
    assert verdicts(table_id)[-1] == (found.seat, found.proof.accused, "caught")


# --- Who is watched ----------------------------------------------------------------------------------------


async def _noted(table_id: str, told: int) -> set[str]:
    keeper = Accusers()
    keeper._request_cheat_check(broadcast.Wake(table_id, told))
    await asyncio.sleep(0)
    return keeper._moved


async def test_strict_tables_and_tables_elsewhere_are_not_watched():
    strict = await aside(cheating_table)(cheating=False)
    await aside(play_on)(strict, Random(1), until=lambda seen: seen["status"] == "pause")
    assert await _noted(strict, number(strict)) == set()
    watched, _ = await aside(table_with_a_proof)()
    assert await _noted(watched, number(watched)) == {watched}
    assert await _noted(watched, number(watched) + 1) == set()
    assert await _noted("nowhere", 1) == set()


# --- Trouble -----------------------------------------------------------------------------------------------


async def test_a_table_that_fails_holds_up_no_other(monkeypatch, caplog):
    (poor, first), (good, second) = [await aside(table_with_a_proof)() for _ in range(2)]
    look = accusers.accusation_command

    def fail(found, **more):
        if found.table_id == poor:
            raise RuntimeError("unreadable")
        return look(found, **more)

    monkeypatch.setattr(accusers, "accusation_command", fail)
    committer.start_committer()
    await Accusers()._make_accusations(
        [PlannedAccusation(timezone.now(), first), PlannedAccusation(timezone.now(), second)]
    )
    await aside(committer.stop_committer)()
    assert verdicts(good)[-1] == (second.seat, second.proof.accused, "caught")
    assert f"cannot accuse at table {poor}" in caplog.text


async def test_a_refused_accusation_is_one_line_in_the_servers_log(caplog):
    table_id, found = await aside(table_with_a_proof)()
    closed = committer.start_committer()
    closed.stop()
    await Accusers()._make_accusations([PlannedAccusation(timezone.now(), found)])
    committer.stop_committer()
    assert f"refused at table {table_id}: {Unavailable.code}" in caplog.text


async def test_the_bots_go_on_after_a_failure(monkeypatch, caplog):
    table_id, _ = await aside(table_with_a_proof)()
    look = accusers.find_provable_cheats

    def fail_once(*given, **more):
        monkeypatch.setattr(accusers, "find_provable_cheats", look)
        raise RuntimeError("once")

    monkeypatch.setattr(accusers, "find_provable_cheats", fail_once)
    monkeypatch.setattr(accusers, "RETRY_SECONDS", 0)
    keeper = Accusers()
    committer.start_committer()
    with Wakes() as wakes:
        async with at_work(keeper.run()):
            remind(table_id)
            async with asyncio.timeout(WAIT_TIMEOUT):
                while "The bots cannot accuse" not in caplog.text:
                    await asyncio.sleep(0)
            remind(table_id)
            await wakes.until(lambda: not proven(table_id))
    await aside(committer.stop_committer)()
    assert keeper.plans == []


async def test_who_stops_listens_no_more():
    async with at_work(Accusers().run()):
        assert listening()
    assert not listening()
