"""Players' ratings."""

from django.conf import settings
from django.db import models


class Rating(models.Model):
    """A player's rating after `games` rated games. It is a projection and can be recomputed from them."""

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, primary_key=True, on_delete=models.CASCADE, related_name="rating"
    )
    mu = models.FloatField("skill", help_text="The estimate (mu of the rating model).")
    sigma = models.FloatField("uncertainty", help_text="Of that estimate (sigma).")
    games = models.PositiveIntegerField("rated games", default=0)
    value = models.IntegerField(
        "rating", db_index=True, help_text="What players see: a cautious estimate that starts at 1000."
    )

    class Meta:
        ordering = ("-value", "user")

    def __str__(self) -> str:
        return f"{self.user_id}: {self.value}"
