"""The one door of the rules: an action is verified, becomes events, and what follows by itself follows."""

from datetime import datetime

from games.rules import deal
from games.rules.actions import Action, OpenTable
from games.rules.decide import decide
from games.rules.events import BidMade, CardPlayed, Event, TableOpened, TrumpNamed
from games.rules.fold import apply, replay
from games.rules.follow import follow_up
from games.rules.schedules import check_players
from games.rules.state import State

__all__ = ["apply", "open_table", "replay", "step", "verify"]


def open_table(action: OpenTable, at: datetime) -> tuple[State, list[Event]]:
    """A new table; raises WrongNumberOfPlayers or BadRequest where the options do not fit the seats."""
    check_players(action.options, action.size)
    seed = bytes.fromhex(action.server_seed)
    if len(seed) != deal.SEED_BYTES:
        raise ValueError(f"A server seed has {deal.SEED_BYTES} bytes, not {len(seed)}.")
    event = TableOpened(
        action.options.as_dict(), action.size, seed.hex(), deal.commitment(seed), action.organised
    )
    return apply(None, event, at), [event]


def step(
    state: State, seat: int | None, action: Action, at: datetime, by: str | None = None, lag: int = 0
) -> tuple[State, list[Event]]:
    """Do `action` for `seat` (None: somebody without one, or the house) at the moment `at`.

    Gives the new state and the events that led to it; `by` says who moves for the seat if not its own player,
    `lag` is how many milliseconds the network is measured to have taken.
    Raises a Refusal, and nothing has changed.
    """
    event = decide(state, seat, action, by)
    if lag and state.clocks is not None and isinstance(event, TrumpNamed | BidMade | CardPlayed):
        event = event._replace(lag=lag)
    events: list[Event] = []
    following: Event | None = event
    while following is not None:
        state = apply(state, following, at)
        events.append(following)
        following = follow_up(state)
    return state, events


def verify(state: State, seat: int | None, action: Action) -> None:
    """Raise the Refusal that `step` would raise; change nothing."""
    decide(state, seat, action, None)
