"""Typed commands that act in a game: bids, cards, trump, claims, undo, accusations and marked cards."""

from core.sentence import Sentence
from games.rules.actions import PlayerAction
from games.rules.topics.bidding import Bid, BidMade
from games.rules.topics.cheating import Accuse
from games.rules.topics.claiming import ClaimTricks
from games.rules.topics.playing import CardPlayed, Play
from games.rules.topics.trump import NameTrump
from games.rules.undo.asking import AnswerUndo, AskUndo, WithdrawUndo
from games.selectors.sights import seat_of_user
from games.services.commands.act import set_wing
from games.services.text_commands.caller import Caller
from games.store.tables import load_earlier_answers, load_snapshot, read_entries_after
from games.text_commands import commands as typed
from games.text_commands.parse import find_card_in_hand, seat_by_name
from games.wire.chat import CommandReply

UNDO_ANSWERS: dict[str | None, tuple[PlayerAction, str]] = {
    None: (AskUndo(), Sentence("You ask to take that back.")),
    "allow": (AnswerUndo(True), Sentence("You allow it.")),
    "refuse": (AnswerUndo(False), Sentence("You refuse it.")),
    "withdraw": (WithdrawUndo(), Sentence("You don’t ask any more.")),
}
"""The word after `/undo`, mapped to the action and the reply's text."""
CLAIM_REPLIES = {
    "all": Sentence("Your claim is proven: all."),
    "none": Sentence("Your claim is proven: none."),
}


NAMES: dict[type[typed.GameCommand], str] = {
    typed.MakeBid: "bid",
    typed.PlayNamed: "play",
    typed.NameSuit: "trump",
    typed.ClaimRemaining: "claim",
    typed.TakeBack: "undo",
    typed.AccuseNamed: "accuse",
    typed.MarkPremove: "wing",
}


def find_earlier_reply(caller: Caller, command_name: str) -> CommandReply | None:
    """Return the reply to a repeated command, or None if the command has not been carried out before.

    A command is repeated if the user has already acted at the table with the caller's `command_id`. The reply
    contains `command_name`, such as "bid".
    """
    # Otherwise, a repeated command would be refused, because its card is no longer in the hand.
    if caller.command_id is None:
        return None
    snapshot = load_snapshot(caller.table_id)
    load_earlier_answers(snapshot)
    seat = seat_of_user(snapshot, caller.user.pk)
    answer = None if seat is None else snapshot.answer_to(seat, caller.command_id)
    if answer is None:
        return None
    entries = read_entries_after(caller.table_id, answer.number - 1)
    event = entries[0].event if entries else None
    text = Sentence("This has been done already.")
    if isinstance(event, CardPlayed):
        text = card_played_text(event.card)
    elif isinstance(event, BidMade):
        text = bid_made_text(event.bid)
    return {"command": command_name, "text": text, "number": answer.number}


def bid_made_text(bid: int) -> Sentence:
    """Return the sentence that confirms a bid."""
    return Sentence("Your bid: %(bid)d.", bid=bid)


def card_played_text(card: str) -> Sentence:
    """Return the sentence that confirms a played card."""
    return Sentence("You played %(card)s.", card=card)


def run_game_command(caller: Caller, command: typed.GameCommand) -> CommandReply:
    """Run a typed game command, such as a bid, a claim or an accusation, and return the reply.

    If the caller's command id is repeated, the command is not carried out again.
    """
    if (earlier := find_earlier_reply(caller, NAMES[type(command)])) is not None:
        return earlier
    match command:
        case typed.MakeBid(bid):
            return caller.carry_out(Bid(bid), "bid", bid_made_text(bid))
        case typed.PlayNamed(cards, text):
            card = find_card_in_hand(cards, caller.read_hand(), text)
            return caller.carry_out(Play(card), "play", card_played_text(card))
        case typed.NameSuit(suit):
            return caller.carry_out(NameTrump(suit), "trump", Sentence("Trump is named."))
        case typed.ClaimRemaining(tricks):
            return caller.carry_out(ClaimTricks(tricks), "claim", CLAIM_REPLIES[tricks])
        case typed.TakeBack(answer):
            action, text = UNDO_ANSWERS[answer]
            return caller.carry_out(action, "undo", text)
        case typed.AccuseNamed(name):
            players = [(player["seat"], player["name"]) for player in caller.read_sight()["players"]]
            accused = Accuse(seat_by_name(name, players), caller.source)
            return caller.carry_out(accused, "accuse", Sentence("Your accusation has been judged."))
        case typed.MarkPremove():
            return _mark_premove(caller, command)


def _mark_premove(caller: Caller, command: typed.MarkPremove) -> CommandReply:
    """Set the card to be played automatically when the user's turn comes.

    If the command names no card, remove the card that was set before.
    """
    card = None
    if command.cards is not None:
        card = find_card_in_hand(command.cards, caller.read_hand(), command.text)
    set_wing(table_id=caller.table_id, user=caller.user.pk, card=card, now=caller.now)
    text = (
        Sentence("No card plays itself.")
        if card is None
        else Sentence("%(card)s plays itself on your turn.", card=card)
    )
    return {"command": "wing", "text": text}
