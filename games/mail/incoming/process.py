"""Runs the commands in a received email, line by line, and queues a single answer.

A process may be killed at any point; another one then processes the email again. Nothing happens twice:
actions at tables have the email's row and line as their idempotency key, a command that changes only rows
shares a transaction with the storing of its reply, and the answer is queued in the transaction that closes
the email.
"""

import logging
from datetime import datetime
from typing import TypedDict

from django.db import transaction

from accounts.models import User
from core.limits import Limit, count_attempt
from core.refusal import Refusal, Throttled
from core.sentence import Sentence, decode_sentences, encode_sentences, message_of_error
from games.models import ReceivedMail
from games.models.mail import MailKind
from games.models.received_mail import MailOutcome
from games.services.commands.command import Unavailable
from games.services.mail import queue_email
from games.services.text_commands.run import is_database_only_command, run_command
from games.text_commands.lines import find_command_in_email_line

logger = logging.getLogger(__name__)

NOT_UNDERSTOOD = Limit("mails-not-understood", 6, 3600)
"""Limits the answers to emails without a command: two programs that answer each other would never stop."""
MAX_COMMANDS = 20
"""Maximum commands that are run in one email."""
MAX_QUOTED = 60
"""Maximum characters of a line that an answer quotes."""
MAX_ATTEMPTS = 5
"""How often an email is processed that fails because of an error of this site."""


class ProcessedElsewhere(Exception):
    """Another process is processing the email or has already done so."""


class LineReply(TypedDict):
    """The outcome of one line of an email.

    If the line is not a command, `outcome` is "text" and `text` is "". Otherwise, `outcome` is a MailOutcome,
    and `text` is the reply to the command.
    """

    outcome: str
    text: str


def process_email(mail: ReceivedMail, *, now: datetime) -> None:
    """Run the commands (such as moves) in an email that this process has reserved, and queue an answer.

    Some emails get no answer, such as those from inactive accounts. Raise ProcessedElsewhere if another
    process handles the email.
    """
    content = mail.content
    if not mail.user.is_active:
        _close_email(mail, MailOutcome.NOT_ANSWERED, [], now=now)
    elif mail.attempts >= MAX_ATTEMPTS:
        failed = Sentence(
            "Your mail could not be carried out because of a fault of ours. Try again, or play on the site."
        )
        _close_email(mail, MailOutcome.FAILED, [failed], now=now)
    elif content.get("general"):
        _close_email(mail, MailOutcome.REFUSED, [_explain_general_address()], now=now)
    else:
        # This raises Unavailable if the server is stopping or the database is unreachable.
        _run_lines(mail, list(content.get("lines", ())), now)
        if not _command_replies(mail) and _may_have_command_in_subject(mail):
            # The subject's index follows the lines', so that a repeated attempt uses the same key.
            _run_line(mail, len(mail.replies), content["subject"], now)
        _close_with_replies(mail, now)


def _may_have_command_in_subject(mail: ReceivedMail) -> bool:
    """Return whether an email's subject may contain a command."""
    content = mail.content
    # The subject of a reply is usually copied from an earlier email.
    return bool(content.get("subject")) and not (content.get("is_reply") and content.get("lines"))


def _run_lines(mail: ReceivedMail, lines: list[str], now: datetime) -> None:
    """Run the commands in an email's lines in order, and append their replies.

    Stop when a command is refused, when MAX_COMMANDS have run, or at ordinary text after a command.
    """
    for line_index, line in enumerate(lines):
        # A line with a stored reply has been run in an earlier attempt.
        if line_index >= len(mail.replies):
            _run_line(mail, line_index, line, now)
        latest = mail.replies[line_index]["outcome"]
        if latest == MailOutcome.REFUSED or (latest == "text" and _command_replies(mail)):
            return
        if len(_command_replies(mail)) >= MAX_COMMANDS:
            return


def _run_line(mail: ReceivedMail, line_index: int, line: str, now: datetime) -> None:
    """Run the command in a line of an email, if there is one, and append a reply to the email's replies.

    Raise ProcessedElsewhere if another process has run the command.
    """
    command = _find_command(mail, line)
    if command is None:
        # Each line gets a reply, even if it is not a command.
        _add_reply(mail, "text", "")
    elif is_database_only_command(command):
        with transaction.atomic():
            # Another process may have claimed the email, too, if this process has outlived its claim.
            stored = ReceivedMail.objects.select_for_update().get(pk=mail.pk)
            if stored.due_at is None or len(stored.replies) > line_index:
                raise ProcessedElsewhere
            _run_command(mail, line_index, command, now)
            # After a crash, earlier lines are run again with the same keys; this line must not be.
            ReceivedMail.objects.filter(pk=mail.pk).update(replies=mail.replies)
    else:
        _run_command(mail, line_index, command, now)


def _find_command(mail: ReceivedMail, line: str) -> str | None:
    """Return the command in a line of an email, or None if the line is not a command.

    For example, "R7" (play the red 7) is a command only in an email about a table.
    """
    # After the first command, a single letter is more likely to be the sender's initial than a card.
    if len(line) == 1 and not line.isdigit() and _command_replies(mail):
        return None
    return find_command_in_email_line(line, at_table=mail.table_id is not None)


