"""Tries choices in sampled deals: turns the deals into arrays, with one copy for each choice."""

from collections.abc import Sequence

import numpy as np

from games.bots.search.arrays import Ints
from games.bots.search.deals import SampledDeal
from games.bots.search.pack import bits
from games.bots.search.playout import play_out
from games.bots.search.position import Position
from games.bots.search.worth import Worth


def missed(
    position: Position, worth: Worth, deals: Sequence[SampledDeal], bids: Sequence[int], cards: Sequence[int]
) -> list[list[int]]:
    """For each choice and each deal by how many tricks the seat misses its bid.

    Before play the choices are `bids`, and `cards` is empty; in play they are these cards, each with a bid.
    """
    seat, times = position.seat, len(bids)
    hands = [_repeated([deal.hands[other] for deal in deals], times) for other in range(position.players)]
    needs = _repeated([_needs(position, deal) for deal in deals], times)
    needs[seat] = np.repeat(bids, len(deals)) - position.taken[seat]
    first = np.repeat(cards, len(deals)) if cards else None
    live = bits(position.unseen) | bits(position.hand)
    leader = seat if cards else position.leader
    after = play_out(worth, hands, needs, leader, position.lying, live, first)
    found: list[list[int]] = after[seat].reshape(times, len(deals)).tolist()
    return found


def _repeated(by_deal: list[list[int]], times: int) -> Ints:
    """The numbers with deals as their last axis, all deals so many times."""
    return np.tile(np.array(by_deal, np.int64).T, times)


def _needs(position: Position, deal: SampledDeal) -> list[int]:
    """Return what each seat needs; a seat with a secret bid, or none yet, needs what its cards are worth."""
    return [
        (round(worth) if bid is None else bid) - taken
        for bid, worth, taken in zip(position.bids, deal.worths, position.taken, strict=True)
    ]
