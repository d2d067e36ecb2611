"""Playing cards, by choice or by a wing (a premove), and taking tricks."""

from datetime import datetime
from typing import NamedTuple

from games.rules import errors, legal
from games.rules.cards import Card
from games.rules.editions import EDITIONS
from games.rules.legal import require_turn
from games.rules.marks import marked_card
from games.rules.movers import CLAIM, WING
from games.rules.protocol.values import CardCode, Count, Mover, SeatNumber
from games.rules.round import CardPlay, Round, Trick
from games.rules.state import State, replace_item
from games.rules.statuses import PLAYING
from games.rules.topics.bidding import BidsRevealed, reveal_bids
from games.rules.topics.claiming import card_forced_by_claim
from games.rules.topics.rounds import GameFinished, RoundDealt, RoundScored, next_deal_or_result, score_round
from games.rules.topics.topic import ActionRule, EventRule, Public, Topic
from games.rules.verdicts import Cheat


class Play(NamedTuple):
    """Play a card."""

    card: CardCode


class CardPlayed(NamedTuple):
    """A card was played."""

    seat: Public[SeatNumber]
    card: Public[CardCode]
    by: Public[Mover]
    lag: int = 0


class TrickTaken(NamedTuple):
    """A trick was taken."""

    trick: Public[Count]
    winner: Public[SeatNumber]


def _decide_play(state: State, seat: int | None, action: Play, mover: Mover | None) -> CardPlayed:
    """Return the event that plays a card.

    `mover` names who plays for the player, such as "clock"; None means the player. Raise CardNotInHand or
    MustFollowSuit if the card cannot be played.
    """
    player = require_turn(state, seat, PLAYING)
    current = state.round
    assert current is not None
    if action.card not in current.play.hands[player]:
        raise errors.CardNotInHand()
    # At cheating tables, every card of the hand is accepted, so that no response reveals a cheat.
    if not state.options.cheating:
        check_follows_suit(state, current, player, action.card)
    return CardPlayed(player, action.card, mover or state.own_player_mover(player))


def check_follows_suit(state: State, current: Round, seat: int, card: Card) -> None:
    """Raise MustFollowSuit if the table's rules do not allow the seat to play the card now."""
    play, edition = current.play, EDITIONS[state.options.edition]
    if edition.breaks_suit(card, play.hands[seat], play.trick.suit if play.trick else None):
        raise errors.MustFollowSuit()


def _next_event_in_play(
    state: State,
) -> CardPlayed | TrickTaken | BidsRevealed | RoundScored | RoundDealt | GameFinished | None:
    """Return the next automatic event, or None if a player must choose a card."""
    current = state.round
    if current is None:
        return next_deal_or_result(state)
    play = current.play
    trick = play.trick
    if trick is not None:
        if len(trick.plays) < len(play.hands):
            if play.claims and (claimed := card_forced_by_claim(state, current)):
                return CardPlayed(*claimed, CLAIM)
            return _next_marked_card_play(state) if state.marks else None
        cards = [lay.card for lay in trick.plays]
        winning = EDITIONS[state.options.edition].winning_index(cards, current.trump)
        return TrickTaken(trick.number, trick.plays[winning].seat)
    # Bids with the reveal `delayed` are shown once all cards have been played, before they are scored.
    return score_round(current) if current.revealed else reveal_bids(current)


def _next_marked_card_play(state: State) -> CardPlayed | None:
    """Return the event that plays a card chosen in advance by the player whose turn it is.

    Return None if the player has chosen no card, or if the card has expired or is illegal now.
    """
    seat = legal.seats_to_act(state)[0]
    card = marked_card(state, seat)
    return None if card is None else CardPlayed(seat, card, WING)


def _apply_card_played(state: State, event: CardPlayed, at: datetime) -> State:
    """Move the card from the player's hand to the current trick.

    Record a cheat if the player should have followed suit.
    """
    current, seat, card = state.round, event.seat, event.card
    assert current is not None
    before = current.play
    trick, cheats = before.trick, before.cheats
    assert trick is not None
    hand = before.hands[seat]
    if state.options.cheating:
        owed = trick.suit
        # A cheat has no event of its own, because the gap in the log's numbers would reveal it to everybody.
        if EDITIONS[state.options.edition].breaks_suit(card, hand, owed):
            cheats = (*cheats, Cheat(trick.number, seat, card, str(owed)))
    index = hand.index(card)
    play = before.with_card(
        hands=replace_item(before.hands, seat, hand[:index] + hand[index + 1 :]),
        trick=trick.with_play(seat, card, event.by),
        cheats=cheats,
    )
    return state.with_round(current.with_play(play))


def _apply_trick_taken(state: State, event: TrickTaken, at: datetime) -> State:
    """Count the complete trick for its winner and, if cards are left, let the winner lead the next trick."""
    current, winner = state.round, event.winner
    assert current is not None
    before = current.play
    assert before.trick is not None
    play = CardPlay(
        hands=before.hands,
        tricks_taken=replace_item(before.tricks_taken, winner, before.tricks_taken[winner] + 1),
        trick=Trick(event.trick + 1, winner) if event.trick < current.deal.cards else None,
        tricks=(*before.tricks, before.trick.with_winner(winner)),
        cheats=before.cheats,
        claims=before.claims,
    )
    return state.with_round(current.with_play(play))


_ACTIONS = (ActionRule(Play, _decide_play, "play", held=True),)
_EVENTS = (
    EventRule(CardPlayed, "card_played", _apply_card_played, decision=True),
    EventRule(TrickTaken, "trick_taken", _apply_trick_taken),
)
TOPIC = Topic("playing", _ACTIONS, _EVENTS, {PLAYING: _next_event_in_play})
PlayerAction = Play
Action = PlayerAction
Event = CardPlayed | TrickTaken
