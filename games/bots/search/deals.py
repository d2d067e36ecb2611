"""Samples deals that are consistent with what a seat has seen: cards played, suits denied, bids."""

import random
from collections.abc import Iterator
from math import exp
from typing import NamedTuple

from games.bots.search.pack import CARDS, HIGHER, KIND
from games.bots.search.position import Position
from games.bots.search.worth import CardChances

DOUBT, DOUBT_A_CARD = 0.5, 0.05
"""The variance of bids around a hand's expected tricks: a base, and an addition per card of the hand."""
MIXING = 2
"""The number of attempted exchanges between two sampled deals, per card that the others hold."""
SETTLING = 6
"""The number of attempted exchanges before the first sampled deal, per card that the others hold."""
TRIES = 20
"""How often to try to deal so that no player gets a card of a suit that they have shown to lack."""


class SampledDeal(NamedTuple):
    """A deal that is consistent with what the viewer has seen."""

    hands: list[list[int]]
    """The cards in hand of each seat, including the viewer."""
    worths: list[float]
    """By seat: the tricks that its cards, played ones included, could be expected to take before play.

    Only the values of the rivals' seats are meaningful.
    """


def sample_deals(position: Position, card_chances: CardChances, rng: random.Random) -> Iterator[SampledDeal]:
    """Yield an endless series of random deals that agree with the cards seen so far.

    Deals in which the players' expected numbers of tricks are close to their bids are more probable.
    `card_chances` has the cards' chances, from which these numbers are computed. If possible, players get no
    cards of suits that they have shown to lack.
    """
    rivals = [(position.seat + n) % position.players for n in range(1, position.players)]
    owners = [seat for seat in rivals for _ in range(position.holds[seat])]
    held = len(owners)
    owners += [-1] * (len(position.unseen) - held)
    cards, denied = _draw_first_deal(position, rivals, rng)
    value = {card: card_chances.bidding[card][HIGHER[card].bit_count()] for card in range(CARDS)}
    sums = [sum(value[card] for card in shown) for shown in position.shown]
    for card, owner in zip(cards[:held], owners, strict=False):
        sums[owner] += value[card]
    goals = position.bids
    # 1 / (2 * variance), as in the density of a normal distribution.
    doubt = 0.5 / (DOUBT + DOUBT_A_CARD * position.cards)
    count = len(cards)
    roll = rng.random
    exchanges = SETTLING * held
    # Metropolis sampling: each deal is made from the previous one by randomly exchanging unseen cards.
    while True:
        for _ in range(exchanges if count > 1 else 0):
            at, other = int(roll() * held), int(roll() * count)
            one, two = owners[at], owners[other]
            if one == two:
                continue
            card, swapped = cards[at], cards[other]
            if denied[one] >> KIND[swapped] & 1 or (two >= 0 and denied[two] >> KIND[card] & 1):
                continue
            gain = value[swapped] - value[card]
            farther = 0.0
            goal = goals[one]
            if goal is not None:
                # (sum + gain - goal)² - (sum - goal)²: by how much the hand moves away from its bid.
                farther += gain * (gain + 2 * (sums[one] - goal))
            if two >= 0:
                goal = goals[two]
                if goal is not None:
                    farther += gain * (gain - 2 * (sums[two] - goal))
            # Metropolis rule: always accept a likelier deal, any other with the ratio of the likelihoods.
            if farther > 0 and roll() >= exp(-farther * doubt):
                continue
            cards[at], cards[other] = swapped, card
            sums[one] += gain
            if two >= 0:
                sums[two] -= gain
        exchanges = MIXING * held
        hands: list[list[int]] = [[] for _ in range(position.players)]
        hands[position.seat] = list(position.hand)
        for card, owner in zip(cards[:held], owners, strict=False):
            hands[owner].append(card)
        yield SampledDeal(hands, list(sums))


def _draw_first_deal(
    position: Position, rivals: list[int], rng: random.Random
) -> tuple[list[int], tuple[int, ...]]:
    """Deal the unseen cards at random, but give no seat a card of a suit that it has shown to lack.

    Return two values. The first is a list of the cards of each seat in `rivals`, one seat after the other,
    and then the undealt cards. The second has a bit mask for each seat: the suits that it must not hold. If
    TRIES attempts find no such deal, ignore which suits the seats lack, and return masks of 0.
    """
    for _ in range(TRIES):
        dealt = _try_to_deal(position, rivals, rng)
        if dealt is not None:
            return dealt, position.denied
    # This seems impossible, so no suit is denied to anybody.
    cards = list(position.unseen)
    rng.shuffle(cards)
    return cards, (0,) * position.players


def _try_to_deal(position: Position, rivals: list[int], rng: random.Random) -> list[int] | None:
    """Try once to deal the unseen cards at random so that no seat gets a card of a suit that it lacks.

    Return the cards of each seat in `rivals`, one seat after the other, and then the undealt cards. Return
    None if the attempt fails, because too few of the remaining cards are allowed for a seat.
    """
    rest = list(position.unseen)
    rng.shuffle(rest)
    hands: dict[int, list[int]] = {}
    # The seats that lack the most suits get their cards first.
    for seat in sorted(rivals, key=lambda seat: -position.denied[seat].bit_count()):
        fitting = [card for card in rest if not position.denied[seat] >> KIND[card] & 1]
        if len(fitting) < position.holds[seat]:
            return None
        hands[seat] = fitting[: position.holds[seat]]
        gone = set(hands[seat])
        rest = [card for card in rest if card not in gone]
    return [card for seat in rivals for card in hands[seat]] + rest
