"""A bot's reading of its sight: counts and cards derived from it.

Contains nothing that the sight does not say.
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
    source: NotRequired[str]


class Rival(NamedTuple):
    """Another player: number of cards in hand, and tricks still needed (None if the bid is unknown)."""

    seat: int
    cards: int
    need: int | None


class View(NamedTuple):
    """A round as one seat sees it."""

    seat: int
    players: int
    cards: int
    """Of the round, for each player."""
    trump: str | None
    hand: tuple[Card, ...]
    bid: int | None
    taken: int
    lying: tuple[Card, ...]
    """The cards of the running trick."""
    suit: str | None
    position: int
    """How many play before the viewer in the running trick, or, before play, in the first one."""
    followers: tuple[Rival, ...]
    """Who still plays after the viewer in this trick."""
    rivals: tuple[Rival, ...]
    others_bids: tuple[int, ...]
    """The bids of the others, as far as they are known."""
    unseen: int
    above: dict[Card, int]
    """For each suit card: how many higher ones of its suit are unseen."""
    unseen_of: dict[str, int]
    """How many cards of each suit, and how many Wizards, are unseen."""
    edition: Edition
    above_wizards: dict[str | None, int]
    """By the suit to follow: how many cards are unseen that would beat Wizards there."""

    @property
    def needed(self) -> int:
        """The number of tricks still missing to the bid; negative if there are too many already."""
        return (self.bid or 0) - self.taken


def view_of(sight: Sight, *, trump: str | None = None) -> View:
    """Read the sight of a seat in a round; `trump` is assumed as trump if none is named yet."""
    seat, current, trick = sight["viewer"], sight["round"], sight["trick"]
    players = sorted(sight["players"], key=lambda player: int(player["seat"]))
    count = len(players)
    lying = tuple(play["card"] for play in trick["plays"]) if trick else ()
    hand = tuple(sight["hand"])
    unseen = _PACK.difference(hand, lying, _exposed_cards(sight))
    me = players[seat]
    leader = trick["leader"] if trick else (current["dealer"] + 1) % count
    after = count - 1 - (seat - leader) % count
    edition = EDITIONS[sight.get("edition", BASE)]
    rivals = tuple(_rival(players[(seat + n) % count]) for n in range(1, count))
    return View(
        seat=seat,
        players=count,
        cards=current["cards"],
        trump=trump or current["trump"],
        hand=hand,
        bid=me["bid"],
        taken=me["tricks"],
        lying=lying,
        suit=trick["suit"] if trick else None,
        position=count - 1 - after,
        followers=rivals[:after],
        rivals=rivals,
        others_bids=tuple(p["bid"] for p in players if p["bid"] is not None and p["seat"] != seat),
        unseen=len(unseen),
        above=_above(unseen),
        unseen_of={kind: sum(card[0] == kind for card in unseen) for kind in (*SUITS, WIZARD)},
        edition=edition,
        above_wizards={suit: len(cards & unseen) for suit, cards in edition.above_wizards.items()},
    )


def _exposed_cards(sight: Sight) -> list[Card]:
    """Return the turned card and the cards of the last trick; a sight has no earlier tricks."""
    turned, last = sight["round"]["turned"], sight["last_trick"]
    shown = [turned] if turned else []
    return shown + [play["card"] for play in last["plays"]] if last else shown


def _rival(player: SightPlayer) -> Rival:
    bid = player["bid"]
    return Rival(player["seat"], player["cards"], None if bid is None else bid - player["tricks"])


def _above(unseen: frozenset[Card]) -> dict[Card, int]:
    above: dict[Card, int] = {}
    for suit in SUITS:
        higher = 0
        for rank in range(13, 0, -1):
            card = f"{suit}{rank}"
            above[card] = higher
            higher += card in unseen
    return above


def beats_wizards(view: View, card: Card) -> bool:
    """Whether `card`, played now, beats every other card of the trick."""
    return card in view.edition.above_wizards.get(view.suit, ())


def strength(view: View, card: Card) -> tuple[int, int]:
    """Return a sort key of a card if it is played now: Jesters, plain suits, trumps, Wizards, and what beats
    those.
    """
    if view.above_wizards and beats_wizards(view, card):
        return (4, 0)
    if card[0] in SUITS:
        return (2 if card[0] == view.trump else 1, RANK[card])
    return (3, 0) if card[0] == WIZARD else (0, 0)
