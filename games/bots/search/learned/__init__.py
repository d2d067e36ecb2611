"""The learned weights by which a card's chance to take a trick is computed, for each edition."""

from typing import NamedTuple

from games.bots.search.learned import base, magic

Table = dict[str, tuple[float, ...]]
"""Weights by kind of card: see `worth.weight_kind`."""


class Weights(NamedTuple):
    """The weights for one edition."""

    bidding: Table
    """Weights of the features that predict, before play, whether a card takes a trick."""
    playing: Table
    """Weights of the features that predict it while a round is played."""
    holding: Table
    """Weights of the features that predict whether a card holds a trick that it wins; missing kinds always
    do.
    """


WEIGHTS = {
    edition: Weights(learned.BIDDING, learned.PLAYING, learned.HOLDING)
    for edition, learned in (("base", base), ("magic", magic))
}
"""By edition."""
