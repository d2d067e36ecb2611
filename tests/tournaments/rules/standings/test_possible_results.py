"""Results that no game ends with are refused, with what would be possible; all others are taken."""

from random import Random

import pytest

from games.rules.options import parse_options
from games.rules.scoring import points_for_bid
from games.rules.scoring.bounds import rounds_for_score_limits
from tournaments.rules.mixes import Mix, table_options
from tournaments.rules.standings.possible_results import ResultLine, find_result_error

TEN = Mix()
DM2008 = Mix(preset="dm2008")
GERMAN = Mix(preset="standard", restriction="german")


def lines(*results: tuple[int, int]) -> list[ResultLine]:
    return [ResultLine(f"Seat {seat}", *result) for seat, result in enumerate(results, start=1)]


@pytest.mark.parametrize(
    ("results", "fault"),
    [
        (((105, 3), (20, 1), (20, 1), (20, 1)), "Seat 1: scores are multiples of ten, and 105 is not."),
        (
            ((10_000, 60), (20, 1), (20, 1), (20, 1)),
            "Seat 1: 60 bids met cannot be right. The game has 10 rounds, so it must be 0 to 10.",
        ),
        (
            ((20, 1), (-10_000, 10), (20, 1), (20, 1)),
            "Seat 2: -10000 points are not possible. With 10 bids met in 10 rounds, a score is from 200 to "
            "1100.",
        ),
        (
            ((20, 1), (20, -1), (20, 1), (20, 1)),
            "Seat 2: -1 bids met cannot be right. The game has 10 rounds, so it must be 0 to 10.",
        ),
        (
            ((20, 1), (180, 1), (20, 1), (20, 1)),
            "Seat 2: 180 points are not possible. With 1 bid met in 10 rounds, a score is from -870 to 80.",
        ),
        (
            ((300, 10), (300, 10), (300, 10), (300, 10)),
            "40 bids met at one table are not possible: the most is 30. In 10 of the 10 rounds the "
            "bids must not add up, so somebody must miss.",
        ),
        (
            ((900, 9), (900, 9), (20, 1), (20, 1)),
            "1840 points for all seats together are not possible, because only one player wins each "
            "trick. With 20 bids met in all, the total is from -1880 to 1100.",
        ),
    ],
)
def test_a_result_that_no_game_ends_with_is_refused_in_words(results, fault):
    assert find_result_error(lines(*results), TEN) == fault


@pytest.mark.parametrize(
    ("mix", "players"),
    [
        (DM2008, 4),
        *((mix, players) for mix in (TEN, GERMAN) for players in (3, 4, 5)),
    ],
)
def test_no_result_of_a_real_game_is_refused(mix, players):
    rounds, rng = (
        rounds_for_score_limits(parse_options(table_options(mix, players)), players),
        Random(players),
    )
    for _ in range(50):
        results = [[0, 0] for _ in range(players)]
        for cards, restricted in zip(rounds.cards, rounds.restricted, strict=True):
            tricks = [0] * players
            for _ in range(cards):
                tricks[rng.randrange(players)] += 1
            # Good players: most bids are met.
            bids = [won if rng.random() < 0.8 else rng.randint(0, cards) for won in tricks]
            if restricted and sum(bids) == cards:
                bids[0] += 1 if bids[0] < cards else -1
            for result, bid, won in zip(results, bids, tricks, strict=True):
                result[0] += points_for_bid(bid, won)
                result[1] += bid == won
            # A game that is stopped ends with the rounds that are scored.
            assert find_result_error(lines(*map(tuple, results)), mix) is None


def test_who_did_not_come_has_nothing_and_the_others_played_the_game_of_three():
    played = ((700, 8), (200, 5), (150, 4))
    assert find_result_error(lines(*played, (0, 0)), TEN) is None
    assert find_result_error(lines((0, 0), (0, 0), (0, 0), (0, 0)), TEN) is None
    assert find_result_error(lines((0, 0), (0, 0), (300, 7), (200, 5)), TEN) is None


def test_with_cheating_ten_points_are_won_and_lost_by_calling_it():
    best = lines((1110, 10), (20, 2), (-10, 1), (-30, 1))
    fault = (
        "Seat 1: 1110 points are not possible. With 10 bids met in 10 rounds, a score is from 200 to 1100."
    )
    assert find_result_error(best, TEN) == fault
    cheating = Mix(cheating=True)
    assert find_result_error(lines((1110, 10), (-370, 2), (-410, 1), (-430, 1)), cheating) is None
    assert find_result_error(lines((-3000, 1), (20, 2), (10, 1), (0, 1)), cheating) is None
    assert "With 0 bids met" in (find_result_error(lines((9000, 0), (0, 1), (0, 1), (0, 1)), cheating) or "")
    together = find_result_error(lines((1100, 9), (1100, 9), (0, 1), (0, 1)), cheating)
    assert together is not None
    assert "the total is at most" in together


def test_where_no_game_is_made_for_those_who_came_only_what_is_no_score_is_refused():
    assert find_result_error(lines((200, 6), (150, 5), (100, 4), (0, 0)), DM2008) is None
    assert find_result_error(lines((200, 6), (150, 5), (0, 0), (0, 0)), DM2008) is None
    assert "multiples of ten" in (
        find_result_error(lines((205, 6), (150, 5), (100, 4), (0, 0)), DM2008) or ""
    )
    assert "60 bids met" in (find_result_error(lines((200, 60), (150, 5), (100, 4), (0, -1)), DM2008) or "")


def test_a_seat_has_the_widest_of_the_games_that_can_have_been_played():
    standard = Mix(preset="standard", restriction="notequal")
    best = (20 * 20 + 10 * sum(range(1, 21)), 20)
    low = (-10 * sum(range(1, 21)), 0)
    assert find_result_error(lines(best, low, low, (0, 0)), standard) is None
    assert find_result_error(lines(best, low, low, (-10, 0)), standard) == (
        "Seat 1: 20 bids met cannot be right. The game has 15 rounds, so it must be 0 to 15."
    )
    assert find_result_error(lines((best[0] + 10, 20), low, low, (0, 0)), standard) == (
        "Seat 1: 2510 points are not possible. With 20 bids met in 20 rounds, a score is from 400 to 2500."
    )
    together = find_result_error(lines((420, 20), (420, 20), (30, 1), (0, 0)), standard)
    assert together is not None
    assert "41 bids met at one table are not possible: the most is 40. In 20 of the 20 rounds" in together


def test_a_mix_that_is_not_made_for_the_table_refuses_nothing_but_what_is_no_score():
    assert find_result_error(lines((5000, 20), (0, 0), (0, 0)), DM2008) is None
    assert "multiples of ten" in (find_result_error(lines((5, 2), (0, 0), (0, 0)), DM2008) or "")
