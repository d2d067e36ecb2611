"""When a table's time is up, as far as its players are told."""

from datetime import datetime, timedelta

from games.rules.state import PAUSE, State


def deadline_of(state: State) -> datetime | None:
    """The end of the pause between two rounds; None outside of one."""
    if state.status != PAUSE or state.pause_began_at is None:
        return None
    return state.pause_began_at + timedelta(seconds=state.options.pause)
