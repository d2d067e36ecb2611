"""Writes the content of emails: subject, headline, sentences, and the tables that are shown."""

from collections.abc import Callable
from datetime import datetime, timedelta

from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.preferences import stored_preferences
from core.sentence import decode_sentences
from core.translation import translate
from games.mail.addresses import build_reply_address
from games.mail.outgoing.board import EmailAnswer
from games.mail.outgoing.links import mailto_link, site_link, unblock_link
from games.mail.outgoing.tables import (
    Content,
    MailReader,
    build_table_content,
    build_table_part,
    format_deadline,
    is_recipient_connected,
    read_view_for_email,
    read_view_of_table,
    reply_address,
)
from games.models import PendingMail, SlowTurn
from games.models.mail import MailKind
from games.rules.cards.deck_names import DeckNames
from games.rules.statuses import FINISHED
from games.selectors.chat import describe_chat_message, find_visible_message
from games.selectors.people.challenges import challenges_of
from games.services.mail.turns import vacation_time_zones_by_user
from games.sight_text.sheet import format_number, format_signed

MAX_DIGEST_TABLES = 12
"""Maximum tables that a digest shows; it also says how many more there are."""
STALE_AFTER = timedelta(days=7)
"""Age after which an email that is not a digest is no longer sent."""


def write_content(mail: PendingMail, *, now: datetime) -> Content | None:
    """Return the content of a queued email in the active language, or None if the email is obsolete."""
    zone = vacation_time_zones_by_user({mail.user_id}).get(mail.user_id, "UTC")
    deck = DeckNames(stored_preferences(mail.user.preferences).deck)
    reader = MailReader(mail.user, zone, deck, now)
    if mail.created_at < now - STALE_AFTER and mail.kind != MailKind.DIGEST:
        return None
    # For example, an email about a turn is obsolete when the turn is over.
    return _WRITERS[MailKind(mail.kind)](mail, reader)


# --- Each kind ----------------------------------------------------------------------------------------------


def _write_challenge(mail: PendingMail, reader: MailReader) -> Content | None:
    """Return an email that invites the user to a game, or that tells why the game will not begin.

    Return None instead of an invitation if the challenge (the invitation on the site) is no longer open.
    """
    if "sentences" in mail.facts:
        return _write_ended_challenge(mail, reader)
    challenge = challenges_of(mail.user).filter(table=mail.table_id).first()
    if challenge is None or challenge.state(reader.now) != "open":
        return None
    names = {"challenger": mail.facts["challenger"]}
    sentences = [_("Sit down at the table to accept, or decline on the page of your friends.")]
    if days := challenge.table.options.get("days"):
        sentences.append(_("It is a slow table: each decision has %(days)d days.") % {"days": days})
    sentences.append(format_deadline(_("The challenge is open until %(at)s."), challenge.expires_at, reader))
    subject = _("%(challenger)s challenges you to a game of Wizard") % names
    address = reply_address(mail, reader)
    meanings = (("wizard accept", _("Accept by mail")), ("wizard decline", _("Decline by mail")))
    answers = [
        EmailAnswer(command, meaning, mailto_link(address, subject, command)) for command, meaning in meanings
    ]
    return Content(
        subject=subject,
        headline=_("%(challenger)s challenges you") % names,
        sentences=sentences,
        link=site_link("/friends/"),
        label=_("Open the challenge"),
        reply_to=address,
        tables=[],
        answers=answers if address else [],
    )


def _write_ended_challenge(mail: PendingMail, reader: MailReader) -> Content:
    """Return the email that tells a player why a game will not begin."""
    headline = _("Your game does not begin")
    return Content(
        subject=headline,
        headline=headline,
        sentences=[translate(each) for each in decode_sentences(mail.facts["sentences"])],
        link=site_link(reverse("lobby")),
        label=_("Open the lobby"),
        reply_to=reply_address(mail, reader),
        tables=[],
    )


def _write_turn(mail: PendingMail, reader: MailReader) -> Content | None:
    """Return the email about a turn at a slow table.

    Return None if the email is no longer needed, for example because the turn is over.
    """
    turns = SlowTurn.objects.filter(table=mail.table_id, user=mail.user_id)
    turn = turns.filter(decision=mail.facts.get("decision")).first()
    if turn is None:
        return None
    is_reminder = mail.kind == MailKind.REMINDER
    # Another email has already told the user of the turn.
    if turn.is_mailed and not is_reminder:
        return None
    headline = _("Your time is running out") if is_reminder else _("It is your turn")
    return build_table_content(mail, reader, headline, deadline_at=turn.deadline_at)


def _write_round(mail: PendingMail, reader: MailReader) -> Content | None:
    """Return the email about a finished round.

    Return None if the user is connected to the table or has no seat there, or if the table cannot be read.
    """
    sight = read_view_for_email(mail, reader)
    if sight is None or is_recipient_connected(mail, sight):
        return None
    names = {player["seat"]: player["name"] for player in sight["players"]}
    rows = [row for row in sight.get("sheet", []) if row["round"] == mail.facts["round"]]
    lines = [
        _("%(name)s bid %(bid)d and took %(tricks)d: %(points)s points, %(total)s in all.")
        % {
            "name": names[cell["seat"]],
            "bid": cell["bid"],
            "tricks": cell["tricks"],
            "points": format_signed(cell["points"] + cell["adjustment"]),
            "total": format_number(cell["total"]),
        }
        for row in rows
        for cell in row["cells"]
    ]
    headline = _("Round %(round)d is scored") % {"round": mail.facts["round"]}
    return build_table_content(mail, reader, headline, lines)


