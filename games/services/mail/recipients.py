"""Who can get emails about games, and who wants which."""

from collections.abc import Collection

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
OFF: dict[str, str | bool] = {
    name: "off" if isinstance(getattr(DEFAULTS, name), str) else False for name in set(PREFERENCES.values())
}
"""Maps each preference to the value that turns its emails off."""


def find_email_addresses(user_ids: Collection[int]) -> dict[int, str]:
    """Map user ids to a confirmed email address of each user, preferably the primary one.

    Guests, bots and users with a blocked address are left out.
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
    """Return a confirmed email address of the user, preferably the primary one.

    Return None for users without one, for guests and for bots.
    """
    # The address may be blocked because emails to it have bounced.
    rows = EmailAddress.objects.filter(user=user, verified=True).order_by("-primary", "pk")
    return rows.values_list("email", flat=True).first() if user.kind == AccountKind.HUMAN else None


def preferences_by_user(user_ids: Collection[int]) -> dict[int, Preferences]:
    """Map user ids to the users' preferences, with defaults for missing or invalid ones.

    Ids of unknown users are left out.
    """
    rows = User.objects.filter(pk__in=user_ids).values_list("pk", "preferences")
    return {user: stored_preferences(stored) for user, stored in rows}


def wants_email(preferences: Preferences, kind: MailKind) -> bool:
    """Return whether a user's preferences allow emails of this kind. Some kinds are always allowed."""
    name = PREFERENCES.get(kind)
    if name is None:
        return True
    # The digest replaces emails about single turns and rounds, but not reminders and results.
    if preferences.mail_turns == "digest" and kind in (MailKind.TURN, MailKind.ROUND):
        return False
    if kind == MailKind.DIGEST:
        return preferences.mail_turns == "digest"
    return bool(getattr(preferences, name) != OFF[name])
