"""Contract, "Record": the finished game in its format, and the check that plays it again."""

import copy
import json
from datetime import timedelta

import orjson
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from games.rules.record import record_of
from games.rules.record.check import check_record
from tests.support.rules.any_json import nearly, objects
from tests.support.rules.tables import AT, accuse, all_ready, bid, dealt, play
from tests.support.rules.whole_games import a_game, games

CHEATING = {"preset": "custom", "cheating": True, "rounds": [2, {"cards": 4, "reveal": "hiddentip"}, 3]}
RESTRICTED = {"preset": "custom", "restriction": "notequal", "reveal": "hiddentip", "rounds": [1, 3, 2, 5, 4]}


def a_record(options=None, **how):
    """A finished game's record, as it comes out of JSON."""
    how = {"kinds": ("human", "guest", "bot", "human", "bot", "bot"), **how}
    return orjson.loads(orjson.dumps(record_of(a_game(options or RESTRICTED, **how).state, "t1")))


def of_cheats(**how):
    return a_record(CHEATING, rng_seed=5, nerve=0.4, salts=["", "0a", "ff00", ""], **how)


# --- The format -----------------------------------------------------------------------------------


def test_a_record_has_the_fields_of_the_contract():
    record = of_cheats()
    assert list(record) == [
        "format",
        "table",
        "started_at",
        "finished_at",
        "options",
        "players",
        "fairness",
        "rounds",
        "result",
        "tie_break",
    ]
    assert record["format"] == "wizard-record/1"
    assert list(record["fairness"]) == ["commitment", "server_seed", "salts"]
    assert list(record["players"][0]) == ["seat", "name", "kind"]
    assert list(record["result"][0]) == ["seat", "score", "correct_bids", "rank"]
    assert sorted(record["options"]) == sorted(
        ["preset", "restriction", "spare_one_card", "reveal", "cheating", "pause", "clock", "rounds"]
    )


def test_a_round_of_a_record_has_the_fields_of_the_contract():
    rounds = of_cheats()["rounds"]
    assert list(rounds[0]) == [
        "number",
        "cards",
        "dealer",
        "hands",
        "turned",
        "trump",
        "reveal",
        "restricted",
        "bids",
        "tricks",
        "cheats",
        "accusations",
        "scores",
    ]
    cheats = [cheat for past in rounds for cheat in past["cheats"]]
    accusations = [accusation for past in rounds for accusation in past["accusations"]]
    assert list(rounds[0]["bids"][0]) == ["seat", "bid"]
    assert list(rounds[0]["tricks"][0]) == ["plays", "winner"]
    assert list(rounds[0]["tricks"][0]["plays"][0]) == ["seat", "card", "by"]
    assert list(cheats[0]) == ["trick", "seat", "card", "owed"]
    assert list(accusations[0]) == [
        "accuser",
        "accused",
        "after",
        "source",
        "verdict",
        "accuser_points",
        "accused_points",
    ]
    assert list(rounds[0]["scores"][0]) == ["seat", "bid", "tricks", "points", "adjustment", "total"]


def finished():
    """Ben breaks suit in a game of one round; Ada calls it."""
    hands = ("R1 Y1", "R4 B4", "R6 G6")
    state = dealt(*hands, turned="J1", cheating=True, pause=8, preset="custom", rounds=[2])
    state = accuse(play(bid(state, 0, 1, 2), "R1 B4"), 0, 1)
    return record_of(all_ready(play(state, "R6 G6 Y1 R4")), "7")


