"""One deal from its cards to its points, in parts: the deal, the bidding, the play of the cards."""

from operator import attrgetter
from typing import NamedTuple

from games.rules.cards import Card
from games.rules.cards.trick import suit_to_follow
from games.rules.restriction import adds_up
from games.rules.verdicts import Accusation, Cheat

_CARD = attrgetter("card")


class Lay(NamedTuple):
    """A card that lies, and who moved for the seat."""

    seat: int
    card: Card
    by: str


class Trick(NamedTuple):
    """A trick; `winner` once it is complete."""

    number: int
    leader: int
    plays: tuple[Lay, ...] = ()
    winner: int | None = None

    @property
    def suit(self) -> str | None:
        """The suit to follow, None while there is none."""
        return suit_to_follow(map(_CARD, self.plays)) if self.plays else None


class Deal(NamedTuple):
    """What a round begins with, and the trump that its dealer may name."""

    number: int
    cards: int
    dealer: int
    reveal: str
    restricted: bool
    hands: tuple[tuple[Card, ...], ...]
    """The cards as they were dealt, by seat."""
    turned: Card | None
    trump: str | None
    trump_by: str | None = None
    """Who named trump for the dealer; None: the dealer."""


class Bidding(NamedTuple):
    """The bids of a round."""

    bids: tuple[int | None, ...]
    """The bids that count, by seat."""
    revealed: bool
    """Whether everybody may see them."""
    made: tuple[tuple[int, int], ...] = ()
    """(seat, bid) in the order made; a dealer's second bid stands last."""
    by: tuple[str | None, ...] = ()
    """Who made each of these bids for its seat; None: the seat itself."""
    movers: tuple[str, ...] = ()
    """Who made each of these bids: human, bot or clock; a seat's own player is named as well."""


class CardPlay(NamedTuple):
    """What changes with every card; small, so that a new one costs little on this hot path."""

    hands: tuple[tuple[Card, ...], ...]
    """The cards that are left, by seat."""
    taken: tuple[int, ...]
    """How many tricks each seat has."""
    trick: Trick | None = None
    """The one that lies; None before the first card may be played, and after the last trick."""
    tricks: tuple[Trick, ...] = ()
    """The complete ones."""
    cheats: tuple[Cheat, ...] = ()
    wings: tuple[Card | None, ...] = ()
    """The cards that play themselves when the turn comes, by seat; empty while nobody has one."""

    def with_card(
        self, hands: tuple[tuple[Card, ...], ...], trick: Trick, cheats: tuple[Cheat, ...]
    ) -> "CardPlay":
        """The play after a card; `tuple.__new__` costs half as much as the constructor on this hot path."""
        return tuple.__new__(CardPlay, (hands, self.taken, trick, self.tricks, cheats, self.wings))

    def with_wing(self, seat: int, card: Card | None) -> "CardPlay":
        """The play after a seat has laid another card aside, or none."""
        if not self.wings and card is None:
            return self
        wings = list(self.wings or (None,) * len(self.hands))
        wings[seat] = card
        return self._replace(wings=tuple(wings) if any(wings) else ())


class Round(NamedTuple):
    """One deal from its cards to its points; tuples by seat unless said otherwise.

    The parts are there for those who change them; readers find their fields here as well.
    """

    deal: Deal
    bidding: Bidding
    play: CardPlay
    adjustments: tuple[int, ...]
    """The points that accusations gave or took."""
    accusations: tuple[Accusation, ...] = ()
    points: tuple[int, ...] | None = None
    totals: tuple[int, ...] | None = None
    """The players' scores when the round had been scored, accusations included."""
    ready: frozenset[int] = frozenset()

    @property
    def number(self) -> int:
        return self.deal.number

    @property
    def cards(self) -> int:
        return self.deal.cards

    @property
    def dealer(self) -> int:
        return self.deal.dealer

    @property
    def reveal(self) -> str:
        return self.deal.reveal

    @property
    def restricted(self) -> bool:
        return self.deal.restricted

    @property
    def dealt(self) -> tuple[tuple[Card, ...], ...]:
        return self.deal.hands

    @property
    def turned(self) -> Card | None:
        return self.deal.turned

    @property
    def trump(self) -> str | None:
        return self.deal.trump

    @property
    def trump_by(self) -> str | None:
        return self.deal.trump_by

    @property
    def bids(self) -> tuple[int | None, ...]:
        return self.bidding.bids

    @property
    def revealed(self) -> bool:
        return self.bidding.revealed

    @property
    def bids_made(self) -> tuple[tuple[int, int], ...]:
        return self.bidding.made

    @property
    def bids_by(self) -> tuple[str | None, ...]:
        return self.bidding.by

    @property
    def bid_movers(self) -> tuple[str, ...]:
        return self.bidding.movers

    @property
    def hands(self) -> tuple[tuple[Card, ...], ...]:
        return self.play.hands

    @property
    def taken(self) -> tuple[int, ...]:
        return self.play.taken

    @property
    def trick(self) -> Trick | None:
        return self.play.trick

    @property
    def tricks(self) -> tuple[Trick, ...]:
        return self.play.tricks

    @property
    def cheats(self) -> tuple[Cheat, ...]:
        return self.play.cheats

    @property
    def wings(self) -> tuple[Card | None, ...]:
        return self.play.wings

    def with_play(self, play: CardPlay) -> "Round":
        """The round after a card, a trick or a wing; cheaper than `_replace` on this hot path."""
        return tuple.__new__(
            Round,
            (
                self.deal,
                self.bidding,
                play,
                self.adjustments,
                self.accusations,
                self.points,
                self.totals,
                self.ready,
            ),
        )

    @property
    def cards_played(self) -> int:
        """How many cards of the round lie or lay."""
        lying = len(self.trick.plays) if self.trick else 0
        return len(self.tricks) * len(self.hands) + lying

    @property
    def must_bid_again(self) -> bool:
        """Whether the secret bids, now shown, add up, so that the dealer bids once more."""
        return (
            self.restricted
            and self.revealed
            and self.reveal == "hiddentip"
            and len(self.bids_made) == len(self.hands)
            and adds_up(self.cards, [bid for _, bid in self.bids_made])
        )
