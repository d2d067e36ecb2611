"""Devices: browsers and apps that get a user's notifications."""

import hashlib
from typing import ClassVar

from django.conf import settings
from django.db import models

from accounts.models import Token

MAX_NAME_LENGTH = 60
MAX_ENDPOINT_LENGTH = 1000


class PushDevice(models.Model):
    """A user's push subscription (RFC 8030), added by a browser with its session or an app with its token.

    The subscription ends when that session or token ends.
    """

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="push_devices")
    token = models.ForeignKey(
        Token, null=True, blank=True, on_delete=models.CASCADE, related_name="push_devices"
    )
    session_key = models.CharField(max_length=40, blank=True, default="", editable=False)
    name = models.CharField(max_length=MAX_NAME_LENGTH, blank=True, help_text="Such as “Firefox on Android”.")
    endpoint = models.TextField(editable=False)
    """Never shown, because it identifies a browser; sending messages there also requires the site's key."""
    digest = models.CharField("SHA-256 of the endpoint", max_length=64, unique=True, editable=False)
    p256dh = models.CharField("public key", max_length=88, editable=False)
    auth = models.CharField("authentication secret", max_length=24, editable=False)
    language = models.CharField(max_length=16, help_text="The browser’s, when it subscribed.")
    created_at = models.DateTimeField()
    last_sent_at = models.DateTimeField(null=True, blank=True)
    failures = models.PositiveSmallIntegerField(
        default=0, help_text="Messages in a row that could not be sent."
    )

    class Meta:
        ordering: ClassVar[list[str]] = ["-created_at", "-id"]

    def __str__(self) -> str:
        """Return the device's name and its user's id, for example "Firefox on Android of user 7"."""
        return f"{self.name or 'a device'} of user {self.user_id}"


def hash_endpoint(endpoint: str) -> str:
    """Return the SHA-256 hash of a push service's URL, as 64 hexadecimal digits."""
    # Devices are looked up by this digest.
    return hashlib.sha256(endpoint.encode()).hexdigest()
