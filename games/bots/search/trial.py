"""Tries choices in sampled deals: turns the deals into arrays, with one copy for each choice."""

from collections.abc import Sequence

import numpy as np

from games.bots.search.arrays import Ints
from games.bots.search.deals import SampledDeal
from games.bots.search.pack import card_bits
from games.bots.search.playout import play_out_deals
from games.bots.search.position import Position
from games.bots.search.worth import Worth


def missed_tricks(
    position: Position, worth: Worth, deals: Sequence[SampledDeal], bids: Sequence[int], cards: Sequence[int]
) -> list[list[int]]:
    """Return by how many tricks the seat misses its bid: a row for each choice, with a number for each deal.

    Before play the choices are `bids`, and `cards` is empty. During play they are `cards`, each with its bid.
    """
    seat, times = position.seat, len(bids)
    hands = [_as_array([deal.hands[other] for deal in deals], times) for other in range(position.players)]
    needs = _as_array([_tricks_needed(position, deal) for deal in deals], times)
    needs[seat] = np.repeat(bids, len(deals)) - position.taken[seat]
    first = np.repeat(cards, len(deals)) if cards else None
    live = card_bits(position.unseen) | card_bits(position.hand)
    leader = seat if cards else position.leader
    after = play_out_deals(worth, hands, needs, leader, position.lying, live, first)
    found: list[list[int]] = after[seat].reshape(times, len(deals)).tolist()
    return found


def _as_array(by_deal: list[list[int]], times: int) -> Ints:
    """Return an array with the deals along its last axis, repeated `times` times (once for each choice)."""
    return np.tile(np.array(by_deal, np.int64).T, times)


def _tricks_needed(position: Position, deal: SampledDeal) -> list[int]:
    """Return how many more tricks each seat needs in a deal, given the tricks it has taken.

    A seat needs its bid or, if the bid is unknown, the expected tricks of its cards.
    """
    return [
        (round(worth) if bid is None else bid) - taken
        for bid, worth, taken in zip(position.bids, deal.worths, position.taken, strict=True)
    ]
