"""The pause between two rounds, which ends when everybody is ready or its time is up."""

from datetime import datetime
from typing import NamedTuple, cast

from core.sentence import Sentence
from games.rules import errors, legal
from games.rules.legal import check_not_on_hold, require_seat
from games.rules.protocol.memory import SeatSight
from games.rules.protocol.values import Mover, SeatNumber
from games.rules.round import Round
from games.rules.sight.memory import build_memory
from games.rules.sight.proofs import find_cheat_proofs
from games.rules.state import State
from games.rules.statuses import PAUSE
from games.rules.topics.rounds import GameFinished, RoundDealt, next_deal_or_result
from games.rules.topics.topic import ActionRule, EventRule, Public, Topic


class Ready(NamedTuple):
    """Say, in the pause, that you are ready for the next round."""


class EndPause(NamedTuple):
    """Server only: end the pause, because its time is up."""


class PlayerReady(NamedTuple):
    """A player is ready for the next round."""

    seat: Public[SeatNumber]


def _decide_readiness(state: State, seat: int | None, action: Ready, mover: Mover | None) -> PlayerReady:
    """Return the event that marks a player as ready for the next round.

    Raise WrongPhase if there is no pause or the player is ready already.
    """
    player = require_seat(seat)
    if state.status != PAUSE or state.round is None:
        raise errors.WrongPhase(Sentence("The round is not over yet."))
    if player in state.round.ready:
        raise errors.WrongPhase(Sentence("You have already said that you are ready."))
    return PlayerReady(player)


def _decide_end_of_pause(
    state: State, seat: int | None, action: EndPause, mover: Mover | None
) -> RoundDealt | GameFinished:
    """Return the event that ends the pause: the next deal or the final result.

    Raise WrongPhase if there is no pause.
    """
    if state.status != PAUSE:
        raise errors.WrongPhase(Sentence("The round is not over yet."))
    # Checked here instead of by `held` in the rule, because the server, which ends the pause, has no seat.
    check_not_on_hold(state)
    return next_deal_or_result(state)


def _next_event_in_pause(state: State) -> RoundDealt | GameFinished | None:
    """Return the event that ends the pause between rounds, or None if the pause goes on.

    The pause ends when everybody is ready, or at once if its length is 0.
    """
    over = state.options.pause == 0 or _all_are_ready(state, state.current_round)
    return next_deal_or_result(state) if over else None


def _all_are_ready(state: State, current: Round) -> bool:
    """Return whether everybody who is present is ready for the next round.

    The game waits for a bot only while the bot can still prove that a player has cheated.
    """
    if not state.human_seats() - state.away <= current.ready:
        return False
    if not state.options.cheating:
        return True
    # Proofs use only public cards, so the length of the pause reveals no secret.
    bots = set(range(len(state.seats))) - state.human_seats() - state.away - current.ready
    return not any(_can_prove_a_cheat(state, current, bot) for bot in bots)


def _can_prove_a_cheat(state: State, current: Round, seat: int) -> bool:
    """Return whether the cards played in the round prove that a player other than the one in `seat` cheated.

    Ignore cheats that an accusation has exposed already.
    """
    # The fields that are left out are not needed for a proof.
    remembered: dict[str, object] = {
        "round": {"number": current.number},
        "trick": None,
        "can_accuse": legal.accusable_seats(state, seat),
        **build_memory(state),
    }
    return bool(find_cheat_proofs(cast(SeatSight, remembered)))


def _apply_player_ready(state: State, event: PlayerReady, at: datetime) -> State:
    """Add the player's seat to the seats that are ready for the next round."""
    current = state.current_round
    return state._replace(round=current._replace(ready=current.ready | {event.seat}))


_ACTIONS = (
    ActionRule(Ready, _decide_readiness, "ready", held=True),
    ActionRule(EndPause, _decide_end_of_pause),
)
_EVENTS = (EventRule(PlayerReady, "player_ready", _apply_player_ready, quiet=True),)
TOPIC = Topic("pause", _ACTIONS, _EVENTS, {PAUSE: _next_event_in_pause})
PlayerAction = Ready
Action = Ready | EndPause
Event = PlayerReady
