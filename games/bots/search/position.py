"""A round as one seat knows it, in small numbers, from its sight and memory; contains no hidden card."""

from collections.abc import Iterator
from typing import NamedTuple

from games.bots.search.lying import EMPTY, Lying, with_card
from games.bots.search.pack import ALL_BITS, FIRST_JESTER, KIND, NUMBER, bits, suit_number
from games.bots.view import Sight
from games.rules.editions import BASE
from games.rules.protocol.memory import RememberedTrick
from games.rules.protocol.sight import SightTrick


class Position(NamedTuple):
    """What a seat knows of a round."""

    seat: int
    players: int
    cards: int
    """Of the round, for each player."""
    leader: int
    """Who leads the first trick, and bids first."""
    trump: int
    hand: tuple[int, ...]
    unseen: tuple[int, ...]
    """The cards that the others or the stock hold, ascending."""
    holds: tuple[int, ...]
    """How many cards each seat has in hand."""
    denied: tuple[int, ...]
    """For each seat the suits it has shown to lack, as bits of the suits' numbers."""
    shown: tuple[tuple[int, ...], ...]
    """The cards that each seat has played in this round."""
    bids: tuple[int | None, ...]
    """None where the bid is not known, or not made."""
    taken: tuple[int, ...]
    lying: Lying
    edition: str = BASE


def position_of(sight: Sight, *, trump: str | None = None) -> Position:
    """Read the sight of a seat in a round; `trump` stands in for one that is not named yet.

    With `tricks` in it (`games.rules.sight.memory`) all cards of the round are known, else the last trick.
    """
    current, edition = sight["round"], sight.get("edition", BASE)
    players = sorted(sight["players"], key=lambda player: int(player["seat"]))
    count = len(players)
    trumps = suit_number(trump or current["trump"])
    hand = tuple(sorted(NUMBER[card] for card in sight["hand"]))
    shown: list[list[int]] = [[] for _ in players]
    denied = [0] * count
    lying = EMPTY
    for trick in _tricks(sight):
        lying = EMPTY
        for play in trick["plays"]:
            seat, card = play["seat"], NUMBER[play["card"]]
            _note(denied, seat, card, lying.suit)
            shown[seat].append(card)
            lying = with_card(lying, seat, card, trumps, edition)
    turned = current["turned"]
    seen = (
        bits(hand) | bits(card for cards in shown for card in cards) | (1 << NUMBER[turned] if turned else 0)
    )
    out = ALL_BITS & ~seen
    return Position(
        seat=sight["viewer"],
        players=count,
        cards=current["cards"],
        leader=(current["dealer"] + 1) % count,
        trump=trumps,
        hand=hand,
        unseen=tuple(card for card in range(len(NUMBER)) if out >> card & 1),
        holds=tuple(player["cards"] for player in players),
        denied=tuple(denied),
        shown=tuple(map(tuple, shown)),
        bids=tuple(player["bid"] for player in players),
        taken=tuple(player["tricks"] for player in players),
        lying=lying if sight["trick"] else EMPTY,
        edition=edition,
    )


def _tricks(sight: Sight) -> Iterator[RememberedTrick | SightTrick]:
    """Yield the tricks that the seat remembers, the running one last."""
    last = sight["last_trick"]
    yield from sight.get("tricks", [last] if last else [])
    if sight["trick"]:
        yield sight["trick"]


def _note(denied: list[int], seat: int, card: int, suit: int) -> None:
    """Record a seat that denies a suit by not following; showing the suit later revokes the denial."""
    if card >= FIRST_JESTER:
        return
    kind = KIND[card]
    denied[seat] &= ~(1 << kind)
    if suit >= 0 and kind != suit:
        denied[seat] |= 1 << suit
