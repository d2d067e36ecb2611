"""Favourites, searches and challenges in the admin: to be read, and challenges to be withdrawn."""

import pytest
from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import Permission
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from games.models import Challenge, MatchRequest
from games.services.challenges.challenging import challenge_people
from games.services.matching.requests import request_match
from tests.support.games.people import person
from tests.support.games.playing import opened

pytestmark = pytest.mark.django_db
CHALLENGES = "admin:games_challenge_changelist"


@pytest.fixture
def moderator(client: Client) -> Client:
    user = User.objects.create_user(username="mona", is_staff=True)
    user.user_permissions.add(Permission.objects.get(codename="change_chatreport"))
    client.force_login(user)
    return client


@pytest.fixture
def challenge() -> Challenge:
    alice = person("alice")
    names, now = [person("bob").username], timezone.now()
    challenge_people(table_id=opened(alice, size=4), user=alice, names=names, now=now)
    return Challenge.objects.get()


def withdraw(client: Client, challenge: Challenge) -> None:
    client.post(reverse(CHALLENGES), {"action": "withdraw", "_selected_action": challenge.pk})
    challenge.refresh_from_db()


def test_a_moderator_withdraws_an_open_challenge_and_no_answered_one(moderator, challenge):
    withdraw(moderator, challenge)
    assert (challenge.answer, LogEntry.objects.get().object_id) == ("withdrawn", str(challenge.pk))
    Challenge.objects.update(answer="declined")
    withdraw(moderator, challenge)
    assert (challenge.answer, LogEntry.objects.count()) == ("declined", 1)


def test_staff_without_the_permission_see_no_challenges(client, challenge):
    client.force_login(User.objects.create_user(username="otto", is_staff=True))
    assert client.get(reverse(CHALLENGES)).status_code == 403


def test_the_salt_of_a_search_is_not_shown(admin_client):
    request_match(user=person("alice"), salt="5a17" * 8, now=timezone.now())
    row = MatchRequest.objects.get()
    page = admin_client.get(reverse("admin:games_matchrequest_change", args=[row.pk])).content.decode()
    assert "alice" in page
    assert "5a17" not in page
