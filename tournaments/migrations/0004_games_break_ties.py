"""A game's own lot breaks the ties at its table, except in tournaments whose stages were closed without it."""

from django.db import migrations, models


def keep_what_was_closed(apps, schema_editor):
    alias = schema_editor.connection.alias
    closed = apps.get_model("tournaments", "Stage").objects.using(alias).filter(closed_at__isnull=False)
    tournaments = apps.get_model("tournaments", "Tournament").objects.using(alias)
    tournaments.filter(pk__in=closed.values("tournament")).update(games_break_ties=False)


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0003_tournament_protest_seconds")]

    operations = [
        migrations.AddField(
            model_name="tournament",
            name="games_break_ties",
            field=models.BooleanField(default=True, editable=False),
        ),
        migrations.RunPython(keep_what_was_closed, migrations.RunPython.noop),
    ]
