"""The webhooks of the mail provider in MAIL_PROVIDER; without a provider or a secret, there are none."""

from django.conf import settings
from django.urls import URLPattern

INBOUND, TRACKING = "_inbound_webhook", "_tracking_webhook"
"""Suffixes of the names of django-anymail's webhooks: for received emails, and for delivery reports."""


def known_providers() -> list[str]:
    """Return the sorted names of the mail providers through which the site can receive emails."""
    names = (pattern.name or "" for pattern in _all_webhooks())
    return sorted(name.removesuffix(INBOUND) for name in names if name.endswith(INBOUND))


def provider_webhooks(provider: str) -> list[URLPattern]:
    """Return the URL patterns of a provider's webhooks for emails and delivery reports.

    Raise KeyError if the provider lacks one of these webhooks.
    """
    # This import also connects the receivers of the webhooks' signals.
    from games.mail.webhooks import refuse_oversized_emails

    found = {pattern.name: pattern for pattern in _all_webhooks()}
    inbound, tracking = found[provider + INBOUND], found[provider + TRACKING]
    limited = URLPattern(inbound.pattern, refuse_oversized_emails(inbound.callback), name=inbound.name)
    return [limited, tracking]


def _all_webhooks() -> list[URLPattern]:
    """Return the URL patterns of all webhooks in django-anymail."""
    # Imported here, so that sites without a mail provider do not load it.
    from anymail.urls import urlpatterns as found

    return list(found)


has_webhooks = settings.MAIL_PROVIDER and settings.MAIL_WEBHOOK_SECRET
urlpatterns = provider_webhooks(settings.MAIL_PROVIDER) if has_webhooks else []
