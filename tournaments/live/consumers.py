"""A tournament's socket: sends the tournament's state and the viewer's own entry, and takes only pings."""

from accounts.models import User
from core.database import database_sync_to_async
from games.live.consumers import LiveConsumer
from tournaments.errors import NoSuchTournament
from tournaments.live.hub import TournamentHub
from tournaments.models.choices import Visibility
from tournaments.selectors.public.lists import visible_tournament


class TournamentConsumer(LiveConsumer):
    """A tournament's WebSocket, for everyone who may see the tournament."""

    tournament_id: int | None = None
    may_see_drafts = False

    async def start(self) -> None:
        """Subscribe the socket to the tournament's updates.

        Close the socket if there is no such tournament or the user may not see it.
        """
        user = self.scope.get("user")
        viewer = user if user is not None and user.is_authenticated else None
        slug = self.scope["url_route"]["kwargs"]["slug"]
        try:
            self.tournament_id, self.may_see_drafts = await database_sync_to_async(_find_visible_tournament)(
                slug, viewer
            )
        except NoSuchTournament as refusal:
            await self.refuse(refusal)
            return
        await TournamentHub.get_current().join(self.tournament_id, self)

    def clean_up(self) -> None:
        """Unsubscribe the socket from the tournament's updates, if it is subscribed."""
        if self.tournament_id is not None:
            TournamentHub.get_current().leave(self.tournament_id, self)
            self.tournament_id = None


def _find_visible_tournament(slug: str, user: User | None) -> tuple[int, bool]:
    """Return the tournament's id, and whether it is a draft, which only its organisers may see.

    Raise NoSuchTournament if there is no such tournament or the user may not see it.
    """
    found = visible_tournament(slug, user)
    return found.pk, found.visibility == Visibility.DRAFT
