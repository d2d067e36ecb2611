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
    cards_left: int
    """The number of cards in the viewer's hand when the search begins."""
    stock_size: int
    """The number of cards in the stock, which are in no hand."""
    bidding: ByCard
    """The chances before play begins."""
    edition: str = BASE


def build_card_chances(
    *, trump: int, players: int, cards_left: int, hand_size: int, stock_size: int, edition: str = BASE
) -> CardChances:
    """Estimate each card's chance of taking a trick in the round, and return the chances as a `CardChances`.

    `trump` is a suit's number, or NO_SUIT. Each player was dealt `hand_size` cards, and the player who has
    to decide still holds `cards_left` of them. `stock_size` unseen cards are in no hand.
    """
    return CardChances(
        trump,
        players,
        cards_left,
        stock_size,
        bidding_chances(trump, players, hand_size, stock_size, edition),
        edition,
    )


@lru_cache(maxsize=4096)
def bidding_chances(trump: int, players: int, hand_size: int, stock_size: int, edition: str = BASE) -> ByCard:
    """Return each card's chance of taking a trick, as estimated before play begins.

    The result is indexed by card number, then by the number of unseen higher cards. `trump` is a suit's
    number, or NO_SUIT. Each hand has `hand_size` cards, and `stock_size` unseen cards are in no hand.
    """
    by_kind = {
        kind: tuple(
            logistic_chance(weights, chance_features(players, hand_size, stock_size, unseen_higher))
            for unseen_higher in range(HIGHEST)
        )
        for kind, weights in WEIGHTS[edition].bidding.items()
    }
    return _build_card_table(by_kind, trump, edition)


@lru_cache(maxsize=65536)
def playing_chances(
    trump: int, players: int, cards_left: int, stock_size: int, need: int, edition: str = BASE
) -> ByCard:
    """Return each card's chance of taking a trick if the player needs `need` more tricks.

    The result is indexed by card number, then by the number of unseen higher cards. `trump` is a suit's
    number, or NO_SUIT. Each hand has `cards_left` cards, and `stock_size` unseen cards are in no hand.
    """
    return _build_card_table(_chances_by_kind(players, cards_left, stock_size, need, edition), trump, edition)


def _build_card_table(chances_by_kind: dict[str, ByAbove], trump: int, edition: str) -> ByCard:
    """Return each card's chances of taking a trick, by card number and number of unseen higher cards.

    `chances_by_kind` has these chances for each kind of card, such as trump or Jester.
    """
    return tuple([chances_by_kind[kind] for kind in _kinds_of_cards(trump, edition)])


@lru_cache(maxsize=32)
def _kinds_of_cards(trump: int, edition: str) -> tuple[str, ...]:
    """Return each card's kind, such as trump or Jester, by card number."""
    return tuple(card_kind(card, trump, edition) for card in range(CARDS))


def card_kind(card: int, trump: int, edition: str = BASE) -> str:
    """Return the code of a card's kind, such as "T" for a trump. The learned weights are stored by kind."""
    kind = KIND[card]
    if kind >= JESTERS:
        return JESTER if kind == JESTERS else WIZARD
    # Without trump, all suit cards are of one kind.
    letter = NO_TRUMP if trump == NO_SUIT else TRUMP if kind == trump else PLAIN
    # MAGIC marks a suit card that can beat Wizards in this edition.
    return letter + MAGIC if SOMETIMES_ABOVE[edition] >> card & 1 else letter


def stay_winning_key(kind: str, *, leads: bool) -> str:
    """Return the key of the learned weights that predict whether the best card so far wins the trick.

    `kind` is this card's kind, and `leads` says whether it opened the trick. Return "" for a Wizard that
    opened the trick, because it always wins.
    """
    if not leads:
        return kind
    return "" if kind == WIZARD else kind.removesuffix(MAGIC)


def clear_caches() -> None:
    """Clear the cached chances of taking tricks, so that newly learned weights are used from now on."""
    for cached in (bidding_chances, playing_chances, _chances_by_kind):
        cached.cache_clear()


@lru_cache(maxsize=65536)
def _chances_by_kind(
    players: int, cards_left: int, stock_size: int, need: int, edition: str
) -> dict[str, ByAbove]:
    """Return the chances of taking a trick by kind of card and by the number of unseen higher cards.

    The player still needs `need` tricks. Each hand has `cards_left` cards, and `stock_size` unseen cards are
    in no hand.
    """
    return {
        kind: tuple(
            logistic_chance(
                weights,
                add_need_feature(
                    chance_features(players, cards_left, stock_size, unseen_higher), cards_left, need
                ),
            )
            for unseen_higher in range(HIGHEST)
        )
        for kind, weights in WEIGHTS[edition].playing.items()
    }


def fraction_held_by_others(players: int, cards_left: int, stock_size: int) -> float:
    """Return the fraction of the unseen cards that other players hold, or 0 if they hold none.

    Each player holds `cards_left` cards, and `stock_size` unseen cards are in no hand.
    """
    held = (players - 1) * cards_left
    return held / (held + stock_size) if held else 0.0


def chance_features(players: int, cards_left: int, stock_size: int, unseen_higher: Number) -> Numbers:
    """Return the input features of the model that predicts a card's chance of taking a trick.

    `unseen_higher` is the number of unseen higher cards of the card's suit. Each hand has `cards_left` cards,
    and `stock_size` unseen cards are in no hand.
    """
    fraction_held = fraction_held_by_others(players, cards_left, stock_size)
    higher = fraction_held * unseen_higher
    return 1.0, higher, higher**0.5, fraction_held, 1 / max(1, cards_left), 1 / players, cards_left / 10


def add_need_feature(features: Numbers, cards_left: int, need: Number) -> Numbers:
    """Return `features` and one more input feature: the tricks still needed divided by the tricks left.

    The model that predicts a card's chance of taking a trick during play uses these features. `need` is the
    number of tricks still needed, and `cards_left` is the number of tricks left.
    """
    return *features, need / max(1, cards_left)


def stay_winning_features(
    players: int, followers: int, followers_in_need: Number, fraction_held: float, unseen_higher: Number
) -> Numbers:
    """Return the input features of the model that predicts whether the best card so far wins the trick.

    `followers` players have yet to play, of whom `followers_in_need` need tricks. `fraction_held` is the
    fraction of the unseen cards that other players hold. `unseen_higher` is the number of unseen cards of the
    best card's suit that are higher.
    """
    absent = 1 - fraction_held / (players - 1)
    by_eager, by_idle = (
        absent ** (unseen_higher * followers_in_need),
        absent ** (unseen_higher * (followers - followers_in_need)),
    )
    return (
        1.0,
        1 - by_eager,
        1 - by_idle,
        followers_in_need / (players - 1),
        (followers - followers_in_need) / (players - 1),
        fraction_held,
    )


def logistic_chance(weights: tuple[float, ...], features: tuple[float, ...]) -> float:
    """Return the chance that a logistic model with these weights predicts for these features."""
    total = sum(weight * number for weight, number in zip(weights, features, strict=True))
    # Clamped, because `exp` overflows far outside this range, where the chance is practically 0 or 1.
    return 1 / (1 + exp(-max(-30.0, min(30.0, total))))