def _write_result(mail: PendingMail, reader: MailReader) -> Content | None:
    """Return the email about the end of a game.

    Return None if the user is connected to the table or has no seat there, or if the table cannot be read.
    """
    sight = read_view_for_email(mail, reader)
    if sight is None or is_recipient_connected(mail, sight):
        return None
    result = sight["result"]
    if sight["status"] != FINISHED or not result:
        return build_table_content(mail, reader, _("The game has ended without a result"))
    winner = result[0]
    if winner["seat"] == sight["viewer"]:
        headline = _("You have won")
    else:
        headline = _("%(name)s has won") % {"name": sight["players"][winner["seat"]]["name"]}
    return build_table_content(mail, reader, headline)


def _write_chat_message(mail: PendingMail, reader: MailReader) -> Content | None:
    """Return the email about a chat message.

    Return None if the user is connected to the table, has no seat at it or may not see the message.
    """
    sight = read_view_for_email(mail, reader)
    if sight is None or mail.table_id is None or is_recipient_connected(mail, sight):
        return None
    message = find_visible_message(mail.table_id, mail.facts["message"], mail.user_id)
    if message is None or message.hidden_at is not None:
        return None
    shown = describe_chat_message(message)
    content = build_table_content(
        mail, reader, _("%(author)s writes") % {"author": shown["name"]}, [shown["text"]]
    )
    return content and content._replace(tables=[])


def _write_answer_or_move_report(mail: PendingMail, reader: MailReader) -> Content | None:
    """Return an answer to a user's email, or a report that a move which the user had queued was not made."""
    sentences = [translate(each) for each in decode_sentences(mail.facts.get("sentences", []))]
    is_answer = mail.kind == MailKind.ANSWER
    headline = _("Answer to your mail") if is_answer else _("Your queued move was not made")
    # An answer may have several lines, such as a list of commands.
    lines = [line for sentence in sentences for line in sentence.split("\n")]
    # The email shows the table if the user has a seat there.
    content = build_table_content(mail, reader, headline, lines) if mail.table_id else None
    if content is None:
        content = Content(
            _("Wizard by mail"),
            headline,
            lines,
            site_link(reverse("lobby")),
            _("Open the lobby"),
            reply_address(mail, reader),
            [],
        )
    subject = str(mail.facts.get("subject", ""))
    return content._replace(subject=_reply_subject(subject)) if subject else content


def _write_digest(mail: PendingMail, reader: MailReader) -> Content | None:
    """Return the daily email about the tables where it is the user's turn, earliest deadline first.

    Return None if there are no tables to show.
    """
    turns = list(SlowTurn.objects.filter(user=mail.user_id).order_by("deadline_at", "table"))
    parts = []
    for turn in turns[:MAX_DIGEST_TABLES]:
        sight = read_view_of_table(turn.table_id, reader)
        if sight is not None:
            parts.append(build_table_part(turn.table_id, sight, reader, turn.deadline_at, with_title=True))
    if not parts:
        return None
    sentences = [_("Each table shows what you can answer there.")]
    if (more := len(turns) - MAX_DIGEST_TABLES) > 0:
        sentences.append(_("More tables that wait for you: %(count)d.") % {"count": more})
    return Content(
        subject=_("Wizard: tables that wait for you"),
        headline=_("Tables that wait for you: %(count)d") % {"count": len(turns)},
        sentences=sentences,
        link=site_link(reverse("lobby")),
        label=_("Open the lobby"),
        reply_to=build_reply_address(user_id=mail.user_id, table_id=None, now=reader.now),
        tables=parts,
    )


def _write_unblocking_email(mail: PendingMail, reader: MailReader) -> Content:
    """Return the email that asks the owner of a blocked address to confirm that emails reach it again."""
    return Content(
        subject=_("Wizard: does this mail reach you?"),
        headline=_("Does this mail reach you?"),
        sentences=[
            _("Mails to this address came back, so mails about your games were stopped."),
            _("Confirm with the button that they reach you again."),
        ],
        link=unblock_link(str(mail.facts["address"])),
        label=_("Send me mails again"),
        reply_to="",
        tables=[],
    )


def _reply_subject(subject: str) -> str:
    """Put "Re: " before the subject, unless it begins with "Re:" or the German "AW:", ignoring case."""
    return subject if subject.casefold().startswith(("re:", "aw:")) else f"Re: {subject}"


_WRITERS: dict[MailKind, Callable[[PendingMail, MailReader], Content | None]] = {
    MailKind.CHALLENGE: _write_challenge,
    MailKind.TURN: _write_turn,
    MailKind.REMINDER: _write_turn,
    MailKind.DIGEST: _write_digest,
    MailKind.ROUND: _write_round,
    MailKind.RESULT: _write_result,
    MailKind.MESSAGE: _write_chat_message,
    MailKind.MOVE_REPORT: _write_answer_or_move_report,
    MailKind.ANSWER: _write_answer_or_move_report,
    MailKind.RECHECK: _write_unblocking_email,
}
