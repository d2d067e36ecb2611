"""A round as one seat knows it, in small numbers; built from the seat's view, without hidden cards."""

from collections.abc import Iterator
from typing import NamedTuple

from games.bots.search.current_trick import EMPTY, CurrentTrick, trick_with_card
from games.bots.search.pack import ALL_BITS, FIRST_JESTER, KIND, NUMBER, card_bits, suit_number
from games.bots.view import Sight
from games.rules.editions import BASE
from games.rules.protocol.memory import RememberedTrick
from games.rules.protocol.sight import SightTrick


class Position(NamedTuple):
    """What a seat knows of a round."""

    seat: int
    players: int
    cards: int
    """The number of cards dealt to each player."""
    leader: int
    """The seat that leads the first trick and bids first."""
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
    """By seat; None if the bid has not been made or is not known."""
    taken: tuple[int, ...]
    current_trick: CurrentTrick
    edition: str = BASE


def build_position(sight: Sight, *, trump: str | None = None) -> Position:
    """Return the position of a round, derived from what a seat sees of the table (`sight`).

    If `trump` is given, it replaces the round's trump, for example before one has been named. All cards
    played are known if the sight has the round's `tricks` (`games.rules.sight.memory`); otherwise only those
    of the last and the current trick.
    """
    current, edition = sight["round"], sight.get("edition", BASE)
    players = sorted(sight["players"], key=lambda player: int(player["seat"]))
    count = len(players)
    trumps = suit_number(trump or current["trump"])
    hand = tuple(sorted(NUMBER[card] for card in sight["hand"]))
    shown: list[list[int]] = [[] for _ in players]
    denied = [0] * count
    current_trick = EMPTY
    for trick in _remembered_tricks(sight):
        current_trick = EMPTY
        for play in trick["plays"]:
            seat, card = play["seat"], NUMBER[play["card"]]
            _update_denied_suits(denied, seat, card, current_trick.suit)
            shown[seat].append(card)
            current_trick = trick_with_card(current_trick, seat, card, trumps, edition)
    turned = current["turned"]
    seen = (
        card_bits(hand)
        | card_bits(card for cards in shown for card in cards)
        | (1 << NUMBER[turned] if turned else 0)
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
        current_trick=current_trick if sight["trick"] else EMPTY,
        edition=edition,
    )


def _remembered_tricks(sight: Sight) -> Iterator[RememberedTrick | SightTrick]:
    """Yield the complete tricks that the seat remembers, then the current one if there is one."""
    last = sight["last_trick"]
    yield from sight.get("tricks", [last] if last else [])
    if sight["trick"]:
        yield sight["trick"]


def _update_denied_suits(denied: list[int], seat: int, card: int, suit: int) -> None:
    """Record in `denied` that a seat lacks the suit to follow if it has played a card of another suit.

    If a seat plays a card of a suit that it denied before, the denial is removed; Jesters and Wizards change
    nothing.
    """
    # Jesters and Wizards may always be played, so they deny nothing.
    if card >= FIRST_JESTER:
        return
    kind = KIND[card]
    denied[seat] &= ~(1 << kind)
    if suit >= 0 and kind != suit:
        denied[seat] |= 1 << suit
