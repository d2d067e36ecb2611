"""The round as a bot sees it: counts and cards derived from its seat's view of the table (sight).

Everything here is derived from that view alone.
"""

from typing import NamedTuple, NotRequired, TypedDict

from games.rules.cards import DECK, RANK, SUITS, WIZARD, Card
from games.rules.editions import BASE, EDITIONS, Edition
from games.rules.protocol.memory import SeatSight
from games.rules.protocol.sight import SightPlayer

_PACK = frozenset(DECK)
Sight = SeatSight


class Action(TypedDict):
    """An action as clients send it: its type, and the fields of that type."""

    type: str
    suit: NotRequired[str]
    bid: NotRequired[int]
    card: NotRequired[Card]
    accused: NotRequired[int]
    tricks: NotRequired[str]
    source: NotRequired[str]


class Rival(NamedTuple):
    """Another player, as the viewer knows them."""

    seat: int
    cards: int
    """The number of cards in hand."""
    need: int | None
    """The number of tricks still needed, negative if there are too many; None if the bid is unknown."""


class View(NamedTuple):
    """A round as one seat sees it."""

    seat: int
    players: int
    cards: int
    """The number of cards dealt to each player."""
    trump: str | None
    hand: tuple[Card, ...]
    bid: int | None
    taken: int
    """The number of tricks that the viewer has taken."""
    cards_on_table: tuple[Card, ...]
    """The cards of the current trick, in order of play."""
    suit: str | None
    """The suit to follow, or None if there is none."""
    position: int
    """The number of players before the viewer in the current trick or, before play, in the first one."""
    followers: tuple[Rival, ...]
    """The players who have yet to play after the viewer in this trick, in order."""
    rivals: tuple[Rival, ...]
    """All other players, clockwise from the viewer's left."""
    others_bids: tuple[int, ...]
    """The other players' known bids."""
    unseen: int
    """The number of unseen cards: not in hand, on the table, in the last trick, or turned up."""
    above: dict[Card, int]
    """For each suit card, how many higher cards of its suit are unseen."""
    unseen_of: dict[str, int]
    """How many cards of each suit, and how many Wizards, are unseen, by letter."""
    edition: Edition
    above_wizards: dict[str | None, int]
    """How many unseen cards would beat Wizards, by the suit to follow."""

    @property
    def tricks_needed(self) -> int:
        """The number of tricks still needed to meet the bid; negative if too many have been taken.

        Without a bid, the bid counts as 0.
        """
        return (self.bid or 0) - self.taken


def build_view(sight: Sight, *, trump: str | None = None) -> View:
    """Collect the facts about the round that bots use, from a player's view of the table.

    If `trump` (a suit's letter) is given, use it instead of the round's trump, for example to assess a suit
    before it is named.
    """
    seat, current, trick = sight["viewer"], sight["round"], sight["trick"]
    players = sorted(sight["players"], key=lambda player: int(player["seat"]))
    count = len(players)
    cards_on_table = tuple(play["card"] for play in trick["plays"]) if trick else ()
    hand = tuple(sight["hand"])
    unseen = _PACK.difference(hand, cards_on_table, _exposed_cards(sight))
    me = players[seat]
    leader = trick["leader"] if trick else (current["dealer"] + 1) % count
    after = count - 1 - (seat - leader) % count
    edition = EDITIONS[sight.get("edition", BASE)]
    rivals = tuple(_build_rival(players[(seat + n) % count]) for n in range(1, count))
    return View(
        seat=seat,
        players=count,
        cards=current["cards"],
        # Callers replace the trump to try out a suit before it is chosen.
        trump=trump or current["trump"],
        hand=hand,
        bid=me["bid"],
        taken=me["tricks"],
        cards_on_table=cards_on_table,
        suit=trick["suit"] if trick else None,
        position=count - 1 - after,
        followers=rivals[:after],
        rivals=rivals,
        others_bids=tuple(p["bid"] for p in players if p["bid"] is not None and p["seat"] != seat),
        unseen=len(unseen),
        above=_unseen_higher_cards(unseen),
        unseen_of={kind: sum(card[0] == kind for card in unseen) for kind in (*SUITS, WIZARD)},
        edition=edition,
        above_wizards={suit: len(cards & unseen) for suit, cards in edition.above_wizards.items()},
    )


def _exposed_cards(sight: Sight) -> list[Card]:
    """Return the turned-up card, if there is one, and the cards of the last completed trick, if any."""
    turned, last = sight["round"]["turned"], sight["last_trick"]
    shown = [turned] if turned else []
    return shown + [play["card"] for play in last["plays"]] if last else shown


def _build_rival(player: SightPlayer) -> Rival:
    """Return another player's seat, number of cards, and tricks still needed (None if the bid is unknown)."""
    bid = player["bid"]
    return Rival(player["seat"], player["cards"], None if bid is None else bid - player["tricks"])


def _unseen_higher_cards(unseen: frozenset[Card]) -> dict[Card, int]:
    """Map each suit card to the number of unseen higher cards of its suit."""
    above: dict[Card, int] = {}
    for suit in SUITS:
        higher = 0
        for rank in range(13, 0, -1):
            card = f"{suit}{rank}"
            above[card] = higher
            higher += card in unseen
    return above


def beats_wizards(view: View, card: Card) -> bool:
    """Return whether `card` would beat a Wizard if played now. Only special editions have such cards."""
    return card in view.edition.above_wizards.get(view.suit, ())


def strength_key(view: View, card: Card) -> tuple[int, int]:
    """Return a sort key that orders cards by their strength if played now, weakest first."""
    # Jesters, plain suit cards by rank, trumps by rank, Wizards, cards that beat Wizards.
    if view.above_wizards and beats_wizards(view, card):
        return (4, 0)
    if card[0] in SUITS:
        return (2 if card[0] == view.trump else 1, RANK[card])
    return (3, 0) if card[0] == WIZARD else (0, 0)