def test_a_round_told_in_full():
    assert finished()["rounds"] == [
        {
            "number": 1,
            "cards": 2,
            "dealer": 2,
            "hands": [["R1", "Y1"], ["R4", "B4"], ["R6", "G6"]],
            "turned": "J1",
            "trump": None,
            "reveal": "open",
            "restricted": False,
            "bids": [{"seat": 0, "bid": 0}, {"seat": 1, "bid": 1}, {"seat": 2, "bid": 2}],
            "tricks": [
                {
                    "plays": [
                        {"seat": 0, "card": "R1", "by": "human"},
                        {"seat": 1, "card": "B4", "by": "human"},
                        {"seat": 2, "card": "R6", "by": "human"},
                    ],
                    "winner": 2,
                },
                {
                    "plays": [
                        {"seat": 2, "card": "G6", "by": "human"},
                        {"seat": 0, "card": "Y1", "by": "human"},
                        {"seat": 1, "card": "R4", "by": "human"},
                    ],
                    "winner": 2,
                },
            ],
            "cheats": [{"trick": 1, "seat": 1, "card": "B4", "owed": "R"}],
            "accusations": [
                {
                    "accuser": 0,
                    "accused": 1,
                    "after": 2,
                    "source": "button",
                    "verdict": "caught",
                    "accuser_points": 10,
                    "accused_points": -10,
                }
            ],
            "scores": [
                {"seat": 0, "bid": 0, "tricks": 0, "points": 20, "adjustment": 10, "total": 30},
                {"seat": 1, "bid": 1, "tricks": 0, "points": -10, "adjustment": -10, "total": -20},
                {"seat": 2, "bid": 2, "tricks": 2, "points": 40, "adjustment": 0, "total": 40},
            ],
        }
    ]


def test_the_frame_told_in_full():
    record = finished()
    assert record["players"] == [
        {"seat": 0, "name": "ada", "kind": "human"},
        {"seat": 1, "name": "ben", "kind": "human"},
        {"seat": 2, "name": "cleo", "kind": "human"},
    ]
    assert record["result"] == [
        {"seat": 2, "score": 40, "correct_bids": 1, "rank": 1},
        {"seat": 0, "score": 30, "correct_bids": 1, "rank": 2},
        {"seat": 1, "score": -20, "correct_bids": 0, "rank": 3},
    ]
    assert record["tie_break"] is None
    assert record["started_at"] == record["finished_at"] == "2026-01-01T12:00:00Z"


def test_hands_in_a_record_are_in_the_order_of_the_deal():
    record = a_record()
    assert any(hand != sorted(hand) for past in record["rounds"] for hand in past["hands"])


def test_a_dealers_second_bid_stands_last():
    found = [
        past
        for rng_seed in range(6)
        for past in a_record(rng_seed=rng_seed)["rounds"]
        if len(past["bids"]) > len(past["hands"])
    ]
    assert found
    for past in found:
        assert past["bids"][-1]["seat"] == past["dealer"]
        assert past["scores"][past["dealer"]]["bid"] == past["bids"][-1]["bid"]


# --- The check --------------------------------------------------------------------------------------


@given(games())
def test_the_record_of_any_game_passes_its_check(game):
    record = record_of(game.state, "t1")
    assert check_record(record) == []
    assert check_record(json.loads(json.dumps(record))) == []


def test_fields_may_be_added():
    record = a_record()
    record["comment"] = "what a game"
    record["rounds"][0]["weather"] = None
    assert check_record(record) == []


def leaves(value, path=()):
    """All places in a JSON value, the containers' included."""
    yield path
    if isinstance(value, dict | list):
        for key, inner in value.items() if isinstance(value, dict) else enumerate(value):
            yield from leaves(inner, (*path, key))


def at(value, path):
    for key in path:
        value = value[key]
    return value


NOT_TO_BE_KNOWN = {
    # Any text will do.
    "table": lambda path, value: isinstance(value, str),
    "name": lambda path, value: isinstance(value, str),
    # Any of the right words will do: no move depends on them.
    "kind": lambda path, value: value in ("human", "guest", "bot"),
    "by": lambda path, value: value in ("human", "bot", "clock", "wing"),
    "source": lambda path, value: value in ("light_sensor", "button", "mail"),
    # A wrong accusation costs the same against anybody innocent, and a card earlier or later.
    "accused": lambda path, value: True,
    "after": lambda path, value: True,
    # The moments only have to be moments, in order.
    "started_at": lambda path, value: True,
    "finished_at": lambda path, value: True,
}
"""What a record alone cannot prove, by field; see test_what_a_record_cannot_prove."""


