"""Analyses while things fail: processes that think are killed, servers die, two servers are both asked."""

import os
import signal
from collections.abc import Callable
from itertools import cycle
from typing import Any

import pytest

from tests.support.faults.hooks import HOOK
from tests.support.faults.players import ResendingPlayer
from tests.support.games.playing import short
from tests.support.servers import POSTGRES_IS_LONG, ServerProcess
from tests.support.starting import Starter
from tests.support.waiting import wait_until

CARDS = (1, 4, 4, 2)
Report = dict[str, Any]
# Search workers stand back behind all else: beside other tests they would take minutes.
EAGER = {"PYTHONPATH": HOOK, "LIMITS": "games.services.bots.worker_pool:NICENESS=0"}


def game_over(server: ServerProcess) -> ResendingPlayer:
    """Somebody whose game has just ended."""
    alice = ResendingPlayer(server, short(*CARDS, pause=0))
    assert alice.play(1000)
    return alice


def asked(alice: ResendingPlayer, server: ServerProcess) -> Report:
    """What this server answers: how far it is, or all."""
    alice.server = server
    answer = alice.call("GET", f"tables/{alice.table}/analysis")
    assert answer.status_code in (200, 202), answer.text
    told: Report = answer.json()
    return told


def waited_for(alice: ResendingPlayer, *servers: ServerProcess, until: Callable[[Report], bool]) -> Report:
    """Ask these servers in turn until one says what is wanted; progress never goes back."""
    reports: list[Report] = []
    in_turn = cycle(servers)

    def has_come() -> bool:
        reports.append(asked(alice, next(in_turn)))
        return until(reports[-1])

    wait_until(has_come, lambda: "the analysis does not come")
    progress = [report["done"] for report in reports if not whole(report)]
    assert progress == sorted(progress)
    return reports[-1]


def whole(told: Report) -> bool:
    return "rounds" in told


def begun(told: Report) -> bool:
    return whole(told) or told["done"] > 0


@pytest.mark.parametrize("backend", POSTGRES_IS_LONG)
def test_it_goes_on_when_thinkers_and_servers_are_killed(start_server: Starter, backend: str) -> None:
    server = start_server(backend, **EAGER)
    alice = game_over(server)
    assert not whole(waited_for(alice, server, until=begun))
    for pid in server.children():
        os.kill(pid, signal.SIGKILL)
    before = asked(alice, server)
    server.kill()
    server.start()
    after = asked(alice, server)
    assert whole(after) or after["done"] >= before["done"]
    told = waited_for(alice, server, until=whole)
    assert [past["cards"] for past in told["rounds"]] == list(CARDS)
    assert "Traceback" not in server.log()


@pytest.mark.postgres
@pytest.mark.redis
def test_two_servers_that_are_asked_in_turn_tell_one_analysis(start_server: Starter) -> None:
    here = start_server("postgres", **EAGER)
    there = start_server(beside=here)
    alice = game_over(here)
    told = waited_for(alice, here, there, until=whole)
    assert [past["cards"] for past in told["rounds"]] == list(CARDS)
    assert asked(alice, here) == asked(alice, there) == told
    assert "Traceback" not in here.log() + there.log()
