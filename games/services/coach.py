"""Advice for who has to decide at a table with a coach: thought out in a process of its own.

It changes nothing and is kept nowhere; what it is made from is the asker's own sight and memory of the round.
"""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from typing import Any
from zlib import crc32

from accounts.limits import Limit, count_attempt
from games.bots.advice import COACH
from games.rules.errors import Busy, CoachOff, Halted, NotSeated, NotYourTurn
from games.rules.legal import turn
from games.selectors.memory import remembering
from games.services.thinking import Question, Thinkers
from games.store.loaded import Loaded
from games.store.tables import load

QUESTIONS = Limit("advice", 30, 60)
"""Of one person: one for each move of a quick game."""
MOST_WAITING = 8
"""Questions that may wait; whoever comes then is told to ask again."""
PATIENCE = 10.0
"""Seconds that somebody waits for an answer."""

_thinkers = Thinkers(processes=1, most_waiting=MOST_WAITING, instead=lambda question: None)
_asking: set[int] = set()
_lock = threading.Lock()


def advice(*, table_id: str, user: int, now: datetime) -> dict[str, Any]:
    """What the coach tells `user`: the table's `number`, `suits`, `bids` or `cards`, and `why` one is best.

    Waits for the answer. Raises NotFound, NotSeated, CoachOff, Halted, NotYourTurn or Busy where there is
    none, TooManyAttempts for who asks all the time.
    """
    loaded = load(table_id)
    question = _question(loaded, user, now)
    count_attempt(limit=QUESTIONS, who=str(user), now=now)
    with _one_at_a_time(user):
        return {"number": loaded.number, **_answer(question)}


def _question(loaded: Loaded, user: int, now: datetime) -> Question:
    state = loaded.state
    seat = state.seat_of(user)
    if seat is None:
        raise NotSeated()
    if not state.options.coach:
        raise CoachOff()
    if state.halted:
        raise Halted()
    if seat not in turn(state):
        raise NotYourTurn()
    sight = remembering(loaded, seat, now=now)
    return Question(sight, COACH, _seed(loaded.table_id, sight))


def _seed(table_id: str, sight: dict[str, Any]) -> int:
    """The same for the same decision: who asks twice is told the same."""
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


def _answer(question: Question) -> dict[str, Any]:
    future = _thinkers.ask(question)
    try:
        told = future.result(PATIENCE)
    except TimeoutError:
        future.cancel()
        raise Busy() from None
    if told is None:
        raise Busy()
    return told
