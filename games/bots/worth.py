"""How likely cards take tricks, by kind and by how many higher ones are out: tables made for one round."""

from functools import lru_cache
from math import exp, sqrt
from typing import NamedTuple

from games.bots.learned import BIDDING, HOLDING, PLAYING
from games.bots.pack import JESTERS, NO_SUIT

TRUMP, PLAIN, NO_TRUMP, JESTER, WIZARD = KINDS = ("T", "P", "N", "J", "W")
HIGHEST = 13
Numbers = tuple[float, ...]
ByAbove = tuple[float, ...]
ByKind = tuple[ByAbove, ...]
"""By kind (0 to 3 the suits, Jesters, Wizards) and by how many higher cards of the suit are unseen."""


class Worth(NamedTuple):
    """What cards are worth in a round.

    `bidding`: the chance that a card takes a trick, before play. `in_play[left][need]`: the same for who has
    so many cards and needs so many tricks. `takes[followers][eager]`: the chance that a card holds a trick
    that it wins so far, with so many to play after it, of whom so many need tricks.
    """

    trump: int
    bidding: ByKind
    in_play: tuple[tuple[ByKind, ...], ...]
    takes: tuple[tuple[ByKind, ...], ...]


@lru_cache(maxsize=4096)
def worth_of(*, trump: int, players: int, left: int, cards: int, out: int) -> Worth:
    """The tables for a round of `cards` with up to `left` in a hand; `out` cards lie in the stock."""
    density = dense(players, left, out)
    takes = tuple(
        tuple(_by_kind(_holding(players, followers, eager, density), trump) for eager in range(followers + 1))
        for followers in range(players)
    )
    in_play = tuple(
        tuple(later(trump, players, held, out, need) for need in range(held + 1)) for held in range(left + 1)
    )
    return Worth(trump, at_the_bid(trump, players, cards, out), in_play, takes)


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
    for made in (worth_of, at_the_bid, _row, _holding):
        made.cache_clear()


@lru_cache(maxsize=65536)
def _row(players: int, cards: int, out: int, need: int) -> dict[str, ByAbove]:
    return {
        kind: tuple(
            chance(
                PLAYING[kind],
                with_need(features(players, cards, out, above), cards, need),
            )
            for above in range(HIGHEST)
        )
        for kind in KINDS
    }


@lru_cache(maxsize=4096)
def _holding(players: int, followers: int, eager: int, density: float) -> dict[str, ByAbove]:
    suits = {
        kind: tuple(
            chance(HOLDING[kind], holding_features(players, followers, eager, density, above))
            if followers
            else 1.0
            for above in range(HIGHEST)
        )
        for kind in (TRUMP, PLAIN, NO_TRUMP)
    }
    return {**suits, JESTER: (0.0,), WIZARD: (1.0,)}


def dense(players: int, left: int, out: int) -> float:
    """The part of the unseen cards that the others hold."""
    held = (players - 1) * left
    return held / (held + out) if held else 0.0


def features(players: int, left: int, out: int, above: int) -> Numbers:
    """What the chance of a card to take a trick hangs on, but for the need."""
    density = dense(players, left, out)
    higher = density * above
    return 1.0, higher, sqrt(higher), density, 1 / max(1, left), 1 / players, left / 10


def with_need(numbers: Numbers, left: int, need: int) -> Numbers:
    """The same, and the part of the tricks left that the holder needs: who needs more takes more."""
    return *numbers, max(0.0, min(1.0, need / max(1, left)))


def holding_features(players: int, followers: int, eager: int, density: float, above: int) -> Numbers:
    """What the chance to hold a trick hangs on."""
    absent = 1 - density / (players - 1)
    by_eager, by_idle = absent ** (above * eager), absent ** (above * (followers - eager))
    return 1.0, 1 - by_eager, 1 - by_idle, eager / (players - 1), (followers - eager) / (players - 1), density


def chance(weights: Numbers, numbers: Numbers) -> float:
    """The logistic function of the weighted sum."""
    total = sum(weight * number for weight, number in zip(weights, numbers, strict=True))
    return 1 / (1 + exp(-max(-30.0, min(30.0, total))))
