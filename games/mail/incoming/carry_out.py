"""Carries out one received mail, line by line, and queues its one answer.

A process may be killed at any point, and the mail is then carried out again by another. Nothing happens
twice: actions at tables have the mail's row and line as their idempotency key, commands that change rows
alone run in one transaction with the storing of their reply, and the answer is queued in the transaction that
closes the mail.
"""

import logging
from datetime import datetime
from typing import TypedDict

from django.db import transaction

from accounts.models import User
from core.limits import Limit, count_attempt
from core.refusal import Refusal, Throttled
from core.sentence import Sentence, decode_sentences, sentence_of, sentences_for_json
from games.models import ReceivedMail
from games.models.mail import MailKind
from games.models.received_mail import MailOutcome
from games.services.commands.command import Unavailable
from games.services.mail import queue_mail
from games.services.text_commands.run import changes_rows_alone, run_command
from games.text_commands.lines import command_of_line

logger = logging.getLogger(__name__)

NOT_UNDERSTOOD = Limit("mails-not-understood", 6, 3600)
"""Answers to mails without a command. Two programs that answer each other would go on for ever."""
MAX_COMMANDS = 20
"""Commands in one mail."""
MAX_QUOTED = 60
"""Characters of a line that an answer repeats."""
MAX_ATTEMPTS = 5
"""How often a mail is carried out that fails for a fault of ours."""


class CarriedOutElsewhere(Exception):
    """Another process is carrying the mail out, or has done so."""


class LineReply(TypedDict):
    """What came of a line: `text` is a sentence, empty for a line that is no command."""

    outcome: str
    text: str


def carry_out_mail(row: ReceivedMail, *, now: datetime) -> None:
    """Carry out a claimed mail, and close it with its answer; does nothing if it is closed already.

    Raises Unavailable if that has to wait for another server or for the database, and CarriedOutElsewhere if
    another process got further with it.
    """
    content = row.content
    if not row.user.is_active:
        _close(row, MailOutcome.NOT_ANSWERED, [], now=now)
    elif row.attempts >= MAX_ATTEMPTS:
        failed = Sentence(
            "Your mail could not be carried out because of a fault of ours. Try again, or play on the site."
        )
        _close(row, MailOutcome.FAILED, [failed], now=now)
    elif content.get("general"):
        _close(row, MailOutcome.REFUSED, [_general_answer()], now=now)
    else:
        _run_lines(row, list(content.get("lines", ())), now)
        if not _commands(row) and _reads_subject(row):
            # Its number follows those of the lines, so that a repeated attempt finds the same key.
            _run_line(row, len(row.replies), content["subject"], now)
        _close_with_replies(row, now)


def _reads_subject(row: ReceivedMail) -> bool:
    """Whether the subject may contain the command: not in a reply, whose subject is that of an older mail."""
    content = row.content
    return bool(content.get("subject")) and not (content.get("is_reply") and content.get("lines"))


def _run_lines(row: ReceivedMail, lines: list[str], now: datetime) -> None:
    """Run the lines that have no reply yet, up to a refused one, or to a text after the commands."""
    for number, line in enumerate(lines):
        if number >= len(row.replies):
            _run_line(row, number, line, now)
        latest = row.replies[number]["outcome"]
        if latest == MailOutcome.REFUSED or (latest == "text" and _commands(row)):
            return
        if len(_commands(row)) >= MAX_COMMANDS:
            return


def _run_line(row: ReceivedMail, number: int, line: str, now: datetime) -> None:
    """Run one line, and add its reply; a command that changes rows alone is stored together with it."""
    command = _command_of(row, line)
    if command is None:
        _add_reply(row, "text", "")
    elif changes_rows_alone(command):
        with transaction.atomic():
            # Another process may have the mail too, if this one has outlived its claim.
            stored = ReceivedMail.objects.select_for_update().get(pk=row.pk)
            if stored.due_at is None or len(stored.replies) > number:
                raise CarriedOutElsewhere
            _run_command(row, number, command, now)
            # The lines before are carried out again after a crash, with the same keys. This one must not be.
            ReceivedMail.objects.filter(pk=row.pk).update(replies=row.replies)
    else:
        _run_command(row, number, command, now)


def _command_of(row: ReceivedMail, line: str) -> str | None:
    """Return the command of a line, or None if it is no command.

    After the first command, a single letter is more likely a name below the mail than a card.
    """
    if len(line) == 1 and not line.isdigit() and _commands(row):
        return None
    return command_of_line(line, at_table=row.table_id is not None)


