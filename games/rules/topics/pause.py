"""The pause between two rounds: it ends when everybody is ready, or when its time is over."""

from datetime import datetime
from typing import NamedTuple, cast

from games.rules import errors, legal
from games.rules.protocol.memory import SeatSight
from games.rules.protocol.values import SeatNumber
from games.rules.round import Round
from games.rules.sight.memory import memory_of
from games.rules.sight.proofs import proofs
from games.rules.state import PAUSE, State
from games.rules.topics.guards import require_seat
from games.rules.topics.rounds import GameFinished, RoundDealt, next_round
from games.rules.topics.topic import ActionRule, EventRule, Public, Topic


class Ready(NamedTuple):
    """Be ready for the next round, in the pause."""


class EndPause(NamedTuple):
    """The server: the pause is over."""


class PlayerReady(NamedTuple):
    """A player is ready for the next round."""

    seat: Public[SeatNumber]


def _ready(state: State, seat: int | None, action: Ready, by: str | None) -> PlayerReady:
    player = require_seat(seat)
    if state.status != PAUSE or state.round is None:
        raise errors.WrongPhase("The round is not over yet.")
    if player in state.round.ready:
        raise errors.WrongPhase("You have already said that you are ready.")
    return PlayerReady(player)


def _end_pause(state: State, seat: int | None, action: EndPause, by: str | None) -> RoundDealt | GameFinished:
    if state.status != PAUSE:
        raise errors.WrongPhase("The round is not over yet.")
    if state.halted:
        raise errors.Halted()
    return next_round(state)


def _end_when_ready(state: State) -> RoundDealt | GameFinished | None:
    over = state.options.pause == 0 or _all_are_ready(state, state.running_round)
    return next_round(state) if over else None


def _all_are_ready(state: State, current: Round) -> bool:
    """Whether every person who is there is ready, and no bot still has a cheat to call.

    A proof comes from cards that all have seen, so how long a pause lasts tells nobody a secret.
    """
    if not state.humans() - state.away <= current.ready:
        return False
    if not state.options.cheating:
        return True
    bots = set(range(len(state.seats))) - state.humans() - state.away - current.ready
    return not any(_can_prove_a_cheat(state, current, bot) for bot in bots)


def _can_prove_a_cheat(state: State, current: Round, seat: int) -> bool:
    # What is left out proves nothing.
    remembered: dict[str, object] = {
        "round": {"number": current.number},
        "trick": None,
        "can_accuse": legal.can_accuse(state, seat),
        **memory_of(state),
    }
    return bool(proofs(cast(SeatSight, remembered)))


def _player_ready(state: State, event: PlayerReady, at: datetime) -> State:
    current = state.running_round
    return state._replace(round=current._replace(ready=current.ready | {event.seat}))


_ACTIONS = (ActionRule(Ready, _ready, "ready", held=True), ActionRule(EndPause, _end_pause))
_EVENTS = (EventRule(PlayerReady, "player_ready", _player_ready, quiet=True),)
TOPIC = Topic("pause", _ACTIONS, _EVENTS, {PAUSE: _end_when_ready})
PlayerAction = Ready
Action = Ready | EndPause
Event = PlayerReady
