"""Organisers' rulings on a running table: a time limit, another player, an early end, an annulled game."""

from datetime import datetime
from typing import NamedTuple

from core.refusal import BadRequest
from games.rules import errors
from games.rules.clock import with_none_missed
from games.rules.protocol.values import Kind, Moment, PositiveCount, SeatNumber
from games.rules.state import ABANDONED, PLAYING, Seat, State, Substitution, with_item
from games.rules.topics.guards import check_started
from games.rules.topics.topic import ActionRule, EventRule, Public, Topic


class SetTimeLimit(NamedTuple):
    """Tell the players when the table closes (ISO 8601); None takes it back. Nothing happens by itself."""

    closes_at: str | None


class ReplacePlayer(NamedTuple):
    """Somebody else takes over a seat with all that it has: hand, bid, tricks, score.

    `user` is opaque here, None for the server's own bots.
    """

    seat: int
    name: str
    kind: str
    user: int | None = None
    level: str | None = None


class StopGame(NamedTuple):
    """End the game here: the running round is void, the scored rounds decide."""


class AnnulGame(NamedTuple):
    """Nothing of this game counts."""


class TimeLimitSet(NamedTuple):
    """The organisers set, changed or removed the time limit (null)."""

    closes_at: Public[Moment | None]


class PlayerReplaced(NamedTuple):
    """Somebody else has taken over the seat and everything that belongs to it."""

    seat: Public[SeatNumber]
    name: Public[str]
    kind: Public[Kind]
    user: int | None
    level: str | None


class GameStopped(NamedTuple):
    """The organisers ended the game. The round named here does not count; null if all dealt rounds were
    scored.
    """

    round: Public[PositiveCount | None]


class GameAnnulled(NamedTuple):
    """The game does not count at all."""


def _set_time_limit(state: State, seat: int | None, action: SetTimeLimit, by: str | None) -> TimeLimitSet:
    check_started(state)
    if action.closes_at == state.closes_at:
        raise errors.NothingChanged()
    return TimeLimitSet(action.closes_at)


def _replace_player(state: State, seat: int | None, action: ReplacePlayer, by: str | None) -> PlayerReplaced:
    check_started(state)
    if not 0 <= action.seat < len(state.seats):
        raise BadRequest({"seat": ["There is no such seat at this table."]})
    if _sits_there(state, action):
        raise errors.AlreadySeated("They are already at this table.")
    return PlayerReplaced(*action)


def _sits_there(state: State, action: ReplacePlayer) -> bool:
    """Whether the person has a seat here, or the very same bot has this one."""
    if action.user is not None:
        return state.seat_of(action.user) is not None
    sitter = state.seats[action.seat]
    return sitter is not None and sitter == Seat(action.name, action.kind, None, action.level, sitter.salt)


def _stop_game(state: State, seat: int | None, action: StopGame, by: str | None) -> GameStopped:
    check_started(state)
    void = state.round if state.round is not None and state.round.points is None else None
    return GameStopped(void.number if void else None)


def _annul_game(state: State, seat: int | None, action: AnnulGame, by: str | None) -> GameAnnulled:
    check_started(state)
    return GameAnnulled()


def _time_limit_set(state: State, event: TimeLimitSet, at: datetime) -> State:
    return state._replace(closes_at=event.closes_at)


def _player_replaced(state: State, event: PlayerReplaced, at: datetime) -> State:
    """The seat keeps all that it has but its wing, and its word that it is ready; the salt stays, too."""
    seat, current = event.seat, state.running_round
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
    sitter = Seat(event.name, event.kind, event.user, event.level, before.salt)
    state = state._replace(
        seats=with_item(state.seats, seat, sitter),
        round=current._replace(play=current.play.with_wing(seat, None), ready=current.ready - {seat}),
        away=state.away - {seat},
        substitutions=(*state.substitutions, change),
    )
    return with_none_missed(state, seat)


def _game_stopped(state: State, event: GameStopped, at: datetime) -> State:
    """The scored rounds stand; of a void one nothing does, not even what accusations gave or took in it."""
    current = state.round
    scores, past = state.scores, state.past
    if current is not None and current.points is None:
        scores = tuple(score - given for score, given in zip(scores, current.adjustments, strict=True))
    elif current is not None:
        past = (*past, current)
    return state._replace(
        status=PLAYING, halted=False, own_pause=False, stopped=True, scores=scores, past=past, round=None
    )


def _game_annulled(state: State, event: GameAnnulled, at: datetime) -> State:
    return state._replace(status=ABANDONED, halted=False, own_pause=False, round=None)


_ACTIONS = (
    ActionRule(SetTimeLimit, _set_time_limit),
    ActionRule(ReplacePlayer, _replace_player),
    ActionRule(StopGame, _stop_game),
    ActionRule(AnnulGame, _annul_game),
)
_EVENTS = (
    EventRule(TimeLimitSet, "time_limit_set", _time_limit_set, quiet=True),
    EventRule(
        PlayerReplaced,
        "player_replaced",
        _player_replaced,
        renews_clock=True,
    ),
    EventRule(GameStopped, "game_stopped", _game_stopped),
    EventRule(GameAnnulled, "game_annulled", _game_annulled),
)
TOPIC = Topic("rulings", _ACTIONS, _EVENTS)
Action = SetTimeLimit | ReplacePlayer | StopGame | AnnulGame
Event = TimeLimitSet | PlayerReplaced | GameStopped | GameAnnulled
