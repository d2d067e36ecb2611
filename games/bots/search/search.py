"""Estimates each bid and card by playing out many deals that are consistent with what the seat has seen.

Use `estimate_choices` to get figures without a decision.
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
"""The maximum number of rounds played out together: enough for cheap steps, few enough for caches."""
NEIGHBOURS = 2
"""How far from the expected tricks bids are tried."""


class Prospect(NamedTuple):
    """What a choice leads to: the chance to meet the bid, and the expected points."""

    met: float
    points: float

    def add_points(self, points: float) -> "Prospect":
        """Return the prospect with `points` added to its expected points."""
        return self._replace(points=self.points + points)


class Candidate(NamedTuple):
    """A bid, or a card together with the bid that it is played for."""

    bid: int
    card: int | None = None


class Estimate(NamedTuple):
    """The prospects of each bid and each legal card that was searched."""

    bids: dict[int, Prospect]
    cards: dict[Card, Prospect]


def estimate_choices(sight: Sight, *, rng: random.Random, samples: int) -> Estimate:
    """Return the prospects of the bids or cards of a seat that has to bid or play; empty for any other seat.

    All choices are tried in the same `samples` sampled deals. Only bids near the expected tricks are tried.
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
    """Return the tables of each card's chance to take a trick in the round of this position."""
    held = sum(position.holds) - len(position.hand)
    return build_card_chances(
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
    """Return the prospects of the legal bids near the expected number of tricks; other bids are left out.

    Each bid is tried in the same `samples` sampled deals.
    """
    card_chances = card_chances_in_position(position)
    unseen = card_bits(position.unseen)
    probabilities = trick_distribution(_chances_in_hand(card_chances, position.hand, unseen))
    ranked = sorted(legal, key=lambda bid: (-expected_points(probabilities, bid), bid))
    candidates = {bid: Candidate(bid) for bid in sorted(ranked[: 1 + 2 * NEIGHBOURS])}
    return _compare_candidates(position, card_chances, candidates, rng, samples)


def card_prospects(
    position: Position, legal: Sequence[int], rng: random.Random, samples: int
) -> dict[int, Prospect]:
    """Return the prospect of each card in `legal`, tried in `samples` sampled deals.

    All Wizards have the same prospect, and so have all Jesters.
    """
    bid = position.bids[position.seat] or 0
    # 10 keeps suit cards apart from the kinds 4 and 5 of Jesters and Wizards.
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
    """Play out all candidates on the same `samples` sampled deals, and return the prospect of each choice.

    `candidates` are keyed by choice: a bid or a card.
    """
    # numpy is loaded only here: a process that serves people never searches, so it does without.
    from games.bots.search.trial import missed_tricks

    bids = [candidate.bid for candidate in candidates.values()]
    cards = [candidate.card for candidate in candidates.values() if candidate.card is not None]
    misses = {choice: Counter[int]() for choice in candidates}
    # Limited by the number of deals, not by time, so that a slow machine plays as well as a fast one.
    dealt = islice(sample_deals(position, card_chances, rng), samples)
    while batch := list(islice(dealt, max(1, ROWS // len(candidates)))):
        for choice, each in zip(
            candidates, missed_tricks(position, card_chances, batch, bids, cards), strict=True
        ):
            misses[choice].update(each)
    return {choice: _compute_prospect(candidate, misses[choice]) for choice, candidate in candidates.items()}


def _compute_prospect(candidate: Candidate, misses: Counter[int]) -> Prospect:
    """Return the prospect of a candidate; `misses` counts the deals by number of tricks missed."""
    count = misses.total()
    sums = sum(
        often * points_for_bid(candidate.bid, candidate.bid - missed) for missed, often in misses.items()
    )
    return Prospect(misses[0] / count, sums / count)


def _chances_in_hand(card_chances: CardChances, hand: Sequence[int], unseen_cards: int) -> list[float]:
    """Return the chance of each card in `hand` to take a trick, given the unseen cards as bits."""
    return [card_chances.bidding[card][(unseen_cards & HIGHER[card]).bit_count()] for card in hand]
