"""Exact chances to take the trick in a round of one card, computed by counting all deals.

When bidding, a player knows their own card, the turned card and the trump. The others' cards are drawn from
the 58 remaining ones, all hands being equally likely: bids, and the dealer's choice of trump, are assumed to
say nothing. Everybody must play their only card, so the deal decides everything.
"""

from fractions import Fraction
from math import perm

from games.rules.cards import DECK, JESTER, RANK, RANKS, SUITS, WIZARD, Card
from games.rules.scoring import points_for_bid

PLAYERS = range(3, 7)
"""Possible numbers of players (rules.md, "Rounds")."""


def expected_bid_points(bid: int, chance: Fraction) -> Fraction:
    """Return the expected points of a bid of 0 or 1 for a player who takes the trick with this chance."""
    return chance * points_for_bid(bid, 1) + (1 - chance) * points_for_bid(bid, 0)


def is_worth_a_bid(chance: Fraction) -> bool:
    """Whether a bid of 1 is expected to score at least as much as a bid of 0 (a chance of 3/7 or more)."""
    return expected_bid_points(1, chance) >= expected_bid_points(0, chance)


def chance_of_trick(*, players: int, before: int, own: Card, turned: Card, trump: str | None) -> Fraction:
    """Return the chance that `own` takes the only trick if `before` of the other players play first.

    `trump` is the suit of the turned-up card, or the suit that the dealer named for a Wizard, or None for a
    Jester. Raise ValueError if the turned-up card is `own`, if there are not 3 to 6 players, or if `before`
    is not less than `players`.
    """
    if own == turned or players not in PLAYERS or before not in range(players):
        raise ValueError("no such round")
    unseen = [card for card in DECK if card not in (own, turned)]
    others = players - 1
    jesters = _count_kind(unseen, JESTER)
    if own[0] == WIZARD:
        # The first Wizard takes the trick: players before must have none, those after may have any card.
        weaker = [card for card in unseen if card[0] != WIZARD]
        won = perm(len(weaker), before) * perm(len(unseen) - before, others - before)
    elif own[0] == JESTER:
        # A Jester takes a trick of Jesters alone, and only the first of them.
        won = 0 if before else perm(jesters, others)
    else:
        weaker = [card for card in unseen if not _beats(card, own, trump)]
        if own[0] == trump:
            # A trump loses to Wizards and higher trumps alone, whoever plays first.
            won = perm(len(weaker), others)
        else:
            lower = _count_kind(weaker, own[0])
            won = _count_winning_orders(before, others, jesters, lower, len(weaker))
    return Fraction(won, perm(len(unseen), others))


def lowest_card_worth_bid(
    suit: str, *, players: int, before: int, turned: Card, trump: str | None
) -> tuple[Card, Fraction] | None:
    """Return the lowest card of `suit` that is worth a bid of 1, and its chance to take the only trick.

    Return None if there is no such card. `before` of the other players play first.
    """
    for rank in RANKS:
        own = f"{suit}{rank}"
        if own == turned:
            continue
        chance = chance_of_trick(players=players, before=before, own=own, turned=turned, trump=trump)
        if is_worth_a_bid(chance):
            return own, chance
    return None


def trump_of_turned_card(turned: Card) -> str | None:
    """Return the trump suit that the turned-up card determines, or None for a Jester or a Wizard."""
    return turned[0] if turned[0] in SUITS else None


def _count_kind(cards: list[Card], kind: str) -> int:
    """Return how many of the cards have a code that begins with `kind`: a suit, Jesters or Wizards."""
    return sum(card[0] == kind for card in cards)


def _beats(card: Card, own: Card, trump: str | None) -> bool:
    """Whether `card` beats `own`, a card of the suit to follow or of trump."""
    if card[0] == own[0]:
        return RANK[card] > RANK[own]
    return card[0] in (WIZARD, trump)


def _count_winning_orders(before: int, others: int, jesters: int, lower: int, weaker: int) -> int:
    """Return in how many orders of the others' cards a card of a plain suit takes the trick.

    `before` of the `others` play first: only Jesters, or some Jesters and then one of the `lower` cards of
    the same suit. All of the others' cards must be among the `weaker` ones.
    """
    won = perm(jesters, before) * perm(weaker - before, others - before)
    for first in range(before):
        won += perm(jesters, first) * lower * perm(weaker - first - 1, others - first - 1)
    return won
