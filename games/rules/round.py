"""One deal from its cards to its points, in parts: the deal, the bidding, the play of the cards."""

from datetime import datetime
from typing import NamedTuple

from games.rules.cards import JESTER, SUIT, Card
from games.rules.restriction import bids_add_up
from games.rules.verdicts import Accusation, Cheat


class Lay(NamedTuple):
    """A card in a trick, and who moved for the seat."""

    seat: int
    card: Card
    by: str


class Trick(NamedTuple):
    """A trick; `winner` is None until it is complete."""

    number: int
    leader: int
    plays: tuple[Lay, ...] = ()
    winner: int | None = None

    @property
    def suit(self) -> str | None:
        """The suit that players must follow, or None if they may play any card."""
        # Not by `suit_to_follow`: a loop that mostly ends with the first card takes half the time.
        for play in self.plays:
            if play.card[0] != JESTER:
                return SUIT[play.card]
        return None

    def with_winner(self, seat: int) -> "Trick":
        """Return a copy of the trick with this seat as its winner; faster than `_replace`."""
        return Trick(self.number, self.leader, self.plays, seat)


class RoundClaim(NamedTuple):
    """A proven claim of the remaining tricks, made after so many cards of the round."""

    seat: int
    tricks: str
    after: int


class UndoneDecision(NamedTuple):
    """A card, bid or trump that was taken back, as text, and how many cards had been played before it."""

    seat: int
    kind: str
    value: str
    after: int


class UndoRequest(NamedTuple):
    """A player's request to take back the last decision."""

    seat: int
    kind: str
    ends_at: datetime
    allowed: frozenset[int]
    """The seats that have agreed."""
    position: tuple[int, ...]
    """The position of the game at the time; at any other position the request has ended."""


class UndoBook(NamedTuple):
    """The undo requests of a round, and the decisions that were taken back."""

    ask: UndoRequest | None = None
    asked: tuple[int, ...] = ()
    """The seats that have asked, once for each request."""
    undone: tuple[UndoneDecision, ...] = ()


NO_UNDO = UndoBook()


class Deal(NamedTuple):
    """The cards that a round starts with, and its trump, which the dealer may have named."""

    number: int
    cards: int
    dealer: int
    reveal: str
    restricted: bool
    hands: tuple[tuple[Card, ...], ...]
    """The hands originally dealt, by seat."""
    turned_card: Card | None
    trump: str | None
    trump_by: str | None = None
    """Who named trump for the dealer; None if the dealer did."""


class Bidding(NamedTuple):
    """The bids of a round."""

    bids: tuple[int | None, ...]
    """The bids that count, by seat."""
    revealed: bool
    """Whether everybody may see the bids."""
    made: tuple[tuple[int, int], ...] = ()
    """(seat, bid) in the order made; a dealer's second bid comes last."""
    by: tuple[str | None, ...] = ()
    """Who made each bid for its seat; None if the seat's own player did."""
    movers: tuple[str, ...] = ()
    """Who made each bid: human, bot or clock; unlike `by` this names the seat's own player, too."""


class CardPlay(NamedTuple):
    """The part of a round that changes with every card; small, so that copying it is cheap."""

    hands: tuple[tuple[Card, ...], ...]
    """The cards left in each hand, by seat."""
    tricks_taken: tuple[int, ...]
    """The number of tricks of each seat."""
    trick: Trick | None = None
    """The current trick; None before the first card may be played, and after the last trick."""
    tricks: tuple[Trick, ...] = ()
    """The complete tricks."""
    cheats: tuple[Cheat, ...] = ()
    claims: tuple[RoundClaim, ...] = ()
    """The claims because of which cards are now played automatically."""

    def with_card(
        self, hands: tuple[tuple[Card, ...], ...], trick: Trick, cheats: tuple[Cheat, ...]
    ) -> "CardPlay":
        """Return a copy with these hands, trick and cheats, for use after each played card.

        Faster than the constructor, because `tuple.__new__` takes half the time.
        """
        return tuple.__new__(CardPlay, (hands, self.tricks_taken, trick, self.tricks, cheats, self.claims))


