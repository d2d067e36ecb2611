"""How often passwords may be tried: guesses are stopped, and keep nobody out of their own account."""

from datetime import datetime, timedelta

import pytest
from allauth.core.context import request_context

from accounts.errors import WrongPassword
from accounts.limits import FAILURES, PASSWORDS
from accounts.models import KnownAddress, User
from accounts.services import log_in, register_user, remember_network_address, reset_password_attempts
from accounts.services.login.known_address import MAX_KNOWN_ADDRESSES
from core.limits import Limit
from core.refusal import Throttled
from tests.support.accounts import NOW, PASSWORD

HOME, ELSEWHERE = "192.0.2.7", "198.51.100.1"


def guess(name: str = "alice", address: str = ELSEWHERE, now: datetime = NOW) -> None:
    with pytest.raises(WrongPassword):
        log_in(username=name, password="wrong", address=address, now=now)


def succeed(address: str, name: str = "alice", days: int = 0) -> None:
    assert log_in(username=name, password=PASSWORD, address=address, now=NOW + timedelta(days=days))


def guess_from_everywhere(times: int = FAILURES.times, name: str = "alice") -> None:
    for number in range(times):
        guess(name, f"203.0.{number // 200}.{number % 200}")


@pytest.fixture
def few(monkeypatch: pytest.MonkeyPatch) -> Limit:
    """A limit by account that a test reaches soon."""
    limit = Limit("failures", 5, FAILURES.seconds)
    monkeypatch.setattr("accounts.services.login.attempts.FAILURES", limit)
    return limit


def test_wrong_passwords_from_one_address_keep_nobody_out_at_another(alice):
    for _ in range(PASSWORDS.times):
        guess()
    with pytest.raises(Throttled):
        log_in(username="ALICE", password=PASSWORD, address=ELSEWHERE, now=NOW)
    succeed(HOME)


def test_wrong_passwords_for_one_account_keep_nobody_out_of_another(alice, bob):
    for _ in range(PASSWORDS.times):
        guess()
    succeed(ELSEWHERE, "bob")


def test_guesses_from_many_addresses_are_stopped(alice, few):
    guess_from_everywhere(few.times)
    with pytest.raises(Throttled) as refusal:
        log_in(username="alice", password=PASSWORD, address=ELSEWHERE, now=NOW)
    assert 0 < refusal.value.wait <= FAILURES.seconds


def test_an_account_that_is_not_there_is_no_different(db, few):
    guess_from_everywhere(few.times, "nobody")
    with pytest.raises(Throttled):
        log_in(username="nobody", password=PASSWORD, address=ELSEWHERE, now=NOW)


def test_who_has_logged_in_from_an_address_before_is_never_kept_out_there(alice, few):
    succeed(HOME)
    guess_from_everywhere(few.times)
    succeed(HOME)


def test_an_address_is_known_for_its_own_account_alone_and_not_for_ever(alice, bob, few):
    succeed(HOME, "bob")
    guess_from_everywhere(few.times)
    with pytest.raises(Throttled):
        log_in(username="alice", password=PASSWORD, address=HOME, now=NOW)
    remember_network_address(user=alice, address=HOME, now=NOW - timedelta(days=181))
    with pytest.raises(Throttled):
        log_in(username="alice", password=PASSWORD, address=HOME, now=NOW)


def test_typing_errors_at_home_do_not_count_against_the_account(alice, few):
    succeed(HOME)
    for _ in range(few.times):
        guess(address=HOME)
    succeed(ELSEWHERE)


def test_who_sets_a_new_password_can_log_in_with_it_at_once(alice, few):
    guess_from_everywhere(few.times)
    for _ in range(PASSWORDS.times + 1):
        with pytest.raises(Throttled):
            log_in(username="alice", password="wrong", address=HOME, now=NOW)
    reset_password_attempts(user=alice, address=HOME, now=NOW)
    remember_network_address(user=alice, address=HOME, now=NOW)
    succeed(HOME)


def test_the_owner_is_told_once_of_many_guesses(alice, few, rf, mailoutbox):
    with request_context(rf.get("/")):
        guess_from_everywhere(few.times - 1)
        assert mailoutbox == []
        guess()
    (mail,) = mailoutbox
    assert mail.to == ["alice@example.com"]
    assert mail.subject == "Wizard: Someone is trying passwords for your account"
    assert "http://testserver/accounts/password/reset/" in mail.body
    with request_context(rf.get("/")):
        for hour in range(1, 4):
            for number in range(few.times):
                guess(address=f"10.0.0.{number}", now=NOW + timedelta(hours=hour))
    assert len(mailoutbox) == 1


def test_a_mail_server_that_is_away_stops_nobody(alice, few, rf, monkeypatch):
    monkeypatch.setattr("allauth.account.adapter.DefaultAccountAdapter.send_mail", lambda *_: 1 / 0)
    with request_context(rf.get("/")):
        guess_from_everywhere(few.times)


def test_an_account_without_address_gets_no_mail(bob, few, rf, mailoutbox):
    with request_context(rf.get("/")):
        guess_from_everywhere(few.times, "bob")
    assert mailoutbox == []


def test_no_address_is_kept_in_plain_and_few_are_kept(alice):
    for number in range(MAX_KNOWN_ADDRESSES + 5):
        remember_network_address(user=alice, address=f"10.0.0.{number}", now=NOW + timedelta(minutes=number))
    kept = KnownAddress.objects.order_by("last_used_at")
    assert kept.count() == MAX_KNOWN_ADDRESSES
    assert kept.first().last_used_at == NOW + timedelta(minutes=5)
    assert "10.0.0" not in str(list(KnownAddress.objects.values()))


def test_each_account_has_other_digests_for_the_same_address(alice, bob):
    for user in (alice, bob):
        remember_network_address(user=user, address=HOME, now=NOW)
    assert KnownAddress.objects.values("digest").distinct().count() == 2


def test_rate_limits_off_stops_nobody(db, settings):
    settings.RATE_LIMITS = False
    register_user(username="alice", password=PASSWORD, now=NOW)
    for _ in range(PASSWORDS.times + 1):
        guess()
    succeed(ELSEWHERE)
    assert User.objects.count() == 1
