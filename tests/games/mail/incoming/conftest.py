"""The site can be mailed to."""

import pytest

from tests.support.mail.incoming import DOMAIN


@pytest.fixture(autouse=True)
def domain(settings):
    settings.MAIL_DOMAIN = DOMAIN
