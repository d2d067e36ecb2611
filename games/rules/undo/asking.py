"""A player asks to undo the last card, bid or trump; all people present have to agree.

Bots agree at once, and do not move while an answer is pending. People do not have to wait: the player to move
can play on, which ends the request. Absent players, for whom a stand-in plays, are not asked.
"""

from collections.abc import Mapping
from datetime import datetime
from typing import Any, NamedTuple, NotRequired, TypedDict

from core.sentence import Sentence
from games.rules import errors
from games.rules.legal import check_game_running, require_seat
from games.rules.protocol.values import CardCode, Mover, SeatNumber, UndoEnding, UndoKind
from games.rules.round import UndoRequest
from games.rules.state import State
from games.rules.topics.topic import ActionRule, EventRule, Public, Topic
from games.rules.undo import CARD, TIMED_OUT, WITHDRAWN
from games.rules.undo.ask import (
    ANSWER_TIMEOUT,
    count_moves_undos_and_replacements,
    find_open_undo_request,
    find_seats_to_answer,
    require_decision_for_undo_request,
)
from games.rules.undo.decision import allows_undo, last_decision, undo_last_decision


class AskUndo(NamedTuple):
    """Ask to take back your last card, bid or trump suit, before another player has made a decision."""


class AnswerUndo(NamedTuple):
    """Allow another player to take back a decision, or refuse to."""

    allow: bool


class WithdrawUndo(NamedTuple):
    """Withdraw your own undo request; the decision stands."""


class LapseUndo(NamedTuple):
    """Server only: end an undo request that nobody refused, but that not everybody answered in time."""


class UndoAsked(NamedTuple):
    """A player asks to take back a decision. The other players have 15 seconds to answer."""

    seat: Public[SeatNumber]
    kind: Public[UndoKind]


class UndoAnswered(NamedTuple):
    """A player agrees that the decision is taken back, or refuses, which ends the request."""

    seat: Public[SeatNumber]
    allow: Public[bool]


class UndoEnded(NamedTuple):
    """An undo request ended without an answer; the decision stands."""

    seat: Public[SeatNumber]
    reason: Public[UndoEnding]


class DecisionUndone(NamedTuple):
    """The player's last decision is taken back: the table is as it was before."""

    seat: int
    kind: str
    value: str


class ShownUndone(TypedDict):
    """A player's last card, bid or trump is taken back: the table is as it was before."""

    seat: SeatNumber
    kind: UndoKind
    card: NotRequired[CardCode]
    """The card, if it was one."""


def find_agreed_undo(state: State) -> DecisionUndone | None:
    """Return the event that undoes the last decision if the players have agreed to undo it, otherwise None.

    A player must have asked for the undo, and all other human players must have agreed. Bots, and players for
    whom a stand-in plays, are not asked.
    """
    ask = find_open_undo_request(state)
    if ask is None or find_seats_to_answer(state, ask):
        return None
    decision = last_decision(state)
    assert decision is not None
    return DecisionUndone(decision.seat, decision.kind, decision.value)


def _decide_undo_request(state: State, seat: int | None, action: AskUndo, mover: Mover | None) -> UndoAsked:
    """Return the event that records a player's request to undo their last decision.

    Raise a Refusal if the player may not ask now.
    """
    player = require_seat(seat)
    check_game_running(state)
    if not allows_undo(state):
        raise errors.UndoUnavailable()
    decision = require_decision_for_undo_request(state, player)
    if find_open_undo_request(state) is not None:
        raise errors.NothingChanged(Sentence("You have already asked. The others have to answer."))
    return UndoAsked(player, decision.kind)


def _decide_undo_answer(
    state: State, seat: int | None, action: AnswerUndo, mover: Mover | None
) -> UndoAnswered:
    """Return the event that records a player's answer to an open undo request.

    Raise NoUndoAsked if there is no open request. Raise NothingChanged if the player made the request, or
    agrees to it again. A player who has agreed can still refuse.
    """
    player, ask = require_seat(seat), find_open_undo_request(state)
    if ask is None:
        raise errors.NoUndoAsked()
    if player == ask.seat:
        raise errors.NothingChanged(Sentence("The others have to answer."))
    if player in ask.allowed and action.allow:
        raise errors.NothingChanged(Sentence("You have already answered."))
    return UndoAnswered(player, action.allow)


