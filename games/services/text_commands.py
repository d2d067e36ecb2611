"""Runs typed commands for a person, with the same services as buttons and calls of the API."""

from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

from django.core.cache import cache

from accounts.models import User
from core.sentence import Sentence, join_sentences
from games import presence
from games.rules.actions import PlayerAction
from games.rules.errors import AlreadySeated, NotSeated
from games.rules.protocol.sight import Sight
from games.rules.statuses import OPEN
from games.rules.topics.absence import LeaveGame
from games.rules.topics.bidding import Bid
from games.rules.topics.cheating import Accuse
from games.rules.topics.claiming import ClaimTricks
from games.rules.topics.playing import Play
from games.rules.topics.trump import NameTrump
from games.rules.undo.asking import AnswerUndo, AskUndo, WithdrawUndo
from games.selectors import sights
from games.selectors.tables import check_entry
from games.services.commands.act import carry_out_action, set_wing
from games.services.lobby import lobby
from games.store.tables import load_snapshot
from games.text_commands import commands as typed
from games.text_commands.parse import card_in_hand, parse_command, seat_named
from games.text_commands.refusals import NotUnderstood
from games.wire.chat import CommandReply

UNDO_ANSWERS: dict[str | None, tuple[PlayerAction, str]] = {
    None: (AskUndo(), Sentence("You ask to take that back.")),
    "allow": (AnswerUndo(True), Sentence("You allow it.")),
    "refuse": (AnswerUndo(False), Sentence("You refuse it.")),
    "withdraw": (WithdrawUndo(), Sentence("You don’t ask any more.")),
}
"""The action and its reply, by the word that follows `/undo`."""
CLAIM_REPLIES = {
    "all": Sentence("Your claim is proven: all."),
    "none": Sentence("Your claim is proven: none."),
}
KNOWN_SECONDS = 600
"""Seconds for which the reply to a command id is remembered. Game actions are kept for good, in the log."""


class Caller(NamedTuple):
    """The user who runs a command, with the table, the time, the command's id and an invite code."""

    user: User
    table_id: str
    now: datetime
    command_id: str | None
    invite: str | None

    def act(self, action: PlayerAction, name: str, text: str) -> CommandReply:
        """Carry out a game action under the command's id and return the reply; raises a Refusal."""
        found = carry_out_action(
            table_id=self.table_id, user=self.user.pk, action=action, now=self.now, action_id=self.command_id
        )
        return {"command": name, "text": text, "number": found.number}

    def read_sight(self) -> Sight:
        """Return the caller's view of the table (sight); raises NotFound or Quarantined."""
        snapshot = load_snapshot(self.table_id)
        return sights.build_sight(snapshot, sights.viewer_seat(snapshot, self.user.pk), now=self.now)

    def read_hand(self) -> Sequence[str]:
        """Return the caller's cards; raises NotSeated for a spectator."""
        seen = self.read_sight()
        if seen["viewer"] is None:
            raise NotSeated()
        return seen["hand"] or ()


def run_command(
    *,
    text: str,
    user: User,
    now: datetime,
    table_id: str | None = None,
    command_id: str | None = None,
    invite: str | None = None,
) -> CommandReply:
    """Run a typed command and return the reply for its author.

    A repeated `command_id` has no effect and returns the first reply. Raises NotUnderstood if the line is not
    a complete command or needs a `table_id`, Forbidden or NotFound if the user cannot enter the table, and
    any refusal of the rules.
    """
    command = parse_command(text)
    if isinstance(command, typed.ShowHelp):
        return {"command": "help", "text": typed.help_text(command.name)}
    if not table_id:
        raise NotUnderstood(Sentence("This command needs a table."))
    check_entry(table_id, user.pk, invite)
    # Clients choose the id, and not every cache takes every character in a key.
    key = None if command_id is None else f"command:{user.pk}:{table_id}:{command_id.encode().hex()}"
    known: CommandReply | None = None if key is None else cache.get(key)
    if known is not None:
        return known
    reply = _run_game_command(Caller(user, table_id, now, command_id, invite), command)
    if key is not None:
        cache.set(key, reply, timeout=KNOWN_SECONDS)
    return reply


