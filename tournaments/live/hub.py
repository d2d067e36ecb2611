"""The hub of tournaments: sends each socket where the tournament is and where its viewer has to be."""

from collections.abc import Callable, Mapping
from typing import Any, Protocol

from django.utils import timezone, translation

from core.database import database_sync_to_async
from core.realtime.hub import SharedFrames
from games.live.connection import LobbyConnection
from games.live.people_hub import PeopleHub
from tournaments.broadcast import TournamentChanged
from tournaments.errors import NoSuchTournament
from tournaments.live import protocol
from tournaments.selectors.own.entry import own_entry, own_step
from tournaments.selectors.public.tournament import PublicTournament
from tournaments.selectors.public.versions import newest_public_tournament, tournament_numbers

LOOK_INTERVAL_SECONDS = 1.0
"""How often the tournaments' numbers are read for changes that the bus did not report."""


def run_in_own_thread(read: Callable[..., Any]) -> Callable[..., Any]:
    """Wrap `read` as an async function that runs in a separate thread.

    Thus reading a large tournament does not delay the tables.
    """
    return database_sync_to_async(read, thread_sensitive=False)


class TournamentConnection(LobbyConnection, Protocol):
    """A socket of a tournament."""

    may_see_drafts: bool
    language: str


class TournamentHub(PeopleHub[int, PublicTournament, TournamentConnection]):
    """The sockets of tournaments."""

    topic_name = "Tournament"

    def __init__(self) -> None:
        super().__init__()
        self.listen(TournamentChanged, self._wake_tournament)

    def _wake_tournament(self, message: TournamentChanged) -> None:
        """Have the tournament's sockets updated soon; called on any thread."""
        self.wake_soon(message.tournament_id)

    def poll_interval(self) -> float:
        """Return the seconds between two checks for changes that the bus did not report."""
        return LOOK_INTERVAL_SECONDS

    async def read_snapshot(self, topic: int, at_least: int | None = None) -> PublicTournament:
        """Return the tournament's newest public view, read in a thread of its own."""
        found: PublicTournament = await run_in_own_thread(newest_public_tournament)(topic)
        return found

    async def read_numbers(self, topics: list[int]) -> Mapping[int, int | None]:
        """Return the present change numbers of these tournaments, by id."""
        found: dict[int, int | None] = await run_in_own_thread(tournament_numbers)(topics)
        return found

    async def join(self, topic: int, connection: TournamentConnection) -> None:
        """Send the tournament to a socket, now and after each change from now on."""
        await super().join(topic, connection)
        # A change after the read and before the socket had its first update was sent to the others alone.
        number = (await self.read_numbers([topic])).get(topic)
        if number is not None and number > connection.number:
            self.wake(topic, number)

    def send_update(
        self,
        topic: int,
        snapshot: PublicTournament,
        connection: TournamentConnection,
        shared: SharedFrames,
        *,
        is_full: bool = False,
    ) -> None:
        """Send the tournament and the viewer's own entry, each time as a whole whatever `is_full` says.

        Refuses a viewer who may not see drafts if the tournament has become one.
        """
        if snapshot.is_draft and not connection.may_see_drafts:
            self.start_task(connection.refuse(NoSuchTournament()))
            return
        connection.number = snapshot.number
        now = timezone.now()
        # The hub's own tasks have no language.
        with translation.override(connection.language):
            text = protocol.encode_tournament(
                number=snapshot.number,
                status=snapshot.tournament.status,
                stage=snapshot.stage_number,
                step=own_step(snapshot, connection.user_id, now=now),
                own=own_entry(snapshot, connection.user_id),
                now=now,
            )
        self.send(connection, text)
