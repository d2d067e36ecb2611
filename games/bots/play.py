"""Which card to play: the one after which the bid is worth the most points."""

from games.bots.hand import chances_to_come
from games.bots.outcome import expected_points, spread
from games.bots.trick import chance_now
from games.bots.view import Sight, strength, view_of
from games.rules.cards import Card


def choose_card(sight: Sight) -> Card:
    """The legal card with the most points to expect."""
    legal: list[Card] = sight["legal"]["cards"]
    if len(legal) == 1:
        return legal[0]
    view = view_of(sight)
    bid = view.bid or 0
    need = bid - view.taken
    if_won, if_lost = chances_to_come(view, (need - 1, need))

    def worth(card: Card) -> tuple[float, tuple[int, int]]:
        now = chance_now(view, card)
        total = 0.0
        if now > 0:
            likely = spread(chance for other, chance in if_won.items() if other != card)
            total += now * expected_points(likely, bid, view.taken + 1)
        if now < 1:
            likely = spread(chance for other, chance in if_lost.items() if other != card)
            total += (1 - now) * expected_points(likely, bid, view.taken)
        return round(total, 6), strength(card, view.trump)

    return max(legal, key=worth)
