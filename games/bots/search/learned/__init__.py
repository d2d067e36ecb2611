"""What decides whether a card takes a trick, and how much: weights for each edition of the game."""

from typing import NamedTuple

from games.bots.search.learned import base, magic

Table = dict[str, tuple[float, ...]]
"""Weights by kind of card: see `worth.kind_of`."""


class Weights(NamedTuple):
    """The weights for one edition."""

    bidding: Table
    """Of what tells, before play, whether a card takes a trick."""
    playing: Table
    """The same while a round is played."""
    holding: Table
    """Of what tells whether a card that wins a running trick takes it; kinds that are missing always do."""


WEIGHTS = {
    edition: Weights(learned.BIDDING, learned.PLAYING, learned.HOLDING)
    for edition, learned in (("base", base), ("magic", magic))
}
"""By edition."""
