"""The last decision of a round, and the state before that decision.

Only the last decision can be undone, and only by the player who made it, as long as it has not caused
anything hidden to be shown.
"""

from typing import NamedTuple

from core.sentence import Sentence
from games.rules import errors
from games.rules.cards import is_wizard
from games.rules.movers import CLAIM, CLOCK, HUMAN, WING
from games.rules.round import Round, UndoneDecision
from games.rules.state import State, replace_item
from games.rules.statuses import BIDDING, NAMING_TRUMP, PLAYING
from games.rules.undo import BID, CARD, TRUMP


class LastDecision(NamedTuple):
    """The last decision of a round."""

    seat: int
    kind: str
    """The kind of decision: CARD, BID or TRUMP."""
    value: str
    """The card, bid or suit."""
    after: int
    """The number of cards of the round that had been played before the decision."""
    by: str
    """The mover that decided for the seat."""


def allows_undo(state: State) -> bool:
    """Return whether the players can undo decisions at this table.

    Undo is an option of the table. A table that allows cheating, or that organisers opened, never has undo.
    """
    return state.options.undo and not state.organised and not state.options.cheating


def last_decision(state: State) -> LastDecision | None:
    """Return the latest decision in the round: a card played, a bid made or a trump suit named.

    Return None if no decision has been made in this round.
    """
    current = state.round
    if current is None:
        return None
    tricks = [*current.play.tricks[-1:], *([current.play.trick] if current.play.trick else [])]
    lays = [lay for trick in tricks for lay in trick.plays]
    if lays:
        return LastDecision(lays[-1].seat, CARD, lays[-1].card, current.cards_played - 1, lays[-1].by)
    if current.bidding.made:
        seat, bid = current.bidding.made[-1]
        return LastDecision(seat, BID, str(bid), 0, current.bidding.movers[-1])
    turned, trump = current.deal.turned_card, current.deal.trump
    if turned is not None and is_wizard(turned) and trump is not None:
        by = current.deal.trump_by or state.own_player_mover(current.deal.dealer)
        return LastDecision(current.deal.dealer, TRUMP, trump, 0, by)
    return None


def require_undoable_decision(state: State, seat: int) -> LastDecision:
    """Return the round's last decision if the player in this seat can undo it.

    Otherwise raise NothingToUndo, UndoTooLate or UndoWouldReveal.
    """
    decision = last_decision(state)
    if state.status not in (NAMING_TRUMP, BIDDING, PLAYING) or (decision is None and state.past):
        raise errors.UndoTooLate(Sentence("The round is over, so nothing of it can be taken back."))
    if decision is None or not _has_decided(state.current_round, seat, decision):
        raise errors.NothingToUndo()
    if decision.by == CLAIM or _was_followed_by_reveal_or_claim(state.current_round, decision):
        # Secret bids were revealed, or a claim of tricks caused or followed the decision.
        raise errors.UndoWouldReveal()
    if decision.seat != seat or decision.by == CLOCK:
        # Another seat has decided since, or the clock decided.
        raise errors.UndoTooLate()
    if decision.by not in (HUMAN, WING):
        raise errors.NothingToUndo(Sentence("The server moved for you. That can’t be taken back."))
    return decision


def _has_decided(current: Round, seat: int, decision: LastDecision) -> bool:
    """Return whether a decision has been made in the round by, or for, the player in this seat.

    Decisions are naming trump, bidding and playing a card. `decision` is the last one in the round, by any
    player.
    """
    has_bid = any(bidder == seat for bidder, _ in current.bidding.made)
    named = current.turned_card is not None and is_wizard(current.turned_card) and seat == current.dealer
    return has_bid or named or decision.seat == seat


def _was_followed_by_reveal_or_claim(current: Round, decision: LastDecision) -> bool:
    """Return whether the last decision led to the reveal of secret bids, or a claim of tricks followed it."""
    seats = len(current.play.hands)
    if decision.kind == BID:
        # The last secret bid revealed all of them; a dealer's second bid comes later and reveals nothing.
        return current.reveal == "hiddentip" and current.revealed and len(current.bidding.made) <= seats
    return any(claim.after == current.cards_played for claim in current.claims)


def undo_last_decision(state: State, decision: LastDecision) -> State:
    """Return the state as it was before the last decision, without resetting the players' clocks.

    Close the undo request, and add `decision`, the round's last one, to the round's undone decisions.
    """
    current = state.current_round
    if decision.kind == CARD:
        before = state._replace(round=_undo_last_card(current, decision))
    elif decision.kind == BID:
        before = _undo_last_bid(state, current, decision.seat)
    else:
        deal = current.deal._replace(trump=None, trump_by=None)
        before = state._replace(status=NAMING_TRUMP, round=current._replace(deal=deal))
    undone = UndoneDecision(decision.seat, decision.kind, decision.value, decision.after)
    undo = current.undo._replace(ask=None, undone=(*current.undo.undone, undone))
    return before._replace(round=before.current_round._replace(undo=undo))


def _undo_last_card(current: Round, decision: LastDecision) -> Round:
    """Return the round with its last played card back at its old place in the player's hand.

    If the card had completed a trick, the trick is open again.
    """
    play, seat = current.play, decision.seat
    held = {*play.hands[seat], decision.value}
    hand = tuple(card for card in current.dealt_hands[seat] if card in held)
    trick, tricks, taken = play.trick, play.tricks, play.tricks_taken
    if trick is None or not trick.plays:
        # The card completed the trick, which is now open again, without a winner.
        trick, tricks = tricks[-1], tricks[:-1]
        assert trick.winner is not None
        taken = replace_item(taken, trick.winner, taken[trick.winner] - 1)
    return current._replace(
        play=play._replace(
            hands=replace_item(play.hands, seat, hand),
            trick=trick._replace(plays=trick.plays[:-1], winner=None),
            tricks=tricks,
            tricks_taken=taken,
        )
    )


def _undo_last_bid(state: State, current: Round, seat: int) -> State:
    """Return the state without the seat's last bid, so that the seat must bid again."""
    bidding = current.bidding
    made = bidding.made[:-1]
    # Without the dealer's second bid, the dealer's first bid counts again.
    earlier = [bid for bidder, bid in made if bidder == seat]
    bidding = bidding._replace(
        bids=replace_item(bidding.bids, seat, earlier[-1] if earlier else None),
        made=made,
        by=bidding.by[:-1],
        movers=bidding.movers[:-1],
    )
    play = current.play._replace(trick=None)
    return state._replace(status=BIDDING, round=current._replace(bidding=bidding, play=play))
