"""Decides whether a claim is proven.

A claim holds if the claimant has a strategy that succeeds against every deal that agrees with what they know
and every legal play of the others. The claimant does not see the others' cards, so the strategy may depend
only on the cards on the table: it is not enough that some play would succeed against each deal.

The search never fixes a deal. At their turns the others may play any card that is possible in some deal that
is still left, and the cards they show rule out deals. This is exact: every line of the search can be played
in a deal that is left at its end, and every way to play such a deal is a line of the search, so a strategy
succeeds in all lines if and only if it succeeds against all deals.

The search is limited by the number of positions, not by time, so that a claim gets the same answer
everywhere.
"""

from functools import lru_cache
from typing import NamedTuple

from games.rules.cards import WIZARD, Card
from games.rules.claims.claim import ALL_TRICKS
from games.rules.claims.holdings import Holdings
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
    """The claimant's first card by which the claim holds; None if it is not proven."""
    decided: bool = True
    """False if the search reached its limit before it could decide."""


@lru_cache(maxsize=1024)
def prove_claim(known: Knowledge, tricks: str, limit: int = MAX_POSITIONS) -> ClaimProof:
    """Return the outcome of searching for a proof that the claimant takes all, or none, of the tricks left.

    `tricks` is "all" or "none". If `limit` positions are not enough for one of the searches to decide, the
    outcome has `decided` False. Results are cached, also for other threads.
    """
    takes = tricks == ALL_TRICKS
    holdings = Holdings(known)
    generous = GenerousSearch(known, holdings, claims_all=takes, max_positions=limit)
    # The cheapest search first: it proves most claims that hold, and the narrow one refutes most others.
    if card := generous.find_card():
        return ClaimProof(card)
    narrow = NarrowSearch(generous, known, holdings, claims_all=takes, max_positions=limit)
    exact = ExactSearch(generous, known, holdings, claims_all=takes, max_positions=limit)
    if _is_refuted(narrow):
        return ClaimProof(None)
    try:
        return ClaimProof(exact.find_card())
    except Undecided:
        return ClaimProof(None, decided=False)


def sure_card(known: Knowledge, tricks: str) -> Card:
    """Return a card for the claimant to play now so that a proven claim still holds.

    `tricks` is the claim, "all" or "none". The search has no limit. Raise AssertionError if the claim cannot
    be proven.
    """
    # This search may explore in another order than the one that proved the claim, so it has no limit.
    card = prove_claim(known, tricks, NO_LIMIT).card
    assert card is not None
    return card


def is_obvious_claim(known: Knowledge, tricks: str) -> bool:
    """Whether a short search proves the claim of "all" or "none" (`tricks`).

    False does not mean that the claim is wrong.
    """
    wizards = sum(card[0] == WIZARD for card in known.hand)
    if tricks == ALL_TRICKS:
        # A Wizard that another player may hold beats all cards but Wizards.
        if wizards < len(known.hand) and any(card[0] == WIZARD for card in known.pool):
            return False
    elif wizards:
        return False
    search = GenerousSearch(
        known, Holdings(known), claims_all=tricks == ALL_TRICKS, max_positions=MAX_OBVIOUS
    )
    return search.find_card() is not None


def _is_refuted(narrow: NarrowSearch) -> bool:
    """Whether the narrow search refutes the claim; False if it stopped at its limit."""
    try:
        return narrow.find_card() is None
    except Undecided:
        return False
