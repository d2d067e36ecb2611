"""Play by email: the domain at which players' replies arrive, and the site's address in links."""

from wizard_site.settings.environment import env
from wizard_site.settings.site import ALLOWED_HOSTS, CSRF_TRUSTED_ORIGINS, DEBUG, PORT, SENDS_EMAIL

MAIL_DOMAIN = env.str("MAIL_DOMAIN", default="").strip().lower()
"""The domain of reply addresses, such as `play.example.org`; empty if the site receives no email."""
MAIL_HOST = env.str("MAIL_HOST", default="127.0.0.1")
MAIL_PORT = env.int("MAIL_PORT", default=2525)
"""Where `manage.py mailserver` listens. It needs a mail server in front of it that faces the internet."""


def _guess_site_url() -> str:
    """Return the site's URL, guessed from CSRF_TRUSTED_ORIGINS and ALLOWED_HOSTS.

    Skip entries with wildcards and, in ALLOWED_HOSTS, local and IPv6 addresses. Return a localhost URL if
    nothing is left.
    """
    for origin in CSRF_TRUSTED_ORIGINS:
        if "*" not in origin:
            return str(origin)
    for host in ALLOWED_HOSTS:
        if not host.startswith(("*", ".", "localhost", "127.", "[")):
            return f"https://{host}"
    return f"http://localhost:{PORT}"


SITE_URL = (env.str("SITE_URL", default="") or _guess_site_url()).rstrip("/")
"""The site's address in emails about games, which are written outside of any request."""
SENDS_GAME_MAILS = SENDS_EMAIL or DEBUG
"""Whether emails about games are sent. Without a mail server they would be printed, and logs must contain
neither hands nor tokens, so emails are printed only with DEBUG."""
# A mail server that does not answer must not hold an email for longer than its claim lasts.
EMAIL_TIMEOUT = env.int("EMAIL_TIMEOUT", default=15)
MAIL_PROVIDER = env.str("MAIL_PROVIDER", default="")
"""The mail provider whose webhooks deliver emails and bounces, as django-anymail names it, or empty."""
MAIL_WEBHOOK_SECRET = env.str("MAIL_WEBHOOK_SECRET", default="")
"""`name:password` for the HTTP basic authentication of the provider's calls; required with a provider."""
ANYMAIL = {
    "WEBHOOK_SECRET": MAIL_WEBHOOK_SECRET,
    # The keys of a provider, such as ANYMAIL_MAILGUN_WEBHOOK_SIGNING_KEY.
    **{
        name.removeprefix("ANYMAIL_"): key for name, key in env.ENVIRON.items() if name.startswith("ANYMAIL_")
    },
}
