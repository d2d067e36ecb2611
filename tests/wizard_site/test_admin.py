"""The whole admin: every list and every row has its page, and nonsense in an address is refused."""

from itertools import cycle, product
from typing import Any

import pytest
from django.contrib import admin
from django.db.models import DateField, Model
from django.test import Client
from django.urls import reverse

from accounts.models import User
from tests.support.site.admin_rows import fill_admin

pytestmark = pytest.mark.usefixtures("backend")

MODELS = list(admin.site._registry)
HUGE = "9" * 20
NONSENSE = (
    "",
    "\0",
    "a\0b",
    HUGE,
    f"-{HUGE}",
    "-1",
    "1e400",
    "NaN",
    "٣",
    "0x1",
    "2026-13-45",
    "a" * 3000,
    "💥",
)
PARAMETERS = ("p", "q", "o", "e", "_facets", "_to_field", "_changelist_filters")
ENDS = ("", "__in", "__isnull", "__gte", "__year", "__regex")


@pytest.fixture
def root(backend: str) -> Client:
    client = Client(raise_request_exception=False)
    user = User.objects.filter(username="root").first()
    client.force_login(user or User.objects.create_superuser(username="root"))
    return client


def address(model: type[Model], page: str, *args: Any) -> str:
    return reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_{page}", args=args)


def names_in(model: type[Model]) -> set[str]:
    """The columns that an address could ask about, whether a list filters by them or not."""
    filters = admin.site._registry[model].list_filter
    listed = [each[0] if isinstance(each, tuple) else each for each in filters]
    return {field.name for field in model._meta.fields} | {each for each in listed if isinstance(each, str)}


def dates_in(model: type[Model]) -> set[str]:
    return {field.name for field in model._meta.fields if isinstance(field, DateField)}


def failed(client: Client, model: type[Model], asked: list[dict[str, str]]) -> list[dict[str, str]]:
    """Those questions to a model's list that the server could not answer."""
    return [query for query in asked if client.get(address(model, "changelist"), query).status_code >= 500]


def test_nonsense_in_the_address_of_a_list_is_no_fault_of_the_servers(root):
    for model in MODELS:
        asked = [{"p": HUGE}, {"o": f"{HUGE}.-"}, {"q": "\0"}, {"e": "1"}, {"_to_field": "x"}]
        asked += [
            {f"{name}{end}": value}
            for name in names_in(model)
            for end, value in (("", "\0"), ("__gte", HUGE))
        ]
        assert not failed(root, model, asked), model


def test_absurd_dates_are_refused(root):
    for model in MODELS:
        for name in dates_in(model):
            for end, value in (
                ("year", HUGE),
                ("year", "0"),
                ("month", "13"),
                ("day", "99"),
                ("gte", "0000"),
            ):
                query = {f"{name}__{end}": value}
                assert root.get(address(model, "changelist"), query).status_code == 400, query


# SQLite is asked a little of it by the quick test above; PostgreSQL is the stricter of the two.
@pytest.mark.long
@pytest.mark.parametrize("backend", [pytest.param("postgres", marks=pytest.mark.postgres)], indirect=True)
@pytest.mark.parametrize("model", MODELS, ids=lambda model: model._meta.label)
def test_no_parameter_and_no_column_takes_nonsense(root, model):
    """Each parameter with some values; each column in each way, with one value after another."""
    asked = [{name: value} for name in PARAMETERS for value in NONSENSE[:6]]
    lookups = [f"{name}{end}" for name in sorted(names_in(model)) for end in ENDS]
    asked += [{lookup: value} for lookup, value in zip(lookups, cycle(NONSENSE), strict=False)]
    assert not failed(root, model, asked)


def test_nonsense_instead_of_a_row_is_not_found(root):
    for model in MODELS:
        for name, pk in product(
            ("change", "history", "delete"), ("0", HUGE, "a b", "_00", "_5Cx", "a" * 300)
        ):
            assert root.get(address(model, name, pk)).status_code < 500, (model, name, pk)


def test_every_list_and_every_row_has_its_page(root):
    fill_admin()
    for model in MODELS:
        row = model._default_manager.order_by("-pk").first()
        assert row is not None, f"{model._meta.label}: nothing to see"
        assert root.get(address(model, "changelist")).status_code == 200, model
        for name in ("change", "history"):
            assert root.get(address(model, name, row.pk)).status_code == 200, (model, name)
        assert root.get(address(model, "delete", row.pk)).status_code in (200, 403), model
        assert root.get(address(model, "add")).status_code in (200, 403), model


PLAIN = {
    "accused_points", "accuser_points", "after", "asked_at", "at", "before", "bid", "birth_year",
    "blocked", "blocked_at", "by", "card", "checked_in_at", "club", "created_at", "data",
    "date_joined", "email", "entered_at", "entry", "expires_at", "finished_at", "friend", "games",
    "invite", "kind", "last_login", "last_used_at", "name", "nation", "one", "opened_at",
    "opened_by", "options", "other", "password", "points", "reason", "receiver", "reveal",
    "revoked_at", "round", "score", "seat", "seats", "sender", "since", "size", "stage",
    "started_at", "status", "table", "tournament", "tricks", "turned", "type", "user", "username",
    "verdict", "visibility",
}  # fmt: skip
"""Fields that say what they are by their name alone."""


def test_every_field_of_our_own_says_what_it_is(root):
    ours = {"accounts", "games", "tournaments"}
    silent = [
        f"{model._meta.label}.{field.name}"
        for model in MODELS
        if model._meta.app_label in ours
        for field in model._meta.fields
        if field.editable and not field.primary_key and field.name not in PLAIN
        if not field.help_text and field.verbose_name == field.name.replace("_", " ")
    ]
    assert not silent
