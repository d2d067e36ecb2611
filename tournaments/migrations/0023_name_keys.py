from django.db import migrations, models

import tournaments.models.entry
from tournaments.rules.namesakes import name_key


def fill_name_keys(apps, schema_editor):
    """Entrants so far have only their names."""
    Entry = apps.get_model("tournaments", "Entry")
    entries = list(Entry.objects.only("name").order_by("pk"))
    for entry in entries:
        entry.name_key = name_key(entry.name)
    Entry.objects.bulk_update(entries, ["name_key"], batch_size=200)


class Migration(migrations.Migration):

    dependencies = [
        ("tournaments", "0022_words_of_fields"),
    ]

    operations = [
        migrations.AddField(
            model_name="entry",
            name="name_key",
            field=tournaments.models.entry.NameKeyField(default="", editable=False, max_length=120),
            preserve_default=False,
        ),
        migrations.AddIndex(
            model_name="entry",
            index=models.Index(fields=["tournament", "name_key"], name="entries_by_name_key"),
        ),
        migrations.RunPython(fill_name_keys, migrations.RunPython.noop),
    ]
