"""What each bid and each card leads to, by playing out many deals that agree with all that was seen.

The clean door for whoever wants figures and no decision: `estimate`.
"""

import random
from collections.abc import Callable, Sequence
from itertools import islice
from typing import NamedTuple

from games.bots.deals import Deal, deals
from games.bots.outcome import expected_points, spread
from games.bots.pack import FIRST_JESTER, HIGHER, KIND, NUMBER, bits
from games.bots.playout import play_out
from games.bots.position import Position, position_of
from games.bots.view import Sight
from games.bots.worth import Worth, worth_of
from games.rules.cards import DECK, Card
from games.rules.scoring import points

CUTS = (1, 2, 4)
"""After which eighths of the deals the worse half of the choices is given up, but for the best"""
KEPT = 2
"""that are compared to the end."""
NEIGHBOURS = 2
"""How far from the count of likely tricks bids are tried."""


class Prospect(NamedTuple):
    """What a choice leads to: the chance to meet the bid, the points to expect, and from how many deals."""

    met: float
    points: float
    deals: int

    def plus(self, points: float) -> "Prospect":
        """The same with so many more points."""
        return self._replace(points=self.points + points)


class Estimate(NamedTuple):
    """The prospects of each bid and of each legal card that was tried, in the rules' words."""

    bids: dict[int, Prospect]
    cards: dict[Card, Prospect]


def estimate(sight: Sight, *, dice: random.Random, samples: int, narrow: bool = False) -> Estimate:
    """The prospects on the sight of a seat that has to bid or to play; both empty when it has neither to do.

    `samples` deals for each choice; where `narrow`, bad choices are given up early.
    """
    legal = sight["legal"]
    if legal["bids"]:
        return Estimate(bid_prospects(position_of(sight), legal["bids"], dice, samples, narrow), {})
    if legal["cards"]:
        numbers = [NUMBER[card] for card in legal["cards"]]
        found = card_prospects(position_of(sight), numbers, dice, samples, narrow)
        return Estimate({}, {DECK[card]: prospect for card, prospect in found.items()})
    return Estimate({}, {})


def tables_of(position: Position) -> Worth:
    """What cards are worth in the round of a position."""
    held = sum(position.holds) - len(position.hand)
    return worth_of(
        trump=position.trump,
        players=position.players,
        left=len(position.hand),
        cards=position.cards,
        out=len(position.unseen) - held,
    )


def bid_prospects(
    position: Position, legal: Sequence[int], dice: random.Random, samples: int, narrow: bool
) -> dict[int, Prospect]:
    """The prospects of bids near the count of likely tricks."""
    worth = tables_of(position)
    unseen = bits(position.unseen)
    likely = spread(_values(worth, position.hand, unseen))
    ranked = sorted(legal, key=lambda bid: (-expected_points(likely, bid), bid))
    tried = sorted(ranked[: 1 + 2 * NEIGHBOURS])

    def outcome(bid: int, deal: Deal, stock: int) -> int:
        bids = [
            bid if seat == position.seat else _bid_of(position, deal, seat)
            for seat in range(position.players)
        ]
        needs = list(bids)
        play_out(worth, [list(hand) for hand in deal.hands], needs, position.leader, position.lying, stock)
        return points(bid, bid - needs[position.seat])

    return _compare(position, worth, tried, outcome, dice, samples, narrow)


def card_prospects(
    position: Position, legal: Sequence[int], dice: random.Random, samples: int, narrow: bool
) -> dict[int, Prospect]:
    """The prospects of each card; all Wizards have the same, and so have all Jesters."""
    worth = tables_of(position)
    seat = position.seat
    bid = position.bids[seat] or 0
    alike = {KIND[card] if card >= FIRST_JESTER else 10 + card: card for card in reversed(legal)}

    def outcome(card: int, deal: Deal, stock: int) -> int:
        needs = [
            (_bid_of(position, deal, other) if known is None else known) - taken
            for other, (known, taken) in enumerate(zip(position.bids, position.taken, strict=True))
        ]
        play_out(worth, [list(hand) for hand in deal.hands], needs, seat, position.lying, stock, card)
        return points(bid, bid - needs[seat])

    found = _compare(position, worth, sorted(alike.values()), outcome, dice, samples, narrow)
    return {card: found[alike[KIND[card] if card >= FIRST_JESTER else 10 + card]] for card in legal}


def _compare(
    position: Position,
    worth: Worth,
    choices: Sequence[int],
    outcome: Callable[[int, Deal, int], int],
    dice: random.Random,
    samples: int,
    narrow: bool,
) -> dict[int, Prospect]:
    """Each choice on the same deals; `outcome` gives its points on a deal and its stock, as bits."""
    unseen = bits(position.unseen)
    sums = dict.fromkeys(choices, 0)
    met = dict.fromkeys(choices, 0)
    seen = dict.fromkeys(choices, 0)
    running = list(choices)
    stream = deals(position, worth, dice)
    for n, deal in enumerate(islice(stream, samples), start=1):
        stock = unseen
        for hand in deal.hands:
            for card in hand:
                stock &= ~(1 << card)
        for choice in running:
            got = outcome(choice, deal, stock)
            sums[choice] += got
            met[choice] += got > 0
            seen[choice] += 1
        if narrow and len(running) > KEPT and n * 8 in [cut * samples for cut in CUTS]:
            running.sort(key=lambda choice: (-sums[choice], choice))
            del running[max(KEPT, (len(running) + 1) // 2) :]
    return {
        choice: Prospect(met[choice] / seen[choice], sums[choice] / seen[choice], seen[choice])
        for choice in choices
    }


def _values(worth: Worth, hand: Sequence[int], theirs: int) -> list[float]:
    return [worth.bidding[KIND[card]][(theirs & HIGHER[card]).bit_count()] for card in hand]


def _bid_of(position: Position, deal: Deal, seat: int) -> int:
    """What a rival bids, or has bid in secret: what its cards are worth."""
    known = position.bids[seat]
    return round(deal.worths[seat]) if known is None else known
