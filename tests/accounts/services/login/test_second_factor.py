"""Codes of a second factor: each is right once, and neither guessing nor the API goes around them."""

import pytest

from accounts.errors import CodeRequired, WrongCode, WrongPassword
from accounts.limits import CODES
from accounts.models import Token, User
from accounts.services import IssuedToken, log_in, remember_network_address
from core.limits import Limit
from core.refusal import Throttled
from tests.support.accounts import NOW, PASSWORD, WRONG_CODE, code_of, recovery_codes_of, set_up_app

HOME = "192.0.2.7"


def enter(code: str = "", password: str = PASSWORD, address: str = HOME) -> IssuedToken:
    return log_in(username="alice", password=password, code=code, address=address, now=NOW)


@pytest.fixture
def secret(alice: User) -> str:
    """Of alice's authenticator app."""
    return set_up_app(alice)


def test_without_a_second_factor_a_code_is_neither_needed_nor_read(alice):
    assert enter()
    assert enter("anything")


def test_a_password_alone_is_not_enough(secret):
    with pytest.raises(CodeRequired):
        enter()
    assert not Token.objects.exists()


def test_a_wrong_password_is_told_before_any_code(secret):
    with pytest.raises(WrongPassword):
        enter(code_of(secret), password="wrong")


def test_the_apps_code_lets_in_once(secret):
    code = code_of(secret)
    assert enter(code)
    with pytest.raises(WrongCode):
        enter(code)


@pytest.mark.parametrize("periods", [-1, 1])
def test_the_clock_of_a_phone_may_be_wrong_by_half_a_minute(secret, periods, monkeypatch):
    monkeypatch.setattr("time.time", lambda: 1_800_000_015.0)
    assert enter(code_of(secret, periods))
    for wrong in (3 * periods, 2 * periods):
        with pytest.raises(WrongCode):
            enter(code_of(secret, wrong))


def test_a_code_of_the_next_period_is_not_good_again_a_minute_later(secret, monkeypatch):
    now = 1_800_000_015.0
    monkeypatch.setattr("time.time", lambda: now)
    code = code_of(secret, 1)
    assert enter(code)
    # What django-allauth itself remembers is forgotten after one period.
    monkeypatch.setattr("allauth.mfa.totp.internal.auth.TOTP._mark_code_used", lambda *_: True)
    with pytest.raises(WrongCode):
        enter(code)


def test_a_recovery_code_lets_in_once(alice, secret):
    first, second, *_ = recovery_codes_of(alice)
    assert enter(first)
    with pytest.raises(WrongCode):
        enter(first)
    assert enter(second)


def test_guessing_codes_is_stopped_here_and_not_elsewhere(secret):
    for _ in range(CODES.times):
        with pytest.raises(WrongCode):
            enter(WRONG_CODE)
    with pytest.raises(Throttled):
        enter(code_of(secret))
    assert enter(code_of(secret), address="198.51.100.1")


def test_codes_guessed_from_many_addresses_count_as_passwords_do(alice, secret, monkeypatch):
    monkeypatch.setattr("accounts.services.login.attempts.FAILURES", Limit("failures", 3, 3600))
    remember_network_address(user=alice, address=HOME, now=NOW)
    for number in range(3):
        with pytest.raises(WrongCode):
            enter(WRONG_CODE, address=f"203.0.113.{number}")
    with pytest.raises(Throttled):
        enter(code_of(secret), address="198.51.100.1")
    assert enter(code_of(secret))


def test_right_passwords_without_a_code_do_not_use_up_attempts(secret):
    for _ in range(30):
        with pytest.raises(CodeRequired):
            enter()
    assert enter(code_of(secret))
