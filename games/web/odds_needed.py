"""The lowest card that is worth a bid of one for the leader of a round of one card, in words."""

from functools import cache
from itertools import groupby

from core.sentence import Sentence
from games.rules.cards import JESTER, RANK, RANKS, WIZARD, Card
from games.rules.cards.deck_names import MODERN, DeckNames
from games.rules.scoring.odds import PLAYERS, lowest_card_worth_bid, trump_of_turned_card

TRUMP, OTHER = "G", "R"
"""One trump suit and one other suit represent all, because suits have equal odds."""
SUIT_CARDS = [f"{TRUMP}{rank}" for rank in RANKS]


@cache
def needed_to_lead(names: DeckNames = MODERN) -> list[dict[str, object]]:
    """Return, for each number of players, the lowest cards that are worth a bid of one if the player leads.

    A row has `players`, and lists of phrases for a turned `suit`, `jester` or `wizard`; the phrases are
    not translated yet.
    """
    return [
        {
            "players": players,
            "suit": [*_trumps_by_turned(players, names), *_other_cards_needed(players, SUIT_CARDS[0], names)],
            "jester": _other_cards_needed(players, f"{JESTER}1", names),
            "wizard": [
                _trump_needed(players, f"{WIZARD}1", names),
                *_other_cards_needed(players, f"{WIZARD}1", names),
            ],
        }
        for players in PLAYERS
    ]


def _trumps_by_turned(players: int, names: DeckNames) -> list[str]:
    """Return the lowest trump worth a bid of one, as a phrase in a list.

    If the turned card makes a difference, there is one phrase for each range of turned cards.
    """
    ranges = [
        (trumps, [RANK[card] for card in turned])
        for trumps, turned in groupby(SUIT_CARDS, lambda card: _trump_needed(players, card, names))
    ]
    if len(ranges) == 1:
        return [ranges[0][0]]
    return [
        Sentence(
            "%(trumps)s (%(first)s to %(last)s turned up)",
            trumps=trumps,
            first=names.rank(ranks[0]),
            last=names.rank(ranks[-1]),
        )
        for trumps, ranks in ranges
    ]


def _trump_needed(players: int, turned: Card, names: DeckNames) -> str:
    """Return the lowest trump worth a bid of one, as a phrase such as "trump 7 or higher" or "no trump"."""
    found = lowest_card_worth_bid(TRUMP, players=players, before=0, turned=turned, trump=TRUMP)
    lowest = next(rank for rank in RANKS if f"{TRUMP}{rank}" != turned)
    if found is None:
        return Sentence("no trump")
    if RANK[found[0]] == lowest:
        return Sentence("any trump")
    return Sentence("trump %(rank)s or higher", rank=names.rank(RANK[found[0]]))


def _other_cards_needed(players: int, turned: Card, names: DeckNames) -> list[str]:
    """Return the lowest card other than trump worth a bid of one, as a phrase in a list.

    The list is empty if no such card is high enough.
    """
    trump = TRUMP if turned[0] == WIZARD else trump_of_turned_card(turned)
    found = lowest_card_worth_bid(OTHER, players=players, before=0, turned=turned, trump=trump)
    if found is None:
        return []
    rank = RANK[found[0]]
    if rank == RANKS[0]:
        return [Sentence("any card of another suit") if trump else Sentence("any card of any suit")]
    if trump:
        return [Sentence("%(rank)s or higher of another suit", rank=names.rank(rank))]
    return [Sentence("%(rank)s or higher of any suit", rank=names.rank(rank))]
