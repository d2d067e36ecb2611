"""Fills in the shards of the tables that are there already."""

from itertools import groupby

from django.db import migrations

from games.shards import shard_of

BATCH_SIZE = 5000
"""Tables in one transaction; each batch takes up to 1,024 updates by primary key."""


def fill_in_shards(apps, schema_editor):
    """Store the shard of each table, a batch after the other; what a killed attempt has stored stays."""
    tables = apps.get_model("games", "Table").objects.using(schema_editor.connection.alias).order_by("pk")
    last = ""
    while batch := list(tables.filter(pk__gt=last).values_list("pk", "shard")[:BATCH_SIZE]):
        wrong = sorted((shard_of(pk), pk) for pk, shard in batch if shard != shard_of(pk))
        for shard, group in groupby(wrong, key=lambda found: found[0]):
            tables.filter(pk__in=[pk for _, pk in group]).update(shard=shard)
        last = batch[-1][0]


class Migration(migrations.Migration):
    dependencies = [("games", "0025_shards")]
    # So that each batch is stored by itself, and no lock is held for long.
    atomic = False

    operations = [migrations.RunPython(fill_in_shards, migrations.RunPython.noop)]
