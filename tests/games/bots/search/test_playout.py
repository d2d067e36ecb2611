"""Playing out obeys the rulebook, and the quick rule as it is in plain numbers, one card at a time."""

import random
from typing import NamedTuple

import numpy as np
import pytest

from games.bots.search.arrays import Ints
from games.bots.search.current_trick import EMPTY, CurrentTrick, trick_with_card
from games.bots.search.pack import ALL_BITS, CARDS, FREE, NO_SUIT, card_bits, suit_number
from games.bots.search.playout import play_out_deals
from games.bots.search.worth import CardChances, build_card_chances
from games.rules.cards import DECK, SUITS
from games.rules.cards.trick import legal_cards, suit_to_follow
from games.rules.editions import BASE, EDITIONS
from tests.support.bots.slow_playout import follow

TRUMPS = (None, *SUITS)
DEALS = 8
ROUNDS = 5


class Round(NamedTuple):
    """Deals of one position: by deal the hands and needs; what is the same in all of them."""

    worth: CardChances
    hands: list[list[list[int]]]
    needs: list[list[int]]
    seat: int
    current_trick: CurrentTrick
    live: int

    def played(self, first: list[int] | None = None) -> tuple[list[list[int]], list[list[tuple[int, int]]]]:
        """By deal, what each seat still needs, and the plays."""
        play_log: list[tuple[Ints, Ints]] = []
        hands = [
            np.array([deal[seat] for deal in self.hands], np.int64).T for seat in range(len(self.hands[0]))
        ]
        needs, given = np.array(self.needs, np.int64).T, None if first is None else np.array(first)
        after = play_out_deals(
            self.worth, hands, needs, self.seat, self.current_trick, self.live, given, play_log
        )
        plays = [
            [(int(seat[deal]), int(card[deal])) for seat, card in play_log] for deal in range(len(self.hands))
        ]
        return after.T.tolist(), plays


def dealt(
    rng: random.Random,
    players: int,
    trump: str | None,
    cards: int,
    *,
    running: int = 0,
    edition: str = BASE,
) -> Round:
    """A round with `cards` for who plays next, after `running` cards of anything: people may cheat."""
    seat = rng.randrange(players)
    lies = rng.sample(range(CARDS), running)
    current_trick = EMPTY
    for n, card in enumerate(lies):
        current_trick = trick_with_card(
            current_trick, (seat - running + n) % players, card, suit_number(trump), edition
        )
    unseen = [card for card in range(CARDS) if card not in lies]
    holds = [cards - ((seat - other - 1) % players < running) for other in range(players)]
    hands = []
    for _ in range(DEALS):
        pack = iter(rng.sample(unseen, len(unseen)))
        hands.append([[next(pack) for _ in range(count)] for count in holds])
    return Round(
        build_card_chances(
            trump=suit_number(trump),
            players=players,
            cards_left=cards,
            hand_size=cards,
            stock_size=len(unseen) - sum(holds),
            edition=edition,
        ),
        hands,
        [[rng.randint(-2, cards + 1) for _ in range(players)] for _ in range(DEALS)],
        seat,
        current_trick,
        ALL_BITS & ~card_bits(lies),
    )


def rounds(players: int, trump: str | None, edition: str, *, running: bool) -> list[Round]:
    """Rounds of all lengths, one with the most cards and one with a single one among them."""
    rng = random.Random(f"{players} {trump} {running}")
    lengths = [1, CARDS // players, *(rng.randint(1, CARDS // players) for _ in range(ROUNDS))]
    return [
        dealt(rng, players, trump, cards, running=rng.randrange(players) if running else 0, edition=edition)
        for cards in lengths
    ]


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("trump", TRUMPS)
def test_a_trick_goes_to_whom_the_rules_give_it(trump: str | None, edition: str) -> None:
    rng = random.Random(f"tricks {trump}")
    for _ in range(2000):
        cards = rng.sample(range(CARDS), rng.randint(1, 6))
        current_trick = EMPTY
        for seat, card in enumerate(cards):
            current_trick = trick_with_card(current_trick, seat, card, suit_number(trump), edition)
        codes = [DECK[card] for card in cards]
        assert current_trick.winner == EDITIONS[edition].winning_index(codes, trump)
        assert current_trick.played == len(cards)
        suit = suit_to_follow(codes)
        assert current_trick.suit == suit_number(suit) or (suit is None and current_trick.suit == FREE)
        assert (current_trick.suit == NO_SUIT) == all(code[0] == "J" for code in codes)


@pytest.mark.parametrize("players", [3, 4, 5, 6])
@pytest.mark.parametrize("trump", TRUMPS)
@pytest.mark.parametrize("edition", EDITIONS)
def test_a_round_is_played_by_the_rules_and_counted_rightly(
    players: int, trump: str | None, edition: str
) -> None:
    for each in rounds(players, trump, edition, running=False):
        after, plays = each.played()
        for hands, needs, still, play_log in zip(each.hands, each.needs, after, plays, strict=True):
            taken = [need - need_then for need, need_then in zip(needs, still, strict=True)]
            assert taken == _taken(hands, play_log, trump, each.seat, edition)


def _taken(
    hands: list[list[int]], play_log: list[tuple[int, int]], trump: str | None, leader: int, edition: str
) -> list[int]:
    """What the rules make of the plays: each legal, each in turn."""
    players = len(hands)
    left = [[DECK[card] for card in hand] for hand in hands]
    taken = [0] * players
    for first in range(0, len(play_log), players):
        current_trick: list[str] = []
        for n, (seat, card) in enumerate(play_log[first : first + players]):
            assert seat == (leader + n) % players
            assert DECK[card] in legal_cards(left[seat], suit_to_follow(current_trick))
            left[seat].remove(DECK[card])
            current_trick.append(DECK[card])
        leader = (leader + EDITIONS[edition].winning_index(current_trick, trump)) % players
        taken[leader] += 1
    assert not any(left)
    return taken


@pytest.mark.parametrize("players", [3, 4, 5, 6])
@pytest.mark.parametrize("trump", TRUMPS)
@pytest.mark.parametrize("running", [False, True])
@pytest.mark.parametrize("edition", EDITIONS)
def test_every_card_is_the_one_that_the_quick_rule_plays(
    players: int, trump: str | None, running: bool, edition: str
) -> None:
    for each in rounds(players, trump, edition, running=running):
        after, plays = each.played()
        for hands, needs, still, play_log in zip(each.hands, each.needs, after, plays, strict=True):
            assert (
                follow(each.worth, hands, needs, each.seat, each.current_trick, each.live, play_log) == still
            )


@pytest.mark.parametrize("running", [0, 2])
def test_the_first_card_can_be_given(running: int) -> None:
    """Any of the hand: at a table where one may cheat it need not follow."""
    rng = random.Random(running)
    each = dealt(rng, 4, "R", 6, running=running)
    first = [rng.choice(hands[each.seat]) for hands in each.hands]
    after, plays = each.played(first)
    assert [play_log[0] for play_log in plays] == [(each.seat, card) for card in first]
    for hands, needs, still, play_log in zip(each.hands, each.needs, after, plays, strict=True):
        left = follow(
            each.worth, hands, needs, each.seat, each.current_trick, each.live, play_log, given=True
        )
        assert left == still


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_a_deal_is_played_alike_alone_and_among_others(players: int) -> None:
    each = dealt(random.Random(players), players, "G", 60 // players - 1, running=1)
    after, plays = each.played()
    for deal in range(DEALS):
        alone = each._replace(hands=[each.hands[deal]], needs=[each.needs[deal]])
        assert alone.played() == ([after[deal]], [plays[deal]])
