"""Finds out cheaply whether a start has anything to migrate.

Django's `migrate` imports all migrations and compares all models, which takes a tenth of a start.
"""

from pathlib import Path

from django.apps import apps
from django.contrib.auth import get_permission_codename
from django.contrib.auth.models import Permission
from django.core.management import call_command
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder


def migrate_if_needed() -> None:
    """Run Django's `migrate` if any migration is unapplied or any model's permissions are missing."""
    if not (are_migrations_applied() and _are_permissions_stored()):
        call_command("migrate", interactive=False, verbosity=0)


def are_migrations_applied() -> bool:
    """Return whether the database lists all migrations of the installed apps as applied."""
    # Importing the migrations would take longer than listing their files.
    applied = MigrationRecorder(connection).applied_migrations()
    return all(
        (app.label, path.stem) in applied
        for app in apps.get_app_configs()
        for path in Path(app.path, "migrations").glob("[!_]*.py")
    )


def _are_permissions_stored() -> bool:
    """Return whether the database contains the permissions of every model."""
    # `migrate` stores them after the migrations, so they are missing if it was killed in between.
    columns = ("content_type__app_label", "content_type__model", "codename")
    stored = set(Permission.objects.values_list(*columns))
    return all(
        (model._meta.app_label, model._meta.model_name, codename) in stored
        for model in apps.get_models()
        for codename in (
            *(get_permission_codename(action, model._meta) for action in model._meta.default_permissions),
            *(codename for codename, _ in model._meta.permissions),
        )
    )
