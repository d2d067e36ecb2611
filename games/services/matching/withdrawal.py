"""Ends a search for a quick match; in a module of its own, because taking any seat ends the search, too."""

from accounts.models import User
from core.realtime import bus
from games import broadcast
from games.models import MatchRequest


def withdraw_request(*, user: User) -> None:
    """End the user's search for a quick match, if they are still waiting, and notify their open pages."""
    # Conditional, so that if a process forms a table at this moment, only one of the two succeeds.
    deleted, _ = MatchRequest.objects.filter(user=user, table=None).delete()
    if deleted:
        bus.publish_message(broadcast.MatchChange([user.pk]))
