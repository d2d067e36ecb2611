"""What the player to move knows: exactly the information on which the proof of a claim may rest."""

from typing import NamedTuple

from games.rules.cards import DECK, SUITS, Card
from games.rules.cards.trick import suit_to_follow
from games.rules.editions import BASE
from games.rules.protocol.memory import RememberedTrick, SeatSight
from games.rules.protocol.sight import SightTrick


class Knowledge(NamedTuple):
    """What the claimant knows; the other players are listed clockwise, starting at the claimant's left."""

    edition: str
    trump: str | None
    hand: tuple[Card, ...]
    pool: tuple[Card, ...]
    """The cards that the claimant has not seen: other players hold some, the rest were not dealt."""
    cards_on_table: tuple[Card, ...]
    """The cards of the current trick in order; the last was played by the player on the claimant's right."""
    sizes: tuple[int, ...]
    """The number of cards that each of the other players holds."""
    voids: tuple[frozenset[str], ...]
    """The suits that each of the other players is proven to lack."""


def knowledge_from_sight(sight: SeatSight) -> Knowledge:
    """Return what the player to move knows about the cards. `sight` is this player's view of the table.

    The table must not allow cheating.
    """
    seat, trick = sight["viewer"], sight["trick"]
    assert trick is not None
    held = {player["seat"]: player["cards"] for player in sight["players"]}
    others = [(seat + n) % len(held) for n in range(1, len(held))]
    # `sight["tricks"]` must contain all earlier tricks of the round.
    tricks: list[RememberedTrick | SightTrick] = [*sight["tricks"], trick]
    seen = {play["card"] for past in tricks for play in past["plays"]}
    seen |= {sight["round"]["turned"] or "", *sight["hand"]}
    # A player who has not followed suit is taken to lack that suit, which a cheat would make wrong.
    voids = _proven_voids(tricks)
    return Knowledge(
        edition=sight.get("edition", BASE),
        trump=sight["round"]["trump"],
        hand=tuple(sight["hand"]),
        pool=tuple(card for card in DECK if card not in seen),
        cards_on_table=tuple(play["card"] for play in trick["plays"]),
        sizes=tuple(held[other] for other in others),
        voids=tuple(frozenset(voids.get(other, ())) for other in others),
    )


def _proven_voids(tricks: list[RememberedTrick | SightTrick]) -> dict[int, set[str]]:
    """Return the suits that each player is proven to lack, by seat.

    A player who has played another suit lacks the suit to follow. Seats without such proof are left out.
    """
    voids: dict[int, set[str]] = {}
    for trick in tricks:
        cards = [play["card"] for play in trick["plays"]]
        for n, play in enumerate(trick["plays"]):
            owed = suit_to_follow(cards[:n])
            if owed is not None and play["card"][0] != owed and play["card"][0] in SUITS:
                voids.setdefault(play["seat"], set()).add(owed)
    return voids
