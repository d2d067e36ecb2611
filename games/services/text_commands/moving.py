"""Makes the move that a table waits for: `/move k7xm R7`."""

from core.sentence import Sentence
from games.rules.errors import NotSeated
from games.rules.topics.bidding import Bid
from games.rules.topics.playing import Play
from games.services.slow_tables.typed_moves import action_from_typed_move
from games.services.text_commands.boards import resolve_table_and_meaning
from games.services.text_commands.caller import Caller
from games.services.text_commands.play import bid_made_text, card_played_text, find_earlier_reply
from games.text_commands.board_commands import MoveAtBoard
from games.wire.chat import CommandReply


def make_move(caller: Caller, command: MoveAtBoard) -> CommandReply:
    """Make a typed bid, card play or trump choice, as the table requires. Raise NotSeated for spectators."""
    caller, move = resolve_table_and_meaning(
        caller, meaning_here=command.here, board=command.board, meaning_at_board=command.there
    )
    if (earlier := find_earlier_reply(caller, "move")) is not None:
        return earlier
    seen = caller.read_sight()
    if seen["viewer"] is None:
        raise NotSeated()
    action = action_from_typed_move(seen, move)
    if isinstance(action, Bid):
        return caller.carry_out(action, "move", bid_made_text(action.bid))
    if isinstance(action, Play):
        return caller.carry_out(action, "move", card_played_text(action.card))
    return caller.carry_out(action, "move", Sentence("Trump is named."))
