"""The search for a strategy that fulfils a claim, whatever the rivals hold and play."""

from collections.abc import Iterator
from typing import NamedTuple

from games.rules.cards import Card
from games.rules.claims.holdings import MissingSuits, UnseenCards, UnseenCounts
from games.rules.claims.knowledge import Knowledge
from games.rules.claims.others import RivalPlay, RivalPlayFinder
from games.rules.claims.trick import CLAIMANT, WIZARDS, OpenTrick, strength_in_trick, trick_after_card
from games.rules.editions import EDITIONS


class Undecided(Exception):
    """The search reached its limit before it could decide whether the claim holds."""


class ClaimPosition(NamedTuple):
    """What the claimant's strategy may depend on: what all players see, and the claimant's hand."""

    hand: tuple[Card, ...]
    """The claimant's hand."""
    counts: UnseenCounts
    voids: MissingSuits
    trick: OpenTrick
    """The current trick."""


class ClaimSearch:
    """A search that decides, position by position, whether a claim holds whatever the rivals hold or play."""

    def __init__(
        self, known: Knowledge, unseen_cards: UnseenCards, *, claims_all: bool, max_positions: int
    ) -> None:
        """Prepare to check a claim of all remaining tricks, or of none if `claims_all` is False.

        The search gives up after `max_positions` different positions.
        """
        self._known, self._unseen_cards, self._claims_all = known, unseen_cards, claims_all
        self._edition = EDITIONS[known.edition]
        self._players = len(known.sizes) + 1
        self._rival_plays = RivalPlayFinder(unseen_cards, self._players)
        self._kept: dict[ClaimPosition, bool] = {}
        self._left = max_positions

    @property
    def start_position(self) -> ClaimPosition:
        """The position at the moment of the claim, with the claimant to play."""
        cards_on_table = self._known.cards_on_table
        # The claimant, seat 0, is to move, so the leader's seat precedes it by the number of cards played.
        trick = OpenTrick(-len(cards_on_table) % self._players, self._players)
        for card in cards_on_table:
            trick = self._trick_after(trick, card)
        return ClaimPosition(self._known.hand, self._unseen_cards.counts, self._unseen_cards.voids, trick)

    def find_card_for_claim(self) -> Card | None:
        """Return a card to play first so that the claim is sure to succeed, or None if there is none.

        Raise Undecided if the search reaches its limit of positions.
        """
        return next(
            (
                card
                for card, after in self._positions_after_claimant(self.start_position)
                if self.can_fulfil_claim(after)
            ),
            None,
        )

    def can_fulfil_claim(self, position: ClaimPosition) -> bool:
        """Return whether the claim is sure to succeed from this position.

        Raise Undecided if the search reaches its limit of positions.
        """
        known = self._kept.get(position)
        if known is None:
            if not self._left:
                raise Undecided
            self._left -= 1
            known = self._kept[position] = self._can_fulfil_claim_uncached(position)
        return known

    def _can_fulfil_claim_uncached(self, position: ClaimPosition) -> bool:
        """Return whether the claim is sure to succeed from this position, without a look into the cache.

        Raise Undecided if the search reaches its limit of positions.
        """
        hand, counts, voids, trick = position
        if trick.left and trick.turn == CLAIMANT:
            # One card of the claimant that works is enough.
            return any(self.can_fulfil_claim(after) for _, after in self._positions_after_claimant(position))
        decided = not trick.left or self._claimant_lost_trick(trick)
        if decided and (trick.holder == CLAIMANT) != self._claims_all:
            return False
        if decided and not hand:
            return True
        if trick.left:
            # The claim must succeed after every card that the rival may play.
            return all(self.can_fulfil_claim(after) for after in self._positions_after_rival(position))
        return self.can_fulfil_claim(
            ClaimPosition(hand, counts, voids, OpenTrick(trick.holder, self._players))
        )

    def _claimant_lost_trick(self, trick: OpenTrick) -> bool:
        """Return whether the claimant can no longer win this trick.

        This is so if the claimant has played to the trick and another player's card is winning.
        """
        return trick.holder != CLAIMANT and self._claimant_has_played(trick)

    def _claimant_has_played(self, trick: OpenTrick) -> bool:
        """Return whether the claimant has already played a card to this trick."""
        return trick.turn + trick.left <= self._players

    def _card_strength(self, trick: OpenTrick, card: Card) -> int:
        """Return the strength of `card` if it is played to this trick now; the strongest card wins."""
        return strength_in_trick(card, trick.suit, self._known.trump, self._edition)

    def _trick_after(self, trick: OpenTrick, card: Card) -> OpenTrick:
        """Return the trick after the player to move has played `card`."""
        return trick_after_card(trick, card, self._card_strength(trick, card), self._players)

    def _positions_after_claimant(self, position: ClaimPosition) -> Iterator[tuple[Card, ClaimPosition]]:
        """Yield each card that the claimant may legally play, with the resulting position."""
        hand, counts, voids, trick = position
        for card in self._edition.legal_cards(hand, trick.suit_to_follow):
            rest = tuple([other for other in hand if other != card])
            yield card, ClaimPosition(rest, counts, voids, self._trick_after(trick, card))

    def _positions_after_rival(self, position: ClaimPosition) -> Iterator[ClaimPosition]:
        """Yield every position that can result when the rival to move plays a card."""
        hand, counts, voids, trick = position
        for shown in self._plays_to_try(
            position, self._rival_plays.list_possible_plays(counts, voids, trick, len(hand))
        ):
            card = shown.kind.card
            after = self._trick_after(trick, card)
            yield ClaimPosition(hand, shown.counts, shown.voids, after)
            # If the card and another rival's winning card are interchangeable, it is unknown which is higher.
            if after.holder not in (CLAIMANT, trick.turn) and self._may_beat_winning_card(trick, card):
                yield ClaimPosition(hand, shown.counts, shown.voids, after._replace(holder=trick.turn))

    def _may_beat_winning_card(self, trick: OpenTrick, card: Card) -> bool:
        """Return whether `card` and the trick's winning card belong to the same group of suit cards.

        The cards of a group are interchangeable from the claimant's view, and `card` stands for the whole
        group. It is therefore unknown which of the two cards is higher. Return False for Jesters and Wizards,
        of which the first one played wins.
        """
        return 0 < self._card_strength(trick, card) == trick.strength < WIZARDS

    def _plays_to_try(self, position: ClaimPosition, plays: list[RivalPlay]) -> list[RivalPlay]:
        """Return the rival's plays that the search has to try.

        If the claim succeeds after each of these plays, it succeeds after all of `plays`. `plays` are all
        plays of the rival to move, from low cards to high cards. `position` is the position before the play.
        Against a claim of no tricks, return all plays, the most dangerous first. Against a claim of all
        tricks, return one play that beats the claimant's card, or if there is none, the lowest play of each
        suit.
        """
        # Against a claim of no tricks, try all plays, the most dangerous first.
        if not self._claims_all:
            first = self._most_dangerous_plays(position, plays)
            return first + [shown for shown in plays if shown not in first]
        # Against a claim of all tricks, one play after which the claimant is not winning the trick is enough.
        for shown in plays:
            if self._trick_after(position.trick, shown.kind.card).holder != CLAIMANT:
                return [shown]
        # Keeping the higher cards for later can only help the rival.
        return _lowest_play_of_each_suit(plays)

    def _most_dangerous_plays(self, position: ClaimPosition, plays: list[RivalPlay]) -> list[RivalPlay]:
        """Return the rival's plays that seem most likely to refute a claim of no tricks, likeliest first."""
        trick = position.trick
        # The claimant cannot win this trick any more, so the rival gets rid of the highest card.
        if self._claimant_lost_trick(trick):
            return plays[-1:]
        if self._claimant_has_played(trick):
            taking = [each for each in plays if self._trick_after(trick, each.kind.card).holder == CLAIMANT]
            plays = taking or plays[-1:]
        # Low cards leave the trick to the claimant, or may force the claimant to take one.
        own = {card[0] for card in position.hand}
        return sorted(_lowest_play_of_each_suit(plays), key=lambda shown: shown.kind.card[0] not in own)


