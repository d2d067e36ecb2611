"""The moves of a golden game as JSON lines, under names of their own that outlive renamed classes."""

import json
from typing import Any, NamedTuple

from games.rules.actions import Action
from games.rules.options import Options, parse_options
from games.rules.topics.absence import AskStandIn, ComeBack, GoAway, LeaveGame, RenewClock
from games.rules.topics.bidding import Bid
from games.rules.topics.cheating import Accuse
from games.rules.topics.claiming import ClaimTricks
from games.rules.topics.holds import AskPause, EndOwnPause, HaltTable, ResumeTable
from games.rules.topics.hosting import ChangeOptions
from games.rules.topics.lobby import LeaveSeat, StartGame, TakeSeat
from games.rules.topics.pause import EndPause, Ready
from games.rules.topics.playing import Play
from games.rules.topics.preparing import PrepareBid, SetWing
from games.rules.topics.rulings import AnnulGame, ReplacePlayer, SetTimeLimit, StopGame
from games.rules.topics.slow import ChangeVacations, EndLateGame
from games.rules.topics.trump import NameTrump
from games.rules.undo.asking import AnswerUndo, AskUndo, LapseUndo, WithdrawUndo

ACTIONS: dict[str, type[Any]] = {
    "take_seat": TakeSeat,
    "leave_seat": LeaveSeat,
    "change_options": ChangeOptions,
    "start": StartGame,
    "name_trump": NameTrump,
    "bid": Bid,
    "play": Play,
    "accuse": Accuse,
    "claim": ClaimTricks,
    "ask_undo": AskUndo,
    "answer_undo": AnswerUndo,
    "withdraw_undo": WithdrawUndo,
    "lapse_undo": LapseUndo,
    "ready": Ready,
    "set_wing": SetWing,
    "prepare_bid": PrepareBid,
    "end_pause": EndPause,
    "leave_game": LeaveGame,
    "ask_pause": AskPause,
    "end_own_pause": EndOwnPause,
    "go_away": GoAway,
    "come_back": ComeBack,
    "renew_clock": RenewClock,
    "ask_stand_in": AskStandIn,
    "change_vacations": ChangeVacations,
    "end_late_game": EndLateGame,
    "halt": HaltTable,
    "resume": ResumeTable,
    "set_time_limit": SetTimeLimit,
    "replace_player": ReplacePlayer,
    "stop": StopGame,
    "annul": AnnulGame,
}
_NAMES = {action: name for name, action in ACTIONS.items()}


class Move(NamedTuple):
    """An action, who takes it for which seat, and how many milliseconds after the move before."""

    action: Action
    seat: int | None = None
    by: str | None = None
    lag: int = 0
    after: int = 1000


def line_of(move: Move) -> str:
    """The move as a line of JSON."""
    fields = [field.as_dict() if isinstance(field, Options) else field for field in move.action]
    told = [_NAMES[type(move.action)], fields, move.seat, move.by, move.lag, move.after]
    return json.dumps(told, separators=(",", ":"))


def move_of(line: str) -> Move:
    """The move of a line; the inverse of `line_of`."""
    name, fields, seat, by, lag, after = json.loads(line)
    return Move(ACTIONS[name](*map(_field_of, fields)), seat, by, lag, after)


def _field_of(value: Any) -> Any:
    """A field of an action: an object is a table's options, and a list a tuple."""
    if isinstance(value, list):
        return tuple(map(_field_of, value))
    return parse_options(value) if isinstance(value, dict) else value
