"""Players who leave and return, requests for stand-ins, and the renewal of clocks after a server outage."""

from datetime import datetime
from typing import NamedTuple

from core.refusal import BadRequest
from core.sentence import Sentence
from games.rules import errors
from games.rules.clock import clock_deadline, record_departure, reset_missed_decisions, resume_turn_clock
from games.rules.legal import check_game_running, require_seat
from games.rules.options.pace import ON_REQUEST
from games.rules.protocol.values import Mover, SeatNumber
from games.rules.state import State
from games.rules.topics.topic import ActionRule, EventRule, Public, Topic


class GoAway(NamedTuple):
    """Server only: mark a player as away, because their client shows no sign of life."""

    seat: int


class ComeBack(NamedTuple):
    """Server only: mark a player as back who was away, or for whom others have asked for a stand-in."""

    seat: int


class LeaveGame(NamedTuple):
    """Leave the running game; a stand-in plays for the seat and the result counts. Coming back to the table
    takes the seat back.
    """


class AskStandIn(NamedTuple):
    """Ask for a stand-in for an absent player, at a table where stand-ins play only on request.

    The stand-in starts to play once all other players present have asked.
    """

    absent: SeatNumber


class RenewClock(NamedTuple):
    """Server only: give the players to move their full time again, because no server was running."""


class PlayerAway(NamedTuple):
    """A stand-in plays for the seat from now on. With `left`, the player left on purpose."""

    seat: Public[SeatNumber]
    left: Public[bool] = False


class StandInAsked(NamedTuple):
    """A player asks for a stand-in for an absent player."""

    seat: Public[SeatNumber]
    absent: Public[SeatNumber]


class PlayerBack(NamedTuple):
    """The player is back: no stand-in plays for them, and requests for one are dropped."""

    seat: Public[SeatNumber]


class ClockRenewed(NamedTuple):
    """No server was running for a while, so the players to move get their full time again."""


def _decide_absence(state: State, seat: int | None, action: GoAway, mover: Mover | None) -> PlayerAway:
    """Return the event that marks a player as absent.

    Raise NothingChanged if the player is absent already or is one of the site's bots.
    """
    check_game_running(state)
    if action.seat not in state.present_seats():
        raise errors.NothingChanged()
    return PlayerAway(action.seat)


def _decide_player_return(
    state: State, seat: int | None, action: ComeBack, mover: Mover | None
) -> PlayerBack:
    """Return the event that marks a player as present.

    Raise NothingChanged unless a stand-in bot plays for the player or another player has requested one.
    """
    check_game_running(state)
    if not has_stand_in_or_request(state, action.seat):
        raise errors.NothingChanged()
    return PlayerBack(action.seat)


def has_stand_in_or_request(state: State, seat: int) -> bool:
    """Return whether a stand-in bot plays for the seat's player, or another player has requested one."""
    return seat in state.away or any(absent == seat for _, absent in state.stand_in_asked)


def _decide_departure(state: State, seat: int | None, action: LeaveGame, mover: Mover | None) -> PlayerAway:
    """Return the event by which a player leaves the running game.

    Raise NothingChanged if a bot already plays in the player's place.
    """
    player = require_seat(seat)
    check_game_running(state)
    if player in state.away:
        raise errors.NothingChanged()
    return PlayerAway(player, left=True)


def _decide_stand_in_request(
    state: State, seat: int | None, action: AskStandIn, mover: Mover | None
) -> StandInAsked:
    """Return the event that records a player's request that a bot play for an absent player.

    Raise a Refusal if the request is not possible.
    """
    player = require_seat(seat)
    check_game_running(state)
    if state.options.stand_in_minutes != ON_REQUEST:
        raise errors.WrongPhase(Sentence("At this table, stand-ins come by themselves."))
    if action.absent == player or action.absent not in state.present_seats():
        raise BadRequest({"absent": [Sentence("Nobody else plays on this seat who could be absent.")]})
    if (player, action.absent) in state.stand_in_asked:
        raise errors.NothingChanged(Sentence("You have already asked for a stand-in."))
    return StandInAsked(player, action.absent)


