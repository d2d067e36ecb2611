"""Exact odds of bids in a round of one card, as long as no known bid hints at the other players' cards."""

from collections.abc import Iterable
from fractions import Fraction
from typing import cast

from games.bots.search.search import Prospect
from games.bots.view import Sight, build_view
from games.rules.cards import Card
from games.rules.editions import BASE
from games.rules.scoring.odds import chance_of_trick, expected_bid_points


def one_card_chance(sight: Sight, trump: str | None = None) -> Fraction | None:
    """Return the exact chance that a player's card takes the trick in a round of one card.

    `sight` is this player's view of the table. If `trump` is given, it replaces the round's trump. Return
    None in longer rounds and special editions, and if another player's bid is known.
    """
    view = build_view(sight, trump=trump)
    # A known bid says something about that player's card.
    if view.cards > 1 or view.others_bids or view.edition.name != BASE:
        return None
    return chance_of_trick(
        players=view.players,
        before=view.position,
        own=view.hand[0],
        # In a round of one card there is always a card to turn up.
        turned=cast(Card, sight["round"]["turned"]),
        trump=view.trump,
    )


def one_card_prospects(chance: Fraction, bids: Iterable[int]) -> dict[int, Prospect]:
    """For a round of one card, return each bid's chance of being met and its expected points.

    `chance` is the card's chance of taking the trick.
    """
    met = {0: 1 - chance, 1: chance}
    return {bid: Prospect(float(met[bid]), float(expected_bid_points(bid, chance))) for bid in bids}
