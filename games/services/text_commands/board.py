"""Runs the commands that can name their table."""

from games.services.text_commands.caller import Caller
from games.services.text_commands.challenging import answer_challenge, challenge_players
from games.services.text_commands.messages import plan_vacation, write_message
from games.services.text_commands.moving import make_move
from games.services.text_commands.queueing import change_queue
from games.services.text_commands.reading import (
    list_games,
    show_board,
    show_history,
    show_ratings,
    show_standings,
)
from games.text_commands import board_commands as typed
from games.wire.chat import CommandReply


def run_board_command(caller: Caller, command: typed.BoardCommand) -> CommandReply:
    """Run a typed command that can name its table (the "board") or needs no table, and return the reply."""
    match command:
        case typed.ChallengePlayers():
            return challenge_players(caller, command)
        case typed.AnswerChallenge():
            return answer_challenge(caller, command)
        case typed.MoveAtBoard():
            return make_move(caller, command)
        case typed.QueueAtBoard():
            return change_queue(caller, command)
        case typed.ShowBoard():
            return show_board(caller, command)
        case typed.ListGames():
            return list_games(caller, command)
        case typed.WriteMessage():
            return write_message(caller, command)
        case typed.ShowStandings():
            return show_standings(caller, command)
        case typed.ShowRatings():
            return show_ratings(caller)
        case typed.ShowHistory():
            return show_history(caller)
        case typed.PlanVacation():
            return plan_vacation(caller, command)
