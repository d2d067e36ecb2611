"""Tables get a shard, and schedulers say which shards they run."""

from django.db import migrations, models

import games.models.shards


class Migration(migrations.Migration):
    dependencies = [("games", "0024_turns_shown_by_mail")]

    operations = [
        migrations.AddField("table", "shard", games.models.shards.ShardField(default=0, editable=False)),
        migrations.AddField("loop", "owned", models.TextField(default="0-1023")),
        migrations.AddField("loop", "served", models.TextField(default="0-1023")),
        migrations.RemoveIndex("table", "table_by_due_at"),
        migrations.AddIndex(
            "table",
            models.Index(
                fields=("due_at", "shard"),
                name="table_by_due_at",
                condition=models.Q(due_at__isnull=False),
            ),
        ),
    ]
