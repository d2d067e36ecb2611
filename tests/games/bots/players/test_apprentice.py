"""The Apprentice makes the mistakes of beginners, but keeps the rules."""

from collections import Counter

from games.bots.players.apprentice import LAPSE
from tests.support.bots.sights import Sight, ask_bot, bidding, naming, playing


def cards(sight: Sight, times: int = 400) -> Counter[str]:
    """How often it plays which card."""
    found = [ask_bot(sight, level="apprentice", seed=seed) for seed in range(times)]
    return Counter(action["card"] for action in found if action)


def bid(sight: Sight) -> int:
    action = ask_bot(sight, level="apprentice")
    assert action is not None
    return int(action["bid"])


def test_bids_its_high_cards_whoever_else_may_have_trumps() -> None:
    assert bid(bidding("R13 Y12 B11 R10")) == 3
    assert bid(bidding("G4 G5 W1 J1")) == 3
    assert bid(bidding("G3 R2 J1")) == 0


def test_takes_the_nearest_bid_where_its_own_is_forbidden() -> None:
    sight = bidding("R13 Y12", before=(0, 0, 0))
    sight["legal"]["bids"] = [0, 1]
    assert bid(sight) == 1


def test_names_its_longest_suit() -> None:
    assert ask_bot(naming("R2 R3 R4 B13 B12"), level="apprentice") == {
        "type": "name_trump",
        "suit": "R",
    }


def test_plays_high_while_it_wants_tricks_and_now_and_then_forgets_that_it_does() -> None:
    found = cards(playing("R13 R2 G9", bid=1))
    assert set(found) == {"G9", "R2"}
    assert abs(found["R2"] / found.total() - LAPSE) < 0.06


def test_throws_its_lowest_card_under_a_winner_where_a_better_player_would_part_with_a_high_one() -> None:
    assert cards(playing("R12 R2 R4", bid=0, lying="R5 R13"))["R2"] == 400
