"""Facts: ten rounds (`tournament`), for a table of three 2 4 6 … 20; a mix with more cards than there are."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.refusal import BadRequest
from games.rules.errors import WrongNumberOfPlayers
from games.rules.options import parse_options
from games.rules.options.schedules import plan_rounds
from tournaments.rules.mixes import Mix, find_option_mix_errors, supported_sizes, table_options


def rounds(mix: Mix, players: int):
    return plan_rounds(parse_options(table_options(mix, players)), players)


def cards(mix: Mix, players: int) -> list[int]:
    return [plan.cards for plan in rounds(mix, players)]


def test_ten_rounds_at_each_size_of_table():
    assert cards(Mix("tournament"), 3) == [2, 4, 6, 8, 10, 12, 14, 16, 18, 20]
    assert cards(Mix("tournament"), 4) == [1, 3, 5, 7, 9, 11, 12, 13, 14, 15]
    assert cards(Mix("tournament"), 5) == [2, 4, 5, 6, 7, 8, 9, 10, 11, 12]
    assert supported_sizes(Mix("tournament")) == (3, 4, 5)


@pytest.mark.parametrize("players", [3, 4, 5])
def test_bids_may_not_add_up_unless_the_organiser_says_otherwise(players):
    assert {plan.restriction for plan in rounds(Mix("tournament"), players)} == {"notequal"}
    free = Mix("tournament", restriction="american", reveal="hiddentip")
    assert {plan[1:] for plan in rounds(free, players)} == {("american", "hiddentip")}


@pytest.mark.parametrize("players", [3, 4, 5])
def test_the_one_card_round_is_spared_where_the_organiser_says_so(players):
    assert parse_options(table_options(Mix("tournament", spare_one_card=True), players)).spare_one_card
    assert not parse_options(table_options(Mix("tournament"), players)).spare_one_card


@pytest.mark.parametrize("players", [3, 4, 5])
def test_nobody_may_cheat_unless_the_organiser_says_so(players):
    assert not parse_options(table_options(Mix("tournament"), players)).cheating
    assert parse_options(table_options(Mix("tournament", cheating=True, pause=20), players))[4:6] == (
        True,
        20,
    )


def test_the_dm_of_2008_is_for_tables_of_four_and_15_rounds():
    assert supported_sizes(Mix("dm2008")) == (4,)
    assert cards(Mix("dm2008"), 4) == list(range(1, 16))
    assert find_option_mix_errors(Mix("dm2008"), (4, 5)) == ["The preset dm2008 is for tables of 4, not 5."]
    with pytest.raises(WrongNumberOfPlayers):
        table_options(Mix("dm2008"), 5)


def test_the_base_game_is_for_three_to_six():
    assert supported_sizes(Mix("standard")) == (3, 4, 5, 6)
    assert find_option_mix_errors(Mix("standard", restriction="german"), (3, 4, 5, 6)) == []


def test_rounds_of_its_own():
    mix = Mix("custom", rounds=(1, {"cards": 12, "reveal": "hiddentip"}, 15))
    assert supported_sizes(mix) == (3, 4)
    assert [tuple(plan) for plan in rounds(mix, 4)] == [
        (1, "american", "open"),
        (12, "american", "hiddentip"),
        (15, "american", "open"),
    ]


def test_a_mix_that_needs_more_cards_than_there_are():
    mix = Mix("custom", rounds=(2, 4, 12, 14, 16))
    assert find_option_mix_errors(mix, (4, 5)) == [
        "Round 4 deals 14 cards to 5 players, but the deck has 60.",
        "Round 5 deals 16 cards to 4 players, but the deck has 60.",
    ]
    assert find_option_mix_errors(mix, (3,)) == []
    with pytest.raises(WrongNumberOfPlayers):
        table_options(mix, 5)


@pytest.mark.parametrize(
    ("mix", "sentence"),
    [
        (Mix("chess"), "Preset: This must be one of standard, dm2008, tournament, custom."),
        (Mix("custom"), "Rounds: Enter 1 to 60 rounds, for example 1 3 5 3 1."),
        (
            Mix("custom", rounds=(1, 21)),
            "Round 2: Enter 1 to 20 cards for 3 players, up to 15 for 4, 12 for 5 or 10 for 6.",
        ),
        (Mix("tournament", rounds=(1, 2)), "Rounds: Only the preset custom takes a list of rounds."),
        (Mix("dm2008", reveal="open"), "Reveal: The preset dm2008 fixes this for each of its rounds."),
        (
            Mix("tournament", reveal="delayed"),
            "Reveal: Bids that are shown after the round cannot be restricted.",
        ),
        (Mix("standard", pause=61), "Pause: This must be a number of seconds from 0 to 60."),
        (
            Mix("standard", cheating=True, pause=4),
            "Pause: Where cheating is allowed, this must be at least 5 seconds: "
            "a cheat that the last cards of a round prove can only be called in the pause after it.",
        ),
        (Mix("standard", clock=20), "Clock: This must be null or one of 15, 30, 60 seconds."),
    ],
)
def test_what_is_no_mix_at_all(mix, sentence):
    assert find_option_mix_errors(mix, (3, 4, 5)) == [sentence]
    for players in (3, 4, 5):
        with pytest.raises(BadRequest):
            table_options(mix, players)


words = {
    "preset": st.sampled_from(["standard", "dm2008", "tournament", "custom"]),
    "restriction": st.sampled_from([None, "american", "notequal", "german", "canadian"]),
    "reveal": st.sampled_from([None, "open", "hiddentip", "delayed"]),
    "spare_one_card": st.booleans(),
    "cheating": st.booleans(),
    "pause": st.integers(0, 60),
    "clock": st.sampled_from([None, 15, 30, 60]),
    "rounds": st.none() | st.lists(st.integers(1, 20), min_size=1, max_size=12).map(tuple),
}


@pytest.mark.parametrize("players", [3, 4, 5])
def test_decisions_have_a_clock_where_the_organiser_says_so(players):
    assert parse_options(table_options(Mix("tournament"), players)).clock is None
    assert parse_options(table_options(Mix("tournament", clock=60), players)).clock == 60


@given(st.builds(Mix, **words), st.integers(3, 6))
def test_a_mix_without_faults_can_be_played_and_one_with_faults_cannot(mix, players):
    found = find_option_mix_errors(mix, (players,))
    if found:
        with pytest.raises((BadRequest, WrongNumberOfPlayers)):
            table_options(mix, players)
    else:
        plans = rounds(mix, players)
        assert all(plan.cards * players <= 60 for plan in plans)
        assert players in supported_sizes(mix)


@pytest.mark.parametrize("players", [3, 4, 5])
def test_a_table_plays_the_edition_of_its_mix(players):
    assert parse_options(table_options(Mix("tournament", edition="magic"), players)).edition == "magic"
    assert parse_options(table_options(Mix("tournament"), players)).edition == "base"
    assert find_option_mix_errors(Mix(edition="gold")) == ["Edition: This must be one of base, magic."]
