"""A socket of a tournament: shows where it is and where its viewer has to be; takes nothing but pings."""

from accounts.models import User
from core.database import database_sync_to_async
from games.live.consumers import LiveConsumer
from games.live.protocol import NOT_FOUND, refused
from tournaments.errors import NoSuchTournament
from tournaments.live.hub import hub
from tournaments.models.choices import Visibility
from tournaments.selectors.public.lists import visible_tournament


class TournamentConsumer(LiveConsumer):
    """Anybody's, as far as they may see the tournament."""

    tournament_id: int | None = None
    may_see_drafts = False

    async def start(self) -> None:
        """Show the tournament to who may see it, from now on."""
        user = self.scope.get("user")
        known = user if user is not None and user.is_authenticated else None
        try:
            found, draft = await database_sync_to_async(_seen)(
                self.scope["url_route"]["kwargs"]["slug"], known
            )
        except NoSuchTournament:
            await self.turn_away()
            return
        self.tournament_id, self.may_see_drafts = found, draft
        await hub().join(found, self)

    async def turn_away(self) -> None:
        """Say that there is nothing to see, and close."""
        await self._close_after(refused(None, NoSuchTournament()), NOT_FOUND)

    def clean_up(self) -> None:
        """Look no more."""
        if self.tournament_id is not None:
            hub().leave(self.tournament_id, self)
            self.tournament_id = None


def _seen(slug: str, user: User | None) -> tuple[int, bool]:
    """A tournament's id, and whether it is a draft, which this person may see then."""
    found = visible_tournament(slug, user)
    return found.pk, found.visibility == Visibility.DRAFT
