"""Snapshots of the stored rows, to show that nothing has changed."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.apps import apps
from django.core import serializers


def everything() -> str:
    """Every row of every table of this app, the log included, as text."""
    models = apps.get_app_config("games").get_models()
    return "".join(serializers.serialize("json", model.objects.order_by("pk")) for model in models)


@contextmanager
def unchanged() -> Iterator[None]:
    """Assert that what happens in this block leaves every row as it was."""
    before = everything()
    yield
    assert everything() == before
