"""A tournament in a server's own database, made by the services as an organiser would; for figures."""

import os
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, TypedDict

if TYPE_CHECKING:
    from accounts.models import User


class OrganiserContext(TypedDict):
    """What each act at the organisers' desk says: of which tournament, whose, and when."""

    tournament_id: int
    actor: "User"
    now: datetime


def set_up_django(url: str) -> None:
    """Set up Django in this process, and let it use the database at this URL."""
    os.environ["DATABASE_URL"] = url
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "wizard_site.settings")
    import django

    django.setup()


def create_session(user: "User") -> str:
    """Log a user in by creating a session, and return the value of the session cookie."""
    from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
    from django.contrib.sessions.backends.db import SessionStore

    session = SessionStore()
    session[SESSION_KEY] = str(user.pk)
    session[BACKEND_SESSION_KEY] = "django.contrib.auth.backends.ModelBackend"
    session[HASH_SESSION_KEY] = user.get_session_auth_hash()
    session.create()
    return str(session.session_key)


def create_checked_in_tournament(
    slug: str, names: list[str], bots: int = 0
) -> tuple[OrganiserContext, list[str]]:
    """Create a tournament with checked-in people and bots.

    Return keyword arguments for the organiser's service calls, and the people's API tokens.
    """
    from django.utils import timezone

    from accounts.models import User
    from accounts.services import issue_token
    from tournaments.services.entry import entries, own_entry
    from tournaments.services.entry.bots import enter_bots
    from tournaments.services.lifecycle import lifecycle
    from tournaments.services.lifecycle.presets import create_from_preset

    now = timezone.now()
    owner = User.objects.create(username=f"{slug}-owner", is_staff=True, is_superuser=True)
    tournament = create_from_preset(preset="german_2019", slug=slug, name="Bench", actor=owner, now=now)
    type(tournament).objects.filter(pk=tournament.pk).update(
        visibility="public",
        capacity=None,
        automatic=False,
        entry_opens_at=None,
        entry_closes_at=now + timedelta(hours=1),
        starts_at=now + timedelta(hours=2),
    )
    tokens = []
    for name in names:
        user = User.objects.create(username=name)
        tokens.append(issue_token(user=user, now=now).plain)
        own_entry.enter_tournament(tournament_id=tournament.pk, user=user, now=now)
    organiser: OrganiserContext = {"tournament_id": tournament.pk, "actor": owner, "now": now}
    if bots:
        enter_bots(**organiser, count=bots, level="apprentice")
    entries.check_in_all(**organiser)
    lifecycle.close_check_in(**organiser)
    return organiser, tokens
