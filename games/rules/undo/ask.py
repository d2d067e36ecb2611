"""The open request to undo a decision: how long it stays open, and whose answers it needs."""

from datetime import timedelta

from core.refusal import Refusal
from core.sentence import counted_sentence
from games.rules import errors
from games.rules.round import UndoRequest
from games.rules.state import State
from games.rules.undo.decision import LastDecision, allows_undo, last_decision, require_undoable_decision

ANSWER_TIMEOUT = timedelta(seconds=15)
"""How long the other players have to answer; after that, the request is refused."""
MAX_UNDO_REQUESTS = 3
"""How many undo requests a player can make in a round."""


def find_open_undo_request(state: State) -> UndoRequest | None:
    """Return the undo request that the other players can still answer, or None.

    The time limit for answers is not checked.
    """
    # A later decision, or a new player in a seat, closes the request.
    # A request whose time is up stays open until the server ends it.
    ask = state.round.undo.ask if state.round is not None else None
    return ask if ask is not None and ask.position == count_moves_undos_and_replacements(state) else None


def count_moves_undos_and_replacements(state: State) -> tuple[int, ...]:
    """Count the round's moves, the round's undos, and the whole game's player replacements.

    Bids, cards played and the trump suit, chosen or turned up, count as moves, unless they were undone. An
    open undo request is closed when one of the three counts changes.
    """
    current = state.current_round
    decided = len(current.bidding.made) + current.cards_played + (current.trump is not None)
    return decided, len(current.undo.undone), len(state.substitutions)


def find_seats_to_answer(state: State, request: UndoRequest) -> frozenset[int]:
    """Return the seats of the people present who have not yet agreed to the undo request.

    Leave out the player who made the request.
    """
    return state.human_seats() - state.away - {request.seat} - request.allowed


def find_decision_for_undo_request(state: State, seat: int) -> LastDecision | None:
    """Return the last decision if the seat's player made it and may ask to undo it now, otherwise None."""
    if state.halted or not allows_undo(state) or find_open_undo_request(state) is not None:
        return None
    decision = last_decision(state)
    # Checked first, because it is cheap: most viewers have not made the last decision.
    if decision is None or decision.seat != seat:
        return None
    try:
        return require_decision_for_undo_request(state, seat)
    except Refusal:
        return None


def require_decision_for_undo_request(state: State, seat: int) -> LastDecision:
    """Return the last decision, or raise a Refusal if the player in this seat may not ask to undo it."""
    # The caller must have checked that the table allows undo.
    decision = require_undoable_decision(state, seat)
    if state.current_round.undo.asked.count(seat) >= MAX_UNDO_REQUESTS:
        raise errors.TooManyUndos(
            counted_sentence(
                "You can ask %(count)d time in a round.",
                "You can ask %(count)d times in a round.",
                MAX_UNDO_REQUESTS,
            )
        )
    return decision