def find_agreed_stand_in(state: State) -> PlayerAway | None:
    """Return the event that lets a bot play for an absent player, or None if the others do not agree.

    All other people who are present, at least one, must have requested a bot for the same player.
    """
    people = state.human_seats() - state.away
    # The lowest seat comes first.
    for absent in sorted({absent for _, absent in state.stand_in_asked}):
        others = people - {absent}
        # A bot alone cannot decide, so at least one person has to ask.
        if others and all((other, absent) in state.stand_in_asked for other in others):
            return PlayerAway(absent)
    return None


def _decide_clock_renewal(
    state: State, seat: int | None, action: RenewClock, mover: Mover | None
) -> ClockRenewed:
    """Return the event that restarts the running clocks with the full time, after a server outage.

    Raise NothingChanged if no clock is running.
    """
    check_game_running(state)
    if clock_deadline(state) is None:
        raise errors.NothingChanged()
    return ClockRenewed()


def _apply_player_away(state: State, event: PlayerAway, at: datetime) -> State:
    """Return the state with the player marked as absent.

    Remove the player's pause request, and all stand-in requests that involve the player.
    """
    left = state.left | {event.seat} if event.left else state.left
    gone = drop_requests(state, event.seat)._replace(away=state.away | {event.seat}, left=left)
    return record_departure(gone, event.seat, at)


def drop_requests(state: State, seat: int) -> State:
    """Return the state without the player's pause request and stand-in requests.

    Other players' requests for a bot in this player's place are removed, too.
    """
    return state._replace(
        pause_asked=state.pause_asked - {seat}, stand_in_asked=_stand_in_requests_without_seat(state, seat)
    )


def _apply_stand_in_asked(state: State, event: StandInAsked, at: datetime) -> State:
    """Return the state with a player's request for a stand-in bot added."""
    return state._replace(stand_in_asked=state.stand_in_asked | {(event.seat, event.absent)})


def _stand_in_requests_without_seat(state: State, seat: int) -> frozenset[tuple[int, int]]:
    """Return the pairs (asking seat, absent seat) of stand-in requests, except pairs that contain `seat`."""
    return frozenset(pair for pair in state.stand_in_asked if seat not in pair)


def _apply_player_back(state: State, event: PlayerBack, at: datetime) -> State:
    """Return the state with the player marked as present.

    Remove stand-in requests that involve the player, and reset the player's count of missed decisions. Adjust
    the start of the current turn if its clock stood still while the player was away.
    """
    back = state._replace(
        away=state.away - {event.seat},
        left=state.left - {event.seat},
        stand_in_asked=_stand_in_requests_without_seat(state, event.seat),
    )
    return resume_turn_clock(state, reset_missed_decisions(back, event.seat), event.seat, at)


def _apply_clock_renewed(state: State, event: ClockRenewed, at: datetime) -> State:
    """Return the state unchanged: the engine restarts the clocks by itself after this event."""
    return state


_ACTIONS = (
    ActionRule(GoAway, _decide_absence),
    ActionRule(ComeBack, _decide_player_return),
    ActionRule(LeaveGame, _decide_departure, "leave"),
    ActionRule(AskStandIn, _decide_stand_in_request, "ask_stand_in", held=True),
    ActionRule(RenewClock, _decide_clock_renewal),
)
_EVENTS = (
    EventRule(PlayerAway, "player_away", _apply_player_away),
    EventRule(StandInAsked, "stand_in_asked", _apply_stand_in_asked, quiet=True),
    EventRule(PlayerBack, "player_back", _apply_player_back),
    EventRule(ClockRenewed, "clock_renewed", _apply_clock_renewed, renews_clock=True),
)
TOPIC = Topic("absence", _ACTIONS, _EVENTS)
PlayerAction = LeaveGame | AskStandIn
Action = GoAway | ComeBack | PlayerAction | RenewClock
Event = PlayerAway | StandInAsked | PlayerBack | ClockRenewed
