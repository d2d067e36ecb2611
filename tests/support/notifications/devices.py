"""Devices that get notifications."""

from accounts import services
from accounts.models import User
from notifications.models import PushDevice
from notifications.models.device import hash_endpoint
from tests.support.accounts import NOW
from tests.support.notifications.browser_keys import Browser


def create_device(user: User, browser: Browser | None = None, **other: object) -> PushDevice:
    """A device of this user, logged in with a token of its own."""
    browser = browser or Browser()
    token = services.issue_token(user=user, device="phone", now=NOW).token
    return PushDevice.objects.create(
        user=user,
        token=token,
        endpoint=browser.endpoint,
        digest=hash_endpoint(browser.endpoint),
        p256dh=browser.p256dh,
        auth=browser.auth,
        created_at=NOW,
        **{"name": "Firefox on Android", "language": "en", **other},
    )
