"""Organisers' rulings on a game in progress: a time limit, a replacement, an early end, an annulment."""

from datetime import datetime
from typing import NamedTuple

from core.refusal import BadRequest
from core.sentence import Sentence
from games.rules import errors
from games.rules.clock import reset_missed_decisions, set_vacations
from games.rules.legal import check_game_in_progress
from games.rules.protocol.values import Kind, Moment, Mover, PositiveCount, SeatNumber
from games.rules.state import Seat, State, Substitution, replace_item
from games.rules.statuses import ABANDONED, PLAYING
from games.rules.topics.absence import drop_requests
from games.rules.topics.topic import ActionRule, EventRule, Public, Topic


class SetTimeLimit(NamedTuple):
    """Announce when the organisers will close the table (ISO 8601), or remove the time limit (None)."""

    closes_at: str | None


class ReplacePlayer(NamedTuple):
    """Let a new player take over a seat with everything that belongs to it: hand, bid, tricks, score.

    `user` is an opaque user id, None for the site's own bots, which have a `level`.
    """

    seat: int
    name: str
    kind: str
    user: int | None = None
    level: str | None = None


class StopGame(NamedTuple):
    """End the game now; the unfinished round is void, and the scored rounds decide the result."""


class AnnulGame(NamedTuple):
    """Annul the game, so that none of it counts."""


class TimeLimitSet(NamedTuple):
    """The organisers set, changed or removed the time limit (null)."""

    closes_at: Public[Moment | None]


class PlayerReplaced(NamedTuple):
    """A new player has taken over the seat and everything that belongs to it."""

    seat: Public[SeatNumber]
    name: Public[str]
    kind: Public[Kind]
    user: int | None
    level: str | None


class GameStopped(NamedTuple):
    """The organisers ended the game. `round` is the unfinished round, which does not count; null if all dealt
    rounds have been scored.
    """

    round: Public[PositiveCount | None]


class GameAnnulled(NamedTuple):
    """The game does not count at all."""


def _decide_time_limit(
    state: State, seat: int | None, action: SetTimeLimit, mover: Mover | None
) -> TimeLimitSet:
    """Return the event that sets when the organisers will close the table, or removes this time limit.

    Raise NothingChanged if the time limit stays the same.
    """
    check_game_in_progress(state)
    if action.closes_at == state.closes_at:
        raise errors.NothingChanged()
    # If `closes_at` is None, the event removes the time limit.
    return TimeLimitSet(action.closes_at)


def _decide_replacement(
    state: State, seat: int | None, action: ReplacePlayer, mover: Mover | None
) -> PlayerReplaced:
    """Return the event that gives a seat to a new player during the game.

    Raise AlreadySeated if the new player already has a seat at this table.
    """
    check_game_in_progress(state)
    if not 0 <= action.seat < len(state.seats):
        raise BadRequest({"seat": [Sentence("There is no such seat at this table.")]})
    if _is_new_player_seated(state, action):
        raise errors.AlreadySeated(Sentence("They are already at this table."))
    return PlayerReplaced(*action)


def _is_new_player_seated(state: State, action: ReplacePlayer) -> bool:
    """Return whether the new player already has a seat at this table.

    The same bot of the site may have several seats, so for a bot only the seat `action.seat` is checked.
    """
    if action.user is not None:
        return state.seat_of(action.user) is not None
    sitter = state.seats[action.seat]
    return sitter is not None and sitter == Seat(action.name, action.kind, None, action.level, sitter.salt)


def _decide_early_end(state: State, seat: int | None, action: StopGame, mover: Mover | None) -> GameStopped:
    """Return the event by which the organisers end the game early.

    The event contains the number of the unfinished round, or None if all dealt rounds have been scored.
    """
    check_game_in_progress(state)
    void = state.round if state.round is not None and state.round.points is None else None
    return GameStopped(void.number if void else None)


def _decide_annulment(state: State, seat: int | None, action: AnnulGame, mover: Mover | None) -> GameAnnulled:
    """Return the event that annuls a game in progress, so that the game does not count."""
    check_game_in_progress(state)
    return GameAnnulled()


def _apply_time_limit_set(state: State, event: TimeLimitSet, at: datetime) -> State:
    """Store the table's new time limit, which the organisers have set. None means no time limit."""
    return state._replace(closes_at=event.closes_at)


def _apply_player_replaced(state: State, event: PlayerReplaced, at: datetime) -> State:
    """Put the new player in the seat without changing the game.

    Discard the old player's absence, vacations, missed decisions, readiness and requests.
    """
    seat, current = event.seat, state.current_round
    before = state.seats[seat]
    assert before is not None
    change = Substitution(
        round=current.number,
        after=current.cards_played,
        seat=seat,
        name=event.name,
        kind=event.kind,
        before=before,
    )
    # The game's seed depends on the old player's salt; with another salt, the deals could not be checked.
    sitter = Seat(event.name, event.kind, event.user, event.level, before.salt)
    state = drop_requests(state, seat)._replace(
        seats=replace_item(state.seats, seat, sitter),
        round=current._replace(ready=current.ready - {seat}),
        away=state.away - {seat},
        left=state.left - {seat},
        substitutions=(*state.substitutions, change),
    )
    return set_vacations(reset_missed_decisions(state, seat), seat, ())


def _apply_game_stopped(state: State, event: GameStopped, at: datetime) -> State:
    """Stop the game. Only completed rounds count for the result.

    Discard an unfinished round, together with the points for accusations of cheating in it.
    """
    current = state.round
    scores, past = state.scores, state.past
    if current is not None and current.points is None:
        scores = tuple(score - given for score, given in zip(scores, current.adjustments, strict=True))
    elif current is not None:
        past = (*past, current)
    return state._replace(
        status=PLAYING, halted=False, own_pause=False, stopped=True, scores=scores, past=past, round=None
    )


def _apply_game_annulled(state: State, event: GameAnnulled, at: datetime) -> State:
    """Mark the game as abandoned, so that it has no result, and discard the current round."""
    return state._replace(status=ABANDONED, halted=False, own_pause=False, round=None)


_ACTIONS = (
    ActionRule(SetTimeLimit, _decide_time_limit),
    ActionRule(ReplacePlayer, _decide_replacement),
    ActionRule(StopGame, _decide_early_end),
    ActionRule(AnnulGame, _decide_annulment),
)
_EVENTS = (
    EventRule(TimeLimitSet, "time_limit_set", _apply_time_limit_set, quiet=True),
    EventRule(
        PlayerReplaced,
        "player_replaced",
        _apply_player_replaced,
        renews_clock=True,
    ),
    EventRule(GameStopped, "game_stopped", _apply_game_stopped),
    EventRule(GameAnnulled, "game_annulled", _apply_game_annulled),
)
TOPIC = Topic("rulings", _ACTIONS, _EVENTS)
Action = SetTimeLimit | ReplacePlayer | StopGame | AnnulGame
Event = TimeLimitSet | PlayerReplaced | GameStopped | GameAnnulled
