"""Typed commands that write a message to a table or change vacations."""

from datetime import date
from functools import partial

from django.db import transaction

from core.sentence import Sentence, join_sentences
from games.selectors.people.vacations import describe_vacations
from games.services.chat.messages import post_message
from games.services.mail.turns import vacation_time_zones_by_user
from games.services.slow_tables.vacations import (
    NoSuchVacation,
    add_vacations_to_logs,
    cancel_vacation,
    take_vacation,
)
from games.services.text_commands.boards import find_own_tables, resolve_board
from games.services.text_commands.caller import Caller
from games.text_commands.board_commands import PlanVacation, WriteMessage
from games.wire.chat import CommandReply
from games.wire.vacations import OwnVacation


def write_message(caller: Caller, command: WriteMessage) -> CommandReply:
    """Post a chat message at the current table, or at the table that the message's first word names."""
    # The first word names a table if it begins an id of the user's tables, or if there is no current table.
    board, said = command.board, command.there
    if board is None or (caller.known_table and not find_own_tables(caller, board)):
        board, said = None, command.here
    caller = resolve_board(caller, board)
    post_message(
        table_id=caller.table_id,
        user=caller.user,
        # Commands come without a network address, so the account is limited instead.
        address=f"account {caller.user.pk}",
        now=caller.now,
        text=said,
        message_id=caller.command_id,
        invite=caller.invite,
    )
    return {"command": "message", "text": _message_posted_text(caller.table_id)}


def _message_posted_text(table_id: str) -> Sentence:
    """Return the sentence that confirms a posted message."""
    return Sentence("The players of board %(board)s can read your message.", board=table_id)


def plan_vacation(caller: Caller, command: PlanVacation) -> CommandReply:
    """Carry out a command to take, cancel or list vacations.

    The reply always lists all current and future vacations.
    """
    user, now = caller.user, caller.now
    if command.cancels:
        cancel_vacation(
            user=user,
            vacation_id=_find_vacation(caller, command.first_day)["id"],
            now=now,
            updates_logs=False,
        )
        done = Sentence("The vacation is cancelled.")
    elif command.first_day is not None and command.last_day is not None:
        zone = _latest_time_zone(caller)
        take_vacation(
            user=user,
            first_day=command.first_day,
            last_day=command.last_day,
            time_zone=zone,
            now=now,
            updates_logs=False,
        )
        done = Sentence("Your vacation is noted.")
    else:
        return {"command": "vacation", "text": _vacations_text(caller)}
    transaction.on_commit(partial(add_vacations_to_logs, user.pk, now=now), robust=True)
    return {"command": "vacation", "text": join_sentences([done, _vacations_text(caller)], "\n")}


def _unfinished_vacations(caller: Caller) -> list[OwnVacation]:
    """Return the caller's current and future vacations, earliest first."""
    return describe_vacations(caller.user.pk, caller.now)["vacations"]


def _find_vacation(caller: Caller, day: date | None) -> OwnVacation:
    """Return the vacation that includes this day or, if `day` is None, the current or next vacation.

    Raise NoSuchVacation if there is none.
    """
    for each in _unfinished_vacations(caller):
        if day is None or each["first_day"] <= day.isoformat() <= each["last_day"]:
            return each
    raise NoSuchVacation()


def _latest_time_zone(caller: Caller) -> str:
    """Return the time zone of the vacation that the caller entered last, or "UTC"."""
    return vacation_time_zones_by_user({caller.user.pk}).get(caller.user.pk, "UTC")


def _vacations_text(caller: Caller) -> Sentence:
    """Return a text with the caller's current and future vacations, and the vacation days left this year."""
    described = describe_vacations(caller.user.pk, caller.now)
    lines = [
        Sentence(
            "%(first)s to %(last)s (%(zone)s)",
            first=each["first_day"],
            last=each["last_day"],
            zone=each["time_zone"],
        )
        for each in described["vacations"]
    ]
    left = Sentence("Vacation days left this year: %(days)d", days=described["days_left"])
    return join_sentences([*lines, left], "\n")
