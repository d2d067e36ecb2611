"""A mail server that receives what is sent, the time, and that nobody has a page open."""

from collections.abc import Iterator

import pytest
from django.utils import timezone

from games import presence
from tests.support.mail.receiver import Receiver, mail_receiver, use_receiver
from tests.support.mail.sending import LATER


@pytest.fixture
def nobody_is_connected() -> Iterator[None]:
    """No open page of anybody is remembered, from before or for afterwards."""
    presence.clear_presence()
    yield
    presence.clear_presence()


@pytest.fixture
def receiver(settings):
    """The mail server of a site that can send and be answered."""
    settings.MAIL_DOMAIN, settings.SITE_URL = "play.example.org", "https://wizard.example.org"
    settings.DEFAULT_FROM_EMAIL = "Wizard <wizard@play.example.org>"
    with mail_receiver(Receiver()) as running:
        use_receiver(settings, running)
        yield running


@pytest.fixture
def at(monkeypatch):
    """Sets the time."""

    def set_time(moment):
        monkeypatch.setattr(timezone, "now", lambda: moment)

    set_time(LATER)
    return set_time
