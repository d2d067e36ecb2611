"""A person far away: what the way takes is measured and not charged to the clock, up to half a second."""

import asyncio
from collections.abc import Callable
from datetime import datetime
from typing import Any

import orjson
import pytest

from tests.faults.checks import check_alike, check_log, rows
from tests.faults.clients import Client
from tests.faults.people import guests, sat_down
from tests.faults.slow_line import slow_line
from tests.faults.test_clock_jumps import HOOK
from tests.servers import ServerProcess

CLOCK = 5
TIMED = {"preset": "custom", "rounds": [{"cards": 2}], "pause": 0, "clock": CLOCK}
OVER = CLOCK + 0.7
"""Seconds of thought that the bank has to pay for in part."""
MOST = 500
QUICK = f"games.live.line:PING_EVERY=0.2 games.rules.options:CLOCKS={CLOCK}"
LOG = "SELECT type, seat, data, at FROM games_logentry WHERE table_id = '{}' ORDER BY number"


class Thinker(Client):
    """Thinks long before the first card, and keeps what the bank was before and after."""

    banks: list[int]

    async def think(self) -> None:
        """Once the way has been measured some times."""
        status = self.sight["status"]
        if status == "playing" and not hasattr(self, "banks"):
            self.banks = []
            await asyncio.sleep(OVER)
        await asyncio.sleep(0.5 if status == "bidding" else 0)

    def hear(self, frame: dict[str, Any]) -> None:
        """Also the bank."""
        super().hear(frame)
        if frame["type"] == "update" and hasattr(self, "banks"):
            self.banks.append(self.sight["players"][self.seat]["bank"])


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


@pytest.mark.parametrize(("delay", "least", "most"), [(0.15, 300, MOST), (0.6, MOST, MOST)])
async def test_the_way_is_not_charged_up_to_half_a_second(
    start_server: Callable[..., ServerProcess], delay: float, least: int, most: int
) -> None:
    server = start_server("sqlite", PYTHONPATH=HOOK, LIMITS=QUICK)
    far, near = sat_down(server, guests(server, 2), seed=9, options=TIMED, bots=1, client=Thinker)
    far.patience = near.patience = 20
    async with slow_line(server.port, delay) as address, asyncio.timeout(90):
        far.address = address
        await asyncio.gather(far.play(), near.play())
    # The record's own check would rightly refuse so short a clock.
    await asyncio.to_thread(check_log, server, far.table_id, [far, near])
    check_alike([far, near])
    for client, (low, high) in ((far, (least, most)), (near, (0, 250))):
        (lag, took), *_ = decisions(server, client.table_id, client.seat)
        assert low <= lag <= high
        charged = CLOCK * 4000 - client.banks[0]
        # What the log says it took, without the decision's own time and without the way.
        assert charged == pytest.approx(took - CLOCK * 1000 - lag, abs=1)
        assert charged > 0
