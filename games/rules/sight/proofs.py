"""Whom anyone who watched a round can prove to have cheated, from what lay on the table alone."""

from collections.abc import Iterator
from typing import NamedTuple

from games.rules.cards import SUITS, Card
from games.rules.cards.trick import suit_to_follow
from games.rules.protocol.memory import RememberedTrick, SeatSight
from games.rules.protocol.sight import SightTrick
from games.rules.verdicts import CAUGHT


class Proof(NamedTuple):
    """In this round `accused` denied a suit, and later showed a card of it, the round's card `shown`."""

    round: int
    accused: int
    shown: int


def proofs(sight: SeatSight) -> tuple[Proof, ...]:
    """Each player who is proven to have an uncalled cheat, by the first card that proves it.

    The sight comes with the round's memory: `tricks` and `accusations`. Who shows a suit held that card when
    they denied it, as hands only shrink; what was caught after the denial is called with all before it.
    """
    called = _called_until(sight)
    denied: dict[tuple[int, str], int] = {}
    proven: dict[int, Proof] = {}
    for count, seat, card, owed in _plays(sight):
        kind = card[0]
        if denied.get((seat, kind), 0) > called.get(seat, 0) and seat in sight["can_accuse"]:
            proven.setdefault(seat, Proof(sight["round"]["number"], seat, count))
        if owed is not None and kind != owed and kind in SUITS:
            denied[seat, owed] = count
    return tuple(proven.values())


def _called_until(sight: SeatSight) -> dict[int, int]:
    """For each player who was caught: how many cards of the round had been played then."""
    until: dict[int, int] = {}
    for said in sight["accusations"]:
        if said["verdict"] == CAUGHT:
            until[said["accused"]] = max(said["after"], until.get(said["accused"], 0))
    return until


def _plays(sight: SeatSight) -> Iterator[tuple[int, int, Card, str | None]]:
    """All plays of the round in order: which card of the round it was, seat, card, the suit owed by then."""
    count = 0
    running: list[RememberedTrick | SightTrick] = [sight["trick"]] if sight["trick"] else []
    for trick in (*sight["tricks"], *running):
        lying: list[Card] = []
        for play in trick["plays"]:
            count += 1
            yield count, play["seat"], play["card"], suit_to_follow(lying)
            lying.append(play["card"])
