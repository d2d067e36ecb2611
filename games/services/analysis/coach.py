"""The coach's advice for a player who is to move, found by a search worker.

Asking for advice changes nothing, and the advice is not stored. It is based only on what the player sees and
can remember of the round.
"""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from typing import cast
from zlib import crc32

from core.limits import Limit, count_attempt
from games.bots.coach.advice import COACH
from games.rules.errors import Busy, CoachOff, NotSeated, NotYourTurn
from games.rules.legal import check_not_on_hold, seats_to_act
from games.rules.protocol.advice import AdvisedChoices, CoachAdvice
from games.rules.protocol.memory import SeatSight
from games.selectors.memory import sight_with_memory
from games.services.bots.worker_pool import Question, WorkerPool
from games.store.snapshot import TableSnapshot
from games.store.tables import load_snapshot

MAX_QUESTIONS = Limit("advice", 30, 60)
"""Questions per user: enough for every move of a quick game."""
MAX_WAITING = 8
"""Maximum questions that may wait; further ones are refused."""
ANSWER_TIMEOUT = 10.0
"""Seconds that a player waits for an answer."""

_workers = WorkerPool(processes=1, max_waiting=MAX_WAITING, fallback=lambda question: None)
_asking: set[int] = set()
_lock = threading.Lock()


def ask_for_advice(*, table_id: str, user: int, deck: str, now: datetime) -> CoachAdvice:
    """Return the coach's advice on the player's current decision.

    The advice uses the card names of `deck`, a card design such as "classic". Raise Busy if no answer comes
    within ANSWER_TIMEOUT seconds.
    """
    snapshot = load_snapshot(table_id)
    question = _build_question(snapshot, user, now)._replace(deck=deck)
    # After the refusals, so that a question that is not allowed costs no attempt.
    count_attempt(limit=MAX_QUESTIONS, key=str(user), now=now)
    with _mark_as_asking(user):
        return {"number": snapshot.number, **_ask_worker(question)}


def _build_question(snapshot: TableSnapshot, user_id: int, now: datetime) -> Question:
    """Build the question about the user's current decision, for a search worker (a separate process).

    Raise a Refusal if the user may not ask now.
    """
    state = snapshot.state
    seat = state.seat_of(user_id)
    if seat is None:
        raise NotSeated()
    if not state.options.coach:
        raise CoachOff()
    check_not_on_hold(state)
    if seat not in seats_to_act(state):
        raise NotYourTurn()
    sight = sight_with_memory(snapshot, seat, now=now)
    return Question(sight, COACH, _seed_for_decision(snapshot.table_id, sight))


def _seed_for_decision(table_id: str, sight: SeatSight) -> int:
    """Return a random seed for the player's decision.

    The same decision always gets the same seed, and therefore the same advice.
    """
    moment = (table_id, sight["viewer"], sight["status"], sight["round"]["number"], len(sight["hand"]))
    return crc32(repr(moment).encode())


@contextmanager
def _mark_as_asking(user_id: int) -> Iterator[None]:
    """Mark the user as waiting for advice while the `with` block runs.

    Raise Busy if the user is already waiting.
    """
    with _lock:
        if user_id in _asking:
            raise Busy()
        _asking.add(user_id)
    try:
        yield
    finally:
        with _lock:
            _asking.discard(user_id)


def _ask_worker(question: Question) -> AdvisedChoices:
    """Return the advice of a search worker (a separate process).

    Raise Busy if there is no advice within ANSWER_TIMEOUT seconds.
    """
    future = _workers.ask(question)
    try:
        advice = future.result(ANSWER_TIMEOUT)
    except TimeoutError:
        # Otherwise, abandoned questions would fill the queue.
        future.cancel()
        raise Busy() from None
    if advice is None:
        raise Busy()
    return cast(AdvisedChoices, advice)
