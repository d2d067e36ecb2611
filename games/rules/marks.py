"""Marks: a card to be played on the seat's next turn (a wing, or premove), and a bid set in advance.

Marks are secret, but everybody sees the numbers of log entries, so marks are not logged; the store keeps them
beside the log. A mark records the moment at which it was made, as counted from the seat's point of view, and
is valid while that moment lasts. Nothing is written when the mark expires, so no write can give it away.
"""

from typing import NamedTuple

from games.rules import legal
from games.rules.cards import Card
from games.rules.round import Round
from games.rules.state import State, replace_item
from games.rules.statuses import BIDDING, PLAYING

ExpiryCounts = tuple[int, ...]
"""Four counts: the round's number, how often the seat's player was replaced, how often a decision of the
round was undone, and how often the seat has moved in the round."""


class SeatMarks(NamedTuple):
    """The latest card and bid that a seat's player marked, each with the moment at which that happened."""

    card: Card | None = None
    card_moment: ExpiryCounts = ()
    bid: int | None = None
    bid_moment: ExpiryCounts = ()


NO_MARKS = SeatMarks()


def seat_marks(state: State, seat: int) -> SeatMarks:
    """Return the card and the bid that the seat's player last chose in advance for the next turn.

    Include a card or bid that has expired. The card or the bid is None if the player has chosen none.
    """
    return state.marks[seat] if state.marks else NO_MARKS


def with_marked_card(state: State, seat: int, card: Card | None) -> State:
    """Return the state with `card` chosen in advance for the seat's next turn; None withdraws the choice."""
    marks = seat_marks(state, seat)._replace(
        card=card, card_moment=_card_expiry_counts(state, state.current_round, seat)
    )
    return _replace_marks(state, seat, marks)


def with_prepared_bid(state: State, seat: int, bid: int | None) -> State:
    """Return the state with `bid` chosen in advance for the seat's next turn; None withdraws the bid."""
    marks = seat_marks(state, seat)._replace(
        bid=bid, bid_moment=_bid_expiry_counts(state, state.current_round, seat)
    )
    return _replace_marks(state, seat, marks)


def _replace_marks(state: State, seat: int, marks: SeatMarks) -> State:
    """Return the state with `marks` as the card and the bid that the seat has chosen in advance."""
    before = state.marks or (NO_MARKS,) * len(state.seats)
    return state._replace(marks=replace_item(before, seat, marks))


def marked_card(state: State, seat: int) -> Card | None:
    """Return the card that was chosen in advance for the seat's next turn.

    Return None if there is no such card, or if it has expired or is illegal now.
    """
    card = _unexpired_marked_card(state, seat)
    return None if card is None or _is_card_illegal_now(state, seat, card) else card


def illegal_marked_card(state: State, seat: int) -> Card | None:
    """Return the card chosen in advance for the seat's current turn if the card is illegal.

    Return None if the card is legal or has expired, if no card was chosen, or if it is not the seat's turn.
    """
    card = _unexpired_marked_card(state, seat)
    return card if card is not None and _is_card_illegal_now(state, seat, card) else None


def prepared_bid(state: State, seat: int) -> int | None:
    """Return the bid that was chosen in advance for the seat's next turn.

    Return None if there is no such bid, or if it has expired or is illegal now.
    """
    bid = _unexpired_prepared_bid(state, seat)
    return None if bid is None or _is_bid_illegal_now(state, seat, bid) else bid


def illegal_prepared_bid(state: State, seat: int) -> int | None:
    """Return the bid chosen in advance for the seat's current turn if the bid is illegal.

    Return None if the bid is legal or has expired, if no bid was chosen, or if it is not the seat's turn.
    """
    bid = _unexpired_prepared_bid(state, seat)
    return bid if bid is not None and _is_bid_illegal_now(state, seat, bid) else None


def _unexpired_marked_card(state: State, seat: int) -> Card | None:
    """Return the card that was chosen in advance for the seat's next turn, even an illegal one.

    Return None if there is no such card or if it has expired.
    """
    if not state.marks or state.round is None:
        return None
    marks = state.marks[seat]
    holds = marks.card is not None and marks.card_moment == _card_expiry_counts(state, state.round, seat)
    return marks.card if holds else None


def _unexpired_prepared_bid(state: State, seat: int) -> int | None:
    """Return the bid that was chosen in advance for the seat's next turn, even an illegal one.

    Return None if there is no such bid or if it has expired.
    """
    if not state.marks or state.round is None:
        return None
    marks = state.marks[seat]
    holds = marks.bid is not None and marks.bid_moment == _bid_expiry_counts(state, state.round, seat)
    return marks.bid if holds else None


def _is_card_illegal_now(state: State, seat: int, card: Card) -> bool:
    """Return whether it is the seat's turn to play a card and playing this card would break the rules."""
    # Even where cheating is allowed, a card that was marked in advance is never played as a cheat.
    on_turn = state.status == PLAYING and seat in legal.seats_to_act(state)
    return on_turn and card not in legal.legal_plays(state, seat)


def _is_bid_illegal_now(state: State, seat: int, bid: int) -> bool:
    """Return whether it is the seat's turn to bid and the rules forbid this bid."""
    return (
        state.status == BIDDING
        and seat in legal.seats_to_act(state)
        and bid == legal.forbidden_bid_for_seat(state, seat)
    )


def _card_expiry_counts(state: State, current: Round, seat: int) -> ExpiryCounts:
    """Return the counts that must stay the same for a card chosen in advance to remain valid.

    The counts are the number of the round `current`, how often the seat's player was replaced, how many
    decisions of the round were undone, and how many cards the seat has played in the round.
    """
    played = current.cards - len(current.play.hands[seat])
    return current.number, _count_player_changes(state, seat), len(current.undo.undone), played


def _bid_expiry_counts(state: State, current: Round, seat: int) -> ExpiryCounts:
    """Return the counts that must stay the same for a bid chosen in advance to remain valid.

    The counts are the number of the round `current`, how often the seat's player was replaced, how many
    decisions of the round were undone, and how many bids the seat has made in the round.
    """
    made = sum(bidder == seat for bidder, _ in current.bidding.made)
    return current.number, _count_player_changes(state, seat), len(current.undo.undone), made


def _count_player_changes(state: State, seat: int) -> int:
    """Return the number of times that the seat's player has been replaced."""
    return sum(change.seat == seat for change in state.substitutions)
