"""Marks: a card laid aside to play itself (a wing, or premove), and a bid prepared for its turn.

Marks are their player's secret, so they are no log entries: the number of an entry is seen by everybody. The
store keeps them beside the log. A mark names the moment of its player's game at which it was made, and holds
as long as that moment lasts; nothing has to be written when it ends, so no write tells others of it.
"""

from typing import NamedTuple

from games.rules import legal
from games.rules.cards import Card
from games.rules.round import Round
from games.rules.state import State, replace_item
from games.rules.statuses import BIDDING, PLAYING

Moment = tuple[int, ...]
"""The round, how often the seat has changed its player, how often anything of the round was taken back, and
how often the seat has moved in it."""


class SeatMarks(NamedTuple):
    """What the player of a seat marked last, each with its moment: a card and a bid."""

    card: Card | None = None
    card_moment: Moment = ()
    bid: int | None = None
    bid_moment: Moment = ()


NO_MARKS = SeatMarks()


def seat_marks(state: State, seat: int) -> SeatMarks:
    """Return what was marked last at a seat, whether it still holds or not."""
    return state.marks[seat] if state.marks else NO_MARKS


def with_marked_card(state: State, seat: int, card: Card | None) -> State:
    """Return the state in which the seat has marked another card, or none (None)."""
    marks = seat_marks(state, seat)._replace(
        card=card, card_moment=_card_moment(state, state.running_round, seat)
    )
    return _with_marks(state, seat, marks)


def with_prepared_bid(state: State, seat: int, bid: int | None) -> State:
    """Return the state in which the seat has prepared another bid, or none (None)."""
    marks = seat_marks(state, seat)._replace(
        bid=bid, bid_moment=_bid_moment(state, state.running_round, seat)
    )
    return _with_marks(state, seat, marks)


def _with_marks(state: State, seat: int, marks: SeatMarks) -> State:
    """Return the state with another seat's marks."""
    before = state.marks or (NO_MARKS,) * len(state.seats)
    return state._replace(marks=replace_item(before, seat, marks))


def marked_card(state: State, seat: int) -> Card | None:
    """Return the card that plays itself when the seat's turn comes; None if there is none.

    On turn that is None for a card that the rules do not allow: it is unmarked.
    """
    card = _card_of_moment(state, seat)
    return None if card is None or _is_card_refused(state, seat, card) else card


def unmarked_card(state: State, seat: int) -> Card | None:
    """Return the seat's marked card if the rules do not allow it now, on the seat's turn."""
    card = _card_of_moment(state, seat)
    return card if card is not None and _is_card_refused(state, seat, card) else None


def prepared_bid(state: State, seat: int) -> int | None:
    """Return the bid that is made when the seat's turn comes; None if there is none.

    On turn that is None for a bid that the rules refuse: it is unmarked.
    """
    bid = _bid_of_moment(state, seat)
    return None if bid is None or _is_bid_refused(state, seat, bid) else bid


def unmarked_bid(state: State, seat: int) -> int | None:
    """Return the seat's prepared bid if the rules refuse it now, on the seat's turn."""
    bid = _bid_of_moment(state, seat)
    return bid if bid is not None and _is_bid_refused(state, seat, bid) else None


def _card_of_moment(state: State, seat: int) -> Card | None:
    """Return the card that the seat has marked for its next turn."""
    if not state.marks or state.round is None:
        return None
    marks = state.marks[seat]
    holds = marks.card is not None and marks.card_moment == _card_moment(state, state.round, seat)
    return marks.card if holds else None


def _bid_of_moment(state: State, seat: int) -> int | None:
    """Return the bid that the seat has prepared for its next turn."""
    if not state.marks or state.round is None:
        return None
    marks = state.marks[seat]
    holds = marks.bid is not None and marks.bid_moment == _bid_moment(state, state.round, seat)
    return marks.bid if holds else None


def _is_card_refused(state: State, seat: int, card: Card) -> bool:
    """Whether it is the seat's turn and the rules do not allow the card, even where one could cheat."""
    on_turn = state.status == PLAYING and seat in legal.seats_to_act(state)
    return on_turn and card not in legal.legal_plays(state, seat)


def _is_bid_refused(state: State, seat: int, bid: int) -> bool:
    """Whether it is the seat's turn and the rules refuse the bid."""
    return (
        state.status == BIDDING
        and seat in legal.seats_to_act(state)
        and bid == legal.refused_bid(state, seat)
    )


def _card_moment(state: State, current: Round, seat: int) -> Moment:
    """Return the moment for cards: it ends when the seat plays a card or gets another player."""
    played = current.cards - len(current.play.hands[seat])
    return current.number, _count_player_changes(state, seat), len(current.undo.undone), played


def _bid_moment(state: State, current: Round, seat: int) -> Moment:
    """Return the moment for bids: it ends when the seat bids or gets another player."""
    made = sum(bidder == seat for bidder, _ in current.bidding.made)
    return current.number, _count_player_changes(state, seat), len(current.undo.undone), made


def _count_player_changes(state: State, seat: int) -> int:
    """Return how often the seat has got another player."""
    return sum(change.seat == seat for change in state.substitutions)
