"""A round from its cards to its points, in parts: the deal, the bidding, and the play of the cards."""

from datetime import datetime
from typing import NamedTuple

from games.rules.cards import JESTER, SUIT, Card
from games.rules.protocol.values import Mover
from games.rules.restriction import bids_add_up
from games.rules.verdicts import Accusation, Cheat


class Lay(NamedTuple):
    """A card played to a trick; `by` is the mover who played it for the seat."""

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
        """The suit that players must follow in this trick, or None if they may play any card."""
        # Instead of `suit_to_follow`: a loop that usually ends at the first card takes half the time.
        # The first card other than a Jester sets the suit; a Wizard sets none.
        for play in self.plays:
            if play.card[0] != JESTER:
                return SUIT[play.card]
        return None

    def with_play(self, seat: int, card: Card, by: Mover) -> "Trick":
        """Return a copy of the trick with the seat's card added.

        `by` names who played it: "human", "bot", "clock", "wing" (chosen in advance) or "claim" (played
        because of a claim).
        """
        # Made with `tuple.__new__`, because the constructors would take twice as long.
        lay: Lay = tuple.__new__(Lay, (seat, card, by))
        return tuple.__new__(Trick, (self.number, self.leader, (*self.plays, lay), None))

    def with_winner(self, seat: int) -> "Trick":
        """Return a copy of the trick with `seat` as its winner."""
        # Faster than `_replace`.
        return Trick(self.number, self.leader, self.plays, seat)


class RoundClaim(NamedTuple):
    """A proven claim of the remaining tricks, made when `after` cards of the round had been played."""

    seat: int
    tricks: str
    after: int


class UndoneDecision(NamedTuple):
    """A card, bid or trump (`value`) that was undone; `after` cards had been played before it."""

    seat: int
    kind: str
    value: str
    after: int


class UndoRequest(NamedTuple):
    """A player's request to undo the last decision."""

    seat: int
    kind: str
    ends_at: datetime
    allowed: frozenset[int]
    """The seats that have agreed."""
    position: tuple[int, ...]
    """The position of the game when the request was made; in any other position, it is no longer open."""


class UndoBook(NamedTuple):
    """The undo requests of a round, and the decisions that were undone."""

    ask: UndoRequest | None = None
    asked: tuple[int, ...] = ()
    """The seats that have made a request, once for each request."""
    undone: tuple[UndoneDecision, ...] = ()


NO_UNDO = UndoBook()


class Deal(NamedTuple):
    """The cards with which a round starts, and its trump, which the dealer may have named."""

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
    """All bids as (seat, bid), in the order in which they were made; a dealer's second bid comes last."""
    by: tuple[str | None, ...] = ()
    """For each bid in `made`, the mover that made it for the seat; None if the seat's own player did."""
    movers: tuple[str, ...] = ()
    """For each bid in `made`, the mover: human, bot or clock. Unlike `by`, never None."""


class CardPlay(NamedTuple):
    """The part of a round that changes with each card; it is small, so that copying it is cheap."""

    hands: tuple[tuple[Card, ...], ...]
    """The cards left in each hand, by seat."""
    tricks_taken: tuple[int, ...]
    """The number of tricks that each seat has taken."""
    trick: Trick | None = None
    """The current trick; None before the first card may be played, and after the last trick."""
    tricks: tuple[Trick, ...] = ()
    """The complete tricks."""
    cheats: tuple[Cheat, ...] = ()
    claims: tuple[RoundClaim, ...] = ()
    """The proven claims by which cards are now played automatically."""

    def with_card(
        self, hands: tuple[tuple[Card, ...], ...], trick: Trick, cheats: tuple[Cheat, ...]
    ) -> "CardPlay":
        """Return a copy with the hands, current trick and cheats that result from a played card."""
        # Made with `tuple.__new__`, because the constructor would take twice as long.
        return tuple.__new__(CardPlay, (hands, self.tricks_taken, trick, self.tricks, cheats, self.claims))