def _lowest_play_of_each_suit(plays: list[RivalPlay]) -> list[RivalPlay]:
    """Return the plays of the lowest card of each suit. Jesters and Wizards count as suits here."""
    # A card that can beat Wizards in the table's edition counts as a suit of its own, too.
    lowest: dict[str, RivalPlay] = {}
    for shown in plays:
        lowest.setdefault(shown.kind.card if shown.kind.single else shown.kind.card[0], shown)
    return list(lowest.values())


class GenerousSearch(ClaimSearch):
    """A search that is generous to the rivals: they may replay cards, or play suits that they lack.

    It therefore rejects some claims that hold, but proves most of them, and quickly: between tricks only the
    claimant's hand changes, so there are few positions.
    """

    def can_fulfil_claim(self, position: ClaimPosition) -> bool:
        """Return whether the claim is sure to succeed even if the rivals need not obey all the rules.

        A rival may play the same card twice. A rival who fails to follow a suit after the claim may still
        play that suit later. Return False if the search reaches its limit of positions.
        """
        try:
            return super().can_fulfil_claim(position)
        except Undecided:
            return False

    def _plays_to_try(self, position: ClaimPosition, plays: list[RivalPlay]) -> list[RivalPlay]:
        """Return the rival's plays that the search has to try, as if the rival kept each played card.

        The returned plays therefore leave unchanged what the rivals may hold. This keeps the number of
        different positions small. `plays` are all plays of the rival to move. `position` is the position
        before the play.
        """
        looked_at = super()._plays_to_try(position, plays)
        return [RivalPlay(shown.kind, position.counts, position.voids) for shown in looked_at]


