"""A table while a batch of commands is being decided; nothing is stored yet."""

import logging
from collections.abc import Sequence
from datetime import datetime

from core.refusal import Refusal
from games.rules import engine
from games.rules.errors import NothingChanged
from games.rules.events import Event
from games.rules.options.pace import SLOW
from games.rules.statuses import PAUSE
from games.rules.topics.absence import RenewClock
from games.rules.topics.preparing import PrepareBid, SetWing
from games.services.commands.command import Command, Outcome, Stale, Unavailable
from games.services.commands.due import compute_due_at
from games.services.uncharged_time import deadline_after_outage, must_restart_clock
from games.store.append import TableChange
from games.store.entries import StoredEntry
from games.store.marks import MAX_ANSWERS
from games.store.snapshot import (
    Accepted,
    TableSnapshot,
    advance_snapshot,
    answer_from_entry,
    answers_from_entries,
)

logger = logging.getLogger(__name__)


class PendingTable:
    """A table as it was read (`before`) and as it is after the commands decided so far (`after`)."""

    def __init__(self, snapshot: TableSnapshot) -> None:
        """Start with a snapshot of the table, before the first command of the batch."""
        self.before = snapshot
        self.after = snapshot
        self.entries: list[StoredEntry] = []
        self.answers: dict[tuple[int, str], Accepted] = {}
        self.outcomes: dict[int, Outcome] = {}
        self.last_at: datetime
        """The time of the last command."""

    @property
    def has_changes(self) -> bool:
        """Whether the commands added log entries, or changed cards or bids that are set for a later turn."""
        return bool(self.entries) or self.after.mark_version != self.before.mark_version

    def carry_out(self, index: int, command: Command) -> None:
        """Carry out the next command at this table in memory, and store its outcome as `outcomes[index]`.

        After an unexpected exception, the outcome is Unavailable.
        """
        self.last_at = command.now
        try:
            self.outcomes[index] = self._apply_command(command)
        except Refusal as refusal:
            self.outcomes[index] = refusal
        except Exception:
            logger.exception("An action at table %s failed", command.table_id)
            self.outcomes[index] = Unavailable()

    def _apply_command(self, command: Command) -> Accepted:
        """Apply a command to the table in memory, and return the result.

        If the command repeats an earlier action, only return the earlier result. If the table's clock must be
        restarted because of an outage, do that first. Raise Stale if the command depends on a log entry
        (`at_number` or `at_entry`) and the table has moved on since that entry, and another Refusal if the
        action is not allowed.
        """
        seat = command.seat if command.user is None else self.after.state.seat_of(command.user)
        if command.action_id is not None and seat is not None:
            key = (seat, command.action_id)
            # The same id may come twice in one batch, whose answers no snapshot has before the commit.
            known = self.answers.get(key) or self.after.answer_to(*key)
            if known is not None:
                return known
        if seat is not None and isinstance(command.action, SetWing | PrepareBid):
            marked = self._set_move_in_advance(seat, command)
            if marked is not None:
                return marked
        renews = must_restart_clock(self.after.table_id, self.after.state, now=command.now)
        if not isinstance(command.action, RenewClock):
            if renews:
                self._apply_action(None, Command(command.table_id, RenewClock(), command.now))
        elif not renews:
            raise NothingChanged()
        # After the idempotency check: a repeated action gets its first answer, however old its condition is.
        if command.at_number is not None and command.at_number != self.after.moved:
            raise Stale()
        if command.at_entry is not None and command.at_entry != self.after.number:
            raise Stale()
        return self._apply_action(seat, command)

    def _set_move_in_advance(self, seat: int, command: Command) -> Accepted | None:
        """Set or remove a move (a card or bid) for the player's next turn, and return the result.

        Do nothing and return None if the move can be made now.
        """
        state, happened = engine.take_action(self.after.state, seat, command.action, command.now)
        if happened:
            return None
        # All players could notice a log entry or a restarted clock, so there is neither.
        accepted = Accepted(self.after.number)
        answered = self.after.mark_answers
        if command.action_id is not None:
            newest = (*answered.get(seat, ()), (command.action_id, accepted.number))[-MAX_ANSWERS:]
            answered = {**answered, seat: newest}
        self.after = self.after._replace(
            state=state, mark_version=self.after.mark_version + 1, mark_answers=answered
        )
        return accepted

    def _apply_action(self, seat: int | None, command: Command) -> Accepted:
        """Apply the command's action, and return the result. Raise a Refusal if the action is illegal.

        `seat` is the seat of the player who acts, or None if nobody with a seat does.
        """
        state, happened = engine.take_action(
            self.after.state, seat, command.action, command.now, by=command.by, lag=command.lag
        )
        # A mark that is played at once is not stored, because it has served its purpose.
        if state.marks is not self.after.state.marks:
            state = state._replace(marks=self.after.state.marks)
        entries = number_events(self.after.number, happened, command.now)
        # Only the first entry is the action; those that follow from it have no action id.
        entries[0] = entries[0]._replace(seat=seat, action_id=command.action_id)
        self.after = advance_snapshot(self.after, state, entries)
        self.entries += entries
        self.answers |= answers_from_entries(entries)
        return answer_from_entry(entries[0])

    def build_change(self) -> TableChange:
        """Build the change to store: new log entries, state and the time when the scheduler must act."""
        due = self.before.due_at
        # Entries after which the same seats have to act leave the timer as it is.
        if self.before.moved != self.after.moved:
            happened = [entry.event for entry in self.entries]
            state, before = self.after.state, self.before.state
            # Events during a pause do not make it longer.
            still = before.status == PAUSE == state.status and before.round is state.round
            running = due if still and not before.halted else None
            due = compute_due_at(state, happened, self.entries[-1].at, pause_ends_at=running)
            if state.options.pace == SLOW:
                due = self._postpone_due_after_outage(due, self.entries[-1].at)
        self.after = self.after._replace(due_at=due)
        return TableChange(self.before, self.after, self.entries, due)

    def _postpone_due_after_outage(self, due: datetime | None, last_entry_at: datetime) -> datetime | None:
        """Return when the scheduler must act at a slow table (a game by days per move), or None for never.

        `due` is when the scheduler would have to act if there had been no outage, and `last_entry_at` is the
        time of the newest log entry. If `due` is earlier than `last_entry_at`, return the former due time if
        that is later than `last_entry_at`, or else a later time if `due` is not after the end of the last
        outage. In all other cases, return `due`.
        """
        # A bot that moves without a pause is due at once, and has missed nothing.
        if due is None or due >= last_entry_at:
            return due
        # The time ran out during an outage: keep the former due time if it is still ahead, or extend the new
        # one.
        before = self.before.due_at
        return (
            before
            if before is not None and before > last_entry_at
            else deadline_after_outage(self.after.table_id, due)
        )


def number_events(last_number: int, events: Sequence[Event], at: datetime) -> list[StoredEntry]:
    """Return the events as log entries with the time `at`, numbered from `last_number` + 1."""
    return [StoredEntry(last_number + n, at, event) for n, event in enumerate(events, start=1)]
