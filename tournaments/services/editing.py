"""The unit of work of tournaments: every change, by organisers, players or the timetable, is made in one.

`editing(…)` locks the tournament's row, so two organisers act one after the other and the second sees what
the first has done. The changes and their audit entries are stored in one transaction, or not at all.
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
from core.sentence import Sentence
from tournaments.broadcast import publish_tournament_change
from tournaments.errors import NoSuchTournament, ReasonMissing, RoleMissing, WrongMoment
from tournaments.models import AuditEntry, Stage, Tournament
from tournaments.models.choices import RoleKind, Status
from tournaments.selectors.roles import find_role, role_includes

SERVER_NAME = Sentence("the server")
"""The audit log's name for the scheduler, as it is stored; pages translate it."""
MAX_REASON_LENGTH = 200
STATUS_REASONS: dict[str, str] = {
    Status.ENTRY: Sentence("check-in has not been opened"),
    Status.CHECK_IN: Sentence("check-in is open"),
    Status.RUNNING: Sentence("the tournament is already running"),
    Status.FINISHED: Sentence("the tournament is finished"),
    Status.CANCELLED: Sentence("the tournament has been cancelled"),
}
"""By status, why something cannot be done, as the end of a sentence."""


class TournamentEdit:
    """A change in progress: the locked tournament, the user making it (None: the scheduler), and the time."""

    def __init__(self, tournament: Tournament, actor: User | None, now: datetime) -> None:
        """Start an edit of a tournament that the caller has locked.

        `actor` is the user, or None for the scheduler.
        """
        self.tournament = tournament
        self.actor = actor
        self.now = now
        self._last: int | None = None

    def add_audit_entry(
        self,
        act: str,
        *,
        stage: Stage | None = None,
        before: Any = None,
        after: Any = None,
        reason: str = "",
    ) -> None:
        """Store an audit-log entry of type `act`, such as "seats_swapped".

        `before` and `after` are the old and new values, which must be serialisable as JSON.
        """
        stage_number = stage.number if stage else None
        self._build_audit_entry(act, stage=stage_number, before=before, after=after, reason=reason).save()

    def add_audit_entries(
        self, act: str, new_values: Iterable[Any], *, old_values: Iterable[Any] = (), reason: str = ""
    ) -> None:
        """Store an audit-log entry of type `act` for each of the new values, in one query.

        `old_values` contains the old values in the same order. Values that are missing become None.
        """
        entries = [
            self._build_audit_entry(act, before=before, after=after, reason=reason)
            for after, before in zip_longest(new_values, old_values)
        ]
        AuditEntry.objects.bulk_create(entries)

    def _build_audit_entry(self, act: str, *, reason: str = "", **fields: Any) -> AuditEntry:
        """Return an unsaved audit-log entry with the tournament's next entry number.

        `fields` are further fields of the entry, such as `before`. A reason that is too long is truncated.
        """
        if self._last is None:
            log = AuditEntry.objects.filter(tournament=self.tournament)
            self._last = log.aggregate(last=Max("number"))["last"] or 0
        # The tournament's row is locked, so no other process can take the same number.
        self._last += 1
        return AuditEntry(
            tournament=self.tournament,
            number=self._last,
            type=act,
            by_user=self.actor.pk if self.actor else None,
            by_name=self.actor.username if self.actor else SERVER_NAME,
            at=self.now,
            reason=reason.strip()[:MAX_REASON_LENGTH],
            **fields,
        )

    def require_status(self, *statuses: str) -> None:
        """Raise WrongMoment unless the tournament's status is one of `statuses`."""
        if self.tournament.status not in statuses:
            raise WrongMoment(
                Sentence(
                    "That is not possible now: %(reason)s.", reason=STATUS_REASONS[self.tournament.status]
                )
            )

    def turn_off_timetable(self) -> None:
        """Turn the automatic timetable off, for example so that it does not repeat a step just undone."""
        if self.tournament.automatic:
            self.tournament.automatic = False
            self.add_audit_entry("timetable_off", before=True, after=False)

    def get_stage(self, stage_number: int) -> Stage:
        """Read the stage with this number from the database. Raise NoSuchTournament if there is none."""
        stage = self.tournament.stages.select_related("mix").filter(number=stage_number).first()
        if stage is None:
            raise NoSuchTournament(Sentence("There is no stage %(stage_number)d.", stage_number=stage_number))
        stage.tournament = self.tournament
        return stage


@contextmanager
def editing(
    tournament_id: int, *, actor: User | None, now: datetime, role: str = RoleKind.ARBITER
) -> Iterator[TournamentEdit]:
    """Lock a tournament, and yield a TournamentEdit, which is saved unless an exception occurs.

    `actor` is the organiser, or None for the scheduler. Raise RoleMissing if the organiser has neither the
    role `role` nor a higher one.
    """
    with editing_without_role(tournament_id, actor=actor, now=now) as edit:
        # Under the lock: a role that was revoked while this waited no longer counts.
        require_role(tournament_id, actor, role)
        yield edit


def require_role(tournament_id: int, actor: User | None, role: str) -> None:
    """Raise RoleMissing unless `actor` has at least this role. The scheduler (None) needs no role."""
    if actor is not None and not role_includes(find_role(tournament_id, actor), role):
        raise RoleMissing()


@contextmanager
def editing_without_role(
    tournament_id: int, *, actor: User | None, now: datetime
) -> Iterator[TournamentEdit]:
    """Lock a tournament, and yield a TournamentEdit, which is saved unless an exception occurs.

    `actor` is an organiser or player, or None for the scheduler. Roles are not checked.
    """
    with transaction.atomic():
        # The row lock makes organisers, players and the timetable act one after the other.
        tournament = Tournament.objects.select_for_update().filter(pk=tournament_id).first()
        if tournament is None:
            raise NoSuchTournament()
        edit = TournamentEdit(tournament, actor, now)
        yield edit
        tournament.number += 1
        # The change may make a step due, so the scheduler checks at once.
        tournament.due_at = now
        tournament.save()
        # After the commit, and robust: a failing listener must not turn a stored change into an error.
        transaction.on_commit(partial(publish_tournament_change, tournament_id), robust=True)


def require_reason(reason: str) -> str:
    """Return the user's reason for a change, stripped and truncated. Raise ReasonMissing if it is blank."""
    if not reason.strip():
        raise ReasonMissing()
    return reason.strip()[:MAX_REASON_LENGTH]
