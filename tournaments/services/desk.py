"""The desk: the one way to change a tournament, for organisers, players and the house's timetable alike.

Whoever is at it holds the tournament's row, so two organisers act one after the other, and the second sees
what the first has done. All of one visit is stored together, with its audit entries, or not at all.
"""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from datetime import datetime
from functools import partial
from itertools import zip_longest
from typing import Any

from django.db import transaction
from django.db.models import Max

from accounts.models import User
from tournaments.broadcast import announce
from tournaments.errors import NoSuchTournament, ReasonMissing, RoleMissing, WrongMoment
from tournaments.models import AuditEntry, Stage, Tournament
from tournaments.models.choices import RoleKind, Status
from tournaments.selectors.roles import reaches, role_of

HOUSE = "the server"
"""Who acts where nobody does."""
LONGEST_REASON = 200
WHERE: dict[str, str] = {
    Status.ENTRY: "check-in has not been opened",
    Status.CHECK_IN: "check-in is open",
    Status.RUNNING: "the tournament is already running",
    Status.FINISHED: "the tournament is finished",
    Status.CANCELLED: "the tournament has been cancelled",
}
"""Where a tournament is, as a reason why something cannot be done."""


class Desk:
    """One visit: the tournament as it is now, who acts (None: the house), and when."""

    def __init__(self, tournament: Tournament, by: User | None, now: datetime) -> None:
        self.tournament = tournament
        self.by = by
        self.now = now
        self._last: int | None = None

    def note(
        self,
        act: str,
        *,
        stage: Stage | None = None,
        before: Any = None,
        after: Any = None,
        reason: str = "",
    ) -> None:
        """Write down what is done: `act` is a participle, such as `draw_released`."""
        number = stage.number if stage else None
        self._next_entry(act, stage=number, before=before, after=after, reason=reason).save()

    def note_each(
        self, act: str, afters: Iterable[Any], *, befores: Iterable[Any] = (), reason: str = ""
    ) -> None:
        """Write down what is done to many at once, an entry for each."""
        entries = [
            self._next_entry(act, before=before, after=after, reason=reason)
            for after, before in zip_longest(afters, befores)
        ]
        AuditEntry.objects.bulk_create(entries)

    def _next_entry(self, act: str, *, reason: str = "", **fields: Any) -> AuditEntry:
        if self._last is None:
            log = AuditEntry.objects.filter(tournament=self.tournament)
            self._last = log.aggregate(last=Max("number"))["last"] or 0
        self._last += 1
        return AuditEntry(
            tournament=self.tournament,
            number=self._last,
            type=act,
            by_user=self.by.pk if self.by else None,
            by_name=self.by.username if self.by else HOUSE,
            at=self.now,
            reason=reason.strip()[:LONGEST_REASON],
            **fields,
        )

    def expect(self, *statuses: str) -> None:
        """Raise WrongMoment unless the tournament is at one of these."""
        if self.tournament.status not in statuses:
            raise WrongMoment(f"That is not possible now: {WHERE[self.tournament.status]}.")

    def take_over(self) -> None:
        """Stop a tournament's timetable, which would do again at once what has just been undone."""
        if self.tournament.automatic:
            self.tournament.automatic = False
            self.note("timetable_off", before=True, after=False)

    def stage(self, number: int) -> Stage:
        """A stage as it is now; raises NoSuchTournament."""
        stage = self.tournament.stages.select_related("mix").filter(number=number).first()
        if stage is None:
            raise NoSuchTournament(f"There is no stage {number}.")
        stage.tournament = self.tournament
        return stage


@contextmanager
def at_desk(
    tournament_id: int, *, by: User | None, now: datetime, role: str = RoleKind.ARBITER
) -> Iterator[Desk]:
    """Act for `by` (None: the house), whose role must reach `role`; raises RoleMissing, NoSuchTournament."""
    with at_own_desk(tournament_id, by=by, now=now) as desk:
        check_role(tournament_id, by, role)
        yield desk


def check_role(tournament_id: int, by: User | None, role: str) -> None:
    """Raise RoleMissing unless the role of `by` (None: the house) reaches `role`."""
    if by is not None and not reaches(role_of(tournament_id, by), role):
        raise RoleMissing()


@contextmanager
def at_own_desk(tournament_id: int, *, by: User | None, now: datetime) -> Iterator[Desk]:
    """Act without any role, for what players do for themselves."""
    with transaction.atomic():
        tournament = Tournament.objects.select_for_update().filter(pk=tournament_id).first()
        if tournament is None:
            raise NoSuchTournament()
        desk = Desk(tournament, by, now)
        yield desk
        tournament.number += 1
        tournament.due_at = now
        tournament.save()
        transaction.on_commit(partial(announce, tournament_id), robust=True)


def given_reason(reason: str) -> str:
    """The reason without space around it; raises ReasonMissing if there is none."""
    if not reason.strip():
        raise ReasonMissing()
    return reason.strip()[:LONGEST_REASON]
