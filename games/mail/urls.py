"""The webhooks of the one mail provider that MAIL_PROVIDER names; without one, or without a secret, none."""

from django.conf import settings
from django.urls import URLPattern

INBOUND, TRACKING = "_inbound_webhook", "_tracking_webhook"
"""How the names of django-anymail's webhooks end: for mails, and for what became of those that were sent."""


def known_providers() -> list[str]:
    """Return the names, in order, of the mail providers through which the site can receive emails."""
    names = (pattern.name or "" for pattern in _all_webhooks())
    return sorted(name.removesuffix(INBOUND) for name in names if name.endswith(INBOUND))


def webhooks_of(provider: str) -> list[URLPattern]:
    """Return the URL patterns of a provider's webhooks: one for emails, and one for delivery reports.

    The one for emails parses them within this site's limits. Also connects the receivers of the webhooks'
    signals. Raises KeyError if the provider has no such webhooks.
    """
    # Connects the signals that the webhooks send, too.
    from games.mail.webhooks import limit_webhook

    found = {pattern.name: pattern for pattern in _all_webhooks()}
    inbound, tracking = found[provider + INBOUND], found[provider + TRACKING]
    limited = URLPattern(inbound.pattern, limit_webhook(inbound.callback), name=inbound.name)
    return [limited, tracking]


def _all_webhooks() -> list[URLPattern]:
    """Return the URL patterns of all webhooks of django-anymail, which is loaded only when this is called."""
    from anymail.urls import urlpatterns as found

    return list(found)


has_webhooks = settings.MAIL_PROVIDER and settings.MAIL_WEBHOOK_SECRET
urlpatterns = webhooks_of(settings.MAIL_PROVIDER) if has_webhooks else []