def provable(path, value):
    """Whether the rules say what stands there; what options change, has tests of its own."""
    if path[0] == "options":
        return "cards" in path or "clock" in path or (len(path) > 2 and path[-1] == "reveal")
    told = NOT_TO_BE_KNOWN.get(path[-1])
    return told is None or not told(path, value)


RECORDS = [
    of_cheats(),
    a_record(rng_seed=1),
    a_record({"preset": "custom", "reveal": "delayed", "rounds": [2, 3]}, players=3),
]
MANY = max(80, settings().max_examples)
ANYTHING = (
    st.sampled_from([None, True, False, "", 0, 1, -1, 2.0, "R1", "W1", "human", [], {}])
    | st.integers(-3, 300)
    | st.sampled_from(
        ["light_sensor", "caught", "late", "wrong", "coin_flip", "G", "open", "2026-01-01T12:00:00Z"]
    )
    | objects
)


@pytest.mark.parametrize("which", range(len(RECORDS)))
@settings(max_examples=MANY)
@given(data=st.data())
def test_any_single_change_to_a_record_is_found(which, data):
    record = RECORDS[which]
    path = data.draw(st.sampled_from([path for path in leaves(record) if path]))
    value = data.draw(ANYTHING)
    before = at(record, path)
    assume(orjson_or_none(value) != orjson_or_none(before))
    assume(provable(path, value))
    changed = copy.deepcopy(record)
    at(changed, path[:-1])[path[-1]] = value
    assert check_record(changed), (path, before, value)


def orjson_or_none(value):
    """JSON that tells 1 from 1.0 and True; None where there is none."""
    try:
        return orjson.dumps(value, option=orjson.OPT_SORT_KEYS)
    except orjson.JSONEncodeError:
        return None


@pytest.mark.parametrize("which", range(len(RECORDS)))
@settings(max_examples=MANY)
@given(data=st.data())
def test_anything_missing_in_a_record_is_found(which, data):
    record = RECORDS[which]
    path = data.draw(st.sampled_from([path for path in leaves(record) if path]))
    changed = copy.deepcopy(record)
    del at(changed, path[:-1])[path[-1]]
    assert check_record(changed), path


@pytest.mark.parametrize("which", range(len(RECORDS)))
@settings(max_examples=MANY)
@given(data=st.data())
def test_anything_doubled_in_a_record_is_found(which, data):
    record = RECORDS[which]
    lists = [
        path for path in leaves(record) if path and isinstance(at(record, path), list) and at(record, path)
    ]
    path = data.draw(st.sampled_from(lists))
    changed = copy.deepcopy(record)
    doubled = at(changed, path)
    doubled.insert(data.draw(st.integers(0, len(doubled))), data.draw(st.sampled_from(doubled)))
    assert check_record(changed), path


def changes(record, *path, to):
    """The record with one thing changed."""
    changed = copy.deepcopy(record)
    at(changed, path[:-1])[path[-1]] = to
    return changed


@pytest.mark.parametrize("record", RECORDS)
def test_unchanged_they_pass(record):
    assert check_record(record) == []


def test_a_bit_of_the_server_seed_is_found():
    record = a_record()
    seed = record["fairness"]["server_seed"]
    for other in (seed[:-1] + "e", seed.upper(), seed[:-2], seed + "00", " " + seed):
        assert other != seed
        assert check_record(changes(record, "fairness", "server_seed", to=other))


def test_a_salt_is_found():
    record = of_cheats()
    for salt in ("0b", "0A", "", "zz", None):
        assert check_record(changes(record, "fairness", "salts", 1, to=salt))


@pytest.mark.parametrize("pause", [0, 2.5])
def test_a_record_of_a_cheating_table_with_a_shorter_pause_is_still_good(pause):
    """There could be such tables before accusations in the pause were certain to be possible."""
    record = a_record(CHEATING, rng_seed=5)
    assert any(past["cheats"] for past in record["rounds"])
    assert check_record(changes(record, "options", "pause", to=pause)) == []


