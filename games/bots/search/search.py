"""What each bid and each card leads to, by playing out many deals that agree with all that was seen.

The clean door for whoever wants figures and no decision: `estimate`.
"""

import random
from collections import Counter
from collections.abc import Sequence
from itertools import islice
from typing import NamedTuple

from games.bots.search.deals import deals
from games.bots.search.outcome import expected_points, spread
from games.bots.search.pack import FIRST_JESTER, HIGHER, KIND, NUMBER, bits
from games.bots.search.position import Position, position_of
from games.bots.search.worth import Worth, worth_of
from games.bots.view import Sight
from games.rules.cards import DECK, Card
from games.rules.scoring import points

ROWS = 1200
"""How many rounds are played out together, at the most: enough for cheap steps, few enough for caches."""
NEIGHBOURS = 2
"""How far from the count of likely tricks bids are tried."""


class Prospect(NamedTuple):
    """What a choice leads to: the chance to meet the bid, and the expected points."""

    met: float
    points: float

    def plus(self, points: float) -> "Prospect":
        """Return the prospect with `points` added."""
        return self._replace(points=self.points + points)


class Candidate(NamedTuple):
    """A bid, or a card together with the bid that it is played for."""

    bid: int
    card: int | None = None


class Estimate(NamedTuple):
    """The prospects of each bid and each legal card that was searched."""

    bids: dict[int, Prospect]
    cards: dict[Card, Prospect]


def estimate(sight: Sight, *, rng: random.Random, samples: int) -> Estimate:
    """The prospects on the sight of a seat that has to bid or to play; both empty when it has neither to do.

    `samples` deals for each choice, the same for all.
    """
    legal = sight["legal"]
    if legal["bids"]:
        return Estimate(bid_prospects(position_of(sight), legal["bids"], rng, samples), {})
    if legal["cards"]:
        numbers = [NUMBER[card] for card in legal["cards"]]
        found = card_prospects(position_of(sight), numbers, rng, samples)
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
        edition=position.edition,
    )


def bid_prospects(
    position: Position, legal: Sequence[int], rng: random.Random, samples: int
) -> dict[int, Prospect]:
    """The prospects of bids near the count of likely tricks."""
    worth = tables_of(position)
    unseen = bits(position.unseen)
    likely = spread(_values(worth, position.hand, unseen))
    ranked = sorted(legal, key=lambda bid: (-expected_points(likely, bid), bid))
    lines = {bid: Candidate(bid) for bid in sorted(ranked[: 1 + 2 * NEIGHBOURS])}
    return _compare(position, worth, lines, rng, samples)


def card_prospects(
    position: Position, legal: Sequence[int], rng: random.Random, samples: int
) -> dict[int, Prospect]:
    """The prospects of each card; all Wizards have the same, and so have all Jesters."""
    bid = position.bids[position.seat] or 0
    alike = {KIND[card] if card >= FIRST_JESTER else 10 + card: card for card in reversed(legal)}
    lines = {card: Candidate(bid, card) for card in sorted(alike.values())}
    found = _compare(position, tables_of(position), lines, rng, samples)
    return {card: found[alike[KIND[card] if card >= FIRST_JESTER else 10 + card]] for card in legal}


def _compare(
    position: Position, worth: Worth, lines: dict[int, Candidate], rng: random.Random, samples: int
) -> dict[int, Prospect]:
    """Each choice on the same deals."""
    # Here alone numpy is loaded: a process that serves people never searches, and does without.
    from games.bots.search.trial import missed

    bids = [line.bid for line in lines.values()]
    cards = [line.card for line in lines.values() if line.card is not None]
    misses = {choice: Counter[int]() for choice in lines}
    dealt = islice(deals(position, worth, rng), samples)
    while batch := list(islice(dealt, max(1, ROWS // len(lines)))):
        for choice, each in zip(lines, missed(position, worth, batch, bids, cards), strict=True):
            misses[choice].update(each)
    return {choice: _prospect(line, misses[choice]) for choice, line in lines.items()}


def _prospect(line: Candidate, misses: Counter[int]) -> Prospect:
    count = misses.total()
    sums = sum(often * points(line.bid, line.bid - missed) for missed, often in misses.items())
    return Prospect(misses[0] / count, sums / count)


def _values(worth: Worth, hand: Sequence[int], theirs: int) -> list[float]:
    return [worth.bidding[card][(theirs & HIGHER[card]).bit_count()] for card in hand]
