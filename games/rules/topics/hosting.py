"""What the host of a table may do before the start: remove players and change the options."""

from datetime import datetime
from typing import NamedTuple

from core.refusal import BadRequest, Forbidden
from core.sentence import Sentence
from games.rules import errors
from games.rules.legal import require_seat
from games.rules.options import MAX_PLAYERS, Options, restore_options
from games.rules.options.schedules import check_player_count
from games.rules.protocol.options import TableOptions
from games.rules.protocol.values import Mover, SeatNumber
from games.rules.state import State
from games.rules.statuses import OPEN
from games.rules.topics.lobby import SeatLeft
from games.rules.topics.topic import ActionRule, EventRule, Public, Topic


class RemovePlayer(NamedTuple):
    """As the host, remove another player from their seat; a removed user cannot take a seat here again."""

    seat: int
    name: str | None = None
    """The name of the player to remove, as a safeguard; None for any player who has the seat."""


class ChangeOptions(NamedTuple):
    """As the host, change the table's options before the game starts."""

    options: Options


class OptionsChanged(NamedTuple):
    """The host has changed the table's options; possible only before the game starts."""

    seat: Public[SeatNumber]
    options: Public[TableOptions]


def _require_host_before_start(state: State, seat: int | None, not_host_message: str) -> int:
    """Return `seat` if it is the host's and the game has not started.

    Otherwise raise NotSeated, AlreadyStarted, or NotTheHost with the text `not_host_message`.
    """
    number = require_seat(seat)
    if state.status != OPEN:
        raise errors.AlreadyStarted()
    if number != state.host:
        raise errors.NotTheHost(not_host_message)
    return number


def _decide_removal(state: State, seat: int | None, action: RemovePlayer, mover: Mover | None) -> SeatLeft:
    """Return the event by which the host removes a player.

    Raise NobodyThere for an empty seat. Raise SomebodyElseThere if `action.name` is set and is not the name
    of the player in the seat.
    """
    own = _require_host_before_start(state, seat, Sentence("Only the host of this table can remove players."))
    if not 0 <= action.seat < MAX_PLAYERS:
        raise BadRequest({"seat": [Sentence("This table has the seats 0 to %(last)d.", last=state.size - 1)]})
    if action.seat == own:
        raise Forbidden(Sentence("You cannot remove yourself. You can leave the table."))
    sitter = state.seats[action.seat] if action.seat < state.size else None
    if sitter is None:
        raise errors.NobodyThere()
    if action.name is not None and action.name.casefold() != sitter.name.casefold():
        raise errors.SomebodyElseThere(Sentence("%(name)s sits there now.", name=sitter.name))
    return SeatLeft(action.seat, sitter.name, removed=True)


def _decide_options_change(
    state: State, seat: int | None, action: ChangeOptions, mover: Mover | None
) -> OptionsChanged:
    """Return the event by which the host changes the table's options.

    Raise NothingChanged if they stay the same.
    """
    number = _require_host_before_start(
        state, seat, Sentence("Only the host of this table can change its options.")
    )
    if action.options == state.options:
        raise errors.NothingChanged()
    check_player_count(action.options, state.size)
    return OptionsChanged(number, action.options.as_dict())


def _apply_options_changed(state: State, event: OptionsChanged, at: datetime) -> State:
    """Replace the table's options with those in the event."""
    return state._replace(options=restore_options(event.options))


_ACTIONS = (
    ActionRule(RemovePlayer, _decide_removal),
    ActionRule(ChangeOptions, _decide_options_change),
)
_EVENTS = (EventRule(OptionsChanged, "options_changed", _apply_options_changed),)
TOPIC = Topic("hosting", _ACTIONS, _EVENTS)
Action = RemovePlayer | ChangeOptions
Event = OptionsChanged
