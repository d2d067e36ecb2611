"""The cards that the claimant's rivals may play: every card that is legal in some deal still possible."""

from collections.abc import Hashable, Iterator
from typing import NamedTuple

from games.rules.claims.holdings import Kind, MissingSuits, UnseenCards, UnseenCounts, suit_bit
from games.rules.claims.trick import CLAIMANT, OpenTrick


class RivalPlay(NamedTuple):
    """A kind of card that a rival may play now, and what the rivals may hold afterwards."""

    kind: Kind
    counts: UnseenCounts
    voids: MissingSuits


class RivalPlayFinder:
    """The cards that the claimant's rivals may play at each of their turns."""

    def __init__(self, unseen_cards: UnseenCards, players: int) -> None:
        """Prepare to list the cards that the rivals of the claiming player can play.

        `players` is the number of players, including the claiming one.
        """
        self._unseen_cards = unseen_cards
        self._players = players
        self._found: dict[Hashable, list[RivalPlay]] = {}

    def list_possible_plays(
        self,
        unseen_counts: UnseenCounts,
        missing_suits: MissingSuits,
        trick: OpenTrick,
        claimant_hand_size: int,
    ) -> list[RivalPlay]:
        """Return the cards that the rival to move may play, each with what the rivals may hold afterwards.

        Interchangeable cards are listed once. The arguments describe the position before the play: the unseen
        cards of each kind, the suits that each player lacks, the trick, and the size of the claimant's hand.
        """
        # What the next player may hold does not depend on which card is winning.
        key = (unseen_counts, missing_suits, trick[:3], claimant_hand_size)
        found = self._found.get(key)
        if found is None:
            found = self._found[key] = list(
                self._compute_possible_plays(unseen_counts, missing_suits, trick, claimant_hand_size)
            )
        return found

    def _compute_possible_plays(
        self,
        unseen_counts: UnseenCounts,
        missing_suits: MissingSuits,
        trick: OpenTrick,
        claimant_hand_size: int,
    ) -> Iterator[RivalPlay]:
        """Find, without using the cache, the cards that the rival to move may play.

        Yield each of them with what the rivals may hold afterwards.
        """
        seat, owed = trick.turn, suit_bit(trick.suit)
        denying = (*missing_suits[:seat], missing_suits[seat] | owed, *missing_suits[seat + 1 :])
        sizes = self._hand_sizes_after(trick, claimant_hand_size)
        for number, (kind, count) in enumerate(zip(self._unseen_cards.kinds, unseen_counts, strict=True)):
            if not count or kind.suit & missing_suits[seat]:
                continue
            shown = denying if owed and kind.suit not in (0, owed) else missing_suits
            rest = (*unseen_counts[:number], count - 1, *unseen_counts[number + 1 :])
            if self._unseen_cards.is_deal_possible(rest, sizes, shown):
                yield RivalPlay(kind, rest, shown)

    def _hand_sizes_after(self, trick: OpenTrick, claimant_hand_size: int) -> tuple[int, ...]:
        """Return how many cards each rival holds after the next card is played, by seat.

        Seat 0 is the claiming player, whose entry is always 0.
        """
        players = self._players
        waiting = {(trick.turn + n) % players for n in range(1, trick.left)}
        rest = claimant_hand_size - (CLAIMANT in waiting)
        return (0, *(rest + (seat in waiting) for seat in range(1, players)))
