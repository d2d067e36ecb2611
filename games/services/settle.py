"""Many requests, one commit: what is asked of each table is decided in order, stored together, then told."""

import logging
import time
from collections import defaultdict
from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

from games import broadcast, signals
from games.rules import engine, events
from games.rules.actions import Action
from games.rules.errors import Refusal
from games.rules.state import FINISHED, PAUSE, State
from games.services import owed
from games.services.due import due_at
from games.store import append as store
from games.store import tables
from games.store.away import is_away, is_storage_fault
from games.store.entries import Entry
from games.store.loaded import Answer, Loaded, advanced, answer_of, answers_of

logger = logging.getLogger(__name__)

ATTEMPTS = 20
"""How often a request is tried against others that got in first."""


class Unavailable(Refusal):
    """The database does not take writes now, or the table is besieged; nothing changed."""

    code = "unavailable"
    status = 503
    detail = "The table cannot be reached at this moment. Try again."


class Away(Unavailable):
    """The database could not be had: nobody else need wait as long to hear the same."""


class Stale(Refusal):
    """The house acted for a number that is past: somebody else did already."""

    code = "stale"
    detail = "The table has moved on."


class Request(NamedTuple):
    """An action at the door: by a `user`, or by the house for `seat`.

    `action_id` is the client's own; `at_number`: the house's, good only while the same seats have to act as
    since that entry; `at_entry`: only while nothing at all has happened since that one.
    """

    table_id: str
    action: Action
    now: datetime
    user: int | None = None
    seat: int | None = None
    action_id: str | None = None
    at_number: int | None = None
    by: str | None = None
    at_entry: int | None = None
    lag: int = 0
    """Milliseconds that the network is measured to take from this client."""


Reply = Answer | Refusal


class Draft:
    """A table's future while a batch is being decided."""

    def __init__(self, loaded: Loaded) -> None:
        self.before = loaded
        self.after = loaded
        self.entries: list[Entry] = []
        self.answers: dict[tuple[int, str], Answer] = {}
        self.replies: dict[int, Reply] = {}

    @property
    def changed(self) -> bool:
        """Whether there is anything to store."""
        return bool(self.entries)

    def decide(self, index: int, request: Request) -> None:
        """Do one request on top of those before it."""
        try:
            self.replies[index] = self._do(request)
        except Refusal as refusal:
            self.replies[index] = refusal
        except Exception:
            logger.exception("An action at table %s failed", request.table_id)
            self.replies[index] = Unavailable()

    def _do(self, request: Request) -> Answer:
        state = self.after.state
        seat = request.seat if request.user is None else state.seat_of(request.user)
        if request.action_id is not None and seat is not None:
            key = (seat, request.action_id)
            known = self.answers.get(key) or self.after.answers.get(key)
            if known is not None:
                return known
        if request.at_number is not None and request.at_number != self.after.moved:
            raise Stale()
        if request.at_entry is not None and request.at_entry != self.after.number:
            raise Stale()
        state, happened = engine.step(
            state, seat, request.action, request.now, by=request.by, lag=request.lag
        )
        entries = entries_of(self.after.number, happened, request.now)
        entries[0] = entries[0]._replace(seat=seat, action_id=request.action_id)
        self.after = advanced(self.after, state, entries)
        self.entries += entries
        self.answers |= answers_of(entries)
        return answer_of(entries[0])

    def change(self) -> store.Change:
        """What the store has to commit."""
        due = self.before.due_at
        if self.before.moved != self.after.moved:
            happened = [entry.event for entry in self.entries]
            state, before = self.after.state, self.before.state
            still = before.status == PAUSE == state.status and before.round is state.round
            running = due if still and not before.halted else None
            due = due_at(state, happened, self.entries[-1].at, running=running)
        self.after = self.after._replace(due_at=due)
        return store.Change(self.before, self.after, self.entries, due)


def entries_of(number: int, happened: Sequence[events.Event], at: datetime) -> list[Entry]:
    """Log entries for events that follow on `number`."""
    return [Entry(number + n, at, event) for n, event in enumerate(happened, start=1)]


def settle(requests: Sequence[Request]) -> list[Reply]:
    """Decide and store all requests; an Answer or a Refusal for each, in their order.

    What is answered is committed; a request that lost a race against another process is decided anew.
    """
    replies: dict[int, Reply] = {}
    waiting = dict(enumerate(requests))
    for attempt in range(ATTEMPTS):
        if not waiting:
            break
        try:
            _attempt(waiting, replies, fresh=attempt > 0)
        except Away as away:
            replies = {**dict.fromkeys(waiting, away), **replies}
        waiting = {index: request for index, request in waiting.items() if index not in replies}
    return [replies[index] if index in replies else Unavailable() for index in range(len(requests))]


