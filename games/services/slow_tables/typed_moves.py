"""Decides what a typed move means at a table: a bid, a card or a trump suit."""

from core.sentence import Sentence
from games.rules.errors import WrongPhase
from games.rules.protocol.sight import Sight
from games.rules.statuses import BIDDING, NAMING_TRUMP, PLAYING
from games.rules.topics.bidding import Bid
from games.rules.topics.playing import Play
from games.rules.topics.trump import NameTrump
from games.text_commands.moves import NamedMove
from games.text_commands.parse import find_card_in_hand
from games.text_commands.refusals import NotUnderstood


def action_from_typed_move(sight: Sight, move: NamedMove) -> Bid | Play | NameTrump:
    """Convert a typed move to the action that the game now requires: a bid, a card play or a trump choice.

    `sight` is the player's view of the table. Raise NotUnderstood if `move` is not a move of the required
    kind or does not name exactly one card in the hand. Raise WrongPhase if the game requires no such action.
    """
    status = sight["status"]
    if status == BIDDING:
        if move.bid is None:
            raise NotUnderstood(
                Sentence("“%(text)s” is no bid. Write how many tricks you bid, as a number.", text=move.text)
            )
        return Bid(move.bid)
    if status == PLAYING:
        if not move.cards:
            raise NotUnderstood(
                Sentence("“%(text)s” names no card. Write its colour and number.", text=move.text)
            )
        return Play(find_card_in_hand(move.cards, sight["hand"] or (), move.text))
    if status == NAMING_TRUMP:
        if move.suit is None:
            raise NotUnderstood(
                Sentence("“%(text)s” is no suit. Name one: red, yellow, green or blue.", text=move.text)
            )
        return NameTrump(move.suit)
    raise WrongPhase()
