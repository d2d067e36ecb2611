"""Web push: the key that signs, and the push services that messages may go to."""

from email.utils import parseaddr

from wizard_site.boot.secret_key import load_or_create_key
from wizard_site.boot.vapid_key import generate_vapid_key
from wizard_site.settings.environment import VAR_DIR, env
from wizard_site.settings.site import DEFAULT_FROM_EMAIL

PUSH = env.bool("PUSH", default=True)
"""Whether players can have notifications sent to their devices."""
VAPID_KEY = env.str("VAPID_KEY", default="") or load_or_create_key(VAR_DIR / "vapid_key", generate_vapid_key)
"""The private key that signs messages to push services: 32 bytes in base64url.

Browsers subscribe with the corresponding public key, so after a change every device has to subscribe again.
"""
PUSH_CONTACT = env.str("PUSH_CONTACT", default=f"mailto:{parseaddr(DEFAULT_FROM_EMAIL)[1]}")
"""Where the operators of a push service can reach the site: a `mailto:` or `https:` address."""
KNOWN_PUSH_SERVICES = [
    "fcm.googleapis.com",
    "*.push.services.mozilla.com",
    "*.push.apple.com",
    "*.notify.windows.com",
]
"""The push services of Chromium, Firefox, Safari and older versions of Edge."""
PUSH_SERVICES = env.list("PUSH_SERVICES", default=KNOWN_PUSH_SERVICES)
"""Hosts to which messages may be sent: `*.example.org` means any subdomain, `*` alone any public host."""
PUSH_PRIVATE_SERVICES = env.list("PUSH_PRIVATE_SERVICES", default=[])
"""Origins of the operator's own push services, such as https://push.lan:8443, whose IPs may be private."""
PUSH_CA_FILE = env.str("PUSH_CA_FILE", default="")
"""A PEM file of certificate authorities to trust for push services, in addition to the public ones."""
PUSH_TURN_GRACE = env.float("PUSH_TURN_GRACE", default=20.0)
"""Seconds after which an absent player is notified of their turn."""
