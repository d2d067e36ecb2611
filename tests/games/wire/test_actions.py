"""Contract, "Actions": how JSON becomes an action; any other JSON is a bad request, never anything else."""

import pytest
from hypothesis import given

from core.refusal import BadRequest
from games.rules.cards import DECK
from games.rules.topics.bidding import Bid
from games.rules.topics.cheating import Accuse
from games.rules.topics.pause import Ready
from games.rules.topics.playing import Play
from games.rules.topics.trump import NameTrump
from games.wire.actions import PlayerAction, parse_action
from tests.support.rules.any_json import nearly, objects


@pytest.mark.parametrize(
    ("data", "action"),
    [
        ({"type": "name_trump", "suit": "G"}, NameTrump("G")),
        ({"type": "bid", "bid": 3}, Bid(3)),
        ({"type": "play", "card": "R7"}, Play("R7")),
        ({"type": "accuse", "accused": 2, "source": "button"}, Accuse(2, "button")),
        (
            {
                "type": "accuse",
                "accused": 2,
                "source": "light_sensor",
                "lux": 3,
                "sensed_at": "2026-01-01T12:00:00Z",
            },
            Accuse(2, "light_sensor", 3.0, "2026-01-01T12:00:00Z"),
        ),
        (
            {"type": "accuse", "accused": 0, "source": "mail", "lux": None, "sensed_at": None},
            Accuse(0, "mail"),
        ),
        ({"type": "ready"}, Ready()),
    ],
)
def test_an_action_of_the_contract_is_understood(data, action):
    assert parse_action(data) == action


@pytest.mark.parametrize("card", DECK)
def test_every_card_can_be_asked_for(card):
    assert parse_action({"type": "play", "card": card}) == Play(card)


def faults(data: object) -> list[str]:
    """The fields that are wrong."""
    with pytest.raises(BadRequest) as caught:
        parse_action(data)
    return list(caught.value.errors)


@pytest.mark.parametrize("data", [None, [], "play", 7, True, [{"type": "ready"}]])
def test_an_action_is_an_object(data):
    assert faults(data) == ["action"]


@pytest.mark.parametrize(
    "data", [{}, {"type": "cheat"}, {"type": None}, {"type": ["play"]}, {"type": "Play"}, {"card": "R7"}]
)
def test_an_unknown_type_is_refused(data):
    assert faults(data) == ["type"]


@pytest.mark.parametrize("kind", ["take_seat", "leave_seat", "start", "end_pause", "open_table"])
def test_what_is_no_move_of_a_player_is_no_action_of_the_wire(kind):
    assert faults({"type": kind}) == ["type"]


@pytest.mark.parametrize("bid", ["two", "2", 1.0, 1.5, True, None, [], {}, float("nan")])
def test_a_bid_is_a_whole_number(bid):
    assert faults({"type": "bid", "bid": bid}) == ["bid"]


@pytest.mark.parametrize("bid", [-1, 16, 10**400])
def test_whether_a_number_is_a_bid_is_for_the_table_to_say(bid):
    assert parse_action({"type": "bid", "bid": bid}) == Bid(bid)


@pytest.mark.parametrize("suit", ["J", "W", "", "none", "r", "RY", None, 1, ["R"]])
def test_trump_is_one_of_the_four_suits_and_never_none(suit):
    assert faults({"type": "name_trump", "suit": suit}) == ["suit"]


@pytest.mark.parametrize("card", ["R14", "J5", "r7", "", None, 7, ["R7"], {"card": "R7"}])
def test_what_is_no_card_is_refused(card):
    assert faults({"type": "play", "card": card}) == ["card"]


@pytest.mark.parametrize("accused", [-1, 6, "1", 1.0, True, None])
def test_the_accused_is_a_seat(accused):
    assert faults({"type": "accuse", "accused": accused, "source": "button"}) == ["accused"]


@pytest.mark.parametrize("source", ["", "phone", None, 1, ["mail"]])
def test_the_source_is_one_of_three(source):
    assert faults({"type": "accuse", "accused": 1, "source": source}) == ["source"]


@pytest.mark.parametrize("lux", [-0.1, "3", True, float("nan"), float("inf"), float("-inf"), 10**400, []])
def test_lux_is_0_or_more(lux):
    assert faults({"type": "accuse", "accused": 1, "source": "light_sensor", "lux": lux}) == ["lux"]


NOT_STORABLE = ["2026-01-01\x0012:00", "2026-01-01\ud80012:00", "2026-01-01\n12:00"]


@pytest.mark.parametrize("sensed_at", [3, "x" * 65, ["now"], "now", *NOT_STORABLE])
def test_sensed_at_is_a_moment(sensed_at):
    assert faults({"type": "accuse", "accused": 1, "source": "button", "sensed_at": sensed_at}) == [
        "sensed_at"
    ]


@pytest.mark.parametrize("kind", ["name_trump", "bid", "play", "accuse"])
def test_a_missing_field_is_refused(kind):
    assert faults({"type": kind})


@pytest.mark.parametrize("field", ["seat", "player", "user", "by"])
def test_a_client_that_says_who_it_is_is_refused(field):
    assert faults({"type": "play", "card": "R7", field: 2}) == [field]


@pytest.mark.parametrize("field", ["score", "points", "winner", "verdict"])
def test_a_client_that_sends_the_score_is_refused(field):
    assert faults({"type": "play", "card": "R7", field: 210}) == [field]
    assert faults({"type": "ready", field: 210}) == [field]


def test_all_faults_are_named_at_once():
    assert sorted(faults({"type": "accuse", "accused": 9, "source": "x", "seat": 1})) == [
        "accused",
        "seat",
        "source",
    ]


VALUES = {
    "type": ["name_trump", "bid", "play", "accuse", "ready"],
    "suit": ["R", "none"],
    "bid": [0, -1],
    "card": ["R7", "J1"],
    "accused": [0, 6],
    "source": ["button", "mail"],
    "lux": [0, 1.5],
    "sensed_at": ["2026-01-01"],
}


@given(nearly(VALUES) | objects)
def test_any_json_gives_an_action_or_a_bad_request(data):
    action = parsed(data)
    assert isinstance(action, NameTrump | Bid | Play | Accuse | Ready) or action.errors


def parsed(data: object) -> PlayerAction | BadRequest:
    """What becomes of it, if it is one of the two."""
    try:
        return parse_action(data)
    except BadRequest as refusal:
        return refusal
