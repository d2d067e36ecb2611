"""The bus message that a tournament has changed, for this process and, with a broker, for all others."""

from typing import NamedTuple

from core.realtime import bus


class TournamentChanged(NamedTuple):
    """A tournament has changed in a way that affects its pages or the scheduler."""

    tournament_id: int


bus.register_message_kind("tournament", TournamentChanged)


def publish_tournament_change(tournament_id: int) -> None:
    """Tell this and all other server processes that a tournament has changed.

    Call this only after the change has been committed to the database.
    """
    bus.publish_message(TournamentChanged(tournament_id))
