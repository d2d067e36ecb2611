"""Tournaments that run by their timetable, and the scheduler that looks at them."""

from datetime import datetime
from typing import Any

from games.models import Seat
from tests.support.games.people import person
from tests.support.tournaments.events import (
    acts,
    enter,
    event,
    fresh,
    later,
)
from tournaments.models import Tournament
from tournaments.services.entry import own_entry
from tournaments.services.timetable.timetable import run_due_steps

NAMES = ("alice", "bob", "dora", "emil")


TIMES: dict[str, Any] = {
    "automatic": True,
    "entry_closes_at": later(60),
    "check_in_opens_at": later(60),
    "check_in_closes_at": later(110),
    "starts_at": later(120),
    "protest_seconds": 0,
    "break_seconds": 120,
    "grace_seconds": 180,
}


def automatic(*stages: dict[str, Any], **fields: Any) -> Tournament:
    """A tournament that runs by itself."""
    return event(*stages, **{**TIMES, **fields})


def organised(tournament: Tournament) -> list[str]:
    """What has been written down, in order, but for what players did themselves."""
    return [act for act in acts(tournament) if act not in ("entered", "checked_in", "bots_entered")]


def check_in(tournament: Tournament, *names: str, now: datetime) -> None:
    for name in names:
        own_entry.check_in_to_tournament(tournament_id=tournament.pk, user=person(name), now=now)


def arrive(tournament: Tournament, *names: str) -> None:
    """These people have opened their table."""
    seats = Seat.objects.filter(table__stage_table__stage__tournament=tournament, user__username__in=names)
    seats.update(arrived_at=later(120))


def started(*names: str, **fields: Any) -> Tournament:
    """An automatic tournament of these people at the moment at which its tables open."""
    tournament = automatic(**fields)
    enter(tournament, *names)
    run_due_steps(tournament.pk, now=later(60))
    check_in(tournament, *names, now=later(61))
    look_at(tournament, 120)
    return fresh(tournament)


def minutes(tournament: Tournament, first: float, last: float) -> None:
    """The scheduler looks all the time; here twice a minute."""
    moment = first
    while moment <= last:
        run_due_steps(tournament.pk, now=later(moment))
        moment += 0.5


def look_at(tournament: Tournament, at: float) -> None:
    """The scheduler looks at that minute, as it has done all the time before."""
    Tournament.objects.filter(pk=tournament.pk).update(ticked_at=later(at))
    run_due_steps(tournament.pk, now=later(at))
