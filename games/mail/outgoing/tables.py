"""The parts of emails about a table: the subject, the table as it is now, and how to answer."""

from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple
from zoneinfo import ZoneInfo

from django.utils.formats import date_format, time_format
from django.utils.translation import gettext as _

from accounts.models import User
from core.refusal import Refusal
from core.translation import translate
from games.mail.addresses import build_reply_address
from games.mail.outgoing.board import Board, EmailAnswer, build_board
from games.mail.outgoing.links import mailto_link, table_link
from games.models import PendingMail
from games.presence.marks import find_connected_seats
from games.rules.cards.deck_names import DeckNames
from games.rules.protocol.sight import Sight
from games.selectors.sights import load_table_sights
from games.sight_text import describe_sight, typed_move_commands


class TablePart(NamedTuple):
    """A table as an email shows it: drawn in HTML, and written in plain text."""

    title: str
    """Empty if the email is about this table alone."""
    deadline: str
    """A sentence, or "" without a deadline."""
    link: str
    board: Board
    text: str
    reply_to: str
    """The address at which the reader can act at this table; empty if the site receives no email."""
    example: str
    """A command that answers; empty if there is nothing to answer or the site receives no email."""


class Content(NamedTuple):
    """What an email says, in the reader's language."""

    subject: str
    headline: str
    sentences: list[str]
    link: str
    """The page that the email's button opens."""
    label: str
    """The button's label."""
    reply_to: str
    """The address at which the reader can act; empty if the site receives no email."""
    tables: list[TablePart]
    answers: Sequence[EmailAnswer] = ()
    """Answers other than moves at the tables, such as accepting a challenge."""


class MailReader(NamedTuple):
    """The user to whom an email is written, with their time zone and deck, and the time of writing."""

    user: User
    time_zone: str
    deck: DeckNames
    now: datetime


def build_table_content(
    mail: PendingMail,
    reader: MailReader,
    headline: str,
    sentences: list[str] | None = None,
    *,
    deadline_at: datetime | None = None,
) -> Content | None:
    """Return the content of an email that shows a game table in its current state.

    `headline` and `sentences` are the text above the table. If `deadline_at` is given, the text ends with
    this deadline. Return None if the user has no seat at the table, or if the table cannot be read.
    """
    sight = read_view_for_email(mail, reader)
    if sight is None or mail.table_id is None:
        return None
    part = build_table_part(mail.table_id, sight, reader, deadline_at, with_title=False)
    said = [*(sentences or ()), *([part.deadline] if part.deadline else ())]
    return Content(
        subject=thread_subject(mail.table_id, sight),
        headline=headline,
        sentences=said,
        link=part.link,
        label=_("Go to the table"),
        reply_to=reply_address(mail, reader),
        tables=[part],
    )


def thread_subject(table_id: str, sight: Sight) -> str:
    """Return the subject that all emails to a player about a table share, so that they form one thread.

    `sight` is the player's view of the table.
    """
    others = [player["name"] for player in sight["players"] if player["seat"] != sight["viewer"]]
    return _("Wizard with %(names)s (table %(table)s)") % {"names": ", ".join(others), "table": table_id}


def build_table_part(
    table_id: str, sight: Sight, reader: MailReader, deadline_at: datetime | None, *, with_title: bool
) -> TablePart:
    """Return a game table as an email shows it, with links for answering and an example of an answer.

    `sight` is the reader's view of the table. `with_title` is set if the email shows several tables, each
    with a title. `deadline_at` is None if the reader has no deadline.
    """
    subject = thread_subject(table_id, sight)
    address = build_reply_address(user_id=reader.user.pk, table_id=table_id, now=reader.now)

    def build_answer_link(command: str) -> str:
        """Return the `mailto:` link for sending a command, such as "bid 2", to this site.

        Return "" if the site receives no email.
        """
        return mailto_link(address, subject, command) if address else ""

    answers = typed_move_commands(sight, reader.deck)
    deadline = format_deadline(_("You have until %(at)s."), deadline_at, reader) if deadline_at else ""
    return TablePart(
        title=subject if with_title else "",
        deadline=deadline,
        link=table_link(table_id),
        board=build_board(sight, reader.deck, build_answer_link),
        text=translate(describe_sight(sight, reader.deck)),
        reply_to=address,
        example=answers[0].command if address and answers else "",
    )


def read_view_for_email(mail: PendingMail, reader: MailReader) -> Sight | None:
    """Return the user's view of the table that an email is about.

    Return None if there is no such table, if it cannot be read, or if the user has no seat at it.
    """
    return None if mail.table_id is None else read_view_of_table(mail.table_id, reader)


def read_view_of_table(table_id: str, reader: MailReader) -> Sight | None:
    """Return a table's sight for the recipient of an email: the recipient's view of the table.

    Return None if the recipient has no seat at the table, or if the table cannot be read.
    """
    try:
        views = load_table_sights(table_id, now=reader.now)
    except Refusal:
        return None
    viewer = views.seat_of_user(reader.user.pk)
    if viewer is None:
        return None
    return views.update(viewer, after=-1, with_sheet=True)["sight"]


def is_recipient_connected(mail: PendingMail, sight: Sight) -> bool:
    """Return whether the recipient of an email is connected to the email's table at this moment.

    `sight` is the recipient's view of the table. Return False if the email is about no table.
    """
    return mail.table_id is not None and sight["viewer"] in find_connected_seats(mail.table_id)


def reply_address(mail: PendingMail, reader: MailReader) -> str:
    """Return the Reply-To address of an email, or "" if the site receives no email.

    The recipient can send commands to this address. They apply to the email's table, if it has one.
    """
    return build_reply_address(user_id=mail.user_id, table_id=mail.table_id, now=reader.now)


def format_deadline(sentence: str, at: datetime, reader: MailReader) -> str:
    """Replace `%(at)s` in a sentence with a time, in the reader's time zone and the active language."""
    local = at.astimezone(ZoneInfo(reader.time_zone))
    day, hour = date_format(local, "DATE_FORMAT"), time_format(local.time(), "TIME_FORMAT")
    return sentence % {"at": f"{day}, {hour} ({local.tzname()})"}
