"""The announcement that a tournament has changed, to this process and, with a broker, to all others."""

from typing import NamedTuple

from core.realtime import bus


class TournamentChanged(NamedTuple):
    """A tournament has changed in a way that affects its pages or the scheduler."""

    tournament_id: int


bus.register_kind("tournament", TournamentChanged)


def announce_tournament(tournament_id: int) -> None:
    """Announce to all processes that a tournament has changed. Call this only after the commit."""
    bus.announce_news(TournamentChanged(tournament_id))