def _decide_undo_withdrawal(
    state: State, seat: int | None, action: WithdrawUndo, mover: Mover | None
) -> UndoEnded:
    """Return the event that withdraws a player's own undo request.

    Raise NoUndoAsked if the player has no open request.
    """
    player, ask = require_seat(seat), find_open_undo_request(state)
    if ask is None or ask.seat != player:
        raise errors.NoUndoAsked()
    return UndoEnded(player, WITHDRAWN)


def _decide_undo_lapse(state: State, seat: int | None, action: LapseUndo, mover: Mover | None) -> UndoEnded:
    """Return the event that closes an undo request because not everybody answered in time.

    The caller must have checked that the time is up. Raise NoUndoAsked if there is no open request.
    """
    ask = find_open_undo_request(state)
    if ask is None:
        raise errors.NoUndoAsked()
    return UndoEnded(ask.seat, TIMED_OUT)


def _set_undo_request(
    state: State, request: UndoRequest | None, seats_that_asked: tuple[int, ...] | None = None
) -> State:
    """Return the state with `request` as its open undo request; None means that no request is open.

    If given, `seats_that_asked` replaces the list of seats that asked in this round.
    """
    current = state.current_round
    undo = current.undo._replace(
        ask=request, asked=current.undo.asked if seats_that_asked is None else seats_that_asked
    )
    return state._replace(round=current._replace(undo=undo))


def _apply_undo_asked(state: State, event: UndoAsked, at: datetime) -> State:
    """Open the player's undo request, and count the request towards the player's limit for the round."""
    ask = UndoRequest(
        event.seat, event.kind, at + ANSWER_TIMEOUT, frozenset(), count_moves_undos_and_replacements(state)
    )
    return _set_undo_request(state, ask, (*state.current_round.undo.asked, event.seat))


def _apply_undo_answered(state: State, event: UndoAnswered, at: datetime) -> State:
    """Record that the player agrees to the undo, or close the request if the player refuses."""
    ask = state.current_round.undo.ask
    assert ask is not None
    allowed = ask._replace(allowed=ask.allowed | {event.seat})
    return _set_undo_request(state, allowed if event.allow else None)


def _apply_undo_ended(state: State, event: UndoEnded, at: datetime) -> State:
    """Close the undo request, which was withdrawn or has run out of time."""
    return _set_undo_request(state, None)


def _apply_decision_undone(state: State, event: DecisionUndone, at: datetime) -> State:
    """Return the state as it was before the last decision, without resetting the players' clocks."""
    decision = last_decision(state)
    assert decision is not None
    return undo_last_decision(state, decision)


def _redact_decision_undone(event: DecisionUndone, viewer: int | None) -> Mapping[str, Any]:
    """Return the fields of the event that all viewers see, whoever the `viewer` is.

    An undone card is shown. An undone bid or trump suit is not shown.
    """
    shown: ShownUndone = {"seat": event.seat, "kind": event.kind}
    if event.kind == CARD:
        shown["card"] = event.value
    return shown


_ACTIONS = (
    ActionRule(AskUndo, _decide_undo_request, "ask_undo", held=True),
    ActionRule(AnswerUndo, _decide_undo_answer, "answer_undo", held=True),
    ActionRule(WithdrawUndo, _decide_undo_withdrawal, "withdraw_undo", held=True),
    ActionRule(LapseUndo, _decide_undo_lapse),
)
_EVENTS = (
    EventRule(UndoAsked, "undo_asked", _apply_undo_asked),
    EventRule(UndoAnswered, "undo_answered", _apply_undo_answered),
    EventRule(UndoEnded, "undo_ended", _apply_undo_ended),
    EventRule(
        DecisionUndone, "decision_undone", _apply_decision_undone, ShownUndone, _redact_decision_undone
    ),
)
TOPIC = Topic("undo", _ACTIONS, _EVENTS)
PlayerAction = AskUndo | AnswerUndo | WithdrawUndo
Action = PlayerAction | LapseUndo
Event = UndoAsked | UndoAnswered | UndoEnded | DecisionUndone
