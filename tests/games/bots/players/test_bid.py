"""What a bot bids on hands that leave no doubt."""

import pytest

from tests.support.bots.sights import ask_bot, bidding, decisions

pytestmark = pytest.mark.parametrize("level", ["journeyman", "master"])


def bid(level: str, *args: object, **given: object) -> int:
    action = ask_bot(bidding(*args, **given), level=level)  # type: ignore[arg-type]
    assert action is not None
    assert action["type"] == "bid"
    return int(action["bid"])


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_a_wizard_alone_is_worth_a_trick(level: str, players: int) -> None:
    for position in range(players):
        assert bid(level, "W1", players=players, before=(0,) * position) == 1


@pytest.mark.parametrize("turned", ["G2", "J1", "W2"])
def test_a_jester_alone_is_worth_none(level: str, turned: str) -> None:
    assert bid(level, "J2", turned=turned) == 0


@pytest.mark.parametrize("before", [(), (0,), (0, 0), (0, 0, 0), (1, 0, 0)])
def test_the_highest_trump_alone_is_worth_a_trick(level: str, before: tuple[int, ...]) -> None:
    assert bid(level, "G13", before=before) == 1


def test_a_plain_card_that_does_not_lead_is_worth_none_in_a_one_card_round(level: str) -> None:
    assert bid(level, "R13", before=(0,)) == 0


def test_a_plain_ace_that_leads_is_worth_a_trick_in_a_one_card_round(level: str) -> None:
    assert bid(level, "R13", players=3) == 1


def test_a_plain_six_that_leads_among_six_is_worth_none(level: str) -> None:
    assert bid(level, "R6", players=6) == 0


def test_without_trump_and_in_the_lead_a_low_card_is_enough_among_three(level: str) -> None:
    assert bid(level, "R3", players=3, turned="J1") == 1


def test_four_wizards_are_four_tricks(level: str) -> None:
    assert bid(level, "W1 W2 W3 W4 J1 J2 R2 B2", turned="G2") == 4


def test_a_weak_hand_is_worth_none(level: str) -> None:
    assert bid(level, "J1 R2 Y3 B2", turned="G12") == 0


def test_long_trumps_are_worth_more_than_the_same_cards_plain(level: str) -> None:
    assert bid(level, "R13 R12 R11 R9 R8 R6 Y2", turned="R3") > bid(
        level, "R13 R12 R11 R9 R8 R6 Y2", turned="B3"
    )


def test_high_bids_of_others_lower_a_masters_own(level: str) -> None:
    hand = "R13 R11 Y12 Y9 G10 G7 B13 B10 B9"
    lowered = bid(level, hand, before=(0, 0, 0)) - bid(level, hand, before=(5, 5, 5))
    assert lowered > 0 if level == "master" else lowered == 0


def test_a_forbidden_bid_is_not_made(level: str) -> None:
    sight = bidding("W1", before=(0, 0, 0))
    sight["legal"]["bids"] = [0]
    assert ask_bot(sight, level=level) == {"type": "bid", "bid": 0}


def test_secret_bids_are_made_without_those_of_the_others(level: str) -> None:
    sight = bidding("W1 W2 J1")
    sight["players"][2]["has_bid"] = True
    assert ask_bot(sight, level=level) == {"type": "bid", "bid": 2}


def test_the_dealer_bids_again_where_the_secret_bids_add_up(level: str) -> None:
    options = {"preset": "custom", "restriction": "notequal", "reveal": "hiddentip", "rounds": [3] * 12}
    again = 0
    for state, seat, sight, action in decisions(4, options, seed=5, levels=(level,), effort=0.1):
        if state.round is not None and state.round.must_bid_again and sight["legal"]["bids"]:
            again += 1
            assert action is not None
            assert seat == state.round.dealer
            assert action["bid"] != state.round.bids[seat]
    assert again
