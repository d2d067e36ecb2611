"""Bearer tokens. Only a token's hash is stored, so a stolen database grants no access."""

from typing import ClassVar

from django.conf import settings
from django.db import models

MAX_DEVICE_LENGTH = 60


class Token(models.Model):
    """A bearer token of one user for one device, valid until it expires or is revoked."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="tokens")
    digest = models.CharField("SHA-256", max_length=64, unique=True, editable=False)
    device = models.CharField(
        max_length=MAX_DEVICE_LENGTH, blank=True, help_text="The name that its app gave it."
    )
    created_at = models.DateTimeField("signed in at")
    last_used_at = models.DateTimeField(null=True, blank=True)
    expires_at = models.DateTimeField()
    revoked_at = models.DateTimeField("signed out at", null=True, blank=True)

    class Meta:
        ordering: ClassVar[list[str]] = ["-created_at", "-id"]
        verbose_name = "signed-in device"
        verbose_name_plural = "signed-in devices (API tokens)"

    def __str__(self) -> str:
        return f"{self.device or 'a device'} of user {self.user_id}"
