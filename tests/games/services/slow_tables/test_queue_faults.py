"""Queues of moves where a process dies or a table fails: each move is made once."""

from random import Random

import pytest

from games.models import LogEntry, QueuedMove
from games.selectors.queued_moves import queued_moves
from games.services.slow_tables import queue
from games.services.slow_tables.queue import make_queued_moves
from games.store import tables
from tests.support.games.playing import AT, bidding, number, on_turn, play_on
from tests.support.games.queued_moves import enqueue, queued, reports, tick
from tests.support.games.slow_tables import SLOW

pytestmark = pytest.mark.usefixtures("either_database", "nobody_is_connected")


def test_a_queue_that_is_emptied_or_replaced_meanwhile_is_neither_made_nor_dropped(monkeypatch):
    table_id = bidding(3, **SLOW)
    seat, before = on_turn(table_id), number(table_id)
    user = enqueue(table_id, seat, "2")

    def change_then(original, *texts):
        def changed(*args):
            found = original(*args)
            enqueue(table_id, seat, *texts)
            return found

        return changed

    with monkeypatch.context() as patch:
        patch.setattr(queue, "due_queued_moves", change_then(queue.due_queued_moves))
        make_queued_moves(now=AT)
    assert (number(table_id), queued(table_id, user), reports()) == (before, [], [])
    enqueue(table_id, seat, "9")
    with monkeypatch.context() as patch:
        patch.setattr(queue, "_has_moved_outside_queue", change_then(queue._has_moved_outside_queue, "1"))
        make_queued_moves(now=AT)
    assert (number(table_id), queued(table_id, user), reports()) == (before, ["1"], [])


def test_a_crash_after_the_move_makes_it_once(monkeypatch):
    table_id = bidding(3, **SLOW)
    seat = on_turn(table_id)
    user = enqueue(table_id, seat, "1", "R7")
    with monkeypatch.context() as patch:
        patch.setattr(QueuedMove, "delete", _die)
        make_queued_moves(now=AT)
    assert [row.text for row in queued_moves(table_id, user.pk)] == ["1", "R7"]
    at = number(table_id)
    # The process that starts anew knows only what is stored.
    tables.clear_cached_tables()
    tick()
    assert number(table_id) == at
    play_on(
        table_id,
        Random(1),
        until=lambda seen: (
            seen["status"] == "playing" and (seat in seen["turn"] or seen["trick"]["number"] > 1)
        ),
    )
    make_queued_moves(now=AT)
    bids = LogEntry.objects.filter(table=table_id, type="bid_made", seat=seat)
    assert bids.count() == 1
    assert "1" not in queued(table_id, user)


def _die(self) -> None:
    raise SystemError("killed")


def test_a_failure_at_one_table_holds_up_no_other(monkeypatch):
    table_id, other = bidding(3, **SLOW), bidding(4, **SLOW)
    for each in (table_id, other):
        enqueue(each, on_turn(each), "1")
    load = queue.load_snapshot
    monkeypatch.setattr(
        queue, "load_snapshot", lambda wanted: load(wanted) if wanted == other else load("nowhere")
    )
    make_queued_moves(now=AT)
    assert QueuedMove.objects.get().table_id == table_id
