"""The admin's pages of tournaments, opened and saved."""

from typing import Any

from django.contrib.messages import get_messages
from django.test import Client
from django.urls import reverse

from accounts.models import User
from tests.support.tournaments.pages.desks import Organiser, fields_of


def page_of(model: str, kind: str, *args: Any) -> str:
    """Of a model's page."""
    return reverse(f"admin:tournaments_{model}_{kind}", args=args)


def client_of(user: User) -> Client:
    """A browser."""
    client = Client()
    client.force_login(user)
    return client


def change(owner: Organiser, **changes: Any) -> tuple[Any, list[str]]:
    """Save a tournament's page with these changes; the answer, and what was said."""
    address = page_of("tournament", "change", owner.tournament.pk)
    sent = fields_of(owner.client.get(address))
    answer = owner.client.post(address, {**sent, **changes})
    return answer, [str(message) for message in get_messages(answer.wsgi_request)]


def role(name: str, kind: str, place: int = 1) -> dict[str, Any]:
    """A new line among the roles."""
    return {f"roles-{place}-username": name, f"roles-{place}-kind": kind}
