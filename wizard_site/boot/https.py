"""Settings of Django and django-allauth for HTTPS=on, behind a proxy that ends TLS."""

from django.core.exceptions import ImproperlyConfigured

HSTS_SECONDS = 365 * 24 * 60 * 60


def make_https_settings(*, trusted_proxies: int) -> dict[str, object]:
    """Return the settings for a site that browsers reach by https:// alone.

    Raises ImproperlyConfigured without a trusted proxy: the server speaks no TLS itself, and without a proxy
    that overwrites X-Forwarded-Proto any client could claim to come by TLS.
    """
    if trusted_proxies < 1:
        raise ImproperlyConfigured(
            "HTTPS=on needs a proxy that ends TLS: set TRUSTED_PROXIES to the number of your own proxies."
        )
    return {
        "SECURE_PROXY_SSL_HEADER": ("HTTP_X_FORWARDED_PROTO", "https"),
        "SECURE_SSL_REDIRECT": True,
        # Load balancers ask them directly and in plain HTTP.
        "SECURE_REDIRECT_EXEMPT": ["^healthz$", "^readyz$"],
        "SECURE_HSTS_SECONDS": HSTS_SECONDS,
        "SESSION_COOKIE_SECURE": True,
        "CSRF_COOKIE_SECURE": True,
        "LANGUAGE_COOKIE_SECURE": True,
        # Of the links in e-mails.
        "ACCOUNT_DEFAULT_HTTP_PROTOCOL": "https",
        # Whether a whole domain, subdomains included, has TLS and goes on browsers' preload lists is
        # decided by whoever owns the domain. HSTS for this host alone is what a site can answer for.
        "SILENCED_SYSTEM_CHECKS": ["security.W005", "security.W021"],
    }
