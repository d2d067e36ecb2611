"""Playing out obeys the rulebook: the same suit to follow, the same legal cards, the same winners."""

import random

import pytest

from games.bots.lying import EMPTY, laid
from games.bots.pack import CARDS, FREE, NO_SUIT, bits, suit_number
from games.bots.playout import play_out
from games.bots.worth import worth_of
from games.rules.cards import DECK, SUITS
from games.rules.trick import legal_cards, suit_to_follow, winning_index

TRUMPS = (None, *SUITS)


@pytest.mark.parametrize("trump", TRUMPS)
def test_a_trick_goes_to_whom_the_rules_give_it(trump: str | None) -> None:
    dice = random.Random(f"tricks {trump}")
    for _ in range(2000):
        cards = dice.sample(range(CARDS), dice.randint(1, 6))
        lying = EMPTY
        for seat, card in enumerate(cards):
            lying = laid(lying, seat, card, suit_number(trump))
        codes = [DECK[card] for card in cards]
        assert lying.winner == winning_index(codes, trump)
        assert lying.played == len(cards)
        suit = suit_to_follow(codes)
        assert lying.suit == suit_number(suit) or (suit is None and lying.suit == FREE)
        assert (lying.suit == NO_SUIT) == all(code[0] == "J" for code in codes)


@pytest.mark.parametrize("players", [3, 4, 5, 6])
@pytest.mark.parametrize("trump", TRUMPS)
def test_a_round_is_played_by_the_rules_and_counted_rightly(players: int, trump: str | None) -> None:
    dice = random.Random(f"{players} {trump}")
    for _ in range(10):
        cards = dice.randint(1, CARDS // players)
        pack = dice.sample(range(CARDS), CARDS)
        hands = [pack[seat * cards : (seat + 1) * cards] for seat in range(players)]
        rest = pack[players * cards :]
        bids = [dice.randint(0, cards) for _ in range(players)]
        needs, told = list(bids), []
        worth = worth_of(trump=suit_number(trump), players=players, left=cards, cards=cards, out=len(rest))
        leader = dice.randrange(players)
        play_out(worth, [list(hand) for hand in hands], needs, leader, EMPTY, bits(rest), told=told)
        assert [bid - need for bid, need in zip(bids, needs, strict=True)] == _taken(
            hands, told, trump, leader
        )


def _taken(hands: list[list[int]], told: list[tuple[int, int]], trump: str | None, leader: int) -> list[int]:
    """What the rules make of the plays: each legal, each in turn."""
    players = len(hands)
    left = [[DECK[card] for card in hand] for hand in hands]
    taken = [0] * players
    for first in range(0, len(told), players):
        lying: list[str] = []
        for n, (seat, card) in enumerate(told[first : first + players]):
            assert seat == (leader + n) % players
            assert DECK[card] in legal_cards(left[seat], suit_to_follow(lying))
            left[seat].remove(DECK[card])
            lying.append(DECK[card])
        leader = (leader + winning_index(lying, trump)) % players
        taken[leader] += 1
    assert not any(left)
    return taken


def test_the_first_card_can_be_given() -> None:
    told: list[tuple[int, int]] = []
    worth = worth_of(trump=0, players=3, left=2, cards=2, out=50)
    play_out(worth, [[0, 12], [13, 14], [26, 27]], [0, 0, 0], 0, EMPTY, 0, 12, told)
    assert told[0] == (0, 12)
