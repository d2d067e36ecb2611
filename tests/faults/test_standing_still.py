"""The server's process stands still for a while, as its machine does when it is moved: nobody pays for it."""

import signal
import time
from collections.abc import Callable

import pytest

from tests.faults.test_clock_jumps import HOOK
from tests.faults.test_postgres_restart import Alice
from tests.games.visitors import Visitor
from tests.servers import BACKENDS, ServerProcess

CLOCK = 6
STILL = CLOCK + 3
"""Seconds: all who think would be late, and all who sit anywhere gone."""
SHORT = (
    f"games.rules.options:CLOCKS={CLOCK} games.rules.clock:BANK=0 games.services.leavers:GRACES={STILL - 1} "
    "games.live.line:DEAD=3600"
)


@pytest.mark.parametrize("backend", BACKENDS)
def test_who_was_there_is_neither_late_nor_away(
    start_server: Callable[..., ServerProcess], backend: str
) -> None:
    server = start_server(backend, PYTHONPATH=HOOK, LIMITS=SHORT)
    alice = Alice(server, clock=CLOCK)
    with alice.at_table(alice.table):
        action = alice.on_turn()
        server.process.send_signal(signal.SIGSTOP)
        time.sleep(STILL)
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
