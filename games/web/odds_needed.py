"""Phrases for the lowest card that is worth a bid of one if the player leads in a round of one card."""

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
def lowest_cards_for_leader(names: DeckNames = MODERN) -> list[dict[str, object]]:
    """Describe the lowest cards with which the first player of a one-card round should bid one.

    Return a dict for each number of players, which is the value of the key `players`. The keys `suit`,
    `jester` and `wizard` stand for the kind of card that is turned up. The value of each is a list of
    untranslated phrases, such as "trump 7 or higher".
    """
    return [
        {
            "players": players,
            "suit": [
                *_lowest_trump_phrases(players, names),
                *_lowest_other_card_phrases(players, SUIT_CARDS[0], names),
            ],
            "jester": _lowest_other_card_phrases(players, f"{JESTER}1", names),
            "wizard": [
                _lowest_trump_phrase(players, f"{WIZARD}1", names),
                *_lowest_other_card_phrases(players, f"{WIZARD}1", names),
            ],
        }
        for players in PLAYERS
    ]


def _lowest_trump_phrases(players: int, names: DeckNames) -> list[str]:
    """Describe the lowest trumps with which the first player of a one-card round should bid one.

    They depend on the rank of the turned-up card. Neighbouring ranks with the same result share a phrase.
    """
    ranges = [
        (trumps, [RANK[card] for card in turned])
        for trumps, turned in groupby(SUIT_CARDS, lambda card: _lowest_trump_phrase(players, card, names))
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


def _lowest_trump_phrase(players: int, turned: Card, names: DeckNames) -> str:
    """Describe the lowest trump with which the first player should bid one if the card `turned` is turned up.

    For example, return "trump 7 or higher" or "no trump".
    """
    found = lowest_card_worth_bid(TRUMP, players=players, before=0, turned=turned, trump=TRUMP)
    lowest = next(rank for rank in RANKS if f"{TRUMP}{rank}" != turned)
    if found is None:
        return Sentence("no trump")
    if RANK[found[0]] == lowest:
        return Sentence("any trump")
    return Sentence("trump %(rank)s or higher", rank=names.rank(RANK[found[0]]))


def _lowest_other_card_phrases(players: int, turned: Card, names: DeckNames) -> list[str]:
    """Describe the lowest card outside the trump suit with which the first player should bid one.

    `turned` is the turned-up card. Return a list with one phrase, or [] if no such card is worth this bid.
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
