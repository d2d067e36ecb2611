"""Tokens: kept as a hash alone, used without a write each time, revoked once and told once."""

import hashlib
from datetime import timedelta

import pytest

from accounts import selectors
from accounts.models import Token
from accounts.services import issue_token, record_token_use, revoke_all_tokens, revoke_token, set_password
from accounts.signals import access_changed
from tests.support.accounts import NOW


def test_only_the_hash_is_kept(alice):
    issued = issue_token(user=alice, device="phone", now=NOW)
    assert len(issued.plain) >= 43
    kept = Token.objects.values().get()
    assert kept["digest"] == hashlib.sha256(issued.plain.encode()).hexdigest()
    assert issued.plain not in str(kept)


def test_no_two_tokens_are_alike(alice):
    assert issue_token(user=alice, now=NOW).plain != issue_token(user=alice, now=NOW).plain


def test_use_is_noted_at_most_once_in_some_minutes(alice, django_assert_num_queries):
    token = issue_token(user=alice, now=NOW).token
    record_token_use(token=token, now=NOW)
    token.refresh_from_db()
    assert token.last_used_at == NOW
    with django_assert_num_queries(0):
        record_token_use(token=token, now=NOW + timedelta(minutes=4))
    record_token_use(token=token, now=NOW + timedelta(minutes=5))
    token.refresh_from_db()
    assert token.last_used_at == NOW + timedelta(minutes=5)


def test_revoking_is_told_once_and_after_the_commit(alice, signalled, django_capture_on_commit_callbacks):
    token = issue_token(user=alice, now=NOW).token
    with django_capture_on_commit_callbacks(execute=True):
        revoke_token(token=token, now=NOW)
        assert signalled == []
    assert signalled == [alice.pk]
    with django_capture_on_commit_callbacks(execute=True):
        revoke_token(token=token, now=NOW + timedelta(days=1))
    assert signalled == [alice.pk]
    token.refresh_from_db()
    assert token.revoked_at == NOW


def test_a_failing_listener_stops_nobody(alice, signalled, django_capture_on_commit_callbacks):
    def fail(**kwargs):
        raise RuntimeError

    access_changed.connect(fail)
    token = issue_token(user=alice, now=NOW).token
    with django_capture_on_commit_callbacks(execute=True):
        revoke_token(token=token, now=NOW)
    access_changed.disconnect(fail)
    assert signalled == [alice.pk]


def test_revoking_one_leaves_the_others(alice, bob):
    lost, kept = issue_token(user=alice, now=NOW), issue_token(user=alice, now=NOW)
    revoke_token(token=lost.token, now=NOW)
    assert selectors.find_user_of_token(lost.plain, NOW) is None
    assert selectors.find_user_of_token(kept.plain, NOW) is not None


@pytest.mark.parametrize("end", ["all", "password"])
def test_all_of_ones_tokens_end_together_as_they_do_with_a_new_password(
    alice, bob, signalled, django_capture_on_commit_callbacks, end
):
    hers = [issue_token(user=alice, now=NOW).plain for _ in range(2)]
    his = issue_token(user=bob, now=NOW)
    with django_capture_on_commit_callbacks(execute=True):
        if end == "all":
            revoke_all_tokens(user=alice, now=NOW)
        else:
            set_password(user=alice, password="other words 9", now=NOW)
    assert signalled == [alice.pk]
    assert [selectors.find_user_of_token(plain, NOW) for plain in hers] == [None, None]
    assert selectors.find_user_of_token(his.plain, NOW) is not None
