"""Makes the tables of unlisted and draft tournaments private that became public when a stage was closed."""

from django.db import migrations


def make_tables_private(apps, schema_editor):
    """Make all tables of tournaments that are not public private, including those of annulled games."""
    alias = schema_editor.connection.alias
    stage_tables = apps.get_model("tournaments", "StageTable").objects.using(alias)
    tables = apps.get_model("games", "Table").objects.using(alias)
    hidden = stage_tables.exclude(stage__tournament__visibility="public")
    for game, annulled in hidden.values_list("game", "annulled"):
        tables.filter(pk__in=[game, *annulled], visibility="public").update(visibility="private")


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0023_name_keys"), ("games", "0028_rating_due")]

    operations = [migrations.RunPython(make_tables_private, migrations.RunPython.noop)]
