"""A log entry goes to a row and comes back the same, whatever happened."""

from datetime import UTC, datetime

import pytest

from games.rules import events
from games.store.entries import COLUMNS, Entry, entry_of, row_of

AT = datetime(2026, 1, 1, 12, 0, 0, 123456, tzinfo=UTC)
SOME_OF_EACH = [
    events.TableOpened({"preset": "standard", "rounds": None}, 4, "5eed" * 16, "c0" * 32),
    events.SeatTaken(2, "Väinämöinen", "human", 7, None, "00ff"),
    events.SeatLeft(2, "Väinämöinen"),
    events.GameStarted((0, 2, 3)),
    events.RoundDealt(1, 1, 2, (("R7",), ("W1",), ("J2",)), "W3", None, "hiddentip", True),
    events.TrumpNamed(2, "G"),
    events.BidMade(0, 1, True),
    events.BidsRevealed((1, 0, 1)),
    events.CardPlayed(0, "R7", "human"),
    events.WingSet(0, "R7"),
    events.TrickTaken(1, 1),
    events.Accused(0, 1, "light_sensor", 0.25, "2026-01-01T12:00:00Z", 3, "caught", 10, -10),
    events.Accused(0, 1, "button", None, None, 3, "wrong", -10, 0),
    events.RoundScored(1, (30, -10, 20)),
    events.PlayerReady(1),
    events.PlayerAway(1),
    events.PlayerAway(1, left=True),
    events.PlayerBack(1),
    events.PauseAsked(2),
    events.ClockRenewed(),
    events.BidMade(0, 1, True, "clock", 40),
    events.TableHalted("players"),
    events.TableHalted(),
    events.TableResumed(),
    events.TimeLimitSet("2026-01-01T13:00:00Z"),
    events.PlayerReplaced(1, "eve", "human", 5, None),
    events.GameStopped(2),
    events.GameAnnulled(),
    events.GameFinished(((1, 30, 1, 1), (0, 20, 1, 2)), "coin_flip"),
]


@pytest.mark.parametrize("event", SOME_OF_EACH, ids=lambda event: type(event).__name__)
def test_an_entry_survives_its_row(event):
    entry = Entry(57, AT, event, 2, "an-id")
    row = row_of(entry)
    assert entry_of(tuple(row[column] for column in COLUMNS)) == entry


def test_every_kind_of_event_is_tried():
    assert {type(event) for event in SOME_OF_EACH} == set(events.TYPES)
