"""A tournament of 24 runs by its timetable through servers that are killed: nothing lost, nothing twice."""

import pytest

from tests.support.faults.checks import audit, rows
from tests.support.faults.cups import ACTS, LOOKS, announce_cup, proof, wait_for_acts
from tests.support.faults.hooks import HOOK
from tests.support.starting import Starter

KINDS = (3, 4, 5, 6)
"""By how many acts a server dies: after a draw, after a release, with open tables, after a closed stage."""
OFTEN = (2, *KINDS, 9, 14)


@pytest.mark.parametrize(
    ("backend", "deaths"),
    [
        ("sqlite", KINDS),
        pytest.param("sqlite", OFTEN, marks=pytest.mark.long),
        pytest.param("postgres", OFTEN, marks=[pytest.mark.postgres, pytest.mark.redis, pytest.mark.long]),
    ],
)
def test_24_play_to_the_end_through_servers_that_die(
    start_server: Starter, backend: str, deaths: tuple[int, ...]
) -> None:
    server = start_server(backend, PYTHONPATH=HOOK, LIMITS=LOOKS)
    announce_cup(server)
    for count in deaths:
        wait_for_acts(server, count)
        server.kill()
        server.start()
    assert wait_for_acts(server, len(ACTS)) == ACTS
    tables = rows(server, "SELECT COUNT(*), COUNT(DISTINCT game_id) FROM tournaments_stagetable")
    games = rows(server, "SELECT COUNT(*) FROM games_table WHERE status = 'finished'")
    assert tables == [(6 + 6 + 1, 6 + 6 + 1)]
    assert games == [(6 + 6 + 1,)]
    assert proof(server) == "cup: proved"
    assert audit(server) == "13 tables checked, 0 with faults.\n"
