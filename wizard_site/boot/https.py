"""Settings of Django and django-allauth for HTTPS=on, behind a proxy that ends TLS."""

from django.core.exceptions import ImproperlyConfigured

HSTS_SECONDS = 365 * 24 * 60 * 60


def make_https_settings(*, trusted_proxies: int) -> dict[str, object]:
    """Return the Django settings for a site that browsers reach only over HTTPS.

    `trusted_proxies` is the number of the site's own reverse proxies. Raise ImproperlyConfigured if it is 0,
    because the server itself does not support TLS.
    """
    # The server does not support TLS itself, and any client could claim to use TLS unless a proxy overwrites
    # X-Forwarded-Proto.
    if trusted_proxies < 1:
        raise ImproperlyConfigured(
            "HTTPS=on needs a proxy that ends TLS: set TRUSTED_PROXIES to the number of your own proxies."
        )
    return {
        "SECURE_PROXY_SSL_HEADER": ("HTTP_X_FORWARDED_PROTO", "https"),
        "SECURE_SSL_REDIRECT": True,
        # Load balancers request these directly, over plain HTTP.
        "SECURE_REDIRECT_EXEMPT": ["^healthz$", "^readyz$"],
        "SECURE_HSTS_SECONDS": HSTS_SECONDS,
        "SESSION_COOKIE_SECURE": True,
        "CSRF_COOKIE_SECURE": True,
        "LANGUAGE_COOKIE_SECURE": True,
        # For links in emails.
        "ACCOUNT_DEFAULT_HTTP_PROTOCOL": "https",
        # Only the domain's owner can decide whether all subdomains use TLS and whether the domain is on
        # browsers' preload lists, so the site sets HSTS for this host alone.
        "SILENCED_SYSTEM_CHECKS": ["security.W005", "security.W021"],
    }
