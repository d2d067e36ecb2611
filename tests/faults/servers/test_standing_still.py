"""The server's process stands still for a while, as its machine does when it is moved: nobody pays for it."""

import signal
from pathlib import Path

import pytest

from tests.support.faults.hooks import Clocks
from tests.support.faults.players import Player
from tests.support.games.connections.visitors import Visitor
from tests.support.servers import POSTGRES_IS_LONG
from tests.support.starting import Starter

CLOCK = 15
STALL_SECONDS = 600.0
"""Seconds: all who think would be late, and all who sit anywhere gone."""


@pytest.mark.parametrize("backend", POSTGRES_IS_LONG)
def test_who_was_there_is_neither_late_nor_away(start_server: Starter, tmp_path: Path, backend: str) -> None:
    clocks = Clocks(tmp_path)
    # A line that was silent for so long would be closed.
    server = start_server(
        backend,
        **clocks.environment,
        LIMITS="core.realtime.health:DEAD_TIMEOUT_SECONDS=3600 "
        "core.realtime.health:IDLE_DEAD_TIMEOUT_SECONDS=3600",
    )
    alice = Player(server, clock=CLOCK)
    with alice.at_table(alice.table):
        action = alice.on_turn()
        server.process.send_signal(signal.SIGSTOP)
        clocks.put_forward(STALL_SECONDS)
        server.process.send_signal(signal.SIGCONT)
        hear_that_time_was_given(alice)
        assert alice.send("after all", action)["type"] == "ack"
        alice.until(alice.number + 1)
    events = alice.call("GET", f"tables/{alice.table}/events").json()["events"]
    assert "player_away" not in [event.get("type") for event in events]
    assert {event.get("by") for event in events if event.get("seat") == 0} <= {None, "human"}


def hear_that_time_was_given(visitor: Visitor) -> None:
    """Until the update that says so."""
    while True:
        frame = visitor.hear()
        if frame["type"] == "update" and "clock_renewed" in [each.get("type") for each in frame["events"]]:
            return