def test_options_that_would_have_made_another_game_are_found():
    record = of_cheats()
    assert check_record(changes(record, "options", "cheating", to=False))
    record = a_record({"restriction": "notequal", "preset": "tournament"})
    for name, value in (("restriction", "german"), ("spare_one_card", True), ("preset", "standard")):
        assert check_record(changes(record, "options", name, to=value))
    assert check_record(changes(record, "options", "reveal", to="hiddentip"))
    assert check_record(changes(record, "options", "pause", to="long"))


def caught(record):
    """Where the record has an accusation that caught somebody, and the accusation."""
    for number, past in enumerate(record["rounds"]):
        for n, accusation in enumerate(past["accusations"]):
            if accusation["verdict"] == "caught":
                return ("rounds", number, "accusations", n), accusation
    raise AssertionError("nobody was caught")


def test_an_accusation_against_another_or_at_another_moment_is_found_if_the_verdict_is():
    record = of_cheats()
    place, accusation = caught(record)
    others = {0, 1, 2, 3} - {accusation["accused"]}
    for other in others:
        assert check_record(changes(record, *place, "accused", to=other))
    for after in (-1, 0, 1, 99, None, "2"):
        assert check_record(changes(record, *place, "after", to=after))


@pytest.mark.parametrize("seat", [False, 0.0, "0", None, [0], -1, 6])
def test_a_seat_that_is_no_whole_number_of_the_table_is_found(seat):
    record = a_record()
    bids = record["rounds"][0]["bids"]
    number = [bid["seat"] for bid in bids].index(0)
    assert check_record(changes(record, "rounds", 0, "bids", number, "seat", to=seat))
    assert check_record(changes(record, "players", 0, "seat", to=seat))
    assert check_record(changes(record, "result", 0, "seat", to=seat))


def test_moments_that_cannot_be_are_found():
    record = a_record()
    late = (AT + timedelta(days=1)).isoformat()
    assert check_record(changes(record, "finished_at", to="2025-12-31T00:00:00Z"))
    assert check_record(changes(record, "started_at", to=late))
    for moment in (None, 7, "", "yesterday", "2026-01-01T12:00:00", "2026-01-01T12:00:00+02:00"):
        assert check_record(changes(record, "started_at", to=moment))


def test_what_a_record_cannot_prove():
    """Who people are, how they moved and how they accused is for the table's log to say."""
    record = of_cheats()
    place, _ = caught(record)
    assert check_record(changes(record, "table", to="8")) == []
    assert check_record(changes(record, "players", 0, "name", to="eve")) == []
    assert check_record(changes(record, "players", 0, "kind", to="guest")) == []
    assert check_record(changes(record, "rounds", 0, "tricks", 0, "plays", 0, "by", to="wing")) == []
    assert check_record(changes(record, *place, "source", to="mail")) == []


def test_a_fault_is_a_sentence_that_says_where():
    record = a_record()
    before = record["rounds"][0]["scores"][0]["total"]
    assert check_record(changes(record, "rounds", 0, "scores", 0, "total", to=999)) == [
        f"record.rounds[0].scores[0].total is 999; the rules give {before}."
    ]


def test_moves_that_the_rules_refuse_are_a_fault():
    record = a_record()
    record["rounds"][0]["bids"][0]["bid"] = 9
    assert check_record(record) == [
        "The moves are not possible: A bid is a number from 0 to 1 in this round."
    ]


@pytest.mark.parametrize(
    "record", [None, [], "record", 7, {}, {"format": "wizard-record/2"}, {"format": None}]
)
def test_what_is_no_record_is_said_to_be_none(record):
    assert check_record(record) == ["This is not a record in the format wizard-record/1."]


FIELDS = {name: [value] for name, value in of_cheats().items()}


@given(nearly(FIELDS) | objects)
def test_any_json_is_checked_without_an_exception(data):
    assert isinstance(check_record(data), list)
    if isinstance(data, dict):
        assert isinstance(check_record({"format": "wizard-record/1", **data}), list)
