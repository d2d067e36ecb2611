"""Who comes back with `after=N` is told all that was missed; where that is long, the sight alone."""

import pytest

from tests.support.faults.players import ResendingPlayer
from tests.support.games.connections.visitors import Said
from tests.support.games.playing import short
from tests.support.servers import POSTGRES_IS_LONG, ServerProcess

CLOCKED = short(8, 9, 10, pause=0, clock=60)
MAX_KEPT_EVENTS = 96
"""Entries that are told of at most (games/store/snapshot.py)."""


def first_update(alice: ResendingPlayer, after: int) -> Said:
    """What a socket is shown that has come to number `after` before."""
    with alice.at_table(alice.table, f"?after={after}"):
        return alice.hear()


@pytest.mark.parametrize("shared_server", POSTGRES_IS_LONG, indirect=True)
def test_all_that_was_missed_is_told_or_the_sight_alone_where_that_is_shorter(
    shared_server: ServerProcess,
) -> None:
    alice = ResendingPlayer(shared_server, CLOCKED)
    alice.play(2)
    left_at = alice.number
    alice.play(2)
    back = first_update(alice, left_at)
    assert [event["number"] for event in back["events"]] == list(range(left_at + 1, back["number"] + 1))
    assert len(back["events"]) > 2
    over_http = alice.call("GET", f"tables/{alice.table}/events?after={left_at}").json()["events"]
    assert over_http[: len(back["events"])] == back["events"]
    while alice.number < left_at + 2 * MAX_KEPT_EVENTS and not alice.play(3):
        pass
    late = first_update(alice, left_at)
    assert late["number"] > left_at + MAX_KEPT_EVENTS
    assert (late["events"], late["sight"]["number"]) == ([], late["number"])
    assert late["sight"]["sheet"]


@pytest.mark.parametrize("shared_server", POSTGRES_IS_LONG, indirect=True)
def test_an_action_that_is_sent_again_under_a_clock_and_after_a_reconnect_is_done_once(
    shared_server: ServerProcess,
) -> None:
    alice = ResendingPlayer(shared_server, CLOCKED)
    alice.play(3)
    action_id, number = list(alice.acked.items())[-1]
    with alice.at_table(alice.table, f"?after={alice.number}"):
        alice.hear()
        for _ in range(2):
            # Whatever it says now: the id has been done.
            alice.act(action_id, {"type": "bid", "bid": 0})
            answer = alice.answer_to(action_id)
            assert (answer["type"], answer["number"]) == ("ack", number)
    answer = alice.call(
        "POST", f"tables/{alice.table}/actions", json={"id": action_id, "type": "bid", "bid": 0}
    )
    assert answer.json()["number"] == number
    banks = [player["bank"] for player in alice.sight["players"]]
    assert banks == [240_000] * 4
