"""A server that cannot send e-mails says so when it starts, whichever program serves it."""

import os
import subprocess
import sys

import pytest

from tests.support.servers import ROOT


@pytest.mark.parametrize(("given", "warns"), [({}, True), ({"EMAIL_URL": "dummymail://"}, False)])
def test_without_a_mail_server_the_log_warns(given: dict[str, str], warns: bool) -> None:
    inherited = {name: value for name, value in os.environ.items() if name != "EMAIL_URL"}
    env = {**inherited, "SECRET_KEY": "only for tests", "DATABASE_URL": "sqlite://:memory:", **given}
    started = subprocess.run(
        [sys.executable, "-c", "import wizard_site.asgi"],
        cwd=ROOT,
        env=env,
        capture_output=True,
        text=True,
        check=True,
    )
    assert ("WARNING wizard_site.asgi: EMAIL_URL is not set" in started.stderr) == warns
