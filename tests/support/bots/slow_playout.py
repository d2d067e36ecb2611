"""The quick rule in plain Python, one card of one deal at a time, to compare the array version with."""

from collections.abc import Iterable
from functools import cache
from math import exp, sqrt

from games.bots.search.current_trick import EMPTY, CurrentTrick, strength_in_trick, trick_with_card
from games.bots.search.learned import WEIGHTS
from games.bots.search.pack import FIRST_JESTER, FIRST_WIZARD, HIGHER, KIND, SUIT_BITS, card_bits
from games.bots.search.worth import (
    CardChances,
    add_need_feature,
    card_kind,
    chance_features,
    fraction_held_by_others,
    logistic_chance,
    stay_winning_features,
    stay_winning_key,
)

BLUR, FAR, ONLY_JESTERS = 0.1, 0.02, 0.02
NEARLY = 1e-9


def follow(
    worth: CardChances,
    hands: list[list[int]],
    needs: list[int],
    seat: int,
    current_trick: CurrentTrick,
    live: int,
    plays: Iterable[tuple[int, int]],
    *,
    given: bool = False,
) -> list[int]:
    """What each seat still needs in the end; fails where a play is not in turn, not legal or not the best.

    Where the first card was `given`, it may be any.
    """
    hands, needs = [list(hand) for hand in hands], list(needs)
    for who, card in plays:
        assert who == seat
        good = _goods(worth, hands, needs, seat, current_trick, live)
        assert given or good.get(card, -1e9) >= max(good.values()) - NEARLY
        given = False
        hands[seat].remove(card)
        live ^= 1 << card
        current_trick = trick_with_card(current_trick, seat, card, worth.trump, worth.edition)
        seat = (seat + 1) % len(hands)
        if current_trick.played == len(hands):
            seat, current_trick = current_trick.winner, EMPTY
            needs[seat] -= 1
    assert not any(hands)
    return needs


def _goods(
    worth: CardChances,
    hands: list[list[int]],
    needs: list[int],
    seat: int,
    current_trick: CurrentTrick,
    live: int,
) -> dict[int, float]:
    """The value of each legal card for a seat."""
    hand, need, theirs = hands[seat], needs[seat], live & ~card_bits(hands[seat])
    legal = hand
    if current_trick.suit >= 0 and card_bits(hand) & SUIT_BITS[current_trick.suit]:
        legal = [card for card in hand if card >= FIRST_JESTER or KIND[card] == current_trick.suit]
    left, followers = len(hand) - 1, len(hands) - 1 - current_trick.played
    above = {card: (theirs & HIGHER[card]).bit_count() for card in hand}
    lost = {card: _later(worth, left, need, card, above[card]) for card in hand}
    won = {card: _later(worth, left, need - 1, card, above[card]) for card in hand}
    eager = sum(needs[(seat + 1 + n) % len(hands)] > 0 for n in range(followers))

    def good(card: int) -> float:
        rest_lost = [lost[other] for other in hand if other != card]
        rest_won = [won[other] for other in hand if other != card]
        takes = 0.0
        if strength_in_trick(card, worth.trump, current_trick.suit, worth.edition) > current_trick.strength:
            takes = _holds(worth, followers, eager, card, above[card])
        return (1 - takes) * _good(need, rest_lost) + takes * _good(need - 1, rest_won)

    return {card: good(card) for card in legal}


def _good(need: int, rest: list[float]) -> float:
    off = need - sum(rest)
    vary = BLUR + sum(value * (1 - value) for value in rest)
    return exp(-off * off / (2 * vary)) / sqrt(vary) - FAR * off * off


def _later(worth: CardChances, left: int, need: int, card: int, above: int) -> float:
    kind = card_kind(card, worth.trump, worth.edition)
    return _chance_in_play(
        worth.players, left, worth.stock_size, max(0, min(left, need)), kind, above, worth.edition
    )


@cache
def _chance_in_play(
    players: int, left: int, out: int, need: int, kind: str, above: int, edition: str
) -> float:
    return logistic_chance(
        WEIGHTS[edition].playing[kind],
        add_need_feature(chance_features(players, left, out, above), left, need),
    )


def _holds(worth: CardChances, followers: int, eager: int, card: int, above: int) -> float:
    if FIRST_JESTER <= card < FIRST_WIZARD:
        return ONLY_JESTERS
    leads = followers == worth.players - 1
    kind = stay_winning_key(card_kind(card, worth.trump, worth.edition), leads=leads)
    if not followers or kind not in WEIGHTS[worth.edition].holding:
        return 1.0
    return _chance_to_hold(
        worth.players, followers, eager, worth.cards_left, worth.stock_size, kind, above, worth.edition
    )


@cache
def _chance_to_hold(
    players: int, followers: int, eager: int, left: int, out: int, kind: str, above: int, edition: str
) -> float:
    fraction_held = fraction_held_by_others(players, left, out)
    numbers = stay_winning_features(players, followers, eager, fraction_held, above)
    return logistic_chance(WEIGHTS[edition].holding[kind], numbers)
