"""Decides whether a claim is proven.

A claim holds if the claimant has a strategy that succeeds in every deal that agrees with what they know,
whatever the rivals legally play. The claimant does not see the rivals' cards, so the strategy may depend only
on the cards on the table: it is not enough that for each deal there is some play that would succeed.

The search never fixes a deal. On their turns the rivals may play any card that is legal in some remaining
deal, and the cards they play rule out deals. This is exact: every line of the search can be played in a deal
that remains at the end of the line, and every way of playing such a deal is a line of the search. A strategy
therefore succeeds in all lines if and only if it succeeds in all deals.

The search is limited by the number of positions, not by time, so that a claim gets the same answer on every
machine.
"""

from functools import lru_cache
from typing import NamedTuple

from games.rules.cards import WIZARD, Card
from games.rules.claims.claim import ALL_TRICKS
from games.rules.claims.holdings import UnseenCards
from games.rules.claims.knowledge import Knowledge
from games.rules.claims.search import ExactSearch, GenerousSearch, NarrowSearch, Undecided

MAX_POSITIONS = 1_500
"""The maximum number of positions of each search; three searches take less than 100 ms."""
MAX_OBVIOUS = 200
"""The maximum number of positions that a bot searches before it claims: a few milliseconds."""
NO_LIMIT = 10**9


class ClaimProof(NamedTuple):
    """The outcome of a search for a proof of a claim."""

    card: Card | None
    """A card that the claimant can play first and still fulfil the claim; None if the claim is not proven."""
    decided: bool = True
    """False if the search reached its limit before it could decide."""


@lru_cache(maxsize=1024)
def prove_claim(known: Knowledge, tricks: str, max_positions: int = MAX_POSITIONS) -> ClaimProof:
    """Search for a proof that the claimant can take all, or none, of the remaining tricks.

    `tricks` is ALL_TRICKS or NO_TRICKS. Each of up to three searches checks at most `max_positions`
    positions. If that is too few for an answer, `decided` is False in the result.
    """
    takes = tricks == ALL_TRICKS
    unseen_cards = UnseenCards(known)
    generous_search = GenerousSearch(known, unseen_cards, claims_all=takes, max_positions=max_positions)
    # Cheapest first: this search proves most claims that hold; the narrow search refutes most others.
    if card := generous_search.find_card_for_claim():
        return ClaimProof(card)
    narrow = NarrowSearch(generous_search, known, unseen_cards, claims_all=takes, max_positions=max_positions)
    exact = ExactSearch(generous_search, known, unseen_cards, claims_all=takes, max_positions=max_positions)
    if _refutes_claim(narrow):
        return ClaimProof(None)
    try:
        return ClaimProof(exact.find_card_for_claim())
    except Undecided:
        return ClaimProof(None, decided=False)


def card_for_proven_claim(known: Knowledge, tricks: str) -> Card:
    """Return the card to play next so that a proven claim succeeds.

    `tricks` is ALL_TRICKS or NO_TRICKS. Raise AssertionError if the claim cannot be proven.
    """
    # This search may visit positions in another order than the original proof, so it has no limit.
    card = prove_claim(known, tricks, NO_LIMIT).card
    assert card is not None
    return card


def is_obvious_claim(known: Knowledge, tricks: str) -> bool:
    """Return whether a short search proves that the player can take all, or none, of the remaining tricks.

    `known` is what the player to move knows about the cards. `tricks` is ALL_TRICKS or NO_TRICKS. Return
    False if the search finds no proof within MAX_OBVIOUS positions.
    """
    wizards = sum(card[0] == WIZARD for card in known.hand)
    if tricks == ALL_TRICKS:
        # A Wizard that a rival may hold would beat any card that is not a Wizard.
        if wizards < len(known.hand) and any(card[0] == WIZARD for card in known.pool):
            return False
    elif wizards:
        return False
    search = GenerousSearch(
        known, UnseenCards(known), claims_all=tricks == ALL_TRICKS, max_positions=MAX_OBVIOUS
    )
    return search.find_card_for_claim() is not None


def _refutes_claim(search: NarrowSearch) -> bool:
    """Return whether the search finds that the claim can fail.

    Return False if the search reaches its limit of positions.
    """
    try:
        return search.find_card_for_claim() is None
    except Undecided:
        return False
