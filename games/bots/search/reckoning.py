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
    """Return two scores for each card of a hand: if the card loses the current trick, and if the card wins.

    A score is high if the player's other cards will then probably take exactly the tricks that are still
    needed. The scores are indexed by outcome (0 lost, 1 won), card and deal. `chances` has the same indexes:
    each card's chance of taking a later trick, as a complex number from `later_trick_chance_array`. This
    function overwrites `chances`. `goals` is indexed by outcome and deal: the number of tricks that the
    player needs before the current trick, plus the outcome's entry of GOALS.
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
    """Return the index of the card with the highest score in each deal. Ties go to the first card.

    `scores` is overwritten.
    """
    # Read as integers, the bit patterns of floats have the same order as the floats, except negative ones.
    order = scores.view(np.int64)
    # Each deal's highest score must not be negative. Scores that differ only in these lowest bits are equal.
    order &= ~INDEX_MASK
    # The index counts down, so that among equal scores the first card has the largest number.
    order |= INDEX_MASK - INDEX[: len(scores)]
    best: Ints = np.maximum.reduce(order, axis=0)
    best &= INDEX_MASK
    best ^= INDEX_MASK
    return best
