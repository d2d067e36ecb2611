"""The hub of tournaments: sends each socket where the tournament is and where its viewer has to be."""

from collections.abc import Callable, Collection, Mapping
from typing import Any, Protocol

from django.utils import timezone

from core.database import database_sync_to_async
from core.realtime.hub import Hub, SharedFrames
from games.broadcast import Access
from games.live.access import revoked
from games.live.connection import LobbyConnection
from tournaments.broadcast import TournamentChanged
from tournaments.errors import NoSuchTournament
from tournaments.live import protocol
from tournaments.selectors.own.entry import own_entry, own_step
from tournaments.selectors.public.tournament import PublicTournament
from tournaments.selectors.public.versions import newest_public_tournament, tournament_numbers

LOOK_INTERVAL_SECONDS = 1.0
"""How often the tournaments' numbers are read for changes that the bus did not report."""


def in_own_thread(read: Callable[..., Any]) -> Callable[..., Any]:
    """A function to be awaited, run in a thread of its own, so that a large tournament delays no table."""
    return database_sync_to_async(read, thread_sensitive=False)


class TournamentConnection(LobbyConnection, Protocol):
    """A socket of a tournament."""

    may_see_drafts: bool


class TournamentHub(Hub[int, PublicTournament, TournamentConnection]):
    """The sockets of tournaments."""

    topic_name = "Tournament"

    def __init__(self) -> None:
        super().__init__()
        self.listen(TournamentChanged, self._hear_change)
        self.on_message(Access, lambda message: self.check_access_of(message.user_id))

    def _hear_change(self, message: TournamentChanged) -> None:
        self.wake_soon(message.tournament_id)

    def look_interval(self) -> float:
        return LOOK_INTERVAL_SECONDS

    async def read(self, topic: int, at_least: int | None = None) -> PublicTournament:
        found: PublicTournament = await in_own_thread(newest_public_tournament)(topic)
        return found

    async def read_numbers(self, topics: list[int]) -> Mapping[int, int | None]:
        found: dict[int, int | None] = await in_own_thread(tournament_numbers)(topics)
        return found

    async def find_revoked(self, connections: Collection[TournamentConnection]) -> list[TournamentConnection]:
        found: list[TournamentConnection] = await in_own_thread(revoked)(connections, now=timezone.now())
        return found

    async def join(self, topic: int, connection: TournamentConnection) -> None:
        """Send a tournament to a socket from now on."""
        await super().join(topic, connection)
        # A change may have come after the read, and before the socket had its first update.
        self.wake(topic)

    def send_update(
        self,
        topic: int,
        snapshot: PublicTournament,
        connection: TournamentConnection,
        shared: SharedFrames,
        *,
        is_full: bool = False,
    ) -> None:
        """Send the tournament and the viewer's own entry; a tournament that became a draft is refused."""
        if snapshot.is_draft and not connection.may_see_drafts:
            self.run(connection.refuse(NoSuchTournament()))
            return
        connection.number = snapshot.number
        now = timezone.now()
        text = protocol.tournament(
            number=snapshot.number,
            status=snapshot.tournament.status,
            stage=snapshot.stage_number,
            step=own_step(snapshot, connection.user_id, now=now),
            own=own_entry(snapshot, connection.user_id),
            now=now,
        )
        self.send(connection, text)
