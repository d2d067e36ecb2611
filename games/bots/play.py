"""Which card to play: the one after which the bid is worth the most points."""

from games.bots.hand import chances
from games.bots.outcome import expected_points, spread
from games.bots.trick import chance_now
from games.bots.view import Sight, View, strength, view_of
from games.rules.cards import Card


def choose_card(sight: Sight) -> Card:
    """The legal card with the most points to expect."""
    legal: list[Card] = sight["legal"]["cards"]
    if len(legal) == 1:
        return legal[0]
    view = view_of(sight)
    later = chances(view)

    def worth(card: Card) -> tuple[float, tuple[int, int]]:
        return round(_points_after(view, later, card), 6), strength(card, view.trump)

    return max(legal, key=worth)


def _points_after(view: View, later: dict[Card, float], card: Card) -> float:
    """The points to expect when `card` is played now."""
    now = chance_now(view, card)
    likely = spread(chance for other, chance in later.items() if other != card)
    bid = view.bid or 0
    won = expected_points(likely, bid, view.taken + 1)
    lost = expected_points(likely, bid, view.taken)
    return now * won + (1 - now) * lost
