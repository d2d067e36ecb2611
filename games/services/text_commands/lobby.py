"""Typed commands around a game: sitting down, starting, leaving, changing options, listing the players."""

from core.sentence import Sentence, join_sentences
from games.presence.marks import find_connected_seats
from games.rules.errors import AlreadySeated
from games.rules.protocol.sight import Sight
from games.rules.statuses import OPEN
from games.rules.topics.absence import LeaveGame
from games.services.lobby import lobby
from games.services.text_commands.caller import Caller
from games.text_commands import commands as typed
from games.wire.chat import CommandReply


def run_lobby_command(caller: Caller, command: typed.LobbyCommand) -> CommandReply:
    """Carry out a command to join, start or leave a table, change an option or list the players."""
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
        # Leaving before the start frees the seat.
        case typed.LeaveTable() if caller.read_sight()["status"] == OPEN:
            lobby.leave_seat(table_id=table_id, user=user, now=now)
            return {"command": "leave", "text": Sentence("You have left your seat.")}
        # Leaving a game in progress lets a stand-in play on.
        case typed.LeaveTable():
            return caller.carry_out(
                LeaveGame(), "leave", Sentence("You have left the game. Come back whenever you like.")
            )
    return {"command": "who", "text": join_sentences(_describe_players(caller.read_sight(), table_id), "\n")}


def _join_table(caller: Caller, seat: int | None) -> CommandReply:
    """Take `seat` or, if it is None, the first free seat at the current table.

    A user who has a seat at the table keeps it. Raise AlreadySeated if `seat` is a different one.
    """
    try:
        lobby.take_seat(
            table_id=caller.table_id, user=caller.user, seat=seat, invite=caller.invite, now=caller.now
        )
    except AlreadySeated:
        # This also happens if the reply to the same command was lost.
        if seat not in (None, caller.read_sight()["viewer"]):
            raise
    viewer = caller.read_sight()["viewer"]
    number = 0 if viewer is None else viewer + 1
    return {"command": "join", "text": Sentence("You are sitting on seat %(number)d.", number=number)}


def _describe_players(sight: Sight, table_id: str) -> list[Sentence]:
    """Return a sentence about each player at a table: seat, name, and "bot", "here" or "not connected".

    `sight` is the user's view of the table. If no player has a seat, return a single sentence that says so.
    """
    connected = find_connected_seats(table_id)
    lines = []
    for player in sight["players"]:
        number, name = player["seat"] + 1, player["name"]
        if player["kind"] == "bot":
            line = Sentence("Seat %(number)d: %(name)s (bot)", number=number, name=name)
        elif player["seat"] in connected:
            line = Sentence("Seat %(number)d: %(name)s (here)", number=number, name=name)
        else:
            line = Sentence("Seat %(number)d: %(name)s (not connected)", number=number, name=name)
        lines.append(line)
    return lines or [Sentence("Nobody sits here yet.")]
