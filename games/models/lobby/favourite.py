"""Favourites: settings of games that people have saved in order to open them again."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.models.table import TableVisibility

MAX_NAME_LENGTH = 40


class Favourite(models.Model):
    """The arguments of `open_table`, saved under a name. The options may no longer be valid."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, verbose_name=_("user"), on_delete=models.CASCADE, related_name="favourites"
    )
    name = models.CharField(_("name"), max_length=MAX_NAME_LENGTH)
    size = models.PositiveSmallIntegerField(_("seats"))
    options = models.JSONField(_("options"))
    bots = models.PositiveSmallIntegerField(
        _("bots"), default=0, help_text=_("Seats that bots take at once.")
    )
    bot_level = models.CharField(_("level of the bots"), max_length=16)
    visibility = models.CharField(_("visibility"), max_length=8, choices=TableVisibility.choices)
    visiting_bots = models.BooleanField(
        _("visiting bots"), default=True, help_text=_("Other people’s bots may sit down.")
    )
    saved_at = models.DateTimeField(_("saved on"))

    class Meta:
        verbose_name = _("favourite")
        verbose_name_plural = _("favourites")
        ordering: ClassVar[list[str]] = ["name"]
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=("user", "name"), name="favourite_name_once")
        ]

    def __str__(self) -> str:
        """Return the name of these saved table options, and their user's id."""
        return gettext("%(name)s of user %(user)s") % {"name": self.name, "user": self.user_id}
