"""The audit log of a tournament: typed, numbered entries that are never edited."""

from typing import Any, NoReturn

from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.models.tournament import Tournament


class NeverEditedError(TypeError):
    """Raised on an attempt to change the audit log. Corrections are new entries."""


class AuditQuerySet(models.QuerySet["AuditEntry"]):
    """A queryset that can only read and add entries."""

    def update(self, **changes: Any) -> NoReturn:
        """Always raise NeverEditedError: entries of the audit log must not be changed."""
        raise NeverEditedError("The audit log is never edited.")

    def delete(self) -> NoReturn:
        """Always raise NeverEditedError: entries of the audit log must not be deleted."""
        raise NeverEditedError("The audit log is never shortened.")


class AuditEntry(models.Model):
    """An entry in a tournament's audit log: who did what, when and why.

    `by_user` is null for the scheduler. `number` counts the tournament's entries from 1.
    """

    tournament = models.ForeignKey(
        Tournament, on_delete=models.PROTECT, related_name="audit_log", verbose_name=_("tournament")
    )
    number = models.PositiveIntegerField(_("number"), help_text=_("In the tournament’s log, from 1."))
    type = models.CharField(_("what"), max_length=24)
    stage = models.PositiveSmallIntegerField(_("stage"), null=True, blank=True)
    # No foreign key: an account that is deleted must not change what the log says.
    by_user = models.BigIntegerField(_("account’s number"), null=True, blank=True)
    by_name = models.CharField(_("who"), max_length=150)
    at = models.DateTimeField(_("when"))
    # Any: what is recorded depends on the entry's type; entries that are read back always have values.
    before: models.JSONField[Any, Any] = models.JSONField(_("before"), null=True, blank=True)
    after: models.JSONField[Any, Any] = models.JSONField(_("after"), null=True, blank=True)
    reason = models.CharField(_("why"), max_length=200, blank=True)

    objects = AuditQuerySet.as_manager()

    class Meta:
        ordering = ("tournament", "number")
        verbose_name = _("audit entry")
        verbose_name_plural = _("audit entries")
        constraints = (
            models.UniqueConstraint(fields=("tournament", "number"), name="one_audit_entry_a_number"),
        )

    def __str__(self) -> str:
        """Return the entry's type and number."""
        return f"{self.type} #{self.number}"

    def save(self, *args: Any, **options: Any) -> None:
        """Insert a new entry. Raise NeverEditedError if the entry is already in the database."""
        if self.pk is not None:
            raise NeverEditedError("The audit log is never edited.")
        super().save(*args, **options)

    def delete(self, *args: Any, **options: Any) -> NoReturn:
        """Always raise NeverEditedError: entries of the audit log must not be deleted."""
        raise NeverEditedError("The audit log is never shortened.")
