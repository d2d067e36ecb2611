"""Which open sockets have to be closed: what they were opened with has ended, or their user is barred."""

from types import SimpleNamespace
from typing import Any

import pytest
from django.utils import timezone

from accounts.models import User
from accounts.services import issue_token
from games.live.access import find_revoked_sockets
from tests.support.games.people import person

pytestmark = pytest.mark.django_db


def holder(user: User | None, **credentials: Any) -> SimpleNamespace:
    given = {"token_id": None, "session": None, **credentials}
    return SimpleNamespace(user_id=None if user is None else user.pk, **given)


def token_holder(user: User) -> SimpleNamespace:
    return holder(user, token_id=issue_token(user=user, now=timezone.now()).token.pk)


def test_the_sockets_of_a_barred_user_are_closed_whatever_they_were_opened_with():
    alice, bruno = person("alice"), person("bruno")
    kept = [token_holder(alice), holder(alice), holder(None)]
    closed = [token_holder(bruno), holder(bruno)]
    User.objects.filter(pk=bruno.pk).update(is_active=False)
    assert find_revoked_sockets([*kept, *closed], now=timezone.now()) == closed


def test_a_token_that_was_revoked_closes_only_the_sockets_that_it_opened():
    alice = person("alice")
    kept, closed = token_holder(alice), token_holder(alice)
    alice.tokens.filter(pk=closed.token_id).update(revoked_at=timezone.now())
    assert find_revoked_sockets([kept, closed], now=timezone.now()) == [closed]


def test_one_query_checks_all_tokens_together_with_their_users(django_assert_num_queries):
    holders = [token_holder(person(name)) for name in ("alice", "bob", "charlie")]
    with django_assert_num_queries(1):
        assert find_revoked_sockets(holders, now=timezone.now()) == []
