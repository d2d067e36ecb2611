"""The WebSocket hub of tournaments: sends viewers the tournament's state and their own entries."""

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
from tournaments.selectors.own.entry import next_step_for_user, own_entry
from tournaments.selectors.public.tournament import PublicTournament
from tournaments.selectors.public.versions import public_tournament_by_id, tournament_versions

POLL_INTERVAL_SECONDS = 1.0
"""How often tournaments are polled for changes that the message bus did not report."""


def run_in_separate_thread(function: Callable[..., Any]) -> Callable[..., Any]:
    """Return an async function that runs the blocking `function` in a separate thread."""
    # Other queries share one thread. Reading a large tournament there would delay games.
    return database_sync_to_async(function, thread_sensitive=False)


class TournamentConnection(LobbyConnection, Protocol):
    """A WebSocket connection that follows one tournament."""

    may_see_drafts: bool
    language: str


class TournamentHub(PeopleHub[int, PublicTournament, TournamentConnection]):
    """Sends the current state of tournaments to their sockets."""

    topic_name = "Tournament"

    def __init__(self) -> None:
        """Create a hub that listens for messages about changed tournaments."""
        super().__init__()
        self.listen(TournamentChanged, self._schedule_tournament_update)

    def _schedule_tournament_update(self, message: TournamentChanged) -> None:
        """Schedule an update of the sockets that follow the changed tournament.

        This may be called from any thread.
        """
        self.schedule_update(message.tournament_id)

    def poll_interval(self) -> float:
        """Return how many seconds pass between two checks for changed tournaments.

        These checks find the changes that the message bus did not report.
        """
        return POLL_INTERVAL_SECONDS

    async def read_snapshot(self, topic: int, min_number: int | None = None) -> PublicTournament:
        """Read a tournament's newest public data in a separate thread.

        `topic` is the tournament's id. `min_number`, the lowest version number that the caller accepts, is
        ignored, because the newest data are always read.
        """
        found: PublicTournament = await run_in_separate_thread(public_tournament_by_id)(topic)
        return found

    async def read_version_numbers(self, topics: list[int]) -> Mapping[int, int | None]:
        """Return a dict that maps each of the tournament ids `topics` to the tournament's version number.

        Deleted tournaments are left out.
        """
        found: dict[int, int | None] = await run_in_separate_thread(tournament_versions)(topics)
        return found

    async def join(self, topic: int, connection: TournamentConnection) -> None:
        """Subscribe a WebSocket connection to a tournament, and send it the tournament's current state.

        `topic` is the tournament's id.
        """
        await super().join(topic, connection)
        # A change between the read and the socket's first update was sent only to the other sockets.
        number = (await self.read_version_numbers([topic])).get(topic)
        if number is not None and number > connection.number:
            self.update_subscribers(topic, number)

    def send_update(
        self,
        topic: int,
        snapshot: PublicTournament,
        connection: TournamentConnection,
        shared: SharedFrames,
        *,
        is_full: bool = False,
    ) -> None:
        """Send the tournament's state to a WebSocket connection, together with the user's own entry.

        If the tournament is a draft that the user may not see, close the connection instead. `shared` and
        `is_full` are ignored, because each connection gets a complete message of its own.
        """
        if snapshot.is_draft and not connection.may_see_drafts:
            self.start_task(connection.refuse(NoSuchTournament()))
            return
        connection.number = snapshot.number
        now = timezone.now()
        # The hub's own tasks have no active language.
        with translation.override(connection.language):
            text = protocol.encode_tournament(
                number=snapshot.number,
                status=snapshot.tournament.status,
                stage=snapshot.newest_stage_number,
                step=next_step_for_user(snapshot, connection.user_id, now=now),
                own=own_entry(snapshot, connection.user_id),
                now=now,
            )
        self.send(connection, text)
