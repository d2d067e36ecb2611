"""A chapter that the rules lack, with an action and an event, declared as theirs are: a seat says a word.

Run as a program it joins the other topics before anything has read them, as a line in `TOPICS` would, and
plays its action through all that follows from a declaration.
"""

from datetime import UTC, datetime
from typing import Annotated, Any, NamedTuple, TypedDict

import pytest

from core.constraints import Constraint
from games.rules import topics
from games.rules.errors import NothingChanged
from games.rules.legal import check_game_running, require_seat
from games.rules.state import State
from games.rules.topics.topic import ActionRule, EventRule, Topic

AT = datetime(2026, 1, 1, tzinfo=UTC)


Word = Annotated[str, Constraint(error="This must be a word.")]


class Whisper(NamedTuple):
    """Say a word to the next seat."""

    word: Word


class Whispered(NamedTuple):
    """A word that the seat and its neighbour alone may know; `loud` where it had another default."""

    seat: int
    word: str
    loud: bool = False


class ShownWhisper(TypedDict):
    """A word."""

    seat: int
    word: str


def _whisper(state: State, seat: int | None, action: Whisper, by: str | None) -> Whispered:
    check_game_running(state)
    if not action.word:
        raise NothingChanged()
    return Whispered(require_seat(seat), action.word)


def _whispered(state: State, event: Whispered, at: datetime) -> State:
    return state._replace(closes_at=event.word)


def _redact(event: Whispered, viewer: int | None) -> ShownWhisper | None:
    return {"seat": event.seat, "word": event.word} if viewer in (event.seat, event.seat + 1) else None


TOPIC = Topic(
    "whispering",
    (ActionRule(Whisper, _whisper, "whisper", held=True),),
    (EventRule(Whispered, "whispered", _whispered, ShownWhisper, _redact, personal=True, quiet=True),),
)


def main() -> None:
    """Play the action; raises AssertionError where something does not know it."""
    topics.TOPICS = (*topics.TOPICS, TOPIC)
    from core.refusal import BadRequest
    from games.rules import engine, errors, events
    from games.wire.actions import parse_action
    from tests.support.rules.tables import a_table

    state = a_table(3)
    action: Any = parse_action({"type": "whisper", "word": "psst"})
    assert action == Whisper("psst")
    with pytest.raises(BadRequest) as refused:
        parse_action({"type": "whisper", "word": 3, "shout": True})
    assert set(refused.value.errors or ()) == {"word", "shout"}

    after, [event] = engine.take_action(state, 1, action, AT)
    assert (event, after.closes_at) == (Whispered(1, "psst"), "psst")
    with pytest.raises(errors.NotSeated):
        engine.decide(state, None, action, None)
    with pytest.raises(errors.NothingChanged):
        engine.decide(state, 1, Whisper(""), None)

    stored = (events.event_type_name(event), events.event_fields(event))
    assert stored == ("whispered", {"seat": 1, "word": "psst"})
    assert events.decode_event(*stored) == event
    assert engine.apply(state, event, AT) == after

    shown = [events.redact_event(event, viewer, number=7, at=AT) for viewer in (None, 0, 1, 2)]
    full = {"type": "whispered", "number": 7, "at": "2026-01-01T00:00:00Z", "seat": 1, "word": "psst"}
    assert shown == [{"number": 7}, {"number": 7}, full, full]
    assert Whispered in events.PERSONAL
    assert Whispered in events.QUIET


if __name__ == "__main__":
    main()
