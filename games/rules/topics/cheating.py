"""Accusations: who may call a cheater, and what the verdict costs."""

import math
from datetime import datetime
from typing import NamedTuple

from core.refusal import BadRequest
from games.rules import errors, legal
from games.rules.state import State, sums
from games.rules.topics import fields
from games.rules.topics.guards import require_seat
from games.rules.topics.topic import ActionRule, EventRule, Topic, public
from games.rules.verdicts import CAUGHT, Accusation, called, verdict, verdict_points

SOURCES = ("light_sensor", "button", "mail")
MAX_MOMENT_LENGTH = 40
"""Characters of a moment in ISO 8601."""


class Accuse(NamedTuple):
    """Call a cheater; `lux` and `sensed_at` are the phone's word, stored and never trusted."""

    accused: int
    source: str
    lux: float | None = None
    sensed_at: str | None = None


class Accused(NamedTuple):
    """A judged accusation."""

    accuser: int
    accused: int
    source: str
    lux: float | None
    sensed_at: str | None
    after: int
    verdict: str
    accuser_points: int
    accused_points: int


def _accuse(state: State, seat: int | None, action: Accuse, by: str | None) -> Accused:
    accuser = require_seat(seat)
    if not state.options.cheating:
        raise errors.StrictTable()
    if not 0 <= action.accused < len(state.seats) or state.seats[action.accused] is None:
        raise BadRequest({"accused": ["There is no such seat at this table."]})
    if action.accused == accuser:
        raise errors.CannotAccuseYourself()
    current = state.round
    if current is None or not legal.may_accuse(state):
        raise errors.NothingToAccuse()
    outcome = verdict(current.cheats, action.accused)
    accuser_points, accused_points = verdict_points(outcome)
    return Accused(
        accuser=accuser,
        accused=action.accused,
        source=action.source,
        lux=action.lux,
        sensed_at=action.sensed_at,
        after=current.cards_played,
        verdict=outcome,
        accuser_points=accuser_points,
        accused_points=accused_points,
    )


def _accused(state: State, event: Accused, at: datetime) -> State:
    current = state.running_round
    change = [0] * len(state.scores)
    change[event.accuser] += event.accuser_points
    change[event.accused] += event.accused_points
    play = current.play
    if event.verdict == CAUGHT:
        play = play._replace(cheats=called(play.cheats, event.accuser, event.accused))
    current = current._replace(
        play=play,
        accusations=(*current.accusations, _accusation(event, at)),
        adjustments=sums(current.adjustments, change),
        totals=None if current.totals is None else sums(current.totals, change),
    )
    return state._replace(round=current, scores=sums(state.scores, change))


def _accusation(event: Accused, at: datetime) -> Accusation:
    return Accusation(
        accuser=event.accuser,
        accused=event.accused,
        after=event.after,
        source=event.source,
        verdict=event.verdict,
        accuser_points=event.accuser_points,
        accused_points=event.accused_points,
        lux=event.lux,
        sensed_at=event.sensed_at,
        received_at=at,
    )


def _read_source(value: object) -> str:
    if not isinstance(value, str) or value not in SOURCES:
        raise ValueError(f"This must be one of {', '.join(SOURCES)}.")
    return value


def _read_lux(value: object) -> float | None:
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise ValueError("This must be a number of lux.")
    lux = float(value) if abs(value) < 1e12 else math.inf
    if not (math.isfinite(lux) and lux >= 0):
        raise ValueError("This must be a number of lux: 0 or more, and below 1e12.")
    return lux


def _read_moment(value: object) -> str | None:
    if value is None:
        return None
    try:
        if not isinstance(value, str) or len(value) > MAX_MOMENT_LENGTH:
            raise ValueError
        if not (value.isascii() and value.isprintable()):
            # Python takes any character between date and time, even those that no database keeps.
            raise ValueError
        datetime.fromisoformat(value)
    except ValueError:
        raise ValueError("This must be a moment in ISO 8601, such as 2026-01-31T20:15:00Z.") from None
    return value


_FIELDS = {"accused": fields.seat, "source": _read_source, "lux": _read_lux, "sensed_at": _read_moment}
_PUBLIC = ("accuser", "accused", "after", "source", "verdict", "accuser_points", "accused_points")
_ACTIONS = (ActionRule(Accuse, _accuse, "accuse", _FIELDS, held=True),)
_EVENTS = (EventRule(Accused, "accused", _accused, public(*_PUBLIC), quiet=True),)
TOPIC = Topic("cheating", _ACTIONS, _EVENTS)
PlayerAction = Accuse
Action = PlayerAction
Event = Accused
