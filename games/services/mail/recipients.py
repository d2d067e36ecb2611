"""Who can get emails about games, and who wants which."""

from collections.abc import Collection
from typing import Any

from allauth.account.models import EmailAddress
from django.db.models.functions import Lower

from accounts.models import AccountKind, User
from accounts.preferences import DEFAULTS, Preferences, stored_preferences
from games.models import BouncedAddress
from games.models.mail import MailKind

PREFERENCES: dict[MailKind, str] = {
    MailKind.CHALLENGE: "mail_challenges",
    MailKind.TURN: "mail_turns",
    MailKind.REMINDER: "mail_turns",
    MailKind.DIGEST: "mail_turns",
    MailKind.ROUND: "mail_results",
    MailKind.RESULT: "mail_results",
    MailKind.MESSAGE: "mail_messages",
}
"""The preference that turns off each kind of emails. Kinds that are not listed cannot be turned off."""
OFF: dict[str, Any] = {
    name: "off" if isinstance(getattr(DEFAULTS, name), str) else False for name in set(PREFERENCES.values())
}
"""Maps each preference to the value that turns its emails off."""


def find_email_addresses(user_ids: Collection[int]) -> dict[int, str]:
    """Map user ids to each user's confirmed email address, the primary one if possible.

    Left out are guests, bots, deactivated users, and users without a confirmed address or with a blocked one.
    """
    confirmed = EmailAddress.objects.filter(
        user__in=user_ids, user__is_active=True, user__kind=AccountKind.HUMAN, verified=True
    )
    # The primary address is the last of each user's rows, so it is the one that stays.
    rows = confirmed.annotate(lower=Lower("email")).order_by("primary", "-pk")
    found = {row.user_id: row for row in rows}
    lowered = [row.lower for row in found.values()]
    blocked = set(
        BouncedAddress.objects.filter(address__in=lowered, blocked_at__isnull=False).values_list(
            "address", flat=True
        )
    )
    return {user: row.email for user, row in found.items() if row.lower not in blocked}


def confirmed_address(user: User) -> str | None:
    """Return a user's confirmed email address, the primary one if possible, or None if there is none.

    Return None for guests and bots. The address may be blocked because emails to it have bounced.
    """
    rows = EmailAddress.objects.filter(user=user, verified=True).order_by("-primary", "pk")
    return rows.values_list("email", flat=True).first() if user.kind == AccountKind.HUMAN else None


def preferences_by_user(user_ids: Collection[int]) -> dict[int, Preferences]:
    """Map user ids to the users' preferences."""
    rows = User.objects.filter(pk__in=user_ids).values_list("pk", "preferences")
    return {user: stored_preferences(stored) for user, stored in rows}


def wants_email(preferences: Preferences, kind: MailKind) -> bool:
    """Return whether a user's preferences allow emails of this kind.

    With the daily digest, there are no emails about single turns and rounds, but reminders and results are
    still possible. Emails that no preference can turn off are always allowed.
    """
    name = PREFERENCES.get(kind)
    if name is None:
        return True
    if preferences.mail_turns == "digest" and kind in (MailKind.TURN, MailKind.ROUND):
        return False
    if kind == MailKind.DIGEST:
        return preferences.mail_turns == "digest"
    return bool(getattr(preferences, name) != OFF[name])
