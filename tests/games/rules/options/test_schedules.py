"""Rules, "Rounds" and "Presets": which rounds a game has, and for how many players."""

import pytest

from core.refusal import BadRequest
from games.rules.errors import NotEnoughPlayers, WrongNumberOfPlayers
from games.rules.options import parse_options
from games.rules.options.schedules import (
    allowed_player_counts,
    check_player_count,
    check_start_player_count,
    plan_rounds,
)


def rounds(players: int, **options: object):
    return plan_rounds(parse_options(options), players)


def cards(players: int, **options: object):
    return [plan.cards for plan in rounds(players, **options)]


@pytest.mark.parametrize(("players", "number"), [(3, 20), (4, 15), (5, 12), (6, 10)])
def test_the_full_game_deals_1_2_3_cards_until_the_deck_is_dealt_out(players, number):
    assert cards(players) == list(range(1, number + 1))
    assert number * players == 60


@pytest.mark.parametrize("restriction", ["american", "notequal", "german", "canadian"])
@pytest.mark.parametrize("reveal", ["open", "hiddentip"])
def test_standard_takes_any_restriction_and_reveal_for_all_its_rounds(restriction, reveal):
    plans = rounds(4, restriction=restriction, reveal=reveal)
    assert {(plan.restriction, plan.reveal) for plan in plans} == {(restriction, reveal)}


def test_dm2008_bids_in_secret_in_rounds_1_to_6_and_15_and_openly_restricted_in_7_to_14():
    plans = rounds(4, preset="dm2008")
    assert [plan.cards for plan in plans] == list(range(1, 16))
    assert [plan.reveal for plan in plans] == ["hiddentip"] * 6 + ["open"] * 8 + ["hiddentip"]
    assert [plan.restriction for plan in plans] == ["american"] * 6 + ["notequal"] * 8 + ["american"]


def test_the_tournament_of_four_has_ten_rounds():
    assert cards(4, preset="tournament") == [1, 3, 5, 7, 9, 11, 12, 13, 14, 15]


def test_the_tournament_of_five_has_ten_rounds():
    assert cards(5, preset="tournament") == [2, 4, 5, 6, 7, 8, 9, 10, 11, 12]


def test_a_tournament_is_notequal_unless_set_otherwise():
    assert {plan.restriction for plan in rounds(4, preset="tournament")} == {"notequal"}
    assert {plan.restriction for plan in rounds(4, preset="tournament", restriction="german")} == {"german"}


def test_a_tournaments_reveal_can_be_switched():
    assert {plan.reveal for plan in rounds(5, preset="tournament")} == {"open"}
    assert {plan.reveal for plan in rounds(5, preset="tournament", reveal="hiddentip")} == {"hiddentip"}


def test_a_custom_schedule_is_the_list_that_was_given():
    plans = rounds(6, preset="custom", rounds=[{"cards": 2}, {"cards": 10, "restriction": "german"}])
    assert plans == ((2, "american", "open"), (10, "german", "open"))


def test_the_mix_for_a_tournaments_table_of_three_can_be_given():
    assert cards(3, preset="custom", rounds=list(range(2, 21, 2))) == list(range(2, 21, 2))


# --- How many players -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "allowed"),
    [
        ({}, (3, 4, 5, 6)),
        ({"preset": "dm2008"}, (4,)),
        ({"preset": "tournament"}, (4, 5)),
        ({"preset": "custom", "rounds": [1, 10]}, (3, 4, 5, 6)),
        ({"preset": "custom", "rounds": [1, 11]}, (3, 4, 5)),
        ({"preset": "custom", "rounds": [12, 1]}, (3, 4, 5)),
        ({"preset": "custom", "rounds": [13]}, (3, 4)),
        ({"preset": "custom", "rounds": [15]}, (3, 4)),
        ({"preset": "custom", "rounds": [16]}, (3,)),
        ({"preset": "custom", "rounds": [20]}, (3,)),
    ],
)
def test_how_many_may_play(options, allowed):
    options = parse_options(options)
    assert allowed_player_counts(options) == allowed
    for players in (3, 4, 5, 6):
        if players in allowed:
            check_player_count(options, players)
        else:
            with pytest.raises(WrongNumberOfPlayers):
                check_player_count(options, players)


@pytest.mark.parametrize(
    ("options", "players", "named"),
    [
        ({"preset": "dm2008"}, 5, r"This game is for 4 players\."),
        ({"preset": "tournament"}, 3, r"This game is for 4 or 5 players\."),
        ({"preset": "tournament"}, 6, r"This game is for 4 or 5 players\."),
        ({"preset": "custom", "rounds": [15]}, 5, r"These rounds are for 3 or 4 players\."),
    ],
)
def test_another_number_is_refused_with_an_error_that_names_the_allowed_ones(options, players, named):
    with pytest.raises(WrongNumberOfPlayers, match=named):
        plan_rounds(parse_options(options), players)


@pytest.mark.parametrize("players", [-1, 0, 2, 7, 60])
def test_wizard_is_played_by_3_to_6(players):
    with pytest.raises(BadRequest, match="3 to 6"):
        check_player_count(parse_options({}), players)


@pytest.mark.parametrize("players", [0, 1, 2])
def test_fewer_than_three_cannot_start(players):
    with pytest.raises(NotEnoughPlayers):
        check_start_player_count(parse_options({}), players)


def test_who_may_play_may_start():
    check_start_player_count(parse_options({}), 3)
    with pytest.raises(WrongNumberOfPlayers):
        check_start_player_count(parse_options({"preset": "dm2008"}), 3)
