"""Tries choices in sampled deals: converts the deals to arrays, with one copy of each deal per choice."""

from collections.abc import Sequence

import numpy as np

from games.bots.search.arrays import Ints
from games.bots.search.deals import SampledDeal
from games.bots.search.pack import card_bits
from games.bots.search.playout import play_out_deals
from games.bots.search.position import Position
from games.bots.search.worth import CardChances


def count_missed_tricks(
    position: Position,
    card_chances: CardChances,
    deals: Sequence[SampledDeal],
    bids: Sequence[int],
    cards: Sequence[int],
) -> list[list[int]]:
    """Try each bid or card in each deal, and count how many tricks the player is short of the bid at the end.

    The player is the one in `position.seat`. Return one list for each bid or card, with one count for each
    deal. The count is negative if the player takes too many tricks. To compare bids, leave `cards` empty. To
    compare cards, let `bids` contain the player's bid once for each card.
    """
    seat, times = position.seat, len(bids)
    hands = [_repeat_deals([deal.hands[other] for deal in deals], times) for other in range(position.players)]
    needs = _repeat_deals([_tricks_needed(position, deal) for deal in deals], times)
    needs[seat] = np.repeat(bids, len(deals)) - position.taken[seat]
    first = np.repeat(cards, len(deals)) if cards else None
    live = card_bits(position.unseen) | card_bits(position.hand)
    leader = seat if cards else position.leader
    after = play_out_deals(card_chances, hands, needs, leader, position.current_trick, live, first)
    found: list[list[int]] = after[seat].reshape(times, len(deals)).tolist()
    return found


def _repeat_deals(values_by_deal: list[list[int]], copies: int) -> Ints:
    """Return an array with one column for each deal, in which the block of columns occurs `copies` times.

    Each inner list of `values_by_deal` contains the values of one deal and becomes one column.
    """
    return np.tile(np.array(values_by_deal, np.int64).T, copies)


def _tricks_needed(position: Position, deal: SampledDeal) -> list[int]:
    """Return how many more tricks each seat needs to meet its bid in a sampled deal.

    The number is negative if the seat has already taken too many.
    """
    return [
        # An unknown bid is assumed to be what the seat's cards can be expected to take.
        (round(worth) if bid is None else bid) - taken
        for bid, worth, taken in zip(position.bids, deal.worths, position.taken, strict=True)
    ]
