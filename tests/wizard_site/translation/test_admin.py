"""The admin in German: lists, fields and choices of the games and accounts."""

import pytest
from django.contrib import admin
from django.utils import translation

from accounts.models import User
from games.models import ChatReport, Table
from tests.support.games.people import person

OWN_APPS = ("accounts", "games")


def own_models():
    return [model for model in admin.site._registry if model._meta.app_label in OWN_APPS]


@pytest.mark.parametrize("model", own_models(), ids=lambda model: model.__name__)
def test_rows_and_their_fields_have_german_names(model):
    meta = model._meta
    shown = admin.site._registry[model].list_display
    named = [meta.verbose_name, meta.verbose_name_plural]
    named += [meta.get_field(name).verbose_name for name in shown if name in {f.name for f in meta.fields}]
    for name in named:
        english = str(name)
        with translation.override("de"):
            assert str(name) != english, f"{model.__name__}: {english}"


def test_choices_and_helps_are_german():
    with translation.override("de"):
        assert dict(Table._meta.get_field("status").flatchoices)["open"] == "Offen"
        assert dict(ChatReport._meta.get_field("status").flatchoices)["upheld"] == "Bestätigt"
        assert Table._meta.get_field("unrated").help_text == "Das Spiel verändert keine Wertung."


@pytest.mark.django_db
def test_a_german_reads_a_list(client):
    staff = person("olga")
    User.objects.filter(pk=staff.pk).update(is_staff=True, is_superuser=True, preferences={"language": "de"})
    client.force_login(User.objects.get(pk=staff.pk))
    page = client.get("/admin/games/table/").content.decode()
    assert "eröffnet am" in page
    assert "opened at" not in page
