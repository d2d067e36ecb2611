"""The value of each card of a hand, from the tricks that the rest of the hand is expected to take."""

import numpy as np

from games.bots.search.arrays import Complexes, Floats, Ints

BLUR = 0.1
"""Extra variance of the tricks to come, beside that of the cards' chances."""
FAR = 0.02
"""Penalty for each squared trick off the need, beside the chance to meet it: if it cannot be met,
stay near.
"""
GOALS: Complexes = np.array([[[BLUR * 1j]], [[BLUR * 1j - 1]]])
"""Added to a need if the trick is lost or won; the imaginary part is the variance."""
INDEX_MASK = 31
"""The last five bits of a compared number hold the index of its card: a hand has fewer than 31 cards."""
INDEX: Ints = np.arange(INDEX_MASK, dtype=np.int64)[:, None]


def card_values(values: Complexes, goals: Complexes) -> Floats:
    """Return the value of each card if its trick is lost, and if it is won; overwrites `values`.

    `values` are the cards' chances as complex numbers (see `chances_in_play`), and `goals` the tricks needed.
    The tricks of the remaining cards are assumed to be normally distributed.
    """
    values += (goals - np.add.reduce(values, axis=1))[:, None]
    off, vary = values.real, values.imag
    far = off * off
    good: Floats = far / vary
    good *= -0.5
    np.exp(good, out=good)
    # The density of the normal distribution at the need, without its constant factor.
    good /= np.sqrt(vary)
    far *= FAR
    good -= far
    return good


def index_of_best(good: Floats) -> Ints:
    """Return the index of the best value, the first of equal ones; overwrites `good`.

    Negative values are allowed only for cards that don't count: values are compared as bit patterns.
    """
    order = good.view(np.int64)
    order &= ~INDEX_MASK
    # The index counts down, so that of equal values the first card has the largest number.
    order |= INDEX_MASK - INDEX[: len(good)]
    best: Ints = np.maximum.reduce(order, axis=0)
    best &= INDEX_MASK
    best ^= INDEX_MASK
    return best
