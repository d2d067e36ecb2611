"""Two servers at one table: who is there, who is gone and who is back is seen at both."""

from collections.abc import Callable
from datetime import datetime, timedelta

import pytest
import redis

from games.shards import shard_of
from tests.support.faults.checks import audit
from tests.support.faults.hooks import HOOK
from tests.support.faults.two_servers import at_two_servers
from tests.support.games.choices import first_legal
from tests.support.games.connections.visitors import Said, Visitor
from tests.support.starting import Starter
from tests.support.waiting import wait_until

pytestmark = [pytest.mark.postgres, pytest.mark.redis]
BOB = 1
GRACE = timedelta(seconds=4)
SOON = (
    f"games.services.attendance.grace:GRACE_SECONDS={GRACE.total_seconds()} "
    "games.services.attendance.absence:MIN_SILENT_SECONDS=1 "
    "core.realtime.health:SILENCE_TIMEOUT_SECONDS=1.5 "
    "core.realtime.health:IDLE_SILENCE_TIMEOUT_SECONDS=1.5"
)
"""Who is gone is taken for it after a second or two, and the stand-in comes soon after that."""
LINES = (
    "core.realtime.health:PING_INTERVAL_SECONDS=0.2 core.realtime.health:IDLE_PING_INTERVAL_SECONDS=0.2 "
    "games.services.attendance.absence:SEATS_INTERVAL_SECONDS=0.5"
)


def hear_until(visitor: Visitor, is_so: Callable[[Said], bool]) -> Said:
    """The first frame of which this holds; whenever it is the visitor's turn meanwhile, something is done."""
    while True:
        frame = visitor.hear()
        if is_so(frame):
            return frame
        if frame["type"] == "update" and visitor.sight["viewer"] in visitor.sight["turn"]:
            visitor.act(f"{visitor.name} {visitor.number}", first_legal(visitor.sight))


def bobs_presence(frame: Said, connected: bool) -> bool:
    """Whether a frame says so of Bob."""
    return (frame["type"], frame.get("seat"), frame.get("connected")) == ("presence", BOB, connected)


def bob_is_away(frame: Said, away: bool) -> bool:
    """Whether an update shows so."""
    return frame["type"] == "update" and frame["sight"]["players"][BOB]["away"] is away


def test_who_leaves_one_server_is_missed_at_the_other_and_has_the_seat_back(start_server: Starter) -> None:
    here = start_server("postgres", PYTHONPATH=HOOK, LIMITS=f"{SOON} {LINES}")
    table_id, (alice, bob, carol) = at_two_servers(here, start_server(beside=here))
    with alice.at_table(table_id), carol.at_table(table_id):
        with bob.at_table(table_id):
            bob.hear()
            hear_until(alice, lambda frame: _there(frame) or bobs_presence(frame, True))
        # Gone: seen at the other server, with the moment at which the stand-in comes, and then that it came.
        hear_until(alice, lambda frame: bobs_presence(frame, False))
        counted = hear_until(alice, lambda frame: bobs_presence(frame, False) and bool(frame["away_at"]))
        away = hear_until(alice, lambda frame: bob_is_away(frame, True))
        # Each server counts from the last sign of life that it heard of, and of the other's it hears later.
        foretold = datetime.fromisoformat(counted["away_at"])
        assert foretold <= datetime.fromisoformat(away["sight"]["server_time"]) + GRACE
        assert not away["sight"]["players"][BOB]["connected"]
        with bob.at_table(table_id, f"?after={bob.number}"):
            # Back, at his own server: alice sees both, and he plays on himself.
            seen = []
            hear_until(alice, lambda frame: _both(frame, seen))
            hear_until(bob, lambda frame: bob_is_away(frame, False))
            assert bob.sight["viewer"] == BOB
            assert bob.sight["hand"] is not None
    assert audit(here) == "1 tables checked, 0 with faults.\n"
    assert "Traceback" not in here.log()


def _there(frame: Said) -> bool:
    return frame["type"] == "update" and frame["sight"]["players"][BOB]["connected"]


def _both(frame: Said, seen: list[str]) -> bool:
    """Whether by now it has been told that Bob is connected, and that the seat is his again."""
    seen += ["connected"] * bobs_presence(frame, True) + ["back"] * bob_is_away(frame, False)
    return {"connected", "back"} <= set(seen)


def test_a_server_hears_of_the_tables_that_it_shows_alone(start_server: Starter) -> None:
    here = start_server("postgres", "--no-tables")
    there = start_server("postgres", "--no-tables", beside=here)
    table_id, (alice, bob, _) = at_two_servers(here, there)
    channel = f"{here.environment['REDIS_PREFIX']}:news:{shard_of(table_id)}"
    with redis.Redis.from_url(here.environment["REDIS_URL"]) as broker:

        def heard_by(servers: int) -> bool:
            return broker.execute_command("PUBSUB", "SHARDNUMSUB", channel) == [channel.encode(), servers]

        assert heard_by(0)
        with alice.at_table(table_id):
            alice.hear()
            wait_until(lambda: heard_by(1), here.log)
            with bob.at_table(table_id):
                bob.hear()
                wait_until(lambda: heard_by(2), there.log)
            wait_until(lambda: heard_by(1), there.log)
        wait_until(lambda: heard_by(0), here.log)
