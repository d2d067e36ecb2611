"""Contract, "Record": the check plays the game again and finds every change."""

import copy
import json
from datetime import timedelta

import orjson
import pytest
from django.utils import translation
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from core.translation import translate
from games.rules.record import build_record
from games.rules.record.check import check_record
from tests.support.rules.any_json import nearly, objects
from tests.support.rules.records import CHEATING, a_record, caught, of_cheats
from tests.support.rules.tables import AT
from tests.support.rules.whole_games import games


@given(games())
def test_the_record_of_any_game_passes_its_check(game):
    record = build_record(game.state, "t1")
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


def test_faults_can_be_said_in_another_language():
    record = a_record()
    del record["options"]["pause"]
    record["table"] = 7
    with translation.override("de"):
        assert [translate(fault) for fault in check_record({"format": "x"})] == [
            "Das ist kein Protokoll im Format wizard-record/1."
        ]
        assert translate(check_record(record)[0]) == "record.table ist 7; das muss ein Text sein."
