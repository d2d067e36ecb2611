"""How good each card of a hand is, by the tricks that the rest of the hand will take; knows no cards."""

import numpy as np

from games.bots.search.arrays import Complexes, Floats, Ints

BLUR = 0.1
"""How uncertain, as a variance, the tricks to come are besides what the chances of the cards say."""
FAR = 0.02
"""What each trick off the need costs, squared, beside the chance to meet it: who cannot, stays near."""
GOALS: Complexes = np.array([[[BLUR * 1j]], [[BLUR * 1j - 1]]])
"""What to add to a need where the trick is lost and where it is won; imaginary, the variance."""
INDEX_MASK = 31
"""The last five bits of a compared number hold the index of its card: a hand has fewer than 31 cards."""
INDEX: Ints = np.arange(INDEX_MASK, dtype=np.int64)[:, None]


def goods(values: Complexes, goals: Complexes) -> Floats:
    """How good each card is where the trick is lost and where it is won.

    The tricks of the rest are taken to be normally distributed, by the chances of its cards.
    """
    values += (goals - np.add.reduce(values, axis=1))[:, None]
    off, vary = values.real, values.imag
    far = off * off
    good: Floats = far / vary
    good *= -0.5
    np.exp(good, out=good)
    good /= np.sqrt(vary)
    far *= FAR
    good -= far
    return good


def first_of_best(good: Floats) -> Ints:
    """Where the best is; of equal ones the first. None of them may be below 0 but those that don't count."""
    order = good.view(np.int64)
    order &= ~INDEX_MASK
    order |= INDEX_MASK - INDEX[: len(good)]
    best: Ints = np.maximum.reduce(order, axis=0)
    best &= INDEX_MASK
    best ^= INDEX_MASK
    return best
