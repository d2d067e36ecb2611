"""The cards that the claimant's rivals may play: every card that is legal in some deal still possible."""

from collections.abc import Hashable, Iterator
from typing import NamedTuple

from games.rules.claims.holdings import Counts, Holdings, Kind, Voids, suit_bit
from games.rules.claims.trick import CLAIMANT, OpenTrick


class Disclosure(NamedTuple):
    """A kind of card that a rival may play now, and what the rivals may hold afterwards."""

    kind: Kind
    counts: Counts
    voids: Voids


class RivalPlays:
    """The cards that the claimant's rivals may play at each of their turns."""

    def __init__(self, holdings: Holdings, players: int) -> None:
        """Prepare to list the rivals' possible cards; `players` includes the claimant."""
        self._holdings = holdings
        self._players = players
        self._found: dict[Hashable, list[Disclosure]] = {}

    def list_possible_cards(
        self, counts: Counts, voids: Voids, trick: OpenTrick, hand_size: int
    ) -> list[Disclosure]:
        """Return the kinds of cards that the rival to move can legally play in at least one possible deal.

        A kind is a group of interchangeable cards. `counts` (unseen cards of each kind) and `voids` (suits
        that each rival lacks) apply before the play; each result contains both after it. `hand_size` is the
        claimant's.
        """
        # What the next player may hold does not depend on which card is winning.
        key = (counts, voids, trick[:3], hand_size)
        found = self._found.get(key)
        if found is None:
            found = self._found[key] = list(self._find_cards(counts, voids, trick, hand_size))
        return found

    def _find_cards(
        self, counts: Counts, voids: Voids, trick: OpenTrick, hand_size: int
    ) -> Iterator[Disclosure]:
        """Yield each kind of card that the rival to move can legally play, with the possible hands after it.

        This is `list_possible_cards` without its cache.
        """
        seat, owed = trick.turn, suit_bit(trick.suit)
        denying = (*voids[:seat], voids[seat] | owed, *voids[seat + 1 :])
        sizes = self._hand_sizes_after(trick, hand_size)
        for number, (kind, count) in enumerate(zip(self._holdings.kinds, counts, strict=True)):
            if not count or kind.suit & voids[seat]:
                continue
            shown = denying if owed and kind.suit not in (0, owed) else voids
            rest = (*counts[:number], count - 1, *counts[number + 1 :])
            if self._holdings.is_deal_possible(rest, sizes, shown):
                yield Disclosure(kind, rest, shown)

    def _hand_sizes_after(self, trick: OpenTrick, hand_size: int) -> tuple[int, ...]:
        """Return the size of each rival's hand after the next play, by seat; 0 for the claimant (seat 0)."""
        players = self._players
        waiting = {(trick.turn + n) % players for n in range(1, trick.left)}
        rest = hand_size - (CLAIMANT in waiting)
        return (0, *(rest + (seat in waiting) for seat in range(1, players)))
