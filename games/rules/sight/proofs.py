"""Cheats that a spectator of the round could prove, using only the cards played."""

from collections.abc import Iterator
from typing import NamedTuple

from games.rules.cards import SUITS, Card
from games.rules.cards.trick import suit_to_follow
from games.rules.protocol.memory import RememberedTrick, SeatSight
from games.rules.protocol.sight import SightTrick
from games.rules.verdicts import CAUGHT


class Proof(NamedTuple):
    """Proof of a cheat: the round's card number `shown` proves that `accused` could have followed suit."""

    round: int
    accused: int
    shown: int


def find_cheat_proofs(sight: SeatSight) -> tuple[Proof, ...]:
    """Return the earliest proof for each player who has provably cheated and whom the viewer can accuse.

    Ignore cheats before the last time that the player was caught in the round. `sight` is the viewer's view
    of the table and memory of the round.
    """
    called = _card_counts_when_caught(sight)
    denied: dict[tuple[int, str], int] = {}
    proven: dict[int, Proof] = {}
    for count, seat, card, owed in _iterate_played_cards(sight):
        kind = card[0]
        # A card of a suit that the player denied earlier is a proof, unless the player was caught since.
        if denied.get((seat, kind), 0) > called.get(seat, 0) and seat in sight["can_accuse"]:
            proven.setdefault(seat, Proof(sight["round"]["number"], seat, count))
        if owed is not None and kind != owed and kind in SUITS:
            denied[seat, owed] = count
    return tuple(proven.values())


def _card_counts_when_caught(sight: SeatSight) -> dict[int, int]:
    """Return, for each seat caught cheating in the round, how many cards had been played at the time.

    If a seat was caught several times, the last time counts. `sight` is a player's view of the table and
    memory of the round.
    """
    caught_at: dict[int, int] = {}
    for accusation in sight["accusations"]:
        if accusation["verdict"] == CAUGHT:
            caught_at[accusation["accused"]] = max(
                accusation["after"], caught_at.get(accusation["accused"], 0)
            )
    return caught_at


def _iterate_played_cards(sight: SeatSight) -> Iterator[tuple[int, int, Card, str | None]]:
    """Yield (card number, seat, card, suit to follow) for each card of the round, in the order played.

    The first card is number 1. The suit is None if the player could play any card. `sight` is a player's view
    of the table and memory of the round.
    """
    count = 0
    running: list[RememberedTrick | SightTrick] = [sight["trick"]] if sight["trick"] else []
    for trick in (*sight["tricks"], *running):
        cards_before: list[Card] = []
        for play in trick["plays"]:
            count += 1
            yield count, play["seat"], play["card"], suit_to_follow(cards_before)
            cards_before.append(play["card"])
