"""Which seats may act now, and what the rules allow them; refusals, buttons and bots all use this."""

from core.sentence import Sentence
from games.rules import errors
from games.rules.cards import SUITS, Card
from games.rules.claims.claim import CLAIMS, MAX_CLAIM_CARDS
from games.rules.editions import EDITIONS
from games.rules.restriction import forbidden_bid
from games.rules.round import Round
from games.rules.state import State
from games.rules.statuses import ABANDONED, BIDDING, FINISHED, NAMING_TRUMP, OPEN, PAUSE, PLAYING, RUNNING


def seats_to_act(state: State) -> tuple[int, ...]:
    """Return the seats that must decide now.

    There are several in secret bidding, and none if the table is on hold or no decision is due.
    """
    current = state.round
    if current is None or state.halted:
        return ()
    if state.status == PLAYING:
        play = current.play
        trick = play.trick
        return () if trick is None else ((trick.leader + len(trick.plays)) % len(play.hands),)
    if state.status == BIDDING:
        return _seats_to_bid(current)
    return (current.dealer,) if state.status == NAMING_TRUMP else ()


def pending_decision_id(state: State, seat: int) -> str:
    """Return an id of the decision that the seat's player must make now, or "" if there is none."""
    if seat not in seats_to_act(state) or seat in state.away or state.round is None:
        return ""
    bids = sum(each == seat for each, _ in state.round.bids_made)
    # No other decision of this seat has the same id, unless a decision was taken back.
    return f"{state.round.number} {state.status} {bids} {len(state.round.hands[seat])}"


def _seats_to_bid(current: Round) -> tuple[int, ...]:
    """Return the seats that must bid now in the round `current`.

    This is one seat or, while the bids are secret, all seats that have not bid yet.
    """
    if current.reveal == "open":
        return ((current.dealer + 1 + len(current.bids_made)) % len(current.hands),)
    # The revealed bids add up to the number of cards, which this round forbids.
    if current.must_bid_again:
        return (current.dealer,)
    return tuple(seat for seat, bid in enumerate(current.bids) if bid is None)


def forbidden_bid_for_seat(state: State, seat: int) -> int | None:
    """Return the bid that the seat must not make because of the other seats' bids, or None.

    Only the dealer, who bids last, can have a forbidden bid, and only in rounds that restrict the sum of the
    bids. Return None while another seat's bid is missing or the bids are secret.
    """
    current = state.round
    # The dealer bids last. Secret bids are unrestricted; if they add up, the dealer bids again, openly.
    if current is None or not current.restricted or seat != current.dealer or not current.revealed:
        return None
    others = [bid for other, bid in enumerate(current.bids) if other != seat]
    if None in others:
        return None
    return forbidden_bid(current.cards, [bid for bid in others if bid is not None])


def legal_suits(state: State, seat: int) -> tuple[str, ...]:
    """Return the trump suits that the seat may name now, or an empty tuple if none may be named."""
    return SUITS if state.status == NAMING_TRUMP and seat in seats_to_act(state) else ()


def legal_bids(state: State, seat: int) -> tuple[int, ...]:
    """Return the bids that the seat may make now, or an empty tuple if it is not the seat's turn to bid."""
    if state.status != BIDDING or state.round is None or seat not in seats_to_act(state):
        return ()
    refused = forbidden_bid_for_seat(state, seat)
    return tuple(bid for bid in range(state.round.cards + 1) if bid != refused)


def legal_plays(state: State, seat: int) -> tuple[Card, ...]:
    """Return the cards that the rules allow the seat to play now; empty if it is not the seat's turn."""
    current = state.round
    if state.status != PLAYING or current is None or seat not in seats_to_act(state):
        return ()
    play = current.play
    if play.trick is None:
        return ()
    return EDITIONS[state.options.edition].legal_cards(play.hands[seat], play.trick.suit)


def playable_cards(state: State, seat: int) -> tuple[Card, ...]:
    """Return the cards that the seat can play now, or an empty tuple if it cannot play.

    At a table that allows cheating, these are all cards of the hand.
    """
    if state.options.cheating and state.status == PLAYING and state.round and seat in seats_to_act(state):
        return state.round.play.hands[seat]
    return legal_plays(state, seat)


def claimable_tricks(state: State, seat: int) -> tuple[str, ...]:
    """Return the claims that the seat may make now, or an empty tuple.

    A claim says that the seat takes all, or none, of the remaining tricks.
    """
    if (
        state.options.cheating
        or state.status != PLAYING
        or state.round is None
        or seat not in seats_to_act(state)
    ):
        return ()
    # A claim that cannot be proven is refused only when it is made.
    return CLAIMS if len(state.round.play.hands[seat]) <= MAX_CLAIM_CARDS else ()


def accusable_seats(state: State, seat: int) -> tuple[int, ...]:
    """Return the seats that `seat` may accuse of cheating now, or an empty tuple if nobody can be accused."""
    if not accepts_accusations(state):
        return ()
    return tuple(other for other in range(len(state.seats)) if other != seat)


def accepts_accusations(state: State) -> bool:
    """Return whether players can accuse each other of cheating now.

    At a table that allows cheating, this is possible from a round's first card until the next deal, except
    while the table is on hold.
    """
    current = state.round
    return (
        state.options.cheating
        and current is not None
        and not state.halted
        and state.status in (PLAYING, PAUSE)
        and current.cards_played > 0
    )


# --- Refusals that several topics share ---------------------------------------------------------------------


def require_seat(seat: int | None) -> int:
    """Return `seat`, or raise NotSeated if `seat` is None."""
    if seat is None:
        raise errors.NotSeated()
    return seat


def require_turn(state: State, seat: int | None, status: str) -> int:
    """Return `seat` if it has to act now and the table has this status.

    Otherwise raise NotSeated, WrongPhase or NotYourTurn.
    """
    if seat is None:
        raise errors.NotSeated()
    if state.status != status:
        raise errors.WrongPhase()
    if seat not in seats_to_act(state):
        raise errors.NotYourTurn()
    return seat


def check_game_running(state: State) -> None:
    """Raise WrongPhase unless a game is in progress. The error's message is "No game is running here."

    Use `check_game_in_progress` for a message that says why no game is in progress.
    """
    if state.status not in RUNNING:
        raise errors.WrongPhase(Sentence("No game is running here."))


def check_not_on_hold(state: State) -> None:
    """Raise Halted if the players or the organisers have put the table on hold."""
    if state.halted:
        raise errors.Halted(by_players=state.own_pause)


def check_game_in_progress(state: State) -> None:
    """Raise WrongPhase unless a game is in progress. The error's message says why none is in progress.

    The reason is that the game has not started, is over or has been abandoned. `check_game_running`
    makes the same check, but its message gives no reason.
    """
    if state.status == OPEN:
        raise errors.WrongPhase(Sentence("The game has not started yet."))
    if state.status == FINISHED:
        raise errors.WrongPhase(Sentence("The game is over."))
    if state.status == ABANDONED:
        raise errors.WrongPhase(Sentence("This game has been abandoned."))
