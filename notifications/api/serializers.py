"""Serializers for requests and responses about devices."""

from typing import TYPE_CHECKING

from rest_framework import serializers

from core.http.fields import PlainName, Text
from core.http.inputs import Input
from notifications.models import PushDevice
from notifications.models.device import MAX_ENDPOINT_LENGTH, MAX_NAME_LENGTH

if TYPE_CHECKING:
    from notifications.services.devices import DeviceCredential

MAX_KEY_LENGTH = 120


class SubscriptionSerializer(Input):
    """A push subscription, with the values of the browser's `PushSubscription`."""

    endpoint = Text(
        max_length=MAX_ENDPOINT_LENGTH,
        help_text="Where the push service takes messages: an https URL of a service that this site allows.",
    )
    p256dh = Text(max_length=MAX_KEY_LENGTH, help_text="The public key, P-256, in base64url.")
    auth = Text(max_length=MAX_KEY_LENGTH, help_text="The authentication secret, 16 bytes in base64url.")
    name = PlainName(
        required=False,
        default="",
        allow_blank=True,
        max_length=MAX_NAME_LENGTH,
        help_text="What to call this device in the list.",
    )


class PushDeviceSerializer(serializers.ModelSerializer[PushDevice]):
    """A device that gets notifications."""

    current = serializers.SerializerMethodField()

    class Meta:
        model = PushDevice
        fields = ("id", "name", "created_at", "last_sent_at", "current")
        read_only_fields = fields

    def get_current(self, device: PushDevice) -> bool:
        """Whether this request was made with the same token or browser session that added the device."""
        credential: DeviceCredential = self.context["credential"]
        if credential.token is not None:
            return device.token_id == credential.token.pk
        return device.token_id is None and device.session_key == credential.session_key


class PushKeySerializer(serializers.Serializer[None]):
    """The key that a browser needs to subscribe."""

    public_key = serializers.CharField(
        help_text="The site's public key (VAPID) in base64url: the `applicationServerKey` of a subscription."
    )
