"""The people of these tests: alice and bob sit at one table, charlie is a stranger."""

from django.test import Client
from django.utils import timezone
from rest_framework.test import APIClient

from accounts.models import User
from accounts.services import issue_token


def person(name: str, kind: str = "human") -> User:
    """Somebody with an account, made at the first mention."""
    return User.objects.get_or_create(username=name, defaults={"kind": kind})[0]


def token_of(user: User) -> str:
    """A fresh bearer token."""
    return issue_token(user=user, now=timezone.now()).plain


def api_of(user: User | None) -> APIClient:
    """A client of the API that holds a token of `user`, or none."""
    client = APIClient(enforce_csrf_checks=True)
    if user is not None:
        client.credentials(HTTP_AUTHORIZATION=f"Bearer {token_of(user)}")
    return client


def browser_of(user: User | None) -> Client:
    """A browser in which `user` is logged in; it insists on CSRF tokens, as real ones are made to."""
    client = Client(enforce_csrf_checks=True)
    if user is not None:
        client.force_login(user)
    return client
