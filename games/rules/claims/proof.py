"""Whether a claim is proven.

A claim holds if the claimant has a strategy that keeps it against every deal that agrees with what they know
and every legal play of the others. The claimant does not see the others' cards, so the strategy must depend
only on what lies on the table: that some play would succeed against each deal is not enough.

The search never fixes a deal. At their turns the others play any card of which some deal is left that allows
it, and what they show narrows the deals down. This is exact: every line of the search is the course of play
of a deal that is left at its end, and the course of play of every such deal is a line of the search, so a
strategy that keeps the claim in all lines is the same as one that keeps it against all deals.

It is bounded by the number of positions that it looks at, not by time, so that the same claim is answered the
same way everywhere.
"""

from functools import lru_cache
from typing import NamedTuple

from games.rules.cards import WIZARD, Card
from games.rules.claims.claim import ALL_TRICKS
from games.rules.claims.holdings import Holdings
from games.rules.claims.knowledge import Knowledge
from games.rules.claims.search import ExactSearch, GenerousSearch, NarrowSearch, Undecided

MAX_POSITIONS = 1_500
"""Positions that each search looks at; three of them take less than 100 ms."""
MAX_OBVIOUS = 200
"""Positions at which a bot looks before it claims: a few milliseconds."""
NO_LIMIT = 10**9


class ClaimProof(NamedTuple):
    """The outcome of a search for a proof of a claim."""

    card: Card | None
    """The claimant's first card by which the claim holds; None if it is not proven."""
    decided: bool = True
    """False if the search came to its limit before it knew."""


@lru_cache(maxsize=1024)
def prove_claim(known: Knowledge, tricks: str, limit: int = MAX_POSITIONS) -> ClaimProof:
    """Search for a proof that the claimant takes all, or none, of the remaining tricks, and return what was
    found.

    Each search looks at no more than `limit` positions; the result says if that was not enough to decide.
    Results are cached, so that the command handler need not repeat a proof from another thread.
    """
    takes = tricks == ALL_TRICKS
    holdings = Holdings(known)
    generous = GenerousSearch(known, holdings, takes=takes, limit=limit)
    # The cheapest search first: it proves most claims that hold, and the narrow one refutes most others.
    if card := generous.find_card():
        return ClaimProof(card)
    narrow = NarrowSearch(generous, known, holdings, takes=takes, limit=limit)
    exact = ExactSearch(generous, known, holdings, takes=takes, limit=limit)
    if _is_refuted(narrow):
        return ClaimProof(None)
    try:
        return ClaimProof(exact.find_card())
    except Undecided:
        return ClaimProof(None, decided=False)


def sure_card(known: Knowledge, tricks: str) -> Card:
    """Return a card that keeps a proven claim true; searches without a limit."""
    # Each search may explore in another order than the one that proved the claim: no limit stops it.
    card = prove_claim(known, tricks, NO_LIMIT).card
    assert card is not None
    return card


def is_obvious(known: Knowledge, tricks: str) -> bool:
    """Whether a claim can be proven at little cost; a claim that is not obvious may still be true."""
    wizards = sum(card[0] == WIZARD for card in known.hand)
    if tricks == ALL_TRICKS:
        # A Wizard that another player may hold beats all cards but Wizards.
        if wizards < len(known.hand) and any(card[0] == WIZARD for card in known.pool):
            return False
    elif wizards:
        return False
    search = GenerousSearch(known, Holdings(known), takes=tricks == ALL_TRICKS, limit=MAX_OBVIOUS)
    return search.find_card() is not None


def _is_refuted(narrow: NarrowSearch) -> bool:
    """Whether the narrow search finds that the claim fails; False if the search reached its limit."""
    try:
        return narrow.find_card() is None
    except Undecided:
        return False
