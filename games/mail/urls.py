"""The webhooks of the one mail provider that MAIL_PROVIDER names; without one, or without a secret, none."""

from django.conf import settings
from django.urls import URLPattern

INBOUND, TRACKING = "_inbound_webhook", "_tracking_webhook"
"""How the names of django-anymail's webhooks end: for mails, and for what became of those that were sent."""


def known_providers() -> list[str]:
    """Return the names of the providers that can bring mails."""
    names = (pattern.name or "" for pattern in _webhooks_of_all())
    return sorted(name.removesuffix(INBOUND) for name in names if name.endswith(INBOUND))


def webhooks_of(provider: str) -> list[URLPattern]:
    """Return the webhooks of a provider, for mails and for bounces."""
    # Connects the signals that the webhooks send, too.
    from games.mail.webhooks import limit_webhook

    found = {pattern.name: pattern for pattern in _webhooks_of_all()}
    inbound, tracking = found[provider + INBOUND], found[provider + TRACKING]
    limited = URLPattern(inbound.pattern, limit_webhook(inbound.callback), name=inbound.name)
    return [limited, tracking]


def _webhooks_of_all() -> list[URLPattern]:
    """Return all webhooks of django-anymail, which only sites that use one have to load."""
    from anymail.urls import urlpatterns as found

    return list(found)


has_webhooks = settings.MAIL_PROVIDER and settings.MAIL_WEBHOOK_SECRET
urlpatterns = webhooks_of(settings.MAIL_PROVIDER) if has_webhooks else []
