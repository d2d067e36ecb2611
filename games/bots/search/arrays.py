"""Lookup tables for playing out many deals, as arrays: which card beats which, and chances of taking tricks.

Cards are numbered as in `pack`, and sets of cards are bits. A card's chances are indexed by its kind and by
the number of unseen higher cards.
"""

from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from games.bots.search.current_trick import STRONGEST, strength_in_trick, suit_to_follow_after
from games.bots.search.learned import WEIGHTS
from games.bots.search.pack import CARDS, FIRST_JESTER, FREE, HIGHER, KIND, NO_SUIT, SUIT_BITS
from games.bots.search.worth import (
    HIGHEST,
    JESTER,
    add_need_feature,
    card_kind,
    chance_features,
    fraction_held_by_others,
    stay_winning_features,
    stay_winning_key,
)

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]
Complexes = NDArray[np.complex128]

BIT: Ints = np.array([1 << card for card in range(CARDS)], np.int64)
BEYOND: Ints = np.array(HIGHER, np.int64)
"""For each card, the bits of the higher cards of its suit."""
SUITS = (*range(4), FREE, NO_SUIT)
"""The suits to follow; FREE (-2) and NO_SUIT (-1) index from the end."""
STRENGTHS = STRONGEST + 2
"""The number of strengths that a trick's best card can have, from NOTHING (-1) to STRONGEST."""
FOLLOWS = len(SUITS) * STRENGTHS * CARDS
"""Offset in `wins` and `legal` for players who hold the suit to follow."""
LEGAL = 64.0
"""Added to the value of legal cards, so that they rank above all others."""
ONLY_JESTERS = 0.02
"""The chance that a Jester that is winning so far keeps the trick."""


class TrickTables(NamedTuple):
    """The effects of cards on the current trick, for one trump suit.

    Arrays are indexed by the trick's state (see `trick_state_index`) plus the card, unless stated otherwise.
    `wins` and `legal` have two halves: add FOLLOWS for a player who holds the suit that must be followed.
    """

    at: Ints
    """Indexed by card alone: where the card's chances begin in a table of chances."""
    takes: NDArray[np.bool_]
    """Whether the card is stronger than all cards in the trick."""
    then: Ints
    """The trick's state after the card has been played."""
    suit_bits: Ints
    """Indexed by the trick's state alone: the cards of the suit to follow, as bits."""
    wins: Floats
    """`takes` as 0 or 1."""
    legal: Floats
    """LEGAL if the card may be played, otherwise 0."""


def trick_state_index(suit: int, strength: int) -> int:
    """Return the index where the entries for a state of the trick begin in the arrays of `TrickTables`.

    There is one entry for each card that could be played next: add the card's number to the index. `suit` is
    the number of the suit to follow. It is NO_SUIT if only Jesters or no cards have been played, and FREE if
    a Wizard came before any suit card, so that nobody has to follow suit in this trick. `strength` is the
    strength of the best card so far, or NOTHING before the first card.
    """
    return (suit % len(SUITS) * STRENGTHS + strength + 1) * CARDS


def chance_table_size(edition: str) -> int:
    """Return the number of entries in a table of chances of taking a trick.

    The table has an entry for each of the edition's kinds of cards and each number of unseen higher cards.
    """
    return len(WEIGHTS[edition].playing) * HIGHEST


