"""Every list of the admin, asked by its address for values that no column can have."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.contrib import admin
from django.contrib.admin.utils import get_fields_from_path
from django.db.models import DateField, ForeignKey
from django.test import Client
from django.urls import reverse

from accounts.models import User

pytestmark = pytest.mark.django_db

LISTS = sorted(admin.site._registry.values(), key=lambda one: one.opts.label)
NUMBERS = ["99999999999", "9" * 30, "NaN", "abc", "", "9" * 5000]
MOMENTS = ["9999-12-31 23:59:59-05:00", "0001-01-01 00:00:00+05:00", "2026-02-30 00:00:00+00:00", "abc", ""]
PARTS = ["99999999999", "9999", "1", "0", "32", "abc"]


@pytest.fixture
def root() -> Client:
    client = Client(raise_request_exception=False)
    client.force_login(User.objects.create_superuser(username="root"))
    return client


def lookups(site: Any) -> Iterator[tuple[str, str]]:
    """What the filters, dates and relations of a list ask, each with a value that does not belong there."""
    listed = [each[0] if isinstance(each, tuple) else each for each in site.list_filter]
    for name in {*listed, *([site.date_hierarchy] if site.date_hierarchy else []), site.opts.pk.name}:
        dated = isinstance(get_fields_from_path(site.model, name)[-1], DateField)
        for value in MOMENTS if dated else NUMBERS:
            yield f"{name}__gte" if dated else f"{name}__exact", value
        if dated:
            yield from ((f"{name}__{part}", value) for part in ("year", "month", "day") for value in PARTS)
        yield from ((f"{name}__{end}", value) for end in ("isnull", "isempty") for value in ("abc", ""))
    for field in site.opts.fields:
        if isinstance(field, ForeignKey):
            yield from ((f"{field.name}__{field.target_field.name}__exact", value) for value in NUMBERS)


@pytest.mark.parametrize("site", LISTS, ids=lambda site: site.opts.label_lower)
def test_no_value_breaks_a_list(root: Client, site: Any) -> None:
    address = reverse(f"admin:{site.opts.app_label}_{site.opts.model_name}_changelist")
    broken = {
        (lookup, value[:40]): answer.status_code
        for lookup, value in lookups(site)
        if (answer := root.get(address, {lookup: value})).status_code not in (200, 302, 400)
    }
    assert broken == {}


@pytest.mark.parametrize("site", LISTS, ids=lambda site: site.opts.label_lower)
def test_no_size_of_a_question_and_no_page_breaks_a_list(root: Client, site: Any) -> None:
    address = reverse(f"admin:{site.opts.app_label}_{site.opts.model_name}_changelist")
    asked: list[dict[str, Any]] = [
        {"q": "a " * 2000},
        {"q": "\x00"},
        {f"{site.opts.pk.name}__exact": ["1"] * 990},
        {"p": "9" * 30},
        {"p": "-1"},
        {"o": "9" * 30},
        {"o": "-1.abc"},
    ]
    for query in asked:
        assert root.get(address, query).status_code in (200, 302, 400), query


@pytest.mark.parametrize("chosen", ["abc", "9" * 30, "", "\x00"])
def test_an_action_on_a_row_that_cannot_exist_is_refused(root: Client, chosen: str) -> None:
    action = {"action": "revoke", "_selected_action": [chosen]}
    assert root.post(reverse("admin:accounts_token_changelist"), action).status_code == 400


@pytest.mark.parametrize("site", LISTS, ids=lambda site: site.opts.label_lower)
def test_a_page_of_a_row_that_cannot_exist_is_not_found(root: Client, site: Any) -> None:
    for row in ("9" * 30, "abc", "-1"):
        address = reverse(f"admin:{site.opts.app_label}_{site.opts.model_name}_change", args=[row])
        assert root.get(address, follow=True).status_code in (200, 404), row
