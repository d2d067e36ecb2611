"""Contract, "Events": what each viewer is shown of each log entry, field by field."""

import orjson
import pytest

from games.rules.events import event_type_name, redact_event
from games.rules.options import parse_options
from games.rules.topics.absence import PlayerAway, PlayerBack
from games.rules.topics.bidding import BidMade, BidsRevealed
from games.rules.topics.cheating import Accused
from games.rules.topics.lobby import GameStarted, PlayerSeated, SeatLeft, TableOpened
from games.rules.topics.pause import PlayerReady
from games.rules.topics.playing import CardPlayed, TrickTaken
from games.rules.topics.rounds import GameFinished, RoundDealt, RoundScored
from games.rules.topics.trump import TrumpNamed
from tests.support.rules.tables import AT, SEED

ADA, BEN, CLEO, ONLOOKER = 0, 1, 2, None
OPTIONS = parse_options({}).as_dict()
DEALT = RoundDealt(2, 2, 2, (("R1", "R2"), ("Y1", "Y2"), ("B1", "B2")), "G2", "G", "open", False)


def shown(event, viewer=ONLOOKER):
    """What is shown beside type, number and moment."""
    entry = redact_event(event, viewer, number=9, at=AT)
    assert (entry.pop("type"), entry.pop("number"), entry.pop("at")) == (
        event_type_name(event),
        9,
        "2026-01-01T12:00:00Z",
    )
    return entry


@pytest.mark.parametrize(
    ("event", "fields"),
    [
        (TableOpened(OPTIONS, 3, SEED, "c0ffee"), {"options": OPTIONS, "commitment": "c0ffee"}),
        (PlayerSeated(1, "ben", "bot", 7, "master", "5a17"), {"seat": 1, "name": "ben", "kind": "bot"}),
        (SeatLeft(1, "ben"), {"seat": 1, "name": "ben"}),
        (SeatLeft(1, "ben", removed=True), {"seat": 1, "name": "ben", "removed": True}),
        (GameStarted((0, 2, 3)), {"seats": [0, 2, 3]}),
        (TrumpNamed(2, "B"), {"seat": 2, "suit": "B"}),
        (BidMade(1, 2, False), {"seat": 1, "bid": 2}),
        (BidsRevealed((1, 0)), {"bids": [{"seat": 0, "bid": 1}, {"seat": 1, "bid": 0}]}),
        (CardPlayed(1, "R7", "human"), {"seat": 1, "card": "R7", "by": "human"}),
        (TrickTaken(3, 2), {"trick": 3, "winner": 2}),
        (
            Accused(0, 1, "light_sensor", 3.5, "2026-01-01", 5, "caught", 10, -10),
            {
                "accuser": 0,
                "accused": 1,
                "after": 5,
                "source": "light_sensor",
                "verdict": "caught",
                "accuser_points": 10,
                "accused_points": -10,
            },
        ),
        (RoundScored(2, (20, -10)), {"round": 2, "points": [20, -10]}),
        (PlayerReady(1), {"seat": 1}),
        (PlayerAway(1), {"seat": 1, "left": False}),
        (PlayerBack(1), {"seat": 1}),
        (
            GameFinished(((1, 210, 8, 1), (0, 90, 3, 2)), None),
            {
                "result": [
                    {"seat": 1, "score": 210, "correct_bids": 8, "rank": 1},
                    {"seat": 0, "score": 90, "correct_bids": 3, "rank": 2},
                ],
                "tie_break": None,
            },
        ),
    ],
)
@pytest.mark.parametrize("viewer", [ADA, BEN, CLEO, ONLOOKER])
def test_what_everybody_is_shown(event, fields, viewer):
    assert shown(event, viewer) == fields
    assert orjson.loads(orjson.dumps(shown(event, viewer))) == fields


@pytest.mark.parametrize(
    ("viewer", "hand"), [(ADA, ["R1", "R2"]), (BEN, ["Y1", "Y2"]), (CLEO, ["B1", "B2"]), (ONLOOKER, None)]
)
def test_of_a_deal_each_is_shown_the_own_hand_and_onlookers_none(viewer, hand):
    assert shown(DEALT, viewer) == {
        "round": 2,
        "cards": 2,
        "dealer": 2,
        "hand": hand,
        "turned": "G2",
        "trump": "G",
        "reveal": "open",
        "restricted": False,
    }


@pytest.mark.parametrize(("viewer", "bid"), [(ADA, None), (BEN, 2), (CLEO, None), (ONLOOKER, None)])
def test_of_a_secret_bid_only_its_maker_is_shown_the_number(viewer, bid):
    assert shown(BidMade(1, 2, secret=True), viewer) == {"seat": 1, "bid": bid}