@lru_cache(maxsize=32)
def trick_tables(trump: int, edition: str) -> TrickTables:
    """Return lookup arrays for the effect of each card in each possible state of the current trick.

    The class `TrickTables` describes each array. `trump` is a suit's number, or NO_SUIT.
    """
    kinds = list(WEIGHTS[edition].playing)
    every = range(CARDS)
    after = np.array([[suit_to_follow_after(suit, card) for card in every] for suit in SUITS])
    strong = np.array([[strength_in_trick(card, trump, suit, edition) for card in every] for suit in SUITS])
    lies = np.arange(-1, STRONGEST + 1)[:, None]
    takes = strong[:, None] > lies
    then = (after[:, None] % len(SUITS) * STRENGTHS + np.maximum(strong[:, None], lies) + 1) * CARDS
    bits = np.array([SUIT_BITS[suit] if suit >= 0 else 0 for suit in SUITS], np.int64)
    owed = np.array(
        [[card >= FIRST_JESTER or suit < 0 or KIND[card] == suit for card in every] for suit in SUITS]
    )
    legal = np.broadcast_to(owed[:, None] * LEGAL, takes.shape).ravel()
    wins = takes.astype(np.float64).ravel()
    return TrickTables(
        at=np.array([kinds.index(card_kind(card, trump, edition)) * HIGHEST for card in every], np.int64),
        takes=takes.ravel(),
        then=then.astype(np.int64).ravel(),
        suit_bits=bits.repeat(STRENGTHS * CARDS),
        wins=np.concatenate((wins, wins)),
        legal=np.concatenate((np.full_like(legal, LEGAL), legal)),
    )


@lru_cache(maxsize=1024)
def later_trick_chance_array(players: int, cards_left: int, stock_size: int, edition: str) -> Complexes:
    """Return a flat array of the chances that a card takes a trick after the current one.

    The axes before flattening are the number of tricks that the player needs, the kind of card, and the
    number of unseen higher cards. A chance p is stored as the complex number p - p(1-p)i, whose imaginary
    part is the negative variance. Each of the `players` hands has `cards_left` cards after the current
    trick, and `stock_size` unseen cards are in no hand.
    """
    unseen_higher, need = np.arange(HIGHEST), np.arange(cards_left + 1)[:, None]
    numbers = add_need_feature(
        chance_features(players, cards_left, stock_size, unseen_higher), cards_left, need
    )
    likely = np.stack(
        [_logistic_chances(weights, numbers) for weights in WEIGHTS[edition].playing.values()], axis=1
    )
    # As complex numbers of a chance and its negative variance, so that a single sum over a hand adds up both.
    return (likely - 1j * likely * (1 - likely)).ravel()


@lru_cache(maxsize=1024)
def winning_card_chance_array(
    players: int, followers: int, cards_left: int, stock_size: int, edition: str
) -> Floats:
    """Return a flat array of the chances that the best card so far wins the trick.

    `followers` players have yet to play. The axes before flattening are the number of these players who need
    tricks, the best card's kind, and the number of unseen higher cards. Each hand has `cards_left` cards, and
    `stock_size` unseen cards are in no hand.
    """
    kinds, learned = list(WEIGHTS[edition].playing), WEIGHTS[edition].holding
    likely = np.ones((followers + 1, len(kinds), HIGHEST))
    if followers:
        unseen_higher, followers_in_need = np.arange(HIGHEST), np.arange(followers + 1)[:, None]
        numbers = stay_winning_features(
            players,
            followers,
            followers_in_need,
            fraction_held_by_others(players, cards_left, stock_size),
            unseen_higher,
        )
        for place, kind in enumerate(kinds):
            weights = learned.get(stay_winning_key(kind, leads=followers == players - 1))
            if weights:
                likely[:, place] = _logistic_chances(weights, numbers)
    likely[:, kinds.index(JESTER)] = ONLY_JESTERS
    return likely.ravel()


def clear_caches() -> None:
    """Clear the cached chances, so that they are computed again with newly learned weights."""
    later_trick_chance_array.cache_clear()
    winning_card_chance_array.cache_clear()


def _logistic_chances(weights: tuple[float, ...], features: tuple[Any, ...]) -> Floats:
    """Return the chances that a logistic model predicts from `features`, which may be numbers or arrays."""
    total = sum(weight * number for weight, number in zip(weights, features, strict=True))
    chance: Floats = 1 / (1 + np.exp(-total))
    return chance
