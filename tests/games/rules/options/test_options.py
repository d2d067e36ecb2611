"""Rules, "Presets" and the options of the other sections: what may be asked for, which faults are named."""

import json
import re

import pytest
from hypothesis import given

from core.refusal import BadRequest
from games.rules.options import MAX_CARDS, Options, parse_options, parse_recorded_options
from games.rules.options.schedules import allowed_player_counts
from tests.support.rules.any_json import nearly, objects


def faults(**options: object) -> dict[str, list[str]]:
    """The faults that these options have, by field."""
    with pytest.raises(BadRequest) as caught:
        parse_options(options)
    return caught.value.errors


def test_unset_options_take_their_defaults():
    assert parse_options({}) == parse_options(None) == Options()
    assert parse_options({}).as_dict() == {
        "preset": "standard",
        "restriction": "american",
        "spare_one_card": False,
        "reveal": "open",
        "cheating": False,
        "pause": 8,
        "clock": None,
        "rounds": None,
    }


def test_a_coach_is_named_where_there_is_one_and_nowhere_else():
    assert parse_options({"coach": True}).as_dict() == {**parse_options({}).as_dict(), "coach": True}
    assert parse_options({"coach": False}).as_dict() == parse_options({}).as_dict()


def test_an_edition_is_named_where_it_is_not_the_base_game():
    assert parse_options({"edition": "magic"}).as_dict() == {
        **parse_options({}).as_dict(),
        "edition": "magic",
    }
    assert parse_options({"edition": "base"}).as_dict() == parse_options({}).as_dict()


def test_an_unknown_edition_is_refused_with_those_that_there_are():
    assert faults(edition="gold") == {"edition": ["This must be one of base, magic."]}


def test_null_is_the_default_too():
    assert parse_options(dict.fromkeys(Options._fields)) == Options()


@pytest.mark.parametrize(
    "given",
    [
        {},
        {"restriction": "german", "spare_one_card": True, "cheating": True, "pause": 7.5},
        {"reveal": "delayed"},
        {"preset": "dm2008"},
        {"preset": "tournament"},
        {"coach": True},
        {"edition": "magic"},
        {"edition": "magic", "preset": "dm2008", "cheating": True},
        {"preset": "tournament", "restriction": "american", "reveal": "delayed"},
        {"preset": "custom", "rounds": [1, {"cards": 3, "restriction": "canadian", "reveal": "hiddentip"}]},
    ],
)
def test_options_come_back_from_their_json(given):
    options = parse_options(given)
    assert parse_options(json.loads(json.dumps(options.as_dict()))) == options


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("preset", "poker"),
        ("preset", 1),
        ("preset", ["standard"]),
        ("restriction", "swedish"),
        ("restriction", {}),
        ("reveal", "never"),
        ("reveal", True),
        ("cheating", "yes"),
        ("cheating", 1),
        ("coach", "yes"),
        ("edition", "gold"),
        ("edition", True),
        ("spare_one_card", 0),
        ("pause", -1),
        ("pause", 61),
        ("pause", True),
        ("pause", "8"),
        ("pause", float("nan")),
        ("pause", float("inf")),
        ("clock", 20),
        ("colour", "red"),
    ],
)
def test_a_wrong_value_is_a_fault_of_its_field(field, value):
    assert list(faults(**{field: value})) == [field]


def test_all_faults_are_named_at_once():
    assert sorted(faults(reveal="never", pause=-1, colour="red")) == ["colour", "pause", "reveal"]


@pytest.mark.parametrize("pause", [0, 2.5, 4.99])
def test_a_cheating_table_has_a_pause_in_which_the_last_cards_can_be_called(pause):
    (fault,) = faults(cheating=True, pause=pause)["pause"]
    assert fault == (
        "Where cheating is allowed, this must be at least 5 seconds: "
        "a cheat that the last cards of a round prove can only be called in the pause after it."
    )
    assert parse_options({"cheating": True, "pause": 5}).pause == 5
    assert parse_options({"cheating": False, "pause": pause}).pause == pause


def test_of_a_pause_that_is_none_at_all_nothing_else_is_said():
    assert faults(cheating=True, pause=-1)["pause"] == ["This must be a number of seconds from 0 to 60."]


def test_the_options_of_an_old_record_may_have_a_shorter_pause():
    assert parse_recorded_options({"cheating": True, "pause": 0}).pause == 0
    assert parse_recorded_options({"cheating": True}) == parse_options({"cheating": True})
    with pytest.raises(BadRequest):
        parse_recorded_options({"cheating": True, "pause": -1})


@pytest.mark.parametrize("raw", [[], "standard", 7, True])
def test_options_are_an_object(raw):
    with pytest.raises(BadRequest):
        parse_options(raw)


# --- Reveal and restriction -----------------------------------------------------------------------


@pytest.mark.parametrize("restriction", ["notequal", "german", "canadian"])
def test_delayed_is_refused_together_with_a_restriction(restriction):
    assert list(faults(reveal="delayed", restriction=restriction)) == ["reveal"]


def test_delayed_without_a_restriction_is_fine():
    assert parse_options({"reveal": "delayed"}).reveal == "delayed"


def test_a_tournament_is_restricted_so_that_delayed_needs_another_restriction():
    assert list(faults(preset="tournament", reveal="delayed")) == ["reveal"]
    assert parse_options({"preset": "tournament", "reveal": "delayed", "restriction": "american"})


