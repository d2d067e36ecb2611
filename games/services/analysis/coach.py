"""A coach's advice for the player who has to decide; a search worker finds it.

It changes nothing and is stored nowhere. It is based on the player's own sight and memory of the round.
"""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from typing import cast
from zlib import crc32

from core.limits import Limit, count_attempt
from games.bots.coach.advice import COACH
from games.rules.errors import Busy, CoachOff, Halted, NotSeated, NotYourTurn
from games.rules.legal import turn
from games.rules.protocol.advice import AdvisedChoices, CoachAdvice
from games.rules.protocol.memory import SeatSight
from games.selectors.memory import sight_with_memory
from games.services.bots.worker_pool import Question, WorkerPool
from games.store.snapshot import TableSnapshot
from games.store.tables import load

MAX_QUESTIONS = Limit("advice", 30, 60)
"""Of one person; enough for every move of a quick game."""
MAX_WAITING = 8
"""Questions that may wait; further ones are refused."""
ANSWER_TIMEOUT = 10.0
"""Seconds that a player waits for an answer."""

_workers = WorkerPool(processes=1, max_waiting=MAX_WAITING, fallback=lambda question: None)
_asking: set[int] = set()
_lock = threading.Lock()


def advice(*, table_id: str, user: int, now: datetime) -> CoachAdvice:
    """Return the coach's advice to `user`: the table's `number`, `suits`, `bids` or `cards`, and `why` one is
    best.

    Blocks until a worker answers. Raises NotFound, NotSeated, CoachOff, Halted, NotYourTurn, Busy or
    Throttled.
    """
    snapshot = load(table_id)
    question = _question(snapshot, user, now)
    count_attempt(limit=MAX_QUESTIONS, who=str(user), now=now)
    with _one_at_a_time(user):
        return {"number": snapshot.number, **_answer(question)}


def _question(snapshot: TableSnapshot, user: int, now: datetime) -> Question:
    state = snapshot.state
    seat = state.seat_of(user)
    if seat is None:
        raise NotSeated()
    if not state.options.coach:
        raise CoachOff()
    if state.halted:
        raise Halted()
    if seat not in turn(state):
        raise NotYourTurn()
    sight = sight_with_memory(snapshot, seat, now=now)
    return Question(sight, COACH, _seed(snapshot.table_id, sight))


def _seed(table_id: str, sight: SeatSight) -> int:
    """The same for the same decision, so that asking twice gives the same advice."""
    moment = (table_id, sight["viewer"], sight["status"], sight["round"]["number"], len(sight["hand"]))
    return crc32(repr(moment).encode())


@contextmanager
def _one_at_a_time(user: int) -> Iterator[None]:
    with _lock:
        if user in _asking:
            raise Busy()
        _asking.add(user)
    try:
        yield
    finally:
        with _lock:
            _asking.discard(user)


def _answer(question: Question) -> AdvisedChoices:
    future = _workers.ask(question)
    try:
        advice = future.result(ANSWER_TIMEOUT)
    except TimeoutError:
        future.cancel()
        raise Busy() from None
    if advice is None:
        raise Busy()
    return cast(AdvisedChoices, advice)
