"""What the API says about chat, commands and favourites is in the caller's language."""

from datetime import timedelta

import pytest
from django.utils import timezone

from games.admin.chat import DEFAULT_REASON
from games.models import Favourite
from games.services.chat.reports import suspend_user, warn_user
from tests.support.games.people import person
from tests.support.games.playing import running
from tests.support.games.responses import TABLES

pytestmark = pytest.mark.django_db
GERMAN = {"HTTP_ACCEPT_LANGUAGE": "de"}
FAVOURITES = "/api/v1/me/favourites"


@pytest.fixture
def chat() -> str:
    return f"{TABLES}/{running()}/chat"


def test_refusals_of_messages_and_notes(alice, bob, chat):
    refused = alice.post(chat, {"text": "a\u202eb"}, **GERMAN).json()
    assert "Eine Nachricht" in refused["detail"]
    assert "Eine Nachricht" in refused["errors"]["text"][0]
    said = bob.post(chat, {"text": "Hello"}).json()
    report = {"reason": "spam", "note": "a\u202eb"}
    refused = alice.post(f"{chat}/{said['id']}/report", report, **GERMAN).json()
    assert "Eine Anmerkung" in refused["errors"]["note"][0]


def test_replies_to_commands_that_are_typed_in_the_chat(alice, chat):
    assert alice.post(chat, {"text": "/who"}).json()["text"].startswith("Seat 1")
    assert alice.post(chat, {"text": "/who"}, **GERMAN).json()["text"].startswith("Platz 1")


def test_the_moderators_usual_reason(alice, chat):
    now = timezone.now()
    given = {"user": person("alice"), "moderator": person("olga"), "reason": DEFAULT_REASON, "now": now}
    warn_user(**given)
    suspend_user(**given, length=timedelta(days=1))
    german, english = alice.get(chat, **GERMAN).json(), alice.get(chat).json()
    assert english["notice"] == DEFAULT_REASON
    assert DEFAULT_REASON in english["closed"]
    assert german["notice"] != DEFAULT_REASON
    assert german["notice"] in german["closed"]


def test_what_is_wrong_with_a_favourite(alice):
    game = alice.post(FAVOURITES, {"name": "Friday", "seats": 4}).json()
    Favourite.objects.update(options={**game["options"], "luck": 1})
    [found] = alice.get(FAVOURITES, **GERMAN).json()
    assert found["errors"] == {"luck": ["Diese Option gibt es nicht."]}
