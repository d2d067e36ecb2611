"""Players' ratings."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _


class Rating(models.Model):
    """A player's rating after `games` rated games. It is a projection and can be recomputed from them."""

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL,
        verbose_name=_("user"),
        primary_key=True,
        on_delete=models.CASCADE,
        related_name="rating",
    )
    mu = models.FloatField(_("skill"), help_text=_("The estimate (mu of the rating model)."))
    sigma = models.FloatField(_("uncertainty"), help_text=_("Of that estimate (sigma)."))
    games = models.PositiveIntegerField(_("rated games"), default=0)
    value = models.IntegerField(
        _("rating"), db_index=True, help_text=_("What players see: a cautious estimate that starts at 1000.")
    )

    class Meta:
        verbose_name = _("rating")
        verbose_name_plural = _("ratings")
        ordering = ("-value", "user")

    def __str__(self) -> str:
        return f"{self.user_id}: {self.value}"