def _run_command(mail: ReceivedMail, line_index: int, command: str, now: datetime) -> None:
    """Run a command, and append its reply to the email's replies.

    The reply to a refused command is the reason for the refusal.
    """
    try:
        reply = run_command(
            text=command,
            user=mail.user,
            now=now,
            table_id=mail.table_id,
            command_id=f"mail:{mail.pk}:{line_index}",
            source="mail",
        )
    except Unavailable:
        raise
    except Refusal as refusal:
        _add_reply(mail, MailOutcome.REFUSED, message_of_error(refusal))
    else:
        _add_reply(mail, MailOutcome.DONE, reply["text"])


def _add_reply(mail: ReceivedMail, outcome: str, text: str) -> None:
    """Append the reply to one line of an email to the email's replies, without saving the email.

    `outcome` is a MailOutcome, and `text` is the reply. For a line without a command, they are "text" and "".
    """
    mail.replies = [*mail.replies, encode_sentences(LineReply(outcome=outcome, text=text))]


def _command_replies(mail: ReceivedMail) -> list[LineReply]:
    """Return the replies to those lines of the email that were commands."""
    return [reply for reply in mail.replies if reply["outcome"] != "text"]


def _close_with_replies(mail: ReceivedMail, now: datetime) -> None:
    """Mark an email as processed, and queue an answer to its commands.

    An email without a command gets an explanation of how to write one, but only up to an hourly limit.
    """
    replies = _command_replies(mail)
    if replies:
        sentences = _reply_sentences(mail)
        # Reading stopped at this line, although it may be a command.
        line = _first_line_not_run(mail)
        if line:
            sentences.append(Sentence("Not read from this line on: %(line)s", line=line))
        _close_email(mail, MailOutcome(replies[-1]["outcome"]), sentences, now=now)
    # The user has sent too many emails without a command in the last hour.
    elif _count_email_without_command(mail.user, now):
        logger.info("Mail not answered: too many from user %s without a command", mail.user_id)
        _close_email(mail, MailOutcome.NOT_ANSWERED, [], now=now)
    else:
        _close_email(mail, MailOutcome.NOT_UNDERSTOOD, [_explain_missing_command(mail)], now=now)


def _reply_sentences(mail: ReceivedMail) -> list[str]:
    """Return the texts of the replies to an email's commands.

    If there are several replies, quote the line with the command before each reply.
    """
    lines = [*mail.content.get("lines", ())]
    answered = [(number, reply) for number, reply in enumerate(mail.replies) if reply["outcome"] != "text"]
    sentences: list[str] = []
    for number, reply in answered:
        # A command in the subject is not quoted.
        if len(answered) > 1 and number < len(lines):
            sentences.append(f"> {lines[number][:MAX_QUOTED]}")
        sentences.append(decode_sentences(reply["text"]))
    return sentences


def _first_line_not_run(mail: ReceivedMail) -> str:
    """Return the first line that may be a command but was not run, or "" if there is none.

    The line is cut to MAX_QUOTED characters.
    """
    lines, replies = mail.content.get("lines", ()), mail.replies
    if len(replies) > len(lines):
        return ""
    # After a refused command, the other commands are not run.
    if replies[-1]["outcome"] == MailOutcome.REFUSED:
        rest = lines[len(replies) :]
        return next((line[:MAX_QUOTED] for line in rest if _find_command(mail, line) is not None), "")
    # Otherwise, reading stopped at a line that may be a command if it contains a digit.
    ended = len(replies) - 1 if replies[-1]["outcome"] == "text" else len(replies)
    line = lines[ended] if ended < len(lines) else ""
    return line[:MAX_QUOTED] if any(letter.isdigit() for letter in line) else ""


def _count_email_without_command(user: User, now: datetime) -> bool:
    """Count an email without a command towards the user's hourly limit for such emails.

    Return True if the limit is exceeded.
    """
    try:
        count_attempt(limit=NOT_UNDERSTOOD, key=str(user.pk), now=now)
    except Throttled:
        return True
    return False


def _explain_missing_command(mail: ReceivedMail) -> Sentence:
    """Return the answer to an email without a command, which explains how to write one."""
    if mail.table_id is not None:
        return Sentence(
            "There is no move and no command in your mail. Begin it with your answer alone on a line, such "
            "as 2 for a bid or R7 for a card. “wizard help” explains the commands."
        )
    return Sentence(
        "There is no command in your mail. Write one on each line, such as “wizard games”. "
        "“wizard help” explains them."
    )


def _explain_general_address() -> Sentence:
    """Return the answer to commands that were sent to the general address and therefore not run."""
    return Sentence(
        "Nothing in your mail was carried out, because anybody could have written it in your name. Reply to "
        "this mail instead: its reply address is yours alone. “wizard help” explains the commands."
    )


def _close_email(mail: ReceivedMail, outcome: MailOutcome, sentences: list[str], *, now: datetime) -> None:
    """Mark an email as processed with this outcome, and delete its content.

    Queue an answer with these sentences, if there are any.
    """
    with transaction.atomic():
        closed = ReceivedMail.objects.filter(pk=mail.pk, due_at__isnull=False).update(
            due_at=None, closed_at=now, outcome=outcome, content={}, replies=[]
        )
        # An email that was already marked as processed is not answered again.
        if closed and sentences:
            queue_email(
                user_id=mail.user_id,
                kind=MailKind.ANSWER,
                table_id=mail.table_id,
                sentences=sentences,
                facts={"subject": mail.content.get("subject", "")},
                in_reply_to=mail.message_id,
                occasion=f"received {mail.pk}",
                now=now,
            )
