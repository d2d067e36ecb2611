"""Keys: the site's own key signs requests (VAPID), and a subscription's keys encrypt messages."""

import binascii
import re
from base64 import urlsafe_b64decode, urlsafe_b64encode
from functools import lru_cache

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from django.conf import settings
from py_vapid import Vapid02

from core.sentence import Sentence

POINT_BYTES = 65
SECRET_BYTES = 16
BASE64 = re.compile(r"[A-Za-z0-9_-]+={0,2}")


class KeyRefused(ValueError):
    """A subscription's key that cannot be used; the message is a user-facing sentence."""


def decode_public_key(text: str) -> bytes:
    """Decode a subscription's public key, an uncompressed point on the curve P-256, from base64url.

    Raise KeyRefused if the key is invalid.
    """
    point = _decode_base64url(text)
    try:
        if len(point) != POINT_BYTES:
            raise ValueError
        ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), point)
    except ValueError:
        raise KeyRefused(Sentence("This must be a public key on the curve P-256, in base64url.")) from None
    return point


def decode_secret(text: str) -> bytes:
    """Decode a subscription's authentication secret of 16 bytes from base64url.

    Raise KeyRefused if the secret is invalid.
    """
    secret = _decode_base64url(text)
    if len(secret) != SECRET_BYTES:
        raise KeyRefused(Sentence("This must be a secret of 16 bytes, in base64url."))
    return secret


def _decode_base64url(text: str) -> bytes:
    """Decode base64url, with or without padding. Return b"" for invalid text."""
    # Python's decoder would skip invalid characters.
    if not BASE64.fullmatch(text):
        return b""
    bare = text.rstrip("=")
    try:
        return urlsafe_b64decode(bare + "=" * (-len(bare) % 4))
    except binascii.Error:
        return b""


def load_site_key() -> Vapid02:
    """Return the site's key pair from the settings. The pair signs requests to push services."""
    # The method is called VAPID (RFC 8292).
    return _parse_key_pair(settings.VAPID_KEY)


def get_site_public_key() -> str:
    """Return the site's public key in base64url. Browsers need the key to subscribe to notifications."""
    point = load_site_key().public_key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    return urlsafe_b64encode(point).rstrip(b"=").decode()


@lru_cache(maxsize=4)
def _parse_key_pair(private_key: str) -> Vapid02:
    """Return the key pair of a private key. `private_key` is 32 bytes in base64url."""
    return Vapid02.from_raw(private_key.encode())
