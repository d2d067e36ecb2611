"""The learned weights from which a card's chance of taking a trick is computed, for each edition."""

from typing import NamedTuple

from games.bots.search.learned import base, magic

Table = dict[str, tuple[float, ...]]
"""Maps each kind of card (see `worth.card_kind`) to its weights."""


class Weights(NamedTuple):
    """The weights for one edition."""

    bidding: Table
    """Weights of the features that predict, before play, whether a card takes a trick."""
    playing: Table
    """Weights of the features that predict, during play, whether a card takes a trick."""
    holding: Table
    """Weights of the features that predict whether a card keeps a trick that it is winning so far.

    Kinds without weights always keep it.
    """


WEIGHTS = {
    edition: Weights(learned.BIDDING, learned.PLAYING, learned.HOLDING)
    for edition, learned in (("base", base), ("magic", magic))
}
"""Maps each edition's name to its weights."""
