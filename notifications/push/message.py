"""Requests to push services, encrypted for one subscription (RFC 8291) and signed for the service."""

from datetime import datetime, timedelta
from typing import NamedTuple

import http_ece
from cryptography.hazmat.primitives.asymmetric import ec
from django.conf import settings

from notifications.push.endpoint import Endpoint
from notifications.push.keys import decode_public_key, decode_secret, load_site_key

SIGNATURE_LIFETIME = timedelta(hours=12)
"""Push services accept a lifetime of up to 24 hours (RFC 8292, 2), and clocks differ."""
MAX_PAYLOAD_BYTES = 3000
"""Push services accept at least 4096 bytes, counted after encryption (RFC 8030, 7.2)."""


class Message(NamedTuple):
    """A request to a push service, ready to be sent."""

    endpoint: Endpoint
    headers: list[tuple[str, str]]
    body: bytes


def build_message(
    endpoint: Endpoint,
    payload: bytes,
    *,
    p256dh: str,
    auth: str,
    ttl: int,
    urgency: str,
    topic: str,
    now: datetime,
) -> Message:
    """Return a signed HTTP request that sends the payload, encrypted, to a push service.

    `p256dh` and `auth` are the subscription's public key and authentication secret, in base64url. Raise
    KeyRefused if the key or the secret is invalid. The service keeps the message for `ttl` seconds while the
    device is offline, or until a newer message with the same `topic` replaces it. `urgency` is a value of the
    Urgency header. The signature expires SIGNATURE_LIFETIME after `now`.
    """
    body: bytes = http_ece.encrypt(
        payload,
        private_key=ec.generate_private_key(ec.SECP256R1()),
        dh=decode_public_key(p256dh),
        auth_secret=decode_secret(auth),
        version="aes128gcm",
    )
    claims = {
        "aud": endpoint.origin,
        "exp": int((now + SIGNATURE_LIFETIME).timestamp()),
        "sub": settings.PUSH_CONTACT,
    }
    headers = [
        ("Authorization", str(load_site_key().sign(claims)["Authorization"])),
        ("Content-Encoding", "aes128gcm"),
        ("Content-Type", "application/octet-stream"),
        ("TTL", str(ttl)),
        ("Urgency", urgency),
        ("Topic", topic),
    ]
    return Message(endpoint, headers, body)
