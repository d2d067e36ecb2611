"""Plays known deals to their end, each seat towards its bid by one quick rule; the heart of the search.

A seat reckons the tricks its cards are worth, and plays the card that brings reckoning and need together. All
deals are played at once, a card in each: what is one number in one deal is a row of them here, the last axis.
"""

from collections.abc import Sequence

import numpy as np

from games.bots.search.arrays import (
    BEYOND,
    BIT,
    FOLLOWS,
    LEGAL,
    Complexes,
    Ints,
    holding,
    in_play,
    laying,
    number_of,
    places,
)
from games.bots.search.lying import EMPTY, Lying
from games.bots.search.reckoning import GOALS, INDEX, first_of_best, goods
from games.bots.search.worth import Worth

OWN, NEED, HAND = 0, 1, 2
"""What is kept of a seat: its cards as bits, the tricks that it needs, and from there on its cards."""


def play_out(
    worth: Worth,
    hands: Sequence[Ints],
    needs: Ints,
    seat: int,
    lying: Lying,
    live: int,
    first: Ints | None = None,
    told: list[tuple[Ints, Ints]] | None = None,
) -> Ints:
    """By how many tricks each seat misses its need (0: met, above: too few, below: too many) in the end.

    `seat` plays first, with the cards `first` if they are given. `hands` are the cards of each seat, `needs`
    the tricks of each, `live` the cards, as bits, that somebody holds or nobody has seen, the same in all
    deals. Each play is added to `told`, if there is one, as seats and cards.
    """
    rows = _Rows(worth, hands, needs, seat, lying, live)
    for left in reversed(range(len(hands[seat]))):
        rows.look_ahead(left)
        for place in range(lying.played, rows.players):
            at = rows.choose(place) if first is None else rows.find(place, first)
            first = None
            card = rows.lay(place, at)
            if told is not None:
                told.append(((rows.leader + place) % rows.players, card))
        rows.end_trick()
        lying = EMPTY
    return rows.needs()


class _Rows:
    """The state of all deals. All are at the same card of the trick, whichever seat leads in each."""

    def __init__(
        self, worth: Worth, hands: Sequence[Ints], needs: Ints, seat: int, lying: Lying, live: int
    ) -> None:
        self.players, rows = needs.shape
        self.worth = worth
        self.laying = laying(worth.trump, worth.edition)
        self.row: Ints = np.arange(rows)
        seats = [(seat - lying.played + place) % self.players for place in range(self.players)]
        self.leader: Ints = np.full(rows, seats[0])
        self.kept: Ints = np.zeros((self.players, HAND + len(hands[seat]), rows), np.int64)
        for kept, each in zip(self.kept, seats, strict=True):
            hand = hands[each]
            kept[OWN] = np.bitwise_or.reduce(BIT.take(hand), axis=0)
            kept[NEED] = needs[each]
            kept[HAND : HAND + len(hand)] = hand
        self.live: Ints = np.full(rows, live)
        self.lies: Ints = np.full(rows, number_of(lying.suit, lying.strength))
        self.winner: Ints = np.full(rows, seats.index(lying.winner) if lying.played else 0)
        order = np.arange(self.players)
        self.turned: Ints = (order + order[:, None]) % self.players

    def look_ahead(self, left: int) -> None:
        """Compute what depends on the needs, which are constant during a trick; `left` cards
        remain per hand.
        """
        self.left = left
        if left:
            need = self.kept[:, NEED]
            worth, width = self.worth, places(self.worth.edition)
            self.in_play = in_play(worth.players, left, worth.out, worth.edition)
            self.by_need: Ints = np.minimum(np.maximum((need, need - 1), 0), left) * width
            self.goals: Complexes = need + GOALS
            eager = need > 0
            after = np.add.reduce(eager, axis=0) - np.add.accumulate(eager, axis=0, dtype=np.int64)
            self.eager: Ints = after * width

    def find(self, place: int, card: Ints) -> Ints:
        """Return the index of the card in the hand of the seat at `place`."""
        found: Ints = np.argmax(self._hand(place) == card, axis=0)
        return found

    def choose(self, place: int) -> Ints:
        """Return the index of the card after which the rest of the hand likeliest takes exactly the need."""
        if not self.left:
            return np.zeros_like(self.row)
        hand, own = self._hand(place), self.kept[place, OWN]
        at = self.laying.at.take(hand)
        at += np.bitwise_count(BEYOND.take(hand) & (self.live ^ own))
        lost, won = goods(self.in_play.take(at + self.by_need[:, place, None]), self.goals[:, place])
        at += self.eager[place]
        followers, worth = self.players - 1 - place, self.worth
        chance = holding(self.players, followers, worth.left, worth.out, worth.edition).take(at)
        won -= lost
        if place:
            follows = (own & self.laying.suit_bits.take(self.lies)) != 0
            laid = hand + (self.lies + follows * FOLLOWS)
            chance *= self.laying.wins.take(laid)
            lost += self.laying.legal.take(laid)
        else:
            lost += LEGAL
        won *= chance
        won += lost
        return first_of_best(won)

    def lay(self, place: int, at: Ints) -> Ints:
        """Play the cards at these indexes, and return them."""
        hand = self._hand(place)
        card: Ints = hand[at, self.row] if self.left else hand[0]
        if self.left:
            np.copyto(hand[:-1], hand[1:], where=INDEX[: self.left] >= at)
            bit = BIT.take(card)
            self.kept[place, OWN] ^= bit
            self.live ^= bit
        laid = self.lies + card
        np.copyto(self.winner, place, where=self.laying.takes.take(laid))
        self.lies = self.laying.then.take(laid)
        return card

    def end_trick(self) -> None:
        """Count the trick for its winner, who leads the next one."""
        _, size, rows = self.kept.shape
        whose = self.turned.take(self.winner, axis=1) * (size * rows)
        size = HAND + self.left
        cards = np.arange(size * rows).reshape(size, rows)
        self.kept = self.kept.reshape(-1).take(whose[:, None] + cards)
        self.kept[0, NEED] -= 1
        self.leader = (self.leader + self.winner) % self.players
        self.winner = np.zeros_like(self.winner)
        self.lies = np.full_like(self.lies, number_of(EMPTY.suit, EMPTY.strength))

    def needs(self) -> Ints:
        """Return the tricks that each seat still needs."""
        found = np.empty((self.players, len(self.row)), np.int64)
        for place in range(self.players):
            found[(self.leader + place) % self.players, self.row] = self.kept[place, NEED]
        return found

    def _hand(self, place: int) -> Ints:
        return self.kept[place, HAND : HAND + self.left + 1]
