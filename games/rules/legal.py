"""Who may act now and what the rules allow: one truth for refusals, for buttons and for bots."""

from games.rules.cards import SUITS, Card
from games.rules.editions import EDITIONS
from games.rules.restriction import forbidden_bid
from games.rules.round import Round
from games.rules.state import BIDDING, NAMING_TRUMP, PAUSE, PLAYING, State


def turn(state: State) -> tuple[int, ...]:
    """The seats that have to act now: several while bidding in secret, none in a pause or a halt."""
    current = state.round
    if current is None or state.halted:
        return ()
    if state.status == PLAYING:
        play = current.play
        trick = play.trick
        return () if trick is None else ((trick.leader + len(trick.plays)) % len(play.hands),)
    if state.status == BIDDING:
        return _bidders(current)
    return (current.dealer,) if state.status == NAMING_TRUMP else ()


def _bidders(current: Round) -> tuple[int, ...]:
    if current.reveal == "open":
        return ((current.dealer + 1 + len(current.bids_made)) % len(current.hands),)
    if current.must_bid_again:
        return (current.dealer,)
    return tuple(seat for seat, bid in enumerate(current.bids) if bid is None)


def refused_bid(state: State, seat: int) -> int | None:
    """The one bid that `seat`, who has to bid now, may not make; None if every bid is free."""
    current = state.round
    if current is None or not current.restricted or seat != current.dealer or not current.revealed:
        return None
    others = [bid for other, bid in enumerate(current.bids) if other != seat]
    if None in others:
        return None
    return forbidden_bid(current.cards, [bid for bid in others if bid is not None])


def legal_suits(state: State, seat: int) -> tuple[str, ...]:
    """The suits that the seat may name now."""
    return SUITS if state.status == NAMING_TRUMP and seat in turn(state) else ()


def legal_bids(state: State, seat: int) -> tuple[int, ...]:
    """The bids that the seat may make now."""
    if state.status != BIDDING or state.round is None or seat not in turn(state):
        return ()
    refused = refused_bid(state, seat)
    return tuple(bid for bid in range(state.round.cards + 1) if bid != refused)


def legal_plays(state: State, seat: int) -> tuple[Card, ...]:
    """The cards that the rules allow the seat to play now."""
    current = state.round
    if state.status != PLAYING or current is None or seat not in turn(state):
        return ()
    play = current.play
    if play.trick is None:
        return ()
    return EDITIONS[state.options.edition].legal_cards(play.hands[seat], play.trick.suit)


def playable(state: State, seat: int) -> tuple[Card, ...]:
    """The cards that the table accepts from the seat now: the whole hand where cheating is on."""
    if state.options.cheating and state.status == PLAYING and state.round and seat in turn(state):
        return state.round.play.hands[seat]
    return legal_plays(state, seat)


def can_accuse(state: State, seat: int) -> tuple[int, ...]:
    """The seats that `seat` may accuse now."""
    if not may_accuse(state):
        return ()
    return tuple(other for other in range(len(state.seats)) if other != seat)


def may_accuse(state: State) -> bool:
    """Whether accusations are judged now: from a round's first card until the next round is dealt."""
    current = state.round
    return (
        state.options.cheating
        and current is not None
        and not state.halted
        and state.status in (PLAYING, PAUSE)
        and current.cards_played > 0
    )