class Round(NamedTuple):
    """A deal from its cards to its points; tuples are by seat unless said otherwise.

    Code that changes a round works on its parts; code that reads it finds all fields here.
    """

    deal: Deal
    bidding: Bidding
    play: CardPlay
    adjustments: tuple[int, ...]
    """The points gained or lost by accusations."""
    accusations: tuple[Accusation, ...] = ()
    points: tuple[int, ...] | None = None
    totals: tuple[int, ...] | None = None
    """The players' scores after the round, accusations included."""
    ready: frozenset[int] = frozenset()
    claims: tuple[RoundClaim, ...] = ()
    """The claims of the round, for its record."""
    undo: UndoBook = NO_UNDO

    @property
    def number(self) -> int:
        """The round's number in the game, from 1."""
        return self.deal.number

    @property
    def cards(self) -> int:
        """The number of cards that are dealt to each hand."""
        return self.deal.cards

    @property
    def dealer(self) -> int:
        """The dealer's seat."""
        return self.deal.dealer

    @property
    def reveal(self) -> str:
        """When bids are shown: `open` (at once), `hiddentip` (once all have bid), `delayed` (after play)."""
        return self.deal.reveal

    @property
    def restricted(self) -> bool:
        """Whether the bids may not add up to the number of cards."""
        return self.deal.restricted

    @property
    def dealt_hands(self) -> tuple[tuple[Card, ...], ...]:
        """The hands originally dealt, by seat."""
        return self.deal.hands

    @property
    def turned_card(self) -> Card | None:
        """The card turned up to set trump, or None if no card was left."""
        return self.deal.turned_card

    @property
    def trump(self) -> str | None:
        """The trump suit, or None if the round has no trump or the dealer has not named it yet."""
        return self.deal.trump

    @property
    def trump_by(self) -> str | None:
        """Who named trump for the dealer; None if the dealer did."""
        return self.deal.trump_by

    @property
    def bids(self) -> tuple[int | None, ...]:
        """The bids that count, by seat; None for seats that have not bid."""
        return self.bidding.bids

    @property
    def revealed(self) -> bool:
        """Whether everybody may see the bids."""
        return self.bidding.revealed

    @property
    def bids_made(self) -> tuple[tuple[int, int], ...]:
        """The bids as (seat, bid) in the order in which they were made; a dealer's second bid comes last."""
        return self.bidding.made

    @property
    def bids_by(self) -> tuple[str | None, ...]:
        """For each of `bids_made`, who made it for the seat; None if the seat's own player did."""
        return self.bidding.by

    @property
    def bid_movers(self) -> tuple[str, ...]:
        """For each of `bids_made`, who made it: human, bot or clock."""
        return self.bidding.movers

    @property
    def hands(self) -> tuple[tuple[Card, ...], ...]:
        """The cards left in each hand, by seat."""
        return self.play.hands

    @property
    def tricks_taken(self) -> tuple[int, ...]:
        """The number of tricks taken, by seat."""
        return self.play.tricks_taken

    @property
    def trick(self) -> Trick | None:
        """The current trick; None before the first card may be played, and after the last trick."""
        return self.play.trick

    @property
    def tricks(self) -> tuple[Trick, ...]:
        """The complete tricks in order."""
        return self.play.tricks

    @property
    def cheats(self) -> tuple[Cheat, ...]:
        """The cards that broke the duty to follow suit, in order."""
        return self.play.cheats

    def with_play(self, play: CardPlay) -> "Round":
        """Return a copy of the round with this state of its card play; faster than `_replace`."""
        fields: list[object] = [*self]
        fields[_PLAY] = play
        return tuple.__new__(Round, fields)

    def with_bidding(self, bidding: Bidding) -> "Round":
        """Return a copy of the round with this state of its bidding; faster than `_replace`."""
        fields: list[object] = [*self]
        fields[_BIDDING] = bidding
        return tuple.__new__(Round, fields)

    @property
    def cards_played(self) -> int:
        """The number of cards of the round that all players together have played."""
        lying = len(self.trick.plays) if self.trick else 0
        return len(self.tricks) * len(self.hands) + lying

    @property
    def must_bid_again(self) -> bool:
        """Whether the dealer must bid again, because the revealed secret bids add up to the number of cards.

        This happens only in restricted rounds with the reveal `hiddentip`, before the dealer's second bid.
        """
        return (
            self.restricted
            and self.revealed
            and self.reveal == "hiddentip"
            # The second bid is one more than there are seats, so the dealer never bids a third time.
            and len(self.bids_made) == len(self.hands)
            and bids_add_up(self.cards, [bid for _, bid in self.bids_made])
        )


_BIDDING = Round._fields.index("bidding")
_PLAY = Round._fields.index("play")
