"""The tournaments that a visitor may find, and the fields that lists show for each tournament."""

from datetime import datetime
from typing import TypedDict

from django.contrib.auth.models import AnonymousUser
from django.db.models import Count, Exists, F, OuterRef, Q, QuerySet
from django_stubs_ext import WithAnnotations

from accounts.models import User
from tournaments.errors import NoSuchTournament
from tournaments.models import Entry, Role, Stage, Tournament
from tournaments.models.choices import LEFT_STATUSES, Visibility
from tournaments.selectors.roles import find_role


class ListedFacts(TypedDict):
    """The annotations that `listed_tournaments` adds to each tournament."""

    entrants: int
    cheating: bool


class TournamentFields(TypedDict):
    """The fields of a tournament that are shown both in lists and on the tournament's page."""

    slug: str
    name: str
    status: str
    visibility: str
    online: bool
    automatic: bool
    same_deals: bool
    capacity: int | None
    time_zone: str
    entry_opens_at: datetime | None
    entry_closes_at: datetime | None
    starts_at: datetime | None
    entry_open: bool


class TournamentRow(TournamentFields):
    """A tournament in a list."""

    entrants: int
    cheating: bool


# In quotes below, because Python 3.11 cannot evaluate WithAnnotations with two parameters.
def listed_tournaments(
    *, user: User | None = None, status: str | None = None, mine: bool = False
) -> "QuerySet[WithAnnotations[Tournament, ListedFacts]]":
    """Return the public tournaments and those that the user has entered or organises.

    They are sorted by their start, the latest first. If `mine` is true, leave out tournaments that the user
    has neither entered nor organises. If `status` is given, return only tournaments with this status. A draft
    is included only if the user is one of its organisers.
    """
    own = Q(pk__in=[])
    if user is not None:
        entered = Entry.objects.filter(user=user.pk).values("tournament")
        organised = Role.objects.filter(user=user.pk).values("tournament")
        own = Q(pk__in=entered) & ~Q(visibility=Visibility.DRAFT) | Q(pk__in=organised)
    found = Tournament.objects.filter(own if mine else own | Q(visibility=Visibility.PUBLIC))
    if status is not None:
        found = found.filter(status=status)
    cheating = Stage.objects.filter(tournament=OuterRef("pk"), mix__cheating=True)
    return found.annotate(
        entrants=Count("entries", filter=~Q(entries__status__in=LEFT_STATUSES)), cheating=Exists(cheating)
    ).order_by(F("starts_at").desc(nulls_last=True), "slug")


def tournament_row(tournament: "WithAnnotations[Tournament, ListedFacts]", *, now: datetime) -> TournamentRow:
    """Return the fields of a tournament for a list. `tournament` must come from `listed_tournaments`."""
    return {
        **tournament_fields(tournament, now=now),
        "entrants": tournament.entrants,
        "cheating": tournament.cheating,
    }


def tournament_fields(tournament: Tournament, *, now: datetime) -> TournamentFields:
    """Return the fields of a tournament that are shown both in lists and on the tournament's page."""
    return {
        "slug": tournament.slug,
        "name": tournament.name,
        "status": tournament.status,
        "visibility": tournament.visibility,
        "online": tournament.online,
        "automatic": tournament.automatic,
        "same_deals": tournament.same_deals,
        "capacity": tournament.capacity,
        "time_zone": tournament.time_zone,
        "entry_opens_at": tournament.entry_opens_at,
        "entry_closes_at": tournament.entry_closes_at,
        "starts_at": tournament.starts_at,
        "entry_open": tournament.entry_is_open(now),
    }


def visible_tournament(slug: str, user: User | AnonymousUser | None) -> Tournament:
    """Return the tournament with this slug.

    Raise NoSuchTournament if there is none, or if it is a draft that the user does not organise.
    """
    found = Tournament.objects.filter(slug=slug).first()
    if found is None or (found.visibility == Visibility.DRAFT and find_role(found.pk, user) is None):
        raise NoSuchTournament()
    return found
