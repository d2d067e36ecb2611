"""Cards are played, by hand or by a wing (a premove), and tricks are taken."""

from datetime import datetime
from typing import NamedTuple, TypedDict

from games.rules import errors, legal
from games.rules.cards import Card
from games.rules.editions import EDITIONS
from games.rules.protocol.values import CardCode, Count, Mover, SeatNumber
from games.rules.round import CardPlay, Lay, Round, Trick
from games.rules.state import BIDDING, NAMING_TRUMP, PLAYING, State, with_item
from games.rules.topics.bidding import BidsRevealed, reveal
from games.rules.topics.guards import on_turn, require_seat
from games.rules.topics.rounds import GameFinished, RoundDealt, RoundScored, next_round, score
from games.rules.topics.topic import ActionRule, EventRule, Public, Topic
from games.rules.verdicts import Cheat


class Play(NamedTuple):
    """Play a card."""

    card: CardCode


class SetWing(NamedTuple):
    """Lay a card aside that plays itself when the turn comes; None takes it back."""

    card: Card | None


class CardPlayed(NamedTuple):
    """A card was played."""

    seat: Public[SeatNumber]
    card: Public[CardCode]
    by: Public[Mover]
    lag: int = 0


class WingSet(NamedTuple):
    """A card will play itself when the turn comes, or no longer does; its player's secret."""

    seat: int
    card: Card | None


class ShownWing(TypedDict):
    """The viewer set a card aside to play itself, or took it back (null)."""

    seat: SeatNumber
    card: CardCode | None


class TrickTaken(NamedTuple):
    """A trick was taken."""

    trick: Public[Count]
    winner: Public[SeatNumber]


def _play(state: State, seat: int | None, action: Play, by: str | None) -> CardPlayed:
    player = on_turn(state, seat, PLAYING)
    current = state.round
    assert current is not None
    if action.card not in current.play.hands[player]:
        raise errors.CardNotInHand()
    if not state.options.cheating:
        _check_suit(state, current, player, action.card)
    return CardPlayed(player, action.card, by or state.own_mover(player))


def _check_suit(state: State, current: Round, player: int, card: Card) -> None:
    play, edition = current.play, EDITIONS[state.options.edition]
    if edition.breaks_suit(card, play.hands[player], play.trick.suit if play.trick else None):
        raise errors.MustFollowSuit()


def _set_wing(state: State, seat: int | None, action: SetWing, by: str | None) -> WingSet:
    player = require_seat(seat)
    current = state.round
    if current is None or state.status not in (NAMING_TRUMP, BIDDING, PLAYING):
        raise errors.WrongPhase()
    if action.card is not None and action.card not in current.hands[player]:
        raise errors.CardNotInHand()
    if action.card == (current.wings[player] if current.wings else None):
        raise errors.NothingChanged()
    if action.card is not None and state.status == PLAYING and player in legal.turn(state):
        _check_suit(state, current, player, action.card)
    return WingSet(player, action.card)


def _after_card(
    state: State,
) -> CardPlayed | TrickTaken | BidsRevealed | RoundScored | RoundDealt | GameFinished | None:
    current = state.round
    if current is None:
        return next_round(state)
    play = current.play
    trick = play.trick
    if trick is not None:
        if len(trick.plays) < len(play.hands):
            return _wing(state, current) if play.wings else None
        cards = [lay.card for lay in trick.plays]
        winning = EDITIONS[state.options.edition].winning_index(cards, current.trump)
        return TrickTaken(trick.number, trick.plays[winning].seat)
    return score(current) if current.revealed else reveal(current)


def _wing(state: State, current: Round) -> CardPlayed | None:
    """The card that plays itself now; one that the rules do not allow stays where it is, and tells nobody."""
    seat = legal.turn(state)[0]
    card = current.wings[seat]
    if card is None or card not in legal.legal_plays(state, seat):
        return None
    return CardPlayed(seat, card, "wing")


def _card_played(state: State, event: CardPlayed, at: datetime) -> State:
    current, seat, card = state.round, event.seat, event.card
    assert current is not None
    before = current.play
    trick, cheats = before.trick, before.cheats
    assert trick is not None
    hand = before.hands[seat]
    if state.options.cheating:
        owed = trick.suit
        if EDITIONS[state.options.edition].breaks_suit(card, hand, owed):
            cheats = (*cheats, Cheat(trick.number, seat, card, str(owed)))
    index = hand.index(card)
    play = before.with_card(
        hands=with_item(before.hands, seat, hand[:index] + hand[index + 1 :]),
        trick=Trick(trick.number, trick.leader, (*trick.plays, Lay(seat, card, event.by))),
        cheats=cheats,
    )
    return state.with_round(current.with_play(play.with_wing(seat, None) if play.wings else play))


def _wing_set(state: State, event: WingSet, at: datetime) -> State:
    current = state.running_round
    return state.with_round(current.with_play(current.play.with_wing(event.seat, event.card)))


def _trick_taken(state: State, event: TrickTaken, at: datetime) -> State:
    current, winner = state.round, event.winner
    assert current is not None
    before = current.play
    assert before.trick is not None
    play = CardPlay(
        hands=before.hands,
        taken=with_item(before.taken, winner, before.taken[winner] + 1),
        trick=Trick(event.trick + 1, winner) if event.trick < current.deal.cards else None,
        tricks=(*before.tricks, before.trick._replace(winner=winner)),
        cheats=before.cheats,
        wings=before.wings,
    )
    return state.with_round(current.with_play(play))


def _redact_wing(event: WingSet, viewer: int | None) -> ShownWing | None:
    return {"seat": event.seat, "card": event.card} if event.seat == viewer else None


_ACTIONS = (
    ActionRule(Play, _play, "play", held=True),
    ActionRule(SetWing, _set_wing, held=True),
)
_EVENTS = (
    EventRule(CardPlayed, "card_played", _card_played, decision=True),
    EventRule(WingSet, "wing_set", _wing_set, ShownWing, _redact_wing, personal=True, quiet=True),
    EventRule(TrickTaken, "trick_taken", _trick_taken),
)
TOPIC = Topic("playing", _ACTIONS, _EVENTS, {PLAYING: _after_card})
PlayerAction = Play
Action = Play | SetWing
Event = CardPlayed | WingSet | TrickTaken