def _attempt(waiting: dict[int, Request], final: dict[int, Reply], *, fresh: bool) -> None:
    """One try at all that waits; fills in the replies that are final. Raises Away, then with some missing."""
    by_table: defaultdict[str, dict[int, Request]] = defaultdict(dict)
    for index, request in waiting.items():
        by_table[request.table_id][index] = request
    drafts: list[Draft] = []
    for table_id, asked in by_table.items():
        try:
            draft = Draft(_loaded(table_id, fresh))
        except Refusal as refusal:
            final.update(dict.fromkeys(asked, refusal))
            continue
        except Exception as error:
            final.update(dict.fromkeys(asked, _failure(error, "Table %s cannot be read", table_id)))
            continue
        for index, request in asked.items():
            draft.decide(index, request)
        drafts.append(draft)
    _commit([draft for draft in drafts if draft.changed], final)
    for draft in drafts:
        if not draft.changed:
            final.update(draft.replies if fresh else _confirmed(draft))


def _loaded(table_id: str, fresh: bool) -> Loaded:
    known = None if fresh else tables.cached(table_id)
    return known or tables.load(table_id)


def _confirmed(draft: Draft) -> dict[int, Reply]:
    """What a state from the cache said without changing anything, if it is the newest; else nothing yet."""
    try:
        return draft.replies if tables.current_number(draft.before.table_id) == draft.before.number else {}
    except Refusal:
        return draft.replies
    except Exception as error:
        failure = _failure(error, "Table %s cannot be read", draft.before.table_id)
        return dict.fromkeys(draft.replies, failure)


def _failure(error: Exception, words: str, table_id: str) -> Unavailable:
    """What one table's players are told; raises Away where it would be the same with every other table."""
    logger.error(words, table_id, exc_info=error)
    if is_away(error):
        raise Away() from None
    return Unavailable()


def _commit(drafts: list[Draft], final: dict[int, Reply]) -> None:
    """Store the drafts together, else one by one; tells of those that are stored, and notes their replies."""
    try:
        _note(_store(drafts), final)
        return
    except Exception as error:
        if is_away(error):
            logger.exception("%s tables cannot be written", len(drafts))
            _owe_time(drafts)
            raise Away() from None
    _commit_one_by_one(drafts, final)


def _commit_one_by_one(drafts: list[Draft], final: dict[int, Reply]) -> None:
    """One table may be what cannot be stored: its neighbours shall not pay for it."""
    unstored: list[Draft] = []
    stored_any = False
    for draft in drafts:
        try:
            _note(_store([draft]), final)
            stored_any = True
        except Exception as error:
            if is_away(error):
                _owe_time([*unstored, draft])
            if is_storage_fault(error):
                unstored.append(draft)
            failure = _failure(error, "Table %s cannot be written", draft.after.table_id)
            final.update(dict.fromkeys(draft.replies, failure))
    # Where a neighbour was stored, the fault is the table's own, and everybody's time goes on.
    if not stored_any:
        _owe_time(unstored)


def _owe_time(drafts: list[Draft]) -> None:
    """Whoever could not act may act again before the house has noticed: that time is not charged either."""
    steady = time.monotonic()
    owed.forget_expired(steady=steady)
    owed.owe(
        (draft.before.table_id for draft in drafts if draft.before.state.options.clock),
        until=steady + owed.NOTICE_SECONDS,
    )


def _note(stored: list[Draft], final: dict[int, Reply]) -> None:
    for draft in stored:
        final.update(draft.replies)


def _store(drafts: list[Draft]) -> list[Draft]:
    changes = [draft.change() for draft in drafts]
    lost = store.append(changes)
    stored = []
    for draft, change in zip(drafts, changes, strict=True):
        if change.after.table_id not in lost:
            stored.append(draft)
            change.after.answers.update(draft.answers)
            tables.keep(change.after)
            tell(change)
    return stored


LOBBY = (
    events.TableOpened,
    events.SeatTaken,
    events.SeatLeft,
    events.GameStarted,
    events.PlayerReplaced,
    events.GameFinished,
    events.GameAnnulled,
)


def show(change: store.Change) -> None:
    """After the commit that made a table: keep it at hand and tell of it."""
    tables.keep(change.after)
    tell(change)


def tell(change: store.Change) -> None:
    """After the commit: wake whoever shows or moves this table."""
    lobby = any(isinstance(entry.event, LOBBY) for entry in change.entries)
    after = change.after
    broadcast.announce(broadcast.Wake(after.table_id, after.number, change.due_at, lobby))
    if _just_finished(change.before.state, after.state):
        signals.table_finished.send_robust(sender=None, table_id=after.table_id)


def _just_finished(before: State, after: State) -> bool:
    return after.status == FINISHED and before.status != FINISHED
