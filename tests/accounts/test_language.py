"""Which language somebody gets, on pages, over the API and in mails."""

import pytest
from allauth.core import context
from django.core import mail
from django.test import Client, RequestFactory
from django.urls import reverse
from django.utils import timezone
from rest_framework.test import APIClient

from accounts import services
from accounts.language import language_of_emails, language_of_request, language_of_socket
from accounts.models import User
from accounts.preferences import DEFAULTS
from accounts.services.mails import send_guessing_warning
from tests.support.accounts import PASSWORD

TABLE = "/api/v1/tables/nowhere"
pytestmark = pytest.mark.django_db

NEGOTIATION = [
    ("auto", "", "", "en"),
    ("auto", "", "de", "de"),
    ("auto", "", "de-AT, en;q=0.5", "de"),
    ("auto", "", "fr, de;q=0.5", "de"),
    ("auto", "", "fr", "en"),
    ("auto", "", "*;;q=x,\x00", "en"),
    ("auto", "en", "de", "en"),
    ("auto", "de", "en", "de"),
    ("auto", "klingon", "de", "de"),
    ("en", "de", "de", "en"),
    ("de", "en", "en", "de"),
    ("klingon", "", "de", "de"),
]


@pytest.mark.parametrize(("preference", "cookie", "accepted", "language"), NEGOTIATION)
def test_preference_then_cookie_then_browser(preference: str, cookie: str, accepted: str, language: str):
    user = User(username="Ada", preferences={"language": preference})
    request = RequestFactory().get("/", HTTP_ACCEPT_LANGUAGE=accepted)
    request.COOKIES["language"] = cookie
    scope = {
        "headers": [
            (b"accept-language", accepted.encode()),
            (b"cookie", f"a=b; language={cookie}".encode()),
        ]
    }
    assert language_of_request(request, user) == language
    assert language_of_socket(scope, user) == language


def test_pages_say_their_language_and_that_others_differ():
    page = Client().get(reverse("lobby"), HTTP_ACCEPT_LANGUAGE="de")
    assert '<html\n  lang="de"' in page.content.decode()
    assert "catalogs/de.js" in page.content.decode()
    assert page.headers["Content-Language"] == "de"
    assert {"Accept-Language", "Cookie"} <= set(page.headers["Vary"].split(", "))
    assert "catalogs/" not in Client().get(reverse("lobby")).content.decode()


def test_a_visitor_chooses_in_the_footer():
    client = Client()
    answer = client.post(reverse("choose_language"), {"language": "de", "next": "/rules/"})
    assert answer.headers["Location"] == "/rules/"
    assert client.get("/").headers["Content-Language"] == "de"
    client.post(reverse("choose_language"), {"language": "klingon", "next": "https://elsewhere.example/"})
    assert client.get("/").headers["Content-Language"] == "de"


def test_a_players_choice_is_kept_with_the_account():
    client, user = Client(), User.objects.create_user("Ada", password=PASSWORD)
    client.force_login(user)
    client.post(reverse("choose_language"), {"language": "de"})
    elsewhere = Client()
    elsewhere.force_login(user)
    assert elsewhere.get("/").headers["Content-Language"] == "de"
    client.post(reverse("choose_language"), {"language": "auto"})
    user.refresh_from_db()
    assert user.preferences["language"] == "de"


def test_the_api_answers_in_the_language_of_the_request():
    english, german = (APIClient().get(TABLE, HTTP_ACCEPT_LANGUAGE=language) for language in ("en", "de"))
    assert english.json()["detail"] == "There is no such table."
    assert german.json()["detail"] == "Diesen Tisch gibt es nicht."
    assert german.headers["Content-Language"] == "de"
    assert german.json()["code"] == english.json()["code"]


def test_the_api_answers_bearers_as_they_prefer():
    user = User.objects.create_user("Ada", password=PASSWORD, preferences={"language": "de"})
    token = services.issue_token(user=user, now=timezone.now()).plain
    answer = APIClient().get(TABLE, HTTP_AUTHORIZATION=f"Bearer {token}", HTTP_ACCEPT_LANGUAGE="en")
    assert answer.json()["detail"] == "Diesen Tisch gibt es nicht."
    assert answer.headers["Content-Language"] == "de"


def test_a_mail_is_in_its_readers_language(rf: RequestFactory):
    user = User.objects.create_user("Ada", "ada@example.org", PASSWORD)
    services.set_preferences(user=user, preferences=DEFAULTS._replace(language="de"))
    user.refresh_from_db()
    with context.request_context(rf.get("/", HTTP_ACCEPT_LANGUAGE="en")):
        send_guessing_warning(user=user)
    assert mail.outbox[0].subject == "Wizard: Jemand probiert Passwörter für dein Konto aus"
    assert "Hallo Ada," in mail.outbox[0].body


def test_mails_are_in_the_language_of_the_latest_page_unless_another_is_chosen():
    client, user = Client(headers={"Accept": "text/html"}), User.objects.create_user("Ada", password=PASSWORD)
    client.force_login(user)
    assert language_of_emails(User.objects.get()) == "en"
    client.get("/", HTTP_ACCEPT_LANGUAGE="de-AT")
    assert language_of_emails(User.objects.get()) == "de"
    # A client that names no language says nothing about its user.
    client.get("/")
    assert language_of_emails(User.objects.get()) == "de"
    # Nor does a script's call: a service worker may ask in another language than its page.
    client.get("/", HTTP_ACCEPT_LANGUAGE="en", HTTP_ACCEPT="*/*")
    assert language_of_emails(User.objects.get()) == "de"
    client.get("/", HTTP_ACCEPT_LANGUAGE="en")
    assert language_of_emails(User.objects.get()) == "en"
    client.get("/", HTTP_ACCEPT_LANGUAGE="de")
    services.set_preferences(user=User.objects.get(), preferences=DEFAULTS._replace(language="en"))
    assert language_of_emails(User.objects.get()) == "en"


def test_the_language_of_a_browser_is_written_once(django_assert_num_queries):
    user = User.objects.create_user("Ada", password=PASSWORD)
    with django_assert_num_queries(0):
        services.store_browser_language(user=user, language="en")
    with django_assert_num_queries(1):
        services.store_browser_language(user=user, language="de")
    with django_assert_num_queries(0):
        services.store_browser_language(user=user, language="de")


def test_a_language_that_the_site_no_longer_has_is_passed_over():
    assert language_of_emails(User(username="Ada", browser_language="klingon")) == "en"
