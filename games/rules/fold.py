"""How each event changes the state; events alone rebuild a table, so nothing is decided here."""

from collections.abc import Callable, Iterable
from datetime import datetime
from typing import Any

from games.rules.absence import APPLY_ABSENCE
from games.rules.clock import ticked
from games.rules.events import Event
from games.rules.fold_bids import APPLY_BIDS
from games.rules.fold_lobby import APPLY_LOBBY
from games.rules.fold_play import APPLY_PLAY
from games.rules.intervene import INTERVENE
from games.rules.state import State


def apply(state: State | None, event: Event, at: datetime) -> State:
    """The state after `event`, which happened at `at`; the first event of a table takes no state."""
    after = _APPLY[type(event)](state, event, at)
    return ticked(state, event, at, after) if after.options.clock is not None else after


def replay(entries: Iterable[tuple[Event, datetime]]) -> State | None:
    """The state that a whole log leads to; None for an empty one."""
    state: State | None = None
    for event, at in entries:
        state = apply(state, event, at)
    return state


_APPLY: dict[type[Any], Callable[[Any, Any, datetime], State]] = {
    **APPLY_LOBBY,
    **APPLY_BIDS,
    **APPLY_PLAY,
    **APPLY_ABSENCE,
    **INTERVENE,
}
