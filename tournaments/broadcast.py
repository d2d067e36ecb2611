"""The news "tournament T has changed", in this process and, where there is a broker, in all others."""

from typing import NamedTuple

from core.realtime import bus


class TournamentChanged(NamedTuple):
    """A tournament has changed: its pages, or what the scheduler has to do for it."""

    tournament_id: int


bus.register_kind("tournament", TournamentChanged)


def announce_tournament(tournament_id: int) -> None:
    """Announce a tournament's change to all processes; call it after the commit, never before."""
    bus.announce_news(TournamentChanged(tournament_id))
