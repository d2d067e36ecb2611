"""The roles of organisers."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.models.choices import RoleKind
from tournaments.models.tournament import Tournament


class Role(models.Model):
    """A person's role in organising a tournament."""

    tournament = models.ForeignKey(
        Tournament, on_delete=models.CASCADE, related_name="roles", verbose_name=_("tournament")
    )
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
        related_name="tournament_roles",
        verbose_name=_("account"),
    )
    kind = models.CharField(
        _("kind"),
        max_length=8,
        choices=RoleKind.choices,
        default=RoleKind.VIEWER,
        help_text=_(
            "Owners do everything; arbiters draw, run tables, enter results and penalties; helpers "
            "enter players and check them in; viewers look."
        ),
    )

    class Meta:
        ordering = ("tournament", "kind", "user")
        verbose_name = _("role")
        verbose_name_plural = _("roles")
        constraints = (models.UniqueConstraint(fields=("tournament", "user"), name="one_role_a_person"),)

    def __str__(self) -> str:
        """Return the username and the role, such as "anna: Owner"."""
        return f"{self.user}: {self.get_kind_display()}"
