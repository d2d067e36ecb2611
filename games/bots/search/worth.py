"""The chances of cards to take tricks, by kind and by number of unseen higher cards, as tables for
one round.
"""

from functools import lru_cache
from math import exp
from typing import Any, NamedTuple

from games.bots.search.learned import WEIGHTS
from games.bots.search.pack import CARDS, JESTERS, KIND, NO_SUIT, SOMETIMES_ABOVE
from games.rules.editions import BASE

TRUMP, PLAIN, NO_TRUMP, JESTER, WIZARD = KINDS = ("T", "P", "N", "J", "W")
MAGIC = "+"
"""What a kind has after its letter where its cards beat Wizards in some tricks."""
HIGHEST = 13
Number = Any
"""A float, or an array of many, for all of which the same is reckoned."""
Numbers = tuple[Number, ...]
ByAbove = tuple[float, ...]
ByCard = tuple[ByAbove, ...]
"""By card and by how many higher cards of its suit are unseen."""


class Worth(NamedTuple):
    """What cards are worth in a round, before play: `bidding`, the chance that a card takes a trick.

    What they are worth later hangs on the rest: trump, players, the cards that are left in a hand, and those
    that are `out`, in the stock.
    """

    trump: int
    players: int
    left: int
    out: int
    bidding: ByCard
    edition: str = BASE


def worth_of(*, trump: int, players: int, left: int, cards: int, out: int, edition: str = BASE) -> Worth:
    """The worth in a round of `cards` with up to `left` in a hand; `out` cards lie in the stock."""
    return Worth(trump, players, left, out, at_the_bid(trump, players, cards, out, edition), edition)


@lru_cache(maxsize=4096)
def at_the_bid(trump: int, players: int, cards: int, out: int, edition: str = BASE) -> ByCard:
    """The chance of a card to take a trick before play, in a round of `cards` with `out` in the stock."""
    row = {
        kind: tuple(chance(weights, features(players, cards, out, above)) for above in range(HIGHEST))
        for kind, weights in WEIGHTS[edition].bidding.items()
    }
    return _by_card(row, trump, edition)


@lru_cache(maxsize=65536)
def later(trump: int, players: int, left: int, out: int, need: int, edition: str = BASE) -> ByCard:
    """Return the chance of a card to take a trick for a seat with `left` cards that needs `need` tricks."""
    return _by_card(_row(players, left, out, need, edition), trump, edition)


def _by_card(row: dict[str, ByAbove], trump: int, edition: str) -> ByCard:
    return tuple([row[kind] for kind in _kinds(trump, edition)])


@lru_cache(maxsize=32)
def _kinds(trump: int, edition: str) -> tuple[str, ...]:
    """The kind of each card."""
    return tuple(kind_of(card, trump, edition) for card in range(CARDS))


def kind_of(card: int, trump: int, edition: str = BASE) -> str:
    """The name under which weights are learned for a card: T, P (plain), N (plain, no trump), J or W.

    T+, P+ and N+ are cards that beat Wizards in some tricks of the edition.
    """
    kind = KIND[card]
    if kind >= JESTERS:
        return JESTER if kind == JESTERS else WIZARD
    letter = NO_TRUMP if trump == NO_SUIT else TRUMP if kind == trump else PLAIN
    return letter + MAGIC if SOMETIMES_ABOVE[edition] >> card & 1 else letter


def holding_kind(kind: str, *, leads: bool) -> str:
    """The name under which weights are learned for a card of a kind to hold a trick that it wins.

    Led, no card is more than it says, and a Wizard is sure: with nothing to learn, its name is empty.
    """
    if not leads:
        return kind
    return "" if kind == WIZARD else kind.removesuffix(MAGIC)


def forget() -> None:
    """Clear the caches, after other weights were learned."""
    for made in (at_the_bid, later, _row):
        made.cache_clear()


@lru_cache(maxsize=65536)
def _row(players: int, cards: int, out: int, need: int, edition: str) -> dict[str, ByAbove]:
    return {
        kind: tuple(
            chance(weights, with_need(features(players, cards, out, above), cards, need))
            for above in range(HIGHEST)
        )
        for kind, weights in WEIGHTS[edition].playing.items()
    }


def dense(players: int, left: int, out: int) -> float:
    """The part of the unseen cards that the others hold."""
    held = (players - 1) * left
    return held / (held + out) if held else 0.0


def features(players: int, left: int, out: int, above: Number) -> Numbers:
    """What the chance of a card to take a trick hangs on, but for the need."""
    density = dense(players, left, out)
    higher = density * above
    return 1.0, higher, higher**0.5, density, 1 / max(1, left), 1 / players, left / 10


def with_need(numbers: Numbers, left: int, need: Number) -> Numbers:
    """The same, and the part of the tricks left that the holder needs: 0 to all."""
    return *numbers, need / max(1, left)


def holding_features(players: int, followers: int, eager: Number, density: float, above: Number) -> Numbers:
    """What the chance to hold a trick hangs on."""
    absent = 1 - density / (players - 1)
    by_eager, by_idle = absent ** (above * eager), absent ** (above * (followers - eager))
    return 1.0, 1 - by_eager, 1 - by_idle, eager / (players - 1), (followers - eager) / (players - 1), density


def chance(weights: tuple[float, ...], numbers: tuple[float, ...]) -> float:
    """The logistic function of the weighted sum."""
    total = sum(weight * number for weight, number in zip(weights, numbers, strict=True))
    return 1 / (1 + exp(-max(-30.0, min(30.0, total))))
