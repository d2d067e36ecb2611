"""Ends a search for a quick match; in a module of its own, because taking any seat ends the search, too."""

from accounts.models import User
from core.realtime import bus
from games import broadcast
from games.models import MatchRequest


def withdraw_request(*, user: User) -> None:
    """End the user's search for a quick match, and notify the user's open pages.

    Do nothing if the user is not searching, or has already been given a table.
    """
    # Conditional, so that if a process forms a table at this moment, only one of the two succeeds.
    deleted, _ = MatchRequest.objects.filter(user=user, table=None).delete()
    if deleted:
        bus.publish_message(broadcast.MatchChange([user.pk]))
