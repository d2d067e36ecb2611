"""Players' ratings: one for live games, and one for slow ones."""

from typing import TYPE_CHECKING, ClassVar

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

if TYPE_CHECKING:
    from accounts.models import User


class BaseRating(models.Model):
    """A player's rating after `games` rated games: a projection that can be recomputed from the games."""

    mu = models.FloatField(_("skill"), help_text=_("The estimate (mu of the rating model)."))
    sigma = models.FloatField(_("uncertainty"), help_text=_("Of that estimate (sigma)."))
    games = models.PositiveIntegerField(_("rated games"), default=0)
    value = models.IntegerField(
        _("rating"), db_index=True, help_text=_("What players see: a cautious estimate that starts at 1000.")
    )

    user: "models.OneToOneField[User, User]"

    class Meta:
        abstract = True
        ordering: ClassVar[tuple[str, ...]] = ("-value", "user")

    def __str__(self) -> str:
        """Return the user's id and rating."""
        return f"{self.pk}: {self.value}"


class Rating(BaseRating):
    """A player's rating in live games."""

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL,
        verbose_name=_("user"),
        primary_key=True,
        on_delete=models.CASCADE,
        related_name="rating",
    )

    class Meta(BaseRating.Meta):
        verbose_name = _("rating")
        verbose_name_plural = _("ratings")


class SlowRating(BaseRating):
    """A player's rating in slow games."""

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL,
        verbose_name=_("user"),
        primary_key=True,
        on_delete=models.CASCADE,
        related_name="slow_rating",
    )

    class Meta(BaseRating.Meta):
        verbose_name = _("rating in slow games")
        verbose_name_plural = _("ratings in slow games")
