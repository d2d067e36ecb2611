"""How long bots hesitate before they accuse."""

import asyncio
from datetime import timedelta

import pytest
from django.test import override_settings
from django.utils import timezone

from games import broadcast
from games.bots.players.accuse import Proof
from games.models import Table
from games.services.bots.accusations import ProvableCheat
from games.services.bots.accusers import Accusers, PlannedAccusation
from tests.support.games.cheating.accusers import table_with_a_proof
from tests.support.games.cheating.cheating_tables import proven
from tests.support.games.playing import number
from tests.support.games.schedulers import aside

pytestmark = pytest.mark.usefixtures("on_file")


def provable_cheat(seat: int = 1, shown: int = 6, table_id: str = "t") -> ProvableCheat:
    return ProvableCheat(table_id, seat, Proof(round=1, accused=0, shown=shown))


@override_settings(BOT_PAUSE=0.8)
async def test_each_bot_hesitates_between_two_and_six_pauses_in_its_own_way():
    now = timezone.now()
    waits = set()
    for _ in range(100):
        keeper = Accusers()
        keeper._plan_accusations([provable_cheat(seat) for seat in (1, 2, 3)], now)
        delays = [(call.at - now).total_seconds() for call in keeper.plans]
        assert len(set(delays)) == 3
        waits.update(delays)
    assert 1.6 <= min(waits) < 2 < 4 < max(waits) <= 4.8


async def test_without_a_pause_nobody_hesitates():
    keeper, now = Accusers(), timezone.now()
    keeper._plan_accusations([provable_cheat()], now)
    assert keeper._take_due_plans(now) == [PlannedAccusation(now, provable_cheat())]


@override_settings(BOT_PAUSE=0.8)
async def test_a_bot_hesitates_once_over_a_proof_and_anew_over_the_next():
    keeper, now = Accusers(), timezone.now()
    keeper._plan_accusations([provable_cheat()], now)
    first = list(keeper.plans)
    keeper._plan_accusations([provable_cheat(), provable_cheat(shown=9)], now + timedelta(seconds=1))
    assert keeper.plans[0] in first or keeper.plans[1] in first
    assert {call.provable_cheat for call in keeper.plans} == {provable_cheat(), provable_cheat(shown=9)}


@override_settings(BOT_PAUSE=0.8)
async def test_nobody_speaks_before_the_moment():
    keeper, now = Accusers(), timezone.now()
    keeper._plan_accusations([provable_cheat(seat) for seat in (1, 2, 3)], now)
    moments = sorted(call.at for call in keeper.plans)
    assert keeper._take_due_plans(moments[0] - timedelta(microseconds=1)) == []
    assert [call.at for call in keeper._take_due_plans(moments[1])] == moments[:2]


@override_settings(BOT_PAUSE=60)
async def test_who_hesitates_speaks_before_the_pause_is_over():
    """Also of what was proven long before it began."""
    table_id, found = await aside(table_with_a_proof)(pause=True)
    elsewhere = provable_cheat(table_id="elsewhere")
    keeper, now = Accusers(), timezone.now()
    keeper._plan_accusations([found, elsewhere], now)
    assert min(call.at for call in keeper.plans) >= now + timedelta(seconds=120)
    keeper._request_cheat_check(broadcast.Wake(table_id, number(table_id)))
    await asyncio.sleep(0)
    await keeper._plan_new_accusations()
    ends = (await Table.objects.aget(pk=table_id)).due_at
    at = {call.provable_cheat: call.at for call in keeper.plans}
    assert {at[one] for one in proven(table_id)} == {ends - timedelta(seconds=1)}
    assert at[elsewhere] >= now + timedelta(seconds=120)
    assert keeper.plans[0].at == min(at.values())


@override_settings(BOT_PAUSE=60)
async def test_while_the_round_is_played_nobody_is_hurried():
    table_id, found = await aside(table_with_a_proof)()
    keeper, now = Accusers(), timezone.now()
    keeper._plan_accusations([found], now)
    keeper._reschedule_late_plans([table_id, "nowhere"])
    assert keeper.plans[0].at >= now + timedelta(seconds=120)


@override_settings(BOT_PAUSE=60)
async def test_what_a_bot_will_say_leaves_no_trace():
    table_id, _ = await aside(table_with_a_proof)()
    before = (number(table_id), (await Table.objects.aget(pk=table_id)).due_at)
    keeper = Accusers()
    keeper._request_cheat_check(broadcast.Wake(table_id, number(table_id)))
    await asyncio.sleep(0)
    await keeper._plan_new_accusations()
    assert keeper.plans
    await keeper._make_accusations(keeper._take_due_plans(timezone.now()))
    assert (number(table_id), (await Table.objects.aget(pk=table_id)).due_at) == before
