"""A table as this process holds it: its state at a number, its newest entries, the answers it gave."""

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any, NamedTuple

from games.rules.events import QUIET, Accused
from games.rules.fold import apply
from games.rules.state import State
from games.store.entries import Entry

KEPT = 96
"""Entries kept at hand for sockets that are a little behind; older ones are read from the log."""


class Answer(NamedTuple):
    """What an action became: the number of its log entry, and the verdict if it was an accusation."""

    number: int
    outcome: dict[str, Any] | None = None


class Loaded(NamedTuple):
    """A table at log entry `number`; `answers` maps (seat, action id) to the answer given."""

    table_id: str
    number: int
    state: State
    recent: tuple[Entry, ...]
    answers: dict[tuple[int, str], Answer]
    """Grows with what is committed; shared by all numbers of a table, for a copy at each move would cost."""
    moved: int = 0
    """The entry since which the same seats have to act."""
    due_at: datetime | None = None
    """When the house must act by itself."""
    sealed: bool = False
    """Whether others play the same cards, so that what the end of a game shows is held back."""

    def since(self, after: int) -> tuple[Entry, ...] | None:
        """The entries after number `after`, None if they are not all at hand."""
        if after >= self.number:
            return ()
        first = self.recent[0].number if self.recent else self.number + 1
        return self.recent[after + 1 - first :] if after + 1 >= first else None


def answer_of(entry: Entry) -> Answer:
    """The answer to the action that became `entry`."""
    event = entry.event
    if not isinstance(event, Accused):
        return Answer(entry.number)
    outcome = {
        "verdict": event.verdict,
        "accuser_points": event.accuser_points,
        "accused_points": event.accused_points,
    }
    return Answer(entry.number, outcome)


def answers_of(entries: Iterable[Entry]) -> dict[tuple[int, str], Answer]:
    """The answers that these entries were, by seat and action id."""
    return {
        (entry.seat, entry.action_id): answer_of(entry)
        for entry in entries
        if entry.action_id is not None and entry.seat is not None
    }


def advanced(loaded: Loaded, state: State, entries: Sequence[Entry]) -> Loaded:
    """`loaded` after `entries`, which led to `state`; their answers are added once they are committed."""
    moves = [entry.number for entry in entries if not isinstance(entry.event, QUIET)]
    return loaded._replace(
        number=entries[-1].number if entries else loaded.number,
        state=state,
        recent=(*loaded.recent, *entries)[-KEPT:],
        moved=moves[-1] if moves else loaded.moved,
    )


def folded(table_id: str, entries: list[Entry], before: Loaded | None = None) -> Loaded | None:
    """The table after its log's `entries`, which follow on `before`; None for an empty log."""
    state = before.state if before else None
    for entry in entries:
        state = apply(state, entry.event, entry.at)
    if state is None:
        return None
    before = before or Loaded(table_id, 0, state, (), {})
    before.answers.update(answers_of(entries))
    return advanced(before, state, entries)