class ExactSearch(ClaimSearch):
    """An exact search that tries a generous search first in each position, because that is faster."""

    def __init__(
        self,
        generous_search: GenerousSearch,
        known: Knowledge,
        unseen_cards: UnseenCards,
        *,
        claims_all: bool,
        max_positions: int,
    ) -> None:
        """Prepare to check a claim of all remaining tricks, or of none if `claims_all` is False.

        In each position, `generous_search` is tried first, because that search is faster. A claim that
        succeeds in the generous search is sure to succeed. The exact search gives up after `max_positions`
        different positions.
        """
        super().__init__(known, unseen_cards, claims_all=claims_all, max_positions=max_positions)
        self._generous_search = generous_search

    def _can_fulfil_claim_uncached(self, position: ClaimPosition) -> bool:
        """Return whether the claim is sure to succeed from this position, without a look into the cache.

        First try the generous search, which is faster. Raise Undecided if the exact search reaches its limit
        of positions.
        """
        # The generous search lets the rivals play more cards than they can hold: if the claim succeeds there,
        # it succeeds here, too.
        relaxed = ClaimPosition(
            position.hand, self._unseen_cards.counts, self._unseen_cards.voids, position.trick
        )
        return self._generous_search.can_fulfil_claim(relaxed) or super()._can_fulfil_claim_uncached(position)


class NarrowSearch(ExactSearch):
    """A search that tries only the most promising of the rivals' cards against a claim of no tricks.

    It therefore accepts some claims that fail, but refutes most of them quickly.
    """

    def _plays_to_try(self, position: ClaimPosition, plays: list[RivalPlay]) -> list[RivalPlay]:
        """Return the rival's plays to try.

        Against a claim of no tricks, these are only the plays that most probably make the claim fail.
        """
        return (
            super()._plays_to_try(position, plays)
            if self._claims_all
            else self._most_dangerous_plays(position, plays)
        )
