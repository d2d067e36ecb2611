"""The lowest card that is worth a bid of one for the leader of a round of one card, in words."""

from functools import cache
from itertools import groupby

from games.rules.cards import JESTER, RANK, RANKS, WIZARD, Card
from games.rules.scoring.odds import PLAYERS, smallest_card, trump_of

TRUMP, OTHER = "G", "R"
"""Suits are alike: what holds for one trump and one other suit holds for all."""
SUIT_CARDS = [f"{TRUMP}{rank}" for rank in RANKS]


@cache
def needed_to_lead() -> list[dict[str, object]]:
    """For each number of `players` the cards needed if a `suit`, a `jester` or a `wizard` is turned up."""
    return [
        {
            "players": players,
            "suit": [*_trumps_by_turned(players), *_others(players, SUIT_CARDS[0])],
            "jester": _others(players, f"{JESTER}1"),
            "wizard": [_trumps(players, f"{WIZARD}1"), *_others(players, f"{WIZARD}1")],
        }
        for players in PLAYERS
    ]


def _trumps_by_turned(players: int) -> list[str]:
    """The trumps needed, by ranges of the turned card where it makes a difference."""
    ranges = [
        (trumps, [RANK[card] for card in turned])
        for trumps, turned in groupby(SUIT_CARDS, lambda card: _trumps(players, card))
    ]
    if len(ranges) == 1:
        return [ranges[0][0]]
    return [f"{trumps} ({ranks[0]} to {ranks[-1]} turned up)" for trumps, ranks in ranges]


def _trumps(players: int, turned: Card) -> str:
    found = smallest_card(TRUMP, players=players, before=0, turned=turned, trump=TRUMP)
    lowest = next(rank for rank in RANKS if f"{TRUMP}{rank}" != turned)
    if found is None:
        return "no trump"
    return "any trump" if RANK[found[0]] == lowest else f"trump {RANK[found[0]]} or higher"


def _others(players: int, turned: Card) -> list[str]:
    """The cards needed that are not trump; empty where none is high enough."""
    trump = TRUMP if turned[0] == WIZARD else trump_of(turned)
    found = smallest_card(OTHER, players=players, before=0, turned=turned, trump=trump)
    if found is None:
        return []
    rank = RANK[found[0]]
    which = "any card" if rank == RANKS[0] else f"{rank} or higher"
    return [f"{which} of another suit" if trump else f"{which} of any suit"]
