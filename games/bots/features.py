"""What tells how likely a card takes a trick, as numbers; what they weigh stands in `weights`."""

from collections.abc import Iterator
from math import sqrt

from games.bots.view import View
from games.rules.cards import JESTER, RANK, WIZARD, Card

Features = tuple[float, ...]
TRUMP, PLAIN = "T", "P"
NEED = {TRUMP: 8, PLAIN: 10, WIZARD: 2, JESTER: 2}
"""Where in each kind's features the share of the remaining tricks stands that the player needs."""


def features(view: View, *, left: int) -> Iterator[tuple[Card, str, Features]]:
    """Each card in hand with its kind and its features, the need left open; `left` tricks are to come."""
    held = sum(rival.cards for rival in view.rivals)
    anywhere = min(1.0, held / max(view.unseen, 1))
    density = anywhere / len(view.rivals)
    pressure = _pressure(view, left)
    own: dict[str, int] = {}
    for card in view.hand:
        own[card[0]] = own.get(card[0], 0) + 1
    trumps = view.unseen_of[view.trump] if view.trump else 0
    has_trump = 1 - (1 - density) ** trumps
    first = float(view.position == 0)
    gone: dict[str, int] = {}
    for card in sorted(view.hand, key=lambda card: -RANK[card]):
        kind = card[0]
        if kind in (WIZARD, JESTER):
            yield card, kind, (1.0, anywhere * view.unseen_of[WIZARD], 0.0, pressure, 1 / left)
            continue
        before = gone.get(kind, 0)
        gone[kind] = before + 1
        higher = anywhere * view.above[card]
        lower = anywhere * (view.unseen_of[kind] - view.above[card])
        common = (1.0, higher, sqrt(higher), anywhere, lower, own[kind], before, first)
        if kind == view.trump:
            yield card, TRUMP, (*common, 0.0, pressure, 1 / left)
        else:
            risk = (1 - density) ** view.unseen_of[kind] * has_trump
            mine = own.get(view.trump, 0) if view.trump else 0
            no_trump = float(view.trump is None)
            yield card, PLAIN, (*common, risk, mine, 0.0, pressure, 1 / left, anywhere * trumps, no_trump)


def _pressure(view: View, left: int) -> float:
    """How many more tricks, as a share of those left, are wanted by the others than their part of them."""
    wanted = [rival.need for rival in view.rivals if rival.need is not None]
    part = len(wanted) / view.players
    return sum(max(0, need) for need in wanted) / left - part
