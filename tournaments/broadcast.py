"""The news "tournament T has changed", in this process and, where there is a broker, in all others."""

from typing import NamedTuple

from core.realtime import bus


class TournamentChanged(NamedTuple):
    """Something that is shown of a tournament, or done for it, has changed."""

    tournament_id: int


bus.register("tournament", TournamentChanged)


def announce(tournament_id: int) -> None:
    """Tell everyone; called after the commit, never before."""
    bus.announce(TournamentChanged(tournament_id))