class Round(NamedTuple):
    """A round from its cards to its points; tuples are indexed by seat unless stated otherwise.

    Code that changes a round works on its parts; code that only reads a round finds all fields here.
    """

    deal: Deal
    bidding: Bidding
    play: CardPlay
    adjustments: tuple[int, ...]
    """The points gained or lost through accusations."""
    accusations: tuple[Accusation, ...] = ()
    points: tuple[int, ...] | None = None
    """The points for the bids; None until the round has been scored."""
    totals: tuple[int, ...] | None = None
    """The scores after the round, accusations included; None until the round has been scored."""
    ready: frozenset[int] = frozenset()
    """The seats that are ready for the next round."""
    claims: tuple[RoundClaim, ...] = ()
    """All proven claims of the round, in order, for its record."""
    undo: UndoBook = NO_UNDO

    @property
    def number(self) -> int:
        """The round's number in the game, from 1."""
        return self.deal.number

    @property
    def cards(self) -> int:
        """The number of cards dealt to each player."""
        return self.deal.cards

    @property
    def dealer(self) -> int:
        """The dealer's seat."""
        return self.deal.dealer

    @property
    def reveal(self) -> str:
        """When bids are shown: `open` (at once), `hiddentip` (after the last bid), `delayed` (after play)."""
        return self.deal.reveal

    @property
    def restricted(self) -> bool:
        """Whether bids that add up to the number of cards are forbidden."""
        return self.deal.restricted

    @property
    def dealt_hands(self) -> tuple[tuple[Card, ...], ...]:
        """The hands originally dealt, by seat."""
        return self.deal.hands

    @property
    def turned_card(self) -> Card | None:
        """The card that was turned up for trump, or None if no card was left."""
        return self.deal.turned_card

    @property
    def trump(self) -> str | None:
        """The trump suit, or None if there is none or the dealer has not named it yet."""
        return self.deal.trump

    @property
    def trump_by(self) -> str | None:
        """Who named trump for the dealer: "bot" or "clock". None if the dealer named it, or nobody did."""
        return self.deal.trump_by

    @property
    def bids(self) -> tuple[int | None, ...]:
        """The bid of each seat, or None before its bid. A dealer's second bid replaces the first."""
        return self.bidding.bids

    @property
    def revealed(self) -> bool:
        """Whether everybody may see the bids."""
        return self.bidding.revealed

    @property
    def bids_made(self) -> tuple[tuple[int, int], ...]:
        """All bids as (seat, bid), in the order made; a dealer's second bid comes last."""
        return self.bidding.made

    @property
    def proxy_bidders(self) -> tuple[str | None, ...]:
        """For each bid in `bids_made`, who bid for the player: "bot" or "clock"; None if the player bid."""
        return self.bidding.by

    @property
    def bid_movers(self) -> tuple[str, ...]:
        """Who made each bid in `bids_made`: "human", "bot" or "clock"."""
        return self.bidding.movers

    @property
    def hands(self) -> tuple[tuple[Card, ...], ...]:
        """The cards left in each hand, by seat."""
        return self.play.hands

    @property
    def tricks_taken(self) -> tuple[int, ...]:
        """The number of tricks that each seat has taken."""
        return self.play.tricks_taken

    @property
    def trick(self) -> Trick | None:
        """The current trick, or None before the first trick and after the last one."""
        return self.play.trick

    @property
    def tricks(self) -> tuple[Trick, ...]:
        """The complete tricks in the order played."""
        return self.play.tricks

    @property
    def cheats(self) -> tuple[Cheat, ...]:
        """The cards played illegally instead of following suit, in the order played."""
        return self.play.cheats

    def with_play(self, play: CardPlay) -> "Round":
        """Return a copy of the round with `play` in place of its hands and tricks."""
        # Faster than `_replace`.
        fields: list[object] = [*self]
        fields[_PLAY] = play
        return tuple.__new__(Round, fields)

    def with_bidding(self, bidding: Bidding) -> "Round":
        """Return a copy of the round with `bidding` in place of its bids."""
        # Faster than `_replace`.
        fields: list[object] = [*self]
        fields[_BIDDING] = bidding
        return tuple.__new__(Round, fields)

    @property
    def cards_played(self) -> int:
        """The number of cards played by all players together."""
        on_table = len(self.trick.plays) if self.trick else 0
        return len(self.tricks) * len(self.hands) + on_table

    @property
    def must_bid_again(self) -> bool:
        """Whether the dealer must bid again, because the revealed bids add up to the number of cards."""
        return (
            self.restricted
            and self.revealed
            and self.reveal == "hiddentip"
            # With the second bid there are more bids than seats, so the dealer never bids a third time.
            and len(self.bids_made) == len(self.hands)
            and bids_add_up(self.cards, [bid for _, bid in self.bids_made])
        )


_BIDDING = Round._fields.index("bidding")
_PLAY = Round._fields.index("play")
