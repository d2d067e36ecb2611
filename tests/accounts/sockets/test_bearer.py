"""A socket's bearer token says who opened it, without cookie and Origin; a dead one says that it is dead."""

from datetime import datetime, timedelta

import pytest
from channels.db import database_sync_to_async
from django.contrib.auth.models import AnonymousUser
from django.utils import timezone

from accounts.models import User
from accounts.services import IssuedToken, issue_token, revoke_token
from accounts.sockets.bearer import BearerRouter, bearer_token
from tests.support.site.sockets import Inner, outcome, scope

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def ada() -> User:
    return User.objects.create(username="ada")


async def arrives(**headers: str) -> dict[str, object]:
    """The scope that reaches the rooms when the socket comes with these headers."""
    inner, otherwise = Inner(), Inner()
    await outcome(BearerRouter(inner, otherwise), scope(**headers))
    assert inner.scope is not None, "taken for a browser"
    return inner.scope


@pytest.mark.parametrize("origin", [{}, {"origin": "https://evil.example"}])
@pytest.mark.parametrize("scheme", ["Bearer", "bearer"])
async def test_a_token_tells_user_and_token(ada: User, scheme: str, origin: dict[str, str]) -> None:
    issued = await _issued(ada)
    found = await arrives(authorization=f"{scheme} {issued.plain}", **origin)
    assert (found["user"], found["token_id"], found["dead_token"]) == (ada, issued.token.pk, False)


@pytest.mark.parametrize("authorization", ["Bearer nonsense", "Bearer ", "Bearer \xff"])
async def test_an_unknown_token_is_dead(authorization: str) -> None:
    assert _is_dead(await arrives(authorization=authorization))


async def test_an_expired_token_is_dead(ada: User) -> None:
    issued = await _issued(ada, now=timezone.now() - timedelta(days=10_000))
    assert _is_dead(await arrives(authorization=f"Bearer {issued.plain}"))


async def test_a_revoked_token_is_dead(ada: User) -> None:
    issued = await _issued(ada)
    await database_sync_to_async(revoke_token)(token=issued.token, now=timezone.now())
    assert _is_dead(await arrives(authorization=f"Bearer {issued.plain}"))


@pytest.mark.parametrize("headers", [{}, {"cookie": "sessionid=abc"}, {"authorization": "Basic YTpi"}])
async def test_without_a_token_the_session_decides(headers: dict[str, str]) -> None:
    inner, otherwise = Inner(), Inner()
    await outcome(BearerRouter(inner, otherwise), scope(**headers))
    assert inner.scope is None
    assert otherwise.scope == scope(**headers)


def test_only_bearer_authorization_carries_a_token() -> None:
    assert bearer_token([(b"authorization", b"Bearer abc")]) == "abc"
    assert bearer_token([(b"x-authorization", b"Bearer abc")]) is None


def _is_dead(found: dict[str, object]) -> bool:
    return found["dead_token"] is True and found["user"] == AnonymousUser() and found["token_id"] is None


async def _issued(user: User, now: datetime | None = None) -> IssuedToken:
    return await database_sync_to_async(issue_token)(user=user, device="phone", now=now or timezone.now())
