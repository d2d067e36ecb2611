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
from games.rules.protocol.values import SeatNumber
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
    """Return `seat` if it is the host's seat and the game has not started, otherwise raise an error.

    The error is NotSeated if `seat` is None, AlreadyStarted after the start, and NotTheHost (with the given
    message) for all other seats.
    """
    number = require_seat(seat)
    if state.status != OPEN:
        raise errors.AlreadyStarted()
    if number != state.host:
        raise errors.NotTheHost(not_host_message)
    return number


def _decide_removal(state: State, seat: int | None, action: RemovePlayer, by: str | None) -> SeatLeft:
    """Return the event by which the host removes another player from the table before the game starts.

    Raise NobodyThere if nobody has the chosen seat, and SomebodyElseThere if its player does not have the
    name in `action.name`. Raise Forbidden for the host's own seat, and BadRequest for an invalid seat number.
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
    state: State, seat: int | None, action: ChangeOptions, by: str | None
) -> OptionsChanged:
    """Return the event by which the host changes the table's options before the game starts.

    Raise NothingChanged if the options stay the same, and WrongNumberOfPlayers or BadRequest if a game with
    these options cannot have as many players as the table has seats.
    """
    number = _require_host_before_start(
        state, seat, Sentence("Only the host of this table can change its options.")
    )
    if action.options == state.options:
        raise errors.NothingChanged()
    check_player_count(action.options, state.size)
    return OptionsChanged(number, action.options.as_dict())


def _apply_options_changed(state: State, event: OptionsChanged, at: datetime) -> State:
    """Replace the table's options by the event's options."""
    return state._replace(options=restore_options(event.options))


_ACTIONS = (
    ActionRule(RemovePlayer, _decide_removal),
    ActionRule(ChangeOptions, _decide_options_change),
)
_EVENTS = (EventRule(OptionsChanged, "options_changed", _apply_options_changed),)
TOPIC = Topic("hosting", _ACTIONS, _EVENTS)
Action = RemovePlayer | ChangeOptions
Event = OptionsChanged