def _run_game_command(caller: Caller, command: typed.TextCommand) -> CommandReply:
    """Run a command and return its reply; raises a Refusal.

    Commands other than game actions are left to `_run_at_table`.
    """
    match command:
        case typed.MakeBid(bid):
            return caller.act(Bid(bid), "bid", Sentence("Your bid: %(bid)d.", bid=bid))
        case typed.PlayNamed(cards, text):
            card = card_in_hand(cards, caller.read_hand(), text)
            return caller.act(Play(card), "play", Sentence("You played %(card)s.", card=card))
        case typed.NameSuit(suit):
            return caller.act(NameTrump(suit), "trump", Sentence("Trump is named."))
        case typed.ClaimRemaining(tricks):
            return caller.act(ClaimTricks(tricks), "claim", CLAIM_REPLIES[tricks])
        case typed.TakeBack(answer):
            action, text = UNDO_ANSWERS[answer]
            return caller.act(action, "undo", text)
        case typed.AccuseNamed(name):
            players = [(player["seat"], player["name"]) for player in caller.read_sight()["players"]]
            accused = Accuse(seat_named(name, players), "button")
            return caller.act(accused, "accuse", Sentence("Your accusation has been judged."))
        case typed.LayAside():
            return _lay_aside(caller, command)
    return _run_at_table(caller, command)


def _lay_aside(caller: Caller, command: typed.LayAside) -> CommandReply:
    """Lay the named card aside as a premove, or take back the one laid aside, and return the reply.

    Raises NotUnderstood or another Refusal.
    """
    card = None
    if command.cards is not None:
        card = card_in_hand(command.cards, caller.read_hand(), command.text)
    set_wing(table_id=caller.table_id, user=caller.user.pk, card=card, now=caller.now)
    text = (
        Sentence("No card plays itself.")
        if card is None
        else Sentence("%(card)s plays itself on your turn.", card=card)
    )
    return {"command": "wing", "text": text}


def _run_at_table(caller: Caller, command: typed.TextCommand) -> CommandReply:
    """Join, start, change an option, leave, or list the players; returns the reply, raises a Refusal.

    Leaving frees the seat before the start; later it leaves the game in progress.
    """
    table_id, user, now = caller.table_id, caller.user, caller.now
    match command:
        case typed.JoinTable(seat):
            return _join_table(caller, seat)
        case typed.StartTable():
            lobby.start_game(table_id=table_id, user=user, now=now)
            return {"command": "start", "text": Sentence("The game has started.")}
        case typed.ChangeOption(option, value):
            lobby.change_options(table_id=table_id, user=user, changes={option: value}, now=now)
            return {"command": "option", "text": Sentence("The option has been changed.")}
        case typed.LeaveTable() if caller.read_sight()["status"] == OPEN:
            lobby.leave_seat(table_id=table_id, user=user, now=now)
            return {"command": "leave", "text": Sentence("You have left your seat.")}
        case typed.LeaveTable():
            return caller.act(
                LeaveGame(), "leave", Sentence("You have left the game. Come back whenever you like.")
            )
    return {"command": "who", "text": join_sentences(_player_lines(caller.read_sight(), table_id), "\n")}


def _join_table(caller: Caller, seat: int | None) -> CommandReply:
    """Take a seat, the first free one by default, and return the reply.

    Raises AlreadySeated if the caller has a different seat from the one they asked for, or another Refusal.
    """
    try:
        lobby.take_seat(
            table_id=caller.table_id, user=caller.user, seat=seat, invite=caller.invite, now=caller.now
        )
    except AlreadySeated:
        # Also happens if the reply to an earlier attempt at the same command was lost.
        if seat not in (None, caller.read_sight()["viewer"]):
            raise
    viewer = caller.read_sight()["viewer"]
    number = 0 if viewer is None else viewer + 1
    return {"command": "join", "text": Sentence("You are sitting on seat %(number)d.", number=number)}


def _player_lines(seen: Sight, table_id: str) -> list[Sentence]:
    """Return a line for each player with seat, name and connection, or a single line if nobody is seated."""
    connected = presence.connected_seats(table_id)
    lines = []
    for player in seen["players"]:
        number, name = player["seat"] + 1, player["name"]
        if player["kind"] == "bot":
            line = Sentence("Seat %(number)d: %(name)s (bot)", number=number, name=name)
        elif player["seat"] in connected:
            line = Sentence("Seat %(number)d: %(name)s (here)", number=number, name=name)
        else:
            line = Sentence("Seat %(number)d: %(name)s (not connected)", number=number, name=name)
        lines.append(line)
    return lines or [Sentence("Nobody sits here yet.")]
