"""How likely cards take tricks, by kind and by how many higher ones are out: tables made for one round."""

from functools import lru_cache
from math import exp
from typing import Any, NamedTuple

from games.bots.search.learned import BIDDING, PLAYING
from games.bots.search.pack import JESTERS, NO_SUIT

TRUMP, PLAIN, NO_TRUMP, JESTER, WIZARD = KINDS = ("T", "P", "N", "J", "W")
HIGHEST = 13
Number = Any
"""A float, or an array of many, for all of which the same is reckoned."""
Numbers = tuple[Number, ...]
ByAbove = tuple[float, ...]
ByKind = tuple[ByAbove, ...]
"""By kind (0 to 3 the suits, Jesters, Wizards) and by how many higher cards of the suit are unseen."""


class Worth(NamedTuple):
    """What cards are worth in a round, before play: `bidding`, the chance that a card takes a trick.

    What they are worth later hangs on the rest: trump, players, the cards that are left in a hand, and those
    that are `out`, in the stock.
    """

    trump: int
    players: int
    left: int
    out: int
    bidding: ByKind


def worth_of(*, trump: int, players: int, left: int, cards: int, out: int) -> Worth:
    """The worth in a round of `cards` with up to `left` in a hand; `out` cards lie in the stock."""
    return Worth(trump, players, left, out, at_the_bid(trump, players, cards, out))


@lru_cache(maxsize=4096)
def at_the_bid(trump: int, players: int, cards: int, out: int) -> ByKind:
    """The chance of a card to take a trick before play, in a round of `cards` with `out` in the stock."""
    row = {
        kind: tuple(chance(BIDDING[kind], features(players, cards, out, above)) for above in range(HIGHEST))
        for kind in KINDS
    }
    return _by_kind(row, trump)


def later(trump: int, players: int, left: int, out: int, need: int) -> ByKind:
    """The same for who has `left` cards and needs `need` tricks."""
    return _by_kind(_row(players, left, out, need), trump)


def _by_kind(row: dict[str, ByAbove], trump: int) -> ByKind:
    return tuple(row[kind_of(kind, trump)] for kind in range(6))


def kind_of(kind: int, trump: int) -> str:
    """The letter under which weights are learned for a kind: T, P (plain), N (plain, no trump), J or W."""
    if kind >= JESTERS:
        return JESTER if kind == JESTERS else WIZARD
    return NO_TRUMP if trump == NO_SUIT else TRUMP if kind == trump else PLAIN


def forget() -> None:
    """Make all tables anew: what was learned has changed."""
    for made in (at_the_bid, _row):
        made.cache_clear()


@lru_cache(maxsize=65536)
def _row(players: int, cards: int, out: int, need: int) -> dict[str, ByAbove]:
    return {
        kind: tuple(
            chance(PLAYING[kind], with_need(features(players, cards, out, above), cards, need))
            for above in range(HIGHEST)
        )
        for kind in KINDS
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
