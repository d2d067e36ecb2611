"""Bearer tokens. Only a token's hash is stored, so a stolen database grants no access."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

MAX_DEVICE_LENGTH = 60


class Token(models.Model):
    """A bearer token of one user for one device, valid until it expires or is revoked."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, verbose_name=_("user"), on_delete=models.CASCADE, related_name="tokens"
    )
    digest = models.CharField("SHA-256", max_length=64, unique=True, editable=False)
    device = models.CharField(
        _("device"), max_length=MAX_DEVICE_LENGTH, blank=True, help_text=_("The name that its app gave it.")
    )
    created_at = models.DateTimeField(_("signed in at"))
    last_used_at = models.DateTimeField(_("last used at"), null=True, blank=True)
    expires_at = models.DateTimeField(_("expires at"))
    revoked_at = models.DateTimeField(_("signed out at"), null=True, blank=True)

    class Meta:
        ordering: ClassVar[list[str]] = ["-created_at", "-id"]
        verbose_name = _("signed-in device")
        verbose_name_plural = _("signed-in devices (API tokens)")

    def __str__(self) -> str:
        """Return a label with the device's name and the user's id, such as "Phone of user 7"."""
        return gettext("%(device)s of user %(user)s") % {
            "device": self.device or gettext("a device"),
            "user": self.user_id,
        }
