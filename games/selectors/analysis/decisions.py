"""Every decision of a seat in a finished game, with the seat's view at that time, replayed from the log."""

from typing import NamedTuple, cast

from games.rules.engine import apply
from games.rules.events import Event
from games.rules.movers import CLAIM
from games.rules.protocol.memory import SeatSight
from games.rules.sight import viewer_sight
from games.rules.sight.memory import build_memory
from games.rules.state import State
from games.rules.topics.bidding import BidMade
from games.rules.topics.playing import CardPlayed
from games.rules.topics.trump import TrumpNamed
from games.rules.undo.asking import DecisionUndone
from games.store.entries import StoredEntry
from games.store.tables import read_entries_after


class Decision(NamedTuple):
    """A seat's decision, stored as log entry `number`. `sight` is what the seat could see and remember then.

    `kind` is the action's type, and `what` is the choice. `by` is the mover that made the decision; it is
    None for a bid or trump that the seat's own player has chosen.
    """

    number: int
    round: int
    kind: str
    what: str
    by: str | None
    sight: SeatSight


def decisions_of_seat(table_id: str, seat: int) -> list[Decision]:
    """Return all decisions of a seat in a game, in order, by replaying the table's log.

    Decisions that were undone are left out.
    """
    found = []
    state: State | None = None
    for entry in read_entries_after(table_id, 0):
        did = _read_decision(entry.event, seat)
        if did and state is not None and state.round is not None:
            found.append(
                Decision(entry.number, state.round.number, *did, _sight_before_entry(state, seat, entry))
            )
        # A decision that was taken back does not count; it was the seat's last one.
        if isinstance(entry.event, DecisionUndone) and entry.event.seat == seat:
            found.pop()
        state = apply(state, entry.event, entry.at)
    return found


def _read_decision(event: Event, seat: int) -> tuple[str, str, str | None] | None:
    """Return a decision's kind ("name_trump", "bid" or "play"), the choice, and the mover that decided.

    The mover is a name such as "clock", or None if the seat's own player bid or named trump. Return None
    instead of the tuple if the event is not a decision of this seat, or is a card that followed from a claim.
    """
    match event:
        case TrumpNamed(seat=mover, suit=suit, by=by) if mover == seat:
            return "name_trump", suit, by
        case BidMade(seat=mover, bid=bid, by=by) if mover == seat:
            return "bid", str(bid), by
        # Cards that followed from a claim are nobody's decision.
        case CardPlayed(seat=mover, card=card, by=by) if mover == seat and by != CLAIM:
            return "play", card, by
    return None


def _sight_before_entry(state: State, seat: int, entry: StoredEntry) -> SeatSight:
    """Return what the player in this seat saw and could remember just before a log entry.

    The result is the player's view of the table (the sight), with the round's earlier tricks and accusations
    of cheating.
    """
    sight = viewer_sight(state, seat, number=entry.number - 1, server_time=entry.at, with_sheet=False)
    return cast(SeatSight, {**sight, **build_memory(state)})
