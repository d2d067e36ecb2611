"""The kinds of notifications, each with its sentences, urgency and lifetime."""

from collections.abc import Mapping
from datetime import timedelta
from enum import StrEnum
from typing import NamedTuple

from django.utils.translation import gettext_lazy as _
from django_stubs_ext import StrPromise

from core.sentence import decode_sentences
from core.translation import translate_all

Facts = Mapping[str, object]
"""Maps the placeholders of a notification's sentences to values, such as names or sentences encoded as JSON.

A value is never a card or a bid.
"""


class NoticeKind(StrEnum):
    """A kind of notification."""

    TURN = "turn"
    TURN_REMINDER = "turn_reminder"
    CHALLENGE = "challenge"
    CHECK_IN = "check_in"
    SEATED = "seated"
    TABLE_OPEN = "table_open"
    TEST = "test"


class Urgency(StrEnum):
    """How urgently a push service should deliver a message, even if that wakes the device (RFC 8030, 5.3)."""

    NORMAL = "normal"
    HIGH = "high"


class KindDeclaration(NamedTuple):
    """The sentences of a kind of notification, and how it is sent."""

    title: StrPromise
    body: StrPromise
    preference: str | None
    """The name of the preference that turns the kind off; None if the kind cannot be turned off."""
    lifetime: timedelta = timedelta(hours=1)
    """How long a message is useful; a device that comes online later does not get the message."""
    urgency: Urgency = Urgency.HIGH


class Sentences(NamedTuple):
    """The title and body of a notification."""

    title: str
    body: str


KINDS: dict[NoticeKind, KindDeclaration] = {
    NoticeKind.TURN: KindDeclaration(
        _("It is your turn"),
        _("You are playing with %(players)s."),
        "notify_turn",
    ),
    NoticeKind.TURN_REMINDER: KindDeclaration(
        _("Your time is running out"),
        _("%(players)s are waiting for you: a third of your time is left."),
        "notify_turn",
    ),
    NoticeKind.CHALLENGE: KindDeclaration(
        _("%(challenger)s challenges you"),
        _("Open the challenge to accept or decline it."),
        "notify_challenge",
    ),
    NoticeKind.CHECK_IN: KindDeclaration(
        _("Check-in is open"),
        _("Check in for %(tournament)s to keep your place."),
        "notify_tournament",
    ),
    NoticeKind.SEATED: KindDeclaration(
        _("You have a seat"),
        _("%(tournament)s, %(stage)s: you play at table %(table)s."),
        "notify_tournament",
    ),
    NoticeKind.TABLE_OPEN: KindDeclaration(
        _("Your table is open"),
        _("%(tournament)s, %(stage)s: table %(table)s is waiting for you."),
        "notify_tournament",
    ),
    NoticeKind.TEST: KindDeclaration(
        _("Notifications work"),
        _("This device will tell you when somebody is waiting for you."),
        None,
        lifetime=timedelta(minutes=5),
    ),
}


def build_title_and_body(kind: NoticeKind, facts: Facts) -> Sentences:
    """Return a notification's title and body in the active language, with `facts` as placeholder values.

    Raise KeyError if a value is missing.
    """
    declared, said = KINDS[kind], translate_all(decode_sentences(dict(facts)))
    return Sentences(str(declared.title) % said, str(declared.body) % said)
