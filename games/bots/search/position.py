"""A round as one seat knows it, with cards and suits as small numbers, built from the seat's view alone."""

from collections.abc import Iterator
from typing import NamedTuple

from games.bots.search.current_trick import EMPTY, CurrentTrick, trick_with_card
from games.bots.search.pack import ALL_BITS, FIRST_JESTER, KIND, NUMBER, card_bits, suit_number
from games.bots.view import Sight
from games.rules.editions import BASE
from games.rules.protocol.memory import RememberedTrick
from games.rules.protocol.sight import SightTrick


class Position(NamedTuple):
    """What a seat knows about a round."""

    seat: int
    players: int
    cards: int
    """The number of cards dealt to each player."""
    leader: int
    """The seat that leads the first trick and bids first."""
    trump: int
    hand: tuple[int, ...]
    unseen: tuple[int, ...]
    """The cards in the other hands and in the stock, in ascending order."""
    holds: tuple[int, ...]
    """The number of cards in each seat's hand."""
    denied: tuple[int, ...]
    """The suits that each seat has shown to lack, as bits numbered like the suits."""
    shown: tuple[tuple[int, ...], ...]
    """The cards that each seat has played in this round."""
    bids: tuple[int | None, ...]
    """Each seat's bid; None if it has not been made or is not known."""
    taken: tuple[int, ...]
    """The number of tricks that each seat has taken."""
    current_trick: CurrentTrick
    edition: str = BASE


def build_position(sight: Sight, *, trump: str | None = None) -> Position:
    """Collect all that a seat knows about the round, from its view of the table.

    If `trump` is given, it replaces the round's trump.
    """
    current, edition = sight["round"], sight.get("edition", BASE)
    players = sorted(sight["players"], key=lambda player: int(player["seat"]))
    count = len(players)
    # Callers replace the trump to try out a suit before it is chosen.
    trumps = suit_number(trump or current["trump"])
    hand = tuple(sorted(NUMBER[card] for card in sight["hand"]))
    shown: list[list[int]] = [[] for _ in players]
    denied = [0] * count
    current_trick = EMPTY
    for trick in _known_tricks(sight):
        current_trick = EMPTY
        for play in trick["plays"]:
            seat, card = play["seat"], NUMBER[play["card"]]
            _update_lacked_suits(denied, seat, card, current_trick.suit)
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


def _known_tricks(sight: Sight) -> Iterator[RememberedTrick | SightTrick]:
    """Yield the completed tricks that the seat's view contains, then the current trick."""
    last = sight["last_trick"]
    # Without a list of completed tricks, only the last of them is known.
    yield from sight.get("tricks", [last] if last else [])
    if sight["trick"]:
        yield sight["trick"]


def _update_lacked_suits(lacked_suits: list[int], seat: int, card: int, suit: int) -> None:
    """Record what a played card reveals about the suits that the seat lacks.

    `lacked_suits` has a bit mask of suits for each seat. `suit` is the suit that the player had to follow,
    negative if there was none.
    """
    # A player who cheats can play a suit that they had seemed to lack.
    # Jesters and Wizards may always be played, so they say nothing about the hand.
    if card >= FIRST_JESTER:
        return
    kind = KIND[card]
    lacked_suits[seat] &= ~(1 << kind)
    # A seat that does not follow `suit`, the suit to follow, lacks it.
    if suit >= 0 and kind != suit:
        lacked_suits[seat] |= 1 << suit
