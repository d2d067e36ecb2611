"""Entrants who are not seated together."""

from datetime import datetime

from accounts.models import User
from tournaments.errors import NoSuchTournament, WrongMoment
from tournaments.models import Entry, ForbiddenPair
from tournaments.services.editing import editing


def forbid_pair(*, tournament_id: int, one: int, other: int, by: User, now: datetime) -> ForbiddenPair:
    """Keep two entrants (their entries' ids) apart in all draws from now on."""
    with editing(tournament_id, by=by, now=now) as edit:
        found = list(Entry.objects.filter(tournament=edit.tournament, pk__in={one, other}).order_by("pk"))
        if len(found) != 2:
            raise WrongMoment("Choose two entrants of this tournament.")
        first, second = found
        pair, new = ForbiddenPair.objects.get_or_create(tournament=edit.tournament, one=first, other=second)
        if not new:
            raise WrongMoment(f"{first.shown_name} and {second.shown_name} are already kept apart.")
        edit.note("pair_forbidden", after=[first.shown_name, second.shown_name])
        return pair


def allow_pair(*, pair_id: int, by: User, now: datetime) -> None:
    """Let two entrants be seated together again."""
    pair = ForbiddenPair.objects.filter(pk=pair_id).select_related("one", "other").first()
    if pair is None:
        raise NoSuchTournament("There is no such pair.")
    with editing(pair.tournament_id, by=by, now=now) as edit:
        ForbiddenPair.objects.filter(pk=pair_id).delete()
        edit.note("pair_allowed", before=[pair.one.shown_name, pair.other.shown_name])
