"""Estimates bids and cards by playing out many deals that are consistent with what the seat has seen.

Use `estimate_choices` for the figures alone, without a decision.
"""

import random
from collections import Counter
from collections.abc import Sequence
from itertools import islice
from typing import NamedTuple

from games.bots.search.deals import sample_deals
from games.bots.search.outcome import expected_points, trick_distribution
from games.bots.search.pack import FIRST_JESTER, HIGHER, KIND, NUMBER, card_bits
from games.bots.search.position import Position, build_position
from games.bots.search.worth import CardChances, build_card_chances
from games.bots.view import Sight
from games.rules.cards import DECK, Card
from games.rules.scoring import points_for_bid

ROWS = 1200
"""The maximum number of rounds played out together: enough for cheap steps, few enough for CPU caches."""
NEIGHBOURS = 2
"""How many bids are tried on either side of the best estimate: 1 + 2 * NEIGHBOURS in all."""


class Prospect(NamedTuple):
    """The expected outcome of a choice."""

    met: float
    """The chance of meeting the bid."""
    points: float
    """The expected points of the round."""

    def add_points(self, points: float) -> "Prospect":
        """Return a copy of this expected outcome with `points` added to its expected points."""
        return self._replace(points=self.points + points)


class Candidate(NamedTuple):
    """A choice to be tried: a bid, or a card together with the bid that the seat has made."""

    bid: int
    card: int | None = None


class Estimate(NamedTuple):
    """The prospects of all bids and cards that were searched."""

    bids: dict[int, Prospect]
    cards: dict[Card, Prospect]


def estimate_choices(sight: Sight, *, rng: random.Random, samples: int) -> Estimate:
    """Estimate the outcome of each legal card, or of the most promising legal bids.

    The outcome is the chance of meeting the bid and the expected points. All choices are tried in the same
    `samples` random deals.
    """
    legal = sight["legal"]
    if legal["bids"]:
        return Estimate(bid_prospects(build_position(sight), legal["bids"], rng, samples), {})
    if legal["cards"]:
        numbers = [NUMBER[card] for card in legal["cards"]]
        found = card_prospects(build_position(sight), numbers, rng, samples)
        return Estimate({}, {DECK[card]: prospect for card, prospect in found.items()})
    return Estimate({}, {})


def card_chances_in_position(position: Position) -> CardChances:
    """Estimate each card's chance of taking a trick in the round that `position` describes."""
    held = sum(position.holds) - len(position.hand)
    return build_card_chances(
        trump=position.trump,
        players=position.players,
        cards_left=len(position.hand),
        hand_size=position.cards,
        stock_size=len(position.unseen) - held,
        edition=position.edition,
    )


def bid_prospects(
    position: Position, legal: Sequence[int], rng: random.Random, samples: int
) -> dict[int, Prospect]:
    """Estimate the outcome of the most promising bids in `legal`.

    The outcome is the chance of meeting the bid and the expected points, estimated from `samples` random
    deals.
    """
    card_chances = card_chances_in_position(position)
    unseen = card_bits(position.unseen)
    probabilities = trick_distribution(_chances_in_hand(card_chances, position.hand, unseen))
    # The most promising bids are those with the most expected points for the hand.
    ranked = sorted(legal, key=lambda bid: (-expected_points(probabilities, bid), bid))
    candidates = {bid: Candidate(bid) for bid in sorted(ranked[: 1 + 2 * NEIGHBOURS])}
    return _compare_candidates(position, card_chances, candidates, rng, samples)


def card_prospects(
    position: Position, legal: Sequence[int], rng: random.Random, samples: int
) -> dict[int, Prospect]:
    """For each card in `legal`, estimate the chance of meeting the bid and the expected points.

    The estimates come from `samples` random deals.
    """
    # A seat without a bid plays as if it had bid 0.
    bid = position.bids[position.seat] or 0
    # 10 keeps suit cards apart from the kinds 4 and 5 of Jesters and Wizards.
    # Only one Wizard and one Jester are tried, because all have the same prospect.
    alike = {KIND[card] if card >= FIRST_JESTER else 10 + card: card for card in reversed(legal)}
    candidates = {card: Candidate(bid, card) for card in sorted(alike.values())}
    found = _compare_candidates(position, card_chances_in_position(position), candidates, rng, samples)
    return {card: found[alike[KIND[card] if card >= FIRST_JESTER else 10 + card]] for card in legal}


def _compare_candidates(
    position: Position,
    card_chances: CardChances,
    candidates: dict[int, Candidate],
    rng: random.Random,
    samples: int,
) -> dict[int, Prospect]:
    """Estimate each candidate's chance of meeting the bid and its expected points.

    A candidate is a bid to make or a card to play. All candidates are tried in the same `samples` random
    deals. `card_chances` has each card's chance of taking a trick in the round that `position` describes. The
    result has the same keys as `candidates`.
    """
    # numpy is loaded only here: a process that serves people never searches, so it does without.
    from games.bots.search.trial import count_missed_tricks

    bids = [candidate.bid for candidate in candidates.values()]
    cards = [candidate.card for candidate in candidates.values() if candidate.card is not None]
    misses = {choice: Counter[int]() for choice in candidates}
    # Limited by the number of deals, not by time, so that bots on slow machines play just as well.
    dealt = islice(sample_deals(position, card_chances, rng), samples)
    while batch := list(islice(dealt, max(1, ROWS // len(candidates)))):
        for choice, each in zip(
            candidates, count_missed_tricks(position, card_chances, batch, bids, cards), strict=True
        ):
            misses[choice].update(each)
    return {choice: _compute_prospect(candidate, misses[choice]) for choice, candidate in candidates.items()}


def _compute_prospect(candidate: Candidate, deal_counts: Counter[int]) -> Prospect:
    """Compute the expected outcome of a bid or card: the chance of meeting the bid, and the mean points.

    `candidate` is the bid to make, or the card to play together with the bid that the seat has made.
    `deal_counts` maps each result to the number of random deals that ended with this result. A result is the
    bid minus the number of tricks taken: 0 if the bid is met, and negative if the seat takes too many tricks.
    """
    count = deal_counts.total()
    sums = sum(
        often * points_for_bid(candidate.bid, candidate.bid - missed) for missed, often in deal_counts.items()
    )
    return Prospect(deal_counts[0] / count, sums / count)


def _chances_in_hand(card_chances: CardChances, hand: Sequence[int], unseen_cards: int) -> list[float]:
    """Return, for each card in `hand`, its chance of taking a trick, as estimated before the first trick.

    Bit n of `unseen_cards` is set if the player has not seen card number n.
    """
    return [card_chances.bidding[card][(unseen_cards & HIGHER[card]).bit_count()] for card in hand]
