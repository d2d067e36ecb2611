"""A socket of a tournament: sends where it is and where its viewer has to be; takes nothing but pings."""

from accounts.models import User
from core.database import database_sync_to_async
from games.live.consumers import LiveConsumer
from tournaments.errors import NoSuchTournament
from tournaments.live.hub import TournamentHub
from tournaments.models.choices import Visibility
from tournaments.selectors.public.lists import visible_tournament


class TournamentConsumer(LiveConsumer):
    """Open to everybody who may see the tournament."""

    tournament_id: int | None = None
    may_see_drafts = False

    async def start(self) -> None:
        """Send the tournament if this viewer may see it."""
        user = self.scope.get("user")
        viewer = user if user is not None and user.is_authenticated else None
        slug = self.scope["url_route"]["kwargs"]["slug"]
        try:
            self.tournament_id, self.may_see_drafts = await database_sync_to_async(_enter)(slug, viewer)
        except NoSuchTournament as refusal:
            await self.refuse(refusal)
            return
        await TournamentHub.current().join(self.tournament_id, self)

    def clean_up(self) -> None:
        """Leave the tournament."""
        if self.tournament_id is not None:
            TournamentHub.current().leave(self.tournament_id, self)
            self.tournament_id = None


def _enter(slug: str, user: User | None) -> tuple[int, bool]:
    """A tournament's id, and whether it is a draft that this user may see; raises NoSuchTournament."""
    found = visible_tournament(slug, user)
    return found.pk, found.visibility == Visibility.DRAFT
