"""Browsers with push subscriptions, whose keys can decrypt what is sent to them."""

import secrets
from base64 import urlsafe_b64encode
from dataclasses import dataclass, field

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

SERVICE = "https://fcm.googleapis.com/fcm/send"


def text_of(data: bytes) -> str:
    """Bytes in base64url, without padding."""
    return urlsafe_b64encode(data).rstrip(b"=").decode()


@dataclass
class Browser:
    """The keys of one subscription; the private one never leaves the browser."""

    service: str = SERVICE
    private: ec.EllipticCurvePrivateKey = field(
        default_factory=lambda: ec.generate_private_key(ec.SECP256R1())
    )
    secret: bytes = field(default_factory=lambda: secrets.token_bytes(16))

    def __post_init__(self) -> None:
        self.endpoint = f"{self.service}/{secrets.token_hex(8)}"

    @property
    def p256dh(self) -> str:
        """The public key, as the browser gives it."""
        return text_of(self.private.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint))

    @property
    def auth(self) -> str:
        """The authentication secret, as the browser gives it."""
        return text_of(self.secret)

    def subscription(self, **other: object) -> dict[str, object]:
        """What the browser sends to the site."""
        return {"endpoint": self.endpoint, "p256dh": self.p256dh, "auth": self.auth, **other}
