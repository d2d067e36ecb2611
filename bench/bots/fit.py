"""`python -m bench.bots.fit`: learn games/bots/search/learned/ from rounds that the quick rule plays."""

import argparse
import random
from collections import defaultdict
from collections.abc import Iterator
from math import exp
from pathlib import Path
from typing import NamedTuple

import numpy as np

from games.bots.search import arrays, learned, worth
from games.bots.search.arrays import Ints
from games.bots.search.current_trick import EMPTY, trick_with_card
from games.bots.search.learned import WEIGHTS
from games.bots.search.pack import ALL_BITS, FIRST_JESTER, FIRST_WIZARD, HIGHER, KIND, NO_SUIT, card_bits
from games.bots.search.playout import play_out_deals
from games.bots.search.worth import (
    CardChances,
    add_need_feature,
    build_card_chances,
    chance_features,
    stay_winning_features,
    stay_winning_key,
)
from games.rules.editions import BASE, EDITIONS

Numbers = tuple[float, ...]
Samples = dict[str, list[tuple[Numbers, bool]]]
HEADER = '"""Weights for the edition `{0}`; written by `python -m bench.bots.fit --edition {0}`."""\n'
RIDGE = 2.0
MAX_SAMPLES = 40_000
"""Maximum samples of a kind of card."""
SHARE = 0.35
"""The share of hands that are sampled in the middle of a round."""


class Dealt(NamedTuple):
    """A round as dealt: everybody's hand, what is left over and unseen, trump, and who leads."""

    hands: list[list[int]]
    rest: list[int]
    trump: int
    leader: int


class TrainingSamples(NamedTuple):
    """What was seen of cards at the bid, in play, and while they won a trick that was still running."""

    bidding: Samples
    playing: Samples
    holding: Samples


