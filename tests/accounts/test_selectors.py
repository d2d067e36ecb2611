"""Whose token it is: unknown, expired and revoked ones are nobody's, and so are those of the barred."""

from datetime import timedelta

import pytest

from accounts import selectors, services
from accounts.models import Token
from tests.support.accounts import NOW


def test_a_token_is_its_users(alice):
    issued = services.issue_token(user=alice, now=NOW)
    assert selectors.find_user_of_token(issued.plain, NOW) == (alice, issued.token)


@pytest.mark.parametrize("plain", ["", "nonsense", "\x00", "é" * 3000, "\udcff"])
def test_an_unknown_token_is_nobodys(db, plain):
    assert selectors.find_user_of_token(plain, NOW) is None


def test_a_token_dies_when_its_days_are_over(alice, settings):
    settings.TOKEN_DAYS = 30
    issued = services.issue_token(user=alice, now=NOW)
    end = NOW + timedelta(days=30)
    assert issued.token.expires_at == end
    assert selectors.find_user_of_token(issued.plain, end - timedelta(seconds=1)) is not None
    assert selectors.find_user_of_token(issued.plain, end) is None


def test_a_revoked_token_is_nobodys(alice):
    issued = services.issue_token(user=alice, now=NOW)
    services.revoke_token(token=issued.token, now=NOW)
    assert selectors.find_user_of_token(issued.plain, NOW) is None


def test_a_barred_users_token_is_nobodys(alice):
    issued = services.issue_token(user=alice, now=NOW)
    alice.is_active = False
    alice.save()
    assert selectors.find_user_of_token(issued.plain, NOW) is None


def test_the_hash_of_a_token_opens_nothing(alice):
    services.issue_token(user=alice, now=NOW)
    assert selectors.find_user_of_token(Token.objects.get().digest, NOW) is None


def test_tokens_of_lists_ones_own_living_tokens_the_newest_first(alice, bob):
    phone, tablet, lost = (
        services.issue_token(user=alice, device=name, now=NOW + timedelta(hours=hour)).token
        for hour, name in enumerate(["phone", "tablet", "lost"])
    )
    old = services.issue_token(user=alice, now=NOW - timedelta(days=1000)).token
    services.issue_token(user=bob, now=NOW)
    services.revoke_token(token=lost, now=NOW)
    assert list(selectors.list_tokens(alice, NOW)) == [tablet, phone]
    assert old not in selectors.list_tokens(alice, NOW)


def _issued(user, days=0):
    return services.issue_token(user=user, now=NOW - timedelta(days=days)).token


def test_dead_tokens_are_the_revoked_the_expired_the_unknown_and_those_of_the_barred(alice, bob):
    living, revoked, expired, barred = _issued(alice), _issued(alice), _issued(alice, 1000), _issued(bob)
    services.revoke_token(token=revoked, now=NOW)
    _bar(bob)
    tokens = [living.pk, revoked.pk, expired.pk, barred.pk, 10**6]
    assert selectors.find_invalid_tokens(tokens, NOW) == {revoked.pk, expired.pk, barred.pk, 10**6}
    assert selectors.find_invalid_tokens([living.pk], NOW) == set()


def test_barred_users_are_the_inactive_and_the_unknown(alice, bob, charlie):
    _bar(bob)
    assert selectors.find_inactive_users([alice.pk, bob.pk, charlie.pk, 10**6]) == {bob.pk, 10**6}


def test_who_asks_of_nobody_costs_the_database_nothing(db, django_assert_num_queries):
    with django_assert_num_queries(0):
        assert selectors.find_invalid_tokens([], NOW) == set()
        assert selectors.find_inactive_users([]) == set()


def _bar(user):
    user.is_active = False
    user.save()


@pytest.mark.parametrize("email", ["", "  ", "a\x00@example.com"])
def test_nobody_has_an_address_that_is_none(alice, email):
    assert selectors.find_users_with_email(email) == []


def test_people_have_one_name(alice):
    assert (alice.get_full_name(), alice.get_short_name()) == (alice.username, alice.username)