def _run_command(row: ReceivedMail, number: int, command: str, now: datetime) -> None:
    """Run one command, and add its reply or the refusal.

    Raises Unavailable if the server is about to stop or the database is away: then nothing was decided.
    """
    try:
        reply = run_command(
            text=command,
            user=row.user,
            now=now,
            table_id=row.table_id,
            command_id=f"mail:{row.pk}:{number}",
            source="mail",
        )
    except Unavailable:
        raise
    except Refusal as refusal:
        _add_reply(row, MailOutcome.REFUSED, sentence_of(refusal))
    else:
        _add_reply(row, MailOutcome.DONE, reply["text"])


def _add_reply(row: ReceivedMail, outcome: str, text: str) -> None:
    """Append a line's reply to those of the mail."""
    row.replies = [*row.replies, sentences_for_json(LineReply(outcome=outcome, text=text))]


def _commands(row: ReceivedMail) -> list[LineReply]:
    """Return the replies to the lines that were commands."""
    return [reply for reply in row.replies if reply["outcome"] != "text"]


def _close_with_replies(row: ReceivedMail, now: datetime) -> None:
    """Close the mail with what came of its lines; of too many that nobody understood, without an answer."""
    replies = _commands(row)
    if replies:
        sentences = _sentences(row)
        unread = _unread_line(row)
        if unread:
            sentences.append(Sentence("Not read from this line on: %(line)s", line=unread))
        _close(row, MailOutcome(replies[-1]["outcome"]), sentences, now=now)
    elif _is_flooding(row.user, now):
        logger.info("Mail not answered: too many from user %s without a command", row.user_id)
        _close(row, MailOutcome.NOT_ANSWERED, [], now=now)
    else:
        _close(row, MailOutcome.NOT_UNDERSTOOD, [_not_understood(row)], now=now)


def _sentences(row: ReceivedMail) -> list[str]:
    """Return what came of the commands; of several, each is quoted above its own reply."""
    lines = [*row.content.get("lines", ())]
    answered = [(number, reply) for number, reply in enumerate(row.replies) if reply["outcome"] != "text"]
    sentences: list[str] = []
    for number, reply in answered:
        if len(answered) > 1 and number < len(lines):
            sentences.append(f"> {lines[number][:MAX_QUOTED]}")
        sentences.append(decode_sentences(reply["text"]))
    return sentences


def _unread_line(row: ReceivedMail) -> str:
    """Return the line at which reading ended, if it may have been meant as a command, otherwise ""."""
    lines, replies = row.content.get("lines", ()), row.replies
    if len(replies) > len(lines):
        return ""
    if replies[-1]["outcome"] == MailOutcome.REFUSED:
        rest = lines[len(replies) :]
        return next((line[:MAX_QUOTED] for line in rest if _command_of(row, line) is not None), "")
    ended = len(replies) - 1 if replies[-1]["outcome"] == "text" else len(replies)
    line = lines[ended] if ended < len(lines) else ""
    return line[:MAX_QUOTED] if any(letter.isdigit() for letter in line) else ""


def _is_flooding(user: User, now: datetime) -> bool:
    """Count a mail without a command, and return whether there were too many."""
    try:
        count_attempt(limit=NOT_UNDERSTOOD, who=str(user.pk), now=now)
    except Throttled:
        return True
    return False


def _not_understood(row: ReceivedMail) -> Sentence:
    """Return the sentence that answers a mail without a command."""
    if row.table_id is not None:
        return Sentence(
            "There is no move and no command in your mail. Begin it with your answer alone on a line, such "
            "as 2 for a bid or R7 for a card. “wizard help” explains the commands."
        )
    return Sentence(
        "There is no command in your mail. Write one on each line, such as “wizard games”. "
        "“wizard help” explains them."
    )


def _general_answer() -> Sentence:
    """Return the sentence that answers a mail to the general address."""
    return Sentence(
        "Nothing in your mail was carried out, because anybody could have written it in your name. Reply to "
        "this mail instead: its reply address is yours alone. “wizard help” explains the commands."
    )


def _close(row: ReceivedMail, outcome: MailOutcome, sentences: list[str], *, now: datetime) -> None:
    """Close the mail, and queue its answer in the same transaction, unless another process has done so."""
    with transaction.atomic():
        closed = ReceivedMail.objects.filter(pk=row.pk, due_at__isnull=False).update(
            due_at=None, closed_at=now, outcome=outcome, content={}, replies=[]
        )
        if closed and sentences:
            queue_mail(
                user_id=row.user_id,
                kind=MailKind.ANSWER,
                table_id=row.table_id,
                sentences=sentences,
                facts={"subject": row.content.get("subject", "")},
                in_reply_to=row.message_id,
                occasion=f"received {row.pk}",
                now=now,
            )
