"""The admin by the rules of axe-core: a page of each kind, and in the long tests every list and row."""

from collections.abc import Callable
from typing import Any

import pytest
from django.contrib import admin
from django.db import transaction
from django.db.models import Model
from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import Page, expect

from accounts.models import User
from tests.support.beside import beside
from tests.support.browser.axe import SIZES, assert_accessible, assert_all_accessible
from tests.support.browser.settings import SETTINGS
from tests.support.servers import ServerProcess
from tests.support.site.admin_rows import fill_admin
from tests.support.starting import Starter
from tests.support.tournaments.events import event, start, with_people
from tournaments.models import Tournament

PASSWORD = "seven wizards and a jester"
NAME = "Adminaxe"


@pytest.fixture(scope="module")
def shared_server(start_shared_server: Starter) -> ServerProcess:
    """A server of this module alone: what other tests leave at theirs would be the newest rows."""
    return start_shared_server("sqlite", **SETTINGS)


@pytest.fixture
def root(server: ServerProcess, new_player: Callable[..., Page], size: str) -> Page:
    """A superuser's page, beside a server that has a row of everything."""

    def fill() -> None:
        if User.objects.filter(username=NAME).exists():
            return
        # At once: the server would move the bots of tables that it sees while they are played here.
        with transaction.atomic():
            User.objects.create_superuser(username=NAME, password=PASSWORD)
            fill_admin()

    beside(server, fill)
    page = new_player(server.url, **SIZES[size])
    page.goto("/accounts/login/")
    page.get_by_label("Name or e-mail").fill(NAME)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Log in", exact=True).click()
    page.wait_for_url(lambda url: "login" not in url)
    return page


def addresses(model: type[Model], *pages: str) -> list[str]:
    """Of a model's pages; those of a row are of its newest one."""
    name = f"admin:{model._meta.app_label}_{model._meta.model_name}"
    row = model._default_manager.order_by("-pk").first()
    assert row is not None
    return [
        reverse(f"{name}_{page}", args=[] if page in ("changelist", "add") else [row.pk]) for page in pages
    ]


def model(label: str) -> type[Model]:
    return next(each for each in admin.site._registry if each._meta.label == label)


@pytest.mark.parametrize("size", ["wide"])
def test_a_page_of_each_kind(server: ServerProcess, root: Page) -> None:
    def kinds() -> list[str]:
        return [
            reverse("admin:index"),
            *addresses(model("auth.Group"), "change"),
            *addresses(model("accounts.User"), "changelist", "change"),
            *addresses(model("games.Round"), "change"),
            *addresses(model("tournaments.Tournament"), "changelist", "add", "change", "history"),
        ]

    assert_all_accessible(root, *beside(server, kinds))


@pytest.mark.long
@pytest.mark.parametrize("size", ["wide"])
def test_pages_that_are_of_no_row(server: ServerProcess, root: Page) -> None:
    def pages() -> list[str]:
        return [
            reverse("admin:app_list", args=["games"]),
            reverse("admin:password_change"),
            reverse("admin:auth_user_password_change", args=[User.objects.latest("pk").pk]),
            reverse("admin:tournaments_tournament_copy", args=[Tournament.objects.latest("pk").pk]),
            f"{addresses(model('games.Table'), 'changelist')[0]}?q=nothing",
        ]

    assert_all_accessible(root, *beside(server, pages))


@pytest.mark.long
@pytest.mark.parametrize("size", ["wide"])
@pytest.mark.parametrize("label", [each._meta.label for each in admin.site._registry])
def test_every_list_and_every_row(server: ServerProcess, root: Page, label: str) -> None:
    def all_there_are() -> list[str]:
        allowed: Any = admin.site._registry[model(label)]
        may_add = allowed.has_add_permission(_asked_by_root())
        return addresses(model(label), "changelist", "change", *(["add"] if may_add else []))

    assert_all_accessible(root, *beside(server, all_there_are))


def _asked_by_root() -> Any:
    """What the admin is asked whether a superuser may do something."""
    from django.test import RequestFactory

    request = RequestFactory().get("/")
    request.user = User.objects.get(username=NAME)
    return request


@pytest.mark.long
@pytest.mark.parametrize("size", ["wide", "phone"])
def test_the_desk_of_a_tournament_with_results(server: ServerProcess, root: Page) -> None:
    def desk() -> list[str]:
        played = Tournament.objects.get(prizes="A cup")
        entry = played.entries.first()
        assert entry is not None
        pages: list[tuple[str, list[int]]] = [
            ("overview", []),
            ("check_in", []),
            ("add", []),
            ("pairs", []),
            ("entrant", [entry.pk]),
            ("stage", [1]),
            ("stage", [2]),
            ("results", [1]),
            ("table", [1, 1]),
            ("standings", []),
            ("prizes", []),
            ("log", []),
        ]
        return [reverse(f"admin:desk_{name}", args=[played.pk, *where]) for name, where in pages]

    assert_all_accessible(root, *beside(server, desk))


@pytest.mark.parametrize("size", ["wide"])
def test_the_results_that_a_stage_waits_for(server: ServerProcess, root: Page) -> None:
    def results() -> str:
        now = timezone.now()
        tournament = event({"minutes": 45}, starts_at=now, capacity=64)
        # People, who are not there: bots would be done before the page is.
        with_people(tournament, [f"waiting{number}" for number in range(8)], now)
        start(tournament, 1, now=now)
        return reverse("admin:desk_results", args=[tournament.pk, 1])

    path = beside(server, results)
    root.goto(path)
    expect(root.locator("#waiting a")).to_have_count(2)
    assert_accessible(root)
