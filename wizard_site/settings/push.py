"""Web push: the key that signs, and the push services that messages may go to."""

from email.utils import parseaddr

from wizard_site.boot.secret_key import stored_key
from wizard_site.boot.vapid_key import generate_vapid_key
from wizard_site.settings.environment import VAR_DIR, env
from wizard_site.settings.site import DEFAULT_FROM_EMAIL

PUSH = env.bool("PUSH", default=True)
"""Whether people can have notifications sent to their devices."""
VAPID_KEY = env.str("VAPID_KEY", default="") or stored_key(VAR_DIR / "vapid_key", generate_vapid_key)
"""The private key that signs messages to push services: 32 bytes in base64url.

Browsers subscribe to its public half, so with a new key every device has to subscribe again.
"""
PUSH_CONTACT = env.str("PUSH_CONTACT", default=f"mailto:{parseaddr(DEFAULT_FROM_EMAIL)[1]}")
"""Whom the operators of a push service can reach: a `mailto:` or `https:` address."""
KNOWN_PUSH_SERVICES = [
    "fcm.googleapis.com",
    "*.push.services.mozilla.com",
    "*.push.apple.com",
    "*.notify.windows.com",
]
"""Those of Chromium, Firefox, Safari and older versions of Edge."""
PUSH_SERVICES = env.list("PUSH_SERVICES", default=KNOWN_PUSH_SERVICES)
"""Hosts to which messages may go: `*.example.org` is any host below, and `*` alone every public host."""
PUSH_PRIVATE_SERVICES = env.list("PUSH_PRIVATE_SERVICES", default=[])
"""Origins of push services of one's own, such as https://push.lan:8443: their addresses may be private."""
PUSH_CA_FILE = env.str("PUSH_CA_FILE", default="")
"""Certificate authorities, in PEM, that are trusted for push services beside the public ones."""
PUSH_TURN_GRACE = env.float("PUSH_TURN_GRACE", default=20.0)
"""Seconds after which a player who is not at the table is told of their turn."""
