"""Generates a key for web push (VAPID, RFC 8292)."""

import secrets
from base64 import urlsafe_b64encode

P256_ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
"""The order of the curve P-256 (FIPS 186-4, D.1.2.3)."""


def generate_vapid_key() -> str:
    """Return a new private key for web push notifications (VAPID), on the curve P-256.

    The key has 32 bytes, encoded in base64url without padding.
    """
    # The settings call this, so it avoids the `cryptography` package, which takes a while to load.
    number = secrets.randbelow(P256_ORDER - 1) + 1
    return urlsafe_b64encode(number.to_bytes(32)).rstrip(b"=").decode()
