"""Claims judged without any of the search's shortcuts: every deal, every play, one card after the other."""

from collections.abc import Iterator, Sequence
from itertools import combinations

from games.rules.cards import Card
from games.rules.cards.trick import suit_to_follow
from games.rules.claims.knowledge import Knowledge
from games.rules.editions import EDITIONS

Hands = tuple[frozenset[Card], ...]
CLAIMANT = 0


def deals(known: Knowledge) -> frozenset[Hands]:
    """The others' hands in every deal that agrees with what the claimant knows."""
    return frozenset(_deals(frozenset(known.pool), known.sizes, known.voids))


def _deals(pool: frozenset[Card], sizes: Sequence[int], voids: Sequence[frozenset[str]]) -> Iterator[Hands]:
    if not sizes:
        yield ()
        return
    may_hold = sorted(card for card in pool if card[0] not in voids[0])
    for hand in map(frozenset, combinations(may_hold, sizes[0])):
        for others in _deals(pool - hand, sizes[1:], voids[1:]):
            yield (hand, *others)


def holds(known: Knowledge, *, takes: bool) -> bool:
    """Whether one strategy, which sees only what lies, takes all remaining tricks, or none, in every deal."""
    players = len(known.sizes) + 1
    leader = -len(known.cards_on_table) % players
    return _Oracle(known, players, takes).keeps(
        frozenset(known.hand), deals(known), leader, known.cards_on_table
    )


class _Oracle:
    def __init__(self, known: Knowledge, players: int, takes: bool) -> None:
        self.edition, self.trump = EDITIONS[known.edition], known.trump
        self.players, self.takes = players, takes

    def keeps(
        self, own: frozenset[Card], left: frozenset[Hands], leader: int, cards_on_table: tuple[Card, ...]
    ) -> bool:
        """Whether the claim is kept from here on, where the deals `left` agree with all that was played."""
        if len(cards_on_table) == self.players:
            winner = (leader + self.edition.winning_index(cards_on_table, self.trump)) % self.players
            if (winner == CLAIMANT) != self.takes:
                return False
            return not own or self.keeps(own, left, winner, ())
        seat = (leader + len(cards_on_table)) % self.players
        suit = suit_to_follow(cards_on_table)
        if seat == CLAIMANT:
            legal = self.edition.legal_cards(sorted(own), suit)
            return any(self.keeps(own - {card}, left, leader, (*cards_on_table, card)) for card in legal)
        after: dict[Card, set[Hands]] = {}
        for hands in left:
            hand = hands[seat - 1]
            for card in self.edition.legal_cards(sorted(hand), suit):
                after.setdefault(card, set()).add((*hands[: seat - 1], hand - {card}, *hands[seat:]))
        return all(
            self.keeps(own, frozenset(some), leader, (*cards_on_table, card)) for card, some in after.items()
        )