# --- dm2008 ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("field", "value"),
    [("restriction", "american"), ("restriction", "german"), ("reveal", "open"), ("reveal", "delayed")],
)
def test_dm2008_is_fixed_and_refuses_other_values(field, value):
    assert list(faults(preset="dm2008", **{field: value})) == [field]


def test_dm2008_may_be_played_with_cheating():
    assert parse_options({"preset": "dm2008", "cheating": True}).cheating


# --- custom ---------------------------------------------------------------------------------------


def test_a_custom_round_is_its_cards_and_how_one_bids():
    options = parse_options(
        {"preset": "custom", "rounds": [{"cards": 4, "restriction": "notequal", "reveal": "hiddentip"}]}
    )
    assert options.rounds == ((4, "notequal", "hiddentip"),)


def test_what_a_custom_round_leaves_out_is_taken_from_the_table():
    options = parse_options(
        {
            "preset": "custom",
            "restriction": "german",
            "rounds": [{"cards": 4}, {"cards": 5, "reveal": "hiddentip"}, 6],
        }
    )
    assert options.rounds == ((4, "german", "open"), (5, "german", "hiddentip"), (6, "german", "open"))


@pytest.mark.parametrize("cards", [0, -1, 21, 1.5, "3", True, None, [3]])
def test_a_custom_round_has_1_to_20_cards(cards):
    assert list(faults(preset="custom", rounds=[{"cards": cards}])) == ["rounds"]


@pytest.mark.parametrize(
    "plan",
    [
        {"cards": 3, "restriction": "swedish"},
        {"cards": 3, "reveal": 1},
        {"cards": 3, "colour": "red"},
        {"cards": 3, "reveal": "delayed", "restriction": "notequal"},
        {},
        [],
        "3",
    ],
)
def test_a_wrong_custom_round_is_refused(plan):
    assert list(faults(preset="custom", rounds=[plan])) == ["rounds"]


def test_the_fault_says_in_which_round_it_is():
    limits = "Enter 1 to 20 cards for 3 players, up to 15 for 4, 12 for 5 or 10 for 6."
    assert faults(preset="custom", rounds=[3, 0, 99])["rounds"] == [
        f"Round 2: {limits}",
        f"Round 3: {limits}",
    ]


@pytest.mark.parametrize(
    ("plan", "fault"),
    [
        (
            {"cards": 3, "restriction": "none"},
            "restriction must be one of american, notequal, german, canadian.",
        ),
        ({"cards": 3, "reveal": "late"}, "reveal must be one of open, hiddentip, delayed."),
        ({"cards": 3, "colour": "red"}, "There is no field colour."),
        (
            {"cards": 3, "reveal": "delayed", "restriction": "notequal"},
            "Bids that are shown after the round cannot be restricted.",
        ),
    ],
)
def test_the_fault_of_a_round_is_a_sentence(plan, fault):
    assert faults(preset="custom", rounds=[plan])["rounds"] == [f"Round 1: {fault}"]


@pytest.mark.parametrize(("players", "limit"), [(3, 20), (4, 15), (5, 12), (6, 10)])
def test_as_many_cards_as_the_fault_names_can_be_dealt(players, limit):
    """The limits that the sentence about a round's cards names are those of the deck."""
    sentence = faults(preset="custom", rounds=[99])["rounds"][0]
    assert re.search(rf"(\d+)( cards)? for {players}\b", sentence)[1] == str(limit)
    for cards, fits in ((limit, True), (limit + 1, False)):
        if cards <= MAX_CARDS:
            options = parse_options({"preset": "custom", "rounds": [cards]})
            assert (players in allowed_player_counts(options)) is fits


@pytest.mark.parametrize("rounds", [[], [1] * 61, None, {}, "1 2 3", 3])
def test_custom_needs_a_list_of_rounds(rounds):
    assert list(faults(preset="custom", rounds=rounds)) == ["rounds"]


@pytest.mark.parametrize("preset", ["standard", "dm2008", "tournament"])
def test_the_other_presets_take_no_rounds_of_one_s_own(preset):
    assert list(faults(preset=preset, rounds=[1, 2, 3])) == ["rounds"]


# --- Any JSON at all ------------------------------------------------------------------------------


VALUES = {
    "preset": ["standard", "dm2008", "tournament", "custom"],
    "restriction": ["american", "notequal", "german", "canadian"],
    "reveal": ["open", "hiddentip", "delayed"],
    "spare_one_card": [True, False],
    "cheating": [True, False],
    "coach": [True, False],
    "pause": [0, 8, 60, 61],
    "clock": [None, 30],
    "rounds": [None, [], [1, 2], [{"cards": 3}], [{"cards": 3, "reveal": "delayed"}]],
}


@given(nearly(VALUES) | objects)
def test_any_json_gives_options_or_a_bad_request(raw):
    options = parsed(raw)
    if isinstance(options, BadRequest):
        assert options.errors
        assert all(isinstance(name, str) and found for name, found in options.errors.items())
    else:
        assert parse_options(options.as_dict()) == options


def parsed(raw: object) -> Options | BadRequest:
    """What becomes of it, if it is one of the two."""
    try:
        return parse_options(raw)
    except BadRequest as refusal:
        return refusal
