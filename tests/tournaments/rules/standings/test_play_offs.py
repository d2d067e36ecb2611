"""Who can hold a play-off at a table, and what is dealt there."""

import pytest

from games.rules.options import RESTRICTIONS, parse_options
from games.rules.options.schedules import plan_rounds
from tournaments.rules.mixes import Mix, table_options
from tournaments.rules.standings.play_offs import (
    PlayOffTable,
    pick_rounds_evenly,
    plan_play_off_table,
    play_off_rounds,
    rounds_of_full_game,
    with_custom_rounds,
)


@pytest.mark.parametrize("tied", [3, 4, 5, 6])
@pytest.mark.parametrize("bots", [True, False])
def test_three_to_six_sit_down_among_themselves(tied, bots):
    assert plan_play_off_table(tied, bots_allowed=bots) == PlayOffTable(tied, 0)


def test_two_need_a_bot_as_the_third():
    assert plan_play_off_table(2, bots_allowed=True) == PlayOffTable(3, 1)
    assert plan_play_off_table(2, bots_allowed=False) is None


@pytest.mark.parametrize("tied", [0, 1, 7, 60])
def test_other_numbers_have_no_table(tied):
    assert plan_play_off_table(tied, bots_allowed=True) is None


def cards(mix: Mix, players: int, count: int) -> list[int]:
    return [plan.cards for plan in pick_rounds_evenly(rounds_of_full_game(mix, players), count)]


def test_a_shorter_play_off_is_spread_over_the_whole_game():
    mix = Mix("tournament")
    assert cards(mix, 4, 10) == [1, 3, 5, 7, 9, 11, 12, 13, 14, 15]
    assert cards(mix, 4, 5) == [3, 7, 11, 13, 15]
    assert cards(mix, 4, 3) == [5, 11, 15]
    assert cards(mix, 4, 1) == cards(mix, 4, 0) == [15]
    assert cards(mix, 4, 99) == cards(mix, 4, 10)


def test_a_mix_that_is_made_for_other_tables_deals_one_card_more_each_round():
    assert cards(Mix("tournament"), 6, 10) == list(range(1, 11))
    assert cards(Mix("dm2008"), 5, 12) == list(range(1, 13))
    assert {plan.restriction for plan in rounds_of_full_game(Mix("tournament"), 6)} == {"notequal"}


@pytest.mark.parametrize(
    "mix",
    [
        Mix(),
        Mix("dm2008"),
        Mix("standard", restriction="canadian", clock=30),
        Mix("custom", restriction="german", spare_one_card=True, rounds=(1, {"cards": 2, "reveal": "open"})),
        Mix("standard", reveal="delayed"),
        Mix("custom", cheating=True, rounds=(1, 2, 12)),
    ],
)
@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_what_is_dealt_can_be_played_and_keeps_the_rules_of_the_stage(mix, players):
    rounds = rounds_of_full_game(mix, players)
    for count in (1, len(rounds)):
        own = with_custom_rounds(mix, play_off_rounds(mix, players, count))
        options = parse_options(table_options(own, players))
        assert plan_rounds(options, players) == pick_rounds_evenly(rounds, count)
        kept = ("spare_one_card", "cheating", "pause", "clock")
        assert [getattr(options, name) for name in kept] == [getattr(mix, name) for name in kept]
        assert all(plan.restriction in RESTRICTIONS for plan in plan_rounds(options, players))
