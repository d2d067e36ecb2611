"""A person far away: what the way takes is measured and not charged to the clock, up to half a second."""

import asyncio
from datetime import datetime
from typing import Any

import orjson
import pytest

from tests.support.faults.checks import check_alike, check_log, rows
from tests.support.faults.clients import Client
from tests.support.faults.hooks import HOOK
from tests.support.faults.people import guests, sat_down
from tests.support.faults.slow_connection import slow_connection
from tests.support.servers import ServerProcess
from tests.support.starting import Starter
from tests.support.waiting import WAIT_TIMEOUT

CLOCK = 1
BANK = 60
TIMED = {"preset": "custom", "rounds": [{"cards": 2}], "pause": 0, "clock": CLOCK}
"""Seconds of a decision, and how many times as long the bank lasts: longer than any busy machine takes."""
OVER = CLOCK + 0.7
"""Seconds of thought that the bank has to pay for in part."""
MAX_LAG_MS = 500
QUICK = (
    f"core.realtime.health:PING_INTERVAL_SECONDS=0.2 games.rules.options.options:CLOCKS={CLOCK} "
    f"games.rules.clock:MIN_DECISION_MS={CLOCK * 1000} games.rules.clock:BANK={BANK}"
)
LOG = "SELECT type, seat, data, at FROM games_logentry WHERE table_id = '{}' ORDER BY number"


class Thinker(Client):
    """Thinks long before the first card, and keeps what the bank was before and after."""

    banks: list[int]

    @property
    def bank(self) -> int:
        """What the newest sight tells, in milliseconds."""
        return int(self.sight["players"][self.seat]["bank"])

    async def think(self) -> None:
        """Once the way has been measured some times."""
        status = self.sight["status"]
        if status == "playing" and not hasattr(self, "banks"):
            self.banks = [self.bank]
            await asyncio.sleep(OVER)
        await asyncio.sleep(0.5 if status == "bidding" else 0)

    def hear(self, frame: dict[str, Any]) -> None:
        """Also the bank."""
        super().hear(frame)
        if frame["type"] == "update" and hasattr(self, "banks"):
            self.banks.append(self.bank)


def decisions(server: ServerProcess, table_id: str, seat: int) -> list[tuple[int, float]]:
    """Of each card of a seat: the lag in the log, and the milliseconds from the entry before to this one."""
    found, before = [], None
    for kind, whose, data, at in rows(server, LOG.format(table_id)):
        now = at if isinstance(at, datetime) else datetime.fromisoformat(at)
        if kind == "card_played" and whose == seat:
            told = orjson.loads(data) if isinstance(data, str) else data
            assert before is not None
            found.append((told.get("lag", 0), (now - before).total_seconds() * 1000))
        before = now
    return found


@pytest.fixture(scope="module")
def quick_server(start_shared_server: Starter) -> ServerProcess:
    """A server with short decisions, that measures the way often."""
    return start_shared_server("sqlite", PYTHONPATH=HOOK, LIMITS=QUICK)


@pytest.mark.parametrize(("delay", "least"), [(0.1, 200), (0.3, MAX_LAG_MS)])
async def test_the_way_is_not_charged_up_to_half_a_second(
    quick_server: ServerProcess, delay: float, least: int
) -> None:
    server = quick_server
    far, near = sat_down(server, guests(server, 2), seed=9, options=TIMED, bots=1, client=Thinker)
    far.patience = near.patience = 20
    async with slow_connection(server.port, delay) as address, asyncio.timeout(WAIT_TIMEOUT):
        far.address = address
        await asyncio.gather(far.play(), near.play())
    # The record's own check would rightly refuse so short a clock.
    await asyncio.to_thread(check_log, server, far.table_id, [far, near])
    check_alike([far, near])
    lags = {}
    for client in (far, near):
        (lag, took), *_ = decisions(server, client.table_id, client.seat)
        lags[client] = lag
        charged = client.banks[0] - client.banks[1]
        # What the log says it took, without the decision's own time and without the way.
        assert charged == pytest.approx(took - CLOCK * 1000 - lag, abs=1)
        assert charged > 0
    assert least <= lags[far] <= MAX_LAG_MS
    assert 0 <= lags[near] < lags[far]