def deal_random_round(rng: random.Random) -> Dealt:
    """Return a random round, dealt to three to six players (most often four), with a random trump."""
    players = rng.choice((3, 4, 4, 4, 5, 6))
    cards = rng.randint(1, 60 // players)
    pack = list(range(60))
    rng.shuffle(pack)
    hands = [sorted(pack[seat * cards : (seat + 1) * cards]) for seat in range(players)]
    turned, rest = pack[players * cards : players * cards + 1], pack[players * cards + 1 :]
    trump = NO_SUIT
    if turned and turned[0] < FIRST_JESTER:
        trump = KIND[turned[0]]
    elif turned and turned[0] >= FIRST_WIZARD:
        trump = rng.randrange(4)
    return Dealt(hands, rest, trump, rng.randrange(players))


def gather_samples(rounds: int, rng: random.Random, edition: str = BASE) -> TrainingSamples:
    """Simulate random rounds with this edition of the rules, and return training samples.

    A sample has a card's features and whether the card won its trick.
    """
    found = TrainingSamples(defaultdict(list), defaultdict(list), defaultdict(list))
    for _ in range(rounds):
        _add_samples(deal_random_round(rng), found, rng, edition)
    return found


def _add_samples(dealt: Dealt, found: TrainingSamples, rng: random.Random, edition: str) -> None:
    """Simulate a dealt round with the bots' rules of thumb, and add its training samples to `found`."""
    players, cards, out = len(dealt.hands), len(dealt.hands[0]), len(dealt.rest)
    card_chances = build_card_chances(
        trump=dealt.trump, players=players, cards_left=cards, hand_size=cards, stock_size=out, edition=edition
    )
    needs = [_choose_bid(card_chances, hand) for hand in dealt.hands]
    live_cards = card_bits(dealt.rest) | card_bits(card for hand in dealt.hands for card in hand)
    told = _play_out_round(card_chances, dealt, needs, live_cards)
    tricks = [told[first : first + players] for first in range(0, len(told), players)]
    won = _trick_wins_by_card(tricks, dealt.trump, edition)
    hands = [set(hand) for hand in dealt.hands]
    for seat in range(players):
        for card, kind, above in _cards_with_kinds(hands[seat], live_cards, dealt.trump, edition):
            found.bidding[kind].append((chance_features(players, cards, out, above), won[card]))
    for trick in tricks:
        for seat, hand in enumerate(hands):
            if len(hand) < cards and rng.random() < SHARE:
                need = max(0, min(len(hand), needs[seat]))
                for card, kind, above in _cards_with_kinds(hand, live_cards, dealt.trump, edition):
                    numbers = add_need_feature(
                        chance_features(players, len(hand), out, above), len(hand), need
                    )
                    found.playing[kind].append((numbers, won[card]))
        current_trick = EMPTY
        fraction_held = worth.fraction_held_by_others(players, cards, out)
        for seat, card in trick:
            current_trick = trick_with_card(current_trick, seat, card, dealt.trump, edition)
            after = players - current_trick.played
            others = live_cards & ~card_bits(hands[seat] - {card})
            (_, kind, above) = next(_cards_with_kinds({card}, others, dealt.trump, edition))
            kind = stay_winning_key(kind, leads=current_trick.played == 1)
            if kind in WEIGHTS[edition].holding and after and current_trick.winner == seat:
                eager = sum(needs[(seat + n) % players] > 0 for n in range(1, after + 1))
                numbers = stay_winning_features(players, after, eager, fraction_held, above)
                found.holding[kind].append((numbers, won[card]))
            hands[seat].remove(card)
            live_cards &= ~(1 << card)
        needs[current_trick.winner] -= 1


def _play_out_round(
    card_chances: CardChances, dealt: Dealt, needs: list[int], live_cards: int
) -> list[tuple[int, int]]:
    """Play a dealt round by the bots' fast rules of thumb.

    Return all (seat, card) pairs in order of play. `needs` has the number of tricks that each seat wants to
    win, and `live_cards` is the bit set of all cards in `dealt.hands` and `dealt.rest`.
    """
    told: list[tuple[Ints, Ints]] = []
    hands = [_column(hand) for hand in dealt.hands]
    play_out_deals(card_chances, hands, _column(needs), dealt.leader, EMPTY, live_cards, play_log=told)
    return [(int(seat[0]), int(card[0])) for seat, card in told]


def _column(numbers: list[int]) -> Ints:
    """Return the numbers as an array with one column, as `play_out_deals` expects for a single deal."""
    return np.array(numbers, np.int64)[:, None]


def _choose_bid(card_chances: CardChances, hand: list[int]) -> int:
    """Add up the chances of a hand's cards to win a trick, and return the rounded sum as a bid."""
    theirs = ALL_BITS & ~card_bits(hand)
    return round(sum(card_chances.bidding[card][(theirs & HIGHER[card]).bit_count()] for card in hand))


def _trick_wins_by_card(tricks: list[list[tuple[int, int]]], trump: int, edition: str) -> dict[int, bool]:
    """Return a dict from each played card to whether the card won its trick.

    Each item of `tricks` lists the (seat, card) pairs of one trick in order of play.
    """
    won: dict[int, bool] = {}
    for trick in tricks:
        current_trick = EMPTY
        for seat, card in trick:
            current_trick = trick_with_card(current_trick, seat, card, trump, edition)
        won |= {card: seat == current_trick.winner for seat, card in trick}
    return won


def _cards_with_kinds(
    hand: set[int], live_cards: int, trump: int, edition: str
) -> Iterator[tuple[int, str, int]]:
    """Yield each card of a hand with its kind and the number of higher cards that others may hold.

    The kind is a code such as "T" for a trump. Others may hold the cards in the bit set `live_cards` that are
    not in the hand.
    """
    theirs = live_cards & ~card_bits(hand)
    for card in sorted(hand):
        yield card, worth.card_kind(card, trump, edition), (theirs & HIGHER[card]).bit_count()


def fit(samples: list[tuple[tuple[float, ...], bool]]) -> tuple[float, ...]:
    """Fit a logistic regression to samples of card features and trick wins, and return the weights.

    Uses Newton's method with a ridge penalty.
    """
    size = len(samples[0][0])
    found = [0.0] * size
    for _ in range(7):
        slope = [-RIDGE * w for w in found]
        curve = [[RIDGE * (i == j) for j in range(size)] for i in range(size)]
        for numbers, won in samples:
            total = sum(w * x for w, x in zip(found, numbers, strict=True))
            chance = 1 / (1 + exp(-max(-30.0, min(30.0, total))))
            miss, bend = won - chance, chance * (1 - chance)
            for i, x in enumerate(numbers):
                if x:
                    slope[i] += miss * x
                    row, bx = curve[i], bend * x
                    for j in range(i + 1):
                        row[j] += bx * numbers[j]
        for i in range(size):
            for j in range(i):
                curve[j][i] = curve[i][j]
        found = [w + step for w, step in zip(found, _solve(curve, slope), strict=True)]
    return tuple(round(w, 4) for w in found)


def _solve(matrix: list[list[float]], right: list[float]) -> list[float]:
    """Solve the linear equations `matrix` · x = `right` by Gauss-Jordan elimination, and return x."""
    rows = [[*row, value] for row, value in zip(matrix, right, strict=True)]
    size = len(rows)
    for i in range(size):
        best = max(range(i, size), key=lambda k: abs(rows[k][i]))
        rows[i], rows[best] = rows[best], rows[i]
        for k in range(size):
            if k != i:
                factor = rows[k][i] / rows[i][i]
                rows[k] = [a - factor * b for a, b in zip(rows[k], rows[i], strict=True)]
    return [rows[i][size] / rows[i][i] for i in range(size)]


def main() -> None:
    """Fit the weights by which bots judge cards, and write the weights to a module.

    Repeat both steps `--times` times, each time with new rounds that are simulated with the newest weights.
    """
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=2000)
    parser.add_argument("--times", type=int, default=4)
    parser.add_argument("--edition", choices=tuple(EDITIONS), default=BASE)
    asked = parser.parse_args()
    for time in range(asked.times):
        found = gather_samples(asked.rounds, random.Random(100_000 + time), asked.edition)
        for name, samples in found._asdict().items():
            table: dict[str, Numbers] = getattr(WEIGHTS[asked.edition], name)
            table.update({kind: fit(seen[:MAX_SAMPLES]) for kind, seen in samples.items()})
        worth.clear_caches()
        arrays.clear_caches()
        _write_weights(asked.edition)


def _write_weights(edition: str) -> None:
    """Write the module with the fitted weights for an edition of the rules, in games/bots/search/learned/."""
    lines = [HEADER.format(edition)]
    for name in TrainingSamples._fields:
        lines.append(f"{name.upper()}: dict[str, tuple[float, ...]] = {{")
        table = getattr(WEIGHTS[edition], name)
        lines += [f'    "{kind}": {values},' for kind, values in sorted(table.items())]
        lines.append("}")
    Path(learned.__file__).with_name(f"{edition}.py").write_text("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
