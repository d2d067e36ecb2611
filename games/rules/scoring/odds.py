"""Exact chances of taking the trick in a round of one card, computed by counting all deals.

When bidding, a player knows their own card, the turned-up card and the trump. The other players' cards come
from the 58 remaining cards, and all deals are equally likely: bids, and the dealer's choice of trump, are
assumed to carry no information. All players must play their only card, so the deal decides everything.
"""

from fractions import Fraction
from math import perm

from games.rules.cards import DECK, JESTER, RANK, RANKS, SUITS, WIZARD, Card
from games.rules.scoring import points_for_bid

PLAYERS = range(3, 7)
"""The possible numbers of players (rules.md, "Rounds")."""


def expected_bid_points(bid: int, chance: Fraction) -> Fraction:
    """Return the expected points of a bid of 0 or 1 in a one-card round.

    `chance` is the probability of taking the trick.
    """
    return chance * points_for_bid(bid, 1) + (1 - chance) * points_for_bid(bid, 0)


def is_worth_a_bid(chance: Fraction) -> bool:
    """Return whether a bid of 1 in a one-card round gives at least as many expected points as a bid of 0."""
    # This is true for a chance of at least 3/7.
    return expected_bid_points(1, chance) >= expected_bid_points(0, chance)


def chance_of_trick(*, players: int, before: int, own: Card, turned: Card, trump: str | None) -> Fraction:
    """Return the exact chance that the card `own` wins the trick of a one-card round.

    `before` is the number of players who play earlier, and `turned` is the turned-up card.
    """
    if own == turned or players not in PLAYERS or before not in range(players):
        raise ValueError("no such round")
    unseen = [card for card in DECK if card not in (own, turned)]
    others = players - 1
    jesters = _count_cards_of_kind(unseen, JESTER)
    if own[0] == WIZARD:
        # The first Wizard takes the trick: earlier players must have none, later players may have any card.
        weaker = [card for card in unseen if card[0] != WIZARD]
        won = perm(len(weaker), before) * perm(len(unseen) - before, others - before)
    elif own[0] == JESTER:
        # A Jester takes the trick only if it is led and all other cards are Jesters.
        won = 0 if before else perm(jesters, others)
    else:
        weaker = [card for card in unseen if not _beats(card, own, trump)]
        if own[0] == trump:
            # A trump loses only to Wizards and higher trumps, in any order of play.
            won = perm(len(weaker), others)
        else:
            lower = _count_cards_of_kind(weaker, own[0])
            won = _count_winning_deals(before, others, jesters, lower, len(weaker))
    return Fraction(won, perm(len(unseen), others))


def lowest_card_worth_bid(
    suit: str, *, players: int, before: int, turned: Card, trump: str | None
) -> tuple[Card, Fraction] | None:
    """Return the suit's lowest card worth a bid of 1 in a one-card round, and its chance of winning.

    Return None if the suit has no such card. `before` is the number of players who play earlier, and `turned`
    is the turned-up card.
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
    """Return the trump suit set by the turned-up card; None for a Jester or a Wizard."""
    return turned[0] if turned[0] in SUITS else None


def _count_cards_of_kind(cards: list[Card], kind: str) -> int:
    """Count the cards whose code begins with the letter `kind`: a suit, JESTER or WIZARD."""
    return sum(card[0] == kind for card in cards)


def _beats(card: Card, own: Card, trump: str | None) -> bool:
    """Return whether `card` beats `own`. The suit of `own` must be the trump suit or the suit to follow."""
    if card[0] == own[0]:
        return RANK[card] > RANK[own]
    return card[0] in (WIZARD, trump)


def _count_winning_deals(
    earlier_players: int, other_players: int, jesters: int, lower: int, weaker: int
) -> int:
    """Count the deals of a one-card round in which a player's card of a suit other than trump wins.

    A deal gives one unseen card to each opponent. `other_players` is the number of opponents, and
    `earlier_players` the number of opponents who play before the player. `jesters` is the number of unseen
    Jesters, and `lower` the number of unseen lower cards of the same suit. `weaker` is the number of all
    unseen cards that do not beat the player's card, including Jesters and lower cards.
    """
    # The card wins if no card beats it, and if the first card that is no Jester is the card itself or a lower
    # card of its suit.
    won = perm(jesters, earlier_players) * perm(weaker - earlier_players, other_players - earlier_players)
    for first in range(earlier_players):
        won += perm(jesters, first) * lower * perm(weaker - first - 1, other_players - first - 1)
    return won
