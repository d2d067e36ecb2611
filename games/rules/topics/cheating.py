"""Accusations of cheating: who may accuse whom, the verdict, and its points."""

from datetime import datetime
from typing import Annotated, NamedTuple, TypedDict

from core.constraints import Constraint
from core.refusal import BadRequest
from core.sentence import Sentence
from games.rules import errors, legal
from games.rules.legal import require_seat
from games.rules.protocol.values import Count, Mover, SeatNumber, Source, Verdict
from games.rules.state import State, add_elementwise
from games.rules.topics.topic import ActionRule, EventRule, Topic
from games.rules.verdicts import CAUGHT, Accusation, judge_accusation, mark_called_cheats, verdict_points

MAX_MOMENT_LENGTH = 40
"""The maximum number of characters of a time in ISO 8601 format."""


def _is_iso_datetime(text: str) -> bool:
    """Return whether `text` is an ISO 8601 date or date-time, in printable ASCII characters only."""
    # Python accepts any character between date and time, even characters that no database can store.
    if not (text.isascii() and text.isprintable()):
        return False
    try:
        datetime.fromisoformat(text)
    except ValueError:
        return False
    return True


Lux = Annotated[
    float,
    Constraint(
        minimum=0,
        exclusive_maximum=1e12,
        error=Sentence("This must be a number of lux: 0 or more, and below 1e12."),
        type_error=Sentence("This must be a number of lux."),
    ),
]
SensedAt = Annotated[
    str,
    Constraint(
        format="date-time",
        max_length=MAX_MOMENT_LENGTH,
        accepts=_is_iso_datetime,
        error=Sentence("This must be a moment in ISO 8601, such as 2026-01-31T20:15:00Z."),
    ),
]


class Accuse(NamedTuple):
    """Accuse a player of having cheated in this round. A wrong accusation costs points."""

    # The phone's word for `lux` and `sensed_at` is stored and never trusted.
    accused: SeatNumber
    """The suspect's seat."""
    source: Source
    lux: Lux | None = None
    """The reading of the light sensor in lux; null or absent without a sensor."""
    sensed_at: SensedAt | None = None
    """When the sensor was covered; null or absent without a sensor."""


class Accused(NamedTuple):
    """A player accused another player of cheating; the event includes the verdict and its points.

    `after` is the number of cards of the round that had been played. `lux` and `sensed_at` are what a phone's
    light sensor reported, if that is the `source`.
    """

    accuser: int
    accused: int
    source: str
    lux: float | None
    sensed_at: str | None
    after: int
    verdict: str
    accuser_points: int
    accused_points: int


class ShownAccusation(TypedDict):
    """A player accused another player of cheating."""

    accuser: SeatNumber
    accused: SeatNumber
    after: Count
    """How many cards of the round had been played."""
    source: Source
    verdict: Verdict
    accuser_points: int
    accused_points: int


def _decide_accusation(state: State, seat: int | None, action: Accuse, mover: Mover | None) -> Accused:
    """Judge an accusation of cheating, and return the event with its verdict.

    Raise a Refusal if the accusation is not possible.
    """
    accuser = require_seat(seat)
    if not state.options.cheating:
        raise errors.StrictTable()
    if not 0 <= action.accused < len(state.seats) or state.seats[action.accused] is None:
        raise BadRequest({"accused": [Sentence("There is no such seat at this table.")]})
    if action.accused == accuser:
        raise errors.CannotAccuseYourself()
    current = state.round
    if current is None or not legal.accepts_accusations(state):
        raise errors.NothingToAccuse()
    outcome = judge_accusation(current.cheats, action.accused)
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


def _apply_accused(state: State, event: Accused, at: datetime) -> State:
    """Return the state with the accusation added to the round and its points to the scores."""
    current = state.current_round
    change = [0] * len(state.scores)
    change[event.accuser] += event.accuser_points
    change[event.accused] += event.accused_points
    play = current.play
    # The accused's undiscovered cheats now count as discovered by the accuser.
    if event.verdict == CAUGHT:
        play = play._replace(cheats=mark_called_cheats(play.cheats, event.accuser, event.accused))
    current = current._replace(
        play=play,
        accusations=(*current.accusations, _build_accusation(event, at)),
        adjustments=add_elementwise(current.adjustments, change),
        # In the pause the round has been scored already, so its totals change with the verdict.
        totals=None if current.totals is None else add_elementwise(current.totals, change),
    )
    return state._replace(round=current, scores=add_elementwise(state.scores, change))


def _build_accusation(event: Accused, at: datetime) -> Accusation:
    """Convert the event to an entry in the round's list of accusations. `at` is the event's time."""
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


_ACTIONS = (ActionRule(Accuse, _decide_accusation, "accuse", held=True),)
_EVENTS = (EventRule(Accused, "accused", _apply_accused, ShownAccusation, quiet=True),)
TOPIC = Topic("cheating", _ACTIONS, _EVENTS)
PlayerAction = Accuse
Action = PlayerAction
Event = Accused
