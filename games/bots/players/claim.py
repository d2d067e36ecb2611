"""Decides whether a bot claims tricks: only if the claim meets its bid and is easy to prove."""

from games.bots.view import Action, Sight
from games.rules.claims.claim import ALL_TRICKS, NO_TRICKS
from games.rules.claims.knowledge import knowledge_from_sight
from games.rules.claims.proof import is_obvious_claim

MIN_CARDS = 2
"""The minimum number of cards in the bot's hand for a claim: playing the last card is just as quick."""


def choose_claim(sight: Sight) -> Action | None:
    """Return an action that claims all or none of the remaining tricks, or None if no claim is justified."""
    # The last trick alone proves nothing.
    if not sight.get("can_claim") or not sight.get("tricks") or len(sight["hand"]) < MIN_CARDS:
        return None
    tricks = _claim_that_meets_bid(sight)
    if tricks is None:
        return None
    # The claim must be easy to prove from the cards that the bot has seen.
    return (
        {"type": "claim", "tricks": tricks} if is_obvious_claim(knowledge_from_sight(sight), tricks) else None
    )


def _claim_that_meets_bid(sight: Sight) -> str | None:
    """Return "all" or "none" if the bot must take all or none of the remaining tricks to meet its bid.

    Return None if it needs another number of tricks, or has no bid.
    """
    own = next(player for player in sight["players"] if player["seat"] == sight["viewer"])
    if own["bid"] is None:
        return None
    wanted = {own["tricks"]: NO_TRICKS, own["tricks"] + own["cards"]: ALL_TRICKS}
    return wanted.get(own["bid"])
