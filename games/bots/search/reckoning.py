"""The value of each card of a hand, from the tricks that the rest of the hand is expected to take."""

import numpy as np

from games.bots.search.arrays import Complexes, Floats, Ints

BLUR = 0.1
"""Extra variance of the tricks to come, in addition to that of the cards' chances."""
FAR = 0.02
"""The penalty for the squared distance from the need, so that a need that cannot be met is missed by
little.
"""
GOALS: Complexes = np.array([[[BLUR * 1j]], [[BLUR * 1j - 1]]])
"""Added to a need if the trick is lost or won; the imaginary part is the variance."""
INDEX_MASK = 31
"""The last five bits of a compared number hold the index of its card: a hand has fewer than 31 cards."""
INDEX: Ints = np.arange(INDEX_MASK, dtype=np.int64)[:, None]


def card_values(values: Complexes, goals: Complexes) -> Floats:
    """Return the value of each card if it loses its trick and if it wins; overwrite `values`.

    The value grows with the probability that the rest of the hand takes exactly the tricks needed (`goals`),
    if its tricks are normally distributed. `values` are the cards' chances as complex numbers (see
    `chances_in_play`).
    """
    values += (goals - np.add.reduce(values, axis=1))[:, None]
    off, vary = values.real, values.imag
    far = off * off
    scores: Floats = far / vary
    scores *= -0.5
    np.exp(scores, out=scores)
    # The density of the normal distribution at the need, without its constant factor.
    scores /= np.sqrt(vary)
    far *= FAR
    scores -= far
    return scores


def index_of_best(scores: Floats) -> Ints:
    """Return, for each deal, the index of the highest score (of equal ones, the first); overwrite `scores`.

    Scores are compared as bit patterns, so the result is wrong if the highest score is negative.
    """
    order = scores.view(np.int64)
    order &= ~INDEX_MASK
    # The index counts down, so that of equal values the first card has the largest number.
    order |= INDEX_MASK - INDEX[: len(scores)]
    best: Ints = np.maximum.reduce(order, axis=0)
    best &= INDEX_MASK
    best ^= INDEX_MASK
    return best
