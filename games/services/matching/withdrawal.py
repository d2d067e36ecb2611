"""The end of a search for a quick match; a module of its own, because sitting down elsewhere ends it, too."""

from accounts.models import User
from core.realtime import bus
from games import broadcast
from games.models import MatchRequest


def withdraw_request(*, user: User) -> None:
    """End the user's search for a quick match; does nothing if there is none or it has found a table."""
    # Conditional: if somebody forms a table at this moment, either the request or the table wins.
    deleted, _ = MatchRequest.objects.filter(user=user, table=None).delete()
    if deleted:
        bus.announce_news(broadcast.MatchChange([user.pk]))
