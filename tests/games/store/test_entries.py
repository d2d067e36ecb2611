"""A log entry goes to a row and comes back the same, whatever happened."""

from datetime import UTC, datetime

import pytest

from games.rules import events
from games.rules.options import Options
from games.rules.topics.absence import ClockRenewed, PlayerAway, PlayerBack, StandInAsked
from games.rules.topics.bidding import BidMade, BidsRevealed
from games.rules.topics.cheating import Accused
from games.rules.topics.claiming import TricksClaimed
from games.rules.topics.holds import PauseAsked, TableHalted, TableResumed
from games.rules.topics.hosting import OptionsChanged
from games.rules.topics.lobby import GameStarted, PlayerSeated, SeatLeft, TableOpened
from games.rules.topics.pause import PlayerReady
from games.rules.topics.playing import CardPlayed, TrickTaken
from games.rules.topics.preparing import BidPrepared, WingSet
from games.rules.topics.rounds import GameFinished, RoundDealt, RoundScored
from games.rules.topics.rulings import GameAnnulled, GameStopped, PlayerReplaced, TimeLimitSet
from games.rules.topics.slow import GameOutOfTime, VacationsChanged
from games.rules.topics.trump import TrumpNamed
from games.rules.undo.asking import DecisionUndone, UndoAnswered, UndoAsked, UndoEnded
from games.store.append import encode_entry
from games.store.entries import StoredEntry, decode_entry

AT = datetime(2026, 1, 1, 12, 0, 0, 123456, tzinfo=UTC)
SOME_OF_EACH = [
    TableOpened({"preset": "standard", "rounds": None}, 4, "5eed" * 16, "c0" * 32),
    PlayerSeated(2, "Väinämöinen", "human", 7, None, "00ff"),
    SeatLeft(2, "Väinämöinen"),
    OptionsChanged(0, Options(restriction="german").as_dict()),
    GameStarted((0, 2, 3)),
    RoundDealt(1, 1, 2, (("R7",), ("W1",), ("J2",)), "W3", None, "hiddentip", True),
    TrumpNamed(2, "G"),
    BidMade(0, 1, True),
    BidsRevealed((1, 0, 1)),
    CardPlayed(0, "R7", "human"),
    WingSet(0, "R7"),
    BidPrepared(0, 2),
    TrickTaken(1, 1),
    TricksClaimed(1, "none", "bot"),
    UndoAsked(0, "card"),
    UndoAnswered(1, True),
    UndoEnded(0, "refused"),
    DecisionUndone(0, "card", "R7"),
    Accused(0, 1, "light_sensor", 0.25, "2026-01-01T12:00:00Z", 3, "caught", 10, -10),
    Accused(0, 1, "button", None, None, 3, "wrong", -10, 0),
    RoundScored(1, (30, -10, 20)),
    PlayerReady(1),
    PlayerAway(1),
    PlayerAway(1, left=True),
    PlayerBack(1),
    StandInAsked(0, 1),
    VacationsChanged(1, (("2026-01-01T00:00:00+00:00", "2026-01-08T00:00:00+00:00"),)),
    GameOutOfTime(1),
    PauseAsked(2),
    ClockRenewed(),
    BidMade(0, 1, True, "clock", 40),
    TableHalted("players"),
    TableHalted(),
    TableResumed(),
    TimeLimitSet("2026-01-01T13:00:00Z"),
    PlayerReplaced(1, "eve", "human", 5, None),
    GameStopped(2),
    GameAnnulled(),
    GameFinished(((1, 30, 1, 1), (0, 20, 1, 2)), "coin_flip"),
]


@pytest.mark.parametrize("event", SOME_OF_EACH, ids=lambda event: type(event).__name__)
def test_an_entry_survives_its_row(event):
    entry = StoredEntry(57, AT, event, 2, "an-id")
    assert decode_entry(encode_entry(entry)) == entry


def test_every_kind_of_event_is_tried():
    assert {type(event) for event in SOME_OF_EACH} == set(events.TYPES)
