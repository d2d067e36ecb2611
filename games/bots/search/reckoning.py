"""The value of playing each card of a hand, given how many tricks the other cards are expected to take."""

import numpy as np

from games.bots.search.arrays import Complexes, Floats, Ints

BLUR = 0.1
"""Variance of the tricks to come, in addition to the variance of the cards' chances."""
FAR = 0.02
"""The penalty on the squared distance from the tricks needed; it keeps a miss small if it is certain."""
GOALS: Complexes = np.array([[[BLUR * 1j]], [[BLUR * 1j - 1]]])
"""The changes to the tricks needed if the trick is lost or won; the imaginary part is the variance."""
INDEX_MASK = 31
"""The low five bits of a compared number hold the card's index: a hand has fewer than 31 cards."""
INDEX: Ints = np.arange(INDEX_MASK, dtype=np.int64)[:, None]


def score_cards(chances: Complexes, goals: Complexes) -> Floats:
    """Rate each card of a hand in each deal, both for losing and for winning the current trick with the card.

    The rating is higher if the other cards are more likely to take exactly the tricks that are still needed.
    The result is indexed by outcome (0 lost, 1 won), card and deal.

    `chances`, with the same index, come from `later_trick_chance_array` and are overwritten. `goals` are the
    tricks needed before the trick, plus GOALS.
    """
    chances += (goals - np.add.reduce(chances, axis=1))[:, None]
    off, vary = chances.real, chances.imag
    far = off * off
    scores: Floats = far / vary
    scores *= -0.5
    np.exp(scores, out=scores)
    # The density of the normal distribution at the tricks needed, without its constant factor.
    scores /= np.sqrt(vary)
    far *= FAR
    scores -= far
    return scores


def best_card_indexes(scores: Floats) -> Ints:
    """Return the index of the card with the highest score in each deal; of equal cards, the first.

    `scores` is indexed by card and deal, and is overwritten. Each deal's highest score must not be negative.
    Scores that differ only in their five lowest bits are equal.
    """
    # Read as integers, the bit patterns of floats have the same order as the floats, except negative ones.
    order = scores.view(np.int64)
    order &= ~INDEX_MASK
    # The index counts down, so that among equal scores the first card has the largest number.
    order |= INDEX_MASK - INDEX[: len(scores)]
    best: Ints = np.maximum.reduce(order, axis=0)
    best &= INDEX_MASK
    best ^= INDEX_MASK
    return best
