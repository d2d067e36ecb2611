"""Pairs of entrants who are not seated together."""

from datetime import datetime

from accounts.models import User
from core.sentence import Sentence
from tournaments.errors import NoSuchTournament, WrongMoment
from tournaments.models import Entry, ForbiddenPair
from tournaments.services.editing import editing


def forbid_pair(*, tournament_id: int, one: int, other: int, actor: User, now: datetime) -> ForbiddenPair:
    """Keep future draws from seating two entrants at the same table.

    `one` and `other` are entry ids. Raise WrongMoment if they are not two entrants of the tournament, or if
    the pair is already forbidden.
    """
    with editing(tournament_id, actor=actor, now=now) as edit:
        # In the order of their ids, so that a pair is the same row whichever entrant was given first.
        found = list(Entry.objects.filter(tournament=edit.tournament, pk__in={one, other}).order_by("pk"))
        if len(found) != 2:
            raise WrongMoment(Sentence("Choose two entrants of this tournament."))
        first, second = found
        pair, new = ForbiddenPair.objects.get_or_create(tournament=edit.tournament, one=first, other=second)
        if not new:
            raise WrongMoment(
                Sentence(
                    "%(name)s and %(name2)s are already kept apart.",
                    name=first.shown_name,
                    name2=second.shown_name,
                )
            )
        edit.add_audit_entry("pair_forbidden", after=[first.shown_name, second.shown_name])
        return pair


def allow_pair(*, pair_id: int, actor: User, now: datetime) -> None:
    """Delete a forbidden pair, so that draws can seat its two entrants at the same table again.

    Raise NoSuchTournament if there is no such pair.
    """
    pair = ForbiddenPair.objects.filter(pk=pair_id).select_related("one", "other").first()
    if pair is None:
        raise NoSuchTournament(Sentence("There is no such pair."))
    with editing(pair.tournament_id, actor=actor, now=now) as edit:
        ForbiddenPair.objects.filter(pk=pair_id).delete()
        edit.add_audit_entry("pair_allowed", before=[pair.one.shown_name, pair.other.shown_name])
