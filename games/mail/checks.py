"""Checks of the settings for play by mail: `manage.py check`, and more with `--deploy`."""

import re
from typing import Any

from django.conf import settings
from django.core.checks import CheckMessage, Error, Tags, Warning, register

LABEL = "[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?"
HOST_NAME = re.compile(r"(?=.{1,200}$)LABEL(\.LABEL)*".replace("LABEL", LABEL))


@register(Tags.urls)
def check_email_play_settings(app_configs: Any, **_: Any) -> list[CheckMessage]:
    """Return an error for each invalid or missing setting of play by email."""
    found: list[CheckMessage] = []
    if settings.MAIL_DOMAIN and not HOST_NAME.fullmatch(settings.MAIL_DOMAIN):
        found.append(Error("MAIL_DOMAIN must be a domain, such as play.example.org.", id="games.E101"))
    if settings.MAIL_PROVIDER:
        from games.mail.urls import known_providers

        known = ", ".join(known_providers())
        if settings.MAIL_PROVIDER not in known_providers():
            found.append(Error("MAIL_PROVIDER is unknown.", hint=f"Known are {known}.", id="games.E102"))
        if ":" not in settings.MAIL_WEBHOOK_SECRET or len(settings.MAIL_WEBHOOK_SECRET) < 17:
            hint = "Set MAIL_WEBHOOK_SECRET to a name, a colon and a long random password."
            found.append(Error("The webhooks of MAIL_PROVIDER need a secret.", hint=hint, id="games.E103"))
        if not settings.MAIL_DOMAIN:
            found.append(Error("MAIL_PROVIDER needs MAIL_DOMAIN.", id="games.E104"))
    return found


@register(Tags.urls, deploy=True)
def check_email_play_deployment(app_configs: Any, **_: Any) -> list[CheckMessage]:
    """Warn if the site receives emails but sends none, or if other machines can reach its mail server."""
    found: list[CheckMessage] = []
    if settings.MAIL_DOMAIN and not settings.SENDS_EMAIL:
        hint = "Set EMAIL_URL: mails that come in are answered by mail."
        found.append(Warning("MAIL_DOMAIN is set, but no mails are sent.", hint=hint, id="games.W101"))
    if settings.MAIL_HOST not in ("127.0.0.1", "::1", "localhost"):
        hint = "The mail server in front checks SPF and DKIM, and keeps spam away. See docs/mail.md."
        found.append(Warning("MAIL_HOST can be reached from other machines.", hint=hint, id="games.W102"))
    return found
