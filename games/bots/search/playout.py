"""Plays known deals to their end, with one quick rule by which each seat tries to meet its bid.

A seat estimates how many tricks its cards will take, and plays the card that brings the estimate closest to
the number of tricks it needs. All deals are played in parallel, one card in each deal at a time: the last
axis of each array is the deal. This is the core of the search.
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
    chance_table_size,
    later_trick_chance_array,
    trick_state_index,
    trick_tables,
    winning_card_chance_array,
)
from games.bots.search.current_trick import EMPTY, CurrentTrick
from games.bots.search.reckoning import GOALS, INDEX, best_card_indexes, score_cards
from games.bots.search.worth import CardChances

OWN, NEED, HAND = 0, 1, 2
"""Rows of `kept` for each seat: its cards as bits, the tricks it needs, then one row per card."""


def play_out_deals(
    card_chances: CardChances,
    hands: Sequence[Ints],
    needs: Ints,
    seat: int,
    current_trick: CurrentTrick,
    live_cards: int,
    first_cards: Ints | None = None,
    play_log: list[tuple[Ints, Ints]] | None = None,
) -> Ints:
    """Play many deals to the end in parallel.

    Return an array indexed by seat and by deal: how many tricks the seat falls short of its bid. The number
    is negative if the seat takes too many tricks.

    `card_chances` has the parameters of the chances by which the seats choose cards. `hands` has an array
    for each seat, indexed by position in the hand and by deal. `needs`, indexed by seat and by deal, has the
    number of tricks that the seat still needs. `seat` plays the next card of `current_trick`, which is the
    same in all deals. `live_cards` has the bits of all unplayed cards, dealt or not, except a turned-up card.

    If `first_cards` is given, `seat` begins with these cards, one for each deal. If `play_log` is given,
    append a pair of arrays to it for each play: the seats that play and their cards, by deal.
    """
    rows = _ParallelDeals(card_chances, hands, needs, seat, current_trick, live_cards)
    for cards_left in reversed(range(len(hands[seat]))):
        rows.prepare_trick(cards_left)
        for place in range(current_trick.played, rows.players):
            card_indexes = (
                rows.choose_card_indexes(place)
                if first_cards is None
                else rows.find_card_indexes(place, first_cards)
            )
            first_cards = None
            card = rows.play_cards(place, card_indexes)
            if play_log is not None:
                play_log.append(((rows.leader + place) % rows.players, card))
        rows.end_trick()
        current_trick = EMPTY
    return rows.remaining_needs()


class _ParallelDeals:
    """The state of all deals: each is at the same card of the same trick, but the leaders may differ."""

    def __init__(
        self,
        card_chances: CardChances,
        hands: Sequence[Ints],
        needs: Ints,
        seat: int,
        current_trick: CurrentTrick,
        live_cards: int,
    ) -> None:
        """Store the hands, the tricks needed and the current trick of all deals in arrays.

        `seat` plays the next card. `live_cards` has the bits of all unplayed cards, dealt or not, except a
        turned-up card.
        """
        self.players, rows = needs.shape
        self.card_chances = card_chances
        self.laying = trick_tables(card_chances.trump, card_chances.edition)
        self.row: Ints = np.arange(rows)
        seats = [(seat - current_trick.played + place) % self.players for place in range(self.players)]
        self.leader: Ints = np.full(rows, seats[0])
        self.kept: Ints = np.zeros((self.players, HAND + len(hands[seat]), rows), np.int64)
        for kept, each in zip(self.kept, seats, strict=True):
            hand = hands[each]
            kept[OWN] = np.bitwise_or.reduce(BIT.take(hand), axis=0)
            kept[NEED] = needs[each]
            kept[HAND : HAND + len(hand)] = hand
        self.live_cards: Ints = np.full(rows, live_cards)
        self.lies: Ints = np.full(rows, trick_state_index(current_trick.suit, current_trick.strength))
        self.winner: Ints = np.full(rows, seats.index(current_trick.winner) if current_trick.played else 0)
        order = np.arange(self.players)
        self.turned: Ints = (order + order[:, None]) % self.players

    def prepare_trick(self, cards_left: int) -> None:
        """Prepare the arrays for choosing cards in the next trick.

        After that trick, each hand has `cards_left` cards.
        """
        self.cards_left = cards_left
        # Nobody has a choice in the last trick.
        if cards_left:
            need = self.kept[:, NEED]
            card_chances, width = self.card_chances, chance_table_size(self.card_chances.edition)
            self.in_play = later_trick_chance_array(
                card_chances.players, cards_left, card_chances.stock_size, card_chances.edition
            )
            # Two rows: the tricks needed after losing this trick, and after winning it.
            self.by_need: Ints = np.minimum(np.maximum((need, need - 1), 0), cards_left) * width
            self.goals: Complexes = need + GOALS
            eager = need > 0
            after = np.add.reduce(eager, axis=0) - np.add.accumulate(eager, axis=0, dtype=np.int64)
            self.eager: Ints = after * width

    def find_card_indexes(self, place: int, cards: Ints) -> Ints:
        """Return the position of each deal's card in the hand of the player at `place`.

        `cards` has one card for each deal. Places count the trick's order of play: 0 leads.
        """
        # The card must be in the hand: for a missing card, `argmax` would return 0.
        found: Ints = np.argmax(self._remaining_cards(place) == cards, axis=0)
        return found

    def choose_card_indexes(self, place: int) -> Ints:
        """Choose a legal card in each deal for the player at `place`, and return its position in the hand.

        Places count the trick's order of play: 0 leads.
        """
        if not self.cards_left:
            return np.zeros_like(self.row)
        hand, own = self._remaining_cards(place), self.kept[place, OWN]
        at = self.laying.at.take(hand)
        at += np.bitwise_count(BEYOND.take(hand) & (self.live_cards ^ own))
        lost, won = score_cards(self.in_play.take(at + self.by_need[:, place, None]), self.goals[:, place])
        at += self.eager[place]
        followers, card_chances = self.players - 1 - place, self.card_chances
        chance = winning_card_chance_array(
            self.players, followers, card_chances.cards_left, card_chances.stock_size, card_chances.edition
        ).take(at)
        # In place from here on: lost + chance * (won - lost), without a new array for each step.
        won -= lost
        if place:
            follows = (own & self.laying.suit_bits.take(self.lies)) != 0
            laid = hand + (self.lies + follows * FOLLOWS)
            chance *= self.laying.wins.take(laid)
            lost += self.laying.legal.take(laid)
        else:
            # The leader may play any card.
            lost += LEGAL
        won *= chance
        won += lost
        # The card that makes the seat most likely to meet its bid exactly.
        return best_card_indexes(won)

    def play_cards(self, place: int, card_indexes: Ints) -> Ints:
        """Play a card in each deal for the player at `place`, and return the cards.

        `card_indexes` are the cards' positions in the hands. Places count the trick's order of play: 0 leads.
        """
        hand = self._remaining_cards(place)
        card: Ints = hand[card_indexes, self.row] if self.cards_left else hand[0]
        if self.cards_left:
            np.copyto(hand[:-1], hand[1:], where=INDEX[: self.cards_left] >= card_indexes)
            bit = BIT.take(card)
            self.kept[place, OWN] ^= bit
            self.live_cards ^= bit
        laid = self.lies + card
        np.copyto(self.winner, place, where=self.laying.takes.take(laid))
        self.lies = self.laying.then.take(laid)
        return card

    def end_trick(self) -> None:
        """Credit the trick to its winner in each deal, and let the winner lead the next trick."""
        _, size, rows = self.kept.shape
        whose = self.turned.take(self.winner, axis=1) * (size * rows)
        size = HAND + self.cards_left
        cards = np.arange(size * rows).reshape(size, rows)
        self.kept = self.kept.reshape(-1).take(whose[:, None] + cards)
        self.kept[0, NEED] -= 1
        self.leader = (self.leader + self.winner) % self.players
        self.winner = np.zeros_like(self.winner)
        self.lies = np.full_like(self.lies, trick_state_index(EMPTY.suit, EMPTY.strength))

    def remaining_needs(self) -> Ints:
        """For each seat and deal, return how many more tricks the seat needs.

        The number is negative if the seat has taken too many tricks.
        """
        found = np.empty((self.players, len(self.row)), np.int64)
        for place in range(self.players):
            found[(self.leader + place) % self.players, self.row] = self.kept[place, NEED]
        return found

    def _remaining_cards(self, place: int) -> Ints:
        """Return the cards in hand of the player at `place`, as an array by position in the hand and by deal.

        Writing to the array changes the hands.
        """
        # `place` is the seat's place in the trick's order of play (0 leads).
        return self.kept[place, HAND : HAND + self.cards_left + 1]
