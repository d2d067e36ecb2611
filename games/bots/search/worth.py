"""Tables of each card's chance of taking a trick in one round, by number of unseen higher cards."""

from functools import lru_cache
from math import exp
from typing import Any, NamedTuple

from games.bots.search.learned import WEIGHTS
from games.bots.search.pack import CARDS, JESTERS, KIND, NO_SUIT, SOMETIMES_ABOVE
from games.rules.editions import BASE

TRUMP, PLAIN, NO_TRUMP, JESTER, WIZARD = KINDS = ("T", "P", "N", "J", "W")
MAGIC = "+"
"""Suffix of kinds whose cards beat Wizards in some tricks."""
HIGHEST = 13
"""The number of table entries for each kind of card: 0 to 12 higher cards of a suit can be unseen."""
Number = Any
"""A float, or an array of many floats that are computed together."""
Numbers = tuple[Number, ...]
ByAbove = tuple[float, ...]
ByCard = tuple[ByAbove, ...]
"""Chances indexed by card and by how many higher cards of its suit are unseen."""


class CardChances(NamedTuple):
    """Each card's chance of taking a trick in a round, and the parameters that determine it during play."""

    trump: int
    players: int
    left: int
    """The number of cards left in the viewer's hand."""
    out: int
    """The number of cards in the stock, which are in no hand."""
    bidding: ByCard
    """The chances before play."""
    edition: str = BASE


def build_card_chances(
    *, trump: int, players: int, left: int, cards: int, out: int, edition: str = BASE
) -> CardChances:
    """Return each card's chance of taking a trick in a round in which each player is dealt `cards` cards.

    `left` is the number of cards left in the viewer's hand, and `out` the number of cards in the stock.
    """
    return CardChances(
        trump, players, left, out, bidding_chances(trump, players, cards, out, edition), edition
    )


@lru_cache(maxsize=4096)
def bidding_chances(trump: int, players: int, cards: int, out: int, edition: str = BASE) -> ByCard:
    """Return each card's chance, before play, of taking a trick, by number of unseen higher cards.

    `cards` is the number of cards in each hand, and `out` the number in the stock. Results are cached.
    """
    by_kind = {
        kind: tuple(
            logistic_chance(weights, chance_features(players, cards, out, above)) for above in range(HIGHEST)
        )
        for kind, weights in WEIGHTS[edition].bidding.items()
    }
    return _build_card_table(by_kind, trump, edition)


@lru_cache(maxsize=65536)
def playing_chances(trump: int, players: int, left: int, out: int, need: int, edition: str = BASE) -> ByCard:
    """Return each card's chance of taking a trick during play, by number of unseen higher cards.

    The player has `left` cards and needs `need` more tricks. `out` is the number of cards in the stock.
    Results are cached.
    """
    return _build_card_table(_chances_by_kind(players, left, out, need, edition), trump, edition)


def _build_card_table(by_kind: dict[str, ByAbove], trump: int, edition: str) -> ByCard:
    """Convert a table of chances by kind of card to a table of chances by card."""
    return tuple([by_kind[kind] for kind in _kinds_of_cards(trump, edition)])


@lru_cache(maxsize=32)
def _kinds_of_cards(trump: int, edition: str) -> tuple[str, ...]:
    """Return the kind of each card (see `weight_kind`), indexed by the card's number. Results are cached."""
    return tuple(weight_kind(card, trump, edition) for card in range(CARDS))


def weight_kind(card: int, trump: int, edition: str = BASE) -> str:
    """Return the kind whose weights apply to a card: "T", "P", "N", "J" or "W".

    "T" is a trump, "P" another suit card, "N" a suit card in a round without trump, "J" a Jester and "W" a
    Wizard. "+" is appended for a suit card that beats Wizards in some tricks of the edition.
    """
    kind = KIND[card]
    if kind >= JESTERS:
        return JESTER if kind == JESTERS else WIZARD
    letter = NO_TRUMP if trump == NO_SUIT else TRUMP if kind == trump else PLAIN
    return letter + MAGIC if SOMETIMES_ABOVE[edition] >> card & 1 else letter


def holding_kind(kind: str, *, leads: bool) -> str:
    """Return the kind whose weights predict whether a card that is winning the trick will still win it.

    A card that `leads` cannot beat Wizards, so its "+" is dropped. A leading Wizard always wins, so its kind
    is "", which has no weights.
    """
    if not leads:
        return kind
    return "" if kind == WIZARD else kind.removesuffix(MAGIC)


def clear_caches() -> None:
    """Clear the cached tables of chances; call this after new weights have been learned."""
    for cached in (bidding_chances, playing_chances, _chances_by_kind):
        cached.cache_clear()


@lru_cache(maxsize=65536)
def _chances_by_kind(players: int, cards: int, out: int, need: int, edition: str) -> dict[str, ByAbove]:
    """Return the chances of taking a trick during play, by kind of card and number of unseen higher cards.

    The player has `cards` cards left and needs `need` more tricks. `out` is the number of cards in the stock.
    Results are cached.
    """
    return {
        kind: tuple(
            logistic_chance(
                weights, add_need_feature(chance_features(players, cards, out, above), cards, need)
            )
            for above in range(HIGHEST)
        )
        for kind, weights in WEIGHTS[edition].playing.items()
    }


def held_fraction(players: int, left: int, out: int) -> float:
    """Return the fraction of the unseen cards that the other players hold; 0 if they hold none.

    Each hand has `left` cards, and `out` cards are in the stock.
    """
    held = (players - 1) * left
    return held / (held + out) if held else 0.0


def chance_features(players: int, left: int, out: int, above: Number) -> Numbers:
    """Return the features that predict a card's chance of taking a trick, except for the tricks needed.

    `left` is the number of cards in each hand, `out` the number in the stock, and `above` the number of
    unseen higher cards of the suit.
    """
    density = held_fraction(players, left, out)
    higher = density * above
    return 1.0, higher, higher**0.5, density, 1 / max(1, left), 1 / players, left / 10


def add_need_feature(features: Numbers, left: int, need: Number) -> Numbers:
    """Return `features` followed by the fraction of the `left` remaining tricks that the player needs."""
    return *features, need / max(1, left)


def holding_features(players: int, followers: int, eager: Number, density: float, above: Number) -> Numbers:
    """Return the features that predict whether a card that is winning the trick will still win it.

    `followers` players have yet to play, and `eager` of them need tricks. `density` is the fraction of the
    unseen cards that other players hold, and `above` the number of unseen higher cards of the suit.
    """
    absent = 1 - density / (players - 1)
    by_eager, by_idle = absent ** (above * eager), absent ** (above * (followers - eager))
    return 1.0, 1 - by_eager, 1 - by_idle, eager / (players - 1), (followers - eager) / (players - 1), density


def logistic_chance(weights: tuple[float, ...], features: tuple[float, ...]) -> float:
    """Return the logistic function of the weighted sum of `features`; the sum is clamped to ±30."""
    total = sum(weight * number for weight, number in zip(weights, features, strict=True))
    # Clamped, because `exp` overflows far outside this range, where the chance is practically 0 or 1.
    return 1 / (1 + exp(-max(-30.0, min(30.0, total))))
