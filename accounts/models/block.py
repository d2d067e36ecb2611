"""Blocks: accounts whose messages a user no longer receives, at any table."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _


class Block(models.Model):
    """One account's block of another account. The blocked user is not notified."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, verbose_name=_("user"), on_delete=models.CASCADE, related_name="blocks"
    )
    blocked = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        verbose_name=_("blocked"),
        on_delete=models.CASCADE,
        related_name="blocked_by",
    )
    blocked_at = models.DateTimeField(_("blocked at"))

    class Meta:
        verbose_name = _("block")
        verbose_name_plural = _("blocks")
        ordering: ClassVar[list[str]] = ["blocked__username"]
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=("user", "blocked"), name="block_once")
        ]

    def __str__(self) -> str:
        """Return a label such as "a block by user 7"."""
        return gettext("a block by user %(user)s") % {"user": self.user_id}
