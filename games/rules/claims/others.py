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
        """Prepare to list the cards that the claimant's rivals (all other players) can play.

        `players` is the number of players at the table, including the claimant.
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
        """Return each kind of card that the next rival can legally play, with what is known after that play.

        A kind is a group of interchangeable cards. `unseen_counts` (unseen cards of each kind) and
        `missing_suits` (suits that each rival cannot hold) describe what is known before the play.
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
        """Yield each kind of card that the next rival can legally play, with what is known after that play.

        Unlike `list_possible_plays`, this uses no cache.
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
        """Return the number of cards in each rival's hand after the next card is played, by seat.

        The entry of the claimant (seat 0) is 0.
        """
        players = self._players
        waiting = {(trick.turn + n) % players for n in range(1, trick.left)}
        rest = claimant_hand_size - (CLAIMANT in waiting)
        return (0, *(rest + (seat in waiting) for seat in range(1, players)))
