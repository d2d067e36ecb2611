"""Slow tables: vacations, during which a player's time stands still, and games that end on timeout."""

from datetime import datetime
from typing import NamedTuple

from core.sentence import Sentence
from games.rules import errors
from games.rules.clock import seats_on_clock, set_vacations
from games.rules.legal import check_game_running
from games.rules.options.pace import END, SLOW
from games.rules.protocol.values import Mover, SeatNumber
from games.rules.state import State
from games.rules.statuses import ABANDONED
from games.rules.topics.topic import ActionRule, EventRule, Public, Topic


class ChangeVacations(NamedTuple):
    """Server only: set a player's vacations, as (start, end) in ISO 8601 format and chronological order."""

    seat: int
    breaks: tuple[tuple[str, str], ...]


class EndLateGame(NamedTuple):
    """Server only: end the game, because a player's time is up and the options say so."""

    seat: int


class VacationsChanged(NamedTuple):
    """A player's vacations have changed, and with them the time that they have for a decision."""

    seat: Public[SeatNumber]
    breaks: tuple[tuple[str, str], ...]


class GameOutOfTime(NamedTuple):
    """The game ended without a result, because this player's time was up."""

    seat: Public[SeatNumber]


def are_vacations_unchanged(state: State, seat: int, vacations: tuple[tuple[str, str], ...]) -> bool:
    """Return whether `vacations` equals the vacations that the table stores for the seat's player.

    `vacations` contains the start and end of each vacation in ISO 8601 format. Return False at a table
    without clocks.
    """
    return state.clocks is not None and state.clocks.breaks[seat] == _parse_vacations(vacations)


def _decide_vacations(
    state: State, seat: int | None, action: ChangeVacations, mover: Mover | None
) -> VacationsChanged:
    """Return the event that replaces a player's stored vacations at a slow table (days for each decision).

    Raise WrongPhase at a live table, or NothingChanged if the vacations stay the same.
    """
    check_game_running(state)
    if state.options.pace != SLOW:
        raise errors.WrongPhase(Sentence("Vacations count only at slow tables."))
    if are_vacations_unchanged(state, action.seat, action.breaks):
        raise errors.NothingChanged()
    return VacationsChanged(action.seat, action.breaks)


def _decide_timeout(
    state: State, seat: int | None, action: EndLateGame, mover: Mover | None
) -> GameOutOfTime:
    """Return the event that ends the game because a player has run out of time.

    The caller must have checked that the time is up.
    """
    check_game_running(state)
    if state.options.on_timeout != END or action.seat not in seats_on_clock(state):
        raise errors.WrongPhase(Sentence("Nobody is out of time here."))
    return GameOutOfTime(action.seat)


def _apply_vacations_changed(state: State, event: VacationsChanged, at: datetime) -> State:
    """Replace the vacations of the seat's player with those in the event."""
    return set_vacations(state, event.seat, _parse_vacations(event.breaks))


def _apply_game_out_of_time(state: State, event: GameOutOfTime, at: datetime) -> State:
    """Mark the game as abandoned, so that it has no result, and discard the current round."""
    return state._replace(status=ABANDONED, halted=False, own_pause=False, round=None)


def _parse_vacations(vacations: tuple[tuple[str, str], ...]) -> tuple[tuple[datetime, datetime], ...]:
    """Convert the start and end of each vacation from ISO 8601 strings to datetimes."""
    return tuple((datetime.fromisoformat(start), datetime.fromisoformat(end)) for start, end in vacations)


_ACTIONS = (
    ActionRule(ChangeVacations, _decide_vacations),
    ActionRule(EndLateGame, _decide_timeout),
)
_EVENTS = (
    EventRule(VacationsChanged, "vacations_changed", _apply_vacations_changed),
    EventRule(GameOutOfTime, "game_out_of_time", _apply_game_out_of_time),
)
TOPIC = Topic("slow", _ACTIONS, _EVENTS)
Action = ChangeVacations | EndLateGame
Event = VacationsChanged | GameOutOfTime
