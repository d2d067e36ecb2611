"""What playing out many deals looks up, as arrays: cards, what beats what, how likely cards take tricks.

Cards are the numbers of `pack`, sets of them bits, what a card is worth has its place by kind and by how many
higher ones are unseen.
"""

from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from games.bots.search.learned import WEIGHTS
from games.bots.search.lying import STRONGEST, strength_of, suit_after
from games.bots.search.pack import CARDS, FIRST_JESTER, FREE, HIGHER, KIND, NO_SUIT, SUIT_BITS
from games.bots.search.worth import (
    HIGHEST,
    JESTER,
    dense,
    features,
    holding_features,
    holding_kind,
    kind_of,
    with_need,
)

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]
Complexes = NDArray[np.complex128]

BIT: Ints = np.array([1 << card for card in range(CARDS)], np.int64)
BEYOND: Ints = np.array(HIGHER, np.int64)
"""By card, its bit, and the bits of the higher cards of its suit."""
SUITS = (*range(4), FREE, NO_SUIT)
"""The suits to follow; FREE (-2) and NO_SUIT (-1) index from the end."""
STRENGTHS = STRONGEST + 2
FOLLOWS = len(SUITS) * STRENGTHS * CARDS
"""How much farther those find their place who hold the suit to follow."""
LEGAL = 64.0
"""Added to the value of legal cards, so that they come before all others."""
ONLY_JESTERS = 0.02
"""The chance that a led Jester takes its trick."""


class Laying(NamedTuple):
    """What becomes of a trick with a card, with one trump, by what lies plus the card.

    What lies is a number, see `number_of`. `wins` and `legal` have two halves: for who holds the suit to
    follow, FOLLOWS is to be added.
    """

    at: Ints
    """By card alone, the first place of its worth."""
    takes: NDArray[np.bool_]
    """Whether the card is stronger than what lies."""
    then: Ints
    """What lies after it."""
    suit_bits: Ints
    """By what lies alone, the cards of the suit to follow."""
    wins: Floats
    legal: Floats


def number_of(suit: int, strength: int) -> int:
    """Return the index of a trick's state: the suit to follow, and the strength of its strongest card."""
    return (suit % len(SUITS) * STRENGTHS + strength + 1) * CARDS


def places(edition: str) -> int:
    """How many places there are for what cards are worth."""
    return len(WEIGHTS[edition].playing) * HIGHEST


@lru_cache(maxsize=32)
def laying(trump: int, edition: str) -> Laying:
    """Return the tables of a trick's next states with this trump."""
    kinds = list(WEIGHTS[edition].playing)
    every = range(CARDS)
    after = np.array([[suit_after(suit, card) for card in every] for suit in SUITS])
    strong = np.array([[strength_of(card, trump, suit, edition) for card in every] for suit in SUITS])
    lies = np.arange(-1, STRONGEST + 1)[:, None]
    takes = strong[:, None] > lies
    then = (after[:, None] % len(SUITS) * STRENGTHS + np.maximum(strong[:, None], lies) + 1) * CARDS
    bits = np.array([SUIT_BITS[suit] if suit >= 0 else 0 for suit in SUITS], np.int64)
    owed = np.array(
        [[card >= FIRST_JESTER or suit < 0 or KIND[card] == suit for card in every] for suit in SUITS]
    )
    legal = np.broadcast_to(owed[:, None] * LEGAL, takes.shape).ravel()
    wins = takes.astype(np.float64).ravel()
    return Laying(
        at=np.array([kinds.index(kind_of(card, trump, edition)) * HIGHEST for card in every], np.int64),
        takes=takes.ravel(),
        then=then.astype(np.int64).ravel(),
        suit_bits=bits.repeat(STRENGTHS * CARDS),
        wins=np.concatenate((wins, wins)),
        legal=np.concatenate((np.full_like(legal, LEGAL), legal)),
    )


@lru_cache(maxsize=1024)
def in_play(players: int, left: int, out: int, edition: str) -> Complexes:
    """Return, by need and card index, the chance p of a card to take a trick, as the complex number p -
    i·p(1-p).

    The imaginary part carries the variance, so that one sum over a hand adds up both.
    """
    above, need = np.arange(HIGHEST), np.arange(left + 1)[:, None]
    numbers = with_need(features(players, left, out, above), left, need)
    likely = np.stack([_chance(weights, numbers) for weights in WEIGHTS[edition].playing.values()], axis=1)
    return (likely - 1j * likely * (1 - likely)).ravel()


@lru_cache(maxsize=1024)
def holding(players: int, followers: int, left: int, out: int, edition: str) -> Floats:
    """Return, by number of followers that need tricks and by card index, a card's chance to keep a trick it
    wins.
    """
    kinds, learned = list(WEIGHTS[edition].playing), WEIGHTS[edition].holding
    likely = np.ones((followers + 1, len(kinds), HIGHEST))
    if followers:
        above, eager = np.arange(HIGHEST), np.arange(followers + 1)[:, None]
        numbers = holding_features(players, followers, eager, dense(players, left, out), above)
        for place, kind in enumerate(kinds):
            weights = learned.get(holding_kind(kind, leads=followers == players - 1))
            if weights:
                likely[:, place] = _chance(weights, numbers)
    likely[:, kinds.index(JESTER)] = ONLY_JESTERS
    return likely.ravel()


def forget() -> None:
    """Clear the caches, after other weights were learned."""
    in_play.cache_clear()
    holding.cache_clear()


def _chance(weights: tuple[float, ...], numbers: tuple[Any, ...]) -> Floats:
    """Return the logistic function of the weighted sum."""
    total = sum(weight * number for weight, number in zip(weights, numbers, strict=True))
    chance: Floats = 1 / (1 + np.exp(-total))
    return chance
