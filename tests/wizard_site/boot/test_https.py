"""HTTPS=on: one switch, and cookies, redirects, HSTS and the links in e-mails follow it."""

import os
import subprocess
import sys
from collections.abc import Iterator

import pytest
from django.conf import settings
from django.core import mail
from django.core.exceptions import ImproperlyConfigured
from django.test import Client, override_settings

from accounts.models import User
from tests.support.accounts import PASSWORD
from tests.support.servers import ROOT
from wizard_site.boot.https import make_https_settings

BY_TLS = {"Host": "testserver", "X-Forwarded-Proto": "https"}


@pytest.fixture
def switched_on() -> Iterator[None]:
    with override_settings(ALLAUTH_TRUSTED_PROXY_COUNT=1, **make_https_settings(trusted_proxies=1)):
        yield


@pytest.fixture
def visitor(switched_on: None) -> Client:
    """A browser whose requests come from the proxy."""
    return Client(headers={**BY_TLS, "X-Forwarded-For": "192.0.2.7"})


@pytest.fixture
def alice(db: None) -> User:
    return User.objects.create_user(username="Alice", email="alice@example.com", password=PASSWORD)


def test_cookies_go_over_tls_alone(visitor: Client, alice: User) -> None:
    answer = visitor.post("/accounts/login/", {"login": "Alice", "password": PASSWORD})
    assert answer.status_code == 302
    visitor.get("/accounts/email/")
    for name in (settings.SESSION_COOKIE_NAME, settings.CSRF_COOKIE_NAME):
        assert visitor.cookies[name]["secure"] is True


@pytest.mark.django_db
def test_browsers_remember_to_use_tls(visitor: Client) -> None:
    policy = visitor.get("/accounts/login/")["Strict-Transport-Security"]
    assert policy == f"max-age={365 * 24 * 60 * 60}"


def test_links_in_mails_begin_with_https(visitor: Client, alice: User) -> None:
    visitor.post("/accounts/password/reset/", {"email": "alice@example.com"})
    assert "https://testserver/accounts/password/reset/key/" in mail.outbox[0].body
    assert "http://" not in mail.outbox[0].body


@pytest.mark.django_db
@pytest.mark.parametrize("claimed", [{}, {"X-Forwarded-Proto": "http"}])
def test_plain_requests_are_sent_on_to_tls(switched_on: None, claimed: dict[str, str]) -> None:
    answer = Client(headers=claimed).get("/accounts/login/")
    assert (answer.status_code, answer["Location"]) == (301, "https://testserver/accounts/login/")
    assert "Strict-Transport-Security" not in answer


@pytest.mark.django_db
@pytest.mark.parametrize("path", ["/healthz", "/readyz"])
def test_a_load_balancer_asks_without_tls(switched_on: None, path: str) -> None:
    assert Client().get(path).status_code == 200


@pytest.mark.django_db
def test_forms_of_the_sites_own_pages_are_trusted(switched_on: None) -> None:
    """Without CSRF_TRUSTED_ORIGINS: the origin is https, and so is the request."""
    browser = Client(enforce_csrf_checks=True, headers=BY_TLS)
    browser.get("/accounts/login/")
    token = browser.cookies[settings.CSRF_COOKIE_NAME].value
    asked = {"login": "Nobody", "password": "wrong", "csrfmiddlewaretoken": token}
    assert (
        browser.post("/accounts/login/", asked, headers={"Origin": "https://testserver"}).status_code == 200
    )
    assert browser.post("/accounts/login/", asked, headers={"Origin": "http://testserver"}).status_code == 403


def test_it_needs_a_proxy() -> None:
    with pytest.raises(ImproperlyConfigured, match="TRUSTED_PROXIES"):
        make_https_settings(trusted_proxies=0)


def test_the_check_for_deployment_finds_nothing_once_it_is_on() -> None:
    env = {**os.environ, "HTTPS": "on", "TRUSTED_PROXIES": "1", "SECRET_KEY": "".join(map(str, range(50)))}
    command = [sys.executable, "manage.py", "check", "--deploy", "--fail-level", "WARNING"]
    done = subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert "no issues" in done.stdout
