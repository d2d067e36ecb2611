"""What follows at a table without anyone's decision: a trick taken, a round scored, the next one dealt."""

from games.rules import deal, legal
from games.rules.bidding import is_restricted
from games.rules.cards import SUIT
from games.rules.events import (
    BidsRevealed,
    CardPlayed,
    Event,
    GameFinished,
    GameStarted,
    RoundDealt,
    RoundScored,
    TableHalted,
    TrickTaken,
)
from games.rules.intervene import PLAYERS
from games.rules.memory import memory_of
from games.rules.proofs import proofs
from games.rules.scoring import points, ranking
from games.rules.state import BIDDING, OPEN, PAUSE, PLAYING, Round, State
from games.rules.trick import winning_index


def follow_up(state: State) -> Event | None:
    """The event that follows by itself now, None where somebody has to decide."""
    current = state.round
    if state.halted:
        return None
    if state.pause_asked and state.humans() - state.away <= state.pause_asked:
        return TableHalted(PLAYERS)
    if state.status == PLAYING:
        return next_round(state) if current is None else _after_card(state, current)
    if state.status == BIDDING and current is not None:
        complete = not current.revealed and None not in current.bids
        return _reveal(current) if complete else None
    if state.status == PAUSE and current is not None:
        over = state.options.pause == 0 or _all_are_ready(state, current)
        return next_round(state) if over else None
    if state.status == OPEN and None not in state.seats:
        return GameStarted(tuple(range(state.size)))
    return None


def _all_are_ready(state: State, current: Round) -> bool:
    """Whether every person who is there is ready, and no bot still has a cheat to call.

    A proof comes from cards that all have seen, so how long a pause lasts tells nobody a secret.
    """
    if not state.humans() - state.away <= current.ready:
        return False
    if not state.options.cheating:
        return True
    bots = set(range(len(state.seats))) - state.humans() - state.away - current.ready
    return not any(_can_prove_a_cheat(state, current, bot) for bot in bots)


def _can_prove_a_cheat(state: State, current: Round, seat: int) -> bool:
    remembered = {
        "round": {"number": current.number},
        "trick": None,
        "can_accuse": legal.can_accuse(state, seat),
        **memory_of(state),
    }
    return bool(proofs(remembered))


def _after_card(state: State, current: Round) -> Event | None:
    trick = current.trick
    if trick is not None:
        if len(trick.plays) < len(current.hands):
            return _wing(state, current) if current.wings else None
        cards = [play.card for play in trick.plays]
        return TrickTaken(trick.number, trick.plays[winning_index(cards, current.trump)].seat)
    if not current.revealed:
        return _reveal(current)
    bids = [bid if bid is not None else 0 for bid in current.bids]
    return RoundScored(current.number, tuple(map(points, bids, current.taken)))


def _wing(state: State, current: Round) -> CardPlayed | None:
    """The card that plays itself now; one that the rules do not allow stays where it is, and tells nobody."""
    seat = legal.turn(state)[0]
    card = current.wings[seat]
    if card is None or card not in legal.legal_plays(state, seat):
        return None
    return CardPlayed(seat, card, "wing")


def _reveal(current: Round) -> BidsRevealed:
    return BidsRevealed(tuple(bid for bid in current.bids if bid is not None))


def next_round(state: State) -> RoundDealt | GameFinished:
    """The next deal, or the result: after the last round, or at once where the game was stopped."""
    players = len(state.seats)
    previous = state.round
    number = previous.number + 1 if previous else 1
    if number > len(state.schedule) or state.stopped:
        places, tie_break = ranking(state.scores, state.correct, deal.lot(state.game_seed, players))
        result = tuple((p.seat, p.score, p.correct_bids, p.rank) for p in places)
        return GameFinished(result, tie_break)
    plan = state.schedule[number - 1]
    dealer = (previous.dealer + 1) % players if previous else deal.first_dealer(state.game_seed, players)
    hands, turned = deal.deal(
        state.game_seed, round_number=number, cards=plan.cards, players=players, dealer=dealer
    )
    restricted = is_restricted(
        plan,
        round_number=number,
        scores=state.scores,
        dealer=dealer,
        spare_one_card=state.options.spare_one_card,
    )
    trump = SUIT[turned] if turned else None
    return RoundDealt(number, plan.cards, dealer, hands, turned, trump, plan.reveal, restricted)
