"""A whole game as text and back: its moves are read and played, the rest is what the rules make of them."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from games.rules import engine
from games.rules.options import parse_options
from games.rules.round import Round
from games.rules.state import State
from games.rules.statuses import PAUSE
from games.rules.topics.bidding import Bid
from games.rules.topics.cheating import Accuse
from games.rules.topics.lobby import OpenTable, TakeSeat
from games.rules.topics.pause import EndPause
from games.rules.topics.playing import Play
from games.rules.topics.trump import NameTrump
from tests.support.rules.tables import AT

HERE = Path(__file__).parent


def file_of(name: str) -> Path:
    """The file in which the game of that name is kept."""
    return HERE / f"{re.sub('[^a-z0-9]+', '_', name.lower())}.txt"


# --- Writing --------------------------------------------------------------------------------------


def text_of(name: str, state: State) -> str:
    """The finished game, for people to read."""
    return "\n".join(_lines(name, state)) + "\n"


def _lines(name: str, state: State) -> Iterator[str]:
    seats = [seat for seat in state.seats if seat]
    names = [seat.name for seat in seats]
    yield f"# {name}"
    yield f"options: {json.dumps(state.options.as_dict())}"
    yield f"server seed: {state.server_seed}"
    yield f"commitment: {state.commitment}"
    for seat in seats:
        yield f"seat: {seat.name}, {seat.kind}, salt {seat.salt or 'none'}"
    for past in state.past:
        yield ""
        yield from _round(past, names, len(state.schedule))
    yield ""
    for place in state.result or ():
        yield f"{place.rank}. {names[place.seat]}: {place.score} points, {place.correct_bids} bids met"
    yield f"decided by: {state.tie_break or 'points'}"


def _round(past: Round, names: list[str], rounds: int) -> Iterator[str]:
    cards = "1 card" if past.cards == 1 else f"{past.cards} cards"
    restricted = "restricted" if past.restricted else "unrestricted"
    yield f"round {past.number} of {rounds}: {cards}, {past.reveal}, {restricted}, {names[past.dealer]} deals"
    for name, hand in zip(names, past.dealt_hands, strict=True):
        yield f"  {name} is dealt {' '.join(hand)}"
    yield f"  turned: {past.turned_card or 'nothing'}"
    named = past.turned_card and past.turned_card[0] == "W"
    yield f"  trump: {past.trump or 'none'}" + (f", named by {names[past.dealer]}" if named else "")
    yield f"  bids: {', '.join(f'{names[seat]} {bid}' for seat, bid in past.bids_made)}"
    calls = list(past.accusations)
    played = 0
    for trick in past.tricks:
        played += len(trick.plays)
        cards = ", ".join(f"{names[play.seat]} {play.card}" for play in trick.plays)
        yield f"  trick {trick.number}: {cards} -> {names[trick.winner or 0]}"
        for cheat in past.cheats:
            if cheat.trick == trick.number:
                yield f"    {names[cheat.seat]} cheats with {cheat.card} and owes {cheat.owed}"
        while calls and calls[0].after <= played:
            call = calls.pop(0)
            yield (
                f"    {names[call.accuser]} accuses {names[call.accused]} "
                f"by {call.source} after card {call.after}: "
                f"{call.verdict}, {call.accuser_points:+} and {call.accused_points:+}"
            )
    yield f"  tricks: {_by_name(names, past.tricks_taken)}"
    yield f"  points: {_by_name(names, past.points or ())}"
    if any(past.accusations):
        yield f"  adjustments: {_by_name(names, past.adjustments)}"
    yield f"  scores: {_by_name(names, past.totals or ())}"


def _by_name(names: list[str], numbers: tuple[int, ...]) -> str:
    return ", ".join(f"{name} {number}" for name, number in zip(names, numbers, strict=True))


# --- Reading --------------------------------------------------------------------------------------


class Called(NamedTuple):
    """An accusation to be made after so many cards of the round."""

    accuser: str
    accused: str
    source: str
    after: int


def replayed(text: str) -> State:
    """The game that the rules make of the options, seeds, seats and moves in the text."""
    opening, *rounds = text.split("\nround ")
    state = _opened(opening)
    for block in rounds:
        state = _played(state, block)
    return state


def _opened(opening: str) -> State:
    said = dict(re.findall(r"^(options|server seed): (.*)$", opening, re.M))
    seats = re.findall(r"^seat: (\w+), (\w+), salt (\w+)$", opening, re.M)
    options = parse_options(json.loads(said["options"]))
    state, _ = engine.open_table(OpenTable(options, len(seats), said["server seed"]), AT)
    for name, kind, salt in seats:
        seat = TakeSeat(name, kind, salt="" if salt == "none" else salt)
        state, _ = engine.take_action(state, None, seat, AT)
    return state


def _played(state: State, block: str) -> State:
    seat_of = {seat.name: number for number, seat in enumerate(state.seats) if seat}

    def do(name: str, action: NameTrump | Bid | Play | Accuse) -> None:
        nonlocal state
        state, _ = engine.take_action(state, seat_of[name], action, AT)

    for suit, dealer in re.findall(r"^  trump: (\w), named by (\w+)$", block, re.M):
        do(dealer, NameTrump(suit))
    for name, bid in _pairs(re.findall(r"^  bids: (.*)$", block, re.M)):
        do(name, Bid(int(bid)))
    said = re.findall(r"^    (\w+) accuses (\w+) by (\w+) after card (\d+)", block, re.M)
    calls = [Called(accuser, accused, source, int(after)) for accuser, accused, source, after in said]
    cards = _pairs(re.findall(r"^  trick \d+: (.*) -> ", block, re.M))
    for number, (name, card) in enumerate(cards, start=1):
        do(name, Play(card))
        for call in calls:
            if call.after == number:
                do(call.accuser, Accuse(seat_of[call.accused], call.source))
    return engine.take_action(state, None, EndPause(), AT)[0] if state.status == PAUSE else state


def _pairs(lines: list[str]) -> list[tuple[str, str]]:
    """`ada R7, ben W1` as pairs."""
    return [(name, what) for line in lines for name, what in re.findall(r"(\w+) (\w+)", line)]
