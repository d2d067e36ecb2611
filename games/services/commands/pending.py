"""A table's future while a batch of commands is being decided; nothing of it is stored yet."""

import logging
from collections.abc import Sequence
from datetime import datetime

from core.refusal import Refusal
from games.rules import engine
from games.rules.events import Event
from games.rules.state import PAUSE
from games.services.commands.command import Command, Outcome, Stale, Unavailable
from games.services.commands.due import due_at
from games.store.append import TableChange
from games.store.entries import StoredEntry
from games.store.snapshot import Accepted, TableSnapshot, advance, answer_of, answers_of

logger = logging.getLogger(__name__)


class PendingTable:
    """The table as it was read (`before`), and what the commands decided so far make of it (`after`)."""

    def __init__(self, snapshot: TableSnapshot) -> None:
        self.before = snapshot
        self.after = snapshot
        self.entries: list[StoredEntry] = []
        self.answers: dict[tuple[int, str], Accepted] = {}
        self.outcomes: dict[int, Outcome] = {}

    @property
    def changed(self) -> bool:
        """Whether there is anything to store."""
        return bool(self.entries)

    def decide(self, index: int, command: Command) -> None:
        """Decide one command on top of those before it; its outcome is kept under `index`."""
        try:
            self.outcomes[index] = self._decide(command)
        except Refusal as refusal:
            self.outcomes[index] = refusal
        except Exception:
            logger.exception("An action at table %s failed", command.table_id)
            self.outcomes[index] = Unavailable()

    def _decide(self, command: Command) -> Accepted:
        state = self.after.state
        seat = command.seat if command.user is None else state.seat_of(command.user)
        if command.action_id is not None and seat is not None:
            key = (seat, command.action_id)
            known = self.answers.get(key) or self.after.answers.get(key)
            if known is not None:
                return known
        if command.at_number is not None and command.at_number != self.after.moved:
            raise Stale()
        if command.at_entry is not None and command.at_entry != self.after.number:
            raise Stale()
        state, happened = engine.step(
            state, seat, command.action, command.now, by=command.by, lag=command.lag
        )
        entries = entries_of(self.after.number, happened, command.now)
        entries[0] = entries[0]._replace(seat=seat, action_id=command.action_id)
        self.after = advance(self.after, state, entries)
        self.entries += entries
        self.answers |= answers_of(entries)
        return answer_of(entries[0])

    def change(self) -> TableChange:
        """Set when the scheduler must act next, and give what the store has to commit."""
        due = self.before.due_at
        if self.before.moved != self.after.moved:
            happened = [entry.event for entry in self.entries]
            state, before = self.after.state, self.before.state
            still = before.status == PAUSE == state.status and before.round is state.round
            running = due if still and not before.halted else None
            due = due_at(state, happened, self.entries[-1].at, running=running)
        self.after = self.after._replace(due_at=due)
        return TableChange(self.before, self.after, self.entries, due)


def entries_of(number: int, happened: Sequence[Event], at: datetime) -> list[StoredEntry]:
    """Log entries for events that follow on `number`."""
    return [StoredEntry(number + n, at, event) for n, event in enumerate(happened, start=1)]
